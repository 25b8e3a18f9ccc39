"""Sets a synthetic bank page by page: ruled rows that flow over pages, as word processors set them.

A producer's ink is asked for text and rules only; line breaks and places are the same for all. Units are points, y
from the page's foot. Nothing of a page that is done is kept here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from benchmarks.questions import LABELS, RIGHT, WRONG, Bank, Question, Section, phrases
from samples.markup import RAISED_BY, RAISED_SIZE, Run, spans

WIDTH, HEIGHT = 595.3, 841.9
LEFT, TOP, BOTTOM = 50.0, 786.0, 58.0
COLUMNS = (40.0, 372.0, 84.0)
HEADINGS = ("№", "Питання", "Відповідь")
SIZE, LEADING, PADDING = 8.5, 10.0, 1.3
LAST_PAGE = 0.4  # of the last page that is left empty, about

Word = list[Run]
Line = list[Word]


class Ink(Protocol):
    """What a producer does: pages, text and rules."""

    def new_page(self) -> None:
        """End the page before, if there is one, and begin the next."""

    def text(self, x: float, y: float, text: str, size: float, bold: bool) -> None:
        """Set text with its baseline's start at a place."""

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a level or upright rule."""

    def close(self) -> None:
        """End the document and write it."""


@dataclass(frozen=True)
class Row:
    """A table row; a single cell is set across the table."""

    cells: tuple[str, ...]
    bold: bool = False


def rows_of(question: Question) -> Iterator[Row]:
    """The rows of one question as printed: number and stem, then each option with its mark."""
    number = "" if question.damage == "lost_number" else f"{question.number}."
    yield Row((number, question.stem, ""))
    for label, text in zip(LABELS, question.options, strict=False):
        yield Row(("", text, RIGHT if label == question.key else WRONG))


class Setter:
    """Sets questions until the bank is full.

    Args:
        ink: the producer.
        width: of a word in points, given text and boldness, at size 1.
        pages: how many pages the bank is to have.
        repeat: whether a table's heading row is set again on each of its pages.
    """

    def __init__(self, ink: Ink, width: Callable[[str, bool], float], pages: int, repeat: bool = True) -> None:
        self._ink, self.pages, self._repeat = ink, pages, repeat
        self._width = lru_cache(maxsize=100_000)(width)
        self.page, self.cut, self._y = 0, 0, 0.0
        self._open = False  # whether a table is open on this page

    def set(self, bank: Bank) -> Iterator[Question]:
        """Set all questions, and yield each when it stands on its page."""
        self._new_page()
        for text in phrases()["title"]:
            self._free_line(text, bold=True, centred=True)
        for text in phrases()["notes"]:
            self._free_line(text)
        section = None
        for done, question in enumerate(bank.questions(), 1):
            if question.section != section:
                section = question.section
                self._begin(section)
            for row in rows_of(question):
                self._set_row(row)
            yield question
            bank.length = self._length(bank.items - done)
        self._close()

    def _length(self, left: int) -> int:
        """How long the next stem should be, in characters, so that the questions left fill the pages left."""
        body = TOP - BOTTOM - self._height(1)
        height = (self.pages - self.page - LAST_PAGE) * body + self._y - BOTTOM
        options = len(LABELS) * self._height(1.3)
        lines = (height / max(1, left) - options - 2 * PADDING) / LEADING
        line = (COLUMNS[1] - 2 * PADDING) / (SIZE * self._width("о", False))
        return int(max(0.5, lines - 0.4) * line)

    def _begin(self, section: Section) -> None:
        if section.place == "row":
            self._set_row(Row((section.heading,), bold=True))
            return
        self._close()
        if self._y - 6 * LEADING < BOTTOM:
            self._new_page()
        self._y -= LEADING / 2
        self._free_line(section.heading, bold=True, centred=True)
        self._y -= LEADING / 2

    def _new_page(self) -> None:
        self._ink.new_page()
        self.page += 1
        self._y = TOP
        folio = str(self.page)
        self._ink.text(WIDTH / 2 - SIZE * self._width(folio, False) / 2, 34.0, folio, SIZE, False)

    def _free_line(self, text: str, bold: bool = False, centred: bool = False) -> None:
        for line in self._lines(text, WIDTH - 2 * LEFT, bold):
            self._y -= LEADING + 1
            middle = (WIDTH - self._measure(line, bold)) / 2
            self._line(line, middle if centred else LEFT, self._y, bold)

    def _set_row(self, row: Row) -> None:
        """Set a row, cut by the page's end where only some of its lines fit."""
        self._head()
        cells = self._cells(row)
        count = max(1, *map(len, cells)) if len(cells) > 1 else len(cells[0])
        fits = int((self._y - BOTTOM - 2 * PADDING) / LEADING)
        if fits < count:
            if fits > 0 and len(cells) > 1:
                self.cut += 1
                self._draw(row, [lines[:fits] for lines in cells])
                cells = [lines[fits:] for lines in cells]
            self._close()
            self._new_page()
            self._head(again=True)
        self._draw(row, cells)

    def _head(self, again: bool = False) -> None:
        """Begin a table with its heading, or go on with it on the next page, if none is open."""
        if self._open:
            return
        self._open = True
        if self._repeat or not again:
            heading = Row(HEADINGS, bold=True)
            self._draw(heading, self._cells(heading))

    def _close(self) -> None:
        """End the open table with the rule under it."""
        if self._open:
            self._open, x = False, LEFT
            for width in COLUMNS:
                self._ink.rule(x, self._y, x + width, self._y)
                x += width

    def _cells(self, row: Row) -> list[list[Line]]:
        widths = COLUMNS if len(row.cells) > 1 else (sum(COLUMNS),)
        return [self._lines(c, w - 2 * PADDING - 4, row.bold) for c, w in zip(row.cells, widths, strict=True)]

    def _draw(self, row: Row, cells: list[list[Line]]) -> None:
        widths = COLUMNS if len(cells) > 1 else (sum(COLUMNS),)
        bottom = self._y - self._height(max(1, *map(len, cells)) if len(cells) > 1 else len(cells[0]))
        x = LEFT
        for at, (lines, width) in enumerate(zip(cells, widths, strict=True)):
            self._ink.rule(x, self._y, x + width, self._y)
            self._ink.rule(x, bottom, x, self._y)
            y = self._y - PADDING
            for line in lines:
                y -= LEADING
                free = width - self._measure(line, row.bold)
                self._line(line, x + (free / 2 if at == 0 or row.bold else PADDING + 2), y + 0.22 * SIZE, row.bold)
            x += width
        self._ink.rule(x, bottom, x, self._y)
        self._y = bottom

    @staticmethod
    def _height(lines: float) -> float:
        return lines * LEADING + 2 * PADDING

    def _line(self, line: Line, x: float, y: float, bold: bool) -> None:
        """Set a line: words of one size together, a raised number by itself."""
        waiting, start = "", x
        for at, word in enumerate(line):
            for run in [Run(" "), *word] if at else word:
                if run.raised:
                    self._ink.text(start, y, waiting, SIZE, bold)
                    self._ink.text(x, y + SIZE * RAISED_BY, run.text, SIZE * RAISED_SIZE, bold)
                    waiting, start = "", x + self._run(run, bold)
                else:
                    waiting += run.text
                x += self._run(run, bold)
        if waiting:
            self._ink.text(start, y, waiting, SIZE, bold)

    def _lines(self, text: str, width: float, bold: bool) -> list[Line]:
        lines: list[Line] = []
        space, room = SIZE * self._width(" ", bold), 0.0
        for part in text.split():
            word = [run for run in spans(part) if isinstance(run, Run)] if "{" in part else [Run(part)]
            needed = sum(self._run(run, bold) for run in word)
            if lines and needed + space <= room:
                lines[-1].append(word)
                room -= needed + space
            else:
                lines.append([word])
                room = width - needed
        return lines

    def _measure(self, line: Line, bold: bool) -> float:
        gaps = SIZE * self._width(" ", bold) * (len(line) - 1)
        return gaps + sum(self._run(run, bold) for word in line for run in word)

    def _run(self, run: Run, bold: bool) -> float:
        return SIZE * (RAISED_SIZE if run.raised else 1.0) * self._width(run.text, bold)
