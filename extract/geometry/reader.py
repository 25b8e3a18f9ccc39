"""Path B's reading of one exam: pages -> furniture -> items and keys -> one Extraction.

Every glyph of every page is accounted for, and what cannot be read raises an error of one line.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from extract.geometry.banks import read_bank
from extract.geometry.cases import Asked, Read, Side, answered, case_of, cases_of, leftovers, measure_of, repeated
from extract.geometry.columns import lines_in_columns, sheets_of
from extract.geometry.fields import Account, Draft, begins_content, item_of, with_unique_ids
from extract.geometry.furniture import margins_of
from extract.geometry.glyphs import Word
from extract.geometry.grid import Grid
from extract.geometry.keys import Answer, answers_by_item, keyed, rank, with_superseded
from extract.geometry.keysheets import answers_of_sheet, booklets_in, choose_booklet, entries_among, sheet_of
from extract.geometry.lines import Line, lines_of
from extract.geometry.page import Page
from extract.geometry.parts import Listed, listed, opens
from extract.geometry.ranges import Progress, flags_of, ranges_of, unpacked
from extract.geometry.rows import Found, rows_of
from extract.geometry.strays import at_the_foot
from records.errors import DocumentError, LayoutError, LexproofError
from records.flags import Reason, flag
from records.layout import TABLES, Layout, Reading
from records.model import Extraction, Item, KeyEntry, PageAccount, Place, Span
from records.text import squeeze
from records.words import Attestation


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
    *,
    booklet: str | None = None,
    superseded: Sequence[Path] = (),
    jobs: int = 1,
) -> Extraction:
    """Read an exam's paper and, if it has one of its own, its key sheet.

    Args:
        exam: the exam's registry key.
        layout: how its documents are read.
        paper: the question paper.
        key: the key sheet; items get no key where the layout has a key part and none is given.
        password: opens both documents if they are encrypted.
        on_page: called with (pages read, pages in all) after each page.
        booklet: which version of the paper it is, where the key sheet holds the answers of several.
        superseded: key sheets that `key` replaced, oldest first.
        jobs: processes that may share the work.

    Raises:
        DocumentError: a document cannot be read or holds no text.
        LayoutError: the layout finds no item, or no key, in a document, or the booklet cannot be told.
    """
    kind = layout.paper.kind
    items: Sequence[Item]
    if kind == "ruled_table":
        bank = read_bank(exam, layout, paper, password, on_page, jobs)
        items, sections, pages, flags = bank.items, bank.sections, bank.pages, bank.flags
        if not items:
            raise _misfit(Pages(paper, bank.heads, {}, {}, {}, flags), layout, layout.paper, bank.found)
    else:
        document = _pages(paper, layout.paper, password, on_page, jobs)
        account = _account("paper", document, layout.paper)
        _book_furniture(document, account)
        attested = Attestation(layout.language, _texts(document.pages))
        if kind == "statute":
            found, pages, flags = _passages(document, layout.paper, account), account.closed(), document.flags
            return Extraction(exam=exam, extractor="geometry", items=[], pages=pages, flags=flags, passages=found)
        if kind == "case_paper":
            sheet = _pages(key, layout.key, password, on_page, jobs) if key and layout.key else None
            return _with_cases(exam, document, sheet, layout, Side(account, layout.paper, attested))
        drafts = _listed(document, layout, account)
        made = (item_of(exam, draft, layout.paper, account, attested) for draft in drafts)
        items = list(with_unique_ids(made))
        sections, pages, flags = [draft.section_id for draft in drafts], account.closed(), list(document.flags)
    orphans = list[KeyEntry]()
    printed = _booklets_printed(pages, layout)
    if booklet is not None and printed and key is None:
        choose_booklet([booklet], booklet, printed, str(paper))
    if layout.key is not None and key is not None:
        for role, path in (("key", key), *((f"superseded_key.{n}", p) for n, p in enumerate(superseded, 1))):
            sheet = _pages(path, layout.key, password, on_page, jobs)
            pairs = list(zip(items, sections, strict=True))
            choose = partial(choose_booklet, given=booklet, printed=printed, where=str(path))
            items, lost, key_pages = _with_keys(pairs, sheet, role, layout, choose)
            orphans += [entry for entry in lost if role == "key" or not _listed_already(entry, orphans)]
            pages.extend(key_pages)
            flags.extend(text for text in sheet.flags if text not in flags)
    extraction = Extraction(exam=exam, extractor="geometry", items=[], pages=pages, orphan_keys=orphans, flags=flags)
    return extraction.model_copy(update={"items": items})


def _texts(pages: Sequence[Page]) -> list[str]:
    """The words of each page, parted by spaces: what a document attests of its own language."""
    return [" ".join(word.text for word in page.words) for page in pages]


def _pages(path: Path, reading: Reading, password: str | None, on_page: Progress | None, jobs: int) -> Pages:
    """Read every page of a document and tell its furniture."""
    parts = list(ranges_of(path, reading, password, on_page, jobs, packed=False))
    leaves = [unpacked(leaf) for part in parts for leaf in part.leaves]
    digests = [digest for part in parts for digest in part.digests]
    margins = margins_of(digests, reading.furniture, partial(begins_content, reading))
    grids = {leaf.page.number: leaf.grids for leaf in leaves}
    return Pages(path, [leaf.page for leaf in leaves], grids, margins.found, margins.doubtful, flags_of(parts))


def _tabled(grids: dict[int, list[Grid]]) -> dict[int, set[int]]:
    return {
        number: {w.at for grid in group for cell in grid.cells for line in cell.lines for w in line.words}
        for number, group in grids.items()
    }


def _account(role: str, document: Pages, reading: Reading) -> Account:
    celled = _tabled(document.grids) if reading.kind in TABLES else None
    return Account(role, document.pages, celled, reading.options.printed if reading.options else ())


def _book_furniture(document: Pages, account: Account) -> None:
    for page in document.pages:
        kept = document.furniture.get(page.number, set())
        account.book((w for w in [*page.words, *page.askew] if w.at in kept), "furniture")


def _listed(document: Pages, layout: Layout, account: Account) -> list[Draft]:
    lines, body, others = _running_text(document, layout.paper, account)
    found, rest = _read_to_the_end(body, layout.paper)
    if not found.drafts:
        raise _misfit(document, layout, layout.paper, None)
    account.book((w for i in found.headings for w in body[i].words), "field")
    account.book((w for line in [*(body[i] for i in found.notes), *rest] for w in line.words), "note")
    first = next(i for i in range(len(body) + 1) if i not in found.notes and i not in found.headings)
    start = lines.index(body[first]) if first < len(body) else len(lines)
    end = lines.index(rest[0]) if rest else len(lines)
    account.book((w for i in others if i < start or i > end for w in lines[i].words), "note")
    return found.drafts


def _running_text(document: Pages, reading: Reading, account: Account) -> tuple[list[Line], list[Line], set[int]]:
    """All lines of a document outside its furniture, those of its body, and those at the foot that are neither.

    Footnotes and declared notes are booked.
    """
    numbers = [page.number for page in document.pages]
    apart = {n: document.furniture.get(n, set()) | document.doubtful.get(n, set()) for n in numbers}
    if reading.kind == "statute":  # whatever repeats within its text is kept
        apart = document.furniture
    for word in _only_headings(document, apart, reading):
        apart[word.page].discard(word.at)
        document.furniture.get(word.page, set()).discard(word.at)
    lines = lines_in_columns(sheets_of(document.pages, apart, reading.text_columns))
    notes, others = at_the_foot(lines, {page.number: page.extent[1] for page in document.pages})
    notes |= {i for i, line in enumerate(lines) if any(_matches(p, line) for p in reading.notes)}
    account.book((w for i in notes for w in lines[i].words), "note")
    return lines, [line for i, line in enumerate(lines) if i not in notes | others], others


def _only_headings(document: Pages, apart: dict[int, set[int]], reading: Reading) -> list[Word]:
    """The words of each part's first heading where all its headings stand in the furniture (a running head)."""
    words: list[Word] = []
    lines = lines_in_columns(sheets_of(document.pages, {}, reading.text_columns)) if reading.parts else []
    for part in reading.parts:
        heads = [line for line in lines if opens(part.heading, line.text)]
        if heads and all(any(w.at in apart.get(w.page, ()) for w in line.words) for line in heads):
            words.extend(heads[0].words)
    return words


def _passages(document: Pages, reading: Reading, account: Account) -> list[Span]:
    """The lines of a statute in reading order."""
    _, body, _ = _running_text(document, reading, account)
    lines, rest = _ended(body, reading)
    account.book((w for line in lines for w in line.words), "field")
    account.book((w for line in rest for w in line.words), "note")
    frames = account.frames
    return [Span(text=line.text, place=Place(page=line.page, box=frames[line.page].shown(line.box))) for line in lines]


def _with_cases(exam: str, document: Pages, sheet: Pages | None, layout: Layout, paper: Side) -> Extraction:
    """The cases of a paper, with the reference answers of a sheet of its own if there is one."""
    paper, found = _cases_in(document, paper, answers=False)
    if not any(case.asked for case in found):
        raise _misfit(document, layout, layout.paper, None)
    key, flags = None, list(document.flags)
    given: list[list[Asked | None]] = [[] for _ in found]
    if sheet is not None and layout.key is not None:
        key = Side(_account("key", sheet, layout.key), layout.key, Attestation(layout.language, _texts(sheet.pages)))
        _book_furniture(sheet, key.account)
        key, answers = _cases_in(sheet, key, answers=True)
        if not any(asked.solution for case in answers for asked in case.asked):
            raise _misfit(sheet, layout, layout.key, None)
        given = answered(found, answers)
        flags.extend(text for text in [*sheet.flags, *leftovers(answers)] if text not in flags)
    cases = [
        case_of(exam, position, case, solutions, paper, key)
        for position, (case, solutions) in enumerate(zip(found, given, strict=True), 1)
    ]
    pages = [*paper.account.closed(), *(key.account.closed() if key else [])]
    return Extraction(exam=exam, extractor="geometry", items=[], pages=pages, flags=flags, cases=cases)


def _cases_in(document: Pages, side: Side, answers: bool) -> tuple[Side, list[Read]]:
    """The cases of a document, and how its text is set; headings are booked, and so is all that is no case."""
    reading = side.reading
    assert reading.cases is not None
    _, body, _ = _running_text(document, reading, side.account)
    lines, rest = _ended(body, reading)
    found = cases_of(lines, reading.cases, answers)
    side.account.book((w for line in found.headings for w in line.words), "field")
    side.account.book((w for line in [*found.notes, *rest] for w in line.words), "note")
    if answers:
        side.account.book((w for case in found.cases for line in repeated(case) for w in line.words), "note")
    return side._replace(measure=measure_of(lines)), found.cases


def _read_to_the_end(body: list[Line], reading: Reading) -> tuple[Listed, list[Line]]:
    """The items of a list up to the line that ends it, and the lines from there on; before any item it ends nothing."""
    ends = [i for i, line in enumerate(body) if reading.end and re.search(reading.end, line.text)]
    for end in ends:
        found = listed(body[:end], reading)
        if found.drafts:
            return found, body[end:]
    return listed(body, reading), []


def _matches(pattern: str, line: Line) -> bool:
    return re.search(pattern, line.text) is not None


def _misfit(document: Pages, layout: Layout, reading: Reading, found: Found | None) -> LexproofError:
    """Say what was looked for with a layout and what stands there instead, or that nothing there can be read."""
    unreadable = [str(page.number) for page in document.pages if flag(Reason.UNREADABLE_TEXT_LAYER) in page.flags]
    if unreadable:
        what = f"unreadable text layer on page {', '.join(unreadable[:5])}: fonts do not say which letters they draw"
        return DocumentError(what, where=str(document.path), do="Run text recognition on it, or get another file.")
    pages = f"{len(document.pages)} page{'s' if len(document.pages) != 1 else ''}"
    if reading.kind not in TABLES:
        labels = ", ".join(reading.options.labels) if reading.options else ""
        sought = {
            "key_grid": f"a row of numbers like {reading.number.pattern} over a row of answers",
            "key_list": f"numbers and answers like {reading.entry}",
            "case_paper": f"a line that begins with {reading.cases.question if reading.cases else ''}",
        }.get(
            reading.kind,
            f"a line that begins with a number like {reading.number.pattern} and options {labels} after it",
        )
        first = next((line.text for page in document.pages for line in lines_of(page.words)), "")
        instead = f"{pages} that begin with {first[:60]!r}"
    else:
        sought = "a ruled table with columns " + ", ".join(c.header[0] if c.header else c.role for c in reading.columns)
        heads = [" | ".join(cells)[:60] for cells in (found.others if found else [])]
        instead = f"{found.tables if found else 0} ruled tables on {pages}" + (
            f", the first begins {heads[0]!r}" if heads else ""
        )
    nouns = {"case_paper": "reference answer" if reading is layout.key else "question of a case"}
    lacking = nouns.get(reading.kind, "key" if reading is layout.key else "item")
    what = f"no {lacking} found with layout {layout.name}: looked for {sought}, found {instead}"
    return LayoutError(what, where=str(document.path), do="Choose another layout (`lexproof layout list`).")


def _booklets_printed(pages: Sequence[PageAccount], layout: Layout) -> list[str]:
    """The booklets that the paper names outside its items."""
    declared = (layout.key and layout.key.booklets) or layout.paper.booklets
    spans = [span.text for page in pages for span in (*page.furniture, *page.notes, *page.unassigned)]
    return [b for text in spans for b in booklets_in(text, declared.paper if declared else None)]


def _listed_already(entry: KeyEntry, orphans: Sequence[KeyEntry]) -> bool:
    return any((rank(entry.number), entry.section) == (rank(o.number), o.section) for o in orphans)


def _with_keys(
    items: Sequence[tuple[Item, str | None]],
    sheet: Pages,
    role: str,
    layout: Layout,
    choose: Callable[[list[str]], str | None],
) -> tuple[list[Item], list[KeyEntry], list[PageAccount]]:
    """Items with what one key sheet says of them, its entries without an item, and its page accounts."""
    reading = layout.key
    assert reading is not None
    account = _account(role, sheet, reading)
    _keep_answers(sheet, reading)
    _book_furniture(sheet, account)
    attested = Attestation(layout.language, _texts(sheet.pages))
    lines = lines_in_columns(sheets_of(sheet.pages, sheet.furniture, reading.text_columns))
    lines, rest = _ended(lines, reading)
    found = rows_of(sheet.pages, sheet.grids, sheet.furniture, reading, account) if reading.kind in TABLES else None
    table = found.rows if found is not None else None
    account.book((w for line in rest for w in line.words), "note")
    answers: list[Answer] = answers_of_sheet(
        sheet_of(lines, reading), table, layout, reading, account, attested, choose
    )
    if not answers:
        raise _misfit(sheet, layout, reading, found)
    groups, orphans = answers_by_item(items, answers, layout)
    give = keyed if role == "key" else with_superseded
    fresh = [give(item, group, account) if group else item for (item, _), group in zip(items, groups, strict=True)]
    return fresh, orphans, account.closed()


def _keep_answers(sheet: Pages, reading: Reading) -> None:
    """Take answers and headings out of a key sheet's furniture: they may stand at one place on several pages."""
    if not any(sheet.furniture.values()):
        return
    lines = lines_in_columns(sheets_of(sheet.pages, {}, reading.text_columns))
    kept = [] if reading.kind in TABLES else entries_among(lines, reading)
    for i in sheet_of(lines, reading).headings:
        if not any(re.fullmatch(f.pattern, squeeze(lines[i].text)) for f in reading.furniture):
            kept.extend(lines[i].words)
    for word in kept:
        sheet.furniture.get(word.page, set()).discard(word.at)


def _ended(lines: list[Line], reading: Reading) -> tuple[list[Line], list[Line]]:
    """The lines before the one that ends what is read, and the others."""
    end = next((i for i, line in enumerate(lines) if reading.end and re.search(reading.end, line.text)), len(lines))
    return lines[:end], lines[end:]
