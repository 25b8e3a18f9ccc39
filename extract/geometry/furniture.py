"""Furniture: what a page carries besides its content, found by declared patterns, by repetition and by counting.

Position decides: only lines in a page's head or foot are looked at, and what repeats or counts there is furniture only
if it stands apart from the body, by its distance or its size. What repeats without standing apart is left in doubt.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from extract.geometry.glyphs import Word
from extract.geometry.lines import Line, line_of, lines_of, segments
from extract.geometry.page import Page
from records.layout import Furniture
from records.text import squeeze

ZONE = 0.12  # share of the page's height that is its head, and its foot
DEEPEST = 0.25  # share within which a page's outermost line is its head or foot, whatever its margins
LEVEL = 2.0  # pt: runs of one height
PLACE = 4.0  # pt: how far the same thing may move from page to page
APART = 1.5  # of the usual leading: a line further from the body than this stands apart
OTHER_SIZE = 0.08  # share by which a line's size must differ from the body's to tell it from the body
NEARLY_ALL = 0.8  # share of the pages on which a line stands at one height to be furniture whatever it says
_NUMBER = re.compile(r"\d{1,4}")

Guard = Callable[[str], bool]
Place = tuple[str, float, float, float]  # zone, left edge, top, right edge (points)


class Margin(NamedTuple):
    """A run of words in a page's head or foot; whether its line stands apart, is the outermost, differs in size."""

    page: int
    zone: str
    line: Line
    apart: bool = True
    outer: bool = True
    other: bool = False


class Margins(NamedTuple):
    """Words by page: what is furniture, and what repeats like furniture but runs on from the body."""

    found: dict[int, set[int]]
    doubtful: dict[int, set[int]]


class Edge(NamedTuple):
    """A page's head or foot: its lines outside tables, outermost first, and from each line of the page to the next one
    the step and whether that next one stands in a table; `lone` tells that the page has one line only.
    """

    zone: str
    free: list[Line]
    steps: list[float]
    ruled: list[bool]
    lone: bool


class Digest(NamedTuple):
    """What is asked of a page to know its furniture; `sizes` counts glyphs."""

    page: int
    edges: list[Edge]
    steps: list[float]
    sizes: dict[float, int]
    askew: list[Word]


def margins_of(pages: Sequence[Digest], declared: Sequence[Furniture], content: Guard) -> Margins:
    """The words of each page that are furniture, by page number.

    Args:
        pages: what was kept of all pages of the document.
        declared: the layout's patterns.
        content: whether a text begins like an item or an option; such lines are not thrown out for their place alone.
    """
    found: dict[int, set[int]] = defaultdict(set)
    margins: list[Margin] = []
    numbers: list[Margin] = []
    for lines in _margins(pages):
        for margin in lines:
            known = _declared(margin.line, margin.zone, declared)
            if known and _bare_number(margin.line):
                numbers.append(margin)
            elif known:
                found[margin.page] |= {w.at for w in margin.line.words}
                continue
            for part in segments(margin.line):
                if _declared(part, margin.zone, declared) and not _bare_number(part):
                    found[margin.page] |= {w.at for w in part.words}
                margins.append(margin._replace(line=part))
    turned = [Margin(page.page, "any", line_of([word])) for page in pages for word in page.askew]
    likely = [*_in_company(numbers, len(pages)), *_repeated(margins, len(pages)), *_counted(margins)]
    crowd = _by_place(likely)
    apart = {place: 2 * sum(group.values()) > len(group) for place, group in crowd.items()}
    sure = [*_repeated(turned, len(pages)), *(m for m in likely if apart[_place(m)])]
    sure += [*_steady(margins, len(pages)), *_folios(margins, sure)]
    for margin in sure:
        found[margin.page] |= {w.at for w in margin.line.words}
    doubtful: dict[int, set[int]] = defaultdict(set)
    for margin in likely:
        ats = {w.at for w in margin.line.words} - found[margin.page]
        if ats and len(crowd[_place(margin)]) >= max(3, NEARLY_ALL * len(pages)) and not content(margin.line.text):
            doubtful[margin.page] |= ats
    return Margins(dict(found), dict(doubtful))


def digest_of(page: Page, inside: set[int]) -> Digest:
    """What is asked of one page; `inside` are the words that stand in its tables, which are never furniture."""
    lines = lines_of(page.words)
    sizes: dict[float, int] = defaultdict(int)
    for word in page.words:
        sizes[round(word.size, 1)] += word.glyphs
    steps = [b.middle - a.middle for a, b in pairwise(lines)]
    return Digest(
        page.number, [_edge(page, zone, lines, inside) for zone in ("top", "bottom")], steps, sizes, page.askew
    )


def _edge(page: Page, zone: str, lines: Sequence[Line], inside: set[int]) -> Edge:
    ordered = list(lines) if zone == "top" else list(reversed(lines))
    depths = [line.middle if zone == "top" else page.extent[1] - line.middle for line in ordered]
    least = depths[0] + LEVEL if depths and depths[0] <= DEEPEST * page.extent[1] else 0.0
    reach = max(ZONE * page.extent[1], least)
    zoned = [line for line, depth in zip(ordered, depths, strict=True) if depth <= reach]
    free = [line for line in zoned if not any(w.at in inside for w in line.words)]
    near = ordered[: len(free) + 1]
    steps = [abs(b.middle - a.middle) for a, b in pairwise(near)]
    ruled = [any(w.at in inside for w in line.words) for line in near[1:]]
    return Edge(zone, free, steps, ruled, len(lines) == 1)


def _margins(pages: Sequence[Digest]) -> list[list[Margin]]:
    """For each page the lines of its head and foot outside tables, and how they stand to the body."""
    steps = [step for page in pages for step in page.steps]
    leading = median(steps) if steps else 0.0
    sizes: Counter[float] = Counter()
    for page in pages:
        sizes.update(page.sizes)
    body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
    return [[m for edge in page.edges for m in _of_edge(page.page, edge, leading, body)] for page in pages]


def _of_edge(page: int, edge: Edge, leading: float, body: float) -> list[Margin]:
    result = []
    gaps = [step > APART * leading or ruled for step, ruled in zip(edge.steps, edge.ruled, strict=True)]
    gaps.append(edge.lone)
    for place, line in enumerate(edge.free):
        size = max(w.size for w in line.words)
        other = abs(size - body) > OTHER_SIZE * body
        apart = other or any(gaps[place : len(edge.free)])
        result.append(Margin(page, edge.zone, line, apart, place == 0, other))
    return result


def _declared(line: Line, zone: str, declared: Sequence[Furniture]) -> bool:
    text = squeeze(line.text)
    return any(each.place in (zone, "any") and re.fullmatch(each.pattern, text) for each in declared)


def _bare_number(line: Line) -> bool:
    return _NUMBER.fullmatch(line.text) is not None


def _place(margin: Margin) -> Place:
    x0, y0, x1, _ = margin.line.box
    return margin.zone, round(x0, 2), round(y0, 2), round(x1, 2)


def _same_place(one: Place, two: Place) -> bool:
    (zone, ax0, ay, ax1), (other, bx0, by, bx1) = one, two
    sideways = min(abs(ax0 - bx0), abs(ax1 - bx1), abs(ax0 + ax1 - bx0 - bx1) / 2)
    return zone == other and abs(ay - by) <= PLACE and sideways <= PLACE


def _by_place(margins: Sequence[Margin]) -> dict[Place, dict[int, bool]]:
    """For each place at which runs stand: the pages that have one there, and whether it stands apart from the body."""
    held: dict[Place, list[tuple[int, int, bool]]] = defaultdict(list)
    for order, margin in enumerate(margins):
        held[_place(margin)].append((order, margin.page, margin.apart))
    crowds = {}
    for place in held:
        near = sorted(entry for other, group in held.items() if _same_place(place, other) for entry in group)
        crowds[place] = {page: apart for _, page, apart in near}
    return crowds


def _in_company(numbers: Sequence[Margin], pages: int) -> list[Margin]:
    """Declared page numbers: those that stand where another page has one too; two pages alone prove nothing."""
    if pages <= 2:
        return [m for m in numbers if m.outer]
    crowd = _by_place([m._replace(zone="any") for m in numbers])
    return [m for m in numbers if len(crowd[_place(m._replace(zone="any"))]) > 1]


def _steady(margins: Sequence[Margin], pages: int) -> list[Margin]:
    """Outermost lines of another size than the body's that stand at one height on nearly all pages."""
    steady = []
    held: dict[tuple[str, float], list[Margin]] = defaultdict(list)
    for margin in margins:
        if margin.outer and margin.other:
            held[margin.zone, round(margin.line.middle, 2)].append(margin)
    for (zone, middle), group in held.items():
        level = {m.page for (z, y), near in held.items() if z == zone and abs(y - middle) <= 1 for m in near}
        if len(level) >= max(3, NEARLY_ALL * pages):
            steady.extend(group)
    return steady


def _folios(margins: Sequence[Margin], sure: Sequence[Margin]) -> list[Margin]:
    """Lone numbers on the outermost line, apart from the body, that count with the pages."""
    counts = {int(m.line.text) - m.page for m in sure if _bare_number(m.line)} | {0}
    return [m for m in margins if m.outer and m.apart and _bare_number(m.line) and int(m.line.text) - m.page in counts]


def _repeated(margins: Sequence[Margin], pages: int) -> list[Margin]:
    """Runs with one text at one place on at least two pages and at least half of all pages."""
    same: dict[tuple[str, str], list[Margin]] = defaultdict(list)
    for margin in margins:
        same[(margin.zone, margin.line.text)].append(margin)
    repeated: list[Margin] = []
    for group in same.values():
        if len(group) >= max(2, pages / 2):
            crowd = _by_place(group)
            repeated.extend(m for m in group if len(crowd[_place(m)]) >= max(2, pages / 2))
    return repeated


def _counted(margins: Sequence[Margin]) -> list[Margin]:
    """Runs whose only number rises with the pages, to the like run on the next page or the one after."""
    numbered: dict[int, list[tuple[int, str, Margin]]] = defaultdict(list)
    for margin in margins:
        numbers = _NUMBER.findall(margin.line.text)
        if numbers:
            numbered[margin.page].append((int(numbers[0]), _NUMBER.sub("#", margin.line.text, count=1), margin))
    counted = []
    for number, shape, margin in (entry for group in numbered.values() for entry in group):
        for step in (-2, -1, 1, 2):  # on facing pages a number changes sides
            for other, other_shape, near in numbered.get(margin.page + step, []):
                alike = other == number + step and shape == other_shape and near.zone == margin.zone
                if alike and _same_place(_place(margin), _place(near)):
                    counted.append(margin)
    return counted
