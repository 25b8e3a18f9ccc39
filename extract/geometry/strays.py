"""Lines of a list that belong to no item: footnotes, what stands at a page's foot, what follows the last option.

They are told by their distance from the line above, by their size and by their left edge. Nothing is guessed about
what they mean: what is no footnote stays out of the items and unassigned, so that somebody looks at it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median

from extract.geometry.lines import Line

GAP = 1.45  # of the usual leading: a line further below the one before does not go on with it
OTHER_SIZE = 0.08  # share by which a line's size must differ from the body's
HANG = 6.0  # pt: how far left of an option's edge its lines may begin
INDENT = 3.0  # of the size: how far right of an option's text its lines may begin
FOOT = 0.6  # share of the page's height below which a line that begins like a footnote is one
_RAISED_NUMBER = re.compile(r"\^(?:\d{1,3}(?=\D|$)|[*\u2020\u2021])")
_NOTE_MARK = re.compile(r"\^?\d{1,3}[.)]?\s|[*\u2020\u2021]")


def size_of(line: Line) -> float:
    """The size of a line's largest word."""
    return max(w.size for w in line.words)


def leading_of(lines: Sequence[Line]) -> float:
    """The usual distance between neighbouring lines of a page or column."""
    steps = [b.middle - a.middle for a, b in pairwise(lines) if a.stretch == b.stretch]
    return median(steps) if steps else 0.0


def body_size(lines: Sequence[Line]) -> float:
    """The size most glyphs have."""
    weights: Counter[float] = Counter()
    for line in lines:
        for word in line.words:
            weights[round(word.size, 1)] += word.glyphs
    return max(weights, key=lambda size: (weights[size], size), default=0.0)


def differs(line: Line, size: float) -> bool:
    """Whether a line is clearly larger or smaller than a size."""
    return abs(size_of(line) - size) > OTHER_SIZE * size


def at_the_foot(lines: Sequence[Line], heights: dict[int, float]) -> tuple[set[int], set[int]]:
    """Lines under the body of a page or of a column.

    Returns:
        Footnotes: from one low on its page that begins with a raised number, or in small type like a note, to the
        page's end; and what else stands there in another size, at a distance from the body.
    """
    notes: set[int] = set()
    others: set[int] = set()
    leading, body = leading_of(lines), body_size(lines)
    for (page, _), numbered in groupby(range(len(lines)), key=lambda i: lines[i].stretch):
        places = list(numbered)
        low = [i for i in places if lines[i].box[1] >= FOOT * heights[page]]
        first = next((i for i in low if _RAISED_NUMBER.match(lines[i].text)), None)
        notes |= {i for i in places if first is not None and i >= first}
        tail = _tail([i for i in places if first is None or i < first], lines, leading)
        if tail and all(differs(lines[i], body) for i in tail):
            small = size_of(lines[tail[0]]) < body and tail[0] in low
            (notes if small and _NOTE_MARK.match(lines[tail[0]].text) else others).update(tail)
    return notes, others


def _tail(places: Sequence[int], lines: Sequence[Line], leading: float) -> list[int]:
    """The lines below the last clear gap of a page; none if the page has no such gap."""
    for k in range(len(places) - 1, 0, -1):
        if lines[places[k]].middle - lines[places[k - 1]].middle > GAP * leading:
            return list(places[k:])
    return []


def after_the_end(
    lines: Sequence[Line], first: int, rest: Sequence[int], edge: float | None, leading: float
) -> set[int]:
    """Lines of the last option that do not go on with it.

    Args:
        lines: the list's lines.
        first: the line the option begins in.
        rest: the lines behind it up to the next item.
        edge: where the option's text begins in its column; None if it does not begin its line.
        leading: the usual distance between lines.
    """
    strays: set[int] = set()
    before, size = lines[first], size_of(lines[first])
    for i in rest:
        line = lines[i]
        same_page = line.stretch == before.stretch
        after_stray = same_page and i - 1 in strays
        far = same_page and line.middle - before.middle > GAP * leading
        indented = edge is not None and line.left > edge + INDENT * size
        if after_stray or far or indented or differs(line, size):
            strays.add(i)
        before = line
    return strays


def left_of(line: Line, edge: float) -> bool:
    """Whether a line begins clearly left of an edge."""
    return line.left < edge - HANG
