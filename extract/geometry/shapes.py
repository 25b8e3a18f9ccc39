"""Drawn shapes of a page, told from their boxes alone: pieces of rules, and shapes that may hide something.

Boxes are enough where everything drawn is an upright rectangle or a level or plumb line; a page with other shapes, or
with stroked ones whose stroke is not known from their box, is read from the paths themselves (`rulings`).
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from extract.geometry.glyphs import WHITE, Veil, luminance
from extract.geometry.rulings import FAINT, OPAQUE, THIN, Floats, is_inked, sorted_veils

WIDEST = THIN + 0.01  # pt: the same with the rounding of MuPDF's single precision


def pieces_of_shapes(shapes: Sequence[dict[str, Any]]) -> tuple[Floats, list[Veil]] | None:
    """Pieces of rules, rows (x0, y0, x1, y1, order), and opaque shapes, in page space; None if boxes are not enough.

    Args:
        shapes: MuPDF's blocks of what is drawn.
    """
    if not shapes:
        return np.empty((0, 5)), []
    boxes = np.fromiter(chain.from_iterable([s["bbox"] for s in shapes]), float, 4 * len(shapes)).reshape(-1, 4)
    stroked = np.array([s["stroked"] for s in shapes])
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    thick = np.minimum(wide, high) > WIDEST
    if not all(s["isrect"] for s in shapes) or (stroked & thick).any():
        return None
    order = np.array([s["number"] for s in shapes], dtype=float)
    veils = _veils(shapes, np.flatnonzero(thick).tolist())
    shown = ~thick
    for i in _doubtful(shapes):
        shown[i] &= is_inked(boxes[i].tolist(), int(order[i]), *_paint(shapes[i]), veils)
    level = shown & (high <= WIDEST) & (~stroked | (wide >= high - 0.01))
    plumb = shown & (wide <= WIDEST) & (~stroked | (high >= wide - 0.01))
    reach = np.where(stroked, np.minimum(wide, high) / 2, 0.0)  # how far a stroke's width goes on past its ends
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    flat = np.column_stack((boxes[:, 0] + reach, y, boxes[:, 2] - reach, y, order))[level]
    tall = np.column_stack((x, boxes[:, 1] + reach, x, boxes[:, 3] - reach, order))[plumb]
    return np.concatenate((flat, tall)), veils


def _paint(shape: dict[str, Any]) -> tuple[float, float]:
    """Luminance and opacity."""
    return luminance(shape["color"]), shape["alpha"] / 255


def _veils(shapes: Sequence[dict[str, Any]], thick: list[int]) -> list[Veil]:
    veils = []
    for i in thick:
        light, opacity = _paint(shapes[i])
        if opacity >= OPAQUE:
            veils.append(Veil(shapes[i]["bbox"], shapes[i]["number"], light))
    return sorted_veils(veils)


def _doubtful(shapes: Sequence[dict[str, Any]]) -> list[int]:
    """Positions of shapes that are not simply dark and opaque."""
    paints = {(s["color"], s["alpha"]) for s in shapes}
    plain = {(colour, alpha) for colour, alpha in paints if luminance(colour) < WHITE and alpha >= 255 * FAINT}
    if plain == paints:
        return []
    return [i for i, s in enumerate(shapes) if (s["color"], s["alpha"]) not in plain]
