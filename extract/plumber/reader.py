"""`lexproof extract` by path A: an exam paper and its key sheet into items, with the account of every page.

The layout decides how pages become items; nothing is left out without an error, a flag or an entry in the account.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from extract.plumber.answers import AnswerReader
from extract.plumber.banks import BankReader
from extract.plumber.columns import set_in_columns
from extract.plumber.content import Content, contents
from extract.plumber.furniture import take_furniture
from extract.plumber.items import Draft, Finisher, Frames, recover_numbers
from extract.plumber.keys import Entry, complete, join_entries, read_entries
from extract.plumber.ledger import account_of
from extract.plumber.lines import Line, claim
from extract.plumber.numbered import ListReader
from extract.plumber.rows import RowReader
from extract.plumber.source import Source, opened
from records.errors import DocumentError, LayoutError
from records.flags import Reason, flag
from records.layout import Layout, Reading
from records.model import Extraction, KeyEntry
from records.text import squeeze
from records.words import Attestation

Progress = Callable[[int, int], None]
_FOOTNOTE = re.compile(r"\^\d{1,3}\s")
_SMALL_FOOTNOTE = re.compile(r"\^\d|[*\u2020\u2021]{1,3}|\d{1,2}[.)]?\s")
FOOTNOTE_SIZE = 0.95  # of the page's usual type
FOOTNOTE_GAP = 2.0  # sizes of its type between a numbered footnote and the body


@dataclass(slots=True)
class _Book:
    """One document's pages as read, and the flags of the file."""

    path: Path
    role: Literal["paper", "key"]
    pages: list[Content] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)

    @property
    def frames(self) -> Frames:
        return {c.sheet.number: c.sheet.frame for c in self.pages}

    def texts(self) -> Iterator[str]:
        for content in self.pages:
            yield from (line.text for line in content.lines)
            for grid in content.grids:
                yield from (line.text for cell in grid.cells() for line in cell.lines(content.sheet.number))


def read(
    exam: str, layout: Layout, paper: Path, key: Path | None = None, password: str | None = None,
    on_page: Progress | None = None,
) -> Extraction:  # fmt: skip
    """Read one exam.

    Args:
        exam: the exam's id, the head of every item id.
        layout: how paper and key are read.
        paper: the question paper.
        key: the key sheet, if it is a document of its own; without it items of such a layout have no key.
        password: user password of encrypted files.
        on_page: told after each page: pages done, pages in all.

    Raises:
        DocumentError: a file cannot be read or has no text layer.
        LayoutError: the layout finds no item, or no key row, in its document.
    """
    with ExitStack() as stack:
        sources = [stack.enter_context(opened(paper, password))]
        readings = [layout.paper]
        if key is not None and layout.key is not None:
            sources.append(stack.enter_context(opened(key, password)))
            readings.append(layout.key)
        books = list(_books(sources, readings, on_page))
    attested = Attestation(layout.language, [t for b in books for t in b.texts()])
    for book, reading in zip(books, readings, strict=True):
        take_furniture(book.pages, reading.furniture)
        set_in_columns(book.pages, reading)
    drafts = list(_drafts(books[0], layout))
    recover_numbers(drafts)
    finisher = Finisher(exam, attested, books[0].frames, layout.paper.withdrawn)
    items = [finisher.item(d) for d in drafts]
    orphans: list[KeyEntry] = []
    if len(books) > 1:
        entries = _entries(books[1], readings[1], layout, attested)
        items, orphans = join_entries(items, [d.section_id for d in drafts], entries)
    return Extraction(
        exam=exam,
        extractor="plumber",
        items=items,
        pages=[account_of(c, b.role) for b in books for c in b.pages],
        orphan_keys=orphans,
        flags=[f for b in books for f in _flags(b)],
    )


def _entries(book: _Book, reading: Reading, layout: Layout, attested: Attestation) -> list[Entry]:
    """The rows of the key sheet with their records."""
    labels = layout.paper.options.labels if layout.paper.options else []
    entries = read_entries(reading, book.pages)
    if not entries:
        raise _no_rows(book, layout)
    complete(entries, AnswerReader(reading, labels), attested, book.frames)
    return entries


def _books(sources: Sequence[Source], readings: Sequence[Reading], on_page: Progress | None) -> Iterator[_Book]:
    total, done = sum(s.count for s in sources), 0
    roles: tuple[Literal["paper", "key"], ...] = ("paper", "key")
    for role, source, reading in zip(roles, sources, readings, strict=False):
        book = _Book(source.path, role, flags=list(source.flags))
        for content in contents(source, ruled=reading.kind != "numbered_list"):
            book.pages.append(content)
            done += 1
            if on_page is not None:
                on_page(done, total)
        if not any(c.readable for c in book.pages):
            pages = "page 1" if len(book.pages) == 1 else f"pages 1-{len(book.pages)}"
            raise DocumentError(f"no text layer on {pages} (scan?)", where=str(source.path), do="Run OCR on it first.")
        yield book


def _drafts(book: _Book, layout: Layout) -> Iterator[Draft]:
    count = 0
    if layout.paper.kind == "numbered_list":
        found = _listed(book, layout.paper)
    else:
        reader = RowReader(layout.paper)
        rows = [row for content in book.pages for row in reader.rows(content)]
        found = BankReader(layout.paper, rows).drafts()
    for draft in found:
        count += 1
        yield draft
    if count == 0:
        raise _no_items(book, layout)


def _listed(book: _Book, reading: Reading) -> Iterator[Draft]:
    """The items of a list, section by section."""
    section = re.compile(reading.section) if reading.section else None
    notes = [re.compile(p) for p in reading.notes]
    body = [line for content in book.pages for line in _body(content, reading)]
    body = _before_end(body, reading)
    heading, name, count, start = None, None, 0, 0
    kept: list[Line] = []
    for line in [*body, None]:
        match = section.search(line.text) if section and line is not None else None
        if line is not None and match is None:
            if any(p.search(line.text) for p in notes):
                claim([line], "note")
            else:
                kept.append(line)
            continue
        for draft in ListReader(reading, kept).drafts():
            draft.section, draft.section_id = heading, name
            start += 1
            yield draft
        if start == 0:
            claim(kept, "note")
        if line is not None and match is not None:
            claim([line], "field")
            count += 1
            heading, name = squeeze(line.text), (match.groupdict().get("s") or str(count)).lower()
        kept = []


def _before_end(body: list[Line], reading: Reading) -> list[Line]:
    """The lines before the one with which the questions end; the rest are notes."""
    if reading.end is None:
        return body
    end = re.compile(reading.end)
    last = next((i for i, line in enumerate(body) if end.search(line.text)), len(body))
    claim(body[last:], "note")
    return body[:last]


def _body(content: Content, reading: Reading) -> list[Line]:
    """The lines of a page without the footnotes at its foot: a raised number, or a mark in small print, begins them."""
    lines = content.lines
    usual = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0.0
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


def _no_items(book: _Book, layout: Layout) -> DocumentError | LayoutError:
    pages = _undecodable(book)
    if len(pages) > len(book.pages) / 2:
        what = f"the text layer cannot be decoded ({Reason.UNREADABLE_TEXT_LAYER})"
        return DocumentError(what, where=f"{book.path} page {pages[0]}", do="Run OCR on it, or get another copy.")
    options = layout.paper.options
    labels = ", ".join(options.labels) if options else ""
    sought = f"{layout.paper.kind} items numbered {layout.paper.number.pattern}"
    sought += f" with options {labels}" if labels else ""
    return LayoutError(
        f"no item found with layout {layout.name}: looked for {sought}, found {_inventory(book)}",
        where=str(book.path), do="Give the layout that fits, or draft one.",
    )  # fmt: skip


def _no_rows(book: _Book, layout: Layout) -> DocumentError | LayoutError:
    return LayoutError(
        f"no key row found with layout {layout.name}: looked for a drawn table of numbers and answers, found "
        f"{_inventory(book)}",
        where=str(book.path), do="Give the key sheet of this exam, or a layout that fits it.",
    )  # fmt: skip


def _inventory(book: _Book) -> str:
    grids = [g for c in book.pages for g in c.grids]
    widths = sorted({g.width for g in grids})
    tables = f"{len(grids)} tables of {', '.join(map(str, widths))} columns and " if grids else ""
    lines = [line.text for c in book.pages for line in c.lines]
    sample = f", the first is {lines[0][:60]!r}" if lines else ""
    return f"{tables}{len(lines)} lines on {len(book.pages)} pages{sample}"


def _undecodable(book: _Book) -> list[int]:
    return [c.sheet.number for c in book.pages if str(Reason.UNREADABLE_TEXT_LAYER) in c.sheet.flags]


def _flags(book: _Book) -> Iterator[str]:
    yield from book.flags
    prefix = "" if book.role == "paper" else "key "
    for content in book.pages:
        number = f"{prefix}{content.sheet.number}"
        if not content.readable and not content.sheet.blank:
            yield flag(Reason.NO_TEXT_LAYER, number)
        if any(f.partition(":")[0] == Reason.UNREADABLE_TEXT_LAYER for f in content.sheet.flags):
            yield flag(Reason.UNREADABLE_TEXT_LAYER, number)
