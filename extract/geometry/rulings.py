"""Rulings: from a page's drawings to horizontal and vertical rules, visible ones only.

A rule is a stroked line, an edge of a stroked rectangle or a thin filled rectangle. Rules that stand within 3 pt of
one another are one (double lines); pieces of one rule are joined over small gaps (dashes, corners).
"""

from collections.abc import Callable, Sequence
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
OPAQUE, FAINT = 0.95, 0.1  # opacity from which a shape hides what it covers, and below which ink is not seen
MOST_PIECES = 200_000  # drawn pieces of a page beyond which its drawings are a picture, not a table
MOST_VEILS = 1000  # shapes of a page that are asked whether they hide something, the largest first
MOST_PAIRS = 5_000_000  # pairs of rule and shape beyond which no shape is asked what it covers

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Floats = NDArray[np.float64]


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
        if "f" not in drawing["type"] or drawing.get("fill") is None or (drawing.get("fill_opacity") or 0) < OPAQUE:
            continue
        light = luminance(drawing["fill"])
        boxes = [item[1] for item in drawing["items"] if item[0] == "re"] or _shape_boxes(drawing)
        for box in (_within(box, drawing.get("window")) for box in boxes):
            if box[2] - box[0] > SHAPE and box[3] - box[1] > SHAPE:
                veils.append(Veil((box[0], box[1], box[2], box[3]), drawing.get("seqno", 0), light))
    return sorted_veils(veils)


def sorted_veils(veils: list[Veil]) -> list[Veil]:
    """The largest of the shapes that may hide something, the largest first."""
    return sorted(veils, key=lambda v: (v.box[0] - v.box[2]) * (v.box[3] - v.box[1]))[:MOST_VEILS]


def unclipped(drawings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What clipping paths leave of a page's drawings (`get_cdrawings(extended=True)`), without the paths themselves.

    Each drawing gets a `window`: the box that the paths about it leave open (None if there are none).
    """
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
                kept.append({**drawing, "window": _window([box for _, box in windows])})
    return kept


def _window(boxes: list[Box]) -> Box | None:
    """The box common to all of several."""
    if not boxes:
        return None
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (max(x0), max(y0), min(x1), min(y1))


def _within(box: Box, window: Box | None) -> Box:
    """What of a box shows through a window."""
    if window is None:
        return box
    return (max(box[0], window[0]), max(box[1], window[1]), min(box[2], window[2]), min(box[3], window[3]))


def _shape_boxes(drawing: dict[str, Any]) -> list[Box]:
    """The box of a shape made of straight edges; a curved shape hides only part of its box and counts as none."""
    straight = all(item[0] in ("l", "qu") for item in drawing["items"])
    return [drawing["rect"]] if straight and len(drawing["items"]) in (1, 3, 4, 5) else []


def pieces_of(drawings: list[dict[str, Any]], veils: list[Veil]) -> Floats:
    """Pieces of rules, rows (x0, y0, x1, y1, order) in page space.

    Args:
        drawings: what `get_cdrawings` returns.
        veils: its opaque shapes (see `veils_of`).
    """
    pieces: list[Piece] = []
    for drawing in drawings:
        pieces.extend(_pieces(drawing, veils))
        if len(pieces) > MOST_PIECES:
            break
    return np.array([(*piece.one, *piece.two, piece.order) for piece in pieces], dtype=float).reshape(-1, 5)


def rules_of(
    pieces: Floats, veils: list[Veil], seat: Callable[[Any, Any], tuple[Any, Any]]
) -> tuple[list[Rule], list[Rule]]:
    """Horizontal and vertical rules of a page, in the reading frame.

    Args:
        pieces: rows (x0, y0, x1, y1, place in the painting order), in page space.
        veils: opaque shapes.
        seat: leads points of page space into the frame.
    """
    if len(pieces) > MOST_PIECES:
        return [], []
    if veils and len(veils) * len(pieces) <= MOST_PAIRS:
        pieces = _uncovered(pieces, veils)
    (ax, ay), (bx, by) = seat(pieces[:, 0], pieces[:, 1]), seat(pieces[:, 2], pieces[:, 3])
    wide, high = np.abs(ax - bx), np.abs(ay - by)
    level, plumb = (high <= SLOPE) & (wide >= high), (wide <= SLOPE) & (high >= wide)
    across = np.column_stack(((ay + by) / 2, np.minimum(ax, bx), np.maximum(ax, bx)))[level]
    upright = np.column_stack(((ax + bx) / 2, np.minimum(ay, by), np.maximum(ay, by)))[plumb]
    return settle(across), settle(upright)


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
    if colour is None:
        return False
    opacity = 1.0 if opacity is None else opacity
    return is_inked(drawing["rect"], drawing.get("seqno", 0), luminance(colour), opacity, veils)


def is_inked(box: Sequence[float], order: int, light: float, opacity: float, veils: list[Veil]) -> bool:
    """Whether a stroke or fill shows: dark enough, or light upon a darker ground painted before."""
    if opacity < FAINT:
        return False
    if light < WHITE:
        return True
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ground = [v for v in veils if v.order < order and v.box[0] < x < v.box[2] and v.box[1] < y < v.box[3]]
    return bool(ground) and max(ground, key=lambda v: v.order).light < WHITE


def _uncovered(pieces: Floats, veils: list[Veil]) -> Floats:
    """What is left of pieces after shapes painted later; a shape that only abuts one with its edge takes nothing."""
    for veil in veils:
        x0, y0, x1, y1 = veil.box
        before = pieces[:, 4] < veil.order
        if not before.any():
            continue
        low, high = np.minimum(pieces[:, :2], pieces[:, 2:4]), np.maximum(pieces[:, :2], pieces[:, 2:4])
        met = before & (low < (x1, y1)).all(axis=1) & (high > (x0, y0)).all(axis=1)
        if met.any():
            cut = [part for row in pieces[met].tolist() for part in _outside(row, veil.box)]
            pieces = np.concatenate((pieces[~met], np.array(cut, dtype=float).reshape(-1, 5)))
    return pieces


def _outside(piece: list[float], box: Box) -> list[list[float]]:
    run, side = (0, 1) if abs(piece[1] - piece[3]) <= abs(piece[0] - piece[2]) else (1, 0)
    if not box[side] + 1 < (piece[side] + piece[side + 2]) / 2 < box[side + 2] - 1:
        return [piece]
    start, end = sorted((piece[run], piece[run + 2]))
    parts = []
    for a, b in ((start, min(end, box[run])), (max(start, box[run + 2]), end)):
        if b - a > 1:
            part = list(piece)
            part[run], part[run + 2] = a, b
            parts.append(part)
    return parts


def settle(pieces: Floats) -> list[Rule]:
    """Snap pieces to common positions and join them to rules.

    Args:
        pieces: rows (position, start, end), in points.
    """
    if not len(pieces):
        return []
    pieces = pieces[np.lexsort((pieces[:, 1], pieces[:, 0]))]
    positions, starts, ends = pieces.T
    firsts = _clusters(positions)
    group = np.zeros(len(pieces), dtype=int)
    group[firsts[1:]] = 1
    group = np.cumsum(group)
    weights = ends - starts + 0.01
    places = np.add.reduceat(weights * positions, firsts) / np.add.reduceat(weights, firsts)
    order = np.lexsort((starts, group))
    group, starts, ends = group[order], starts[order], ends[order]
    shift = group * (ends.max() - starts.min() + 2 * JOIN)  # sets the rules of one position apart from the next one's
    reach = np.maximum.accumulate(ends + shift) - shift
    breaks = np.flatnonzero((group[1:] != group[:-1]) | (starts[1:] > reach[:-1] + JOIN)) + 1
    begins, stops = np.concatenate(([0], breaks)), np.concatenate((breaks, [len(starts)])) - 1
    rules = zip(places[group[begins]].tolist(), starts[begins].tolist(), reach[stops].tolist(), strict=True)
    return [Rule(*rule) for rule in rules if rule[2] - rule[1] > SHORTEST]


def _clusters(positions: Floats) -> NDArray[np.int64]:
    """Where groups of sorted positions begin that reach no further than `SNAP` from their first."""
    firsts = np.concatenate(([0], np.flatnonzero(positions[1:] - positions[:-1] > SNAP) + 1))
    lasts = np.concatenate((firsts[1:], [len(positions)])) - 1
    if (positions[lasts] - positions[firsts] <= SNAP).all():
        return firsts
    stepped = [0]
    for i, position in enumerate(positions.tolist()):
        if position - positions[stepped[-1]] > SNAP:
            stepped.append(i)
    return np.array(stepped)
