"""Text under clipping paths: what of it is shown, what is cut away, and what is shown by two strips at once.

Some printer drivers draw a line of text several times, each time under another clip: the strips together show every
glyph once, and a glyph on a border twice. The page is then read as clipped, glyph by glyph, each place counted once.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

Key = tuple[str, int, int]


class Clipped(NamedTuple):
    """What clipping does on a page: MuPDF's blocks as shown, with each glyph once, and the blocks of what is not.

    `copies` are glyphs that stand where the same glyph is shown, `lost` those that are shown nowhere.
    """

    shown: list[dict[str, Any]]
    copies: list[dict[str, Any]]
    lost: list[dict[str, Any]]


def parted(whole: list[dict[str, Any]], clipped: list[dict[str, Any]]) -> Clipped | None:
    """Part a page's glyphs by clipping; None if it takes no glyph away.

    Args:
        whole: MuPDF's rawdict blocks read without regard to clipping.
        clipped: the same read with it.
    """
    if sum(1 for _ in _glyphs(whole)) == sum(1 for _ in _glyphs(clipped)):
        return None
    seen: set[Key] = set()
    again: set[int] = set()
    for glyph in _glyphs(clipped):
        key = _key(glyph)
        again |= {id(glyph)} if key in seen else set()
        seen.add(key)
    left = dict.fromkeys(seen, 1)
    copies: set[int] = set()
    lost: set[int] = set()
    for glyph in _glyphs(whole):
        key = _key(glyph)
        if key not in seen:
            lost.add(id(glyph))
        elif left[key]:
            left[key] = 0
        else:
            copies.add(id(glyph))
    shown = _only(clipped, {id(glyph) for glyph in _glyphs(clipped)} - again)
    return Clipped(shown, _only(whole, copies), _only(whole, lost))


def _glyphs(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        for line in block["lines"]:
            for span in line["spans"]:
                yield from (glyph for glyph in span["chars"] if not glyph["c"].isspace())


def _key(glyph: dict[str, Any]) -> Key:
    """What two drawings of one glyph have in common: the character and the place, to a tenth of a point."""
    return glyph["c"], round(glyph["origin"][0] * 10), round(glyph["origin"][1] * 10)


def _only(blocks: list[dict[str, Any]], kept: set[int]) -> list[dict[str, Any]]:
    """The blocks with those glyphs alone; white space stays, and so does the place of every line."""
    result = []
    for block in blocks:
        lines = []
        for line in block["lines"]:
            spans = []
            for span in line["spans"]:
                chars = [glyph for glyph in span["chars"] if glyph["c"].isspace() or id(glyph) in kept]
                spans.append({**span, "chars": chars, "text": "".join(glyph["c"] for glyph in chars)})
            lines.append({**line, "spans": spans})
        result.append({**block, "lines": lines})
    return result
