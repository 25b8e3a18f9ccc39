"""What a reader of the page sees: glyphs that are painted, not clipped, not covered, not in the colour of the ground.

A run is judged as a whole wherever one answer holds for all its glyphs, and glyph by glyph elsewhere. Of glyphs drawn
twice almost on one spot (bold by double printing) one copy stays; `11` and `mm` are two spots.
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from extract.plumber.boxes import Box, common, holds, spread
from extract.plumber.device import Fill, Rgb, Run, Stroke

# Colours nearer than this in each of red, green and blue (0 to 1) cannot be told apart on paper.
SAME_COLOUR = 0.06
# Part of a glyph's advance by which two copies must overlap to be one letter drawn twice.
DOUBLE_OVERLAP = 0.6
# The page as it comes from the printer.
WHITE: Rgb = (1.0, 1.0, 1.0)
# A covering area must reach this far beyond a rule (points): cell shading ends on the rules themselves.
COVER_MARGIN = 0.4
# A clip may be as tight as the ink of one comma: this part of the size around a glyph's core may show through it.
CLIP_MARGIN = 0.3
TWIN_CELL = 12.0  # points; wider than any two copies of one letter lie apart
TWIN_REACH = 0.25  # of the size; copies lie no farther apart
TOUCH = 0.02  # of the size; runs that overlap by less lie side by side
MAX_GROUNDS = 500  # areas looked at for each glyph, the largest first
BAND = 24.0  # points; areas are looked up by the bands of the page that they touch
BANDED = 50_000.0  # points; where an area reaches farther from the corner of the page, all areas are looked at


@dataclass(slots=True)
class Seen:
    """The runs of a page by what became of them."""

    shown: list[Run]
    hidden: list[Run]
    clipped: list[Run]
    doubled: list[Run]


class Grounds:
    """The filled areas of a page, asked for what lies under or over a spot."""

    def __init__(self, fills: Iterable[Fill], thickness: float) -> None:
        wide = [f for f in fills if min(f.box[2] - f.box[0], f.box[3] - f.box[1]) > thickness]
        largest = sorted(wide, key=lambda f: (f.box[0] - f.box[2]) * (f.box[3] - f.box[1]))[:MAX_GROUNDS]
        self._fills = sorted(largest, key=lambda f: f.order)
        self._orders = [f.order for f in self._fills]
        self._bands: dict[int, list[Fill]] = defaultdict(list)
        self._banded = all(abs(f.box[1]) <= BANDED and abs(f.box[3]) <= BANDED for f in self._fills)
        for fill in self._fills if self._banded else ():
            for band in range(int(fill.box[1] // BAND), int(fill.box[3] // BAND) + 1):
                self._bands[band].append(fill)

    def under(self, x: float, y: float, order: int) -> Rgb | None:
        """The colour of the ground on which something is painted; None where it is not known."""
        for fill in reversed(self._fills[: bisect_right(self._orders, order)]):
            if fill.rectangle and holds(fill.box, x, y):
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
        if not self._fills:
            return not alike(stroke.ink, WHITE)
        x, y = (stroke.box[0] + stroke.box[2]) / 2, (stroke.box[1] + stroke.box[3]) / 2
        return not alike(stroke.ink, self.under(x, y, stroke.order)) and not self.covers(
            stroke.box, stroke.order, COVER_MARGIN
        )

    def hides(self, box: Box, order: int, ink: Rgb | None) -> bool | None:
        """Whether all that is painted in a box is hidden; None if only a part of it may be."""
        fills = self._near(box)
        x0, y0, x1, y1 = box
        ground: Rgb | None = WHITE
        for fill in reversed(fills):
            a0, b0, a1, b1 = fill.box
            if a0 > x1 or b0 > y1 or a1 < x0 or b1 < y0:
                continue
            whole = a0 <= x0 and b0 <= y0 and a1 >= x1 and b1 >= y1
            if fill.order > order:
                if fill.opaque:
                    return True if whole else None
            elif fill.rectangle:
                if not whole:
                    return None
                ground = fill.ink
                break
        return alike(ink, ground)

    def _near(self, box: Box) -> Sequence[Fill]:
        if not self._fills or not self._banded:
            return self._fills
        low, high = int(box[1] // BAND), int(box[3] // BAND)
        return self._bands.get(low, ()) if low == high else self._fills


def alike(one: Rgb | None, other: Rgb | None) -> bool:
    """Whether two known colours look the same."""
    if one is None or other is None:
        return False
    return (
        abs(one[0] - other[0]) < SAME_COLOUR
        and abs(one[1] - other[1]) < SAME_COLOUR
        and abs(one[2] - other[2]) < SAME_COLOUR
    )


def look(runs: Iterable[Run], grounds: Grounds, crop: Box) -> Seen:
    """Part the glyphs of a page by what a reader sees of them; white space is kept where it is not hidden."""
    seen = Seen([], [], [], [])
    for run in runs:
        if run.look.unseen:
            seen.hidden.append(run)
            continue
        box, clip = _core(run, min(run.starts), max(run.ends)), run.look.clip
        inside = _contains(crop, box)
        hidden = grounds.hides(box, run.order, run.look.ink)
        if inside and hidden is not None and (clip is None or _contains(spread(clip, CLIP_MARGIN * run.size), box)):
            (seen.hidden if hidden else seen.shown).append(run)
        else:
            _part(run, grounds, None if inside else crop, hidden, seen)
    _take_twins(seen)
    return seen


def _part(run: Run, grounds: Grounds, crop: Box | None, hidden: bool | None, seen: Seen) -> None:
    """Judge the glyphs of a run one by one, as far as crop (None: all are inside) and grounds leave it open."""
    kept: dict[str, list[int]] = {"shown": [], "hidden": [], "clipped": []}
    clip = spread(run.look.clip, CLIP_MARGIN * run.size) if run.look.clip is not None else None
    for index, (start, end) in enumerate(zip(run.starts, run.ends, strict=True)):
        core = _core(run, start, end)
        x, y = (core[0] + core[2]) / 2, (core[1] + core[3]) / 2
        if (crop is not None and not holds(crop, x, y)) or (clip is not None and common(clip, core) is None):
            kept["clipped"].append(index)
        elif hidden is None:
            covered = grounds.covers(core, run.order) or alike(run.look.ink, grounds.under(x, y, run.order))
            kept["hidden" if covered else "shown"].append(index)
        else:
            kept["hidden" if hidden else "shown"].append(index)
    for name, places in kept.items():
        if places:
            getattr(seen, name).append(run if len(places) == len(run.codes) else run.part(places))


def _core(run: Run, start: float, end: float) -> Box:
    """The middle of a glyph's body: from the baseline to half its height, along its advance."""
    a, b, _, _, e, f = run.matrix
    x0, y0, x1, y1 = a * start + e, b * start + f, a * end + e, b * end + f
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    rise = run.size / 2
    if run.quarter == 0:
        return (x0, y0, x1, y1 + rise)
    if run.quarter == 1:
        return (x0 - rise, y0, x1, y1)
    if run.quarter == 2:
        return (x0, y0 - rise, x1, y1)
    return (x0, y0, x1 + rise, y1) if run.quarter == 3 else (x0, y0, x1, y1)


def _contains(box: Box, other: Box) -> bool:
    return box[0] <= other[0] and box[1] <= other[1] and box[2] >= other[2] and box[3] >= other[3]


def _take_twins(seen: Seen) -> None:
    """Move the second copies of letters drawn twice from the shown glyphs to the doubled ones."""
    suspects = {id(run) for run in _suspects(seen.shown)}
    if not suspects:
        return
    twins, shown = _Twins(), []
    for run in seen.shown:
        if id(run) not in suspects:
            shown.append(run)
            continue
        copies = [i for i in range(len(run.codes)) if twins.has(run, i)]
        if not copies:
            shown.append(run)
            continue
        seen.doubled.append(run.part(copies))
        rest = sorted(set(range(len(run.codes))) - set(copies))
        shown += [run.part(rest)] if rest else []
    seen.shown = shown


def _suspects(runs: Iterable[Run]) -> Iterator[Run]:
    """Runs in which, or on which, another glyph of the same font may lie: twins are looked for among them only."""
    lines: dict[tuple[int, int], list[tuple[float, float, float, Run]]] = defaultdict(list)
    for run in runs:
        if run.tight or run.quarter < 0:
            yield run
        (x0, y0), (x1, y1) = run.at(min(run.starts)), run.at(max(run.ends))
        if run.quarter % 2:
            x0, y0, x1, y1 = y0, x0, y1, x1
        lines[id(run.face), run.quarter % 2 if run.quarter >= 0 else -1].append((y0, min(x0, x1), max(x0, x1), run))
    for found in lines.values():
        yield from _overlapping(found)


def _overlapping(found: Iterable[tuple[float, float, float, Run]]) -> Iterator[Run]:
    """Of runs (level, start, end) those that share a stretch of about one level with another run."""
    entries = sorted(found, key=lambda entry: entry[1])
    band = 2 * TWIN_REACH * max(max(entry[3].size for entry in entries), 1.0)
    for shift in (0.0, 0.5):  # levels within reach of one another are in one band the one way or the other
        widest: dict[int, tuple[float, float, float, Run]] = {}
        for entry in entries:
            level = math.floor(entry[0] / band + shift)
            before = widest.get(level)
            if before is not None and entry[1] < before[2] - TOUCH * entry[3].size:
                yield before[3]
                yield entry[3]
            if before is None or entry[2] > before[2]:
                widest[level] = entry


class _Twins:
    """The glyphs seen so far by text, font and place, asked for one on the same spot."""

    def __init__(self) -> None:
        self._spots: dict[tuple[str, int], dict[tuple[int, int], list[tuple[Run, int]]]] = defaultdict(dict)

    def has(self, run: Run, index: int) -> bool:
        """Whether the glyph has been drawn there before; if not, it is kept."""
        spots = self._spots[run.texts[index], id(run.face)]
        x, y = run.at(run.starts[index])
        reach = max(TWIN_REACH * run.size, 0.1)
        for i in range(int((x - reach) // TWIN_CELL), int((x + reach) // TWIN_CELL) + 1):
            for j in range(int((y - reach) // TWIN_CELL), int((y + reach) // TWIN_CELL) + 1):
                for other, place in spots.get((i, j), ()):
                    if _one_spot(run, index, other, place):
                        return True
        spots.setdefault((int(x // TWIN_CELL), int(y // TWIN_CELL)), []).append((run, index))
        return False


def _one_spot(run: Run, index: int, other: Run, place: int) -> bool:
    if abs(run.size - other.size) > 0.1 or run.quarter != other.quarter:
        return False
    (x0, y0), (x1, y1) = run.ends_of(index)
    a0, b0 = other.at(other.starts[place])
    along, advance = abs(x0 - a0) + abs(y0 - b0), abs(x1 - x0) + abs(y1 - y0)
    if advance == 0:
        return along < 0.1
    return along <= (1 - DOUBLE_OVERLAP) * min(advance, run.size * 0.6)
