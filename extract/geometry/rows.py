"""Item rows: which tables hold items, what each column is, and every data row as values by role.

A header row fixes the roles of its table wherever it stands; a table without one is an item table if it continues
the table before it, or has the declared number of columns and numbers in the number column. Others are notes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from extract.geometry.fields import Account, Value, bare
from extract.geometry.glyphs import Word
from extract.geometry.grid import Cell, Grid
from extract.geometry.lines import Line, lines_of
from extract.geometry.listing import section_id
from extract.geometry.page import Page
from records.flags import Reason, flag
from records.layout import Column, Reading
from records.text import squeeze

SAME_COLUMN = 6.0  # pt: how far a column's edge may move where a table goes on on the next page
LONG_WORD = 4  # letters from which a header word may stand inside a longer header cell


class Row(NamedTuple):
    """One data row: values by role (`number`, `text`, `mark`, `option:A`, ...), in frame order of the document."""

    page: int
    first: bool  # the first data row of its page
    values: Mapping[str, Value]
    own: frozenset[str]  # roles whose cell begins in this row (a cell merged over rows begins in the first)
    heading: str | None
    section: str | None
    flags: tuple[str, ...] = ()
    joined: bool = False

    def text(self, role: str) -> str:
        """The plain text of a role, "" if the row has none."""
        value = self.values.get(role)
        return squeeze(" ".join(line.text for line in value.lines)) if value else ""


class Roles(NamedTuple):
    """Column roles of a table: for each group of columns (several items side by side in a key table) role -> column."""

    groups: list[dict[str, int]]
    columns: list[float]


@dataclass
class Found:
    """What the scan of a document's tables has yielded so far: rows, other tables' first rows, where it stands.

    `begun` tells that rows were found, even if they were taken away since.
    """

    rows: list[Row] = field(default_factory=list)
    others: list[list[str]] = field(default_factory=list)
    tables: int = 0
    roles: Roles | None = None
    heading: tuple[str, str] | None = None
    sections: int = 0
    begun: bool = False


def role_name(column: Column) -> str:
    """The key of a column's values: its role, and the label for an option's column."""
    return f"option:{column.label}" if column.role == "option" else column.role


def rows_of(
    pages: Sequence[Page],
    grids: Mapping[int, list[Grid]],
    furniture: Mapping[int, set[int]],
    reading: Reading,
    account: Account,
) -> Found:
    """All data rows of a document's item tables; headers, other tables and stray lines are booked on the way."""
    found = Found()
    for page in pages:
        scan(found, page, grids[page.number], furniture.get(page.number, set()), reading, account)
    return found


def scan(
    found: Found, page: Page, grids: Sequence[Grid], furniture: set[int], reading: Reading, account: Account
) -> None:
    """Add the data rows of the next page to those found before."""
    before = len(found.rows)
    for event in _events(page, grids, furniture):
        if isinstance(event, Line):
            _take_line(found, event, reading, account)
        else:
            _take_table(found, event, reading, account, before)
    found.begun = found.begun or bool(found.rows)


def _take_line(found: Found, line: Line, reading: Reading, account: Account) -> None:
    """A line outside the tables: a section's heading, a note, or nothing that is known (it stays unassigned)."""
    if _opens_section(found, line.text, reading):
        account.book(line.words, "field")
    elif not (found.begun or found.rows) or any(re.search(pattern, line.text) for pattern in reading.notes):
        account.book(line.words, "note")


def _take_table(found: Found, grid: Grid, reading: Reading, account: Account, before: int) -> None:
    """A table: its data rows if it holds items, else a note. `before` is the number of rows before this page."""
    found.tables += 1
    roles = _roles_of(grid, reading, found.roles)
    if roles is None:
        found.others.append([_cell_text(grid.cell(0, c)) for c in range(grid.owner.shape[1])])
        account.book((w for cell in grid.cells for line in cell.lines for w in line.words), "note")
        return
    found.roles = roles
    for index in range(grid.owner.shape[0]):
        named = _header(grid, index, reading.columns)
        if named is not None:
            found.roles = roles = Roles(named, grid.columns)
            account.book(_row_words(grid, index), "note")
        elif _opens_section(found, _spanning(grid, index), reading):
            account.book(_row_words(grid, index), "field")
        elif _is_heading(_spanning(grid, index), reading):
            if not (found.begun or found.rows):
                account.book(_row_words(grid, index), "note")
        else:
            first = len(found.rows) == before
            fresh = [_row(grid, index, group, first, found.heading, reading) for group in roles.groups]
            found.rows.extend(row for row in fresh if any(value.lines for value in row.values.values()))


def _is_heading(text: str, reading: Reading) -> bool:
    """Whether a row of one cell across the table holds something else than an item; it is left unassigned."""
    return bool(text) and len(reading.columns) > 1 and re.match(reading.number.pattern, text) is None


def _opens_section(found: Found, text: str, reading: Reading) -> bool:
    match = re.search(reading.section, squeeze(text)) if reading.section and text else None
    if match is not None:
        found.sections += 1
        found.heading = (squeeze(text), section_id(match, found.sections))
    return match is not None


def _events(page: Page, grids: Sequence[Grid], furniture: set[int]) -> Iterator[Grid | Line]:
    """Tables and lines outside them, top to bottom."""
    inside = {w.at for grid in grids for cell in grid.cells for line in cell.lines for w in line.words}
    free = lines_of(w for w in page.words if w.at not in inside and w.at not in furniture)
    placed: list[tuple[float, Grid | Line]] = [(grid.box[1], grid) for grid in grids]
    placed.extend((line.box[1], line) for line in free)
    yield from (event for _, event in sorted(placed, key=lambda pair: pair[0]))


def _cell_text(cell: Cell) -> str:
    return squeeze(" ".join(line.text for line in cell.lines))


def _row_words(grid: Grid, index: int) -> list[Word]:
    cells = {int(n) for n in grid.owner[index]}
    return [w for n in cells for line in grid.cells[n].lines for w in line.words]


def _spanning(grid: Grid, index: int) -> str:
    """The text of a row that is one cell across the whole table, else ""."""
    cell = grid.cell(index, 0)
    return _cell_text(cell) if cell.cols == grid.owner.shape[1] and cell.rows == 1 else ""


def _header(grid: Grid, index: int, columns: Sequence[Column]) -> list[dict[str, int]] | None:
    """Roles by a header row: every cell with text carries a declared column's words, and at least two do."""
    groups: list[dict[str, int]] = [{}]
    seen: set[int] = set()
    for place in range(grid.owner.shape[1]):
        number = int(grid.owner[index, place])
        text = _cell_text(grid.cells[number])
        if number in seen or not text:
            continue
        seen.add(number)
        fits = [c for c in columns if any(_carries(text, word) for word in c.header)]
        if not fits:
            return None
        fresh = [c for c in fits if role_name(c) not in groups[-1]]
        if not fresh:
            groups.append({})
        groups[-1][role_name((fresh or fits)[0])] = place
    named = max((c for c in groups), key=len)
    return (
        [g for g in groups if g]
        if len(named) >= min(2, len(columns)) and all("number" in g or "text" in g for g in groups)
        else None
    )


def _carries(text: str, word: str) -> bool:
    cell, wanted = bare(text), bare(word)
    return cell == wanted or (len(wanted) >= LONG_WORD and wanted in cell and len(cell) <= 3 * len(wanted))


def _roles_of(grid: Grid, reading: Reading, before: Roles | None) -> Roles | None:
    """The roles a table starts with, None for a table that holds no items."""
    height, width = grid.owner.shape
    if any(_header(grid, index, reading.columns) for index in range(height)):
        return before if before and _continues(grid, before) else _by_position(grid, reading) or Roles([], grid.columns)
    if before is not None and _continues(grid, before):
        return before._replace(columns=grid.columns)
    roles = _by_position(grid, reading)
    if roles is None:
        return None
    numbers = [_cell_text(grid.cell(r, group["number"])) for r in range(height) for group in roles.groups]
    filled = [text for text in numbers if text]
    fitting = sum(re.fullmatch(reading.number.pattern, text) is not None for text in filled)
    return roles if filled and 2 * fitting >= len(filled) else None


def _continues(grid: Grid, before: Roles) -> bool:
    same = len(grid.columns) == len(before.columns)
    return same and all(abs(a - b) <= SAME_COLUMN for a, b in zip(grid.columns, before.columns, strict=True))


def _by_position(grid: Grid, reading: Reading) -> Roles | None:
    width, declared = grid.owner.shape[1], len(reading.columns)
    if width != declared and not (reading.kind == "key_table" and width % declared == 0):
        return None
    groups = [
        {role_name(column): start + i for i, column in enumerate(reading.columns)}
        for start in range(0, width, declared)
    ]
    return Roles(groups, grid.columns)


def _swallows(cell: Cell, role: str, reading: Reading) -> bool:
    """Whether a cell holds what belongs to several rows, since a rule is missing: several lines over several rows.

    Areas and legal bases may be merged; where options are rows of their own, so may numbers and stems. Several numbers
    in one cell never belong to one row.
    """
    if role == "number" and len(cell.lines) > 1:
        return all(re.fullmatch(reading.number.pattern, squeeze(line.text)) for line in cell.lines)
    if role in ("area", "legal_basis", "ignore") or cell.rows == 1 or len(cell.lines) < 2:
        return False
    return role == "key" or reading.options is None or reading.options.place != "rows"


def _row(
    grid: Grid, index: int, group: Mapping[str, int], first: bool, heading: tuple[str, str] | None, reading: Reading
) -> Row:
    values: dict[str, Value] = {}
    own: set[str] = set()
    claimed: set[int] = set()
    flags = []
    for role, place in sorted(group.items(), key=lambda pair: pair[1]):
        number = int(grid.owner[index, place])
        cell = grid.cells[number]
        if number in claimed:
            values[role] = Value([], ((grid.page, cell.box),))
            continue
        claimed.add(number)
        begins = cell.row == index
        if begins or role in ("number", "area", "legal_basis"):
            values[role] = Value(cell.lines, ((grid.page, cell.box),))
        else:
            values[role] = Value([], ((grid.page, cell.box),))
        own |= {role} if begins else set()
        if _swallows(cell, role, reading):
            flags.append(flag(Reason.CELL_SPANS_ROWS))
        if begins and any(w.at in grid.strays for line in cell.lines for w in line.words):
            flags.append(flag(Reason.TEXT_OUTSIDE_CELL))
    doubts = (Reason.CELL_SPANS_COLUMNS, Reason.CELL_SPANS_ROWS)
    spans = [r for r in grid.remarks if r.reason in doubts and r.row == index]
    flags.extend(flag(r.reason) for r in spans)
    name, ident = heading or (None, None)
    return Row(grid.page, first, values, frozenset(own), name, ident, tuple(dict.fromkeys(flags)))
