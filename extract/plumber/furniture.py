"""What is printed on every page: running heads, folios, declared furniture; position and repetition decide.

A line that is only a number is a folio if such numbers rise with the pages at its place, never because it is a number.
What follows the body without a gap is body: the last line of a page may well be the same as that of the next page.
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
# A line is apart from the body if the gap between them is this many times the usual distance of lines.
APART = 1.4
# Or if its type is smaller or larger than the body's by this part.
OTHER_SIZE = 0.07
LINES_OF_A_HEAD = 3  # a head may have as many lines
# A text that is never apart must stand on this part of all pages, three at least, to be furniture.
NEARLY_ALL = 0.9
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
    apart: bool  # parted from the body by a gap or its type
    outermost: bool  # nothing stands between it and the page's edge
    inner: Line | None  # the next line towards the middle of the page


def take_furniture(pages: Sequence[Content], declared: Sequence[Furniture]) -> None:
    """Enter the furniture of a document in the account and drop it from the pages' lines."""
    usual = _Usual(pages)
    strips = [s for content in pages for s in _strips(content, usual)]
    found = [*_repeated(strips, len(pages)), *_by_place(strips, len(pages), usual)]
    found += [s for s in strips if s.apart and s.outermost and s.line.text == str(s.page)]
    for strip in list(_declared(strips, declared)) + found:
        claim([strip.line], "furniture")
    for content in pages:
        content.lines = list(_without_furniture(content.lines))


class _Usual:
    """The usual distance between lines and the usual size of type in a document."""

    def __init__(self, pages: Iterable[Content]) -> None:
        lines = [line for content in pages for line in content.lines]
        sizes = sorted(line.size for line in lines)
        self.size = sizes[len(sizes) // 2] if sizes else 0.0
        steps = [b.v - a.v for a, b in zip(lines, lines[1:], strict=False) if a.page == b.page]
        near = sorted(s for s in steps if 0.9 * self.size <= s <= 2.2 * self.size)
        self.step = near[len(near) // 2] if near else 1.4 * self.size

    def other(self, line: Line) -> bool:
        """Whether a line is set in another size than the body."""
        return abs(line.size - self.size) > OTHER_SIZE * self.size


def _strips(content: Content, usual: _Usual) -> Iterator[_Strip]:
    depth = content.sheet.frame.depth
    for index, line in enumerate(content.lines):
        if line.v < ZONE * depth or line.v > (1 - ZONE) * depth:
            head = line.v < depth / 2
            edge = line.v if head else depth - line.v
            inward = content.lines[index:] if head else content.lines[index::-1]
            inner = inward[1] if len(inward) > 1 else None
            outermost = index == (0 if head else len(content.lines) - 1)
            parted = outermost if inner is None else abs(line.v - inner.v) > APART * usual.step
            apart = parted or usual.other(line)
            for part in dict.fromkeys([line, *line.segments()]):
                yield _Strip(content.sheet.number, head, edge, part, apart, outermost, inner)


def _by_place(strips: list[_Strip], pages: int, usual: _Usual) -> Iterator[_Strip]:
    """Heads that change with the section: outermost, in other type than the body, at one place on nearly all pages."""
    places: dict[Hashable, list[_Strip]] = defaultdict(list)
    for strip in strips:
        if strip.outermost and usual.other(strip.line):
            for spot in _spots(strip):
                places[(spot, round(strip.line.size, 1))].append(strip)
    for group in places.values():
        if len({s.page for s in group}) >= max(3, NEARLY_ALL * pages):
            yield from group


def _without_furniture(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        left = [w for w in line.words if w.use != "furniture"]
        if len(left) == len(line.words):
            yield line
        elif left:
            yield line_of(line.page, left)


def _repeated(strips: list[_Strip], pages: int) -> Iterator[_Strip]:
    """Strips whose text stands at one place on enough pages, or whose number rises with the pages there.

    On half of these pages, or both of two, they must be apart from the body, or stand next to furniture that is; a text
    that never is, but opens or closes nearly every page, is furniture too.
    """
    places: dict[Hashable, list[_Strip]] = defaultdict(list)
    rising: dict[Hashable, list[_Strip]] = defaultdict(list)
    for strip in strips:
        for spot in _spots(strip):
            places[(spot, strip.line.text)].append(strip)
            for start, number in _numbers(strip.line.text):
                masked = f"{strip.line.text[:start]}#{strip.line.text[start + len(number) :]}"
                rising[(spot, masked, start, int(number) - strip.page)].append(strip)
    taken: set[int] = set()
    for group in [*places.values(), *rising.values()] * LINES_OF_A_HEAD:
        count, parted = len({s.page for s in group}), len({s.page for s in group if s.apart or id(s.inner) in taken})
        if count >= max(2, pages // 2) and parted >= max(2, count / 2):
            taken |= {id(s.line) for s in group}
            yield from group
    for group in places.values():
        if len({s.page for s in group if s.outermost}) >= max(3, NEARLY_ALL * pages):
            yield from group


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
            if strip.line.text.isdigit() and not strip.apart:
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
