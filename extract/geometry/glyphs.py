"""Words of a page with the few things a word box does not tell: raised figures, hidden text, drawing done twice.

The quick way takes MuPDF's word boxes. Lines whose spans look odd (small, white or unpainted text, control characters;
see `styles`) are read glyph by glyph instead, and so are pages on which shapes are laid over words or clipping cuts
text away; all ways yield the same kind of word.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

SUPERSCRIPT_SIZE = 0.8  # of the neighbour's size; smaller and raised is a superscript
SUPERSCRIPT_RISE = 0.12  # of the neighbour's size, between the baselines
CLEAR_RISE, MOST_RISE = 0.25, 0.8  # of the size: a rise that makes a figure of its neighbour's size a superscript
TIGHT = 0.15  # of the size: how near a figure of its neighbour's size must stand to be its superscript
LONGEST_FIGURE = 12  # characters of a raised figure
ATTACH_GAP = 0.35  # of the base's size: how far a raised figure may stand from the word it belongs to
MOST_SMALL = 3000  # small runs of a page beyond which they are its text, not superscripts
SAME_PLACE = 0.12  # of the size: how far apart copies lie; simulated bold moves one by 2 to 8 % of its size
PAINTED = 16 | 32  # MuPDF's char flags: filled, stroked
WHITE = 0.94  # luminance from which ink is taken for paper
UNNAMED = "\ufffd"  # what MuPDF gives for a glyph that stands for no character
RAISED_TEXT = re.compile(
    r"(?:[\u2010-\u2015\u2212-](?=\d))?[\w(\[*\u2020\u2021][\w()\[\]*\u2020\u2021.,;:/\u2010-\u2015\u2212-]{0,11}"
)
RAISED_FIGURE = re.compile(r"\d[\w().,/\u2010-\u2015\u2212-]{0,7}")


Point = tuple[float, float]
Origin = tuple[int, int]
LineKey = tuple[int, int]


class Word(NamedTuple):
    """A run of glyphs without white space, in the frame of the reading direction (points).

    `text` carries `^` before raised figures, `glyphs` is the number of glyphs drawn, `at` the word's position in its
    page, `line` MuPDF's (block, line).
    """

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    glyphs: int
    size: float
    page: int
    at: int
    line: tuple[int, int]

    @property
    def middle(self) -> float:
        """Height of the word's centre."""
        return (self.y0 + self.y1) / 2


class Run(NamedTuple):
    """Glyphs of one style inside a word, in page space, before the frame is applied."""

    text: str
    box: tuple[float, float, float, float]
    size: float
    base: tuple[float, float]
    seen: bool
    line: tuple[int, int]
    joined: bool  # follows the run before it without white space


class Veil(NamedTuple):
    """An opaque shape: its box in page space, its place in the painting order and its luminance."""

    box: tuple[float, float, float, float]
    order: int
    light: float


def luminance(colour: Sequence[float] | int) -> float:
    """Lightness of a colour from 0 (black) to 1 (white); an integer is sRGB."""
    if isinstance(colour, int):
        colour = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (list(colour) * 3)[:3]
    return 0.3 * red + 0.59 * green + 0.11 * blue


def lines_of_blocks(blocks: list[dict[str, Any]]) -> Iterator[tuple[LineKey, dict[str, Any]]]:
    """MuPDF's lines with the numbers of block and line by which its words name them."""
    yield from (((number, k), line) for number, block in enumerate(blocks) for k, line in enumerate(block["lines"]))


def runs_of_glyphs(
    lines: Iterable[tuple[LineKey, dict[str, Any]]], veils: list[Veil], covered: set[Origin], inkless: set[Origin]
) -> list[Run]:
    """Glyph by glyph: runs of equal style between white space, hidden ones marked.

    Args:
        lines: MuPDF's rawdict lines.
        veils: opaque shapes, to tell white text on a dark ground from white text on paper.
        covered: origins (tenths of a point) of glyphs over which something opaque was painted.
        inkless: origins of unnamed glyphs that leave no ink: white space.
    """
    runs = []
    for key, line in lines:
        styled = ((glyph, span) for span in line["spans"] for glyph in span["chars"])
        for joined, span, glyphs in _unbroken(styled, covered, inkless):
            seen = _visible(span, glyphs[0], veils) and origin(glyphs[0]) not in covered
            boxes = [glyph["bbox"] for glyph in glyphs]
            box = (
                min(b[0] for b in boxes),
                min(b[1] for b in boxes),
                max(b[2] for b in boxes),
                max(b[3] for b in boxes),
            )
            text = "".join(glyph["c"] for glyph in glyphs)
            runs.append(Run(text, box, span["size"], glyphs[0]["origin"], seen, key, joined))
    return runs


def _unbroken(
    styled: Iterator[tuple[dict[str, Any], dict[str, Any]]], covered: set[Origin], inkless: set[Origin]
) -> Iterator[tuple[bool, dict[str, Any], list[dict[str, Any]]]]:
    def style(pair: tuple[dict[str, Any], dict[str, Any]]) -> tuple[bool, int, bool]:
        glyph, span = pair
        place = origin(glyph)
        return glyph["c"].isspace() or place in inkless, id(span), place in covered

    joined = False
    for (blank, _, _), group in groupby(styled, key=style):
        if blank:
            joined = False
            continue
        pairs = list(group)
        yield joined, pairs[0][1], [glyph for glyph, _ in pairs]
        joined = True


def unnamed_glyphs(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The glyphs of rawdict lines that stand for no character."""
    for line in lines:
        for span in line["spans"]:
            yield from (glyph for glyph in span["chars"] if glyph["c"] == UNNAMED)


def origin(glyph: dict[str, Any]) -> Origin:
    """A glyph's origin in tenths of a point, by which one glyph is recognised in several of MuPDF's outputs."""
    return round(glyph["origin"][0] * 10), round(glyph["origin"][1] * 10)


def _visible(span: dict[str, Any], glyph: dict[str, Any], veils: list[Veil]) -> bool:
    if not span["char_flags"] & PAINTED or span.get("alpha", 255) == 0:
        return False
    if luminance(span["color"]) < WHITE:
        return True
    x, y = (glyph["bbox"][0] + glyph["bbox"][2]) / 2, (glyph["bbox"][1] + glyph["bbox"][3]) / 2
    ground = [veil for veil in veils if veil.box[0] <= x <= veil.box[2] and veil.box[1] <= y <= veil.box[3]]
    return bool(ground) and max(ground, key=lambda veil: veil.order).light < WHITE


def marked_words(words: list[Word], raised: list[bool], joined: list[bool]) -> list[Word]:
    """Put the runs of each word together, raised ones behind `^`, and hang lonely raised figures on their base.

    Args:
        words: one for each run, in the reading frame, in MuPDF's order.
        raised: whether the run stands above its neighbour's baseline and is smaller.
        joined: whether the run follows the one before without white space.
    """
    merged: list[Word] = []
    lonely: list[Word] = []
    within = False  # whether the run before belongs to a raised figure
    for word, high, close in zip(words, raised, joined, strict=True):
        goes_on = within and high
        text = f"^{word.text}" if high and not goes_on and RAISED_TEXT.fullmatch(word.text) else word.text
        last = merged[-1] if merged else None
        if goes_on and lonely and _goes_on(lonely[-1], word):
            lonely[-1] = _grown(lonely[-1], word, word.text, keep_height=True)
        elif close and last is not None and last.line == word.line and -0.5 * word.size < word.x0 - last.x1 < word.size:
            merged[-1] = _grown(last, word, text, keep_height=high)
        elif last is not None and _raised_on(last, word, text, goes_on):
            merged[-1] = _grown(last, word, text, keep_height=True)
        elif high and RAISED_TEXT.fullmatch(word.text):
            lonely.append(word._replace(text=f"^{word.text}"))
        else:
            merged.append(word._replace(text=text))
        within = high
    for word in lonely:
        _hang(merged, word)
    return merged


def _raised_on(last: Word, word: Word, text: str, goes_on: bool) -> bool:
    return _goes_on(last, word) if goes_on else text.startswith("^") and last.line == word.line and _beside(last, word)


def _goes_on(last: Word, word: Word) -> bool:
    """Whether a raised run goes on with the raised figure that a word ends with."""
    return last.line == word.line and "^" in last.text and -0.25 * word.size <= word.x0 - last.x1 <= 0.5 * word.size


def _beside(base: Word, mark: Word) -> bool:
    reach = ATTACH_GAP if mark.size <= SUPERSCRIPT_SIZE * base.size else TIGHT
    return base.size * 1.05 >= mark.size and -0.25 * base.size <= mark.x0 - base.x1 <= reach * base.size


def _grown(last: Word, word: Word, text: str, keep_height: bool) -> Word:
    y0, y1 = (last.y0, last.y1) if keep_height else (min(last.y0, word.y0), max(last.y1, word.y1))
    if last.text.startswith("^") and last.size < word.size:
        y0, y1 = word.y0, word.y1
    size = max(last.size, word.size)
    return last._replace(
        x1=max(last.x1, word.x1), y0=y0, y1=y1, text=last.text + text, glyphs=last.glyphs + word.glyphs, size=size
    )


def _hang(merged: list[Word], word: Word) -> None:
    """Attach a lonely raised figure to the word on its left, or keep it as the mark before the word on its right."""
    near = [
        (i, w)
        for i, w in enumerate(merged)
        if w.y0 - 0.6 * w.size < word.middle < w.y1
        and (w.size * SUPERSCRIPT_SIZE >= word.size or 0.15 * w.size < w.middle - word.middle < w.size)
    ]
    left = [(i, w) for i, w in near if _beside(w, word)]
    if left:
        i, base = max(left, key=lambda pair: pair[1].x1)
        total = base.glyphs + word.glyphs
        merged[i] = base._replace(x1=max(base.x1, word.x1), text=base.text + word.text, glyphs=total)
        return
    right = [w for _, w in near if 0 <= w.x0 - word.x1 + 1 <= 2 * w.size]
    if right:
        base = min(right, key=lambda w: w.x0)
        word = word._replace(y0=base.y0, y1=base.y1)
    merged.append(word)


def raised_runs(runs: list[Run], across: Point, usual: float, odd: Collection[LineKey] | None = None) -> list[bool]:
    """Which runs are superscripts: smaller than a neighbour and standing above its baseline.

    Args:
        runs: the page's runs.
        across: unit vector from one line to the next (down, for upright text).
        usual: the size most glyphs of the page have.
        odd: lines in which superscripts may stand; all if None.
    """
    depth = [run.base[0] * across[0] + run.base[1] * across[1] for run in runs]
    company: dict[tuple[int, int], list[int]] = {}
    for i, run in enumerate(runs):
        company.setdefault(run.line, []).append(i)
    largest = max((run.size for run in runs), default=0.0)
    raised = [False] * len(runs)
    small = [i for i, run in enumerate(runs) if run.size <= SUPERSCRIPT_SIZE * largest and _among(run, odd)]
    if len(small) > MOST_SMALL:
        return raised
    for i in _risen(runs, depth, across, odd):
        raised[i] = True
    for i in small:
        run = runs[i]
        mates = [j for j in company[run.line] if run.size <= SUPERSCRIPT_SIZE * runs[j].size]
        if mates:
            beside = min(mates, key=lambda j: (abs(j - i), j > i), default=None)
        elif run.size < 0.95 * usual and sum(len(runs[j].text) for j in company[run.line]) <= LONGEST_FIGURE:
            beside = min(_around(runs, i), key=lambda j: abs(depth[j] - depth[i]), default=None)
        else:  # body text beside a larger number of the next column
            beside = None
        if beside is not None:
            raised[i] = raised[i] or depth[beside] - depth[i] >= SUPERSCRIPT_RISE * runs[beside].size
    return raised


def _among(run: Run, lines: Collection[LineKey] | None) -> bool:
    return lines is None or run.line in lines


def _risen(runs: list[Run], depth: list[float], across: Point, odd: Collection[LineKey] | None) -> list[int]:
    """Figures of about their neighbour's size that stand clearly above the baseline of the run they follow."""
    along = (across[1], -across[0])
    spans = []
    for run in runs:
        reach = [x * along[0] + y * along[1] for x in (run.box[0], run.box[2]) for y in (run.box[1], run.box[3])]
        spans.append((min(reach), max(reach)))
    order = sorted(range(len(runs)), key=lambda j: spans[j][1])
    ends = [spans[j][1] for j in order]
    found = []
    for i, run in enumerate(runs):
        if not _among(run, odd) or not RAISED_FIGURE.fullmatch(run.text):
            continue
        near = order[
            bisect_left(ends, spans[i][0] - TIGHT * run.size) : bisect_left(ends, spans[i][0] + 0.25 * run.size)
        ]
        bases = [j for j in near if runs[j].size >= 0.95 * run.size and runs[j].text[-1:].isalnum()]
        if any(CLEAR_RISE * runs[j].size <= depth[j] - depth[i] <= MOST_RISE * runs[j].size for j in bases):
            found.append(i)
    return found


def _around(runs: list[Run], i: int) -> list[int]:
    """Larger runs of other lines that a run with a line to itself stands beside."""
    run, reach = runs[i], 2 * runs[i].size
    x0, y0, x1, y1 = run.box[0] - reach, run.box[1] - reach, run.box[2] + reach, run.box[3] + reach
    return [
        j
        for j, other in enumerate(runs)
        if run.size <= SUPERSCRIPT_SIZE * other.size
        and other.box[0] <= x1
        and other.box[2] >= x0
        and other.box[1] <= y1
        and other.box[3] >= y0
    ]


def without_doubles(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """Part words drawn once from second copies: same size, same place, same text or a part of it."""
    if _apart(words):
        return words, []
    alike: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        alike.setdefault(word.text, []).append(i)
    doubled: set[int] = set()
    for places in alike.values():
        if len(places) > 1:
            order = sorted(places, key=lambda i: (round(words[i].size, 1), words[i].y0, words[i].x0))
            for i, j in pairwise(order):
                if abs(words[i].size - words[j].size) < 0.1 and _overlap(words[i], words[j]):
                    doubled.add(max(i, j))
    left = [i for i in range(len(words)) if i not in doubled]
    for i, j in pairwise(sorted(left, key=lambda i: (round(words[i].y0), words[i].x0, -words[i].x1))):
        if words[j].x0 < words[i].x1 and _within(words[j], words[i]):
            doubled.add(j)
    if not doubled:
        return words, []
    return [w for i, w in enumerate(words) if i not in doubled], [words[i] for i in sorted(doubled)]


def _apart(words: list[Word]) -> bool:
    """Cheap test: whether no two words lie over one another, told by the stretches of words at one height."""
    stretches: list[tuple[float, float, float]] = []
    top = begin = end = largest = -1.0
    for x0, y0, x1, _, _, _, size, *_ in words:
        largest = max(largest, size)
        if y0 == top and x0 >= end:
            end = x1
            continue
        stretches.append((top, begin, end))
        top, begin, end = y0, x0, x1
    stretches = sorted([*stretches[1:], (top, begin, end)])
    for i, (top, begin, end) in enumerate(stretches, 1):
        for j in range(i, len(stretches)):
            low, left, right = stretches[j]
            if low - top >= SAME_PLACE * largest:
                break
            if left < end and right > begin:
                return False
    return True


def _within(inner: Word, word: Word) -> bool:
    """Whether a word repeats glyphs of a longer one at their place."""
    slack = SAME_PLACE * word.size
    return (
        inner.text in word.text
        and abs(inner.size - word.size) < 0.1
        and abs(inner.y0 - word.y0) < slack
        and word.x0 - slack < inner.x0
        and inner.x1 < word.x1 + slack
        and inner.line != word.line
    )


def _overlap(one: Word, two: Word) -> bool:
    slack = SAME_PLACE * one.size
    return abs(one.x0 - two.x0) < slack and abs(one.y0 - two.y0) < slack and abs(one.x1 - two.x1) < slack
