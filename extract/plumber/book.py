"""One document of an exam as read: its pages, read range by range, by several processes if there are several.

A process that reads ranges keeps the document open from one range to the next. Of a paper read as tables the pages
come packed, so that a bank of any length takes little memory.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from extract.plumber.answers import AnswerReader
from extract.plumber.content import Content, contents
from extract.plumber.items import Frames
from extract.plumber.keysheet import KeySheet
from extract.plumber.packing import packed, unpacked
from extract.plumber.source import Source, opened
from records.errors import DocumentError
from records.layout import Layout, Reading
from records.parallel import PAGES_A_RANGE, in_order, page_spans

RULED = ("ruled_table", "key_table", "key_grid")  # kinds for which drawn rules are looked at
RANGE = PAGES_A_RANGE  # pages that a process reads at a time


@dataclass(slots=True)
class Book:
    """One document's pages as read, the words that are printed in it, and the flags of the file."""

    path: Path
    role: str
    reading: Reading
    pages: list[Content] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    flags: list[str] = field(default_factory=list)

    @property
    def frames(self) -> Frames:
        """The reading frame of each page."""
        return {c.sheet.number: c.sheet.frame for c in self.pages}

    def sheet(self, layout: Layout) -> KeySheet:
        """The document as a key sheet."""
        return KeySheet(self.reading, self.pages, AnswerReader(self.reading, layout.paper.options), str(self.path))

    def leaves(self) -> Iterator[Content]:
        """The pages one by one with their tables; what is claimed on a packed page is kept by the page given here."""
        return map(unpacked, self.pages)

    def texts(self) -> Iterator[str]:
        """All lines."""
        return (text for content in self.leaves() for text in _texts(content))


@dataclass(frozen=True, slots=True)
class Task:
    """What a process needs to read ranges of a document."""

    path: Path
    password: str | None
    ruled: bool
    known: frozenset[str]
    pack: bool


Leaves = tuple[list[Content], set[str]]


def read_pages(book: Book, source: Source, task: Task, jobs: int, on_range: Callable[[int], None]) -> None:
    """Read all pages of a document into its book; `on_range` is told how many pages have been read more.

    Raises:
        DocumentError: a page cannot be read, or no page has a text layer.
    """
    spans = page_spans(1, source.count, RANGE)
    if jobs > 1 and len(spans) > 1:
        parts = in_order(_read_range, [(task, *span) for span in spans], jobs, str(task.path))
    else:
        parts = (_read_leaves(source, task, number, number) for number in range(1, source.count + 1))
    for pages, words in parts:
        book.pages += pages
        book.words |= words
        on_range(len(pages))
    if not any(c.readable for c in book.pages):
        pages_named = "page 1" if len(book.pages) == 1 else f"pages 1-{len(book.pages)}"
        raise DocumentError(f"no text layer on {pages_named} (scan?)", where=str(task.path), do="Run OCR on it first.")


def _read_leaves(source: Source, task: Task, first: int, last: int) -> Leaves:
    """The pages of a range, and the words printed on them (as parted by white space)."""
    leaves = []
    words: set[str] = set()
    for content in contents(source, first, last, ruled=task.ruled, known=task.known):
        words.update(word for text in _texts(content) for word in text.split())
        leaves.append(packed(content) if task.pack else content)
    return leaves, words


class _Held:
    """The document that a process has open."""

    def __init__(self) -> None:
        self._stack, self._key = ExitStack(), ""
        self._source: Source | None = None

    def source(self, task: Task) -> Source:
        """The document of a task, opened if it is not open yet."""
        state = task.path.stat()
        key = f"{task.path.resolve()} {state.st_mtime_ns} {state.st_size} {task.password}"
        if self._source is None or key != self._key:
            self._stack.close()
            self._source, self._key = self._stack.enter_context(opened(task.path, task.password)), key
        return self._source


_held = _Held()


def _read_range(task: Task, first: int, last: int) -> Leaves:
    return _read_leaves(_held.source(task), task, first, last)


def _texts(content: Content) -> Iterator[str]:
    yield from (line.text for line in content.lines)
    for grid in content.grids:
        yield from (line.text for cell in grid.cells() for line in cell.lines(content.sheet.number))
