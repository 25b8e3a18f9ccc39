"""Lines among the items of a list that belong to no item: headings between items, closing remarks, changing heads.

An option ends where the next item begins, so its last lines must earn their place: the usual distance, the size of its
label, and an edge at which options go on. What fails is left unassigned; it is never added to the option.
"""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from extract.plumber.items import Choice, Draft
from extract.plumber.lines import Line

# A gap of this many usual line distances ends an option.
FAR = 1.6
# Sizes that differ by more than this part are two sizes.
OTHER_SIZE = 0.07
# A line of at most so many characters, in type at most this part of the page's, is a raised figure without its word.
FIGURE = 8
SMALL = 0.8
# Points by which an edge may be missed, and sizes by which a line may stand to the right of its option's text.
EDGE = 3.0
INDENT = 1.5
# Continuation lines needed to know their usual distance.
ENOUGH = 3


class StraySeeker:
    """Finds the stray lines of drafts.

    Args:
        lines: the body lines of the list, in reading order.
        drafts: its items as read.
    """

    def __init__(self, lines: Sequence[Line], drafts: Sequence[Draft]) -> None:
        self._at_start = {id(line.words[0]) for line in lines}
        self._edges: dict[int, float] = {}
        offsets = [0.0]
        within, between = list[float](), list[float]()
        for draft in drafts:
            within += _steps(draft.number_lines[-1:] + draft.stem)
            for choice, following in zip(draft.choices, [*draft.choices[1:], None], strict=False):
                for line in choice.printed:
                    self._edges[line.page] = min(self._edges.get(line.page, line.u0), line.u0)
                page = choice.printed[0].page if choice.printed else 0
                if following is not None:
                    within += _steps(choice.lines)
                    between += _steps(choice.printed + following.printed)
                    offsets += [
                        o for o in (self._offset(line, choice) for line in choice.lines[1:] if line.page == page)
                        if o is not None
                    ]  # fmt: skip
        self._span = (min(offsets) - EDGE, max(offsets))
        steps = within if len(within) >= ENOUGH else within + between
        self._step = median(steps) if steps else 0.0
        self._odd = {id(word) for line in _odd_lines(lines) for word in line.words}

    def strays(self, draft: Draft) -> list[Line]:
        """Take the stray lines out of an item; returns them."""
        taken = []
        for lines in [draft.stem, *(c.lines for c in draft.choices)]:
            odd = [line for index, line in enumerate(lines) if index and id(line.words[0]) in self._odd]
            lines[:] = [line for line in lines if line not in odd]
            taken += odd
        if draft.choices and draft.choices[-1].printed:
            ending = list(self._ending(draft.choices[-1]))
            draft.choices[-1].lines = [line for line in draft.choices[-1].lines if line not in ending]
            taken += ending
        return taken

    def _ending(self, choice: Choice) -> Iterator[Line]:
        """The lines of a last option that are not its own, with all that follows them on their page."""
        closed = 0  # the page on which the option has ended
        above = choice.printed[0]
        for line in choice.lines:
            if line.words[0] in above.words or abs(line.v - choice.printed[0].v) < 1.0 and line.page == above.page:
                continue
            top = line.page != above.page
            far = not top and self._step > 0 and line.v - above.v > FAR * self._step
            if line.page == closed or far or not self._fits(line, choice):
                closed = closed if top else line.page
                yield line
            above = line

    def _fits(self, line: Line, choice: Choice) -> bool:
        label = choice.printed[0]
        if abs(median(w.size for w in line.words) - label.size) > OTHER_SIZE * label.size:
            return False
        offset = self._offset(line, choice)
        if offset is None:
            return True
        text = choice.lines[0].u0 - label.u0 if choice.lines[0].page == label.page else 0.0
        return self._span[0] <= offset <= max(self._span[1], text) + INDENT * label.size

    def _offset(self, line: Line, choice: Choice) -> float | None:
        """How far a line stands to the right of its option's label; None where the two cannot be compared."""
        label = choice.printed[0] if choice.printed else None
        if label is None or id(label.words[0]) not in self._at_start or id(line.words[0]) not in self._at_start:
            return None
        if line.page == label.page:
            return line.u0 - label.u0
        if line.page not in self._edges:
            edges = self._edges.values()
            return line.u0 - label.u0 if max(edges) - min(edges) <= EDGE else None  # all pages share their margins
        return (line.u0 - self._edges[line.page]) - (label.u0 - self._edges[label.page])


def _steps(lines: Sequence[Line]) -> list[float]:
    """The distances between lines of one page."""
    pairs = zip(lines, lines[1:], strict=False)
    return [b.v - a.v for a, b in pairs if a.page == b.page and b.v - a.v > 0.5 * a.size]


def _odd_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines in another size than their page: those at its head and foot, and raised figures that have found no word."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    for group in pages.values():
        usual = median(line.size for line in group)
        yield from (line for line in group if len(line.text) <= FIGURE and line.size <= SMALL * usual)
        for ordered in (group, group[::-1]):
            for line in ordered:
                if abs(line.size - usual) <= OTHER_SIZE * usual:
                    break
                yield line
