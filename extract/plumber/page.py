"""One page as it is read: upright glyphs, visible rules and page flags, in a frame that follows the text.

The reading frame has its origin at the top left of the text held upright, u to the right, v down; `Frame.box` leads
back to the page as displayed. Whatever is dropped here (hidden, clipped, doubled, turned) is counted and kept.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from extract.plumber.device import Box, Interpreter, Mark, Recorder, Stroke, layers_off
from extract.plumber.fonts import FontShelf, shared_letters
from extract.plumber.scripts import UNREADABLE_SHARE, unreadable
from extract.plumber.source import Source
from extract.plumber.visible import Grounds, Seen, look
from records.errors import DocumentError, LexproofError
from records.flags import Reason, flag
from records.model import BoxTuple
from records.text import expand_ligatures

# A filled rectangle at most this thick (points) is a rule, a thicker one an area.
RULE_THICKNESS = 4.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The page as displayed (width, height, crop origin) and how its text is turned in it."""

    crop: Box
    quarter: int

    @property
    def width(self) -> float:
        """Width as displayed, in points."""
        return self.crop[2] - self.crop[0]

    @property
    def height(self) -> float:
        """Height as displayed, in points."""
        return self.crop[3] - self.crop[1]

    @property
    def depth(self) -> float:
        """Height of the page when its text is held upright."""
        return self.width if self.quarter % 2 else self.height

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A device point (y upwards) in the reading frame."""
        x, y = x - self.crop[0], self.crop[3] - y
        turned = {0: (x, y), 1: (self.height - y, x), 2: (self.width - x, self.height - y), 3: (y, self.width - x)}
        return turned[self.quarter]

    def box(self, u0: float, v0: float, u1: float, v1: float) -> BoxTuple:
        """A box of the reading frame on the page as displayed, rounded to 0.1."""
        corners = [self._back(u0, v0), self._back(u1, v1)]
        xs, ys = sorted(c[0] for c in corners), sorted(c[1] for c in corners)
        return (round(xs[0], 1), round(ys[0], 1), round(xs[1], 1), round(ys[1], 1))

    def _back(self, u: float, v: float) -> tuple[float, float]:
        turned = {0: (u, v), 1: (v, self.height - u), 2: (self.width - u, self.height - v), 3: (self.width - v, u)}
        return turned[self.quarter]


@dataclass(slots=True)
class Glyph:
    """One visible glyph in the reading frame; `v` is its baseline."""

    text: str
    u0: float
    u1: float
    v: float
    size: float
    string: int


@dataclass(frozen=True, slots=True)
class Segment:
    """One straight visible rule in the reading frame."""

    across: bool
    at: float
    start: float
    end: float


@dataclass(slots=True)
class Sheet:
    """A page ready for reading."""

    number: int
    frame: Frame
    glyphs: list[Glyph]
    segments: list[Segment]
    turned: list[tuple[str, BoxTuple, int]] = field(default_factory=list)
    hidden: int = 0
    doubled: int = 0
    flags: list[str] = field(default_factory=list)
    blank: bool = False  # nothing at all is painted
    readability: float | None = None  # the share of its glyphs that stand for a character a reader knows

    @property
    def has_text(self) -> bool:
        """Whether a reader sees any text that can be extracted."""
        return bool(self.turned) or any(not g.text.isspace() for g in self.glyphs)


def sheets(
    source: Source, first: int | None = None, last: int | None = None, known: Collection[str] = ()
) -> Iterator[Sheet]:
    """Read the pages of a document one by one; `known` are private-use glyphs that stand for something.

    Raises:
        DocumentError: a page cannot be interpreted, or paints without end.
    """
    shelf, off = FontShelf(), layers_off(source.pdf.doc.catalog)
    for number, page in source.pages(first, last):
        where = f"{source.path} page {number}"
        recorder = Recorder(shelf, where, off)
        try:
            Interpreter(shelf, recorder).process_page(page.page_obj)
        except LexproofError:
            raise
        except Exception as error:  # pdfminer trips in many ways over what is no valid content
            raise DocumentError(f"cannot be read ({type(error).__name__})", where=where) from error
        yield _sheet(number, recorder, shelf, known)


def _sheet(number: int, recorder: Recorder, shelf: FontShelf, known: Collection[str]) -> Sheet:
    grounds = Grounds(recorder.fills, RULE_THICKNESS)
    seen = look(recorder.marks, grounds, recorder.crop)
    solid = [m for m in seen.shown if not m.text.isspace() and m.text]
    frame = Frame(recorder.crop, _main_quarter(solid))
    upright = [m for m in seen.shown if m.quarter == frame.quarter]
    sheet = Sheet(number, frame, [_glyph(m, frame) for m in upright], list(_segments(recorder, grounds, frame)))
    sheet.turned = _turned([m for m in seen.shown if m.quarter != frame.quarter], frame)
    sheet.hidden = _solid(seen.hidden) + _solid(seen.clipped)
    sheet.doubled = _solid(seen.doubled)
    sheet.blank = not (recorder.marks or recorder.fills or sheet.segments)
    unread = sum(m.text not in known and (m.font in shelf.doubtful or unreadable(m.text)) for m in solid)
    sheet.readability = round(1 - unread / len(solid), 4) if solid else None
    sheet.flags = list(_flags(sheet, seen, solid, recorder, unread))
    return sheet


def _main_quarter(solid: list[Mark]) -> int:
    turns = Counter(m.quarter for m in solid if m.quarter >= 0)
    return turns.most_common(1)[0][0] if turns else 0


def _solid(marks: list[Mark]) -> int:
    return sum(bool(m.text) and not m.text.isspace() for m in marks)


def _glyph(mark: Mark, frame: Frame) -> Glyph:
    u0, v = frame.point(*mark.start)
    u1, _ = frame.point(*mark.end)
    return Glyph(mark.text, min(u0, u1), max(u0, u1), v, mark.size, mark.string)


def _segments(recorder: Recorder, grounds: Grounds, frame: Frame) -> Iterator[Segment]:
    bars = [Stroke(f.box, 0.0, f.ink, f.order) for f in recorder.fills if f.rectangle and _is_thin(f.box)]
    for stroke in bars + recorder.strokes:
        if grounds.shows(stroke):
            (u0, v0), (u1, v1) = frame.point(*stroke.box[:2]), frame.point(*stroke.box[2:])
            wide, tall = abs(u1 - u0), abs(v1 - v0)
            if wide >= tall:
                yield Segment(True, (v0 + v1) / 2, min(u0, u1), max(u0, u1))
            if tall >= wide:
                yield Segment(False, (u0 + u1) / 2, min(v0, v1), max(v0, v1))


def _is_thin(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) <= RULE_THICKNESS


def _turned(marks: list[Mark], frame: Frame) -> list[tuple[str, BoxTuple, int]]:
    """Text in another direction than the page's, string by string: text, place as displayed, number of glyphs."""
    strings: dict[int, list[Mark]] = {}
    for mark in marks:
        strings.setdefault(mark.string, []).append(mark)
    found = []
    for group in strings.values():
        count = _solid(group)
        if not count:
            continue
        points = [frame.point(*p) for m in group for p in (m.start, m.end)]
        us, vs = [p[0] for p in points], [p[1] for p in points]
        found.append(("".join(m.text for m in group).strip(), frame.box(min(us), min(vs), max(us), max(vs)), count))
    return found


def _flags(sheet: Sheet, seen: Seen, solid: list[Mark], recorder: Recorder, unread: int) -> Iterator[str]:
    if _solid(seen.hidden):
        yield str(Reason.HIDDEN_TEXT)
    if _solid(seen.clipped):
        yield str(Reason.CLIPPED_TEXT)
    if sheet.doubled:
        yield str(Reason.DOUBLED_TEXT)
    if sheet.turned:
        yield str(Reason.TURNED_TEXT)
    wrong = shared_letters(solid, recorder.fonts)
    if unread > UNREADABLE_SHARE * len(solid):
        yield str(Reason.UNREADABLE_TEXT_LAYER)
    elif wrong:
        yield flag(Reason.UNREADABLE_TEXT_LAYER, "".join(sorted(wrong)))
    if _contradicted(recorder, solid):
        yield str(Reason.ACTUAL_TEXT)


def _contradicted(recorder: Recorder, solid: list[Mark]) -> bool:
    """Whether an ActualText says other letters than are drawn (hyphens and white space aside)."""
    drawn: dict[int, list[str]] = {}
    for mark in solid:
        if mark.spoken >= 0:
            drawn.setdefault(mark.spoken, []).append(mark.text)
    return any(_letters("".join(texts)) != _letters(recorder.spoken[index]) for index, texts in drawn.items())


def _letters(text: str) -> str:
    return "".join(c for c in expand_ligatures(text) if c.isalnum())
