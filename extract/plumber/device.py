"""What a page paints, in paint order: runs of glyphs, straight rules and filled areas.

pdfplumber's own objects do not tell the render mode, the clip or the order of painting; whoever wants to know what a
reader sees needs all three. A run is what one operator shows: its glyphs stay together as lists, since almost always
one answer holds for all of them. Coordinates are points, y upwards, /Rotate already applied. The number of objects a
page may paint is bounded, so that no file can keep the reader busy for ever.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.pdftypes import resolve1

from extract.plumber.boxes import Box, Point, bounds, common
from extract.plumber.fonts import Face
from records.errors import DocumentError

Rgb = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float]

MAX_OBJECTS = 100_000  # a dense A4 page of text and rules has about 10,000
MAX_FORMS = 5_000  # nested forms can multiply: each level of ten calls ten


@dataclass(slots=True)
class Look:
    """How a run was painted: its colour, whether it leaves no trace, the clip, the ActualText said for it (or -1)."""

    ink: Rgb | None
    unseen: bool
    clip: Box | None
    spoken: int


@dataclass(slots=True)
class Run:
    """The glyphs that one operator shows, in one font and size, along one line.

    `starts` and `ends` are places along the line, which the matrix (its origin on the baseline) leads to the page.
    """

    face: Face
    codes: Sequence[int]
    starts: list[float]
    ends: list[float]
    matrix: Matrix
    size: float
    quarter: int  # quarter turns counter-clockwise of the writing direction, -1 = askew
    string: int
    order: int
    look: Look
    breaks: Sequence[int] = ()  # glyphs before which there is a wide gap, or a step back
    tight: bool = False  # glyphs of the run may lie on one another
    texts: Sequence[str] = ""  # of each glyph: a string if each is one character

    def at(self, along: float) -> Point:
        """A place along the line on the page."""
        a, b, _, _, e, f = self.matrix
        return (a * along + e, b * along + f)

    def ends_of(self, index: int) -> tuple[Point, Point]:
        """Where a glyph starts and ends on the page."""
        return self.at(self.starts[index]), self.at(self.ends[index])

    @property
    def solid(self) -> int:
        """How many glyphs are not white space."""
        if isinstance(self.texts, str):
            return len("".join(self.texts.split()))
        return sum(bool(t) and not t.isspace() for t in self.texts)

    def part(self, kept: Sequence[int]) -> "Run":
        """The run with only some of its glyphs."""
        gaps = [n for n, i in enumerate(kept) if n and (kept[n - 1] != i - 1 or i in self.breaks)]
        texts = [self.texts[i] for i in kept]
        return replace(
            self,
            codes=[self.codes[i] for i in kept],
            starts=[self.starts[i] for i in kept],
            ends=[self.ends[i] for i in kept],
            breaks=gaps,
            texts="".join(texts) if isinstance(self.texts, str) else texts,
        )


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
    ink: Rgb | None
    order: int


class Recorder:
    """Keeps what is painted on one page.

    Args:
        where: document and page, for errors.
    """

    def __init__(self, where: str) -> None:
        self.runs: list[Run] = []
        self.fills: list[Fill] = []
        self.strokes: list[Stroke] = []
        self.spoken: list[str] = []
        self.damage: set[str] = set()  # what of the page is lost: content, form or font
        self.crop: Box = (0.0, 0.0, 0.0, 0.0)
        self._tags: list[tuple[int, bool]] = []
        self._where, self.order, self.strings, self._forms = where, 0, 0, 0

    def count(self, objects: int) -> int:
        """Count objects; returns the place of the first of them in the order of painting."""
        first = self.order + 1
        self.order += objects
        if self.order > MAX_OBJECTS:
            raise DocumentError(f"paints more than {MAX_OBJECTS} objects", where=self._where, do="Leave the page out.")
        return first

    def count_form(self) -> None:
        """Count a form or an image."""
        self._forms += 1
        if self._forms > MAX_FORMS:
            raise DocumentError(f"draws more than {MAX_FORMS} forms", where=self._where, do="Leave the page out.")

    def begin_tag(self, props: Any, veiled: bool = False) -> None:
        """Note ActualText, which viewers read out in place of the glyphs, and layers that are off."""
        spoken, hidden = self._tags[-1] if self._tags else (-1, False)
        actual = resolve1(props.get("ActualText")) if isinstance(props, dict) else None
        if isinstance(actual, bytes):
            self.spoken.append(_decoded(actual))
            spoken = len(self.spoken) - 1
        self._tags.append((spoken, veiled or hidden))

    def end_tag(self) -> None:
        """The innermost marked content ends."""
        if self._tags:
            self._tags.pop()

    @property
    def voice(self) -> int:
        """Which ActualText is said for what is painted now, -1 = none."""
        return self._tags[-1][0] if self._tags else -1

    @property
    def veiled(self) -> bool:
        """Whether what is painted now belongs to a layer that is off."""
        return bool(self._tags) and self._tags[-1][1]

    def fill(self, points: Sequence[Point], curved: bool, ink: Rgb | None, clip: Box | None, opaque: bool) -> None:
        """Keep a filled area."""
        box = _clipped(bounds(points), clip)
        if box is not None:
            straight = not curved and len(points) <= 5 and _is_rectangle(points, box)
            self.fills.append(Fill(box, ink, opaque and straight, self.count(1), straight))

    def fill_box(self, box: Box, ink: Rgb | None, clip: Box | None, opaque: bool) -> None:
        """Keep a filled rectangle along the axes."""
        shown = _clipped(box, clip)
        if shown is not None:
            self.fills.append(Fill(shown, ink, opaque, self.count(1)))

    def image(self, box: Box, clip: Box | None, opaque: bool) -> None:
        """Keep an image, of which the ink is not known."""
        shown = _clipped(box, clip)
        if shown is not None:
            self.fills.append(Fill(shown, None, opaque, self.count(1)))

    def stroke(self, points: Iterable[Point], ink: Rgb | None, clip: Box | None) -> None:
        """Keep those straight parts of a stroked line that run along an axis."""
        last: Point | None = None
        for point in points:
            if last is not None:
                (x0, y0), (x1, y1) = last, point
                wide, tall = abs(x0 - x1), abs(y0 - y1)
                if (wide <= 0.5 or tall <= 0.5) and (wide > 0 or tall > 0):
                    box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
                    shown = _clipped(box, clip)
                    if shown is not None:
                        self.strokes.append(Stroke(shown, ink, self.count(1)))
            last = point


def _clipped(box: Box, clip: Box | None) -> Box | None:
    return box if clip is None else common(clip, box)


def _is_rectangle(points: Sequence[Point], box: Box) -> bool:
    """Whether all points lie on the edges of a box."""
    if len({x for x, _ in points}) <= 2:
        return True
    return all(
        min(abs(x - box[0]), abs(x - box[2])) < 0.5 or min(abs(y - box[1]), abs(y - box[3])) < 0.5 for x, y in points
    )


def _decoded(raw: bytes) -> str:
    return raw[2:].decode("utf-16-be", "replace") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")
