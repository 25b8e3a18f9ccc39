"""What a page paints, in paint order: a pdfminer device that keeps glyphs, straight rules and filled areas.

pdfplumber's own objects do not tell the render mode, the clip or the order of painting; whoever wants to know what a
reader sees needs all three. Coordinates are pdfminer's: points, y upwards, /Rotate already applied. The number of
objects a page may paint is bounded, so that no file can keep the reader busy for ever.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import apply_matrix_pt, mult_matrix

from records.errors import DocumentError

Box = tuple[float, float, float, float]
Rgb = tuple[float, float, float]

MAX_OBJECTS = 100_000  # a dense A4 page of text and rules has about 10,000
TRACE = 0.02  # what is painted fainter than this leaves no trace
MAX_FORMS = 5_000  # nested forms can multiply: each level of ten calls ten
_INVISIBLE_MODES = frozenset({3, 7})
_STROKED_MODES = frozenset({1, 5})
_BOTH_MODES = frozenset({2, 6})
_PLAIN_SPACES = frozenset({"DeviceGray", "CalGray", "DeviceRGB", "CalRGB", "DeviceCMYK", "ICCBased"})


@dataclass(slots=True)
class Mark:
    """One painted glyph: its text, the way from its origin to its end, and how it was painted."""

    text: str
    start: tuple[float, float]
    end: tuple[float, float]
    size: float
    quarter: int  # quarter turns counter-clockwise of the writing direction, -1 = askew
    font: int
    code: int
    string: int
    order: int
    ink: Rgb | None
    unseen: bool
    clip: Box | None
    spoken: int  # index into `Recorder.spoken`, -1 = no ActualText


@dataclass(slots=True)
class Fill:
    """One filled area by its bounding box; only a rectangle that lets nothing through is `opaque`."""

    box: Box
    ink: Rgb | None
    opaque: bool
    order: int
    rectangle: bool = True


@dataclass(slots=True)
class Stroke:
    """One straight stroke along an axis."""

    box: Box
    width: float
    ink: Rgb | None
    order: int


@dataclass(frozen=True, slots=True)
class _State:
    """What `q` saves: the clip, whether fills let the ground show, and whether fills and strokes leave no trace."""

    clip: Box | None = None
    opaque: bool = True
    no_fill: bool = False
    no_stroke: bool = False


class Recorder(PDFTextDevice):  # type: ignore[misc]
    """Keeps what is painted on one page."""

    def __init__(self, manager: PDFResourceManager, where: str, layers_off: frozenset[int] = frozenset()) -> None:
        super().__init__(manager)
        self.layers_off = layers_off
        self.marks: list[Mark] = []
        self.fills: list[Fill] = []
        self.strokes: list[Stroke] = []
        self.spoken: list[str] = []
        self.fonts: dict[int, Any] = {}
        self.crop: Box = (0.0, 0.0, 0.0, 0.0)
        self.state = _State()
        self.clip_pending = False
        self._saved: list[_State] = []
        self._floors: list[int] = []
        self._tags: list[int] = []
        self._veils: list[bool] = []
        self._where, self._order, self._string, self._forms = where, 0, 0, 0
        self._ink: Rgb | None = None
        self._unseen = False

    def _next(self) -> int:
        self._order += 1
        if self._order > MAX_OBJECTS:
            raise DocumentError(f"paints more than {MAX_OBJECTS} objects", where=self._where, do="Leave the page out.")
        return self._order

    def begin_page(self, page: Any, ctm: Any) -> None:
        """Note the crop box in the coordinates of the page as displayed."""
        media, crop = _placed(ctm, page.mediabox), _placed(ctm, page.cropbox or page.mediabox)
        self.crop = _common(media, crop) or media

    def save(self) -> None:
        """Operator q."""
        self._saved.append(self.state)

    def restore(self) -> None:
        """Operator Q; a surplus one inside a form does not reach the state outside it."""
        if len(self._saved) > (self._floors[-1] if self._floors else 0):
            self.state = self._saved.pop()

    def begin_figure(self, name: str, bbox: Any, matrix: Any) -> None:
        """A form or an image begins: its box clips."""
        self._forms += 1
        if self._forms > MAX_FORMS:
            raise DocumentError(f"draws more than {MAX_FORMS} forms", where=self._where, do="Leave the page out.")
        self.save()
        self._floors.append(len(self._saved))
        self.clip_to(_placed(mult_matrix(matrix, self.ctm), bbox))

    def end_figure(self, name: str) -> None:
        """Back to the state before the form."""
        del self._saved[self._floors.pop() :]
        self.state = self._saved.pop()

    def clip_to(self, box: Box) -> None:
        """Narrow the clip; an empty one becomes a box without extent."""
        if self.state.clip is not None:
            box = _common(self.state.clip, box) or (0.0, 0.0, 0.0, 0.0)
        self.state = replace(self.state, clip=box)

    def begin_tag(self, tag: Any, props: Any = None, veiled: bool = False) -> None:
        """Note ActualText, which viewers read out in place of the glyphs, and layers that are off."""
        self._veils.append(veiled or self._veiled)
        actual = resolve1(props.get("ActualText")) if isinstance(props, dict) else None
        if isinstance(actual, bytes):
            self.spoken.append(_decoded(actual))
            self._tags.append(len(self.spoken) - 1)
        else:
            self._tags.append(self._tags[-1] if self._tags else -1)

    def end_tag(self) -> None:
        """The innermost marked content ends."""
        if self._tags:
            self._tags.pop()
            self._veils.pop()

    @property
    def _veiled(self) -> bool:
        return bool(self._veils and self._veils[-1])

    def render_image(self, name: str, stream: Any) -> None:
        """An image without a mask covers what lies beneath it."""
        masked = any(stream.get(k) is not None for k in ("SMask", "Mask", "ImageMask", "IM"))
        box = self._clipped(_placed(self.ctm, (0.0, 0.0, 1.0, 1.0)))
        if box is not None and not self._veiled and not self.state.no_fill:
            self.fills.append(Fill(box, None, self.state.opaque and not masked, self._next()))

    def paint_path(self, graphicstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Any) -> None:
        """Split a path into its parts and keep the straight strokes and the filled boxes."""
        for part in _subpaths(path):
            points = [apply_matrix_pt(self.ctm, p) for p in part.points]
            if fill and len(points) > 2 and not self.state.no_fill and not self._veiled:
                self._keep_fill(points, part.curved, _rgb(graphicstate.ncolor, graphicstate.ncs))
            if stroke and not self.state.no_stroke and not self._veiled:
                self._keep_strokes(points, part.curved, graphicstate)

    def _keep_fill(self, points: list[tuple[float, float]], curved: bool, ink: Rgb | None) -> None:
        box = self._clipped(_bounds(points))
        if box is not None:
            straight = (
                not curved
                and all(
                    min(abs(x - box[0]), abs(x - box[2])) < 0.5 or min(abs(y - box[1]), abs(y - box[3])) < 0.5
                    for x, y in points
                )
                and len(points) <= 5
            )
            self.fills.append(Fill(box, ink, self.state.opaque and straight, self._next(), straight))

    def _keep_strokes(self, points: list[tuple[float, float]], curved: bool, graphicstate: Any) -> None:
        if curved or not self.state.opaque and len(points) > 5:
            return
        a, b, c, d = self.ctm[:4]
        width = (graphicstate.linewidth or 0.0) * math.sqrt(abs(a * d - b * c))
        ink = _rgb(graphicstate.scolor, graphicstate.scs)
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            if min(abs(x0 - x1), abs(y0 - y1)) <= 0.5 and max(abs(x0 - x1), abs(y0 - y1)) > 0:
                box = self._clipped(_bounds([(x0, y0), (x1, y1)]))
                if box is not None:
                    self.strokes.append(Stroke(box, width, ink, self._next()))

    def _clipped(self, box: Box) -> Box | None:
        return box if self.state.clip is None else _common(self.state.clip, box)

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
        """Note what holds for the whole string before its glyphs come."""
        self._string += 1
        stroked = textstate.render in _STROKED_MODES
        clear = self.state.no_stroke if stroked else self.state.no_fill
        if textstate.render in _BOTH_MODES:
            clear = self.state.no_stroke and self.state.no_fill
        self._unseen = textstate.render in _INVISIBLE_MODES or clear or self._veiled
        self._ink = _rgb(graphicstate.scolor if stroked else graphicstate.ncolor, graphicstate.scs if stroked else ncs)
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_char(
        self, matrix: Any, font: Any, fontsize: float, scaling: float, rise: float, cid: int, *colours: Any
    ) -> float:
        """Keep one glyph; returns its advance as pdfminer wants it."""
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = f"(cid:{cid})"
        advance = float(font.char_width(cid) * fontsize * scaling)
        a, b, c, d, e, f = matrix
        self.fonts.setdefault(id(font), font)
        self.marks.append(
            Mark(
                text,
                (c * rise + e, d * rise + f),
                (a * advance + c * rise + e, b * advance + d * rise + f),
                abs(fontsize) * math.hypot(c, d),
                _quarter(a * fontsize, b * fontsize),
                id(font), cid, self._string, self._next(),
                self._ink, self._unseen, self.state.clip,
                self._tags[-1] if self._tags else -1,
            )
        )  # fmt: skip
        return advance


def _note_push(interpreter: Any) -> None:
    interpreter.device.save()


def _note_pop(interpreter: Any) -> None:
    interpreter.device.restore()


def _note_clip(interpreter: Any) -> None:
    interpreter.device.clip_pending = True


def _note_look(interpreter: Any, name: Any) -> None:
    """Operator gs: what is painted through it may let the ground show."""
    states = resolve1(interpreter.resources.get("ExtGState")) or {}
    entry = resolve1(states.get(getattr(name, "name", ""))) or {}
    alpha, stroke, blend = (resolve1(entry.get(k)) for k in ("ca", "CA", "BM"))
    clear = isinstance(alpha, int | float) and alpha < 0.99
    blended = isinstance(blend, PSLiteral) and blend.name not in ("Normal", "Compatible")
    state = interpreter.device.state
    if "ca" in entry or "BM" in entry:
        state = replace(state, opaque=not (clear or blended))
    if isinstance(alpha, int | float):
        state = replace(state, no_fill=alpha < TRACE)
    if isinstance(stroke, int | float):
        state = replace(state, no_stroke=stroke < TRACE)
    interpreter.device.state = state


def _begin_marked(interpreter: Any, tag: Any, props: Any) -> None:
    """Operator BDC: property lists may be named in the resources; a layer is marked content of the kind OC."""
    if isinstance(props, PSLiteral):
        props = (resolve1(interpreter.resources.get("Properties")) or {}).get(props.name)
    veiled = getattr(tag, "name", "") == "OC" and _is_off(props, interpreter.device.layers_off)
    interpreter.device.begin_tag(tag, resolve1(props), veiled)


def _is_off(layer: Any, off: frozenset[int]) -> bool:
    """Whether a layer, or all layers of a group of layers, are off."""
    if getattr(layer, "objid", None) in off:
        return True
    members = (resolve1(layer) or {}).get("OCGs") if isinstance(resolve1(layer), dict) else None
    group = resolve1(members) if not isinstance(members, PDFObjRef) or members.objid not in off else [members]
    listed = group if isinstance(group, list) else []
    return bool(off and listed) and all(getattr(g, "objid", None) in off for g in listed)


def layers_off(catalog: Any) -> frozenset[int]:
    """The object numbers of the optional-content layers that a viewer does not show when it opens the document."""
    content = resolve1(catalog.get("OCProperties")) or {}
    usual = resolve1(content.get("D")) or {}
    numbers = {k: [getattr(g, "objid", -1) for g in resolve1(d.get(k)) or []] for d, k in (
        (content, "OCGs"), (usual, "OFF"), (usual, "ON"))}  # fmt: skip
    off = set(numbers["OFF"])
    if getattr(resolve1(usual.get("BaseState")), "name", "ON") == "OFF":
        off |= set(numbers["OCGs"]) - set(numbers["ON"])
    return frozenset(off)


def _do_form(interpreter: Any, name: Any) -> None:
    """Operator Do: a form or an image may itself belong to a layer."""
    stream = resolve1(interpreter.xobjmap.get(getattr(name, "name", name)))
    layer = stream.get("OC") if stream is not None and hasattr(stream, "get") else None
    if layer is None or not _is_off(layer, interpreter.device.layers_off):
        PDFPageInterpreter.do_Do(interpreter, name)
        return
    interpreter.device.begin_tag(None, None, True)
    PDFPageInterpreter.do_Do(interpreter, name)
    interpreter.device.end_tag()


def _then_clip(operator: str) -> Callable[[Any], None]:
    """A painting operator after which a clip that was asked for begins."""
    paint = getattr(PDFPageInterpreter, f"do_{operator}")

    def painted(interpreter: Any) -> None:
        path = list(interpreter.curpath)
        paint(interpreter)
        if interpreter.device.clip_pending:
            interpreter.device.clip_pending = False
            points = [p for part in _subpaths(path) for p in part.points]
            if points:
                interpreter.device.clip_to(_bounds([apply_matrix_pt(interpreter.ctm, p) for p in points]))

    return painted


def _after(operator: str, note: Callable[[Any], None]) -> Callable[[Any], None]:
    """An operator of pdfminer's that the device is told of."""
    original = getattr(PDFPageInterpreter, f"do_{operator}")

    def noted(interpreter: Any) -> None:
        original(interpreter)
        note(interpreter)

    return noted


# pdfminer's interpreter, which also tells the device of clips, transparency and property lists. pdfminer finds an
# operator's method by its name and asks the method's code how many operands to take.
Interpreter: Any = type(
    "Interpreter",
    (PDFPageInterpreter,),
    {
        "do_q": _after("q", _note_push), "do_Q": _after("Q", _note_pop),
        "do_W": _note_clip, "do_W_a": _note_clip, "do_gs": _note_look, "do_BDC": _begin_marked, "do_Do": _do_form,
        **{f"do_{operator}": _then_clip(operator) for operator in ("S", "f", "f_a", "B", "B_a", "n")},
    },
)  # fmt: skip


@dataclass(slots=True)
class _Part:
    points: list[tuple[float, float]]
    curved: bool = False


def _subpaths(path: Any) -> list[_Part]:
    parts: list[_Part] = []
    for step in path:
        kind = step[0]
        if kind == "m" or not parts:
            parts.append(_Part([step[-2:]] if len(step) > 2 else []))
        elif kind == "h":
            parts[-1].points.extend(parts[-1].points[:1])
        else:
            parts[-1].points.append(step[-2:])
            parts[-1].curved |= kind != "l"
    return parts


def _bounds(points: list[tuple[float, float]]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _placed(matrix: Any, box: Any) -> Box:
    x0, y0, x1, y1 = (float(resolve1(v)) for v in box)
    return _bounds([apply_matrix_pt(matrix, p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])


def _common(one: Box, other: Box) -> Box | None:
    x0, y0, x1, y1 = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


def _quarter(a: float, b: float) -> int:
    turns = math.atan2(b, a) / (math.pi / 2)
    return round(turns) % 4 if abs(turns - round(turns)) < 0.06 else -1


def _decoded(raw: bytes) -> str:
    return raw[2:].decode("utf-16-be", "replace") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")


def _rgb(colour: Any, space: Any) -> Rgb | None:
    """A colour in red, green and blue, or None where its look is not known (patterns, spot colours)."""
    if getattr(space, "name", "") not in _PLAIN_SPACES:
        return None
    parts = colour if isinstance(colour, tuple) else (colour,)
    if not all(isinstance(v, int | float) for v in parts):
        return None
    if len(parts) == 1:
        return (parts[0], parts[0], parts[0])
    if len(parts) == 3:
        return (parts[0], parts[1], parts[2])
    if len(parts) == 4:
        c, m, y, k = parts
        return ((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k))
    return None
