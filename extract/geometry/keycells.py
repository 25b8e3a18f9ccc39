"""The cells of a key sheet that is no ruled table: numbers over answers, and numbers with answers in running text.

A line of rising numbers waits for the line under it; what stands there is told apart by the number it is nearest to.
Whether rules are drawn does not matter. Nothing that is no answer is taken for one: the line then ends the wait.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from extract.geometry.fields import Value
from extract.geometry.glyphs import Word
from extract.geometry.keyfit import Fit, Span, fit_of, places_of
from extract.geometry.keys import FULL_WIDTH, said_in
from extract.geometry.lines import Line, cut, line_of
from extract.geometry.rows import Row
from records.layout import Reading
from records.text import squeeze

PIECES = 4  # words that one printed number may be made of (`第 1 題`)
NEAR = 1.0  # of the size: how far apart they may stand
CLOSE = 0.6  # of the size: words of one answer stand no further apart
BELOW = 4.0  # of the size: how far below its numbers, or below the row before it, a row of answers may stand
MOSTLY = 0.6  # share of a row's answers that must be understood for it to be a row of answers
LONGER = 1.3  # times the way from answer to answer: a head stands this far off
APART = 2.0  # of the size: groups of words of one answer stand no further apart

Keep = Callable[[int], bool]


class Cell(NamedTuple):
    """A number with its answer: the line of the answer, both as a row, the text that heads the row of answers.

    `segment` counts the runs of rising numbers side by side in the line of numbers, from 0 of `segments`.
    """

    line: int
    row: Row
    head: str = ""
    segment: int = 0
    segments: int = 1


class Cells(NamedTuple):
    """What the lines of a sheet hold: cells, and the words that only name rows or numbers without an answer.

    `unread` are lines of numbers under which no answers were found, and the lines below them.
    """

    cells: list[Cell]
    notes: list[Word]
    unread: frozenset[int] = frozenset()


class _Number(NamedTuple):
    words: tuple[Word, ...]
    value: int
    segment: int

    @property
    def centre(self) -> float:
        return (self.words[0].x0 + self.words[-1].x1) / 2

    @property
    def span(self) -> Span:
        return self.words[0].x0, self.words[-1].x1


@dataclass
class _Waiting:
    """A line of numbers, and the rows of answers found under it: line, head, words by position of the number.

    `fit` tells how answers stand in the full rows of the sheet, `fits` gathers that.
    """

    numbers: list[_Number]
    head: list[Word]
    last: Line
    fit: Fit | None
    fits: list[Fit]
    rows: list[tuple[int, str, dict[int, list[Word]]]] = field(default_factory=list)


def cells_of_grid(lines: Sequence[Line], reading: Reading, heading: Keep) -> Cells:
    """The cells of rows of numbers over rows of answers.

    Args:
        lines: the sheet's lines.
        reading: how it is read.
        heading: whether a line is a heading; it ends what stands above it unless answers stand in it.
    """
    fits: list[Fit] = []
    first = _scanned(lines, reading, heading, None, fits)
    if not fits:
        return first
    usual = Counter((fit.number, fit.answer) for fit in fits).most_common(1)[0][0]
    shift = median(fit.shift for fit in fits if (fit.number, fit.answer) == usual)
    return _scanned(lines, reading, heading, Fit(*usual, shift), fits)


def _scanned(lines: Sequence[Line], reading: Reading, heading: Keep, fit: Fit | None, fits: list[Fit]) -> Cells:
    cells: list[Cell] = []
    notes: list[Word] = []
    unread: set[int] = set()
    waiting: _Waiting | None = None
    last = 0
    for i, line in enumerate(lines):
        found = _numbers(line, reading, last)
        goes_on = found is not None and found[1][0].value == last + 1 and waiting is not None and bool(waiting.rows)
        if waiting is not None and not goes_on and _takes(waiting, i, line, reading, heading(i), notes):
            waiting.last = line
            continue
        if waiting is not None:
            cells.extend(_finished(waiting, notes))
            unread |= set() if waiting.rows else {i - 1, i}
            waiting = None
        if found is not None:
            head, numbers = found
            waiting, last = _Waiting(numbers, head, line, fit, fits), numbers[-1].value
    if waiting is not None:
        cells.extend(_finished(waiting, notes))
        unread |= set() if waiting.rows else {len(lines) - 1}
    return Cells(cells, notes, frozenset(unread))


def _numbers(line: Line, reading: Reading, last: int) -> tuple[list[Word], list[_Number]] | None:
    """The words before the numbers of a line, and the numbers, if all that follows the first one are numbers."""
    pattern = re.compile(reading.number.pattern)
    head: list[Word] = []
    numbers: list[_Number] = []
    place, segment = 0, 0
    while place < len(line.words):
        count, value = _number_at(line.words, place, pattern)
        if not count and numbers:
            return None
        if not count:
            head.append(line.words[place])
            place += 1
            continue
        segment += bool(numbers) and value <= numbers[-1].value
        numbers.append(_Number(line.words[place : place + count], value, segment))
        place += count
    if len(numbers) > 1 and segment < len(numbers) - 1:
        return head, numbers
    return (head, numbers) if len(numbers) == 1 and last and numbers[0].value == last + 1 else None


def _number_at(words: Sequence[Word], place: int, pattern: re.Pattern[str]) -> tuple[int, int]:
    """How many words from a place on are one printed number (0: none), and the number."""
    for count in range(min(PIECES, len(words) - place), 0, -1):
        group = words[place : place + count]
        if all(b.x0 - a.x1 <= NEAR * a.size for a, b in zip(group, group[1:], strict=False)):
            match = pattern.fullmatch(" ".join(w.text for w in group))
            if match is not None and match.group("n").isdecimal():
                return count, int(match.group("n"))
    return 0, 0


def _takes(waiting: _Waiting, i: int, line: Line, reading: Reading, heading: bool, notes: list[Word]) -> bool:
    """Whether a line is a row of answers for the waiting numbers, or goes on with the last one; it is then added."""
    size = max(w.size for w in line.words)
    if line.stretch != waiting.last.stretch or line.middle - waiting.last.middle > BELOW * size:
        return False
    if reading.remarks is not None and re.search(reading.remarks.pattern, line.text.translate(FULL_WIDTH)):
        return False
    parted = _under(waiting, line, reading)
    if parted is None:
        return False
    head, cells = parted
    if not cells:
        notes.extend(head if not waiting.rows and not heading else [])
        blank = not waiting.rows and not heading
        if blank:
            waiting.rows.append((i, "", {}))
        return blank
    if waiting.rows and _goes_on(waiting.rows[-1][2], cells, reading):
        for at, words in cells.items():
            waiting.rows[-1][2][at].extend(words)
        return True
    known = sum(_known(words, reading) for words in cells.values())
    enough = known == len(cells) if waiting.rows else known >= MOSTLY * len(cells)
    if not enough:
        return False
    notes.extend(head)
    waiting.rows.append((i, squeeze(" ".join(w.text for w in head)), cells))
    return True


def _under(waiting: _Waiting, line: Line, reading: Reading) -> tuple[list[Word], dict[int, list[Word]]] | None:
    """The words of a line by the number they stand under, those that head it apart; None if that is not clear."""
    numbers = waiting.numbers
    centres = [number.centre for number in numbers]
    groups = list(_groups(line, centres, reading))
    head: list[Word] = []
    while groups and groups[0][-1].x1 < centres[0]:
        if _known(groups[0], reading) and not _heads(groups, waiting):
            break
        head.extend(groups.pop(0))
    if any(_under_several(group, centres) for group in groups):
        return None
    spans = [(group[0].x0, group[-1].x1) for group in groups]
    fresh = fit_of([number.span for number in numbers], spans)
    waiting.fits.extend([fresh] if fresh is not None else [])
    places = places_of([number.span for number in numbers], spans, waiting.fit)
    if places is None:
        return None
    cells: dict[int, list[Word]] = {}
    for at, group in zip(places, groups, strict=True):
        if at in cells and group[0].x0 - cells[at][-1].x1 > APART * group[0].size:
            return None
        cells.setdefault(at, []).extend(group)
    return head, cells


def _heads(groups: Sequence[Sequence[Word]], waiting: _Waiting) -> bool:
    """Whether the first words of a row only look like an answer: there is one more than numbers, apart from the others.

    The line of numbers then has a head too, or the way to the next answer is longer than from answer to answer.
    """
    if len(groups) != len(waiting.numbers) + 1 or len(groups) < 3:
        return False
    starts = [group[0].x0 for group in groups]
    steps = [b - a for a, b in zip(starts, starts[1:], strict=False)]
    return bool(waiting.head) or steps[0] > LONGER * max(steps[1:])


def _groups(line: Line, centres: Sequence[float], reading: Reading) -> Iterator[list[Word]]:
    """The words of a line that stand close together and are no answers by themselves, others one by one.

    Word by word too where they stand under several numbers.
    """
    groups: list[list[Word]] = []
    for word in line.words:
        close = groups and word.x0 - groups[-1][-1].x1 <= CLOSE * word.size
        if close and not (_known(groups[-1], reading) and _known([word], reading)):
            groups[-1].append(word)
        else:
            groups.append([word])
    for group in groups:
        yield from (([word] for word in group) if _under_several(group, centres) else [group])


def _under_several(group: Sequence[Word], centres: Sequence[float]) -> bool:
    return sum(group[0].x0 - 1 <= centre <= group[-1].x1 + 1 for centre in centres) > 1


def _known(words: Sequence[Word], reading: Reading) -> bool:
    text = " ".join(w.text for w in words)
    pointed = reading.remarks is not None and re.search(reading.remarks.mark, text) is not None
    return pointed or said_in(text, reading).known


def _goes_on(row: dict[int, list[Word]], cells: dict[int, list[Word]], reading: Reading) -> bool:
    """Whether a line's words complete answers of the row above that cannot be understood without them."""
    return all(
        at in row and not _known(row[at], reading) and _known([*row[at], *w], reading) for at, w in cells.items()
    )


def _finished(waiting: _Waiting, notes: list[Word]) -> Iterator[Cell]:
    """The cells of a line of numbers; a line without any row under it has none, and stays unassigned."""
    if not waiting.rows:
        return
    answered = {at for _, _, cells in waiting.rows for at in cells}
    notes.extend(waiting.head)
    notes.extend(w for at, number in enumerate(waiting.numbers) if at not in answered for w in number.words)
    segments = waiting.numbers[-1].segment + 1
    for line, head, cells in waiting.rows:
        for at, words in sorted(cells.items()):
            number = waiting.numbers[at]
            row = row_of(Value([line_of(number.words)]), Value(_lines(words)))
            yield Cell(line, row, head, number.segment, segments)


def _lines(words: Sequence[Word]) -> list[Line]:
    """The words of an answer as lines: a new one begins where a word stands below the one before."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and word.middle - lines[-1][-1].middle < word.size / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [line_of(group) for group in lines]


def row_of(number: Value, key: Value) -> Row:
    """A row of a key sheet that no table holds."""
    page = number.lines[0].page
    return Row(page, False, {"number": number, "key": key}, frozenset({"number", "key"}), None, None)


def cells_of_list(lines: Sequence[Line], reading: Reading, heading: Keep) -> Cells:
    """The cells of numbers and answers in running text; an entry may go on in the next line, not past a heading."""
    cells: list[tuple[Cell, list[Word]]] = []
    run: list[int] = []
    for i in range(len(lines) + 1):
        if i < len(lines) and not heading(i):
            run.append(i)
            continue
        cells.extend(_entries(lines, run, reading))
        run = []
    notes = [w for _, words in cells for w in words]
    of_entries = {(w.page, w.at) for w in notes}
    for i in {cell.line for cell, _ in cells}:  # what parts the entries, and what stands before the first of them
        first = next((k for k, w in enumerate(lines[i].words) if (w.page, w.at) in of_entries), 0)
        before = lines[i].words[:first] if i == cells[0][0].line else ()
        notes.extend([*before, *(w for w in lines[i].words if not any(map(str.isalnum, w.text)))])
    return Cells([cell for cell, _ in cells], notes)


def _entries(lines: Sequence[Line], run: Sequence[int], reading: Reading) -> Iterator[tuple[Cell, list[Word]]]:
    """The entries of some lines, and all words of each."""
    text = " ".join(lines[i].text for i in run)
    starts, at = [], 0
    for i in run:
        starts.append((i, at))
        at += len(lines[i].text) + 1
    for match in re.finditer(reading.entry or "(?!)", text):
        before, behind = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if before.isalnum() or (behind.isalnum() and text[match.end() - 1].isalnum()):
            continue
        number, key, whole = (_parts(lines, starts, *match.span(name)) for name in ("n", "key", 0))
        if number and key:
            cell = Cell(key[0][0], row_of(Value([p for _, p in number]), Value([p for _, p in key])))
            yield cell, [w for _, part in whole for w in part.words]


def _parts(lines: Sequence[Line], starts: Sequence[tuple[int, int]], begin: int, end: int) -> list[tuple[int, Line]]:
    """The parts of lines between two places of the text that they make together."""
    parts = []
    for i, start in starts:
        if begin < start + len(lines[i].text) and end > start:
            part = cut(lines[i], max(begin - start, 0), end - start)
            parts.extend([(i, part)] if part is not None else [])
    return parts
