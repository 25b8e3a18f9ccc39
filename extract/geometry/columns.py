"""Columns of running text: the gutter of a page, and its lines column by column.

A gutter is a strip about the middle of the page that hardly any line crosses and beside which text stands on both
sides. Lines that cross it (headings, cover pages) part the page into bands; within a band the left column comes first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from extract.geometry.glyphs import Word
from extract.geometry.lines import Line, lines_of
from extract.geometry.page import Page

MIDDLE = (0.35, 0.65)  # share of the page's width between which a gutter lies
NARROWEST = 0.9  # of the text's size: the narrowest gutter, wider than the gaps of justified lines
CROSSING = 0.3  # share of the lines on both sides that may cross a gutter
FEWEST = 4  # lines on each side of a gutter
COMMON = 0.05  # share of a column's lines from which an edge is one that its text begins at
STEP = 1.0  # pt


class Gutter(NamedTuple):
    """A strip between two columns, from `left` to `right` in the reading frame."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """The strip's centre."""
        return (self.left + self.right) / 2


def gutter_of(words: Sequence[Word], width: float) -> Gutter | None:
    """The gutter of a page's words, None if the page has one column.

    Args:
        words: the page's words without furniture.
        width: the page's width in the reading frame, in points.
    """
    if not words:
        return None
    rows = [line.words for line in lines_of(words)]
    least = _narrowest(words)
    votes: Counter[float] = Counter()
    place = MIDDLE[0] * width
    while place <= MIDDLE[1] * width:
        votes[place] = sum(_gap_at(row, place, least) is not None for row in rows)
        place += STEP
    most = max(votes.values(), default=0)
    if most < FEWEST:
        return None
    best = [place for place, count in votes.items() if count == most]
    middle = best[len(best) // 2]
    both = [gap for row in rows if (gap := _gap_at(row, middle, least)) is not None]
    crossing = sum(_crosses(row, middle, least) for row in rows)
    if crossing > CROSSING * (crossing + len(both)):
        return None
    return Gutter(max(gap[0] for gap in both), min(gap[1] for gap in both))


def _narrowest(words: Sequence[Word]) -> float:
    """The narrowest gutter in text of these words' usual size."""
    return NARROWEST * Counter(round(w.size, 1) for w in words).most_common(1)[0][0]


def _gap_at(row: Sequence[Word], place: float, least: float) -> tuple[float, float] | None:
    """The gap of a row about a place, if it is as wide as a gutter and words stand on both sides."""
    left = max((w.x1 for w in row if w.x0 < place), default=None)
    right = min((w.x0 for w in row if w.x0 >= place), default=None)
    if left is None or right is None or left > place or right - left < least:
        return None
    return left, right


def _crosses(row: Sequence[Word], place: float, least: float) -> bool:
    """Whether a row runs across a place: a word does, or words on both sides are as near as in one line."""
    on_both = any(w.x0 < place for w in row) and any(w.x1 > place for w in row)
    return on_both and _gap_at(row, place, least) is None


class Sheet(NamedTuple):
    """A page's words without furniture, and its gutter."""

    page: Page
    words: list[Word]
    gutter: Gutter | None


def sheets_of(pages: Sequence[Page], apart: dict[int, set[int]], columns: Literal[1, 2, "auto"]) -> list[Sheet]:
    """The words of each page and its gutter.

    Args:
        pages: the document's pages.
        apart: by page number, the words (by `at`) that are no running text.
        columns: as the layout says; with `2` a page whose own text shows no gutter takes that of the other pages,
            unless its lines cross it.
    """
    kept = [(page, [w for w in page.words if w.at not in apart.get(page.number, set())]) for page in pages]
    if columns == 1:
        return [Sheet(page, words, None) for page, words in kept]
    sheets = [Sheet(page, words, gutter_of(words, page.extent[0])) for page, words in kept]
    found = sorted((s.gutter for s in sheets if s.gutter is not None), key=lambda gutter: gutter.middle)
    if columns == "auto" or not found:
        return sheets
    usual = found[len(found) // 2]
    return [sheet if sheet.gutter else sheet._replace(gutter=_lent(sheet, usual)) for sheet in sheets]


def _lent(sheet: Sheet, usual: Gutter) -> Gutter | None:
    rows = [line.words for line in lines_of(sheet.words)]
    crossing = sum(any(w.x0 < usual.middle < w.x1 for w in row) for row in rows)
    return None if crossing > CROSSING * len(rows) else usual


def lines_in_columns(sheets: Sequence[Sheet]) -> list[Line]:
    """All lines of the sheets in reading order, each with its column and the edge at which that column begins."""
    result: list[Line] = []
    for sheet in sheets:
        result.extend(_lines_of_sheet(sheet))
    if not any(line.column for line in result):
        return result
    origins = {column: _edge([line for line in result if line.column == column]) for column in (0, 1, 2)}
    return [line._replace(origin=origins[line.column]) for line in result]


def _lines_of_sheet(sheet: Sheet) -> Iterable[Line]:
    if sheet.gutter is None or not sheet.words:
        yield from lines_of(sheet.words)
        return
    middle, least = sheet.gutter.middle, _narrowest(sheet.words)
    across = {w.at for line in lines_of(sheet.words) if _crosses(line.words, middle, least) for w in line.words}
    ordered = sorted(sheet.words, key=lambda w: w.middle)
    for full, band in groupby(ordered, key=lambda w: w.at in across):
        words = list(band)
        if full:
            yield from lines_of(words)
            continue
        for column in (1, 2):
            side = [w for w in words if ((w.x0 + w.x1) / 2 < middle) == (column == 1)]
            yield from (line._replace(column=column) for line in lines_of(side))


def _edge(lines: Sequence[Line]) -> float:
    """The leftmost edge at which a fair share of lines begins."""
    edges = Counter(round(line.box[0]) for line in lines)
    return float(min((edge for edge, count in edges.items() if count >= COMMON * len(lines)), default=0))
