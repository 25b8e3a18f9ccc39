"""Lines of text: words on one baseline in reading order, with a way back from characters to words.

A line is what a person reads in one go inside one cell or one column; its text has single spaces. A part of a line
(the text behind a label, one of several options) is a line again, over the words it touches.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from extract.plumber.page import Frame
from extract.plumber.words import Word
from records.model import BoxTuple

# Words whose baselines differ by less than this part of the size stand on one line.
SAME_LINE = 0.35
# A gap of this many sizes parts a line into segments that have nothing to do with one another.
WIDE_GAP = 2.5


@dataclass(frozen=True, slots=True)
class Line:
    """Words left to right, their joined text, and the page they stand on; `origin` is the edge of their column."""

    page: int
    text: str
    words: tuple[Word, ...]
    origin: float = 0.0

    @property
    def u0(self) -> float:
        """Left edge, measured in its column."""
        return self.words[0].u0 - self.origin

    @property
    def u1(self) -> float:
        """Right edge, measured in its column."""
        return max(w.u1 for w in self.words) - self.origin

    @property
    def v(self) -> float:
        """Baseline of the largest word."""
        return max(self.words, key=lambda w: w.size).v

    @property
    def size(self) -> float:
        """Largest font size."""
        return max(w.size for w in self.words)

    def part(self, start: int, stop: int | None = None) -> "Line | None":
        """The characters from `start` to `stop`, white space stripped; None if there are none."""
        stop = len(self.text) if stop is None else stop
        text = self.text[start:stop].strip()
        touched, position = [], 0
        for word in self.words:
            if position < stop and position + len(word.text) > start:
                touched.append(word)
            position += len(word.text) + 1
        return Line(self.page, text, tuple(touched), self.origin) if text else None

    def segments(self) -> Iterator["Line"]:
        """The parts of a line between wide gaps."""
        first = 0
        for index in range(1, len(self.words) + 1):
            if index == len(self.words) or self.words[index].u0 - self.words[index - 1].u1 > WIDE_GAP * self.size:
                yield line_of(self.page, self.words[first:index])
                first = index


def line_of(page: int, words: Iterable[Word]) -> Line:
    """A line of words given in reading order."""
    kept = tuple(words)
    return Line(page, " ".join(w.text for w in kept), kept)


def lines_of(page: int, words: Iterable[Word]) -> list[Line]:
    """Sort words into lines, top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.v):
        row = rows[-1] if rows else None
        if row is not None and word.v - row[0].v <= SAME_LINE * min(word.size, row[0].size):
            row.append(word)
        else:
            rows.append([word])
    return [line_of(page, sorted(row, key=lambda w: w.u0)) for row in rows]


def box_of(words: Iterable[Word], frame: Frame) -> BoxTuple:
    """The box of words on the page as displayed."""
    kept = list(words)
    return frame.box(
        min(w.u0 for w in kept), min(w.top for w in kept), max(w.u1 for w in kept), max(w.bottom for w in kept)
    )


def between(lines: Iterable[Line], start: int, stop: int) -> Iterator[Line]:
    """The parts of lines that hold the characters `start` to `stop` of their texts joined by one character."""
    position = 0
    for line in lines:
        begin, end = max(start - position, 0), min(stop - position, len(line.text))
        part = line.part(begin, end) if begin < end else None
        if part is not None:
            yield part
        position += len(line.text) + 1


def claim(lines: Iterable[Line], use: str) -> None:
    """Enter the words of lines into the account under `use`; a word is entered once."""
    for line in lines:
        for word in line.words:
            word.use = word.use or use
