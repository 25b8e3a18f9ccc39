"""Rows of ruled tables by column role: headers recognised, columns named, sections and page cuts noticed.

A header row names the columns of its own table; a table without one is read as the table before it, or as declared if
its number cells are numbers. Any other table is a note. Words of cells that no role reads stay unassigned.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from extract.plumber.content import Content
from extract.plumber.grid import Cell, Grid
from extract.plumber.lines import Line, between, claim
from records.flags import Reason
from records.layout import Column, Reading, Role
from records.text import squeeze

# Points by which a column may be shifted on the next page of one table.
SHIFT = 8.0
_PASSED_ON = frozenset({Reason.TEXT_OUTSIDE_CELL, Reason.CELL_SPANS_COLUMNS, Reason.CELL_SPANS_ROWS})


@dataclass(frozen=True, slots=True)
class Heading:
    """A section begins: its heading as printed, and its id from the pattern's group `s` (or empty)."""

    text: str
    group: str


@dataclass(slots=True)
class Row:
    """One data row: the lines of each declared column, by position of the column in the layout."""

    page: int
    columns: Sequence[Column]
    lines: dict[int, list[Line]]
    covered: frozenset[int] = frozenset()  # columns whose cell starts in a row above
    top: bool = False  # first data row of its page
    flags: list[str] = field(default_factory=list)

    def get(self, role: Role) -> list[Line]:
        """The lines of the first column of a role."""
        return next((self.lines.get(i, []) for i, c in enumerate(self.columns) if c.role == role), [])

    def text(self, role: Role) -> str:
        """The text of the first column of a role, on one line."""
        return squeeze(" ".join(line.text for line in self.get(role)))

    def is_covered(self, role: Role) -> bool:
        """Whether the cell of a role starts in a row above."""
        return any(c.role == role and i in self.covered for i, c in enumerate(self.columns))

    def every_line(self) -> Iterator[Line]:
        """All lines of the row."""
        for lines in self.lines.values():
            yield from lines

    def extend(self, other: "Row") -> None:
        """Join a row that a page break has cut, cell by cell."""
        for index, lines in other.lines.items():
            if index not in other.covered:
                self.lines.setdefault(index, []).extend(lines)
        self.flags += other.flags


def match_form(text: str) -> str:
    """The form in which header words and marks are compared: no white space, no case."""
    return "".join(text.split()).casefold()


def mark_form(lines: Iterable[Line]) -> str:
    """The form of a mark that may be broken over lines: line-end hyphens joined, soft hyphens and end dots dropped."""
    text = ""
    for line in lines:
        text = (text[:-1] if text[-1:] in ("-", "\u2010") else text) + line.text
    return bare_mark(text)


def bare_mark(text: str) -> str:
    """The form in which marks are compared: no white space, case, soft hyphen or closing dot; a sign stays."""
    form = match_form(text).replace("\u00ad", "")
    return form.rstrip(".,;") or form


class RowReader:
    """Yields the headings and data rows of a document's tables.

    Args:
        reading: how the document is read.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._section = re.compile(reading.section) if reading.section else None
        self._number = re.compile(reading.number.pattern)
        self._notes = [re.compile(p) for p in reading.notes]
        self._known: tuple[list[float], dict[int, list[int]]] | None = None
        self.begun = False

    def rows(self, content: Content) -> Iterator[Row | Heading]:
        """The rows of one page in reading order; what is no row is claimed as what it is, or left unassigned."""
        fresh = True
        for block in content.blocks():
            if isinstance(block, Line):
                yield from self._outer(block)
                continue
            for row in self._of_grid(block):
                if isinstance(row, Row):
                    row.top, fresh, self.begun = fresh, False, True
                yield row

    def _outer(self, line: Line) -> Iterator[Heading]:
        heading = self._heading(line.text)
        if heading is not None:
            claim([line], "field")
            yield heading
        elif not self.begun or any(p.search(line.text) for p in self._notes):
            claim([line], "note")

    def _heading(self, text: str) -> Heading | None:
        match = self._section.search(text) if self._section else None
        if match is None:
            return None
        return Heading(squeeze(text), (match.groupdict().get("s") or "").lower())

    def _of_grid(self, grid: Grid) -> Iterator[Row | Heading]:
        roles = self._roles(grid)
        if roles is None:
            claim((line for cell in grid.cells() for line in cell.lines(grid.page)), "note")
            return
        for index in range(grid.height):
            header = self._header(grid, index)
            if header:
                roles = header
                claim(_row_lines(grid, index), "note")
            elif (across := _single(grid, index)) is not None:
                lines = across.lines(grid.page)
                heading = self._heading(" ".join(line.text for line in lines))
                if heading is not None:
                    claim(lines, "field")
                    yield heading
                elif not self.begun or any(p.search(line.text) for p in self._notes for line in lines):
                    claim(lines, "note")
            else:
                row = self._row(grid, index, roles)
                if any(row.lines.values()):
                    yield row
        self._known = (grid.us, roles)

    def _roles(self, grid: Grid) -> dict[int, list[int]] | None:
        """For each declared column the grid's columns that hold it; None if this is no item table."""
        for index in range(grid.height):
            header = self._header(grid, index)
            if header:
                return header
        known = self._known[0] if self._known else []
        if self._known and len(known) == grid.width:
            shifts = [abs(a - b) for a, b in zip(grid.us, known, strict=True)]
            if max(shifts) <= SHIFT:
                return self._known[1]
        declared = self._reading.columns
        if grid.width == len(declared):
            roles = {i: [i] for i in range(grid.width)}
            numbers = next(i for i, c in enumerate(declared) if c.role == "number")
            printed = [_text(grid.covering(r, numbers), grid.page) for r in range(grid.height)]
            filled = [p for p in printed if p]
            if filled and all(self._number.fullmatch(p) for p in filled):
                return roles
        return None

    def _header(self, grid: Grid, index: int) -> dict[int, list[int]] | None:
        """The columns by a header row, or None if the row is none."""
        declared = self._reading.columns
        wanted = [{match_form(h) for h in c.header} for c in declared]
        roles: dict[int, list[int]] = {}
        taken: set[int] = set()
        for col in range(grid.width):
            cell = grid.starting(index, col)
            if cell is None:
                continue
            text = match_form(_text(cell, grid.page))
            hit = next((i for i, words in enumerate(wanted) if text in words and i not in taken), None)
            if hit is not None:
                taken.add(hit)
                roles[hit] = list(range(col, col + cell.cols))
        needed = sum(bool(w) for w in wanted)
        return roles if needed and len(roles) >= max(2, (2 * needed + 2) // 3) else None

    def _row(self, grid: Grid, index: int, roles: dict[int, list[int]]) -> Row:
        row = Row(grid.page, self._reading.columns, {}, top=False)
        covered = set()
        for position, cols in roles.items():
            cells = {id(c): c for c in (grid.covering(index, col) for col in cols) if c is not None}
            role = self._reading.columns[position].role
            if cells and all(c.row != index for c in cells.values()):
                covered.add(position)
            lines = [
                line
                for cell in cells.values()
                if cell.col in cols and (cell.row == index or role in ("number", "area", "legal_basis", "ignore"))
                for line in cell.lines(grid.page)
            ]
            if role == "ignore":
                claim(lines, "note")
            else:
                row.lines[position] = lines
        row.covered = frozenset(covered)
        row.flags = [str(n.reason) for n in grid.notices if n.row == index and n.reason in _PASSED_ON]
        return row


def _row_lines(grid: Grid, index: int) -> list[Line]:
    cells = (grid.starting(index, col) for col in range(grid.width))
    return [line for cell in cells if cell is not None for line in cell.lines(grid.page)]


def _single(grid: Grid, index: int) -> Cell | None:
    """The cell that takes up a whole row of a table of several columns."""
    cell = grid.starting(index, 0)
    return cell if cell is not None and grid.width > 1 and cell.cols == grid.width else None


def _text(cell: Cell | None, page: int) -> str:
    return "" if cell is None else squeeze(" ".join(line.text for line in cell.lines(page)))


def split_at_labels(
    lines: Sequence[Line], pattern: str, labels: Sequence[str], normal: Callable[[str], str]
) -> tuple[list[Line], list[tuple[str, list[Line], list[Line]]]]:
    """Part the lines of a cell at labels that follow one another in the declared order.

    Returns:
        The lines before the first label, and for each label found: its name, its printed form, its lines.
    """
    joined = "\n".join(line.text for line in lines)
    found: list[tuple[str, int, int]] = []
    for match in re.finditer(pattern, joined):
        if len(found) < len(labels) and normal(match["label"]) == labels[len(found)]:
            found.append((labels[len(found)], match.start(), match.end()))
    if len(found) < 2:
        return list(lines), []
    stops = [start for _, start, _ in found[1:]] + [len(joined)]
    parts = [
        (label, list(between(lines, start, end)), list(between(lines, end, stop)))
        for (label, start, end), stop in zip(found, stops, strict=True)
    ]
    return list(between(lines, 0, found[0][1])), parts
