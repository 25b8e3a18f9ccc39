"""A question bank in ruled tables, read page by page in memory that does not grow with it.

Pages wait packed until what the whole document must say is known (its furniture, its words); then rows are read page
by page, and an item is made as soon as the row after it surely begins another. Of pages and rows nothing else is kept.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from extract.geometry.fields import Account, Draft, Value, begins_content, item_id, item_of, with_unique_ids
from extract.geometry.furniture import Digest, Margins, margins_of
from extract.geometry.items import begins_surely, drafts_of_rows, numbered
from extract.geometry.page import Page
from extract.geometry.ranges import Leaf, Progress, flags_of, ranges_of, unpacked
from extract.geometry.rows import Found, Row, scan
from records.layout import Layout, Reading
from records.model import Item, PageAccount
from records.packed import Packed
from records.words import Attestation


class Bank(NamedTuple):
    """A bank as read: items with the ids of their sections, the account of every page, flags of the document.

    `found` is what the tables yielded; `heads` are the pages without their words.
    """

    items: Packed[Item]
    sections: list[str | None]
    pages: list[PageAccount]
    flags: list[str]
    found: Found
    heads: list[Page]


class _Waiting(NamedTuple):
    """A document whose pages wait packed."""

    leaves: list[Leaf | bytes]
    margins: Margins
    attested: Attestation
    flags: list[str]


def read_bank(
    exam: str, layout: Layout, paper: Path, password: str | None, on_page: Progress | None, jobs: int
) -> Bank:
    """Read a paper of kind `ruled_table`.

    Raises:
        DocumentError: it cannot be read, or holds no text.
    """
    reading = layout.paper
    waiting = _waiting(layout, paper, password, on_page, jobs)
    account = Account("paper", [], {}, reading.options.printed if reading.options else ())
    bank = Bank(Packed(Item), [], [], waiting.flags, Found(), [])
    drafts: list[Draft] = []
    pending: list[Row] = []

    def emit(rows: Sequence[Row], before: int) -> None:
        for draft in drafts_of_rows(rows, reading):
            bank.items.append(item_of(exam, draft, reading, account, waiting.attested))
            drafts.append(_light(draft))
        bank.pages.extend(account.close(before))

    for place, packed in enumerate(waiting.leaves):
        leaf = unpacked(packed)
        waiting.leaves[place] = b""
        page, kept = leaf.page, waiting.margins.found.get(leaf.page.number, set())
        account.open(page, leaf.celled)
        account.book((w for w in [*page.words, *page.askew] if w.at in kept), "furniture")
        scan(bank.found, page, leaf.grids, kept, reading, account)
        pending.extend(bank.found.rows)
        bank.found.rows.clear()
        bank.heads.append(page._replace(words=[], askew=[], across=[], upright=[], hidden=[], doubled=[]))
        sure = _last_beginning(pending, reading)
        emit(pending[:sure], pending[sure].page if sure < len(pending) else page.number + 1)
        del pending[:sure]
    emit(pending, len(waiting.leaves) + 1)
    items = Packed(Item, with_unique_ids(_with_numbers(exam, bank.items, drafts)))
    return bank._replace(items=items, sections=[draft.section_id for draft in drafts])


def _waiting(layout: Layout, paper: Path, password: str | None, on_page: Progress | None, jobs: int) -> _Waiting:
    leaves: list[Leaf | bytes] = []
    digests: list[Digest] = []
    texts: list[str] = []
    parts = []
    for part in ranges_of(paper, layout.paper, password, on_page, jobs, packed=True):
        leaves.extend(part.leaves)
        digests.extend(part.digests)
        texts.extend(part.texts)
        parts.append(part._replace(leaves=[], digests=[], texts=[]))
    margins = margins_of(digests, layout.paper.furniture, partial(begins_content, layout.paper))
    return _Waiting(leaves, margins, Attestation(layout.language, texts), flags_of(parts))


def _last_beginning(rows: Sequence[Row], reading: Reading) -> int:
    """The place of the last row that surely begins an item; what stands before it is whole."""
    return next((i for i in range(len(rows) - 1, 0, -1) if begins_surely(rows[i], reading)), 0)


def _light(draft: Draft) -> Draft:
    """A draft without its words."""
    none = Value([])
    return draft._replace(number_at=none, stem=none, choices=[], key_at=none, legal=None, area=None, words=[])


def _with_numbers(exam: str, items: Sequence[Item], drafts: Sequence[Draft]) -> Iterator[Item]:
    """Items with the numbers that were counted from their neighbours."""
    for item, before, after in zip(items, drafts, numbered(drafts), strict=True):
        if after != before:
            own = len(dict.fromkeys(before.flags))  # an item's flags begin with its draft's
            flags = [*after.flags, *item.flags[own:]]
            update = {"id": item_id(exam, after), "number": after.number, "flags": list(dict.fromkeys(flags))}
            item = item.model_copy(update=update)
        yield item
