"""Path B's reading of one exam: pages -> furniture -> items and keys -> one Extraction.

Every glyph of every page is accounted for, and what cannot be read raises an error of one line.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from extract.geometry.columns import lines_in_columns, sheets_of
from extract.geometry.fields import Account, DocumentKind, Draft, item_of, label_at, with_unique_ids
from extract.geometry.furniture import furniture_of
from extract.geometry.grid import Grid, grids_of
from extract.geometry.items import drafts_of_rows
from extract.geometry.keys import applied, entries_of
from extract.geometry.lines import Line, lines_of
from extract.geometry.listing import drafts_of
from extract.geometry.page import Page, read_page
from extract.geometry.rows import Found, rows_of
from extract.geometry.source import document_flags, opened
from extract.geometry.strays import at_the_foot
from records.errors import DocumentError, LayoutError, LexproofError
from records.flags import Reason, flag
from records.layout import Layout, Reading
from records.model import Extraction, Item, KeyEntry, PageAccount
from records.words import Attestation

Progress = Callable[[int, int], None]


class Pages(NamedTuple):
    """A document as read, before its content is understood."""

    path: Path
    pages: list[Page]
    grids: dict[int, list[Grid]]
    furniture: dict[int, set[int]]
    doubtful: dict[int, set[int]]
    flags: list[str]


def read(
    exam: str,
    layout: Layout,
    paper: Path,
    key: Path | None = None,
    password: str | None = None,
    on_page: Progress | None = None,
) -> Extraction:
    """Read an exam's paper and, if it has one of its own, its key sheet.

    Args:
        exam: the exam's registry key.
        layout: how its documents are read.
        paper: the question paper.
        key: the key sheet; items get no key where the layout has a key part and none is given.
        password: opens both documents if they are encrypted.
        on_page: called with (pages read, pages in all) after each page.

    Raises:
        DocumentError: a document cannot be read or holds no text.
        LayoutError: the layout finds no item, or no key, in a document.
    """
    document = _pages(paper, layout.paper, password, on_page)
    account = Account("paper", document.pages)
    _book_furniture(document, account)
    attested = Attestation(layout.language, _texts(document.pages))
    drafts = _drafts(document, layout, account)
    items = with_unique_ids([item_of(exam, draft, layout.paper, account, attested) for draft in drafts])
    flags, orphans, key_pages = list(document.flags), list[KeyEntry](), list[PageAccount]()
    if layout.key is not None and key is not None:
        sheet = _pages(key, layout.key, password, on_page)
        pairs = [(item, draft.section_id) for item, draft in zip(items, drafts, strict=True)]
        items, orphans, key_pages = _with_keys(pairs, sheet, layout, layout.key)
        flags.extend(text for text in sheet.flags if text not in flags)
    pages = [*account.closed(), *key_pages]
    return Extraction(exam=exam, extractor="geometry", items=items, pages=pages, orphan_keys=orphans, flags=flags)


def _is_blank(page: Any) -> bool:
    """Whether a page without text shows no picture and no drawing either: there is nothing on it to be lost."""
    return not page.get_images() and not page.get_cdrawings()


def _texts(pages: Sequence[Page]) -> list[str]:
    """The words of each page, parted by spaces: what a document attests of its own language."""
    return [" ".join(word.text for word in page.words) for page in pages]


def _pages(path: Path, reading: Reading, password: str | None, on_page: Progress | None) -> Pages:
    """Read every page of a document and tell its furniture."""
    pages: list[Page] = []
    ruled = reading.kind != "numbered_list"
    with opened(path, password) as document:
        total = document.page_count
        for index in range(total):
            pages.append(read_page(document, index, rulings=ruled))
            if on_page is not None:
                on_page(index + 1, total)
        flags = document_flags(document)
        empty = [page.number for page in pages if not page.found]
        blank = {number for number in empty if _is_blank(document[number - 1])}
    if len(empty) == len(pages):
        span = "page 1" if len(pages) == 1 else f"pages 1 to {len(pages)}"
        raise DocumentError(
            f"no text layer on {span} (a scan?)", where=str(path), do="Run text recognition on it first."
        )
    flags.extend(flag(Reason.NO_TEXT_LAYER, str(number)) for number in empty if number not in blank)
    unreadable = flag(Reason.UNREADABLE_TEXT_LAYER)
    flags.extend(f"{unreadable}:{page.number}" for page in pages if unreadable in page.flags)
    grids = {page.number: grids_of(page) if ruled else [] for page in pages}
    pages = [page._replace(flags=[*page.flags, *_grid_flags(grids[page.number])]) for page in pages]
    margins = furniture_of(pages, _tabled(grids), reading.furniture, partial(_begins_content, reading))
    return Pages(path, pages, grids, margins.found, margins.doubtful, flags)


def _begins_content(reading: Reading, text: str) -> bool:
    """Whether a text begins like an item or an option."""
    number = re.match(reading.number.pattern, text)
    if number is not None and text[number.end() :].strip():
        return True
    return reading.options is not None and label_at(text, 0, reading.options, spaced=True) is not None


def _grid_flags(grids: Sequence[Grid]) -> list[str]:
    """What is to be said of a page for its tables as a whole."""
    return list(dict.fromkeys(flag(r.reason, r.text) for grid in grids for r in grid.remarks if r.row is None))


def _tabled(grids: dict[int, list[Grid]]) -> dict[int, set[int]]:
    return {
        number: {w.at for grid in group for cell in grid.cells for line in cell.lines for w in line.words}
        for number, group in grids.items()
    }


def _book_furniture(document: Pages, account: Account) -> None:
    for page in document.pages:
        kept = document.furniture.get(page.number, set())
        account.book((w for w in [*page.words, *page.askew] if w.at in kept), "furniture")


def _drafts(document: Pages, layout: Layout, account: Account) -> list[Draft]:
    if layout.paper.kind == "numbered_list":
        return _listed(document, layout, account)
    found = rows_of(document.pages, document.grids, document.furniture, layout.paper, account)
    drafts = drafts_of_rows(found.rows, layout.paper)
    if not drafts:
        raise _misfit(document, layout, layout.paper, found)
    return drafts


def _listed(document: Pages, layout: Layout, account: Account) -> list[Draft]:
    numbers = [page.number for page in document.pages]
    apart = {n: document.furniture.get(n, set()) | document.doubtful.get(n, set()) for n in numbers}
    lines = lines_in_columns(sheets_of(document.pages, apart, layout.paper.text_columns))
    notes, others = at_the_foot(lines, {page.number: page.extent[1] for page in document.pages})
    notes |= {i for i, line in enumerate(lines) if any(_matches(p, line) for p in layout.paper.notes)}
    body = [line for i, line in enumerate(lines) if i not in notes | others]
    drafts, first, sections = drafts_of(body, layout.paper)
    if not drafts:
        raise _misfit(document, layout, layout.paper, None)
    account.book((w for i in notes for w in lines[i].words), "note")
    account.book((w for s in sections for w in body[s.line].words), "field")
    account.book((w for line in body[:first] for w in line.words), "note")
    start = lines.index(body[first]) if first < len(body) else len(lines)
    account.book((w for i in others if i < start for w in lines[i].words), "note")
    return drafts


def _matches(pattern: str, line: Line) -> bool:
    return re.search(pattern, line.text) is not None


def _misfit(document: Pages, layout: Layout, reading: Reading, found: Found | None) -> LexproofError:
    """Say what was looked for with a layout and what stands there instead, or that nothing there can be read."""
    unreadable = [str(page.number) for page in document.pages if flag(Reason.UNREADABLE_TEXT_LAYER) in page.flags]
    if unreadable:
        what = f"unreadable text layer on page {', '.join(unreadable[:5])}: fonts do not say which letters they draw"
        return DocumentError(what, where=str(document.path), do="Run text recognition on it, or get another file.")
    pages = f"{len(document.pages)} page{'s' if len(document.pages) != 1 else ''}"
    if reading.kind == "numbered_list":
        labels = ", ".join(reading.options.labels) if reading.options else ""
        sought = f"a line that begins with a number like {reading.number.pattern} and options {labels} after it"
        first = next((line.text for page in document.pages for line in lines_of(page.words)), "")
        instead = f"{pages} that begin with {first[:60]!r}"
    else:
        sought = "a ruled table with columns " + ", ".join(c.header[0] if c.header else c.role for c in reading.columns)
        heads = [" | ".join(cells)[:60] for cells in (found.others if found else [])]
        instead = f"{found.tables if found else 0} ruled tables on {pages}" + (
            f", the first begins {heads[0]!r}" if heads else ""
        )
    what = f"no item found with layout {layout.name}: looked for {sought}, found {instead}"
    return LayoutError(what, where=str(document.path), do="Choose another layout (`lexproof layout list`).")


def _with_keys(
    items: Sequence[tuple[Item, str | None]], sheet: Pages, layout: Layout, reading: Reading
) -> tuple[list[Item], list[KeyEntry], list[PageAccount]]:
    account: Account = Account(_KEY, sheet.pages)
    _book_furniture(sheet, account)
    found = rows_of(sheet.pages, sheet.grids, sheet.furniture, reading, account)
    attested = Attestation(layout.language, _texts(sheet.pages))
    entries = entries_of(found.rows, reading, account, attested)
    if not entries:
        raise _misfit(sheet, layout, reading, found)
    keyed, orphans = applied(items, entries, account, layout)
    return keyed, orphans, account.closed()


_KEY: DocumentKind = "key"
