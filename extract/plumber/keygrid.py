"""Keys as a grid: rows of numbers over rows of answers, ruled or not.

A row of numbers rises; the row under it is its answers if it says at least one that is known. In a drawn table a cell
belongs to the number in its column, without rules a word to the number whose middle is nearest. Numbers without a row
of answers keep an empty place, so that a lost answer is a missing key and nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from extract.plumber.answers import AnswerReader
from extract.plumber.content import Content
from extract.plumber.grid import Grid
from extract.plumber.headings import Headings, side_by_side
from extract.plumber.keys import Entry
from extract.plumber.lines import Line, line_of, lines_of
from records.flags import Reason, flag
from records.layout import Reading
from records.text import squeeze

# Lines of one row of answers, broken inside its places, are at most this many sizes apart.
BROKEN = 1.35
# How far the place of a number reaches that stands alone, to the left and to the right, in sizes of its type.
ALONE = (2.0, 10.0)
# How far the place of a number reaches beyond half the usual distance, where a neighbour is missing.
REACH = 1.5
# Numbers that may be missing between two that make a line.
MISSING = 3
# A gap of this many sizes inside one place parts two answers.
WIDE_GAP = 1.5
# Answers whose shift against their numbers differs by more than this part of a place are not set in columns.
DRIFT = 0.5


@dataclass(slots=True)
class _Cell:
    """A stretch of a row: from, to, its lines."""

    u0: float
    u1: float
    lines: list[Line]

    @property
    def text(self) -> str:
        return squeeze(" ".join(line.text for line in self.lines))


@dataclass(slots=True)
class _Place:
    """The place of one number: its column, its own lines, and the answer under it."""

    number: str
    u0: float
    u1: float
    own: list[Line]
    answer: list[Line] = field(default_factory=list)

    @property
    def value(self) -> int:
        return int(self.number)


class GridReader:
    """Reads the entries of a key grid.

    Args:
        reading: how the sheet is read.
        answers: tells what is an answer.
        headings: where the sheet's headings are noted.
    """

    def __init__(self, reading: Reading, answers: AnswerReader, headings: Headings) -> None:
        self._number, self._answers, self._headings = re.compile(reading.number.pattern), answers, headings
        self._open: list[_Place] = []  # the last row of numbers
        self._block: list[Line] = []  # lines under it that may be its answers, broken inside their places
        self._closed = True  # it has its answers
        self._step: float | None = None  # distance of one number to the next in lines of several, the least
        self._found: list[Entry] = []
        self.heads: list[Line] = []  # what stands before the rows of answers

    def entries(self, pages: Iterable[Content]) -> list[Entry]:
        """The entries of all pages in order."""
        for content in pages:
            for block in content.blocks():
                if isinstance(block, Grid):
                    self._table(block)
                else:
                    self._line(block)
        self._close()
        return self._found

    def _table(self, grid: Grid) -> None:
        """A drawn table; one without a row of numbers, cell by cell, is read as the lines that it holds."""
        rows = list(_rows(grid))
        if any(True for cells in rows for _ in _own_places(cells, self._number)):
            for cells in rows:
                self._row(cells)
            return
        for line in lines_of(grid.page, (word for cell in grid.cells() for word in cell.words)):
            self._line(line)

    def _row(self, cells: list[_Cell]) -> None:
        """A row of a drawn table."""
        self._flush()
        heads = [c for c in cells if c.u1 <= self._open[0].u0 + 1.0] if self._open else []
        if self._open and self._may_answer(cells) and self._take(cells, heads, empty=len(heads) == len(cells)):
            return
        numbers = list(_own_places(cells, self._number))
        named = cells[:1] if numbers and cells[0].lines != numbers[0].own else [] if numbers else cells
        line = side_by_side([line for c in named for line in c.lines])
        if line is not None and self._headings.take(line):
            self._close()
        if numbers:
            self._begin(numbers)
        elif self._is_further(cells, heads):
            self._doubt()

    def _line(self, line: Line) -> None:
        """A line outside all tables."""
        if self._block and self._goes_on(line):
            self._block.append(line)
            return
        self._flush()
        if self._open and self._opens_answers(line):
            self._block = [line]
        elif self._headings.take(line):
            self._close()
        elif numbers := row_of_numbers(line, self._number):
            self._step = min(filter(None, (_distance(numbers), self._step)), default=None)
            self._begin(with_columns(numbers, line.size, self._step))
        elif self._open and self._is_further(_words(line), [c for c in _words(line) if self._is_head(c)]):
            self._doubt()

    def _flush(self) -> None:
        """Read the lines under the open numbers as their answers."""
        lines, self._block = self._block, []
        if lines:
            cells = [cell for line in lines for cell in _words(line)]
            if self._take(cells, [c for c in cells if self._is_head(c)], empty=False) and not _aligned(self._open):
                self._doubt()

    def _is_further(self, cells: Sequence[_Cell], heads: Sequence[_Cell]) -> bool:
        """Whether a row under numbers that have their answers says nothing but further answers."""
        inside = [c for c in cells if c not in heads]
        under = self._under(inside)
        known = all(self._answers.knows(_text(lines)) for lines in under.values())
        return bool(under) and known and sum(map(len, under.values())) == sum(len(c.lines) for c in inside)

    def _doubt(self) -> None:
        """The answers read last may be those of other numbers."""
        for entry in self._found[-len(self._open) :]:
            entry.flags.append(flag(Reason.KEY_AMBIGUOUS))

    def _is_head(self, cell: _Cell) -> bool:
        return (cell.u0 + cell.u1) / 2 < self._open[0].u0

    def _opens_answers(self, line: Line) -> bool:
        """Whether a line may be the first one of the answers to the open numbers."""
        cells = _words(line)
        inside = self._under(c for c in cells if not self._is_head(c))
        if not inside or not self._may_answer(cells):
            return False
        if any(self._answers.knows(_text(lines)) for lines in inside.values()):
            return not self._closed or self._named(cells) is not None
        other = self._headings.is_heading(line) or bool(row_of_numbers(line, self._number))
        return not self._closed and not other and sum(map(len, inside.values())) == len(cells)

    def _named(self, cells: Iterable[_Cell]) -> str | None:
        """The booklet that the head of a row names."""
        return self._headings.booklet_of(" ".join(c.text for c in cells if self._is_head(c)))

    def _may_answer(self, cells: Sequence[_Cell]) -> bool:
        """Whether a row is not the next row of numbers, where answers are numbers too."""
        return not (cells[0].text.isdecimal() and int(cells[0].text) == self._open[-1].value + 1)

    def _begin(self, numbers: list[_Place]) -> None:
        self._close()
        self._open, self._closed = numbers, False

    def _close(self) -> None:
        """Numbers that have found no answers keep empty places."""
        self._flush()
        if not self._closed:
            self._enter({})
        self._open, self._closed = [], True

    def _take(self, cells: Sequence[_Cell], heads: Sequence[_Cell], empty: bool) -> bool:
        """Whether a row answers the open numbers, or leaves all places `empty`; further rows must name a booklet."""
        booklet = self._headings.booklet_of(" ".join(c.text for c in heads))
        if self._closed and booklet is None:
            return False
        places = self._under(c for c in cells if c not in heads)
        if not empty and not any(self._answers.knows(_text(lines)) for lines in places.values()):
            return False
        self.heads += [line for c in heads for line in c.lines]
        self._enter(places, booklet)
        self._closed = True
        return True

    def _under(self, cells: Iterable[_Cell]) -> dict[int, list[Line]]:
        """The lines of a row by the place they stand in; a cell over several places is the answer of each."""
        found: dict[int, list[Line]] = {}
        for cell in cells:
            middle = (cell.u0 + cell.u1) / 2
            for index, place in enumerate(self._open):
                overlap = min(cell.u1, place.u1) - max(cell.u0, place.u0)
                if place.u0 <= middle < place.u1 or overlap > (place.u1 - place.u0) / 2:
                    found.setdefault(index, []).extend(cell.lines)
        return found

    def _goes_on(self, line: Line) -> bool:
        """Whether a line stands so close under the answers above that it is a further line of them.

        A line that holds known answers under known ones is another row, whose numbers are not known.
        """
        above = self._block[-1]
        if above.page != line.page or line.v - above.v > BROKEN * line.size:
            return False
        cells = _words(line)
        under, held = self._under(cells), self._under(cell for b in self._block for cell in _words(b))
        if sum(map(len, under.values())) < len(cells) or not self._may_answer(cells):
            return False
        both = [
            self._answers.knows(_text(lines)) and self._answers.knows(_text(held.get(i, [])))
            for i, lines in under.items()
        ]
        return not all(both)

    def _enter(self, places: dict[int, list[Line]], booklet: str | None = None) -> None:
        for index, (place, (u0, u1)) in enumerate(zip(self._open, _stretches(self._open), strict=True)):
            place.answer = places.get(index, [])
            entry = Entry(place.number, place.answer, self._headings.section, self._headings.part, optional=True)
            entry.booklet = booklet or self._headings.booklet(u0, u1)
            entry.others = list(place.own)
            self._found.append(entry)


def _stretches(places: Sequence[_Place]) -> Iterator[tuple[float, float]]:
    """For each place of a row from where to where its block reaches; numbers begin again in the block beside it."""
    first = 0
    for stop in range(1, len(places) + 1):
        if stop == len(places) or places[stop].value <= places[stop - 1].value:
            yield from [(places[first].u0, places[stop - 1].u1)] * (stop - first)
            first = stop


def _words(line: Line) -> list[_Cell]:
    """Each word of a line as a cell."""
    return [_Cell(w.u0, w.u1, [line_of(line.page, [w])]) for w in line.words]


def _text(lines: Iterable[Line]) -> str:
    return squeeze(" ".join(line.text for line in lines))


def _rows(grid: Grid) -> Iterator[list[_Cell]]:
    """The filled cells of each row of a table."""
    for index in range(grid.height):
        starting = (grid.starting(index, col) for col in range(grid.width))
        cells = [_Cell(c.box[0], c.box[2], c.lines(grid.page)) for c in starting if c is not None]
        filled = [c for c in cells if c.text]
        if filled:
            yield filled


def _rises(places: Sequence[_Place]) -> bool:
    """Whether numbers rise by one step; where they begin again another block stands to the right."""
    steps = [b.value - a.value for a, b in zip(places, places[1:], strict=False)]
    usual = max(steps, key=steps.count, default=1)
    return bool(places) and usual > 0 and 2 * steps.count(usual) >= len(steps)


def _own_places(cells: Sequence[_Cell], number: re.Pattern[str]) -> Iterator[_Place]:
    """The places of a table row that is a row of numbers: all its cells but the first must be some."""
    found = [(cell, number.fullmatch(cell.text)) for cell in cells]
    rest = found if found[0][1] else found[1:]
    places = [_Place(m["n"], c.u0, c.u1, c.lines) for c, m in rest if m and m["n"].isdecimal()]
    if places and len(places) == len(rest) and _rises(places):
        yield from places


def row_of_numbers(line: Line, number: re.Pattern[str]) -> list[_Place]:
    """The places of a line that is a row of numbers; words may stand before the first one, as its head."""
    places: list[_Place] = []
    position, text = 0, line.text
    while position < len(text):
        match = number.match(text, position)
        end = len(text[: match.end()].rstrip()) if match is not None else 0
        part = line.part(position, end) if end > position and text[end : end + 1] in ("", " ") else None
        if match is not None and part is not None and match["n"].isdecimal():
            bare = line.part(*match.span("n")) or part
            places.append(_Place(match["n"], bare.words[0].u0, bare.words[-1].u1, [part]))
            position = end + 1
        elif places:
            return []
        else:
            position = (text.find(" ", position) + 1) or len(text)
    return places if _rises(places) else []


def _distance(places: Sequence[_Place]) -> float | None:
    """How far apart numbers stand that follow one another; numbers left out are counted."""
    pairs = list(zip(places, places[1:], strict=False))
    values = [b.value - a.value for a, b in pairs]
    one_by_one = 1 in values or (len(values) == 1 and values[0] <= MISSING)
    found = [
        (b.u0 + b.u1 - a.u0 - a.u1) / 2 / (value if one_by_one and value > 0 else 1)
        for (a, b), value in zip(pairs, values, strict=True)
    ]
    return median(found) if found else None


def with_columns(places: list[_Place], size: float, step: float | None) -> list[_Place]:
    """Widen each place to the middle between it and its neighbours, `step` apart; without it the number is alone."""
    middles = [(p.u0 + p.u1) / 2 for p in places]
    for index, place in enumerate(places):
        if step is None:
            place.u0, place.u1 = middles[index] - ALONE[0] * size, middles[index] + ALONE[1] * size
            continue
        before = middles[index] - middles[index - 1] if index else REACH * step
        after = middles[index + 1] - middles[index] if index + 1 < len(places) else REACH * step
        place.u0 = middles[index] - min(before, REACH * step) / 2
        place.u1 = middles[index] + min(after, REACH * step) / 2
    return places


def _aligned(places: Sequence[_Place]) -> bool:
    """Whether answers without rules stand under their numbers: all by their middles, or by one of their edges.

    Words far apart in one place are two answers.
    """
    words = [sorted((w for line in p.answer for w in line.words), key=lambda w: w.u0) for p in places]
    if any(b.u0 - a.u1 > WIDE_GAP * b.size for group in words for a, b in zip(group, group[1:], strict=False)):
        return False
    pairs = [(_edges(p.own), _edges(p.answer)) for p in places if p.answer]
    shifts = [[(b[i] - a[i]) for a, b in pairs] for i in range(2)]
    shifts.append([(sum(b) - sum(a)) / 2 for a, b in pairs])
    width = median(p.u1 - p.u0 for p in places)
    return not pairs or min(max(s) - min(s) for s in shifts) <= DRIFT * width


def _edges(lines: Iterable[Line]) -> tuple[float, float]:
    words = [w for line in lines for w in line.words]
    return min(w.u0 for w in words), max(w.u1 for w in words)
