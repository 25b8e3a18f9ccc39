"""Furniture: what a page carries besides its content, found by declared patterns, by repetition and by counting.

Position decides: only lines in a page's head or foot are looked at, and what repeats or counts there is furniture only
if it stands apart from the body, by its distance or its size. What repeats without standing apart is left in doubt.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

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


def furniture_of(
    pages: Sequence[Page], tabled: Mapping[int, set[int]], declared: Sequence[Furniture], content: Guard
) -> Margins:
    """The words of each page that are furniture, by page number.

    Args:
        pages: all pages of the document.
        tabled: for each page the words that stand in its tables; they are never furniture.
        declared: the layout's patterns.
        content: whether a text begins like an item or an option; such lines are not thrown out for their place alone.
    """
    found: dict[int, set[int]] = defaultdict(set)
    margins: list[Margin] = []
    numbers: list[Margin] = []
    for page, lines in zip(pages, _margins(pages, tabled), strict=True):
        for margin in lines:
            known = _declared(margin.line, margin.zone, declared)
            if known and _bare_number(margin.line):
                numbers.append(margin)
            elif known:
                found[page.number] |= {w.at for w in margin.line.words}
                continue
            for part in segments(margin.line):
                if _declared(part, margin.zone, declared) and not _bare_number(part):
                    found[page.number] |= {w.at for w in part.words}
                margins.append(margin._replace(line=part))
    turned = [Margin(page.number, "any", line_of([word])) for page in pages for word in page.askew]
    likely = [*_in_company(numbers, len(pages)), *_repeated(margins, len(pages)), *_counted(margins)]
    sure = [*_repeated(turned, len(pages)), *(m for m in likely if _stands_apart(m, likely))]
    sure += [*_steady(margins, len(pages)), *_folios(margins, sure)]
    for margin in sure:
        found[margin.page] |= {w.at for w in margin.line.words}
    doubtful: dict[int, set[int]] = defaultdict(set)
    for margin in likely:
        ats = {w.at for w in margin.line.words} - found[margin.page]
        group = {m.page for m in likely if m.zone == margin.zone and _same_place(m.line, margin.line)}
        if ats and len(group) >= max(3, NEARLY_ALL * len(pages)) and not content(margin.line.text):
            doubtful[margin.page] |= ats
    return Margins(dict(found), dict(doubtful))


def _margins(pages: Sequence[Page], tabled: Mapping[int, set[int]]) -> list[list[Margin]]:
    """For each page the lines of its head and foot outside tables, and how they stand to the body."""
    lines = [lines_of(page.words) for page in pages]
    steps = [b.middle - a.middle for group in lines for a, b in pairwise(group)]
    leading = median(steps) if steps else 0.0
    sizes: Counter[float] = Counter()
    for page in pages:
        for word in page.words:
            sizes[round(word.size, 1)] += word.glyphs
    body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
    return [
        _of_page(page, group, tabled.get(page.number, set()), leading, body)
        for page, group in zip(pages, lines, strict=True)
    ]


def _of_page(page: Page, lines: Sequence[Line], inside: set[int], leading: float, body: float) -> list[Margin]:
    result = []
    for zone, ordered in (("top", list(lines)), ("bottom", list(reversed(lines)))):
        depths = [line.middle if zone == "top" else page.extent[1] - line.middle for line in ordered]
        least = depths[0] + LEVEL if depths and depths[0] <= DEEPEST * page.extent[1] else 0.0
        reach = max(ZONE * page.extent[1], least)
        zoned = [line for line, depth in zip(ordered, depths, strict=True) if depth <= reach]
        free = [line for line in zoned if not any(w.at in inside for w in line.words)]
        ruled = [any(w.at in inside for w in line.words) for line in ordered]
        steps = [abs(b.middle - a.middle) for a, b in pairwise(ordered)]
        gaps = [step > APART * leading or in_table for step, in_table in zip(steps, ruled[1:], strict=True)]
        gaps.append(len(lines) == 1)
        for place, line in enumerate(free):
            size = max(w.size for w in line.words)
            other = abs(size - body) > OTHER_SIZE * body
            apart = other or any(gaps[place : len(free)])
            result.append(Margin(page.number, zone, line, apart, place == 0, other))
    return result


def _declared(line: Line, zone: str, declared: Sequence[Furniture]) -> bool:
    text = squeeze(line.text)
    return any(each.place in (zone, "any") and re.fullmatch(each.pattern, text) for each in declared)


def _bare_number(line: Line) -> bool:
    return _NUMBER.fullmatch(line.text) is not None


def _stands_apart(margin: Margin, likely: Sequence[Margin]) -> bool:
    """Whether a run, or most of what stands at its place on other pages, stands apart from the body."""
    group = {m.page: m.apart for m in likely if m.zone == margin.zone and _same_place(m.line, margin.line)}
    return 2 * sum(group.values()) > len(group)


def _in_company(numbers: Sequence[Margin], pages: int) -> list[Margin]:
    """Declared page numbers: those that stand where another page has one too; two pages alone prove nothing."""
    if pages <= 2:
        return [m for m in numbers if m.outer]
    return [m for m in numbers if any(o.page != m.page and _same_place(m.line, o.line) for o in numbers)]


def _steady(margins: Sequence[Margin], pages: int) -> list[Margin]:
    """Outermost lines of another size than the body's that stand at one height on nearly all pages."""
    steady = []
    likely = [m for m in margins if m.outer and m.other]
    for margin in likely:
        level = {m.page for m in likely if m.zone == margin.zone and abs(m.line.middle - margin.line.middle) <= 1}
        if len(level) >= max(3, NEARLY_ALL * pages):
            steady.append(margin)
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
    repeated = []
    for group in same.values():
        for margin in group:
            company = {other.page for other in group if _same_place(margin.line, other.line)}
            if len(company) >= max(2, pages / 2):
                repeated.append(margin)
    return repeated


def _same_place(one: Line, two: Line) -> bool:
    (ax0, ay0, ax1, _), (bx0, by0, bx1, _) = one.box, two.box
    sideways = min(abs(ax0 - bx0), abs(ax1 - bx1), abs(ax0 + ax1 - bx0 - bx1) / 2)
    return abs(ay0 - by0) <= PLACE and sideways <= PLACE


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
                if alike and _same_place(margin.line, near.line):
                    counted.append(margin)
    return counted
