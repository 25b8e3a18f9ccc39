"""Carries out the operators of a page's content streams and tells a recorder what they paint.

It does what pdfminer's interpreter does, whose results it is tested against, but hands on whole runs of glyphs instead
of single ones, and also follows clips, transparency and layers. Beyond pdfminer, forms inherit the colours of their
page, `F` paints as `f` does, and the operator `"` moves to the next line, as ISO 32000-1 has it.
"""

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from pdfminer.pdftypes import PDFObjRef, PDFStream, dict_value, list_value, resolve1, stream_value
from pdfminer.psparser import PSLiteral, literal_name
from pdfminer.utils import mult_matrix

from extract.plumber.boxes import Box, Point, bounds, common, placed, quarter_of
from extract.plumber.damage import content_of
from extract.plumber.device import Look, Matrix, Recorder, Run
from extract.plumber.fonts import Face, FontShelf
from extract.plumber.layers import is_off
from extract.plumber.operators import operations
from extract.plumber.state import IDENTITY, State, colour_of, named_space

# A step between two glyphs of one run within these parts of the font size parts nothing; any other one is looked at.
SMOOTH = (-0.09, 0.14)
SPECK = 0.05  # points; text of a smaller size is no mark on paper
UNIT: Box = (0.0, 0.0, 1.0, 1.0)
_NO_BOX: Box = (0.0, 0.0, 0.0, 0.0)

Operands = list[Any]


class Interpreter:
    """Reads one page or, called by itself, one form of it.

    Args:
        shelf: the fonts of the document.
        recorder: told what is painted.
        layers: object numbers of the layers that are off.
    """

    def __init__(self, shelf: FontShelf, recorder: Recorder, layers: frozenset[int] = frozenset()) -> None:
        self._shelf, self._recorder, self._layers = shelf, recorder, layers
        self._faces: dict[str, Face] = {}
        self._spaces: dict[str, Any] = {}
        self._resources: dict[str, Any] = {}
        self._running: frozenset[int] = frozenset()
        self._saved: list[State] = []
        self._path: list[tuple[list[Point], bool]] = []
        self._clips = False
        self._tolerant = False  # between BX and EX operators may be unknown
        self._state = State(IDENTITY)

    def read_page(self, page: Any) -> None:
        """Read the content of one pdfminer page."""
        x0, y0, x1, y1 = (float(v) for v in page.mediabox)
        turned: dict[int, Matrix] = {
            90: (0.0, -1.0, 1.0, 0.0, -y0, x1), 180: (-1.0, 0.0, 0.0, -1.0, x1, y1), 270: (0.0, 1.0, -1.0, 0.0, y1, -x0)
        }  # fmt: skip
        self._state = State(turned.get(page.rotate, (1.0, 0.0, 0.0, 1.0, -x0, -y0)))
        media, crop = (placed(self._state.ctm, b) for b in (page.mediabox, page.cropbox or page.mediabox))
        self._recorder.crop = common(media, crop) or media
        self._read(page.resources, list_value(page.contents), "content")

    def _read(self, resources: Any, streams: Iterable[Any], part: str) -> None:
        """Read the streams of a page (`part` is content) or a form."""
        self._resources = dict_value(resources) if resources else {}
        found, objects, damage = list(map(stream_value, streams)), self._shelf.objects, self._recorder.damage
        whole = [s for s in found if s.objid is not None and s.objid not in self._running]
        if any(s.objid is None for s in found) or (objects and not all(map(objects.is_whole, whole))):
            damage.add(part)
        self._running |= {s.objid for s in whole}
        data = b"\n".join(map(content_of, whole))
        known = _OPERATORS.get
        for name, operands, kinds in operations(data):
            entry = known(name)
            if entry is not None:
                wanted, act = entry
                if kinds == wanted:
                    act(self, operands)
                elif len(operands) >= len(wanted):
                    last = operands[len(operands) - len(wanted) :]
                    if all(isinstance(v, _KINDS[k]) for v, k in zip(last, wanted, strict=True)):
                        act(self, last)
                    else:
                        damage.add(part)
                else:
                    damage.add(part)
            elif name in _COLOURS:
                self._set_colour(name, operands)
            elif name in (b"BX", b"EX"):
                self._tolerant = name == b"BX"
            elif name not in _WITHOUT_EFFECT and not self._tolerant:
                damage.add(part)

    # the graphics state

    def _save(self, _: Operands) -> None:
        self._saved.append(self._state.copy())

    def _restore(self, _: Operands) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _transform(self, matrix: Operands) -> None:
        self._state.ctm = mult_matrix(tuple(matrix), self._state.ctm)

    def _look_through(self, operands: Operands) -> None:
        states = resolve1(self._resources.get("ExtGState")) or {}
        self._state.look_through(resolve1(states.get(operands[0].name)) or {})

    def _set_colour(self, name: bytes, operands: Operands) -> None:
        """The operators whose operands depend on the colour space."""
        state, stroke = self._state, name[:1].isupper()
        if name in (b"cs", b"CS"):
            space = self._space(literal_name(operands[-1])) if operands else None
            colour = state.stroke_colour if stroke else state.fill_colour
        elif name in _SPACES:
            space = self._space(_SPACES[name])
            colour = colour_of(operands, space) if space is not None else None
        else:
            space = state.stroke_space if stroke else state.fill_space
            colour = colour_of(operands, space)
        if space is not None and colour is not None:
            (state.set_stroke if stroke else state.set_fill)(colour, space)

    def _space(self, name: str) -> Any:
        if name not in self._spaces:
            self._spaces[name] = named_space(name, self._resources)
        return self._spaces[name]

    # paths

    def _move(self, point: Operands) -> None:
        self._path.append(([(point[0], point[1])], False))

    def _line(self, point: Operands) -> None:
        if self._path:
            self._path[-1][0].append((point[0], point[1]))
        else:
            self._move(point)

    def _curve(self, operands: Operands) -> None:
        self._line(operands[-2:])
        self._path[-1] = (self._path[-1][0], True)

    def _close(self, _: Operands) -> None:
        if self._path:
            self._path[-1][0].extend(self._path[-1][0][:1])
        else:
            self._path.append(([], False))

    def _rectangle(self, operands: Operands) -> None:
        x, y, w, h = operands
        self._path.append(([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)], False))

    def _clip(self, _: Operands) -> None:
        self._clips = True

    def _paint(self, fill: bool, stroke: bool) -> None:
        state, recorder = self._state, self._recorder
        a, b, c, d, e, f = state.ctm
        if b == c == 0 and not stroke and len(self._path) == 1 and _is_upright(*self._path[0]):
            ((x0, y0), _, (x1, y1), *_), _ = self._path.pop()
            box = bounds([(a * x0 + e, d * y0 + f), (a * x1 + e, d * y1 + f)])
            if fill and not state.no_fill and not recorder.veiled:
                recorder.fill_box(box, state.fill_ink, state.clip, state.opaque)
            if self._clips:
                self._clips = False
                self._clip_to(box)
            return
        if b == c == 0:
            path = [([(a * x + e, d * y + f) for x, y in points], curved) for points, curved in self._path]
        else:
            path = [([(a * x + c * y + e, b * x + d * y + f) for x, y in part], curved) for part, curved in self._path]
        self._path = []
        if not recorder.veiled:
            for points, curved in path:
                if fill and len(points) > 2 and not state.no_fill:
                    recorder.fill(points, curved, state.fill_ink, state.clip, state.opaque)
                if stroke and not state.no_stroke and not curved and (state.opaque or len(points) <= 5):
                    recorder.stroke(points, state.stroke_ink, state.clip)
        if self._clips:
            self._clips = False
            corners = [p for points, _ in path for p in points]
            if corners:
                self._clip_to(bounds(corners))

    def _clip_to(self, box: Box) -> None:
        """Narrow the clip; an empty one becomes a box without extent."""
        clip = self._state.clip
        self._state.clip = box if clip is None else common(clip, box) or _NO_BOX

    # text

    def _set_font(self, operands: Operands) -> None:
        name, self._state.font_size = literal_name(operands[0]), operands[1]
        face = self._faces.get(name)
        if face is None:
            spec = (resolve1(self._resources.get("Font")) or {}).get(name)
            objid = spec.objid if isinstance(spec, PDFObjRef) else None
            face = self._faces[name] = self._shelf.face(objid, dict_value(spec) if spec is not None else {})
            if face.damaged:
                self._recorder.damage.add("font")
        self._state.face = face

    def _begin_text(self, _: Operands) -> None:
        state = self._state
        state.text_matrix, state.x, state.y = IDENTITY, 0.0, 0.0

    def _place_text(self, matrix: Operands) -> None:
        state = self._state
        a, b, c, d, e, f = matrix
        state.text_matrix = (a, b, c, d, e, f)
        state.x = state.y = 0.0

    def _next_line(self, operands: Operands) -> None:
        x, y = operands
        state = self._state
        a, b, c, d, e, f = state.text_matrix
        state.text_matrix = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)
        state.x = state.y = 0.0

    def _next_line_leading(self, operands: Operands) -> None:
        self._next_line(operands)
        self._state.leading = operands[1]

    def _show_array(self, operands: Operands) -> None:
        self._show(operands[0])

    def _show_next(self, operands: Operands) -> None:
        self._next_line([0.0, self._state.leading])
        self._show(operands[-1:])

    def _show_spaced(self, operands: Operands) -> None:
        self._state.word_space, self._state.char_space = operands[:2]
        self._show_next(operands)

    def _show(self, pieces: Sequence[Any]) -> None:
        state = self._state
        face = state.face
        if face is None:
            return
        self._recorder.strings += 1
        if face.vertical:
            self._show_downwards(face, pieces)
            return
        a, b, c, d, e, f = mult_matrix(state.text_matrix, state.ctm)
        y = state.y + state.rise
        matrix = (a, b, c, d, c * y + e, d * y + f)
        run = self._run(face, matrix, [], [])
        widths = face.widths(state.font_size * state.scaling)
        if len(pieces) == 1 and isinstance(pieces[0], bytes) and not state.char_space and not state.word_space:
            run.codes = list(face.decode(pieces[0]))
            stops = list(accumulate(map(widths.__getitem__, run.codes), initial=state.x))
            run.starts, run.ends, state.x = stops[:-1], stops[1:], stops[-1]
        else:
            state.x = _set_pieces(run, pieces, state, widths)
        run.tight = run.tight or face.thin or state.scaling <= 0
        self._keep(run)

    def _show_downwards(self, face: Face, pieces: Sequence[Any]) -> None:
        """Vertical writing: each glyph is a run of its own."""
        state = self._state
        a, b, c, d, e, f = mult_matrix(state.text_matrix, state.ctm)
        widths = face.widths(state.font_size * state.scaling)
        x, y, spaced = state.x, state.y, False
        for piece in pieces:
            if isinstance(piece, bytes):
                for code in face.decode(piece):
                    y += state.char_space * state.scaling if spaced else 0.0
                    rise = y + state.rise
                    run = self._run(face, (a, b, c, d, c * rise + e, d * rise + f), [x], [x + widths[code]])
                    run.codes = [code]
                    self._keep(run)
                    y, spaced = y + widths[code], True
            elif isinstance(piece, int | float):
                y, spaced = y - piece * 0.001 * state.font_size * state.scaling, True
        state.y = y

    def _run(self, face: Face, matrix: Matrix, starts: list[float], ends: list[float]) -> Run:
        state, recorder = self._state, self._recorder
        a, b, c, d, _, _ = matrix
        height, quarter = abs(state.font_size) * math.hypot(c, d), quarter_of(a * state.font_size, b * state.font_size)
        unseen = state.no_text or recorder.veiled or height < SPECK
        look = Look(state.text_ink, unseen, state.clip, recorder.voice)
        return Run(face, [], starts, ends, matrix, height, quarter, recorder.strings, 0, look)

    def _keep(self, run: Run) -> None:
        if run.codes:
            run.order = self._recorder.count(len(run.codes))
            run.texts = run.face.texts(run.codes)
            self._recorder.runs.append(run)

    # marked content, forms and images

    def _begin_tag(self, _: Operands) -> None:
        self._recorder.begin_tag(None)

    def _begin_marked(self, operands: Operands) -> None:
        """Property lists may be named in the resources; a layer is marked content of the kind OC."""
        tag, props = operands
        if isinstance(props, PSLiteral):
            props = (resolve1(self._resources.get("Properties")) or {}).get(props.name)
        veiled = getattr(tag, "name", "") == "OC" and is_off(props, self._layers)
        self._recorder.begin_tag(resolve1(props), veiled)

    def _end_tag(self, _: Operands) -> None:
        self._recorder.end_tag()

    def _inline_image(self, operands: Operands) -> None:
        if "W" in operands[0] and "H" in operands[0]:
            self._draw_image(operands[0])

    def _do(self, operands: Operands) -> None:
        """Draw a form or an image, which may itself belong to a layer."""
        found = (resolve1(self._resources.get("XObject")) or {}).get(literal_name(operands[0]))
        if found is None:
            self._recorder.damage.add("form")
            return
        stream = stream_value(found)
        kind, layer = getattr(resolve1(stream.get("Subtype")), "name", ""), stream.get("OC")
        veiled = layer is not None and is_off(layer, self._layers)
        if veiled:
            self._recorder.begin_tag(None, True)
        if kind == "Form" and "BBox" in stream:
            self._draw_form(stream)
        elif kind == "Image" and "Width" in stream and "Height" in stream:
            self._draw_image(stream)
        else:
            self._recorder.damage.add("form")
        if veiled:
            self._recorder.end_tag()

    def _draw_image(self, stream: PDFStream) -> None:
        """An image without a mask covers what lies beneath it."""
        self._recorder.count_form()
        state = self._state
        masked = any(stream.get(k) is not None for k in ("SMask", "Mask", "ImageMask", "IM"))
        if not self._recorder.veiled and not state.no_fill:
            self._recorder.image(placed(state.ctm, UNIT), state.clip, state.opaque and not masked)

    def _draw_form(self, stream: PDFStream) -> None:
        """Read a form in a state and with resources of its own; its box clips."""
        if stream.objid in self._running:
            return
        self._recorder.count_form()
        form = Interpreter(self._shelf, self._recorder, self._layers)
        matrix = [float(resolve1(v)) for v in list_value(stream.get("Matrix", list(IDENTITY)))]
        form._state = self._state.copy()
        form._state.ctm = mult_matrix(tuple(matrix), self._state.ctm)
        form._state.reset_text()
        form._clip_to(placed(form._state.ctm, list_value(stream["BBox"])))
        form._running = self._running
        form._read(stream.get("Resources") or self._resources, [stream], "form")


def _is_upright(points: list[Point], curved: bool) -> bool:
    """Whether a path is a rectangle along the axes, as `re` draws it."""
    if len(points) != 5 or curved:
        return False
    (x0, y0), (x1, y1), (x2, y2), (x3, y3), _ = points
    return y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0


def _set_pieces(run: Run, pieces: Iterable[Any], state: State, widths: dict[int, float]) -> float:
    """Set the glyphs of a run one behind the other; returns where the next run starts."""
    codes: list[int] = []
    starts, ends, breaks = run.starts, run.ends, []
    back = sys.maxsize  # the first glyph that may lie on one before it
    a, b = run.matrix[:2]
    sign = 1.0 if state.font_size * state.scaling >= 0 else -1.0
    length = math.hypot(a, b)
    low, high = (part * run.size / length if length else 0.0 for part in SMOOTH)
    thousandth = 0.001 * state.font_size * state.scaling
    between = state.char_space * state.scaling
    word = 0.0 if run.face.multibyte else state.word_space * state.scaling
    wide = not low <= between * sign <= high
    x, spaced = state.x, False
    for piece in pieces:
        if not isinstance(piece, bytes):
            if isinstance(piece, int | float):
                x, spaced = x - piece * thousandth, True
                step = (between - piece * thousandth) * sign
                if not low <= step <= high:
                    breaks.append(len(starts))
                    if ends and -step > 0.5 * abs(ends[-1] - starts[-1]):
                        back = min(back, len(starts))
            continue
        for code in run.face.decode(piece):
            if between and spaced:
                x += between
            codes.append(code)
            starts.append(x)
            x += widths[code]
            ends.append(x)
            spaced = True
            if word and code == 32:
                x += word
                breaks.append(len(starts))
    run.codes, run.tight = codes, wide or back < len(codes)
    run.breaks = range(1, len(codes)) if wide else sorted({i for i in breaks if 0 < i < len(codes)})
    return x


# The kinds of operands: number, name, string, array, stream, or anything.
_KINDS: dict[str, Any] = {"n": int | float, "/": PSLiteral, "s": bytes, "[": list, "<": PDFStream, "?": object}


def _setter(name: str, scale: float = 1.0) -> Callable[[Interpreter, Operands], None]:
    """An operator that only sets a number of the state."""

    def act(interpreter: Interpreter, operands: Operands) -> None:
        setattr(interpreter._state, name, operands[0] * scale)

    return act


def _painter(fill: bool, stroke: bool, close: bool = False) -> Callable[[Interpreter, Operands], None]:
    """An operator that paints the path."""

    def act(interpreter: Interpreter, operands: Operands) -> None:
        if close:
            interpreter._close(operands)
        interpreter._paint(fill, stroke)

    return act


_WITHOUT_EFFECT = frozenset(
    {b"ET", b"w", b"J", b"j", b"M", b"d", b"ri", b"i", b"MP", b"DP", b"sh", b"d0", b"d1", b"ID"}
)  # fmt: skip
_COLOURS = frozenset({b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN", b"g", b"G", b"rg", b"RG", b"k", b"K"})
_SPACES = {
    b"g": "DeviceGray", b"G": "DeviceGray", b"rg": "DeviceRGB", b"RG": "DeviceRGB", b"k": "DeviceCMYK",
    b"K": "DeviceCMYK",
}  # fmt: skip
_OPERATORS: dict[bytes, tuple[str, Callable[[Interpreter, Operands], None]]] = {
    b"q": ("", Interpreter._save), b"Q": ("", Interpreter._restore), b"cm": ("nnnnnn", Interpreter._transform),
    b"gs": ("/", Interpreter._look_through), b"m": ("nn", Interpreter._move), b"l": ("nn", Interpreter._line),
    b"c": ("nnnnnn", Interpreter._curve), b"v": ("nnnn", Interpreter._curve), b"y": ("nnnn", Interpreter._curve),
    b"h": ("", Interpreter._close), b"re": ("nnnn", Interpreter._rectangle), b"W": ("", Interpreter._clip),
    b"W*": ("", Interpreter._clip), b"n": ("", _painter(False, False)), b"S": ("", _painter(False, True)),
    b"s": ("", _painter(False, True, True)), b"f": ("", _painter(True, False)), b"F": ("", _painter(True, False)),
    b"f*": ("", _painter(True, False)), b"B": ("", _painter(True, True)), b"B*": ("", _painter(True, True)),
    b"b": ("", _painter(True, True, True)), b"b*": ("", _painter(True, True, True)),
    b"BT": ("", Interpreter._begin_text), b"Tf": ("/n", Interpreter._set_font), b"Tc": ("n", _setter("char_space")),
    b"Tw": ("n", _setter("word_space")), b"Tz": ("n", _setter("scaling", 0.01)), b"TL": ("n", _setter("leading", -1.0)),
    b"Ts": ("n", _setter("rise")), b"Tr": ("n", _setter("mode")), b"Td": ("nn", Interpreter._next_line),
    b"TD": ("nn", Interpreter._next_line_leading), b"Tm": ("nnnnnn", Interpreter._place_text),
    b"T*": ("", lambda interpreter, _: interpreter._next_line([0.0, interpreter._state.leading])),
    b"Tj": ("s", Interpreter._show), b"TJ": ("[", Interpreter._show_array), b"'": ("s", Interpreter._show_next),
    b'"': ("nns", Interpreter._show_spaced), b"BMC": ("?", Interpreter._begin_tag),
    b"BDC": ("??", Interpreter._begin_marked), b"EMC": ("", Interpreter._end_tag), b"Do": ("?", Interpreter._do),
    b"EI": ("<", Interpreter._inline_image),
}  # fmt: skip
