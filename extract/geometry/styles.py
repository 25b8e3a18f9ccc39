"""Styles of a page's spans: what says, without looking at glyphs, that a line holds nothing but plain text.

Plain text is painted, dark, named in characters, and of about one size and one baseline in its line. Lines that are
not so are odd: their glyphs are looked at one by one.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from extract.geometry.frame import LEVEL
from extract.geometry.glyphs import (
    CLEAR_RISE,
    LONGEST_FIGURE,
    MOST_RISE,
    PAINTED,
    RAISED_FIGURE,
    SUPERSCRIPT_SIZE,
    WHITE,
    LineKey,
    luminance,
)

MOST_SHORT = 400  # short spans of a page that are asked whether they stand raised beside another
_ODD_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")

Span = dict[str, Any]


class Style(NamedTuple):
    """What the glyphs of a span have in common."""

    size: float
    font: str
    flags: int
    colour: int
    alpha: int


class Spans(NamedTuple):
    """The spans of a line, its box in page space, and the direction in which it runs."""

    key: LineKey
    along: tuple[float, float]
    spans: list[Span]
    box: tuple[float, float, float, float]


class Styles(NamedTuple):
    """A page's lines of text: their largest size, and how many characters there are of each style.

    `mixed` holds the level lines whose spans differ in size, `turns` counts characters by the direction of their line.
    """

    lines: list[Spans]
    sizes: dict[LineKey, float]
    mixed: dict[LineKey, list[Span]]
    glyphs: dict[Style, int]
    turns: Counter[tuple[float, float]]


def styles_of(blocks: Sequence[dict[str, Any]]) -> Styles:
    """Go through MuPDF's blocks of text once."""
    lines: list[Spans] = []
    sizes: dict[LineKey, float] = {}
    mixed: dict[LineKey, list[Span]] = {}
    glyphs: dict[tuple[Any, ...], int] = {}
    turns: Counter[tuple[float, float]] = Counter()
    for number, block in enumerate(blocks):
        for k, line in enumerate(block["lines"]):
            spans, key, length = line["spans"], (number, k), 0
            for span in spans:
                style = (span["size"], span["font"], span["char_flags"], span["color"], span.get("alpha", 255))
                count = len(span["text"])
                glyphs[style] = glyphs.get(style, 0) + count
                length += count
            if spans:
                sizes[key] = spans[0]["size"]
            if len(spans) > 1:
                sizes[key] = max([span["size"] for span in spans])
                if sizes[key] > min([span["size"] for span in spans]) and line["dir"] == LEVEL:
                    mixed[key] = spans
            lines.append(Spans(key, line["dir"], spans, line["bbox"]))
            turns[line["dir"]] += length
    return Styles(lines, sizes, mixed, {Style(*style): count for style, count in glyphs.items()}, turns)


def size_of_word(styles: Styles, key: LineKey, x0: float, x1: float) -> float:
    """The largest size between two places of a line, in page space; 0 if the line is not known."""
    met = [s["size"] for s in styles.mixed.get(key, ()) if s["bbox"][2] > x0 + 0.1 and s["bbox"][0] < x1 - 0.1]
    return max(met) if met else styles.sizes.get(key, 0.0)


def usual_size(styles: Styles) -> float:
    """The size most glyphs of a page have."""
    weights: dict[float, int] = {}
    for style, count in styles.glyphs.items():
        size = round(style.size, 1)
        weights[size] = weights.get(size, 0) + count
    return max(weights, key=lambda size: (weights[size], size), default=0.0)


def odd_lines(styles: Styles) -> set[LineKey]:
    """The lines that need their glyphs looked at."""
    odd = _risen(styles)
    if not _all_plain(styles):
        usual = usual_size(styles)
        odd |= {line.key for line in styles.lines if _is_odd(line.spans, usual)}
    return odd


def _all_plain(styles: Styles) -> bool:
    """Whether no span of the page can be odd: the common case, told by the styles alone."""
    sizes = [style.size for style in styles.glyphs]
    texts = "".join([span["text"] for line in styles.lines for span in line.spans])
    return (
        (not sizes or min(sizes) > SUPERSCRIPT_SIZE * max(sizes))
        and not any(_unseen(style.flags, style.colour, style.alpha) for style in styles.glyphs)
        and _ODD_CHARACTER.search(texts) is None
    )


def _unseen(flags: int, colour: int, alpha: int) -> bool:
    return not flags & PAINTED or alpha == 0 or (colour != 0 and luminance(colour) >= WHITE)


def _is_odd(line: Sequence[Span], usual: float) -> bool:
    spans = [span for span in line if span["text"].strip()]
    least = SUPERSCRIPT_SIZE * max([usual, *(span["size"] for span in spans)])
    return any(
        span["size"] <= least
        or _unseen(span["char_flags"], span["color"], span.get("alpha", 255))
        or _ODD_CHARACTER.search(span["text"]) is not None
        for span in spans
    )


def _risen(styles: Styles) -> set[LineKey]:
    """Lines in which a short span stands clearly above the baseline of one that ends where it begins, and its line."""
    short = []
    for key, along, spans, _ in styles.lines:
        for span in spans:
            text = span["text"].strip()
            if len(text) <= LONGEST_FIGURE and RAISED_FIGURE.match(text):
                short.append((key, *_placed(span, along)))
    if not short:
        return set()
    ends = []
    for key, along, spans, _ in styles.lines:
        for span in spans:
            if span["text"].strip():
                _, end, depth, size = _placed(span, along)
                ends.append((end, depth, size, key))
    ends.sort()
    found: set[LineKey] = set()
    for key, start, _, depth, size in short[:MOST_SHORT]:
        for end, other, measure, base in ends[bisect_left(ends, (start - size,)) :]:
            if end > start + 0.3 * size:
                break
            if CLEAR_RISE * measure <= other - depth <= MOST_RISE * measure and start - end <= size:
                found |= {key, base}
    return found


def _placed(span: Span, along: tuple[float, float]) -> tuple[float, float, float, float]:
    """Where a span begins and ends along its line, the depth of its baseline, and its size."""
    x0, y0, x1, y1 = span["bbox"]
    x, y = span["origin"]
    if along == LEVEL:
        return x0, x1, y, span["size"]
    run = [px * along[0] + py * along[1] for px in (x0, x1) for py in (y0, y1)]
    return min(run), max(run), y * along[0] - x * along[1], span["size"]
