"""Pages of a long document kept small: the tables of a page as a few kilobytes, until their rows are read.

What stands outside the tables stays as it is, since furniture is found by looking at all pages.
"""

import marshal
import zlib
from dataclasses import replace
from typing import Any

from extract.plumber.content import Content
from extract.plumber.grid import Cell, Grid, Notice
from extract.plumber.words import Word
from records.flags import Reason

QUICK = 1  # level of compression; others gain little and cost more


def packed(content: Content) -> Content:
    """A page whose tables are packed; how its words were made of strings is let go."""
    if not content.grids:
        return content
    inside = {id(w) for grid in content.grids for cell in grid.cells() for w in cell.words}
    data = marshal.dumps([_plain(grid) for grid in content.grids])
    outside = [w for w in content.words if id(w) not in inside]
    return replace(content, words=outside, grids=[], packed=zlib.compress(data, QUICK))


def unpacked(content: Content) -> Content:
    """A page with its tables, which are made anew; words outside of them are those of the packed page."""
    if not content.packed:
        return content
    grids = [_grid(plain) for plain in marshal.loads(zlib.decompress(content.packed))]
    words = content.words + [w for grid in grids for cell in grid.cells() for w in cell.words]
    return replace(content, words=words, grids=grids, packed=b"")


def _plain(grid: Grid) -> tuple[Any, ...]:
    cells = list(grid.cells())
    place = {id(cell): index for index, cell in enumerate(cells)}
    return (
        grid.page, grid.us, grid.vs, grid.right, grid.bottom,
        [(c.row, c.col, c.rows, c.cols, c.box, [(w.text, w.u0, w.u1, w.v, w.size, w.count) for w in c.words])
         for c in cells],
        [(row, col, place[id(cell)]) for (row, col), cell in grid.slots.items()],
        [(str(n.reason), n.row, n.col, n.text) for n in grid.notices],
    )  # fmt: skip


def _grid(plain: tuple[Any, ...]) -> Grid:
    page, us, vs, right, bottom, cells, slots, notices = plain
    made = [
        Cell(row, col, rows, cols, box, [Word(*word) for word in words]) for row, col, rows, cols, box, words in cells
    ]
    return Grid(
        page, us, vs, right, bottom,
        {(row, col): made[index] for row, col, index in slots},
        [Notice(Reason(reason), row, col, text) for reason, row, col, text in notices],
    )  # fmt: skip
