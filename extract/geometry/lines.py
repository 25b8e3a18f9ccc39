"""Lines: words that stand side by side, in reading order, with their text and the place of each word in it.

A line can be cut: the part keeps exactly the words that it shows, so that every field knows where it stands.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from extract.geometry.frame import Box
from extract.geometry.glyphs import Word

LEVEL = 0.45  # of the lower word's height: how far centres of one line may lie apart
CLOSE = 0.08  # of the size: nearer words are pieces of one word
_LEFT = itemgetter(0)


class Line(NamedTuple):
    """Text of a line or of a part of one, and its words left to right.

    `column` is 1 or 2 where the page has columns of text (0 across them), `origin` where that column begins.
    """

    text: str
    words: tuple[Word, ...]
    column: int = 0
    origin: float = 0.0

    @property
    def page(self) -> int:
        """Number of the page the line stands on."""
        return self.words[0].page

    @property
    def box(self) -> Box:
        """Box around the words, in the reading frame."""
        return bounds(self.words)

    @property
    def left(self) -> float:
        """The left edge, from where the line's column begins."""
        return self.box[0] - self.origin

    @property
    def stretch(self) -> tuple[int, int]:
        """Page and column: lines of one stretch follow downwards."""
        return (self.page, self.column)

    @property
    def middle(self) -> float:
        """Height of the line's centre."""
        return (min([w.y0 for w in self.words]) + max([w.y1 for w in self.words])) / 2


def bounds(words: Sequence[Word]) -> Box:
    """The box around words."""
    x0, y0, x1, y1, *_ = zip(*words, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def lines_of(words: Iterable[Word]) -> list[Line]:
    """Group words into lines, top to bottom."""
    found = list(words)
    rows = _level_rows(found)
    if rows is None:
        return lines_in_order(sorted(found, key=lambda w: (w[1] + w[3], w[0])))
    return [line_of(sorted(row, key=_LEFT)) for row in rows]


def _level_rows(words: Sequence[Word]) -> list[list[Word]] | None:
    """Words in rows where they already follow one another row by row, each row at one height; else None."""
    rows: list[list[Word]] = []
    top = bottom = 0.0
    for word in words:
        y0, y1 = word[1], word[3]
        if rows and y0 == top and y1 == bottom:
            rows[-1].append(word)
        elif rows and y0 + y1 - top - bottom <= 2 * LEVEL * min(y1 - y0, bottom - top):
            return None
        else:
            rows.append([word])
            top, bottom = y0, y1
    return rows


def lines_in_order(words: Iterable[Word]) -> list[Line]:
    """Group words that are sorted by the height of their centre, then by their left edge, into lines."""
    rows: list[list[Word]] = []
    level = first = 0.0
    for word in words:
        y0, y1 = word.y0, word.y1
        middle, height = (y0 + y1) / 2, y1 - y0
        if rows and middle - level <= LEVEL * min(height, first):
            rows[-1].append(word)
        else:
            rows.append([word])
            level, first = middle, height
    for row in rows:
        row.sort(key=_LEFT)
    return [line_of(row) for row in rows]


def line_of(words: Sequence[Word]) -> Line:
    """One line of words that already stand left to right."""
    first = words[0].line
    for word in words:
        if word.line != first:
            return Line("".join([gap + word.text for gap, word in _gapped(words)]), tuple(words))
    return Line(" ".join([word.text for word in words]), tuple(words))


def _gapped(words: Sequence[Word]) -> Iterable[tuple[str, Word]]:
    before: Word | None = None
    for word in words:
        touching = (
            before is not None
            and word.line != before.line
            and word.x0 - before.x1 < CLOSE * min(word.size, before.size)
        )
        yield ("" if before is None or touching else " "), word
        before = word


def cut(line: Line, start: int, end: int | None = None) -> Line | None:
    """The part of a line from one character to another, white space at its ends taken off; None if nothing is left."""
    end = len(line.text) if end is None else end
    text = line.text[start:end]
    kept, offset = [], 0
    for gap, word in _gapped(line.words):
        begin = offset + len(gap)
        offset = begin + len(word.text)
        if begin < end and offset > start:
            kept.append(word)
    return line._replace(text=text.strip(), words=tuple(kept)) if text.strip() and kept else None


def segments(line: Line, width: float = 1.5) -> list[Line]:
    """Part a line where gaps are wider than `width` times the size: a running head and a page number on one height."""
    groups: list[list[Word]] = []
    for word in line.words:
        if groups and word.x0 - groups[-1][-1].x1 <= width * word.size:
            groups[-1].append(word)
        else:
            groups.append([word])
    return [line_of(group) for group in groups]
