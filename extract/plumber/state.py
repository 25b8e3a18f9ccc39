"""The graphics state of a content stream: where text and paths go, in which colour, and what lets them show."""

from typing import Any

from pdfminer.pdfcolor import PREDEFINED_COLORSPACE
from pdfminer.pdftypes import list_value, resolve1, stream_value
from pdfminer.psparser import PSLiteral

from extract.plumber.boxes import Box
from extract.plumber.device import Matrix, Rgb
from extract.plumber.fonts import Face

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
TRACE = 0.02  # what is painted fainter than this leaves no trace
SEE_THROUGH = 0.99  # what is painted fainter than this lets the ground show
BLACK: Rgb = (0.0, 0.0, 0.0)
_PLAIN_SPACES = frozenset({"DeviceGray", "CalGray", "DeviceRGB", "CalRGB", "DeviceCMYK", "ICCBased"})
_INVISIBLE_MODES = frozenset({3, 7})
_STROKED_MODES = frozenset({1, 5})
_BOTH_MODES = frozenset({2, 6})


class State:
    """What `q` saves and `Q` brings back."""

    def __init__(self, ctm: Matrix) -> None:
        self.ctm = ctm
        self.clip: Box | None = None
        self.opaque, self.no_fill, self.no_stroke = True, False, False
        self.fill_space: Any = PREDEFINED_COLORSPACE["DeviceGray"]
        self.stroke_space: Any = self.fill_space
        self.fill_colour: Any = 0.0
        self.stroke_colour: Any = 0.0
        self.fill_ink: Rgb | None = BLACK
        self.stroke_ink: Rgb | None = BLACK
        self.reset_text()

    def reset_text(self) -> None:
        """The state of text at the start of a page or a form."""
        self.face: Face | None = None
        self.font_size, self.scaling = 0.0, 1.0
        self.char_space, self.word_space, self.leading, self.rise = 0.0, 0.0, 0.0, 0.0
        self.mode = 0
        self.text_matrix = IDENTITY
        self.x, self.y = 0.0, 0.0

    def copy(self) -> "State":
        """A state of its own with the same values."""
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        return twin

    @property
    def text_ink(self) -> Rgb | None:
        """The colour in which text shows."""
        return self.stroke_ink if self.mode in _STROKED_MODES else self.fill_ink

    @property
    def no_text(self) -> bool:
        """Whether text leaves no trace."""
        if self.mode in _INVISIBLE_MODES:
            return True
        if self.mode in _BOTH_MODES:
            return self.no_stroke and self.no_fill
        return self.no_stroke if self.mode in _STROKED_MODES else self.no_fill

    def look_through(self, entry: dict[str, Any]) -> None:
        """Take over opacity and blend mode from an entry of ExtGState."""
        alpha, stroke, blend = (resolve1(entry.get(k)) for k in ("ca", "CA", "BM"))
        clear = isinstance(alpha, int | float) and alpha < SEE_THROUGH
        blended = isinstance(blend, PSLiteral) and blend.name not in ("Normal", "Compatible")
        if "ca" in entry or "BM" in entry:
            self.opaque = not (clear or blended)
        if isinstance(alpha, int | float):
            self.no_fill = alpha < TRACE
        if isinstance(stroke, int | float):
            self.no_stroke = stroke < TRACE

    def set_fill(self, colour: Any, space: Any) -> None:
        """The colour of fills and text."""
        self.fill_colour, self.fill_space, self.fill_ink = colour, space, rgb(colour, space)

    def set_stroke(self, colour: Any, space: Any) -> None:
        """The colour of strokes."""
        self.stroke_colour, self.stroke_space, self.stroke_ink = colour, space, rgb(colour, space)


def rgb(colour: Any, space: Any) -> Rgb | None:
    """A colour in red, green and blue, or None where its look is not known (patterns, spot colours)."""
    if space.name not in _PLAIN_SPACES:
        return None
    if isinstance(colour, float | int):
        return (colour, colour, colour)
    if not isinstance(colour, tuple) or not all(isinstance(v, int | float) for v in colour):
        return None
    if len(colour) == 3:
        return (colour[0], colour[1], colour[2])
    if len(colour) == 4:
        c, m, y, k = colour
        return ((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k))
    return None


def colour_of(operands: list[Any], space: Any) -> Any:
    """The colour that operands of `sc` or `scn` name in a space; None if they name none."""
    count = space.ncomponents
    if count == len(operands) == 1 and type(operands[0]) is float and space.name != "Pattern":
        return operands[0]
    parts = operands[-count:] if count else []
    if len(parts) != count or not parts:
        return None
    if space.name == "Pattern":
        return parts[-1].name if isinstance(parts[-1], PSLiteral) else None
    if not all(isinstance(v, int | float) for v in parts) or len(parts) not in (1, 3, 4):
        return None
    return parts[0] if len(parts) == 1 else tuple(parts)


def named_space(name: str, resources: Any) -> Any:
    """The colour space of a name in the resources of a page or form, or among those that need none."""
    spec = resolve1((resolve1(resources.get("ColorSpace")) or {}).get(name))
    if spec is None:
        return PREDEFINED_COLORSPACE.get(name)
    kind = getattr(resolve1(spec[0] if isinstance(spec, list) and spec else spec), "name", "")
    if isinstance(spec, list) and len(spec) > 1 and kind in ("ICCBased", "DeviceN"):
        parts = resolve1(stream_value(spec[1])["N"]) if kind == "ICCBased" else len(list_value(spec[1]))
        return type(PREDEFINED_COLORSPACE["DeviceGray"])(kind, parts)
    return PREDEFINED_COLORSPACE.get(kind)
