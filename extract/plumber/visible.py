"""What a reader of the page sees: glyphs that are painted, not clipped, not covered, not in the colour of the ground.

Of glyphs drawn twice almost on one spot (bold by double printing) one copy stays; `11` and `mm` are two spots.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from extract.plumber.device import Box, Fill, Mark, Rgb, Stroke

# Colours nearer than this in each of red, green and blue (0 to 1) cannot be told apart on paper.
SAME_COLOUR = 0.06
# Part of a glyph's advance by which two copies must overlap to be one letter drawn twice.
DOUBLE_OVERLAP = 0.6
# The page as it comes from the printer.
WHITE: Rgb = (1.0, 1.0, 1.0)
# A covering area must reach this far beyond a rule (points): cell shading ends on the rules themselves.
COVER_MARGIN = 0.4
TWIN_CELL = 12.0  # points; wider than any two copies of one letter lie apart
MAX_GROUNDS = 500  # areas looked at for each glyph, the largest first


@dataclass(slots=True)
class Seen:
    """The glyphs of a page by what became of them."""

    shown: list[Mark]
    hidden: list[Mark]
    clipped: list[Mark]
    doubled: list[Mark]


class Grounds:
    """The filled areas of a page, asked for what lies under or over a spot."""

    def __init__(self, fills: Iterable[Fill], thickness: float) -> None:
        wide = [f for f in fills if min(f.box[2] - f.box[0], f.box[3] - f.box[1]) > thickness]
        largest = sorted(wide, key=lambda f: (f.box[0] - f.box[2]) * (f.box[3] - f.box[1]))[:MAX_GROUNDS]
        self._fills = sorted(largest, key=lambda f: f.order)
        self._orders = [f.order for f in self._fills]

    def under(self, x: float, y: float, order: int) -> Rgb | None:
        """The colour of the ground on which something is painted; None where it is not known."""
        for fill in reversed(self._fills[: bisect_right(self._orders, order)]):
            if fill.rectangle and _holds(fill.box, x, y):
                return fill.ink
        return WHITE

    def covers(self, box: Box, order: int, margin: float = 0.0) -> bool:
        """Whether an opaque area painted later hides the whole box."""
        x0, y0, x1, y1 = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
        return any(
            f.opaque and f.box[0] <= x0 and f.box[1] <= y0 and f.box[2] >= x1 and f.box[3] >= y1
            for f in self._fills[bisect_right(self._orders, order) :]
        )

    def shows(self, stroke: Stroke) -> bool:
        """Whether a rule can be seen."""
        x, y = (stroke.box[0] + stroke.box[2]) / 2, (stroke.box[1] + stroke.box[3]) / 2
        return not alike(stroke.ink, self.under(x, y, stroke.order)) and not self.covers(
            stroke.box, stroke.order, COVER_MARGIN
        )


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _meets(clip: Box, core: Box, size: float) -> bool:
    """Whether any of a glyph's body can show through a clip, which may be as tight as the ink of one comma."""
    x0, y0, x1, y1 = core[0] - 0.3 * size, core[1] - 0.3 * size, core[2] + 0.3 * size, core[3] + 0.3 * size
    return clip[0] <= x1 and clip[2] >= x0 and clip[1] <= y1 and clip[3] >= y0


def alike(one: Rgb | None, other: Rgb | None) -> bool:
    """Whether two known colours look the same."""
    if one is None or other is None:
        return False
    return all(abs(a - b) < SAME_COLOUR for a, b in zip(one, other, strict=True))


def look(marks: list[Mark], grounds: Grounds, crop: Box) -> Seen:
    """Part the glyphs of a page by what a reader sees of them; white space is kept where it is not hidden."""
    seen = Seen([], [], [], [])
    twins = _Twins()
    for mark in marks:
        core = _core(mark)
        x, y = (core[0] + core[2]) / 2, (core[1] + core[3]) / 2
        if mark.unseen:
            seen.hidden.append(mark)
        elif not _holds(crop, x, y) or (mark.clip is not None and not _meets(mark.clip, core, mark.size)):
            seen.clipped.append(mark)
        elif grounds.covers(core, mark.order) or alike(mark.ink, grounds.under(x, y, mark.order)):
            seen.hidden.append(mark)
        elif twins.has(mark):
            seen.doubled.append(mark)
        else:
            seen.shown.append(mark)
    return seen


class _Twins:
    """The glyphs seen so far by text, font and place, asked for one on the same spot."""

    def __init__(self) -> None:
        self._spots: dict[tuple[str, int], dict[tuple[int, int], list[Mark]]] = defaultdict(dict)

    def has(self, mark: Mark) -> bool:
        """Whether the glyph has been drawn there before; if not, it is kept."""
        spots = self._spots[mark.text, mark.font]
        x, y = int(mark.start[0] // TWIN_CELL), int(mark.start[1] // TWIN_CELL)
        for place in ((i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)):
            if any(_one_spot(mark, other) for other in spots.get(place, ())):
                return True
        spots.setdefault((x, y), []).append(mark)
        return False


def _core(mark: Mark) -> Box:
    """The middle of a glyph's body: from the baseline to half its height, along its advance."""
    (x0, y0), (x1, y1) = mark.start, mark.end
    rise = mark.size / 2
    dx, dy = {0: (0.0, rise), 1: (-rise, 0.0), 2: (0.0, -rise), 3: (rise, 0.0)}.get(mark.quarter, (0.0, 0.0))
    return (min(x0, x1, x0 + dx), min(y0, y1, y0 + dy), max(x0, x1, x0 + dx), max(y0, y1, y0 + dy))


def _one_spot(one: Mark, other: Mark) -> bool:
    if abs(one.size - other.size) > 0.1 or one.quarter != other.quarter:
        return False
    along = abs(one.start[0] - other.start[0]) + abs(one.start[1] - other.start[1])
    advance = abs(one.end[0] - one.start[0]) + abs(one.end[1] - one.start[1])
    if advance == 0:
        return along < 0.1
    return along <= (1 - DOUBLE_OVERLAP) * min(advance, one.size * 0.6)
