"""Drawn shapes of a page, told from their boxes alone: pieces of rules, and shapes that may hide something.

Boxes are enough where everything drawn is an upright rectangle or a level or plumb line; a page with other shapes, or
with stroked ones whose stroke is not known from their box, is read from the paths themselves (`rulings`).
"""

from collections.abc import Sequence
from typing import Any

from extract.geometry.glyphs import WHITE, Veil, luminance
from extract.geometry.rulings import FAINT, OPAQUE, THIN, Pieces, Span, is_inked, sorted_veils

WIDEST = THIN + 0.01  # pt: the same with the rounding of MuPDF's single precision
SQUARE = 0.01  # pt: by how much the sides of a dot may differ

Shape = dict[str, Any]


def pieces_of_shapes(shapes: Sequence[Shape]) -> tuple[Pieces, list[Veil]] | None:
    """Pieces of rules and opaque shapes, in page space; None if boxes are not enough.

    Args:
        shapes: MuPDF's blocks of what is drawn.
    """
    thin: list[Shape] = []
    thick: list[Shape] = []
    paints = set()
    for shape in shapes:
        if not shape["isrect"]:
            return None
        x0, y0, x1, y1 = shape["bbox"]
        if x1 - x0 <= WIDEST or y1 - y0 <= WIDEST:
            thin.append(shape)
            paints.add((shape["color"], shape["alpha"]))
        elif shape["stroked"]:
            return None
        else:
            thick.append(shape)
    veils = _veils(thick)
    if any(luminance(colour) >= WHITE or alpha < 255 * FAINT for colour, alpha in paints):
        thin = [s for s in thin if is_inked(s["bbox"], s["number"], *_paint(s), veils)]
    return _pieces(thin), veils


def _pieces(shapes: Sequence[Shape]) -> Pieces:
    level: list[Span] = []
    plumb: list[Span] = []
    for shape in shapes:
        x0, y0, x1, y1 = shape["bbox"]
        wide, high = x1 - x0, y1 - y0
        stroked, order = shape["stroked"], shape["number"]
        if high <= WIDEST and (not stroked or wide >= high - SQUARE):
            end = high / 2 if stroked else 0.0  # a stroke's width goes on past its ends
            level.append(((y0 + y1) / 2, x0 + end, x1 - end, order))
        if wide <= WIDEST and (not stroked or high >= wide - SQUARE):
            end = wide / 2 if stroked else 0.0
            plumb.append(((x0 + x1) / 2, y0 + end, y1 - end, order))
    return Pieces(level, plumb)


def _paint(shape: Shape) -> tuple[float, float]:
    """Luminance and opacity."""
    return luminance(shape["color"]), shape["alpha"] / 255


def _veils(thick: Sequence[Shape]) -> list[Veil]:
    veils = []
    for shape in thick:
        light, opacity = _paint(shape)
        if opacity >= OPAQUE:
            veils.append(Veil(shape["bbox"], shape["number"], light))
    return sorted_veils(veils)
