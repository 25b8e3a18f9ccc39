"""From glyphs to words: gaps measured against the font size, raised figures attached to the word before them.

A word is never cut by anything but a gap, a space or a rule between two strings; the order of painting keeps
overlapping texts apart. A raised run is written `^` and its characters. A glyph belongs to exactly one word.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from extract.plumber.page import Strand
from extract.plumber.scripts import is_blank

# A gap wider than this part of the font size parts two words (pdfplumber's x_tolerance_ratio).
GAP = 0.15
# Glyphs of one string overlap by at most this part of the size (kerning).
OVERLAP = 0.35
# How far from a letter a blank may stand, in sizes, to be the blank beside it.
BLANK_REACH = 3.0
# Baselines nearer than this part of the size are one baseline.
LEVEL = 0.1
# A raised figure is at most this part of its neighbour's size, and this far above its baseline.
RAISED_SIZE = 0.8
RAISED_BY = (0.1, 0.95)
# How far from its word a raised figure may stand, in sizes of the word.
REACH = 0.35
MAX_HOSTS = 500  # words looked at for one raised figure; about one line's height of a page
# A figure in the size of its word is raised if it is clearly lifted and follows the word without a gap.
LIFTED_BY = (0.25, 0.7)
ALIKE_SIZE = 1.05
MAX_PARTS = 50  # raised figures looked at for the one before in the same group
_RAISED_TEXT = re.compile(r"(?=.*[\w*\u2020\u2021])[\w()*\u2020\u2021,.;/\u2010-\u2015\u2212-]{1,8}")
# White space and control characters, and what stands between them.
_CHUNK = re.compile(r"([\s\x00-\x1f\x7f-\x9f]+)|[^\s\x00-\x1f\x7f-\x9f]+")
_LIFTED_TEXT = re.compile(r"[\d*\u2020\u2021][\w()*,.;/\u2010-\u2015\u2212-]{0,7}")


@dataclass(slots=True, eq=False)
class Word:
    """A run of glyphs: text, extent, baseline, size, number of glyphs; `use` is where it was put in the account."""

    text: str
    u0: float
    u1: float
    v: float
    size: float
    count: int
    raised: bool = False
    opens: bool = False  # a space stood before it
    closes: bool = False  # a space stands after it
    seams: list[tuple[float, int, int]] = field(default_factory=list)  # end of a string: u, characters, glyphs
    use: str = ""

    @property
    def top(self) -> float:
        """Upper edge of its letters."""
        return self.v - 0.8 * self.size

    @property
    def bottom(self) -> float:
        """Lower edge of its letters."""
        return self.v + 0.2 * self.size


def words_of(strands: Iterable[Strand]) -> list[Word]:
    """The words of a page, sorted by baseline and place."""
    runs = list(_runs(strands))
    _raise_figures(runs)
    runs.sort(key=lambda w: (w.v, w.u0))
    return list(_merged(runs))


def _runs(strands: Iterable[Strand]) -> Iterator[Word]:
    run: Word | None = None
    blank: tuple[float, float] | None = None  # u and v of the last blank, if no letter came after it
    string = -1
    for strand in strands:
        v, size = strand.v, strand.size
        for text, first, stop in _chunks(strand):
            if not text:
                for u0, u1 in zip(strand.starts[first:stop], strand.ends[first:stop], strict=True):
                    if run is not None and _inside(run, u0, u1, v):
                        continue
                    blank = (u0, v)
                    if run is not None and not run.closes:
                        run.closes = _beside(blank, run.u1, run.v, run.size)
                continue
            u0 = strand.starts[first]
            u1 = strand.ends[first] if stop == first + 1 else max(strand.ends[first:stop])
            spaced = blank is not None and _beside(blank, u0, v, size)
            if run is not None and not spaced and _goes_on(run, u0, v, size):
                if strand.string != string:
                    run.seams.append((run.u1, len(run.text), run.count))
                run.text += text
                run.u1 = max(run.u1, u1)
                run.count += stop - first
            else:
                if run is not None:
                    yield run
                run = Word(text, u0, u1, v, size, stop - first, opens=spaced)
            blank, string = None, strand.string
    if run is not None:
        yield run


def _chunks(strand: Strand) -> Iterator[tuple[str, int, int]]:
    """The blank stretches of a strand (without text) and those without blanks or breaks: text, first glyph, stop."""
    if not isinstance(strand.texts, str):
        for index, text in enumerate(strand.texts):
            yield ("" if is_blank(text) else text), index, index + 1
        return
    start = 0
    for stop in (*strand.breaks, len(strand.texts)):
        for match in _CHUNK.finditer(strand.texts, start, stop):
            yield ("" if match[1] else match[0]), match.start(), match.end()
        start = stop


def _inside(run: Word, u0: float, u1: float, v: float) -> bool:
    """Whether a blank lies on the letter before it and so parts nothing: what some printers set behind ligatures."""
    on_it = run.u0 < u0 < run.u1 - LEVEL * run.size and u1 <= run.u1 + LEVEL * run.size / 2
    return on_it and abs(v - run.v) <= LEVEL * run.size


def _beside(blank: tuple[float, float], u: float, v: float, size: float) -> bool:
    """Whether a blank stands at a place of a line; one of another line, painted in between, parts nothing."""
    return abs(blank[1] - v) <= size and abs(blank[0] - u) <= BLANK_REACH * size


def _goes_on(run: Word, u0: float, v: float, other: float) -> bool:
    size = max(run.size, other)
    return (
        abs(v - run.v) <= LEVEL * size
        and abs(other - run.size) <= 0.12 * size
        and -OVERLAP * size <= u0 - run.u1 <= GAP * size
    )


def _raise_figures(runs: list[Word]) -> None:
    """Move raised and lowered small runs to the baseline of the word they belong to."""
    hosts = sorted(runs, key=lambda w: w.v)
    levels = [w.v for w in hosts]
    largest = max((w.size for w in runs), default=0.0)
    lifted: list[tuple[float, Word]] = []
    for run in sorted(runs, key=lambda w: w.u0):
        small = run.size <= RAISED_SIZE * largest and _RAISED_TEXT.fullmatch(run.text)
        if not small and not _LIFTED_TEXT.fullmatch(run.text):
            continue
        start = bisect_left(levels, run.v - 0.5 * largest)
        stop = min(bisect_left(levels, run.v + RAISED_BY[1] * largest), start + MAX_HOSTS)
        beside = [(_distance(h, run), h) for h in hosts[start:stop] if h is not run and _is_host(h, run)]
        near = [(d, h) for d, h in beside if d is not None and not (h.u0 > run.u0 and _in_text(run, hosts[start:stop]))]
        if not near and small:
            near = [(0.0, w) for v, w in lifted[-MAX_PARTS:] if _goes_on_raised(w, v, run)]
        if near:
            _, host = min(near, key=lambda pair: pair[0])
            run.raised = host.v > run.v
            lifted += [(run.v, run)] if run.raised else []
            run.opens = run.opens and host.u0 > run.u0
            run.closes = run.closes or host.u0 > run.u0
            run.v = host.v


def _in_text(run: Word, around: Iterable[Word]) -> bool:
    """Whether words of the same size stand before a run on its own baseline: then it belongs to their line."""
    return any(
        w is not run
        and not w.raised
        and abs(w.v - run.v) <= LEVEL * run.size
        and abs(w.size - run.size) <= 0.12 * run.size
        and 0 <= run.u0 - w.u1 <= run.size
        for w in around
    )


def _goes_on_raised(part: Word, level: float, run: Word) -> bool:
    """Whether a figure stands behind a raised one, which stood on `level`, as the next part of the same group."""
    gap = run.u0 - part.u1
    return abs(level - run.v) <= LEVEL * run.size and -OVERLAP * run.size <= gap <= 2 * REACH * run.size


def _is_host(host: Word, run: Word) -> bool:
    if host.raised or run.size > ALIKE_SIZE * host.size:
        return False
    by = (host.v - run.v) / host.size
    if run.size > RAISED_SIZE * host.size:
        lifted = LIFTED_BY[0] <= by <= LIFTED_BY[1] and not (host.closes or run.opens)
        return lifted and _LIFTED_TEXT.fullmatch(run.text) is not None and abs(run.u0 - host.u1) <= GAP * host.size
    return RAISED_BY[0] <= by <= RAISED_BY[1] or -0.45 <= by <= -LEVEL


def _distance(host: Word, run: Word) -> float | None:
    """How far a figure stands behind its word, or before it at a line's start; None if it is not beside it."""
    behind = run.u0 - host.u1
    if -REACH * host.size <= behind <= REACH * host.size:
        return abs(behind)
    before = host.u0 - run.u1
    if -0.1 * host.size <= before <= 1.2 * host.size and host.v > run.v:
        return 10 * host.size + before  # a word before it wins
    return None


def _merged(runs: list[Word]) -> Iterator[Word]:
    held: Word | None = None
    for run in runs:
        if held is not None and _adjoins(held, run):
            shift = len(held.text) + (1 if _steps_up(held, run) else 0)
            held.seams += [(held.u1, len(held.text), held.count)]
            held.seams += [(u, n + shift, c + held.count) for u, n, c in run.seams]
            held.text += ("^" if _steps_up(held, run) else "") + run.text
            held.u1, held.count = max(held.u1, run.u1), held.count + run.count
            held.closes, held.raised = run.closes, run.raised
            held.size = max(held.size, run.size)
            continue
        if held is not None:
            yield held
        if run.raised:
            run.text = "^" + run.text
        held = run
    if held is not None:
        yield held


def _steps_up(held: Word, run: Word) -> bool:
    return run.raised and not held.raised


def _adjoins(held: Word, run: Word) -> bool:
    size = max(held.size, run.size)
    gap = run.u0 - held.u1
    if abs(run.v - held.v) > LEVEL * size:
        return False
    if _steps_up(held, run):
        return -REACH * size <= gap <= REACH * size and not held.text.startswith("^")
    if held.raised and run.raised and "^" in held.text[1:]:
        return -OVERLAP * size <= gap <= REACH * size  # `1`, `-1` drawn apart are one raised group
    return not (held.closes or run.opens) and -OVERLAP * size <= gap <= GAP * size


def cut(word: Word, at: float) -> list[Word]:
    """Part a word where two strings meet at a rule; a word that merely runs past the rule stays whole."""
    for seam, characters, glyphs in word.seams:
        if abs(seam - at) <= 1.0 and word.u0 < at < word.u1:
            left = Word(word.text[:characters], word.u0, seam, word.v, word.size, glyphs, closes=True)
            rest = word.text[characters:].lstrip("^")
            right = Word(rest, at, word.u1, word.v, word.size, word.count - glyphs, opens=True)
            left.seams = [s for s in word.seams if s[1] < characters]
            right.seams = [(u, n - characters, c - glyphs) for u, n, c in word.seams if n > characters]
            return [left, right]
    return [word]
