"""Boxes and points of a page in points, y upwards, as pdfminer counts them."""

import math
from collections.abc import Iterable
from typing import Any

from pdfminer.pdftypes import resolve1
from pdfminer.utils import apply_matrix_pt

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def bounds(points: Iterable[Point]) -> Box:
    """The box around points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def placed(matrix: Any, box: Any) -> Box:
    """The box around a box of a PDF file that is put on the page by a matrix."""
    x0, y0, x1, y1 = (float(resolve1(v)) for v in box)
    return bounds([apply_matrix_pt(matrix, p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])


def common(one: Box, other: Box) -> Box | None:
    """What two boxes share; boxes that touch share a line or a point."""
    x0, y0, x1, y1 = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None


def quarter_of(a: float, b: float) -> int:
    """The quarter turns counter-clockwise of a direction, -1 if it is askew."""
    if b == 0 and a > 0:
        return 0
    turns = math.atan2(b, a) / (math.pi / 2)
    return round(turns) % 4 if abs(turns - round(turns)) < 0.06 else -1


def holds(box: Box, x: float, y: float) -> bool:
    """Whether a box holds a point."""
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def spread(box: Box, margin: float) -> Box:
    """A box made larger on all sides."""
    return (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
