"""Where paragraphs begin in running text, page by page and column by column.

A line begins a paragraph if it stands apart from the line above, is indented, or if its first word would have found
room on the line above.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import inf

from extract.plumber.lines import Line

# A gap of this many usual line distances parts two paragraphs.
APART = 1.2
# Lines of a paragraph are the least distance apart that makes so large a part of all distances in type of their size.
USUAL = 0.12
# Lines nearer than this part of their size stand side by side.
LEVEL = 0.6
# A first line is indented by at least this many sizes.
INDENT = 0.8
# Room that must be left on a line, in sizes, besides that for the next word.
ROOM = 1.0
# Sizes of type that differ by more than this part are two sizes.
OTHER_SIZE = 0.07
SENTENCE_END = (".", "!", "?", ":", ";", "\u2026", "\u3002", "\uff1f", "\u00bb", "\u201c", "\u201d", ")")


class Paragraphs:
    """Knows the usual distances and edges of a document's lines.

    Args:
        lines: its body lines in reading order.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        steps: dict[int, list[float]] = defaultdict(list)
        for above, line in zip(lines, lines[1:], strict=False):
            if _follows(above, line) and line.v - above.v > LEVEL * line.size:
                steps[round(line.size)].append(line.v - above.v)
        self._steps = {size: _least_usual(found) for size, found in steps.items()}
        rights: dict[bool, list[float]] = defaultdict(list)
        for line in lines:
            rights[line.origin > 0].append(line.u1)
        self._right = {side: sorted(us)[int(0.9 * (len(us) - 1))] for side, us in rights.items()}

    def begins(self, above: Line | None, line: Line) -> bool:
        """Whether a line begins a paragraph after the one above it in reading order."""
        if above is None or abs(line.size - above.size) > OTHER_SIZE * above.size:
            return True
        if _follows(above, line):
            if line.v - above.v > APART * self._steps.get(round(line.size), inf):
                return True
            if line.u0 - above.u0 > INDENT * line.size:
                return True
        word = line.words[0]
        return above.u1 + (word.u1 - word.u0) + ROOM * line.size < self._right[above.origin > 0]

    def ends_with(self, above: Line | None) -> bool:
        """Whether a sentence ends with a line: then a heading may follow, even without a gap."""
        return above is None or above.text.endswith(SENTENCE_END)


def _least_usual(steps: Sequence[float]) -> float:
    """The least distance, to half a point, that is no exception."""
    counts = Counter(round(2 * step) / 2 for step in steps)
    regular = [step for step, count in counts.items() if count >= USUAL * len(steps)]
    return min(regular, default=counts.most_common(1)[0][0])


def _follows(above: Line, line: Line) -> bool:
    """Whether two lines stand in one column of one page, one under the other."""
    return above.page == line.page and above.origin == line.origin and line.v > above.v
