"""`lexproof extract` by path A: an exam paper and its key sheet into items, with the account of every page.

The layout decides how pages become items; nothing is left out without an error, a flag or an entry in the account.
"""

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

from extract.plumber.banks import BankReader
from extract.plumber.book import RULED, Book, Task, read_pages
from extract.plumber.cases import CaseFinisher, CaseReader, add_solutions, passages
from extract.plumber.columns import set_in_columns
from extract.plumber.content import Content
from extract.plumber.furniture import take_furniture
from extract.plumber.items import Draft, Finisher, places, recover_numbers
from extract.plumber.keys import complete, shared_out, with_earlier_key, with_key
from extract.plumber.keysheet import check_booklet
from extract.plumber.ledger import account_of
from extract.plumber.listing import Listing
from extract.plumber.rows import Heading, Row, RowReader
from extract.plumber.source import Source, opened
from records.errors import DocumentError, LayoutError
from records.flags import Reason, flag
from records.layout import TABLES, Layout, Reading
from records.model import Case, Extraction, Item, KeyEntry, PageAccount, Span
from records.packed import Packed
from records.words import Attestation

Progress = Callable[[int, int], None]
SOUGHT = {
    "key_grid": "rows of numbers over rows of answers",
    "key_list": "numbers and answers that match the layout's entry",
    "case_paper": "reference answers under the layout's headings",
}


def read(
    exam: str, layout: Layout, paper: Path, key: Path | None = None, password: str | None = None,
    on_page: Progress | None = None, *, booklet: str | None = None, superseded: Sequence[Path] = (), jobs: int = 1,
) -> Extraction:  # fmt: skip
    """Read one exam.

    Args:
        exam: the exam's id, the head of every item id.
        layout: how paper and key are read.
        paper: the question paper.
        key: the key sheet in force, if it is a document of its own; without it items of such a layout have no key.
        password: user password of encrypted files.
        on_page: told after each page: pages done, pages in all.
        booklet: which of several booklets the paper is, as paper and key sheet print it.
        superseded: the key sheets that `key` replaced, oldest first.
        jobs: processes.

    Raises:
        DocumentError: a file cannot be read or has no text layer.
        LayoutError: the layout finds no item, or no key row, in its document, or the booklet does not fit.
    """
    sheets = [*superseded, key] if key is not None and layout.key is not None else []
    if superseded and layout.paper.kind == "case_paper":
        raise LayoutError(
            "has earlier key sheets, which a case paper cannot keep", where=str(paper), do="Leave them out."
        )
    if superseded and not sheets:
        what = f"has earlier key sheets, but none in force that layout {layout.name} can read"
        raise LayoutError(what, where=str(paper), do="Give the key sheet that replaced them.")
    with ExitStack() as stack:
        sources = [stack.enter_context(opened(path, password)) for path in (paper, *sheets)]
        books = list(_books(sources, layout, password, on_page, jobs))
        sources.clear()  # a long document's objects take some memory
    attested = Attestation(layout.language, set[str]().union(*(b.words for b in books)))
    check_booklet(booklet, layout, books[0].texts(), str(paper))
    for book in books:
        with book.sheet(layout).kept_apart() if book.role != "paper" else nullcontext():
            take_furniture(book.pages, book.reading.furniture)
        set_in_columns(book.pages, book.reading)
    told = [f for b in books for f in _flags(b)]
    items: Sequence[Item] = []
    orphans, cases, passed = list[KeyEntry](), list[Case](), list[Span]()
    accounts: list[PageAccount] = []
    if layout.paper.kind == "case_paper":
        cases, missed = _cases(exam, books, layout, attested)
        told += missed
    elif layout.paper.kind == "statute":
        passed = _passages(books[0], layout)
    else:
        items, orphans = _items(exam, books, layout, attested, booklet, accounts)
    rest = books[1:] if accounts else books
    accounts += [account_of(c, b.role, b.reading.kind in TABLES) for b in rest for c in b.pages]
    extraction = Extraction(
        exam=exam,
        extractor="plumber",
        items=[],
        pages=accounts,
        orphan_keys=orphans,
        flags=told,
        cases=cases,
        passages=passed,
    )
    return extraction.model_copy(update={"items": items})


def _items(
    exam: str, books: Sequence[Book], layout: Layout, attested: Attestation, booklet: str | None,
    accounts: list[PageAccount],
) -> tuple[Sequence[Item], list[KeyEntry]]:  # fmt: skip
    """The items with their keys, and the keys of no item; the pages of a table are entered into `accounts`."""
    finisher = Finisher(exam, attested, books[0].frames, layout.paper.withdrawn)
    drafts, fields = list[Draft](), deque[bytes]()
    for draft in _drafts(books[0], layout, accounts):
        fields.append(_packed(finisher.fields(draft)))
        draft.shed()
        drafts.append(draft)
    recover_numbers(drafts)
    items: Sequence[Item] = Packed(Item, (finisher.item(_unpacked(fields.popleft()), draft) for draft in drafts))
    orphans: list[KeyEntry] = []
    for book in [*books[-1:], *books[1:-1]] if len(books) > 1 else []:
        items, unused = _with_answers(items, drafts, book, layout, attested, booklet)
        orphans += [k for k in unused if k not in orphans]
    return items, orphans


def _packed(fields: dict[str, Any]) -> bytes:
    """An item's fields while its number is not known yet, in little memory."""
    return zlib.compress(pickle.dumps(fields), 1)


def _unpacked(packed: bytes) -> dict[str, Any]:
    fields: dict[str, Any] = pickle.loads(zlib.decompress(packed))
    return fields


def _cases(exam: str, books: Sequence[Book], layout: Layout, attested: Attestation) -> tuple[list[Case], list[str]]:
    """The cases with their reference answers, and flags of answers to no question."""
    drafts = CaseReader(layout.paper, books[0].pages).read()
    if not any(d.questions for d in drafts):
        raise _no_items(books[0], layout)
    missed = []
    if len(books) > 1:
        solved = CaseReader(books[-1].reading, books[-1].pages, solutions=True).read()
        if not any(d.unplaced for d in solved):
            raise _no_rows(books[-1], layout)
        missed = add_solutions(drafts, solved)
    finisher = Finisher(exam, attested, books[0].frames, None)
    points = layout.paper.cases.points if layout.paper.cases else None
    cases = CaseFinisher(exam, finisher, points, {b.role: b.frames for b in books})
    return [cases.case(d) for d in drafts], missed


def _passages(book: Book, layout: Layout) -> list[Span]:
    """The lines of a statute."""
    found = [Span(text=line.text, place=places([line], book.frames)[0]) for line in passages(book.pages, book.reading)]
    if not found:
        raise _no_items(book, layout)
    return found


def _with_answers(
    items: Sequence[Item],
    drafts: Sequence[Draft],
    book: Book,
    layout: Layout,
    attested: Attestation,
    booklet: str | None,
) -> tuple[list[Item], list[KeyEntry]]:
    """The items with what one key sheet says of them, and what it says of no item."""
    sheet = book.sheet(layout)
    entries = sheet.read(booklet)
    if not entries:
        raise _no_rows(book, layout)
    complete(entries, sheet.answers, attested, book.frames, book.role)
    groups, unused = shared_out(drafts, entries)
    sheet.settle(unused)
    pairs = zip(items, groups, strict=True)
    if book.role == "key":
        items = [with_key(item, mine) for item, mine in pairs]
    else:
        items = [with_earlier_key(item, mine, book.role) for item, mine in pairs]
    return items, [e.record for e in unused if e.record is not None and not e.blank]


def _books(
    sources: Sequence[Source], layout: Layout, password: str | None, on_page: Progress | None, jobs: int
) -> Iterator[Book]:
    total, done = sum(s.count for s in sources), 0

    def tell(pages: int) -> None:
        nonlocal done
        for _ in range(pages):
            done += 1
            if on_page is not None:
                on_page(done, total)

    roles = ["paper", *(f"superseded_key.{n}" for n in range(1, len(sources) - 1)), "key"]
    printed = frozenset("".join(layout.paper.options.printed if layout.paper.options else []))
    for role, source in zip(roles, sources, strict=False):
        reading = layout.paper if role == "paper" or layout.key is None else layout.key
        book = Book(source.path, role, reading, flags=list(source.flags))
        pack = role == "paper" and reading.kind == "ruled_table"
        read_pages(book, source, Task(source.path, password, reading.kind in RULED, printed, pack), jobs, tell)
        yield book


def _drafts(book: Book, layout: Layout, accounts: list[PageAccount]) -> Iterator[Draft]:
    count = 0
    if layout.paper.kind == "numbered_list":
        found = Listing(layout.paper, book.pages).drafts()
    else:
        found = _of_tables(book, layout.paper, accounts)
    for draft in found:
        count += 1
        yield draft
    if count == 0:
        raise _no_items(book, layout)


def _of_tables(book: Book, reading: Reading, accounts: list[PageAccount]) -> Iterator[Draft]:
    """The items of tables, page after page; a page is let go when all its rows have been read."""
    rows, waiting = RowReader(reading), deque[Content]()

    def rows_of_pages() -> Iterator[Row | Heading]:
        for leaf in book.leaves():
            settle(bank.page)
            waiting.append(leaf)
            yield from rows.rows(leaf)

    def settle(page: int) -> None:
        while waiting and waiting[0].sheet.number < page:
            accounts.append(account_of(waiting.popleft(), book.role, reading.kind in TABLES))

    bank = BankReader(reading, rows_of_pages())
    yield from bank.drafts()
    settle(len(book.pages) + 1)


def _no_items(book: Book, layout: Layout) -> DocumentError | LayoutError:
    pages = _undecodable(book)
    if len(pages) > len(book.pages) / 2:
        what = f"the text layer cannot be decoded ({Reason.UNREADABLE_TEXT_LAYER})"
        return DocumentError(what, where=f"{book.path} page {pages[0]}", do="Run OCR on it, or get another copy.")
    options, cases = layout.paper.options, layout.paper.cases
    labels = ", ".join(options.labels) if options else ""
    sought = f"{layout.paper.kind} items numbered {layout.paper.number.pattern}"
    sought += f" with options {labels}" if labels else ""
    sought = f"questions headed {cases.question}" if cases and layout.paper.kind == "case_paper" else sought
    sought = "lines of running text" if layout.paper.kind == "statute" else sought
    return LayoutError(
        f"no item found with layout {layout.name}: looked for {sought}, found {_inventory(book)}",
        where=str(book.path), do="Give the layout that fits, or draft one.",
    )  # fmt: skip


def _no_rows(book: Book, layout: Layout) -> DocumentError | LayoutError:
    kind = book.reading.kind
    sought = SOUGHT.get(kind, "a drawn table of numbers and answers")
    return LayoutError(
        f"no {'answer' if kind == 'case_paper' else 'key row'} found with layout {layout.name}: looked for {sought}, "
        f"found {_inventory(book)}",
        where=str(book.path), do="Give the key sheet of this exam, or a layout that fits it.",
    )  # fmt: skip


def _inventory(book: Book) -> str:
    grids = [g for c in book.leaves() for g in c.grids]
    widths = sorted({g.width for g in grids})
    tables = f"{len(grids)} tables of {', '.join(map(str, widths))} columns and " if grids else ""
    lines = [line.text for c in book.pages for line in c.lines]
    sample = f", the first is {lines[0][:60]!r}" if lines else ""
    return f"{tables}{len(lines)} lines on {len(book.pages)} pages{sample}"


def _undecodable(book: Book) -> list[int]:
    return [c.sheet.number for c in book.pages if str(Reason.UNREADABLE_TEXT_LAYER) in c.sheet.flags]


def _flags(book: Book) -> Iterator[str]:
    yield from book.flags
    prefix = "" if book.role == "paper" else f"{book.role} "
    for content in book.pages:
        number = f"{prefix}{content.sheet.number}"
        if not content.readable and not content.sheet.blank:
            yield flag(Reason.NO_TEXT_LAYER, number)
        if any(f.partition(":")[0] == Reason.UNREADABLE_TEXT_LAYER for f in content.sheet.flags):
            yield flag(Reason.UNREADABLE_TEXT_LAYER, number)
