"""Which drawn lines are the rules of a table: snapped, joined, cleaned of underlines, missing outer rules supplied.

Snapping and joining go by pdfplumber's rules; what is added is that a rule must meet a rule of the other direction,
that open sides are closed where the rules' ends agree, and that a row that only its verticals show gets its outer rule.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from extract.plumber.cells import merged
from extract.plumber.page import Segment
from records.errors import DocumentError
from records.flags import Reason

SNAP = 3.0  # points within which parallel lines are one rule, and ends meet
JOIN = 5.0  # points of gap bridged along a rule (dashes drawn as segments, gaps at crossings)
SHORTEST = 5.0  # points; a shorter line bounds no cell
MAX_PAIRS = 200_000  # pairs of rules looked at for crossings
MAX_CROSSINGS = 6_000  # crossings that are made into cells; a table of 60 rows by 10 columns has about 700

Filled = Callable[[float, float, float, float], bool]
_End = Callable[[Segment], float]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one page and what was supplied to them."""

    across: list[Segment]
    down: list[Segment]
    flags: list[tuple[Reason, float, float]]  # why, and the spot (u, v) it concerns


def rules_of(segments: Iterable[Segment], filled: Filled, where: str) -> Rules:
    """Clean the visible lines of a page.

    Args:
        segments: straight visible lines.
        filled: tells whether a box (u0, v0, u1, v1) holds text; only such rows are supplied with a rule.
        where: document and page, for errors.

    Raises:
        DocumentError: more lines than any table has.
    """
    every = merged(segments, SNAP, JOIN)
    across = [s for s in every if s.across and s.end - s.start >= SHORTEST]
    down = [s for s in every if not s.across and s.end - s.start >= SHORTEST]
    if len(across) * len(down) > MAX_PAIRS or sum(_meet(a, d) for a in across for d in down) > MAX_CROSSINGS:
        what = f"draws {len(across)} by {len(down)} lines, too many for a table"
        raise DocumentError(what, where=where, do="Leave the page out.")
    flags: list[tuple[Reason, float, float]] = []
    for rows, columns in _groups(across, down):
        for side in _open_sides(rows, columns):
            down.append(side)
            columns.append(side)
            flags.append((Reason.OUTER_RULE_MISSING, side.at, side.start))
        for level, reason in _open_ends(rows, columns, filled):
            across.append(level)
            flags.append((reason, level.start, level.at))
    return Rules([a for a in across if any(_meet(a, d) for d in down)], down, flags)


def _meet(across: Segment, down: Segment) -> bool:
    return across.start - SNAP <= down.at <= across.end + SNAP and down.start - SNAP <= across.at <= down.end + SNAP


def _groups(across: list[Segment], down: list[Segment]) -> list[tuple[list[Segment], list[Segment]]]:
    """Rules that hang together by crossings: one group for each table, or for touching tables."""
    waiting = set(range(len(down)))
    groups: list[tuple[list[Segment], list[Segment]]] = []
    touching = [[j for j, d in enumerate(down) if _meet(a, d)] for a in across]
    meeting: dict[int, list[int]] = {}
    for i, met in enumerate(touching):
        for j in met:
            meeting.setdefault(j, []).append(i)
    while waiting:
        rows, columns = _connected(waiting.pop(), touching, meeting)
        waiting -= columns
        groups.append(([across[i] for i in sorted(rows)], [down[j] for j in sorted(columns)]))
    return groups


def _connected(start: int, touching: list[list[int]], meeting: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    """The horizontals and verticals that can be reached from one vertical over crossings."""
    rows: set[int] = set()
    columns: set[int] = set()
    front = [start]
    while front:
        j = front.pop()
        columns.add(j)
        for i in meeting.get(j, []):
            if i not in rows:
                rows.add(i)
                front += [k for k in touching[i] if k not in columns]
    return rows, columns


def _start(rule: Segment) -> float:
    return rule.start


def _stop(rule: Segment) -> float:
    return rule.end


def _open_sides(rows: list[Segment], columns: list[Segment]) -> list[Segment]:
    """Outer verticals that are not drawn, where at least two horizontals end together beyond the outermost one."""
    sides: list[Segment] = []
    sides_of: tuple[tuple[_End, float, int], ...] = (
        (_start, min((c.at for c in columns), default=0.0), -1),
        (_stop, max((c.at for c in columns), default=0.0), 1),
    )
    for end, outermost, sign in sides_of:
        beyond = [r for r in rows if (end(r) - outermost) * sign > SNAP]
        if len(beyond) < 2:
            continue
        limit = sign * max(sign * end(r) for r in beyond)
        together = [r for r in beyond if abs(end(r) - limit) <= SNAP]
        if len(together) >= 2:
            levels = [r.at for r in together]
            sides.append(Segment(False, limit, min(levels), max(levels)))
    return sides


def _open_ends(rows: list[Segment], columns: list[Segment], filled: Filled) -> list[tuple[Segment, Reason]]:
    """First and last rules that are not drawn, where at least two verticals end together beyond the outermost one."""
    if not rows:
        return []
    ends: list[tuple[Segment, Reason]] = []
    ends_of: tuple[tuple[_End, float, int, Reason], ...] = (
        (_start, min(r.at for r in rows), -1, Reason.TOP_RULE_MISSING),
        (_stop, max(r.at for r in rows), 1, Reason.OUTER_RULE_MISSING),
    )
    for end, outermost, sign, reason in ends_of:
        beyond = [c for c in columns if (end(c) - outermost) * sign > SNAP]
        if len(beyond) < 2:
            continue
        limit = sign * max(sign * end(c) for c in beyond)
        together = [c.at for c in beyond if abs(end(c) - limit) <= SNAP]
        if len(together) >= 2 and filled(min(together), min(limit, outermost), max(together), max(limit, outermost)):
            ends.append((Segment(True, limit, min(together), max(together)), reason))
    return ends
