"""`lexproof table` by path A: the rows of all drawn tables as they stand on the page, and flags where to look.

The text stands once, in the first cell of a span; covered cells are None, empty ones "". Nothing is repaired here:
what a rule, a clip or a mapping makes doubtful is said in a flag with its page and, where it has one, its cell.
"""

from collections.abc import Iterator
from pathlib import Path

from extract.plumber.content import Content, contents
from extract.plumber.grid import Grid
from extract.plumber.lines import Line
from extract.plumber.scripts import mixed_words
from extract.plumber.source import opened
from records.errors import DocumentError
from records.flags import Reason
from records.model import TableFlag, TableReading
from records.text import join_plain

# A line this near to a table (in sizes) whose words keep to its columns looks like a row without rules.
NEAR = 1.6


def read_table(
    pdf: Path, first: int | None = None, last: int | None = None, password: str | None = None
) -> TableReading:
    """Read the drawn tables of a document.

    Args:
        pdf: the file.
        first: first page, counted from 1.
        last: last page, included.
        password: the user password of an encrypted file.

    Raises:
        DocumentError: the file cannot be read, the pages do not exist, or no table is drawn on them.
    """
    rows: list[list[str | None]] = []
    flags: list[TableFlag] = []
    silent: list[int] = []
    with opened(pdf, password) as source:
        start, stop = _range(pdf, source.count, first, last)
        flags += [TableFlag(reason=f, page=start) for f in source.flags]
        for content in contents(source, start, stop):
            flags += _page_flags(content)
            if not content.readable:
                silent.append(content.sheet.number)
            for grid in content.grids:
                flags += _grid_flags(grid, len(rows))
                rows += list(_rows(grid))
    if not rows:
        _refuse(pdf, start, stop, silent)
    flags += [TableFlag(reason=str(Reason.NO_TEXT_LAYER), page=page) for page in silent]
    return TableReading(rows=rows, flags=flags)


def _range(pdf: Path, count: int, first: int | None, last: int | None) -> tuple[int, int]:
    start, stop = first or 1, last or count
    if not 1 <= start <= stop <= count:
        what = f"has no pages {start}-{stop}, its pages are 1-{count}"
        raise DocumentError(what, where=str(pdf), do="Give --pages within them.")
    return start, stop


def _refuse(pdf: Path, start: int, stop: int, silent: list[int]) -> None:
    pages = f"page {start}" if start == stop else f"pages {start}-{stop}"
    if len(silent) == stop - start + 1:
        raise DocumentError(f"no text layer on {pages} (scan?)", where=str(pdf), do="Run OCR on it first.")
    raise DocumentError(f"no ruled table on {pages}", where=str(pdf), do="Give pages with a drawn table.")


def _rows(grid: Grid) -> Iterator[list[str | None]]:
    for row in range(grid.height):
        cells = (grid.starting(row, col) for col in range(grid.width))
        yield [None if c is None else join_plain([line.text for line in c.lines(grid.page)]) for c in cells]


def _page_flags(content: Content) -> Iterator[TableFlag]:
    page = content.sheet.number
    for written in content.sheet.flags:
        reason, _, detail = written.partition(":")
        yield TableFlag(reason=reason, page=page, text=detail)
    for line in content.lines:
        if any(_like_a_row(line, grid) for grid in content.grids):
            yield TableFlag(reason=str(Reason.TEXT_OUTSIDE_TABLE), page=page, text=line.text)


def _like_a_row(line: Line, grid: Grid) -> bool:
    """Whether a line close to a table is parted by wide gaps just where the table's columns are."""
    size = line.size
    above, below = grid.vs[0] - line.v, line.v - 0.8 * size - grid.bottom
    if not (0 <= above <= NEAR * size or 0 <= below <= NEAR * size) or grid.width < 2:
        return False
    starts = [(w.u0, w.u1) for w in line.words]
    columns = {sum(u <= u0 + 1 for u in grid.us) for u0, _ in starts if grid.us[0] - 1 <= u0 < grid.right}
    crossing = any(u0 < u - 1 and u1 > u + 1 for u in grid.us for u0, u1 in starts)
    gaps = [b[0] - a[1] for a, b in zip(starts, starts[1:], strict=False)]
    return len(columns) >= 2 and not crossing and sum(g > 1.2 * size for g in gaps) >= len(columns) - 1


def _grid_flags(grid: Grid, offset: int) -> Iterator[TableFlag]:
    for notice in grid.notices:
        row = None if notice.row is None else notice.row + offset
        yield TableFlag(reason=str(notice.reason), page=grid.page, row=row, col=notice.col, text=notice.text)
    for cell in grid.cells():
        for word in mixed_words(join_plain([line.text for line in cell.lines(grid.page)])):
            yield TableFlag(
                reason=str(Reason.MIXED_SCRIPT_WORD), page=grid.page, row=cell.row + offset, col=cell.col, text=word
            )
