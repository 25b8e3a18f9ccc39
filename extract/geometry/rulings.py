"""Rulings: from a page's drawings to horizontal and vertical rules, visible ones only.

A rule is a stroked line, an edge of a stroked rectangle or a thin filled rectangle. Rules that stand within 3 pt of
one another are one (double lines); pieces of one rule are joined over small gaps (dashes, corners).
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from extract.geometry.frame import LEVEL, Frame
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

_START = itemgetter(1)

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Span = tuple[float, float, float, float]


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


class Pieces(NamedTuple):
    """Level and plumb pieces of rules in page space: rows (place, start, end, order of painting)."""

    level: list[Span]
    plumb: list[Span]


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


def pieces_of(drawings: list[dict[str, Any]], veils: list[Veil]) -> Pieces:
    """Pieces of rules.

    Args:
        drawings: what `get_cdrawings` returns.
        veils: its opaque shapes (see `veils_of`).
    """
    level: list[Span] = []
    plumb: list[Span] = []
    for drawing in drawings:
        for (ax, ay), (bx, by), order in _pieces(drawing, veils):
            wide, high = abs(ax - bx), abs(ay - by)
            if high <= SLOPE and wide >= high:
                level.append(((ay + by) / 2, min(ax, bx), max(ax, bx), order))
            if wide <= SLOPE and high >= wide:
                plumb.append(((ax + bx) / 2, min(ay, by), max(ay, by), order))
        if len(level) + len(plumb) > MOST_PIECES:
            break
    return Pieces(level, plumb)


def rules_of(pieces: Pieces, veils: list[Veil], frame: Frame) -> tuple[list[Rule], list[Rule]]:
    """Horizontal and vertical rules of a page, in the reading frame.

    Args:
        pieces: pieces of rules.
        veils: opaque shapes, which may cover them.
        frame: the reading frame.
    """
    level, plumb = pieces
    if len(level) + len(plumb) > MOST_PIECES:
        return [], []
    if veils and len(veils) * (len(level) + len(plumb)) <= MOST_PAIRS:
        level = _uncovered(level, [(v.order, v.box) for v in veils])
        plumb = _uncovered(plumb, [(v.order, (v.box[1], v.box[0], v.box[3], v.box[2])) for v in veils])
    if frame.along != LEVEL:
        level, plumb = _turned(level, plumb, frame)
    elif frame.x or frame.y:
        level = [(y - frame.y, start - frame.x, end - frame.x, order) for y, start, end, order in level]
        plumb = [(x - frame.x, start - frame.y, end - frame.y, order) for x, start, end, order in plumb]
    return settle(level), settle(plumb)


def _turned(level: list[Span], plumb: list[Span], frame: Frame) -> tuple[list[Span], list[Span]]:
    boxes = [(frame.box((start, y, end, y)), order) for y, start, end, order in level]
    boxes += [(frame.box((x, start, x, end)), order) for x, start, end, order in plumb]
    flat = [(y0, x0, x1, order) for (x0, y0, x1, y1), order in boxes if x1 - x0 >= y1 - y0]
    tall = [(x0, y0, y1, order) for (x0, y0, x1, y1), order in boxes if x1 - x0 < y1 - y0]
    return flat, tall


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


def _uncovered(pieces: list[Span], veils: list[tuple[int, Box]]) -> list[Span]:
    """What is left of pieces after shapes painted later; a shape that only abuts one with its edge takes nothing.

    Args:
        pieces: level pieces, or plumb ones with the boxes' axes changed.
        veils: the shapes' order and box.
    """
    earliest = min((piece[3] for piece in pieces), default=0)
    for order, (x0, y0, x1, y1) in veils:
        if order <= earliest:
            continue
        left: list[Span] = []
        for piece in pieces:
            place, start, end, painted = piece
            if painted >= order or not y0 + 1 < place < y1 - 1 or start >= x1 or end <= x0:
                left.append(piece)
                continue
            sides = ((start, min(end, x0)), (max(start, x1), end))
            left.extend((place, begin, stop, painted) for begin, stop in sides if stop - begin > 1)
        pieces = left
    return pieces


def settle(pieces: list[Span]) -> list[Rule]:
    """Snap pieces to common positions and join them to rules."""
    rules: list[Rule] = []
    group: list[Span] = []
    for piece in sorted(pieces):
        if group and piece[0] - group[0][0] > SNAP:
            rules.extend(_joined(group))
            group = []
        group.append(piece)
    if group:
        rules.extend(_joined(group))
    return rules


def _joined(group: list[Span]) -> list[Rule]:
    """Rules of pieces at about one place: gaps up to `JOIN` are closed, and the longer a piece the more it counts."""
    total = weighed = 0.0
    for place, start, end, _ in group:
        weight = end - start + 0.01
        total += weight
        weighed += weight * place
    if group[0][0] != group[-1][0]:
        group.sort(key=_START)
    middle = weighed / total
    rules = []
    _, begin, reach, _ = group[0]
    for _, start, end, _ in group:
        if start > reach + JOIN:
            if reach - begin > SHORTEST:
                rules.append(Rule(middle, begin, reach))
            begin = start
        if end > reach:
            reach = end
    if reach - begin > SHORTEST:
        rules.append(Rule(middle, begin, reach))
    return rules
