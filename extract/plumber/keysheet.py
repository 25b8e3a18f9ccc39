"""One key sheet: its entries by the layout's kind, the booklet that counts, and the remarks that its marks point to.

What belongs to another booklet is a note, prose is a note; a line that looks like answers and is none of an entry is
left unassigned, so that no answer is lost in silence.
"""

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import inf

from extract.plumber.answers import AnswerReader
from extract.plumber.content import Content
from extract.plumber.headings import Headings, booklet_form
from extract.plumber.keygrid import GridReader, row_of_numbers
from extract.plumber.keylist import listed_entries
from extract.plumber.keys import Entry, bare_number
from extract.plumber.lines import Line, between, claim, line_of
from extract.plumber.rows import Heading, Row, RowReader
from records.errors import LayoutError
from records.flags import Reason, flag
from records.layout import Column, Layout, Reading
from records.text import squeeze

SIGNS = string.punctuation.replace("*", "").replace("#", "") + "\u2010\u2011\u2012\u2013\u2014\u2212"


@dataclass(slots=True)
class KeySheet:
    """A key sheet as read.

    Args:
        reading: how it is read.
        pages: its pages.
        answers: reads its answers.
        where: its file, for errors.
    """

    reading: Reading
    pages: Sequence[Content]
    answers: AnswerReader
    where: str
    entries: list[Entry] = field(default_factory=list)
    noted: list[Line] = field(default_factory=list)  # declared notes; a remark may stand in them all the same

    def read(self, booklet: str | None) -> list[Entry]:
        """The entries of a booklet, or of a sheet that has but one.

        Raises:
            LayoutError: the sheet has several booklets and none is given, or not the one that is given.
        """
        everything = list(self._every_entry(list(self._said())))
        self.entries = self._of_booklet(everything, booklet)
        kept = {id(e) for e in self.entries}
        claim((line for e in everything if id(e) not in kept and e.booklet is not None for line in e.lines()), "note")
        self._add_remarks()
        return self.entries

    @contextmanager
    def kept_apart(self) -> Iterator[None]:
        """Keep headings, numbers and answers out of reach of the search for furniture: they may open every page."""
        before = [
            [line for line, below in zip(c.lines, [*c.lines[1:], None], strict=False) if self._is_own(line, below)]
            for c in self.pages
        ]
        for content, lines in zip(self.pages, before, strict=True):
            own = {id(line) for line in lines}
            content.lines = [line for line in content.lines if id(line) not in own]
        yield
        for content, lines in zip(self.pages, before, strict=True):
            content.lines = sorted([*content.lines, *lines], key=lambda line: line.v)

    def settle(self, unused: Iterable[Entry]) -> None:
        """Enter the sheet in the account: entries as fields, empty places that no item has as notes, prose as notes."""
        blank = {id(e) for e in unused if e.blank}
        for entry in self.entries:
            claim(entry.lines(), "note" if id(entry) in blank or entry.blank else "field")
        claim(self.noted, "note")
        if self.reading.kind == "key_table":  # its rows know what is a header or a note
            headings = Headings(self.reading)
            claim((line for content in self.pages for line in content.lines if headings.take(line)), "note")
            return
        for line in self._lines():
            left = [word for word in line.words if not word.use]
            if len(left) < len(line.words):
                claim((line_of(line.page, [word]) for word in left if not self._is_suspect(word.text)), "note")
            elif not self._is_answer(line):
                claim([line], "note")

    def _said(self) -> Iterator[Content]:
        """The pages without declared notes, up to the line with which the answers end; the rest are notes."""
        end = re.compile(self.reading.end or "(?!)")
        notes = [re.compile(p) for p in self.reading.notes]
        over = False
        for content in self.pages:
            last = next((line.v for line in content.lines if end.search(line.text)), inf)
            stop = -inf if over else last
            over = over or last < inf
            noted = [line for line in content.lines if line.v >= stop or any(p.search(line.text) for p in notes)]
            below = [grid for grid in content.grids if grid.vs[0] >= stop]
            self.noted += noted
            self.noted += (line for grid in below for cell in grid.cells() for line in cell.lines(grid.page))
            lines = [line for line in content.lines if line not in noted]
            yield replace(content, lines=lines, grids=[g for g in content.grids if g not in below])

    def _every_entry(self, pages: Sequence[Content]) -> Iterator[Entry]:
        headings = Headings(self.reading)
        if self.reading.kind == "key_grid":
            grid = GridReader(self.reading, self.answers, headings)
            yield from grid.entries(pages)
            claim(grid.heads, "note")
        elif self.reading.kind == "key_list":
            yield from listed_entries(self.reading, (line for c in pages for line in c.lines), headings)
        else:
            yield from _table_entries(self.reading, pages, headings)

    def _of_booklet(self, entries: Sequence[Entry], wanted: str | None) -> list[Entry]:
        if self.reading.booklets is None:
            return list(entries)
        names = list(dict.fromkeys(e.booklet for e in entries if e.booklet is not None and not e.blank))
        if wanted is None:
            if len(names) > 1:
                what = f"has answers for {len(names)} booklets ({', '.join(names)}) and none is given"
                raise LayoutError(what, where=self.where, do="Give --booklet.")
            return [e for e in entries if not names or e.booklet in names]
        if booklet_form(wanted) not in map(booklet_form, names):
            what = f"has no answers for booklet {wanted}: found {', '.join(names) or 'no booklet'}"
            raise LayoutError(what, where=self.where, do="Give --booklet as the sheet prints it.")
        return [e for e in entries if booklet_form(e.booklet or "") == booklet_form(wanted)]

    def _lines(self) -> Iterator[Line]:
        """The lines of the sheet, those of table cells too."""
        for content in self.pages:
            for grid in content.grids:
                for cell in grid.cells():
                    yield from cell.lines(content.sheet.number)
            yield from content.lines

    def _is_own(self, line: Line, below: Line | None) -> bool:
        """Whether a line is of the key by its form: a heading, numbers, answers, or entries."""
        number, entry = re.compile(self.reading.number.pattern), self.reading.entry
        if self._is_answer(line) or Headings(self.reading).take(line) or (entry and re.search(entry, line.text)):
            return True
        places = row_of_numbers(line, number)
        return len(places) > 1 or bool(places and below is not None and self._is_answer(below))

    def _is_answer(self, line: Line) -> bool:
        """Whether a line holds labels, with or without numbers, and nothing else."""
        number = re.compile(self.reading.number.pattern)
        tokens = [t.strip(SIGNS) for t in line.text.split() if t.strip(SIGNS)]
        rest = [t for t in tokens if not number.fullmatch(t)]
        return bool(rest) and all(self.answers.knows(t) for t in rest)

    def _is_suspect(self, word: str) -> bool:
        """Whether a word beside entries may be of a number or an answer that was not understood."""
        bare = word.strip(SIGNS)
        return (
            len(bare) == 1
            and bare.lower() != bare.upper()
            or any(c.isdigit() for c in bare)
            or self.answers.knows(word)
        )

    def _add_remarks(self) -> None:
        """Give entries the remarks on their numbers; one that no mark points to must say what the entry says."""
        if self.reading.remarks is None:
            return
        mark = re.compile(self.reading.remarks.mark)
        for entry in self.entries:
            entry.marked = bool(mark.fullmatch(entry.printed))
        pointed = {bare_number(e.number) for e in self.entries if e.marked}
        taken = {id(word) for e in self.entries for line in e.lines() for word in line.words}
        lines = [line for line in self._lines() if not any(id(word) in taken for word in line.words)]
        text = " ".join(line.text for line in lines)
        for match in re.finditer(self.reading.remarks.pattern, text):
            number = bare_number(match["n"])
            for entry in self.entries:
                if bare_number(entry.number) == number and (entry.marked or number not in pointed):
                    entry.said.append(squeeze(match["answers"]))
                    entry.remarks += between(lines, *match.span())


def check_booklet(booklet: str | None, layout: Layout, texts: Iterable[str], where: str) -> None:
    """Check that a paper is the booklet that it is said to be.

    Raises:
        LayoutError: the layout knows no booklets, or the paper prints another one.
    """
    if booklet is None:
        return
    declared = [r.booklets for r in (layout.paper, layout.key) if r is not None and r.booklets is not None]
    if not declared:
        what = f"layout {layout.name} declares no booklets, but booklet {booklet} is given"
        raise LayoutError(what, where=where, do="Leave --booklet out, or declare how the key sheet names booklets.")
    pattern = next((b.paper for b in declared if b.paper), None)
    printed = Counter(squeeze(m["b"]) for text in texts for m in re.finditer(pattern or "(?!)", text))
    most = max(printed.values(), default=0)
    usual = [name for name, count in printed.items() if count == most]
    if usual and booklet_form(booklet) not in map(booklet_form, usual):
        what = f"prints booklet {', '.join(usual)}, but booklet {booklet} is given"
        raise LayoutError(what, where=where, do="Give the --booklet of this paper.")


def _table_entries(reading: Reading, pages: Iterable[Content], headings: Headings) -> Iterator[Entry]:
    """The rows of a key table that carry a number, page cuts joined."""
    reader, number = RowReader(reading), re.compile(reading.number.pattern)
    rows: list[tuple[str, Row, Entry]] = []
    section: str | None = None
    count = 0
    for content in pages:
        waiting = list(content.lines)
        for row in reader.rows(content):
            if isinstance(row, Heading):
                count += 1
                section = row.group or str(count)
                continue
            top = min((line.v for line in row.every_line()), default=0.0)
            while waiting and waiting[0].v < top:
                headings.take(waiting.pop(0))
            for block in _blocks(row):
                match = number.fullmatch(block.text("number"))
                if match is not None:
                    place = block.get("number")
                    booklet = headings.booklet(place[0].words[0].u0, place[0].words[-1].u1)
                    rows.append((match["n"], block, Entry(match["n"], [], section, headings.part, booklet)))
                elif not block.text("number") and block.top and rows:
                    rows[-1][1].extend(block)
        for line in waiting:
            headings.take(line)
    for _, row, entry in rows:
        yield _filled(entry, row)


def _filled(entry: Entry, row: Row) -> Entry:
    """An entry with the lines and flags of its whole row."""
    entry.key, entry.basis = row.get("key"), row.get("legal_basis")
    used = {id(line) for line in entry.key + entry.basis}
    entry.others = [line for line in row.every_line() if id(line) not in used]
    entry.flags = [flag(Reason.TEXT_OUTSIDE_CELL, "key")] if row.flags else []
    return entry


def _blocks(row: Row) -> Iterator[Row]:
    """The row cut before each number column but the first."""
    starts = [i for i, c in enumerate(row.columns) if c.role == "number"]
    for start, stop in zip(starts, [*starts[1:], len(row.columns)], strict=True):
        columns: Sequence[Column] = row.columns[start:stop] if len(starts) > 1 else row.columns
        shift = start if len(starts) > 1 else 0
        lines = {i - shift: v for i, v in row.lines.items() if shift <= i < shift + len(columns)}
        yield Row(row.page, columns, lines, frozenset(i - shift for i in row.covered), row.top, row.flags)
