"""Rows of tables by column role, whatever file they come from.

A row that carries the columns' header words names the columns of its table; a table without one is read as the table
before it, or as declared if its number cells are numbers. Any other table is a note. `records` always needs its header.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from extract.office.blocks import Block, Cell, Line, Source, Table, claim
from records.errors import LayoutError
from records.layout import Column, Reading, Role
from records.text import squeeze

# A cell over several rows says the same of each of them in these columns.
_SHARED = ("number", "area", "legal_basis")


@dataclass(frozen=True, slots=True)
class Heading:
    """A section begins: its heading, and its id from the pattern's group `s` (or empty)."""

    text: str
    group: str


@dataclass(slots=True)
class Row:
    """One data row: the lines of each declared column, by position of the column in the layout."""

    columns: Sequence[Column]
    lines: dict[int, list[Line]]
    location: str
    covered: frozenset[int] = frozenset()  # columns whose cell began in a row above
    flags: list[str] = field(default_factory=list)

    def get(self, role: Role) -> list[Line]:
        """The lines of the first column of a role."""
        return next((self.lines.get(i, []) for i, c in enumerate(self.columns) if c.role == role), [])

    def text(self, role: Role) -> str:
        """The text of the first column of a role, on one line."""
        return squeeze(" ".join(line.text for line in self.get(role)))

    def is_covered(self, role: Role) -> bool:
        """Whether the cell of a role began in a row above."""
        return any(c.role == role and i in self.covered for i, c in enumerate(self.columns))

    def claim(self) -> None:
        """All its text is in fields."""
        for lines in self.lines.values():
            claim(lines, "field")


def header_form(text: str) -> str:
    """The form in which header words are compared: no white space, no case."""
    return "".join(text.split()).casefold()


class RowReader:
    """Yields the headings and data rows of a document.

    Args:
        reading: how the document is read.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._section = re.compile(reading.section) if reading.section else None
        self._number = re.compile(reading.number.pattern)
        self._notes = [re.compile(p) for p in reading.notes]
        self._furniture = [re.compile(f.pattern) for f in reading.furniture]
        self._words = [{header_form(h) for h in c.header} for c in reading.columns]
        self._known: tuple[int, list[dict[int, int]]] | None = None
        self._begun = False

    def rows(self, source: Source) -> Iterator[Row | Heading]:
        """The rows in reading order; what is no row is claimed as what it is, or left unassigned.

        Raises:
            LayoutError: `records` finds no header, or one without a needed column.
        """
        tables = [p for s in source.sheets for p in s.body if isinstance(p, Table)]
        if self._reading.kind == "records":
            self._check(source, tables)
        for sheet in source.sheets:
            for part in sheet.body:
                if isinstance(part, Block):
                    for line in part.lines():
                        yield from self._outer([line], line.text)
                else:
                    yield from self._of_table(part)

    def _check(self, source: Source, tables: list[Table]) -> None:
        """Refuse a file whose header lacks a column that items need."""
        heads = [h for t in tables for r in range(t.height) if (h := self._header(t, r))]
        optional = ("legal_basis", "area", "ignore")
        needed = [c for i, c in enumerate(self._reading.columns) if c.role not in optional]
        missing = needed
        for head in heads:
            lacking = [c for i, c in enumerate(self._reading.columns) if c.role not in optional and i not in head[0]]
            missing = min(missing, lacking, key=len)
        if missing:
            names = ", ".join(repr("/".join(c.header)) for c in missing)
            first = ", ".join(repr(c.text()[:30]) for c in (tables[0].starting(0) if tables else [])[:12])
            raise LayoutError(
                f"no column {names}: the first row or the keys are {first or 'none'}",
                where=str(source.path), do="Name the columns as the file does in the layout's headers.",
            )  # fmt: skip

    def _outer(self, lines: list[Line], text: str) -> Iterator[Heading]:
        """Text in no row: furniture, a section heading, a note, or what stays unassigned."""
        match = self._section.search(text) if self._section else None
        if any(p.fullmatch(text.strip()) for p in self._furniture):
            claim(lines, "furniture")
        elif match is not None:
            claim(lines, "field")
            yield Heading(squeeze(text), (match.groupdict().get("s") or "").lower())
        elif not self._begun or any(p.search(text) for p in self._notes):
            claim(lines, "note")

    def _of_table(self, table: Table) -> Iterator[Row | Heading]:
        heads = [self._header(table, r) for r in range(table.height)]
        first = next((h for h in heads if h), None)
        if first is not None:
            columns = first
        elif self._known is not None and self._known[0] == table.width:
            columns = self._known[1]
        elif self._fits_as_declared(table):
            columns = [{i: i for i in range(table.width)}]
        else:
            for cell in table.cells:
                claim(cell.lines(), "note")
            return
        seen = first is None
        for index, head in enumerate(heads):
            cells = table.starting(index)
            if head:
                columns, seen = head, True
                for cell in cells:
                    claim(cell.lines(), "note")
            elif not seen or self._is_across(table, index, cells):
                lines = [line for cell in cells for line in cell.lines()]
                yield from self._outer(lines, squeeze(" ".join(line.text for line in lines)))
            else:
                yield from self._data(table, index, columns)
        self._known = (table.width, columns)

    def _is_across(self, table: Table, index: int, cells: list[Cell]) -> bool:
        """Whether a row is one cell across the table, or a section's heading alone in its row."""
        filled = [c for c in cells if c.text()]
        if len(cells) == 1 and table.width > 1 and cells[0].cols == table.width:
            return True
        alone = len(filled) == 1 and all(
            (c := table.grid.get((index, k))) is None or c.row == index for k in range(table.width)
        )
        return alone and self._section is not None and self._section.search(filled[0].text()) is not None

    def _fits_as_declared(self, table: Table) -> bool:
        declared = self._reading.columns
        if table.width != len(declared) or self._reading.kind == "records":
            return False
        at = next(i for i, c in enumerate(declared) if c.role == "number")
        printed = [c.text() for c in table.cells if c.col == at and c.text()]
        return bool(printed) and all(self._number.fullmatch(p) for p in printed)

    def _header(self, table: Table, index: int) -> list[dict[int, int]]:
        """The table's column of each declared column, once for each block of columns side by side; [] for no header."""
        blocks: list[dict[int, int]] = [{}]
        for cell in table.starting(index):
            text = header_form(cell.text())
            fitting = [i for i, words in enumerate(self._words) if text in words]
            free = [i for i in fitting if i not in blocks[-1]]
            if fitting and not free:
                blocks.append({})
            if fitting:
                blocks[-1][(free or fitting)[0]] = cell.col
        needed = sum(bool(w) for w in self._words)
        enough = max(min(2, needed), (2 * needed + 2) // 3)
        return blocks if needed and len(blocks[0]) >= enough else []

    def _data(self, table: Table, index: int, columns: list[dict[int, int]]) -> Iterator[Row]:
        for block in columns:
            row = Row(self._reading.columns, {}, "", flags=list(table.row_flags.get(index, [])))
            covered = set()
            for position, col in block.items():
                cell = table.grid.get((index, col))
                if cell is None:
                    continue
                if cell.row != index:
                    covered.add(position)
                role = self._reading.columns[position].role
                if cell.col != col or (cell.row != index and role not in _SHARED):
                    continue
                lines = cell.lines()
                row.location = row.location or (cell.blocks[0].location if cell.blocks else "")
                if role == "ignore":
                    claim(lines, "note")
                    continue
                row.lines[position] = lines
                row.flags += [f for b in cell.blocks for _, f in b.marks] if cell.row == index else []
            row.covered = frozenset(covered)
            row.flags = list(dict.fromkeys(row.flags))
            if any(lines for position, lines in row.lines.items() if position not in covered):
                self._begun = True
                yield row
