"""Papers set in two columns: the gutter is found on the words of the page, and the lines are put in reading order.

A line that crosses the gutter (a heading, a cover's text) parts the page into bands; in each band the left column is
read before the right one. Lines of the right column measure their place from its own edge, so that labels, numbers and
hanging lines of both columns can be compared.
"""

import re
from collections.abc import Iterator, Sequence
from statistics import median

from extract.plumber.content import Content
from extract.plumber.lines import Line, lines_of
from extract.plumber.words import Word
from records.layout import Reading

# The gutter lies in this part of the text's width.
MIDDLE = (0.3, 0.7)
# Part of a page's lines that may cross its gutter.
CROSSING = 0.25
# Part of a page's lines, two at least, by which its gutter may be crossed more often in one place than in another.
SPREAD = 0.02
# Lines that must stand on each side of a gutter.
EACH_SIDE = 5
# Width of a gutter in sizes of the usual type, at least.
WIDTH = 0.6

Gutter = tuple[float, float]


def set_in_columns(pages: Sequence[Content], reading: Reading) -> None:
    """Put the lines of a document into the reading order of its columns, if it has any.

    A page whose own gutter cannot be found is read by the document's usual one. With `auto` columns are believed only
    if on most pages that have any the numbers of items go on in the right column.
    """
    if reading.text_columns == 1:
        return
    own = {content.sheet.number: gutter_of(content.lines) for content in pages}
    found = [g for g in own.values() if g is not None]
    if not found or (reading.text_columns == "auto" and not _believed(pages, reading, own)):
        return
    usual = (median(g[0] for g in found), median(g[1] for g in found))
    for content in pages:
        mine = own[content.sheet.number]
        content.lines = list(_ordered(content.lines, usual if mine is None or _fits(content.lines, usual) else mine))


def _fits(lines: Sequence[Line], gutter: Gutter) -> bool:
    """Whether few lines of a page cross a gutter."""
    return sum(_sides(line, gutter) is None for line in lines) <= CROSSING * len(lines)


def gutter_of(lines: Sequence[Line]) -> Gutter | None:
    """The widest strip in the middle of a page, in points from its left edge, that few lines cross."""
    words = [w for line in lines for w in line.words]
    if not words:
        return None
    left, right = min(w.u0 for w in words), max(w.u1 for w in words)
    start, stop = (int(left + part * (right - left)) for part in MIDDLE)
    crossed = [0] * max(stop - start, 0)
    for line in lines:
        cover = {u for w in line.words for u in range(max(int(w.u0), start), min(int(w.u1) + 1, stop))}
        for u in cover:
            crossed[u - start] += 1
    least = min(crossed, default=0)
    if least > CROSSING * len(lines):
        return None
    clear = [u + start for u, count in enumerate(crossed) if count <= least + max(SPREAD * len(lines), 2)]
    size = median(w.size for w in words)
    best: Gutter | None = None
    for first, last in _runs(clear):
        if last - first < WIDTH * size or not _has_both_sides(lines, first, last):
            continue
        if best is None or last - first > best[1] - best[0]:
            best = (first, last)
    return best


def _runs(points: Sequence[int]) -> Iterator[Gutter]:
    """Stretches of consecutive points: where each begins and ends."""
    begin = 0
    for index in range(1, len(points) + 1):
        if index == len(points) or points[index] != points[index - 1] + 1:
            yield float(points[begin]), float(points[index - 1] + 1)
            begin = index


def _has_both_sides(lines: Sequence[Line], start: float, stop: float) -> bool:
    sides = [_sides(line, (start, stop)) for line in lines]
    return all(sum(bool(s[side]) for s in sides if s is not None) >= EACH_SIDE for side in (0, 1))


def _sides(line: Line, gutter: Gutter) -> tuple[list[Word], list[Word]] | None:
    """The words of a line on the left and on the right of the gutter; None if the line crosses it."""
    middle = (gutter[0] + gutter[1]) / 2
    if any(w.u0 < gutter[1] - 1 and w.u1 > gutter[0] + 1 and w.u0 < middle < w.u1 for w in line.words):
        return None
    return [w for w in line.words if w.u1 <= middle], [w for w in line.words if w.u1 > middle]


def _ordered(lines: Sequence[Line], gutter: Gutter) -> Iterator[Line]:
    """Band by band, the lines of the left column, then those of the right one; crossing lines in between."""
    left: list[Word] = []
    right: list[Word] = []
    edge = _right_edge(lines, gutter)
    for line in lines:
        sides = _sides(line, gutter)
        if sides is not None:
            left += sides[0]
            right += sides[1]
            continue
        yield from _band(line.page, left, right, edge)
        left, right = [], []
        yield line
    if lines:
        yield from _band(lines[0].page, left, right, edge)


def _band(page: int, left: list[Word], right: list[Word], edge: float) -> Iterator[Line]:
    yield from lines_of(page, left)
    for line in lines_of(page, right):
        yield Line(line.page, line.text, line.words, edge)


def _right_edge(lines: Sequence[Line], gutter: Gutter) -> float:
    """How far the right column's edge lies to the right of the left column's."""
    sides = [s for s in (_sides(line, gutter) for line in lines) if s is not None]
    edges = [min((w.u0 for s in sides for w in s[side]), default=0.0) for side in (0, 1)]
    return max(edges[1] - edges[0], 0.0) if edges[1] else 0.0


def _believed(pages: Sequence[Content], reading: Reading, own: dict[int, Gutter | None]) -> bool:
    """Whether columns that nobody declared are columns of the text.

    In a list the numbers of items go on from left to right; any other text has them on most of its full pages.
    """
    if reading.kind != "numbered_list":
        full = [c for c in pages if len(c.lines) >= 2 * EACH_SIDE]
        return 2 * sum(own[c.sheet.number] is not None for c in full) > len(full)
    split = [c for c in pages if own[c.sheet.number] is not None and len(c.lines) >= 2 * EACH_SIDE]
    return 2 * sum(_numbers_go_on(c.lines, own[c.sheet.number], reading) for c in split) >= len(split) > 0


def _numbers_go_on(lines: Sequence[Line], gutter: Gutter | None, reading: Reading) -> bool:
    """Whether the first number at the start of a right line is larger than the last one of the left lines."""
    number = re.compile(reading.number.pattern)
    sides = [s for s in (_sides(line, gutter) for line in lines) if s is not None] if gutter is not None else []
    found = [
        [int(m["n"]) for m in (number.match(part.text) for part in lines_of(0, words)) if m and m["n"].isdecimal()]
        for words in ([w for s in sides for w in s[side]] for side in (0, 1))
    ]
    return bool(found[1:] and found[1]) and (not found[0] or found[1][0] > found[0][-1])
