"""One page as it is read: upright strands of text, visible rules and page flags, in a frame that follows the text.

The reading frame has its origin at the top left of the text held upright, u to the right, v down; `Frame.box` leads
back to the page as displayed. Whatever is dropped here (hidden, clipped, doubled, turned) is counted and kept.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from extract.plumber.boxes import Box
from extract.plumber.device import Recorder, Run, Stroke
from extract.plumber.fonts import Face, shared_letters
from extract.plumber.interpreter import Interpreter
from extract.plumber.layers import layers_off
from extract.plumber.scripts import UNREADABLE_SHARE
from extract.plumber.source import Source
from extract.plumber.visible import Grounds, Seen, look
from records.errors import DocumentError, LexproofError
from records.flags import Reason, flag
from records.model import BoxTuple
from records.text import expand_ligatures

# A filled rectangle at most this thick (points) is a rule, a thicker one an area.
RULE_THICKNESS = 4.0
LEVEL_DRIFT = 0.001  # points by which the baseline of an upright run may rise or fall along it


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
        if self.quarter == 0:
            return x, y
        if self.quarter == 1:
            return self.height - y, x
        return (self.width - x, self.height - y) if self.quarter == 2 else (y, self.width - x)

    def box(self, u0: float, v0: float, u1: float, v1: float) -> BoxTuple:
        """A box of the reading frame on the page as displayed, rounded to 0.1."""
        corners = [self._back(u0, v0), self._back(u1, v1)]
        xs, ys = sorted(c[0] for c in corners), sorted(c[1] for c in corners)
        return (round(xs[0], 1), round(ys[0], 1), round(xs[1], 1), round(ys[1], 1))

    def _back(self, u: float, v: float) -> tuple[float, float]:
        turned = {0: (u, v), 1: (v, self.height - u), 2: (self.width - u, self.height - v), 3: (self.width - v, u)}
        return turned[self.quarter]


@dataclass(slots=True)
class Strand:
    """Visible glyphs of one string on one baseline, in the reading frame.

    `texts` holds the text of each glyph (a string if each is one character), `starts` and `ends` where it stands.
    Within a strand, only before the glyphs of `breaks` is there a gap to be judged or a step back.
    """

    texts: Sequence[str]
    starts: list[float]
    ends: list[float]
    v: float
    size: float
    string: int
    breaks: Sequence[int] = ()


class Segment(NamedTuple):
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
    strands: list[Strand]
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
        return bool(self.turned) or any(t and not t.isspace() for strand in self.strands for t in strand.texts)


def sheets(
    source: Source, first: int | None = None, last: int | None = None, known: Collection[str] = ()
) -> Iterator[Sheet]:
    """Read the pages of a document one by one; `known` are private-use glyphs that stand for something.

    Raises:
        DocumentError: a page cannot be interpreted, or paints without end.
    """
    off = layers_off(source.pdf.doc.catalog)
    for number, page in source.pages(first, last):
        where = f"{source.path} page {number}"
        recorder, missed = Recorder(where), source.objects.missed
        try:
            Interpreter(source.fonts, recorder, off).read_page(page.page_obj)
            if source.objects.missed > missed:
                recorder.damage.add("object")
            sheet = _sheet(number, recorder, known)
        except LexproofError:
            raise
        except Exception as error:  # pdfminer trips in many ways over what is no valid content
            raise DocumentError(f"cannot be read ({type(error).__name__})", where=where) from error
        yield sheet


def _sheet(number: int, recorder: Recorder, known: Collection[str]) -> Sheet:
    grounds = Grounds(recorder.fills, RULE_THICKNESS)
    seen = look(recorder.runs, grounds, recorder.crop)
    frame = Frame(recorder.crop, _main_quarter(seen.shown))
    upright = [r for r in seen.shown if r.quarter == frame.quarter]
    strands = [strand for run in upright for strand in _strands(run, frame)]
    sheet = Sheet(number, frame, strands, list(_segments(recorder, grounds, frame)))
    if len(upright) < len(seen.shown):
        sheet.turned = _turned([r for r in seen.shown if r.quarter != frame.quarter], frame)
    sheet.hidden = _solid(seen.hidden) + _solid(seen.clipped)
    sheet.doubled = _solid(seen.doubled)
    sheet.blank = not (recorder.runs or recorder.fills or sheet.segments)
    solid, unread = _solid(seen.shown), sum(_unread(run, known) for run in seen.shown)
    sheet.readability = round(1 - unread / solid, 4) if solid else None
    sheet.flags = list(_flags(sheet, seen, recorder, unread > UNREADABLE_SHARE * solid))
    return sheet


def _main_quarter(runs: Iterable[Run]) -> int:
    turns: Counter[int] = Counter()
    for run in runs:
        if run.quarter >= 0:
            turns[run.quarter] += run.solid
    return turns.most_common(1)[0][0] if turns.total() else 0


def _solid(runs: Iterable[Run]) -> int:
    return sum(run.solid for run in runs)


def _strands(run: Run, frame: Frame) -> Iterator[Strand]:
    """A run in the reading frame; glyph by glyph if it is not level, or goes against its own direction."""
    (u0, v0), (u1, v1) = frame.point(*run.at(0.0)), frame.point(*run.at(1.0))
    step, drift = u1 - u0, v1 - v0
    starts, ends = [u0 + step * x for x in run.starts], [u0 + step * x for x in run.ends]
    level = abs(drift * (run.ends[-1] - run.starts[0])) <= LEVEL_DRIFT
    if level and starts[0] <= ends[0] and starts[-1] <= ends[-1]:
        v = v0 + drift * run.starts[0]
        yield Strand(run.texts, starts, ends, v, run.size, run.string, run.breaks)
        return
    for text, start, one, other in zip(run.texts, run.starts, starts, ends, strict=True):
        yield Strand([text], [min(one, other)], [max(one, other)], v0 + drift * start, run.size, run.string)


def _segments(recorder: Recorder, grounds: Grounds, frame: Frame) -> Iterator[Segment]:
    bars = [Stroke(f.box, f.ink, f.order) for f in recorder.fills if f.rectangle and _is_thin(f.box)]
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


def _turned(runs: Iterable[Run], frame: Frame) -> list[tuple[str, BoxTuple, int]]:
    """Text in another direction than the page's, string by string: text, place as displayed, number of glyphs."""
    strings: dict[int, list[Run]] = {}
    for run in runs:
        strings.setdefault(run.string, []).append(run)
    found = []
    for group in strings.values():
        count = _solid(group)
        if not count:
            continue
        points = [frame.point(*run.at(x)) for run in group for x in (*run.starts, *run.ends)]
        us, vs = [p[0] for p in points], [p[1] for p in points]
        text = "".join("".join(run.texts) for run in group).strip()
        found.append((text, frame.box(min(us), min(vs), max(us), max(vs)), count))
    return found


def _flags(sheet: Sheet, seen: Seen, recorder: Recorder, unreadable: bool) -> Iterator[str]:
    yield from (flag(Reason.DAMAGED_STREAM, part) for part in sorted(recorder.damage))
    if sheet.blank:
        yield str(Reason.BLANK_PAGE)
    if _solid(seen.hidden):
        yield str(Reason.HIDDEN_TEXT)
    if _solid(seen.clipped):
        yield str(Reason.CLIPPED_TEXT)
    if sheet.doubled:
        yield str(Reason.DOUBLED_TEXT)
    if sheet.turned:
        yield str(Reason.TURNED_TEXT)
    used: dict[Face, set[int]] = {}
    for run in seen.shown:
        used.setdefault(run.face, set()).update(run.codes)
    wrong = shared_letters(used)
    if unreadable:
        yield str(Reason.UNREADABLE_TEXT_LAYER)
    elif wrong:
        yield flag(Reason.UNREADABLE_TEXT_LAYER, "".join(sorted(wrong)))
    if recorder.spoken and _contradicted(recorder.spoken, seen.shown):
        yield str(Reason.ACTUAL_TEXT)


def _unread(run: Run, known: Collection[str]) -> int:
    """How many glyphs of a run, white space and glyphs of a known meaning aside, say nothing that can be believed."""
    bad, every = run.face.unreadable, run.face.doubtful
    if not every and not bad:
        return 0
    return sum(
        bool(text) and not text.isspace() and text not in known and (every or code in bad)
        for code, text in zip(run.codes, run.texts, strict=True)
    )


def _contradicted(spoken: Sequence[str], shown: Iterable[Run]) -> bool:
    """Whether an ActualText says other letters than are drawn (hyphens and white space aside)."""
    drawn: dict[int, list[str]] = {}
    for run in shown:
        if run.look.spoken >= 0 and run.solid:
            drawn.setdefault(run.look.spoken, []).extend(run.texts)
    return any(_letters("".join(texts)) != _letters(spoken[index]) for index, texts in drawn.items())


def _letters(text: str) -> str:
    return "".join(c for c in expand_ligatures(text) if c.isalnum())
