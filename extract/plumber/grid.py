"""Tables of a page: the cells that the cleaned rules make, and each word put once into one cell.

A cell is named by the row and column in which it starts and knows how many it spans. A word belongs whole to the cell
in which it starts; a word that a rule runs through belongs to the row above. What crosses a rule is flagged.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from extract.plumber.boxes import Box
from extract.plumber.cells import tables_of
from extract.plumber.lines import Line, lines_of
from extract.plumber.rules import SNAP, Rules
from extract.plumber.words import Word, cut
from records.flags import Reason

# The part of a letter that shows to which row it belongs: from the baseline up to half its size.
CORE = 0.45
# How far a word may reach over a rule before that is told, in sizes.
TOLERATED = 0.12
# A gap this wide (in sizes) at the place of a rule that this row lacks looks like two cells.
SPLIT_GAP = 1.2
# Baselines in one cell that lie farther apart than this (in sizes) part two rows; a blank line makes about 2.4.
BLOCK_STEP = 2.6
GHOST_HEIGHT = 6.0  # points; a row this low without text is the space between the lines of a double rule


@dataclass(slots=True)
class Cell:
    """One cell: its place in the grid, its spans, its box in the reading frame and its words."""

    row: int
    col: int
    rows: int
    cols: int
    box: tuple[float, float, float, float]
    words: list[Word] = field(default_factory=list)
    _lines: list[Line] | None = field(default=None, repr=False, compare=False)

    def lines(self, page: int) -> list[Line]:
        """The words of the cell as lines, once all its words are there."""
        if self._lines is None:
            self._lines = lines_of(page, self.words)
        return list(self._lines)


@dataclass(slots=True)
class Notice:
    """Something about one place of a table that a person should look at."""

    reason: Reason
    row: int | None
    col: int | None
    text: str = ""


@dataclass(slots=True)
class Grid:
    """One table: the cells by row and column of their start, and the cell that covers each slot."""

    page: int
    us: list[float]
    vs: list[float]
    right: float
    bottom: float
    slots: dict[tuple[int, int], Cell]
    notices: list[Notice] = field(default_factory=list)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.vs)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.us)

    def covering(self, row: int, col: int) -> Cell | None:
        """The cell that covers a slot, wherever it starts; None in a hole of the table."""
        return self.slots.get((row, col))

    def starting(self, row: int, col: int) -> Cell | None:
        """The cell that starts in a slot; None if a neighbour's span covers it."""
        cell = self.slots.get((row, col))
        return cell if cell is not None and (cell.row, cell.col) == (row, col) else None

    def cells(self) -> Iterator[Cell]:
        """All cells in reading order, each once."""
        yield from {id(self.slots[slot]): self.slots[slot] for slot in sorted(self.slots)}.values()


def grids_of(page: int, rules: Rules, words: list[Word]) -> tuple[list[Grid], list[Word]]:
    """Find the tables of a page and share out its words.

    Returns:
        The tables in reading order, and the words outside all of them.
    """
    if len(rules.across) < 2 or len(rules.down) < 2:
        return [], words
    grids = [_grid(page, table) for table in tables_of(rules.across, rules.down, SNAP)]
    outside = _share_out(grids, words)
    for grid in grids:
        _drop_ghost_rows(grid)
        grid.notices += [*_swallowed(grid), *_two_rows(grid)]
    for reason, u, v in rules.flags:
        _note_rule(grids, reason, u, v)
    return grids, outside


def _grid(page: int, cells: list[Box]) -> Grid:
    boxes = sorted(cells, key=lambda c: (c[1], c[0]))
    us, vs = sorted({c[0] for c in boxes}), sorted({c[1] for c in boxes})
    grid = Grid(page, us, vs, max(c[2] for c in boxes), max(c[3] for c in boxes), {})
    for u0, v0, u1, v1 in boxes:
        row, col = bisect_left(vs, v0), bisect_left(us, u0)
        rows, cols = bisect_left(vs, v1) - row, bisect_left(us, u1) - col
        cell = Cell(row, col, rows, cols, (u0, v0, u1, v1))
        for slot in ((r, c) for r in range(row, row + rows) for c in range(col, col + cols)):
            grid.slots.setdefault(slot, cell)
    return grid


def _share_out(grids: list[Grid], words: list[Word]) -> list[Word]:
    outside = []
    for word in words:
        grid = next((g for g in grids if _touches(g, word)), None)
        if grid is None:
            outside.append(word)
            continue
        pieces = [word]
        for level in grid.us if word.seams else ():
            pieces = [p for w in pieces for p in cut(w, level)]
        for piece in pieces:
            _place(grid, piece)
    return outside


def _touches(grid: Grid, word: Word) -> bool:
    if word.u1 <= grid.us[0] + 1 or word.u0 >= grid.right - 1:
        return False
    below_top = word.v - grid.vs[0] > TOLERATED * word.size
    above_bottom = grid.bottom - (word.v - 0.75 * word.size) > TOLERATED * word.size
    return below_top and above_bottom


def _place(grid: Grid, word: Word) -> None:
    probe = min(max(word.v - CORE * word.size, grid.vs[0]), grid.bottom - 0.01)
    row = max(bisect_right(grid.vs, probe) - 1, 0)
    col = max(bisect_right(grid.us, word.u0 + min(1.0, (word.u1 - word.u0) / 2)) - 1, 0)
    cell = grid.covering(row, col)
    while cell is None and col > 0:
        col -= 1
        cell = grid.covering(row, col)
    if cell is None:  # the row has no cell to the left of the word: the first one of the row takes it
        cell = next(c for c in grid.cells() if c.row <= row < c.row + c.rows or c.row >= row)
    cell.words.append(word)
    if _crosses(cell, word):
        grid.notices.append(Notice(Reason.TEXT_OUTSIDE_CELL, cell.row, cell.col, word.text))


def _crosses(cell: Cell, word: Word) -> bool:
    u0, v0, u1, v1 = cell.box
    slack = max(1.0, TOLERATED * word.size)
    sideways = word.u1 > u1 + slack or word.u0 < u0 - slack
    return sideways or word.v > v1 + TOLERATED * word.size or word.v - CORE * word.size < v0 - TOLERATED * word.size


def _drop_ghost_rows(grid: Grid) -> None:
    for row in reversed(range(grid.height)):
        end = grid.vs[row + 1] if row + 1 < grid.height else grid.bottom
        held = {id(c): c for c in (grid.covering(row, k) for k in range(grid.width)) if c is not None}
        own = [c for c in held.values() if c.rows == 1]
        if end - grid.vs[row] > GHOST_HEIGHT or grid.height == 1 or any(c.words for c in own) or not own:
            continue
        grid.notices.append(Notice(Reason.GHOST_ROW, None, None))
        _remove_row(grid, row)


def _remove_row(grid: Grid, row: int) -> None:
    kept: dict[tuple[int, int], Cell] = {}
    moved: set[int] = set()
    for (r, c), cell in grid.slots.items():
        if id(cell) not in moved:
            moved.add(id(cell))
            if cell.row <= row < cell.row + cell.rows:
                cell.rows -= 1
            elif cell.row > row:
                cell.row -= 1
        if r != row:
            kept[(r - (r > row), c)] = cell
    grid.slots = kept
    del grid.vs[row]
    for notice in grid.notices:
        if notice.row is not None and notice.row > row:
            notice.row -= 1


def _swallowed(grid: Grid) -> Iterator[Notice]:
    """Cells that span columns although their text keeps clear of the rule that is missing."""
    for cell in grid.cells():
        if cell.cols < 2:
            continue
        for line in cell.lines(grid.page):
            for left, right in zip(line.words, line.words[1:], strict=False):
                missing = any(left.u1 <= u <= right.u0 + 1 for u in grid.us[cell.col + 1 : cell.col + cell.cols])
                if missing and right.u0 - left.u1 > SPLIT_GAP * line.size:
                    yield Notice(Reason.CELL_SPANS_COLUMNS, cell.row, cell.col, right.text)


def _two_rows(grid: Grid) -> Iterator[Notice]:
    """Rows of which several cells go on far below at one height: the rule between two rows is missing."""
    for row in range(grid.height):
        cells = [c for c in (grid.starting(row, col) for col in range(grid.width)) if c is not None and c.rows == 1]
        steps = [(c.col, *_widest_step(c.lines(grid.page))) for c in cells]
        lower = [(col, below) for col, below, step in steps if step > BLOCK_STEP]
        if any(abs(one - other) <= 1.0 for (_, one), (_, other) in zip(lower, lower[1:], strict=False)):
            yield Notice(Reason.CELL_SPANS_ROWS, row, lower[0][0])


def _widest_step(lines: list[Line]) -> tuple[float, float]:
    """The baseline under the widest step down in a cell, and that step in sizes."""
    steps = [(b.v, (b.v - a.v) / max(a.size, b.size)) for a, b in zip(lines, lines[1:], strict=False)]
    return max(steps, key=lambda s: s[1], default=(0.0, 0.0))


def _note_rule(grids: list[Grid], reason: Reason, u: float, v: float) -> None:
    for grid in grids:
        if grid.us[0] - SNAP <= u <= grid.right + SNAP and grid.vs[0] - SNAP <= v <= grid.bottom + SNAP:
            row = 0 if reason is Reason.TOP_RULE_MISSING else None
            grid.notices.append(Notice(reason, row, None))
