"""A workbook as tables, one sheet each, read with openpyxl.

Formulas show their cached value; one without is flagged, as are dates, hidden rows and columns (which are read) and
hidden sheets (which are counted as hidden, not read). Comments are notes, page headers and footers furniture, text in
shapes is listed as unassigned.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extract.office.blocks import Block, Cell, Sheet, Source, Table
from extract.office.package import Package
from extract.office.values import is_date, shown
from records.errors import DocumentError
from records.flags import Reason, flag

# Cells that merged ranges of a workbook may cover: openpyxl makes an object of each.
MAX_MERGED = 1_000_000
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*ref=\"([A-Z]+)(\d+):([A-Z]+)(\d+)\"")
_SHAPE_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"
_CODES = re.compile(r"&(?:[LCRPNDTFAZGBIUESXYO&]|\"[^\"]*\"|\d+|K[0-9A-F]{6})")


def read_xlsx(path: Path, data: bytes) -> Source:
    """Read a workbook.

    Raises:
        DocumentError: it is damaged, or its merged ranges cover too much.
    """
    package = Package(path, data)
    _check(package)
    shows, formulas = _open(path, data, True), _open(path, data, False)
    sheets, flags = [], list[str]()
    for name in shows.sheetnames:
        if not hasattr(shows[name], "merged_cells"):
            flags.append(flag(Reason.UNASSIGNED_TEXT, f"chart sheet {name}"))
            continue
        sheets.append(_sheet(shows[name], formulas[name]))
    sheets += _shapes(package)
    return Source(path, "xlsx", sheets, flags + [f for s in sheets for f in s.flags])


def _check(package: Package) -> None:
    for name in package.names:
        if not name.endswith((".xml", ".rels")):
            continue
        data = package.bytes_of(name)
        package.check_xml(name, data)
        size = sum(_area(*m.groups()) for m in _MERGED.finditer(data)) if "worksheets/" in name else 0
        if size > MAX_MERGED:
            what = f"merged ranges in {name} cover {size} cells (at most {MAX_MERGED} are read)"
            raise DocumentError(what, where=str(package.path), do="Take the merging apart and save it again.")


def _area(first: bytes, top: bytes, last: bytes, bottom: bytes) -> int:
    return (abs(_column(last) - _column(first)) + 1) * (abs(int(bottom) - int(top)) + 1)


def _column(letters: bytes) -> int:
    number = 0
    for code in letters:
        number = number * 26 + code - 64
    return number


def _open(path: Path, data: bytes, values: bool) -> Any:
    import openpyxl

    try:
        return openpyxl.load_workbook(io.BytesIO(data), data_only=values, rich_text=True)
    except Exception as error:  # openpyxl lets KeyError, ValueError, TypeError and others out of damaged parts
        what = f"damaged workbook: {type(error).__name__} {error}"
        raise DocumentError(what[:200], where=str(path), do="Open and save it again, or get another copy.") from error


def _sheet(shows: Any, formulas: Any) -> Sheet:
    sheet = Sheet(shows.title)
    spans = {
        (r.min_row, r.min_col): (r.max_row - r.min_row + 1, r.max_col - r.min_col + 1)
        for r in shows.merged_cells.ranges
    }
    cells: list[Cell] = []
    for (row, col), cell in sorted(shows._cells.items()):
        if type(cell).__name__ == "MergedCell":
            continue
        block = _block(cell, formulas._cells[row, col], f"sheet {shows.title}!{cell.coordinate}")
        if cell.comment is not None:
            sheet.aside.append(_note(cell.comment.text, f"sheet {shows.title}!{cell.coordinate} comment"))
        if not block.text and not block.marks and (row, col) not in spans:
            continue
        cells.append(Cell(row - 1, col - 1, [block], *spans.get((row, col), (1, 1))))
    table = Table(cells)
    for row, settings in shows.row_dimensions.items():
        if settings.hidden:
            table.row_flags[row - 1] = [flag(Reason.HIDDEN_TEXT, f"{shows.title} row {row}")]
    hidden = set(_hidden_columns(shows))
    for found in cells:
        if found.col + 1 in hidden and found.blocks[0].text:
            found.blocks[0].marks.append((0, flag(Reason.HIDDEN_TEXT, f"{shows.title} column {found.col + 1}")))
    filled = {c.row for c in cells}
    sheet.flags = [f for r, fs in table.row_flags.items() if r in filled for f in fs]
    sheet.flags += list(dict.fromkeys(f for c in cells for b in c.blocks for _, f in b.marks))
    sheet.aside += _margins(shows)
    if shows.sheet_state == "visible":
        sheet.body = [table]
    else:
        sheet.aside += [b for c in cells for b in c.blocks]
        for block in sheet.aside:
            block.claim("hidden")
        sheet.flags.append(flag(Reason.HIDDEN_TEXT, f"sheet {shows.title}"))
    return sheet


def _hidden_columns(shows: Any) -> Iterator[int]:
    for settings in shows.column_dimensions.values():
        if settings.hidden and settings.min:
            yield from range(settings.min, settings.max + 1)


def _block(cell: Any, formula: Any, location: str) -> Block:
    """One cell's text, raised figures marked."""
    text, added, flags = "", set[int](), list[str]()
    value = cell.value
    if isinstance(value, list):  # rich text: plain strings and text with a font
        for part in value:
            raised = getattr(getattr(part, "font", None), "vertAlign", None) == "superscript"
            piece = str(getattr(part, "text", part))
            if getattr(getattr(part, "font", None), "strike", False) and piece.strip():
                flags.append(flag(Reason.STRUCK_TEXT, piece.strip()[:40]))
            if raised and piece[:1].isalnum() and text and not text[-1].isspace():
                added.add(len(text))
                text += "^"
            text += piece
    else:
        text = shown(value)
    text = text.replace("_x000D_", "").replace("\r\n", "\n")
    if formula.data_type == "f" and value is None:
        flags.append(flag(Reason.FORMULA_VALUE, f"{location} has no cached value"))
    if cell.data_type == "e":
        flags.append(flag(Reason.FORMULA_VALUE, f"{location} {text}"))
    if is_date(value):
        flags.append(flag(Reason.DATE_VALUE, location))
    if text.strip() and cell.font is not None and cell.font.strike:
        flags.append(flag(Reason.STRUCK_TEXT, text.strip()[:40]))
    return Block(text, location, frozenset(added), [(0, f) for f in flags])


def _note(text: str, location: str) -> Block:
    block = Block(text, location)
    block.claim("note")
    return block


def _margins(shows: Any) -> Iterator[Block]:
    """The page headers and footers, without their codes."""
    for name in ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"):
        margin = getattr(shows, name, None)
        texts = [getattr(getattr(margin, side, None), "text", None) for side in ("left", "center", "right")]
        text = " ".join(_CODES.sub("", t) for t in texts if t)
        if text.strip():
            block = Block(text, f"sheet {shows.title} {name}")
            block.claim("furniture")
            yield block


def _shapes(package: Package) -> list[Sheet]:
    """The text of shapes, one block for each drawing part; it is in no cell, so nothing reads it."""
    found = []
    for name in package.names:
        if name.startswith("xl/drawings/") and name.endswith(".xml"):
            text = "\n".join(t.text or "" for t in package.xml(name).iter(_SHAPE_TEXT))
            if text.strip():
                found.append(Sheet(name, aside=[Block(text, name)], flags=[flag(Reason.UNASSIGNED_TEXT, name)]))
    return found
