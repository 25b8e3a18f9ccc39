"""What is printed on every page: running heads, folios, declared furniture; position and repetition decide.

A line that is only a number is a folio if such numbers rise with the pages at its place, never because it is a number.
Furniture is entered in the account and taken out of the lines; what stood beside it on its line stays.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from extract.plumber.content import Content
from extract.plumber.lines import Line, claim, line_of
from records.layout import Furniture

# Head and foot of a page, as parts of its height.
ZONE = 0.12
# Points by which the place of a repeated line may differ between pages.
STEADY = 4.0
_INTEGER = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class _Strip:
    """A line, or a segment of one, in the head or foot of a page."""

    page: int
    head: bool
    edge: float  # distance from the page's edge
    line: Line


def take_furniture(pages: Sequence[Content], declared: Sequence[Furniture]) -> None:
    """Enter the furniture of a document in the account and drop it from the pages' lines."""
    strips = [s for content in pages for s in _strips(content)]
    found = _repeated(strips, max(2, len(pages) // 2))
    for strip in list(_declared(strips, declared)) + found:
        claim([strip.line], "furniture")
    for content in pages:
        content.lines = list(_without_furniture(content.lines))


def _strips(content: Content) -> Iterator[_Strip]:
    depth = content.sheet.frame.depth
    for line in content.lines:
        if line.v < ZONE * depth or line.v > (1 - ZONE) * depth:
            head = line.v < depth / 2
            edge = line.v if head else depth - line.v
            for part in dict.fromkeys([line, *line.segments()]):
                yield _Strip(content.sheet.number, head, edge, part)


def _without_furniture(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        left = [w for w in line.words if w.use != "furniture"]
        if len(left) == len(line.words):
            yield line
        elif left:
            yield line_of(line.page, left)


def _repeated(strips: list[_Strip], needed: int) -> list[_Strip]:
    """Strips whose text stands at one place on enough pages, or whose number rises with the pages there."""
    places: dict[Hashable, list[_Strip]] = defaultdict(list)
    for strip in strips:
        for spot in _spots(strip):
            places[(spot, strip.line.text)].append(strip)
            for start, number in _numbers(strip.line.text):
                masked = f"{strip.line.text[:start]}#{strip.line.text[start + len(number) :]}"
                places[(spot, masked, start, int(number) - strip.page)].append(strip)
    return [s for group in places.values() if len({s.page for s in group}) >= needed for s in group]


def _spots(strip: _Strip) -> tuple[tuple[bool, int], tuple[bool, int]]:
    """Two overlapping bands of the page, so that a small shift leaves one of them the same."""
    return (strip.head, 2 * int(strip.edge // STEADY)), (strip.head, 2 * int((strip.edge + STEADY / 2) // STEADY) + 1)


def _numbers(text: str) -> Iterator[tuple[int, str]]:
    for match in _INTEGER.finditer(text):
        yield match.start(), match.group()


def _declared(strips: list[_Strip], declared: Sequence[Furniture]) -> Iterator[_Strip]:
    """For each pattern the outermost line that matches, one at each edge of a page."""
    steps = _steps(strips)
    for rule in declared:
        pattern = re.compile(rule.pattern)
        outermost: dict[tuple[int, bool], _Strip] = {}
        for strip in strips:
            if rule.place != "any" and strip.head != (rule.place == "top"):
                continue
            if not pattern.fullmatch(strip.line.text) or not _is_folio(strip, steps):
                continue
            best = outermost.get((strip.page, strip.head))
            if best is None or strip.edge < best.edge:
                outermost[strip.page, strip.head] = strip
        yield from outermost.values()


def _steps(strips: list[_Strip]) -> dict[Hashable, set[int]]:
    """On which pages a bare number stands at one place with one distance to the page's own number."""
    pages: dict[Hashable, set[int]] = defaultdict(set)
    for strip in strips:
        if strip.line.text.isdigit():
            for spot in _spots(strip):
                pages[spot, int(strip.line.text) - strip.page].add(strip.page)
    return pages


def _is_folio(strip: _Strip, steps: dict[Hashable, set[int]]) -> bool:
    """A bare number must count the pages to be furniture; any other text need only match."""
    text = strip.line.text
    if not text.isdigit() or int(text) == strip.page:
        return True
    return any(len(steps[spot, int(text) - strip.page]) > 1 for spot in _spots(strip))
