"""Rulings: from a page's drawings to horizontal and vertical rules, visible ones only.

A rule is a stroked line, an edge of a stroked rectangle or a thin filled rectangle. Rules that stand within 3 pt of
one another are one (double lines); pieces of one rule are joined over small gaps (dashes, corners).
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extract.geometry.glyphs import WHITE, Veil, luminance

THIN = 4.0  # pt: a filled rectangle thinner than this is a rule; Word draws up to 3 pt
SNAP = 3.0  # pt: rules nearer than this are one rule
JOIN = 5.0  # pt: gaps in a rule up to this are dashes
SHORTEST = 5.0  # pt: a rule no longer than this bounds no cell; dots and joints are drawn as small squares
THICK = 8.0  # pt: the thickest stroke of a rectangle that is a table's frame
SLOPE = 1.0  # pt: how far a horizontal or vertical line may lean over its length
SHAPE = 4.0  # pt: a filled shape thicker than this both ways can hide what it covers
MOST_PIECES = 200_000  # drawn pieces of a page beyond which its drawings are a picture, not a table
MOST_VEILS = 1000  # shapes of a page that are asked whether they hide something, the largest first
MOST_PAIRS = 5_000_000  # pairs of rule and shape beyond which no shape is asked what it covers

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Rule(NamedTuple):
    """A rule at `pos` (height of a horizontal, abscissa of a vertical one) from `start` to `end`, in points."""

    pos: float
    start: float
    end: float


class Piece(NamedTuple):
    """A drawn piece of a rule in page space, with its place in the painting order."""

    one: Point
    two: Point
    order: int


def veils_of(drawings: list[dict[str, Any]]) -> list[Veil]:
    """Opaque filled shapes that are no rules, in page space."""
    veils = []
    for drawing in drawings:
        if "f" not in drawing["type"] or drawing.get("fill") is None or (drawing.get("fill_opacity") or 0) < 0.95:
            continue
        light = luminance(drawing["fill"])
        boxes = [item[1] for item in drawing["items"] if item[0] == "re"] or _shape_boxes(drawing)
        for box in boxes:
            if box[2] - box[0] > SHAPE and box[3] - box[1] > SHAPE:
                veils.append(Veil(tuple(box), drawing.get("seqno", 0), light))
    return sorted(veils, key=lambda v: (v.box[0] - v.box[2]) * (v.box[3] - v.box[1]))[:MOST_VEILS]


def unclipped(drawings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What clipping paths leave of a page's drawings (`get_cdrawings(extended=True)`), without the paths themselves."""
    kept = []
    windows: list[tuple[int, Box]] = []
    for drawing in drawings:
        level = drawing.get("level", 0)
        windows = [(depth, box) for depth, box in windows if depth < level]
        if drawing["type"] == "clip":
            windows.append((level, drawing["scissor"]))
        elif drawing["type"] != "group":
            x0, y0, x1, y1 = drawing["rect"]
            if all(x0 < b[2] + 1 and x1 > b[0] - 1 and y0 < b[3] + 1 and y1 > b[1] - 1 for _, b in windows):
                kept.append(drawing)
    return kept


def _shape_boxes(drawing: dict[str, Any]) -> list[Box]:
    """The box of a shape made of straight edges; a curved shape hides only part of its box and counts as none."""
    straight = all(item[0] in ("l", "qu") for item in drawing["items"])
    return [drawing["rect"]] if straight and len(drawing["items"]) in (1, 3, 4, 5) else []


def rules_of(
    drawings: list[dict[str, Any]], veils: list[Veil], seat: Callable[[float, float], Point]
) -> tuple[list[Rule], list[Rule]]:
    """Horizontal and vertical rules of a page, in the reading frame.

    Args:
        drawings: what `get_cdrawings` returns.
        veils: its opaque shapes (see `veils_of`).
        seat: leads a point of page space into the frame.
    """
    pieces: list[Piece] = []
    for drawing in drawings:
        pieces.extend(_pieces(drawing, veils))
        if len(pieces) > MOST_PIECES:
            return [], []
    if veils and len(veils) * len(pieces) <= MOST_PAIRS:
        pieces = [part for piece in pieces for part in _uncovered(piece, veils)]
    level: list[tuple[float, float, float]] = []
    plumb: list[tuple[float, float, float]] = []
    for piece in pieces:
        (ax, ay), (bx, by) = seat(*piece.one), seat(*piece.two)
        if abs(ay - by) <= SLOPE and abs(ax - bx) >= abs(ay - by):
            level.append(((ay + by) / 2, min(ax, bx), max(ax, bx)))
        if abs(ax - bx) <= SLOPE and abs(ay - by) >= abs(ax - bx):
            plumb.append(((ax + bx) / 2, min(ay, by), max(ay, by)))
    return settle(np.array(level)), settle(np.array(plumb))


def _pieces(drawing: dict[str, Any], veils: list[Veil]) -> list[Piece]:
    order, kind = drawing.get("seqno", 0), drawing["type"]
    width = drawing.get("width") or 0
    drawn = "s" in kind and _inked(drawing.get("color"), drawing.get("stroke_opacity"), drawing, veils)
    stroked = drawn and width <= THIN
    filled = "f" in kind and _inked(drawing.get("fill"), drawing.get("fill_opacity"), drawing, veils)
    pieces: list[Piece] = []
    boxes: list[Box] = []
    for item in drawing["items"]:
        if item[0] == "l" and stroked:
            pieces.append(Piece(item[1], item[2], order))
        elif item[0] == "re":
            boxes.append(item[1])
        elif item[0] == "qu":
            xs, ys = [p[0] for p in item[1]], [p[1] for p in item[1]]
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    if filled and not boxes:
        boxes = _shape_boxes(drawing)
    for box in boxes:
        framed = drawn and width <= THICK and min(box[2] - box[0], box[3] - box[1]) > 4 * width
        pieces.extend(_box_pieces(box, order, stroked or framed, filled))
    return pieces


def _box_pieces(box: Box, order: int, stroked: bool, filled: bool) -> list[Piece]:
    x0, y0, x1, y1 = box
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    pieces = []
    if (filled or stroked) and y1 - y0 <= THIN:
        pieces.append(Piece((x0, middle_y), (x1, middle_y), order))
    if (filled or stroked) and x1 - x0 <= THIN:
        pieces.append(Piece((middle_x, y0), (middle_x, y1), order))
    if stroked and not pieces:
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        pieces = [Piece(corners[i], corners[(i + 1) % 4], order) for i in range(4)]
    return pieces


def _inked(colour: Any, opacity: float | None, drawing: dict[str, Any], veils: list[Veil]) -> bool:
    """Whether a stroke or fill shows: dark enough, or light upon a darker ground painted before."""
    if colour is None or (opacity is not None and opacity < 0.1):
        return False
    if luminance(colour) < WHITE:
        return True
    x, y = (drawing["rect"][0] + drawing["rect"][2]) / 2, (drawing["rect"][1] + drawing["rect"][3]) / 2
    ground = [
        v for v in veils if v.order < drawing.get("seqno", 0) and v.box[0] < x < v.box[2] and v.box[1] < y < v.box[3]
    ]
    return bool(ground) and max(ground, key=lambda v: v.order).light < WHITE


def _uncovered(piece: Piece, veils: list[Veil]) -> list[Piece]:
    """What is left of a piece after shapes painted later; a shape that only abuts it with its edge takes nothing."""
    parts = [piece]
    for veil in veils:
        if veil.order > piece.order:
            parts = [rest for part in parts for rest in _outside(part, veil.box)]
    return parts


def _outside(part: Piece, box: Box) -> list[Piece]:
    flat = abs(part.one[1] - part.two[1]) <= abs(part.one[0] - part.two[0])
    run, side = (0, 1) if flat else (1, 0)
    if not box[side] + 1 < (part.one[side] + part.two[side]) / 2 < box[side + 2] - 1:
        return [part]
    start, end = sorted((part.one[run], part.two[run]))
    pieces = []
    for a, b in ((start, min(end, box[run])), (max(start, box[run + 2]), end)):
        if b - a > 1:
            one, two = list(part.one), list(part.two)
            one[run], two[run] = a, b
            pieces.append(Piece((one[0], one[1]), (two[0], two[1]), part.order))
    return pieces


def settle(pieces: NDArray[np.float64]) -> list[Rule]:
    """Snap pieces to common positions and join them to rules.

    Args:
        pieces: rows (position, start, end), in points.
    """
    if not len(pieces):
        return []
    pieces = pieces[np.argsort(pieces[:, 0], kind="stable")]
    firsts = [0]
    for i in range(1, len(pieces)):
        if pieces[i, 0] - pieces[firsts[-1], 0] > SNAP:
            firsts.append(i)
    rules = []
    for group in np.split(pieces, firsts[1:]):
        weights = group[:, 2] - group[:, 1] + 0.01
        place = float(np.average(group[:, 0], weights=weights))
        rules.extend(_joined(place, group[np.argsort(group[:, 1], kind="stable")]))
    return rules


def _joined(place: float, group: NDArray[np.float64]) -> list[Rule]:
    reach = np.maximum.accumulate(group[:, 2])
    breaks = np.flatnonzero(group[1:, 1] > reach[:-1] + JOIN) + 1
    bounds = [0, *breaks.tolist(), len(group)]
    joined = (Rule(place, float(group[a, 1]), float(reach[b - 1])) for a, b in pairwise(bounds))
    return [rule for rule in joined if rule.end - rule.start > SHORTEST]
