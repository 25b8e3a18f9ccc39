"""The drawn tables of a PDF as rows: what `lexproof table` prints for this path.

The text of a span stands once, in its first cell; covered cells are None, empty cells "". A clean table has no flag.
"""

from collections.abc import Sequence
from pathlib import Path

from extract.geometry.grid import Grid, grids_of
from extract.geometry.page import Page, read_page
from extract.geometry.scripts import mixed_script, of_one_script
from extract.geometry.source import document_flags, opened
from records.errors import DocumentError
from records.flags import Reason
from records.model import TableFlag, TableReading
from records.text import join_plain


def read_table(
    pdf: Path, first: int | None = None, last: int | None = None, password: str | None = None
) -> TableReading:
    """Read all ruled tables of the pages `first` to `last` (from 1, both included).

    Raises:
        DocumentError: the file cannot be read, the pages do not exist, hold no text, or hold no ruled table.
    """
    rows: list[list[str | None]] = []
    flags: list[TableFlag] = []
    with opened(pdf, password) as document:
        start = 1 if first is None else first
        end = document.page_count if last is None else last
        if not 1 <= start <= end or start > document.page_count:
            raise DocumentError(
                f"has pages 1 to {document.page_count}, not {start} to {end}", where=str(pdf), do="Check --pages."
            )
        end, glyphs = min(end, document.page_count), 0
        for number in range(start, end + 1):
            page = read_page(document, number - 1)
            glyphs += page.found
            grids = grids_of(page)
            flags.extend(_page_flags(page, grids))
            for grid in grids:
                flags.extend(_grid_flags(grid, len(rows)))
                rows.extend(_rows(grid))
        flags.extend(TableFlag(reason=text, page=start) for text in document_flags(document))
    span = f"page {start}" if start == end else f"pages {start} to {end}"
    if not glyphs:
        raise DocumentError(
            f"no text layer on {span} (a scan?)", where=str(pdf), do="Run text recognition on it first."
        )
    if not rows:
        raise DocumentError(
            f"no ruled table on {span}", where=str(pdf), do="Check the pages; only drawn tables are read."
        )
    return TableReading(rows=rows, flags=flags)


def _rows(grid: Grid) -> list[list[str | None]]:
    height, width = grid.owner.shape
    table: list[list[str | None]] = [[None] * width for _ in range(height)]
    for cell in grid.cells:
        table[cell.row][cell.col] = join_plain([line.text for line in cell.lines])
    return table


def _page_flags(page: Page, grids: Sequence[Grid]) -> list[TableFlag]:
    flags = []
    for text in page.flags:
        reason, _, detail = text.partition(":")
        flags.append(TableFlag(reason=reason, page=page.number, text=detail))
    if not page.found:
        flags.append(TableFlag(reason=Reason.NO_TEXT_LAYER, page=page.number))
    celled = {w.at for grid in grids for cell in grid.cells for line in cell.lines for w in line.words}
    loose = [w.text for w in page.askew if w.at not in celled]
    flags.extend(TableFlag(reason=Reason.TURNED_TEXT, page=page.number, text=text) for text in loose)
    if not grids:
        words = (
            TableFlag(reason=Reason.MIXED_SCRIPT_WORD, page=page.number, text=w.text)
            for w in page.words
            if mixed_script(w.text)
        )
        flags.extend(words)
    return flags


def _grid_flags(grid: Grid, offset: int) -> list[TableFlag]:
    flags = []
    for reason, row, col, text in grid.remarks:
        flags.append(TableFlag(reason=reason, page=grid.page, row=offset + (row or 0), col=col, text=text))
    text = "\n".join([line.text for cell in grid.cells for line in cell.lines])
    for cell in grid.cells if "^" in text or not of_one_script(text) else ():
        for word in (w for line in cell.lines for w in line.words):
            place = {"row": offset + cell.row, "col": cell.col}
            if mixed_script(word.text):
                flags.append(TableFlag(reason=Reason.MIXED_SCRIPT_WORD, page=grid.page, text=word.text, **place))
            if word.text.startswith("^"):  # raised, and beside no word that it could belong to
                flags.append(TableFlag(reason=Reason.FOOTNOTE_MARK, page=grid.page, text=word.text, **place))
    return flags
