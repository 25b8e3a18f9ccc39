"""The lines of a list's document shared out: sections, parts, notes, what follows the questions, footnotes.

Each stretch between two headings is read as a list of its own; numbers go on over the parts of a paper unless they are
declared to begin again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from extract.plumber.content import Content
from extract.plumber.headings import part_of
from extract.plumber.items import Draft
from extract.plumber.lines import Line, claim
from extract.plumber.numbered import ListReader
from records.flags import Reason, flag
from records.layout import PaperPart, Reading
from records.text import squeeze

_FOOTNOTE = re.compile(r"\^(?:\d{1,3}|[*\u2020\u2021]{1,3})\s")
_SMALL_FOOTNOTE = re.compile(r"\^\d|[*\u2020\u2021]{1,3}|\d{1,2}[.)]?\s")
FOOTNOTE_SIZE = 0.95  # of the page's usual type
FOOTNOTE_GAP = 2.0  # sizes of its type between a numbered footnote and the body


@dataclass
class Listing:
    """Reads the items of a numbered list, stretch by stretch.

    Args:
        reading: how the paper is read.
        pages: its pages, furniture taken out.
    """

    reading: Reading
    pages: Sequence[Content]
    _heading: str | None = None
    _section: str | None = None
    _sections: int = 0
    _part: PaperPart | None = None
    _begun: bool = False
    _last: int | None = None  # the number that the next part goes on from
    _kept: list[Line] = field(default_factory=list)

    def drafts(self) -> Iterator[Draft]:
        """The items in order."""
        section = re.compile(self.reading.section) if self.reading.section else None
        notes = [re.compile(p) for p in self.reading.notes]
        for line in _before_end(self.pages, self.reading):
            match = section.search(line.text) if section else None
            part = part_of(self.reading, line)
            if match is not None:
                yield from self._stretch()
                claim([line], "field")
                self._sections += 1
                self._heading = squeeze(line.text)
                self._section = (match.groupdict().get("s") or str(self._sections)).lower()
                self._part = self._last = None
            elif part is not None:
                if self._part is None or part != self._part.name:
                    yield from self._stretch()
                    self._part = next(p for p in self.reading.parts if p.name == part)
                claim([line], "note")
            elif any(p.search(line.text) for p in notes):
                claim([line], "note")
            else:
                self._kept.append(line)
        yield from self._stretch()

    def _stretch(self) -> Iterator[Draft]:
        """The items of the lines since the last heading."""
        part = self._part
        own = part is not None and (part.own_numbers or part.kind == "reserve")
        first = self.reading.number.first
        if part is not None and (own or self._last is not None):
            first = 1 if own or self._last is None else self._last + 1
        for draft in ListReader(self.reading, self._kept, part=part, first=first).drafts():
            draft.section, draft.section_id = self._heading, self._section
            if part is not None:
                draft.part, draft.own_numbers = part.name, own
                draft.flags += [flag(Reason.RESERVE)] if part.kind == "reserve" else []
            self._begun = True
            self._last = self._last if own else int(draft.number)
            yield draft
        if not self._begun:
            claim(self._kept, "note")
        self._kept = []


def body_lines(pages: Sequence[Content], reading: Reading) -> Iterator[Line]:
    """The lines of running text: footnotes, declared notes and what follows the end are notes."""
    notes = [re.compile(p) for p in reading.notes]
    for line in _before_end(pages, reading):
        if any(p.search(line.text) for p in notes):
            claim([line], "note")
        else:
            yield line


def _before_end(pages: Sequence[Content], reading: Reading) -> list[Line]:
    """The lines before the one with which the questions end; the rest are notes."""
    body = [line for content in pages for line in _body(content, reading)]
    if reading.end is None:
        return body
    end = re.compile(reading.end)
    last = next((i for i, line in enumerate(body) if end.search(line.text)), len(body))
    claim(body[last:], "note")
    return body[:last]


def _body(content: Content, reading: Reading) -> list[Line]:
    """The lines of a page without the footnotes at the foot of it, or of each of its columns."""
    usual = sorted(line.size for line in content.lines)[len(content.lines) // 2] if content.lines else 0.0
    runs = [list(group) for _, group in groupby(content.lines, key=lambda line: line.origin)]
    last = {run[0].origin: index for index, run in enumerate(runs)}
    kept = list[Line]()
    for index, run in enumerate(runs):
        kept += _without_footnotes(run, usual, reading) if index in last.values() else run
    return kept


def _without_footnotes(lines: list[Line], usual: float, reading: Reading) -> list[Line]:
    """The lines of a column before its footnotes: a raised number or sign, or a mark in small print, begins them."""
    label = re.compile(reading.options.pattern or "(?!)") if reading.options else re.compile("(?!)")
    first = len(lines)
    while first and (lines[first - 1].size < FOOTNOTE_SIZE * usual or _FOOTNOTE.match(lines[first - 1].text)):
        first -= 1
    apart = 0 < first < len(lines) and lines[first].v - lines[first - 1].v > FOOTNOTE_GAP * lines[first - 1].size
    items = any(label.match(line.text) for line in lines[first:])
    while first < len(lines) and not _FOOTNOTE.match(lines[first].text):
        small = lines[first].size < FOOTNOTE_SIZE * usual and not items
        if small and apart and _SMALL_FOOTNOTE.match(lines[first].text):
            break
        first, apart = first + 1, False
    claim(lines[first:], "note")
    return lines[:first]
