"""What is drawn on a page besides text: pieces of rules, and opaque shapes that may hide something."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from extract.geometry.glyphs import Veil
from extract.geometry.rulings import Pieces, pieces_of, unclipped, veils_of
from extract.geometry.shapes import pieces_of_shapes
from extract.geometry.sheet import Sheet


class Drawn(NamedTuple):
    """Pieces of rules (see `rules_of`) and opaque shapes; `over` are those shapes that may lie over text."""

    pieces: Pieces
    veils: list[Veil]
    over: list[Veil]


def drawn_on(sheet: Sheet) -> Drawn:
    """What is drawn: from the boxes of shapes where they tell enough, else from their paths."""
    told = pieces_of_shapes(sheet.shapes)
    if told is not None and not _may_hide(told[1], sheet.blocks):
        return Drawn(*told, over=_pictures(sheet))
    drawings = sheet.drawings()
    if sheet.clips:
        drawings = unclipped(drawings)
    veils = veils_of(drawings)
    return Drawn(pieces_of(drawings, veils), veils, [*veils, *_pictures(sheet)])


def _may_hide(veils: Sequence[Veil], blocks: Sequence[dict[str, Any]]) -> bool:
    """Whether a shape lies over a block of text that was painted before it."""
    return any(meet(v.box, b["bbox"]) for v in veils for b in blocks if b["number"] < v.order)


def meet(one: Sequence[float], two: Sequence[float]) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]


def _pictures(sheet: Sheet) -> list[Veil]:
    """Images without a mask: they too hide what they are painted over."""
    page = sheet.page
    if not sheet.objects or not page.get_images():
        return []
    masked = [tuple(map(round, info["bbox"])) for info in page.get_image_info() if info.get("has-mask")]
    drawn = [(i, box) for i, (kind, box) in enumerate(page.get_bboxlog()) if kind == "fill-image"]
    return [Veil(tuple(box), i, 0.5) for i, box in drawn if tuple(map(round, box)) not in masked]
