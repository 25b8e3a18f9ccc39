"""Lines into cells, and cells into tables, by pdfplumber's rules but without its dictionaries.

Parallel lines that are near are moved to their average place and joined where their ends are near; a cell is the
smallest rectangle right of and below a crossing whose four sides are drawn; cells that share a corner are one table.
What pdfplumber's own table finder makes of the same lines is what the tests compare with.
"""

from collections.abc import Iterable, Sequence

from extract.plumber.boxes import Box, Point
from extract.plumber.page import Segment

TABLE_JOIN = 3.0  # points of gap bridged between the rules of one table, as pdfplumber does unless told otherwise
SHORTEST_EDGE = 3.0  # points; shorter edges bound no cell


def merged(segments: Iterable[Segment], snap: float, join: float) -> list[Segment]:
    """Lines snapped and joined: first those across, then those down, each sorted by place and start."""
    every = list(segments)
    found = []
    for across in (True, False):
        lines = [s for s in every if s.across == across]
        place = _snapped([s.at for s in lines], snap)
        stretches: dict[float, list[tuple[float, float]]] = {}
        for line in lines:
            stretches.setdefault(place[line.at], []).append((line.start, line.end))
        found += [Segment(across, at, *ends) for at in sorted(stretches) for ends in _joined(stretches[at], join)]
    return found


def _snapped(values: Sequence[float], reach: float) -> dict[float, float]:
    """The average of its neighbours, themselves within reach of one another, for each value."""
    places: dict[float, float] = {}
    group: dict[float, int] = {}
    last: float | None = None
    number = 0
    for value in sorted(set(values)):
        number += last is not None and value > last + reach
        group[value], last = number, value
    sums: list[float] = [0] * (number + 1)
    counts = [0] * (number + 1)
    for value in values:
        sums[group[value]] += value
        counts[group[value]] += 1
    for value, index in group.items():
        places[value] = sums[index] / counts[index]
    return places


def _joined(stretches: Iterable[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """Stretches of one line, those parted by no more than `reach` joined."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(stretches, key=lambda s: s[0]):
        if joined and start <= joined[-1][1] + reach:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def tables_of(across: Sequence[Segment], down: Sequence[Segment], reach: float) -> list[list[Box]]:
    """The tables that rules make, top to bottom, each as the boxes of its cells.

    Args:
        across: horizontal rules.
        down: vertical rules.
        reach: points within which parallel rules are one, and ends meet.
    """
    edges = [e for e in merged([*down, *across], reach, TABLE_JOIN) if e.end - e.start >= SHORTEST_EDGE]
    crossings = _crossings([e for e in edges if e.across], [e for e in edges if not e.across], reach)
    tables = [t for t in _connected(_cells(crossings)) if len(t) > 1]
    return sorted(tables, key=lambda t: min((c[1], c[0]) for c in t))


def _crossings(across: Sequence[Segment], down: Sequence[Segment], reach: float) -> dict[Point, tuple[int, int]]:
    """Where rules cross or meet: the point, and which vertical and which horizontal rules do so, as bits."""
    found: dict[Point, tuple[int, int]] = {}
    for i, d in enumerate(down):
        for j, a in enumerate(across):
            if d.start <= a.at + reach and d.end >= a.at - reach and a.start - reach <= d.at <= a.end + reach:
                verticals, horizontals = found.get((d.at, a.at), (0, 0))
                found[d.at, a.at] = (verticals | 1 << i, horizontals | 1 << j)
    return found


def _cells(crossings: dict[Point, tuple[int, int]]) -> list[Box]:
    columns: dict[float, list[float]] = {}
    rows: dict[float, list[float]] = {}
    for u, v in sorted(crossings):
        columns.setdefault(u, []).append(v)
        rows.setdefault(v, []).append(u)
    cells = []
    for u, vs in columns.items():
        for index, v in enumerate(vs):
            cell = _smallest(u, v, vs[index + 1 :], rows[v], crossings)
            if cell is not None:
                cells.append(cell)
    return cells


def _smallest(
    u: float, v: float, below: Sequence[float], row: Sequence[float], crossings: dict[Point, tuple[int, int]]
) -> Box | None:
    """The smallest cell of which a crossing is the top left corner."""
    verticals, horizontals = crossings[u, v]
    right = [r for r in row if r > u and crossings[r, v][1] & horizontals]
    for low in below if right else ():
        if not crossings[u, low][0] & verticals:
            continue
        for far in right:
            corner = crossings.get((far, low))
            if corner and corner[0] & crossings[far, v][0] and corner[1] & crossings[u, low][1]:
                return (u, v, far, low)
    return None


def _connected(cells: Iterable[Box]) -> list[list[Box]]:
    """Cells in groups that hang together by common corners."""
    groups: dict[Point, list[Box]] = {}
    for cell in cells:
        touched = {id(groups[c]): groups[c] for c in _corners(cell) if c in groups}
        largest = max(touched.values(), key=len, default=[])
        for group in touched.values():
            if group is not largest:
                largest += group
                groups |= {c: largest for other in group for c in _corners(other)}
        largest.append(cell)
        groups |= dict.fromkeys(_corners(cell), largest)
    return list({id(g): g for g in groups.values()}.values())


def _corners(cell: Box) -> tuple[Point, Point, Point, Point]:
    u0, v0, u1, v1 = cell
    return (u0, v0), (u0, v1), (u1, v0), (u1, v1)
