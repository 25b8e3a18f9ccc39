"""The text of an office file as blocks, lines and tables, with the account of every character.

A block is one paragraph, cell or value as stored; every character of it starts as unassigned and is claimed once. Lines
are slices of blocks. Characters that the program that shows the file makes up (list numbers, the mark of a raised
figure) are `added`: they are read, but not counted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from records.model import Count, PageAccount, Place, Span
from records.text import squeeze

Fate = Literal["unassigned", "field", "furniture", "note", "hidden"]
Document = Literal["paper", "key"]
FATES: tuple[Fate, ...] = ("unassigned", "field", "furniture", "note", "hidden")


@dataclass(slots=True)
class Block:
    """One stored text: its characters, where it stands, the flags at positions in it."""

    text: str
    location: str
    added: frozenset[int] = frozenset()
    marks: list[tuple[int, str]] = field(default_factory=list)
    fates: bytearray = field(init=False)

    def __post_init__(self) -> None:
        self.fates = bytearray(len(self.text))

    def claim(self, fate: Fate, start: int = 0, stop: int | None = None) -> None:
        """Say what characters are; hidden ones stay hidden."""
        code = FATES.index(fate)
        for index in range(start, len(self.text) if stop is None else stop):
            if FATES[self.fates[index]] != "hidden":
                self.fates[index] = code

    def lines(self) -> list["Line"]:
        """The block's lines that show more than white space, without the white space at their ends."""
        found, start = [], 0
        for part in self.text.split("\n"):
            line = Line(self, start, start + len(part)).part(0)
            if line is not None and FATES[self.fates[line.start]] != "hidden":
                found.append(line)
            start += len(part) + 1
        return found

    def runs(self, fate: Fate) -> Iterator[str]:
        """The texts of unbroken runs of one fate."""
        code, run = FATES.index(fate), ""
        for index, character in enumerate(self.text):
            if character.isspace():
                run += " " if run else ""
            elif self.fates[index] == code and (index not in self.added or run):
                run += character
            elif run:
                yield squeeze(run)
                run = ""
        if run.strip():
            yield squeeze(run)


@dataclass(frozen=True, slots=True)
class Line:
    """A slice of a block without a line break."""

    block: Block
    start: int
    stop: int

    @property
    def text(self) -> str:
        """The slice's text, white space as stored."""
        return self.block.text[self.start : self.stop]

    @property
    def opens(self) -> bool:
        """Whether the line begins its paragraph, cell or value."""
        return not self.block.text[: self.start].strip()

    @property
    def printed(self) -> bool:
        """Whether the program that shows the file makes up the number the line begins with."""
        return self.start in self.block.added

    def part(self, begin: int, end: int | None = None) -> "Line | None":
        """A part of the line without white space at its ends, or None if nothing is left."""
        text = self.text[begin:end]
        left = self.start + begin + len(text) - len(text.lstrip())
        return Line(self.block, left, left + len(text.strip())) if text.strip() else None

    def flags(self) -> list[str]:
        """The flags at positions inside the slice."""
        return [f for at, f in self.block.marks if self.start <= at <= self.stop]


@dataclass(slots=True)
class Cell:
    """A table cell: its first row and column from 0, its spans, its text."""

    row: int
    col: int
    blocks: list[Block]
    rows: int = 1
    cols: int = 1

    def lines(self) -> list[Line]:
        """The lines of the cell."""
        return [line for block in self.blocks for line in block.lines()]

    def text(self) -> str:
        """The cell's text on one line."""
        return squeeze(" ".join(line.text for line in self.lines()))


@dataclass(slots=True)
class Table:
    """A table: its cells, and for each row the flags that hold for all of it."""

    cells: list[Cell]
    row_flags: dict[int, list[str]] = field(default_factory=dict)
    width: int = field(init=False)
    height: int = field(init=False)
    grid: dict[tuple[int, int], Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.width = max((c.col + c.cols for c in self.cells), default=0)
        self.height = max((c.row + c.rows for c in self.cells), default=0)
        spots = (
            (c, r, k) for c in self.cells for r in range(c.row, c.row + c.rows) for k in range(c.col, c.col + c.cols)
        )
        self.grid = {(r, k): c for c, r, k in spots}

    def starting(self, row: int) -> list[Cell]:
        """The cells that begin in a row, left to right."""
        found = (self.grid.get((row, k)) for k in range(self.width))
        return list({id(c): c for c in found if c is not None and c.row == row}.values())


@dataclass(slots=True)
class Sheet:
    """What is accounted for as one page: a docx, one sheet of a workbook, a text file."""

    name: str
    body: list[Block | Table] = field(default_factory=list)
    aside: list[Block] = field(default_factory=list)  # text outside the body, claimed when read
    flags: list[str] = field(default_factory=list)

    def blocks(self) -> Iterator[Block]:
        """Every block of the sheet."""
        for part in self.body:
            if isinstance(part, Block):
                yield part
            else:
                for cell in part.cells:
                    yield from cell.blocks
        yield from self.aside


@dataclass(slots=True)
class Source:
    """One document: its sheets in order, and the flags of the file."""

    path: Path
    kind: str
    sheets: list[Sheet]
    flags: list[str] = field(default_factory=list)


def claim(lines: Iterable[Line], fate: Fate) -> None:
    """Say what the characters of lines are."""
    for line in lines:
        line.block.claim(fate, line.start, line.stop)


def account_of(sheet: Sheet, number: int, document: Document) -> PageAccount:
    """What became of every character of a sheet; list numbers and marks that no file stores are not counted."""
    counts = dict.fromkeys(FATES, 0)
    spans: dict[str, list[Span]] = {"furniture": [], "note": [], "unassigned": []}
    nowhere = Place(page=number, box=(0.0, 0.0, 0.0, 0.0))
    for block in sheet.blocks():
        for index, character in enumerate(block.text):
            if not character.isspace() and index not in block.added:
                counts[FATES[block.fates[index]]] += 1
        for fate in FATES:
            if fate in spans:
                spans[fate] += [Span(text=t, place=nowhere, location=block.location) for t in block.runs(fate)]
    return PageAccount(
        document=document,
        page=number,
        width=0.0,
        height=0.0,
        glyphs=Count(**counts),
        flags=list(dict.fromkeys(sheet.flags)),
        furniture=spans["furniture"],
        notes=spans["note"],
        unassigned=spans["unassigned"],
    )
