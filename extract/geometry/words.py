"""A page's words: by MuPDF's word boxes where its lines are plain text, else by their glyphs, in the reading frame.

Every glyph that MuPDF finds goes into a word that is seen or into one that is hidden.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice, repeat
from typing import Any

from extract.geometry.clips import Clipped
from extract.geometry.drawn import Drawn, meet
from extract.geometry.frame import LEVEL, Frame
from extract.geometry.glyphs import (
    LineKey,
    Origin,
    Run,
    Veil,
    Word,
    lines_of_blocks,
    marked_words,
    origin,
    raised_runs,
    runs_of_glyphs,
    unnamed_glyphs,
)
from extract.geometry.sheet import Sheet
from extract.geometry.styles import Spans, Styles, odd_lines, size_of_word, usual_size

MANY = 40  # odd lines of a page from which all its lines are read by glyphs at once
NEAR = 3.0  # of the page's largest size: how far from an odd line the words stand that are looked at with it
MOST_RENDERED = 50  # unnamed glyphs of a page that are looked at for ink
INK = 200  # grey level (255 = white) below which a glyph has left ink

Words = tuple[list[Word], list[Word]]


def words_on(sheet: Sheet, styles: Styles, frame: Frame, drawn: Drawn, number: int, split: Clipped | None) -> Words:
    """Visible and hidden words of a page.

    Args:
        sheet: the page.
        styles: its lines of text.
        frame: its reading frame.
        drawn: what is drawn on it.
        number: its number.
        split: the glyphs that clipping leaves, if it takes any away.
    """
    covered = _covered(sheet, drawn.over, styles)
    if split or covered:
        lines = list(lines_of_blocks(split.shown if split else sheet.glyphs()))
        runs = runs_of_glyphs(lines, drawn.veils, covered, _inkless(sheet.page, lines))
        return _words_of_runs(runs, frame, number, usual_size(styles))
    found = sheet.words()
    words = _plain_words(found, styles, frame, number)
    odd = odd_lines(styles)
    return _with_odd_lines(sheet, styles, frame, drawn.veils, found, words, odd) if odd else (words, [])


def words_unseen(blocks: list[dict[str, Any]], frame: Frame, number: int) -> list[Word]:
    """Glyphs that are not shown, as words."""
    runs = runs_of_glyphs(lines_of_blocks(blocks), [], set(), set())
    return [_word(run, frame, number, i) for i, run in enumerate(runs)]


def _plain_words(found: list[tuple[Any, ...]], styles: Styles, frame: Frame, number: int) -> list[Word]:
    if not found:
        return []
    x0, y0, x1, y1, texts, blocks, lines, _ = zip(*found, strict=True)
    keys = list(zip(blocks, lines, strict=True))
    if styles.mixed:
        sizes = [size_of_word(styles, key, left, right) for key, left, right in zip(keys, x0, x1, strict=True)]
    else:
        sizes = [styles.sizes.get(key, 0.0) for key in keys]
    if frame.along != LEVEL or frame.x or frame.y:
        x0, y0, x1, y1 = zip(*map(frame.box, zip(x0, y0, x1, y1, strict=True)), strict=True)
    counts, places = map(len, texts), range(len(found))
    return list(map(Word._make, zip(x0, y0, x1, y1, texts, counts, sizes, repeat(number), places, keys, strict=False)))


def _with_odd_lines(
    sheet: Sheet,
    styles: Styles,
    frame: Frame,
    veils: list[Veil],
    found: list[tuple[Any, ...]],
    words: list[Word],
    odd: set[LineKey],
) -> Words:
    """Read the odd lines by glyphs; the words near them are looked at with them, the others stay as they are."""
    far = NEAR * max(style.size for style in styles.glyphs)
    wide = [(b[0] - far, b[1] - far, b[2] + far, b[3] + far) for b in (s.box for s in styles.lines if s.key in odd)]
    near = {line.key: line for line in styles.lines if any(meet(line.box, box) for box in wide)}
    odd = odd | {key for key, line in near.items() if line.along != frame.along}
    lines = _by_glyphs([line for key, line in near.items() if key in odd], sheet)
    runs = runs_of_glyphs(lines, veils, set(), _inkless(sheet.page, lines))
    aside = []
    for word, (x0, y0, x1, y1, *_) in zip(words, found, strict=True):
        if word.line not in near:
            aside.append(word)
        elif word.line not in odd:
            base = near[word.line].spans[0]["origin"][1]
            runs.append(Run(word.text, (x0, y0, x1, y1), word.size, (x0, base), True, word.line, False))
    place = {line.key: i for i, line in enumerate(styles.lines)}
    runs.sort(key=lambda run: place[run.line])
    seen, hidden = _words_of_runs(runs, frame, words[0].page if words else 0, usual_size(styles), odd, len(words))
    return sorted([*aside, *seen], key=lambda word: place.get(word.line, 0)), hidden


def _by_glyphs(lines: Sequence[Spans], sheet: Sheet) -> list[tuple[LineKey, dict[str, Any]]]:
    """Some lines of a page glyph by glyph."""
    if len(lines) < MANY:
        read = []
        for line in lines:
            same = [glyphs for glyphs in sheet.glyphs_in(line.box) if glyphs["bbox"] == line.box]
            read.extend([(line.key, same[0])] if len(same) == 1 else [])
        if len(read) == len(lines):
            return read
    wanted = {line.key for line in lines}
    return [(key, glyphs) for key, glyphs in lines_of_blocks(sheet.glyphs()) if key in wanted]


def _words_of_runs(
    runs: list[Run],
    frame: Frame,
    number: int,
    usual: float,
    odd: Collection[LineKey] | None = None,
    first: int = 0,
) -> Words:
    seen = [run for run in runs if run.seen]
    words = [_word(run, frame, number, first + i) for i, run in enumerate(seen)]
    joined = [run.joined and i > 0 and seen[i - 1].seen for i, run in enumerate(seen)]
    whole = marked_words(words, raised_runs(seen, frame.across, usual, odd), joined)
    unseen = [run for run in runs if not run.seen]
    return whole, [_word(run, frame, number, first + len(seen) + i) for i, run in enumerate(unseen)]


def _word(run: Run, frame: Frame, number: int, at: int) -> Word:
    return Word(*frame.box(run.box), run.text, len(run.text), run.size, number, at, run.line)


def _covered(sheet: Sheet, over: list[Veil], styles: Styles) -> set[Origin]:
    """Origins of glyphs under opaque paint; the painting order is asked only where shapes meet text."""
    texts = [span["bbox"] for line in styles.lines for span in line.spans] if over else []
    meeting = [v for v in over if any(meet(v.box, box) for box in texts)]
    if not meeting:
        return set()
    origins: set[Origin] = set()
    for trace in sheet.page.get_texttrace():
        above = [veil for veil in meeting if veil.order > trace["seqno"]]
        for glyph in trace["chars"] if above or origins else ():
            x, y = (glyph[3][0] + glyph[3][2]) / 2, (glyph[3][1] + glyph[3][3]) / 2
            if any(v.box[0] <= x <= v.box[2] and v.box[1] <= y <= v.box[3] for v in above):
                origins.add(origin({"origin": glyph[2]}))
            else:  # the same glyph drawn again on top
                origins.discard(origin({"origin": glyph[2]}))
    return origins


def _inkless(page: Any, lines: Iterable[tuple[LineKey, dict[str, Any]]]) -> set[Origin]:
    """Origins of glyphs that stand for no character and leave no ink: white space that a font does not name."""
    import pymupdf

    empty = set()
    for glyph in islice(unnamed_glyphs(line for _, line in lines), MOST_RENDERED):
        x0, y0, x1, y1 = glyph["bbox"]
        clip = pymupdf.Rect(x0 + 0.5, y0, max(x1 - 0.5, x0 + 1), y1) * page.rotation_matrix
        if min(page.get_pixmap(clip=clip, colorspace=pymupdf.csGRAY).samples, default=255) < INK:
            break  # this font's unnamed glyphs are letters; its page is judged unreadable by their share
        empty.add(origin(glyph))
    return empty
