"""Furniture: what a page carries besides its content, found by declared patterns, by repetition and by counting.

Position decides: only lines in a page's head or foot are looked at, and a number is a page number only because it
stands where the neighbouring page prints the number before or after, never because it is a number.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from extract.geometry.lines import Line, line_of, lines_of, segments
from extract.geometry.page import Page
from records.layout import Furniture
from records.text import squeeze

ZONE = 0.12  # share of the page's height that is its head, and its foot
PLACE = 4.0  # pt: how far the same thing may move from page to page
_NUMBER = re.compile(r"\d{1,4}")


class Margin(NamedTuple):
    """A run of words in the head or foot of a page."""

    page: int
    zone: str
    line: Line


def furniture_of(
    pages: Sequence[Page], tabled: Mapping[int, set[int]], declared: Sequence[Furniture]
) -> dict[int, set[int]]:
    """The words of each page that are furniture, by page number.

    Args:
        pages: all pages of the document.
        tabled: for each page the words that stand in its tables; they are never furniture.
        declared: the layout's patterns.
    """
    found: dict[int, set[int]] = defaultdict(set)
    margins: list[Margin] = []
    numbers: list[Margin] = []
    for page in pages:
        free = [w for w in page.words if w.at not in tabled.get(page.number, set())]
        for zone, line in _margin_lines(page, lines_of(free)):
            known = _declared(line, zone, declared)
            if known and _bare_number(line):
                numbers.append(Margin(page.number, zone, line))
            elif known:
                found[page.number] |= {w.at for w in line.words}
                continue
            for part in segments(line):
                if _declared(part, zone, declared) and not _bare_number(part):
                    found[page.number] |= {w.at for w in part.words}
                margins.append(Margin(page.number, zone, part))
    turned = [Margin(page.number, "any", line_of([word])) for page in pages for word in page.askew]
    for margin in [
        *_repeated(turned, len(pages)),
        *_in_company(numbers, len(pages)),
        *_repeated(margins, len(pages)),
        *_counted(margins),
    ]:
        found[margin.page] |= {w.at for w in margin.line.words}
    return dict(found)


def _margin_lines(page: Page, lines: Sequence[Line]) -> list[tuple[str, Line]]:
    height = page.extent[1]
    zones = []
    for line in lines:
        middle = (line.box[1] + line.box[3]) / 2
        if middle <= ZONE * height:
            zones.append(("top", line))
        elif middle >= (1 - ZONE) * height:
            zones.append(("bottom", line))
    return zones


def _declared(line: Line, zone: str, declared: Sequence[Furniture]) -> bool:
    text = squeeze(line.text)
    return any(each.place in (zone, "any") and re.fullmatch(each.pattern, text) for each in declared)


def _bare_number(line: Line) -> bool:
    return _NUMBER.fullmatch(line.text) is not None


def _in_company(numbers: Sequence[Margin], pages: int) -> list[Margin]:
    """Declared page numbers: those that stand where another page has one too; two pages alone prove nothing."""
    if pages <= 2:
        return list(numbers)
    return [m for m in numbers if any(o.page != m.page and _same_place(m.line, o.line) for o in numbers)]


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
    """Runs whose only number rises by one to the same run on the next page; words around it are the same."""
    numbered: dict[int, list[tuple[int, str, Margin]]] = defaultdict(list)
    for margin in margins:
        numbers = _NUMBER.findall(margin.line.text)
        if numbers:
            numbered[margin.page].append((int(numbers[0]), _NUMBER.sub("#", margin.line.text, count=1), margin))
    counted = []
    for number, shape, margin in (entry for group in numbered.values() for entry in group):
        for step in (-1, 1):
            for other, other_shape, near in numbered.get(margin.page + step, []):
                alike = other == number + step and shape == other_shape and near.zone == margin.zone
                if alike and _same_place(margin.line, near.line):
                    counted.append(margin)
    return counted
