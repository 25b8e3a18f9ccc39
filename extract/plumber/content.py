"""A page as tables and lines: the glyphs of a sheet made into words and shared out between grids and running text.

Blocks come top to bottom: a grid, or a line outside all grids. Every word is in exactly one block.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from extract.plumber.grid import Grid, grids_of
from extract.plumber.lines import Line, lines_of
from extract.plumber.page import Sheet, sheets
from extract.plumber.rules import rules_of
from extract.plumber.source import Source
from extract.plumber.words import Word, words_of


@dataclass(slots=True)
class Content:
    """One page ready for items: its sheet (strands and segments released), its words, grids and outer lines."""

    sheet: Sheet
    words: list[Word]
    grids: list[Grid]
    lines: list[Line]
    readable: bool
    packed: bytes = b""  # its tables, if they are packed

    def blocks(self) -> list[Grid | Line]:
        """Grids and outer lines from top to bottom."""
        blocks: list[Grid | Line] = [*self.grids, *self.lines]
        return sorted(blocks, key=lambda b: b.vs[0] if isinstance(b, Grid) else b.v)


def contents(
    source: Source, first: int | None = None, last: int | None = None, ruled: bool = True,
    known: Collection[str] = (),
) -> Iterator[Content]:  # fmt: skip
    """Read pages one by one; `ruled` false looks for no tables, `known` are private-use glyphs with a meaning."""
    for sheet in sheets(source, first, last, known):
        words = words_of(sheet.strands)
        readable = sheet.has_text
        grids: list[Grid] = []
        outside = words
        if ruled and sheet.segments:
            rules = rules_of(sheet.segments, _Filled(words), f"{source.path} page {sheet.number}")
            grids, outside = grids_of(sheet.number, rules, words)
            if grids:
                words = outside + [w for g in grids for c in g.cells() for w in c.words]
        sheet.strands, sheet.segments = [], []
        yield Content(sheet, words, grids, lines_of(sheet.number, outside), readable)


class _Filled:
    """Tells whether a box holds the start of a word."""

    def __init__(self, words: list[Word]) -> None:
        self._spots = [(w.u0 + min(1.0, w.size / 4), w.v - 0.3 * w.size) for w in words]

    def __call__(self, u0: float, v0: float, u1: float, v1: float) -> bool:
        return any(u0 <= u <= u1 and v0 <= v <= v1 for u, v in self._spots)
