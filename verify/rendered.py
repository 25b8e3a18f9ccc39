"""The third engine: what PDFium reads and draws at the places where the two paths found a field.

PDFium shares no code with the engines of the paths. Of each page it gives the characters in the order of the content
stream, their boxes, and a picture of the page: a character without ink in its box is not seen by a reader. Pages are
read in processes of their own, so that a page on which PDFium crashes is one finding and not the end.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import byref, c_double
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from records.errors import DocumentError
from records.model import BoxTuple
from verify.glyph_text import glyph_form

PAGES_A_RANGE = 40
# Grey levels (of 255) by which two neighbouring pixels of a glyph's box differ if it holds ink: full stops in 50 % grey
# and letters in 10 % grey are seen at one pixel a point, an empty box is not.
INK = 8
MARGIN = 1  # pixels looked at around a glyph's box
SLACK = 0.5  # points by which a glyph's centre may lie outside a field's box
MARK = 0.6  # of the usual height of glyphs; what is smaller (a comma, a quotation mark) begins no line
TWIN = 0.4  # part of a glyph's size within which a second glyph of the same character is its copy


Name = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """A field's boxes on one page, and its comparison form if the whole field stands on this page.

    `name` is what the field is called in the answer: the item's position and the field's among those of the item.
    """

    name: Name
    boxes: tuple[BoxTuple, ...]
    expected: str | None


@dataclass(frozen=True, slots=True)
class Read:
    """What PDFium has in a field's boxes on one page.

    `content` are the visible characters in the order of the content stream, `ordered` the same by lines; `hidden` those
    without ink, `shared` those that stand in another field's boxes too. Copies of a glyph on one spot are left out.
    """

    content: str
    ordered: str
    hidden: str
    shared: str


@dataclass(slots=True)
class PageRead:
    """One page as PDFium read it; `fields` holds what is not simply equal, `failure` why the page was not read."""

    page: int
    confirmed: list[Name] = field(default_factory=list)
    fields: dict[Name, Read] = field(default_factory=dict)
    glyphs: int = 0
    unreadable: int = 0
    failure: str = ""


def read_pages(
    path: Path, asked: Iterable[tuple[int, list[Asked]]], password: str | None = None, jobs: int = 2, known: str = ""
) -> Iterator[PageRead]:
    """Read the fields asked for, page by page; few pages wait to be read or to be taken.

    Args:
        path: the PDF.
        asked: pages (from 1) with their fields, in the order in which they are read.
        password: of an encrypted document.
        jobs: processes.
        known: characters of private use that the layout declares, which are readable.

    Yields:
        The pages in their order; a page that PDFium can't read, or crashes on, carries `failure`.
    """
    rest = iter(asked)
    ranges = iter(lambda: dict(islice(rest, PAGES_A_RANGE)), {})
    with _Engine(path, password, jobs, known) as engine:
        waiting: deque[tuple[dict[int, list[Asked]], Future[list[PageRead]]]] = deque()
        for part in ranges:
            waiting.append((part, engine.submit(part)))
            if len(waiting) > 2 * jobs:
                yield from engine.result(*waiting.popleft())
        while waiting:
            yield from engine.result(*waiting.popleft())


class _Engine:
    """The processes in which PDFium runs; they are started anew when one of them crashed."""

    def __init__(self, path: Path, password: str | None, jobs: int, known: str) -> None:
        self._arguments = path, password, known
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "_Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def submit(self, part: dict[int, list[Asked]]) -> "Future[list[PageRead]]":
        """Have the pages of a range read."""
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(max_workers=self._jobs)
            try:
                return self._pool.submit(_read_range, part, *self._arguments)
            except BrokenProcessPool:  # by a range before this one
                self._stop()
        raise DocumentError("PDFium's processes do not start", where=str(self._arguments[0]))

    def result(self, part: dict[int, list[Asked]], future: "Future[list[PageRead]]") -> list[PageRead]:
        """The pages of a range; where a process crashed, one by one."""
        try:
            return future.result()
        except BrokenProcessPool:
            self._stop()
            if len(part) > 1:
                alone = ({page: fields} for page, fields in part.items())
                return [read for one in alone for read in self.result(one, self.submit(one))]
            return [PageRead(page, failure="PDFium crashed") for page in part]

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _read_range(asked: dict[int, list[Asked]], path: Path, password: str | None, known: str) -> list[PageRead]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except (pypdfium2.PdfiumError, OSError, ValueError) as error:
        return [PageRead(page, failure=_one_line(error)) for page in asked]
    try:
        return [_read_page(document, page, fields, known) for page, fields in asked.items()]
    finally:
        document.close()


def _read_page(document: Any, number: int, asked: list[Asked], known: str) -> PageRead:
    import pypdfium2

    read = PageRead(number)
    try:
        page = document[number - 1]
        try:
            glyphs = Glyphs(page)
        finally:
            page.close()
    except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError) as error:
        read.failure = _one_line(error)
        return read
    read.glyphs = len(glyphs.text)
    read.unreadable = sum(_is_unreadable(c) and c not in known for c in glyphs.text)
    inside = [glyphs.inside(a.boxes) for a in asked]
    for one, mask in zip(asked, inside, strict=True):
        if one.expected is not None and glyph_form(glyphs.characters(mask & glyphs.shown)) == one.expected:
            read.confirmed.append(one.name)
    done = set(read.confirmed)
    owners = sum(mask.astype("uint16") for mask in inside)
    for one, mask in zip(asked, inside, strict=True):
        if one.name not in done:
            read.fields[one.name] = glyphs.reading(mask, mask & (owners > 1))
    return read


class Glyphs:
    """The characters of one page other than white space: text, boxes as displayed (points), and whether ink shows.

    Args:
        page: an open page of pypdfium2.
    """

    def __init__(self, page: Any) -> None:
        import numpy as np

        text, boxes = _characters(page)
        self.text = text
        self.box = _displayed(page, np.array(boxes, dtype=float).reshape(-1, 4))
        self.centre = (self.box[:, :2] + self.box[:, 2:]) / 2
        self.shown = _inked(page, self.box)

    def inside(self, boxes: tuple[BoxTuple, ...]) -> Any:
        """A mask of the glyphs whose centre lies in one of the boxes."""
        import numpy as np

        x, y = self.centre[:, 0], self.centre[:, 1]
        mask = np.zeros(len(self.text), dtype=bool)
        for x0, y0, x1, y1 in boxes:
            mask |= (x > x0 - SLACK) & (x < x1 + SLACK) & (y > y0 - SLACK) & (y < y1 + SLACK)
        return mask

    def characters(self, mask: Any) -> str:
        """The characters of a mask in the order of the content stream."""
        return "".join(self.text[i] for i in mask.nonzero()[0])

    def reading(self, mask: Any, shared: Any) -> Read:
        """All that is known of the glyphs of a mask."""
        kept = self._without_copies(mask.nonzero()[0])
        visible = [i for i in kept if self.shown[i]]
        return Read(
            "".join(self.text[i] for i in visible),
            "".join(self.text[i] for i in self._by_lines(visible)),
            "".join(self.text[i] for i in kept if not self.shown[i]),
            self.characters(shared),
        )

    def _without_copies(self, indices: Any) -> list[int]:
        kept: list[int] = []
        same: dict[str, list[int]] = defaultdict(list)
        for i in indices:
            near = TWIN * (self.box[i][2:] - self.box[i][:2])
            others = same[self.text[i]]
            if not any((abs(self.centre[i] - self.centre[j]) < near).all() for j in others):
                others.append(i)
                kept.append(int(i))
        return kept

    def _by_lines(self, indices: list[int]) -> list[int]:
        """Lines from top to bottom, each from left to right; small marks go to the line that they are nearest to."""
        if not indices:
            return []
        top, bottom, middle = self.box[:, 1], self.box[:, 3], self.centre[:, 1]
        height = bottom - top
        usual = sorted(float(height[i]) for i in indices)[len(indices) // 2]
        tall = [i for i in indices if height[i] >= MARK * usual]
        lines: list[tuple[float, float, list[int]]] = []
        for i in sorted(tall, key=lambda i: float(middle[i])):
            if lines and middle[i] < lines[-1][1]:
                upper, lower, members = lines[-1]
                lines[-1] = min(upper, float(top[i])), max(lower, float(bottom[i])), [*members, i]
            else:
                lines.append((float(top[i]), float(bottom[i]), [i]))
        for i in indices:
            if height[i] < MARK * usual:
                line = min(lines, key=lambda line: max(line[0] - middle[i], middle[i] - line[1], 0.0))
                line[2].append(i)
        return [i for _, _, members in lines for i in sorted(members, key=lambda i: float(self.centre[i][0]))]


def _characters(page: Any) -> tuple[list[str], list[tuple[float, float, float, float]]]:
    from pypdfium2 import raw

    textpage = page.get_textpage()
    text: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    where = byref(left), byref(right), byref(bottom), byref(top)
    pending = 0
    handle, code_of, box_of = textpage.raw, raw.FPDFText_GetUnicode, raw.FPDFText_GetCharBox
    for index in range(textpage.count_chars()):
        code = code_of(handle, index)
        if 0xD800 <= code < 0xDC00:  # the first half of a pair
            pending = code
            continue
        if 0xDC00 <= code < 0xE000 and pending:
            code = 0x10000 + ((pending - 0xD800) << 10) + code - 0xDC00
        pending = 0
        character = chr(code) if code < 0x110000 else "\ufffd"
        if character.isspace() and character not in "\x1c\x1d\x1e\x1f":
            continue
        if not box_of(handle, index, *where):
            continue
        text.append(character)
        boxes.append((left.value, bottom.value, right.value, top.value))
    textpage.close()
    return text, boxes


def _displayed(page: Any, boxes: Any) -> Any:
    """Boxes of the page's own space (x0, y0, x1, y1, y upwards) as a reader sees them, from the top left corner."""
    import numpy as np

    x0, y0, x1, y1 = page.get_bbox()
    left, low, right, high = boxes.T
    turned = {
        0: (left - x0, y1 - high, right - x0, y1 - low),
        90: (low - y0, left - x0, high - y0, right - x0),
        180: (x1 - right, low - y0, x1 - left, high - y0),
        270: (y1 - high, x1 - right, y1 - low, x1 - left),
    }
    return np.stack(turned[page.get_rotation() % 360], axis=1)


def _inked(page: Any, boxes: Any) -> Any:
    """Whether the drawn page varies within each box (one pixel a point); boxes off the page hold no ink."""
    import numpy as np

    if not len(boxes):
        return np.zeros(0, dtype=bool)
    bitmap = page.render(scale=1, grayscale=True, may_draw_forms=False, prefer_bgrx=False)
    grey = bitmap.to_numpy()
    grey = grey.reshape(grey.shape[0], grey.shape[1], -1)[:, :, 0].astype("int16")
    bitmap.close()
    height, width = grey.shape
    edges = np.zeros((height + 1, width + 1), dtype="int32")  # how many above and to the left of each corner
    edges[1:, 1:-1] = np.abs(grey[:, 1:] - grey[:, :-1]) > INK
    edges[1:-1, 1:] |= np.abs(grey[1:] - grey[:-1]) > INK
    np.cumsum(edges, axis=1, out=edges)
    np.cumsum(edges, axis=0, out=edges)
    x0, x1 = (np.clip(v, 0, width).astype(int) for v in (boxes[:, 0] - MARGIN, np.ceil(boxes[:, 2]) + MARGIN))
    y0, y1 = (np.clip(v, 0, height).astype(int) for v in (boxes[:, 1] - MARGIN, np.ceil(boxes[:, 3]) + MARGIN))
    x1, y1 = np.maximum(x1 - 1, x0), np.maximum(y1 - 1, y0)  # an edge lies between two pixels of the box
    found = edges[y1, x1] - edges[y0, x1] - edges[y1, x0] + edges[y0, x0]
    flat = (boxes[:, 2] <= boxes[:, 0]) | (boxes[:, 3] <= boxes[:, 1])  # no extent: nothing can be said
    return flat | (found > 0)


def _is_unreadable(character: str) -> bool:
    code = ord(character)
    return code in (0, 0xFFFD, 0xFFFE, 0xFFFF) or (code < 0x20 and code != 2) or 0xE000 <= code < 0xF900


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def excess(more: str, less: str) -> Counter[str]:
    """The characters that one text has beyond another, with their counts."""
    return Counter(more) - Counter(less)
