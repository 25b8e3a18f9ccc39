"""Grids: rulings -> bands -> cells -> words. A cell is what rules enclose; a span covers several lattice fields.

Each word goes whole to the cell in which it starts. Words that cross a rule or hang below the last one are kept as
strays, so that nothing inside a table's area is lost or cut.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from extract.geometry.frame import Box
from extract.geometry.glyphs import Word
from extract.geometry.lines import Line, line_of, lines_of
from extract.geometry.page import Page
from extract.geometry.rulings import SNAP, Rule
from records.flags import Reason

REACH = 5.0  # pt: how far a rule may end from the rule it meets
FRAME = 0.5  # share of the page's area from which a single field is the page's frame
MOST_CROSSINGS, MOST_FIELDS = 4_000_000, 100_000  # beyond these a drawing is a picture, not a table
DRAWN = 0.6  # share of a field's side that must be ruled for the side to count
GHOST = 5.0  # pt: an empty band narrower than this is the inside of a double rule
RISE = 8.0  # pt: verticals that rise this far above the first rule enclose a row whose rule is missing
OVER = 2.0  # pt: a word that reaches further than this past a rule crosses it
HANG = 0.25  # share of a word's height that must lie in the table for a word below the last rule to belong to it
ANEW, LEVEL_WITH = 2.6, 2.0  # of the size: a step between blocks of text; pt: how far blocks of one row may differ
SHORT_OF = 2.5  # pt: a rule that ends further than this from both rules beside it is a line to write on
WIDE_GAP = 1.5  # of the size: a gap in a line that looks like a column's edge


class Cell(NamedTuple):
    """A cell: first row and column, how many of each it covers, its box in the frame and its lines."""

    row: int
    col: int
    rows: int
    cols: int
    box: Box
    lines: list[Line]


class Remark(NamedTuple):
    """Something about a grid that deserves a look; row and col None for the grid as a whole."""

    reason: Reason
    row: int | None
    col: int | None
    text: str


class Grid(NamedTuple):
    """A drawn table of one page; `owner[r][c]` is the position in `cells` of the cell that covers a lattice field."""

    page: int
    box: Box
    cells: list[Cell]
    owner: NDArray[np.int64]
    columns: list[float]
    remarks: list[Remark]
    strays: set[int]

    def cell(self, row: int, col: int) -> Cell:
        """The cell that covers a lattice field."""
        return self.cells[int(self.owner[row, col])]


def grids_of(page: Page) -> list[Grid]:
    """The drawn tables of a page, top to bottom, left to right; a frame around a table or the page is none."""
    posts = sorted(post.pos for post in page.upright)
    across = [rule for rule in page.across if not _underlines(rule, page, posts)]
    if len(across) * len(page.upright) > MOST_CROSSINGS:
        return []
    found: list[Grid] = []
    taken: set[int] = set()
    for levels, plumbs in sorted(_families(across, page.upright), key=_area):
        words = [w for w in page.words if w.at not in taken] if taken else page.words
        grid = _grid(page, words, levels, plumbs)
        if grid is None or not any(cell.lines for cell in grid.cells) or _is_frame(grid, found, page):
            continue
        found.append(grid)
        taken |= {w.at for cell in grid.cells for line in cell.lines for w in line.words}
    return sorted(found, key=lambda g: (round(g.box[1] / SNAP), g.box[0]))


def _area(family: tuple[list[Rule], list[Rule]]) -> float:
    across, upright = family
    width = max(r.end for r in across) - min(r.start for r in across)
    return width * (max(r.end for r in upright) - min(r.start for r in upright))


def _is_frame(grid: Grid, found: Sequence[Grid], page: Page) -> bool:
    """Whether a grid of one field only frames other tables, or the page."""
    if grid.owner.size > 1:
        return False
    x0, y0, x1, y1 = grid.box
    around = any(x0 <= g.box[0] and y0 <= g.box[1] and g.box[2] <= x1 and g.box[3] <= y1 for g in found)
    return around or (x1 - x0) * (y1 - y0) > FRAME * page.extent[0] * page.extent[1]


def _underlines(rule: Rule, page: Page, posts: Sequence[float]) -> bool:
    """Whether a horizontal rule only underlines words: it runs just below them, from the first one to the last.

    `posts` are the places of the page's verticals, sorted.
    """
    if any(bisect_left(posts, end - 1) < bisect_right(posts, end + 1) for end in (rule.start, rule.end)):
        return False
    above = [w for w in page.words if w.middle < rule.pos <= w.y1 + 2 and rule.start - 3 < w.x0 and w.x1 < rule.end + 3]
    return bool(above) and min(w.x0 for w in above) - rule.start < 2.5 and rule.end - max(w.x1 for w in above) < 2.5


def _families(across: Sequence[Rule], upright: Sequence[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Rules that hang together, those dropped that do not span a cell (underlines, loose lines)."""
    levels, plumbs = list(across), sorted(upright)
    while levels and plumbs:
        touch = _touching(levels, plumbs)
        keep = _spanning(levels, plumbs, touch)
        met = {j for touched, kept in zip(touch, keep, strict=True) if kept for j in touched}
        if all(keep) and len(met) == len(plumbs):
            return _components(levels, plumbs, touch)
        levels = [rule for rule, kept in zip(levels, keep, strict=True) if kept]
        plumbs = [plumbs[j] for j in sorted(met)]
    return []


def _touching(levels: Sequence[Rule], plumbs: Sequence[Rule]) -> list[list[int]]:
    """For each horizontal rule the verticals that it meets, by their place in a sorted list of them."""
    places = [rule.pos for rule in plumbs]
    touch = []
    for pos, start, end in levels:
        beside = range(bisect_left(places, start - REACH), bisect_right(places, end + REACH))
        touch.append([j for j in beside if plumbs[j].start - REACH <= pos <= plumbs[j].end + REACH])
    return touch


def _spanning(levels: Sequence[Rule], plumbs: Sequence[Rule], touch: Sequence[list[int]]) -> list[bool]:
    """Which horizontal rules stand on verticals with both ends, or end where other horizontals end too."""
    ends = sorted([rule.start for rule in levels] + [rule.end for rule in levels])
    result = []
    for (_, start, end), touched in zip(levels, touch, strict=True):
        posts = [plumbs[j].pos for j in touched]
        away = [min([abs(post - tip) for post in posts]) for tip in (start, end)] if posts else []
        reach = SHORT_OF if posts and min(away) > SHORT_OF else REACH
        loose = [tip for tip, gap in zip((start, end), away, strict=False) if gap > reach]
        result.append(bool(posts) and all(_in_company(tip, ends) for tip in loose))
    return result


def _in_company(tip: float, ends: Sequence[float]) -> bool:
    return bisect_right(ends, tip + SNAP) - bisect_left(ends, tip - SNAP) > 1


def _components(
    levels: Sequence[Rule], plumbs: Sequence[Rule], touch: Sequence[list[int]]
) -> list[tuple[list[Rule], list[Rule]]]:
    held: list[list[int]] = [[] for _ in plumbs]
    for i, touched in enumerate(touch):
        for j in touched:
            held[j].append(i)
    families, seen = [], [False] * len(levels)
    for first in range(len(levels)):
        if seen[first]:
            continue
        seen[first], rows, cols = True, [first], set[int]()
        for i in rows:  # grows while it is gone through
            for j in touch[i]:
                if j not in cols:
                    cols.add(j)
                    fresh = [k for k in held[j] if not seen[k]]
                    rows.extend(fresh)
                    for k in fresh:
                        seen[k] = True
        families.append(([levels[i] for i in sorted(rows)], [plumbs[j] for j in sorted(cols)]))
    return families


def _grid(page: Page, found: Sequence[Word], across: list[Rule], upright: list[Rule]) -> Grid | None:
    remarks: list[Remark] = []
    xs = _columns(across, upright, remarks)
    ys = _distinct([rule.pos for rule in across])
    across, ys = _recovered(found, across, upright, xs, ys, remarks)
    if len(xs) < 2 or len(ys) < 2:
        return None
    box = (xs[0], ys[0], xs[-1], ys[-1])
    x0, y0, x1, y1 = xs[0] - SNAP, ys[0], xs[-1] + SNAP, ys[-1]
    words = [w for w in found if (y0 <= w[1] and w[3] <= y1 and x0 <= w[0] <= x1) or _belongs(w, box)]
    xs = _without_ghosts(xs, ((w.x0, w.x1) for w in words))
    ys = _without_ghosts(ys, ((w.y0, w.y1) for w in words))
    if len(xs) < 2 or len(ys) < 2 or len(xs) * len(ys) > MOST_FIELDS:
        return None
    beams, posts = _sides(across, ys, xs), _sides(upright, xs, ys)
    owner = _owners(beams, posts)
    return _filled(page, box, xs, ys, owner, words, remarks)


def _distinct(positions: Sequence[float]) -> list[float]:
    result: list[float] = []
    for pos in sorted(positions):
        if not result or pos - result[-1] > SNAP:
            result.append(pos)
    return result


def _columns(across: list[Rule], upright: list[Rule], remarks: list[Remark]) -> list[float]:
    """Column edges: the verticals, and the horizontals' common ends where the outer verticals are missing."""
    xs = _distinct([rule.pos for rule in upright])
    for ends, outer in (([r.start for r in across], min), ([r.end for r in across], max)):
        edge = outer(ends)
        common = sum(abs(end - edge) <= SNAP for end in ends)
        beyond = xs[0] - edge if outer is min else edge - xs[-1]
        if beyond > RISE and common >= max(2, len(ends) // 2):
            xs.append(edge)
            remarks.append(Remark(Reason.OUTER_RULE_MISSING, None, None, "left" if outer is min else "right"))
            xs.sort()
    return xs


def _recovered(
    words: Sequence[Word],
    across: list[Rule],
    upright: list[Rule],
    xs: list[float],
    ys: list[float],
    remarks: list[Remark],
) -> tuple[list[Rule], list[float]]:
    """Add the first or last rule where verticals run on past it around text."""
    for outer, ends in ((min, [r.start for r in upright]), (max, [r.end for r in upright])):
        edge, reach = outer(ys), outer(ends)
        level = [e for e in ends if abs(e - reach) <= SNAP]
        low, high = sorted((edge, reach))
        if high - low <= RISE or len(level) < 2:
            continue
        if any(low - 1 <= w.middle <= high and xs[0] - SNAP <= w.x0 <= xs[-1] for w in words):
            across = [*across, Rule(reach, xs[0], xs[-1])]
            ys = sorted([*ys, reach])
            reason = Reason.TOP_RULE_MISSING if outer is min else Reason.OUTER_RULE_MISSING
            remarks.append(Remark(reason, None, None, "" if outer is min else "bottom"))
    return across, ys


def _belongs(word: Word, box: Box) -> bool:
    """Whether a word is in the table's area: its start inside, or enough of it if it stands on the outer rules."""
    inside = min(word.y1, box[3]) - max(word.y0, box[1])
    height = max(word.y1 - word.y0, 0.1)
    if inside < HANG * height or (word.middle < box[1]):
        return False
    return box[0] - SNAP <= word.x0 <= box[2] + SNAP or (word.x0 < box[0] < (word.x0 + word.x1) / 2)


def _without_ghosts(edges: list[float], spans: Iterable[tuple[float, float]]) -> list[float]:
    """Drop the second edge of a band so narrow and empty that it is the inside of a double rule."""
    if all(after - before >= GHOST for before, after in pairwise(edges)):
        return edges
    middles = [(a + b) / 2 for a, b in spans]
    kept = edges[:1]
    for edge in edges[1:]:
        narrow = edge - kept[-1] < GHOST
        if not narrow or any(kept[-1] <= middle <= edge for middle in middles):
            kept.append(edge)
    return kept


def _sides(rules: list[Rule], places: list[float], bands: list[float]) -> NDArray[np.bool_]:
    """Which sides are drawn: row i, column j tells whether the edge at `places[i]` is ruled along band j."""
    drawn = np.zeros((len(places), len(bands) - 1))
    drawing, lows, highs = np.array(rules), np.array(bands[:-1]), np.array(bands[1:])
    nearest = np.abs(drawing[:, :1] - np.array(places)).argmin(axis=1)
    shared = np.minimum(drawing[:, 2:], highs) - np.maximum(drawing[:, 1:2], lows)
    np.add.at(drawn, nearest, np.maximum(shared, 0.0) / (highs - lows))
    result: NDArray[np.bool_] = drawn >= DRAWN
    return result


def _owners(beams: NDArray[np.bool_], posts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Join lattice fields over sides that are not drawn; the result numbers the cells in reading order."""
    rows, cols = beams.shape[0] - 1, posts.shape[0] - 1
    if beams[1:-1].all() and posts[1:-1].all():
        return np.arange(rows * cols).reshape(rows, cols)
    parent = list(range(rows * cols))

    def root(field: int) -> int:
        while parent[field] != field:
            parent[field] = field = parent[parent[field]]
        return field

    for r, c in np.argwhere(~beams[1:-1]).tolist():
        parent[root((r + 1) * cols + c)] = root(r * cols + c)
    for c, r in np.argwhere(~posts[1:-1]).tolist():
        parent[root(r * cols + c + 1)] = root(r * cols + c)
    group = np.array([root(field) for field in range(rows * cols)]).reshape(rows, cols)
    _, first, numbered = np.unique(group, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    owner: NDArray[np.int64] = rank[numbered].reshape(rows, cols)
    return owner


def _filled(
    page: Page,
    box: Box,
    xs: list[float],
    ys: list[float],
    owner: NDArray[np.int64],
    words: list[Word],
    remarks: list[Remark],
) -> Grid:
    held: dict[int, list[Word]] = {}
    strays: set[int] = set()
    corners, fields = _corners(owner), owner.tolist()
    rows, cols, left, low = len(ys) - 2, len(xs) - 2, xs[0] - OVER, ys[-1]
    rights = [xs[corner[3] + 1] + OVER for corner in corners]
    row, col, level, begin, end = 0, 0, (0.0, 0.0), 0.0, 0.0
    below = fresh = True
    for word in words:
        x0, y0, x1, y1 = word[:4]
        if (y0, y1) != level:
            middle, level, fresh = (y0 + y1) / 2, (y0, y1), True
            row, below = min(max(bisect_left(ys, middle) - 1, 0), rows), middle > low
        start = x0 + min(1.0, (x1 - x0) / 4)
        if not begin < start <= end:
            col, fresh = min(max(bisect_left(xs, start) - 1, 0), cols), True
            begin, end = xs[col], xs[col + 1]
        if fresh:
            number, fresh = fields[row][col], False
            inside, right = held.setdefault(number, []), rights[number]
        inside.append(word)
        if below or x1 > right or x0 < left:
            strays.add(word.at)
            remarks.append(Remark(Reason.TEXT_OUTSIDE_CELL, row, col, word.text))
    askew = [w for w in page.askew if w.at not in page.slanted]
    cells = []
    for number, (r0, r1, c0, c1) in enumerate(corners):
        place = (xs[c0], ys[r0], xs[c1 + 1], ys[r1 + 1])
        lines = lines_of(held[number]) if number in held else []
        if askew:
            lines.extend(line_of([w]) for w in askew if _within(w, place))
        cell = Cell(r0, c0, r1 - r0 + 1, c1 - c0 + 1, place, lines)
        if cell.cols > 1:
            remarks.extend(_swallowed(cell, xs))
        cells.append(cell)
    remarks.extend(_ghosts(owner, cells))
    remarks.extend(_stacked(cells))
    return Grid(page.number, box, cells, owner, xs, remarks, strays)


def _within(word: Word, box: Box) -> bool:
    return (
        box[0] - OVER <= word.x0
        and word.x1 <= box[2] + OVER
        and box[1] - OVER <= word.y0
        and word.y1 <= box[3] + OVER
        and word.y1 > word.y0
    )


def _stacked(cells: list[Cell]) -> list[Remark]:
    """Rows whose cells, two at least, begin anew at one height far below the line before: a rule between is missing."""
    begun: dict[int, list[list[float]]] = {}
    for cell in cells:
        if cell.rows == 1 and len(cell.lines) > 1:
            middles = [line.middle for line in cell.lines]
            starts = [
                low
                for high, low, line in zip(middles, middles[1:], cell.lines[1:], strict=False)
                if low - high > ANEW * max([w.size for w in line.words])
            ]
            if starts:
                begun.setdefault(cell.row, []).append(starts)
    remarks = []
    for row, columns in sorted(begun.items()):
        fresh = [(i, y) for i, column in enumerate(columns) for y in column]
        if any(i != k and abs(y - z) <= LEVEL_WITH for i, y in fresh for k, z in fresh):
            remarks.append(Remark(Reason.CELL_SPANS_ROWS, row, None, ""))
    return remarks


def _ghosts(owner: NDArray[np.int64], cells: list[Cell]) -> list[Remark]:
    """Rows without any text that a rule across some columns only has made."""
    if len(cells) == owner.size:
        return []
    remarks = []
    for row, numbers in enumerate(owner.tolist()[1:], 1):
        held = [cells[number] for number in set(numbers)]
        begun = [cell for cell in held if cell.row == row]
        if len(begun) < len(held) and not any(cell.lines for cell in begun):
            remarks.append(Remark(Reason.GHOST_ROW, row, None, ""))
    return remarks


def _corners(owner: NDArray[np.int64]) -> list[tuple[int, int, int, int]]:
    """First and last row, first and last column of each cell."""
    height, width = owner.shape
    if int(owner[-1, -1]) == owner.size - 1:
        return [(row, row, col, col) for row in range(height) for col in range(width)]
    found: dict[int, tuple[int, int, int, int]] = {}
    for row, numbers in enumerate(owner.tolist()):
        for col, number in enumerate(numbers):
            r0, r1, c0, c1 = found.get(number, (row, row, col, col))
            found[number] = (min(r0, row), max(r1, row), min(c0, col), max(c1, col))
    return [found[number] for number in range(len(found))]


def _swallowed(cell: Cell, xs: list[float]) -> list[Remark]:
    """A cell over several columns whose line leaves a wide gap just where a column's rule is missing."""
    for line in cell.lines:
        for before, after in zip(line.words, line.words[1:], strict=False):
            edges = [x for x in xs[cell.col + 1 : cell.col + cell.cols] if before.x1 <= x <= after.x0 + 1]
            near = any(after.x0 - x <= 1.5 * after.size for x in edges)
            if near and after.x0 - before.x1 > WIDE_GAP * after.size:
                return [Remark(Reason.CELL_SPANS_COLUMNS, cell.row, cell.col, line.text)]
    return []
