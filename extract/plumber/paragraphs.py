"""Where paragraphs begin in running text, page by page and column by column.

A line begins a paragraph if it stands apart from the line above, is indented, or if its first word would have found
room on the line above.
"""

from collections import defaultdict
from collections.abc import Sequence

from extract.plumber.lines import Line

# A gap of this many usual line distances parts two paragraphs.
APART = 1.25
# The usual distance is that which so large a part of all distances do not exceed; the rest may be of short paragraphs.
WITHIN = 0.3
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
        pairs = zip(lines, lines[1:], strict=False)
        steps = sorted(b.v - a.v for a, b in pairs if _follows(a, b) and b.v - a.v > LEVEL * b.size)
        self._step = steps[int(WITHIN * (len(steps) - 1))] if steps else 0.0
        rights: dict[bool, list[float]] = defaultdict(list)
        for line in lines:
            rights[line.origin > 0].append(line.u1)
        self._right = {side: sorted(us)[int(0.9 * (len(us) - 1))] for side, us in rights.items()}

    def begins(self, above: Line | None, line: Line) -> bool:
        """Whether a line begins a paragraph after the one above it in reading order."""
        if above is None or abs(line.size - above.size) > OTHER_SIZE * above.size:
            return True
        if _follows(above, line):
            if line.v - above.v > APART * self._step:
                return True
            if line.u0 - above.u0 > INDENT * line.size:
                return True
        word = line.words[0]
        return above.u1 + (word.u1 - word.u0) + ROOM * line.size < self._right[above.origin > 0]

    def ends_with(self, above: Line | None) -> bool:
        """Whether a sentence ends with a line: then a heading may follow, even without a gap."""
        return above is None or above.text.endswith(SENTENCE_END)


def _follows(above: Line, line: Line) -> bool:
    """Whether two lines stand in one column of one page, one under the other."""
    return above.page == line.page and above.origin == line.origin and line.v > above.v
