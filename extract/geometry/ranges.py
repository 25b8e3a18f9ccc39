"""A document's pages read by ranges, by several processes if asked; a page that has to wait is packed small.

Of every page is kept what the whole document is asked: its words for attestation, its head and foot for furniture.
"""

import pickle
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from extract.geometry.damage import nothing_on
from extract.geometry.furniture import Digest, digest_of
from extract.geometry.grid import Grid, grids_of
from extract.geometry.page import Page, read_page
from extract.geometry.source import document_flags, opened
from records import parallel
from records.errors import DocumentError
from records.flags import Reason, flag
from records.layout import TABLES, Reading

PACKED = 1  # zlib's level: the quickest

Progress = Callable[[int, int], None]


class Leaf(NamedTuple):
    """A page and its tables."""

    page: Page
    grids: list[Grid]

    @property
    def celled(self) -> set[int]:
        """The words in table cells."""
        return {w.at for grid in self.grids for cell in grid.cells for line in cell.lines for w in line.words}


class Range(NamedTuple):
    """Pages in order: each as a leaf or packed, its digest, its words; `empty` are those without text that show
    something, `bare` counts those without text, `flags` are the document's so far.
    """

    first: int
    leaves: list[Leaf | bytes]
    digests: list[Digest]
    texts: list[str]
    flags: list[str]
    unreadable: list[int]
    empty: list[int]
    bare: int


def read_range(
    path: Path, password: str | None, first: int, last: int, ruled: bool, known: Sequence[str], packed: bool
) -> Range:
    """Read the pages `first` to `last` (from 1, both included).

    Args:
        path: the document.
        password: opens it if it is encrypted.
        first: the first page.
        last: the last page.
        ruled: whether its tables are read.
        known: private-use glyphs whose meaning is declared.
        packed: whether to pack the pages.
    """
    part = Range(first, [], [], [], [], [], [], 0)
    bare = 0
    with opened(path, password) as document:
        for number in range(first, last + 1):
            page = read_page(document, number - 1, rulings=ruled, known=known)
            grids = grids_of(page) if ruled else []
            whole = [flag(r.reason, r.text) for grid in grids for r in grid.remarks if r.row is None]
            nothing = None if page.found else nothing_on(document[number - 1])
            whole.extend([flag(nothing)] if nothing is Reason.BLANK_PAGE else [])
            leaf = Leaf(page._replace(flags=[*page.flags, *dict.fromkeys(whole)]), grids)
            part.digests.append(digest_of(page, leaf.celled))
            part.texts.append(" ".join([word.text for word in page.words]))
            part.leaves.append(_pack(leaf) if packed else leaf)
            part.unreadable.extend([number] if flag(Reason.UNREADABLE_TEXT_LAYER) in page.flags else [])
            bare += not page.found
            part.empty.extend([number] if nothing is Reason.NO_TEXT_LAYER else [])
        part.flags.extend(document_flags(document))
    return part._replace(bare=bare)


def ranges_of(
    path: Path, reading: Reading, password: str | None, on_page: Progress | None, jobs: int, packed: bool
) -> Iterator[Range]:
    """Read a document range by range.

    Raises:
        DocumentError: it cannot be read, or holds no text.
    """
    with opened(path, password) as document:
        total = document.page_count
    ruled = reading.kind in TABLES
    known = tuple(reading.options.printed) if reading.options else ()
    spans = parallel.page_spans(1, total, parallel.PAGES_A_RANGE)
    tasks = [(path, password, first, last, ruled, known, packed) for first, last in spans]
    bare = 0
    for part in parallel.in_order(read_range, tasks, jobs, str(path)):
        bare += part.bare
        if on_page is not None:
            for number in range(part.first, part.first + len(part.leaves)):
                on_page(number, total)
        yield part
    if bare == total:
        span = "page 1" if total == 1 else f"pages 1 to {total}"
        raise DocumentError(
            f"no text layer on {span} (a scan?)", where=str(path), do="Run text recognition on it first."
        )


def flags_of(parts: Sequence[Range]) -> list[str]:
    """What is to be recorded of a document as a whole."""
    flags = list(dict.fromkeys(text for part in parts for text in part.flags))
    flags.extend(flag(Reason.NO_TEXT_LAYER, str(number)) for part in parts for number in part.empty)
    flags.extend(flag(Reason.UNREADABLE_TEXT_LAYER, str(number)) for part in parts for number in part.unreadable)
    return flags


def _pack(leaf: Leaf) -> bytes:
    page = leaf.page._replace(across=[], upright=[])
    return zlib.compress(pickle.dumps(leaf._replace(page=page), pickle.HIGHEST_PROTOCOL), PACKED)


def unpacked(leaf: Leaf | bytes) -> Leaf:
    """A page as it was before it was packed."""
    if isinstance(leaf, Leaf):
        return leaf
    whole: Leaf = pickle.loads(zlib.decompress(leaf))  # written by this module in the same run
    return whole
