"""One page as this path sees it: words and rulings in the frame of the reading direction, and what was left out.

The frame is page space turned so that text runs to the right and lines follow downwards; `Frame.shown` leads back to
the page as displayed. Every glyph that MuPDF finds is in `words`, in `hidden` or in `doubled`.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from extract.geometry.clips import Clipped, parted
from extract.geometry.fonts import mute_fonts
from extract.geometry.glyphs import (
    LineKey,
    Origin,
    Run,
    Veil,
    Word,
    marked_words,
    origin,
    raised_runs,
    runs_of_glyphs,
    unnamed_glyphs,
    without_doubles,
)
from extract.geometry.rulings import Floats, Rule, pieces_of, rules_of, unclipped, veils_of
from extract.geometry.scripts import unreadable_share, without
from extract.geometry.shapes import pieces_of_shapes
from extract.geometry.sheet import Sheet
from extract.geometry.styles import LEVEL, Styles, odd_lines, size_of_word, styles_of
from records.errors import DocumentError
from records.flags import Reason, flag

STRAIGHT = 0.98  # cosine of the angle up to which a line follows the page's direction (a crooked scan does)
MOST_RENDERED = 50  # unnamed glyphs of a page that are looked at for ink
INK = 200  # grey level (255 = white) below which a glyph has left ink
UNREADABLE = 0.01  # share of a page's glyphs that stand for no letter

Box = tuple[float, float, float, float]


class Frame(NamedTuple):
    """How page space and frame relate: `along` the line, `across` lines (unit vectors), origin, display matrix."""

    along: tuple[float, float]
    across: tuple[float, float]
    x: float
    y: float
    display: tuple[float, float, float, float, float, float]

    def seat(self, px: float, py: float) -> tuple[float, float]:
        """A point of page space in the frame."""
        return (
            px * self.along[0] + py * self.along[1] - self.x,
            px * self.across[0] + py * self.across[1] - self.y,
        )

    def box(self, box: Box) -> Box:
        """A box of page space in the frame."""
        if self.along == LEVEL:
            return (box[0] - self.x, box[1] - self.y, box[2] - self.x, box[3] - self.y)
        (ax, ay), (bx, by) = self.seat(box[0], box[1]), self.seat(box[2], box[3])
        return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def shown(self, box: Box) -> Box:
        """A box of the frame on the page as displayed, rounded to 0.1."""
        a, b, c, d, e, f = self.display
        corners = []
        for fx, fy in ((box[0], box[1]), (box[2], box[3])):
            u, v = fx + self.x, fy + self.y
            px, py = u * self.along[0] + v * self.across[0], u * self.along[1] + v * self.across[1]
            corners.append((px * a + py * c + e, px * b + py * d + f))
        (ax, ay), (bx, by) = corners
        return (round(min(ax, bx), 1), round(min(ay, by), 1), round(max(ax, bx), 1), round(max(ay, by), 1))


class Page(NamedTuple):
    """What was read of one page: `width`, `height` as displayed, `extent` the frame's size, `direction` in degrees.

    `askew` holds lines that run another way than the page's text, each as one word: column heads, stamps, watermarks;
    `slanted` names those of them (by `at`) that run neither along nor across the page's text.
    """

    number: int
    width: float
    height: float
    extent: tuple[float, float]
    direction: int
    frame: Frame
    words: list[Word]
    askew: list[Word]
    across: list[Rule]
    upright: list[Rule]
    hidden: list[Word]
    doubled: list[Word]
    flags: list[str]
    slanted: frozenset[int] = frozenset()

    @property
    def found(self) -> int:
        """Glyphs found on the page, whatever became of them."""
        return sum(w.glyphs for group in (self.words, self.askew, self.hidden, self.doubled) for w in group)


def read_page(document: Any, index: int, rulings: bool = True, known: Sequence[str] = ()) -> Page:
    """Read one page (index from 0) of an open document.

    Args:
        document: the open document.
        index: the page's position.
        rulings: False leaves the drawn rules aside.
        known: private-use glyphs whose meaning is declared; they do not make a page unreadable.

    Raises:
        DocumentError: the page is damaged beyond what MuPDF repairs.
    """
    import pymupdf

    try:
        return _read(document, index, rulings, known)
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
        where = f"{document.name} page {index + 1}"
        raise DocumentError("is damaged and cannot be read", where=where, do="Get the file again.") from error


def _read(document: Any, index: int, rulings: bool, known: Sequence[str]) -> Page:
    page = document[index]
    sheet = Sheet(page)
    whole = sheet.unclipped_glyphs()
    split = parted(whole, sheet.glyphs()) if whole is not None else None
    blocks = split.shown if split else sheet.blocks
    styles = styles_of(blocks)
    frame, extent, direction = _frame(page, styles)
    drawn = _drawn(sheet)
    words, hidden = _words(sheet, styles, frame, drawn, index + 1, split)
    words, outside = _inside(words, extent)
    words, doubled = without_doubles(words)
    clipped = _words_of(split.lost, frame, index + 1) if split else []
    doubled += _words_of(split.copies, frame, index + 1) if split else []
    words, askew, slanted = _level(words, styles, frame)
    across, upright = rules_of(drawn.pieces, drawn.veils, frame.seat) if rulings else ([], [])
    flags = _flags(
        document,
        sheet,
        styles,
        without("".join([w.text for w in words]), known),
        [(Reason.HIDDEN_TEXT, hidden), (Reason.CLIPPED_TEXT, outside + clipped), (Reason.DOUBLED_TEXT, doubled)],
    )
    if _speaks_otherwise(sheet):
        flags.append(flag(Reason.ACTUAL_TEXT))
    size = (round(page.rect.width, 1), round(page.rect.height, 1))
    dropped = hidden + outside + clipped
    return Page(
        index + 1, *size, extent, direction, frame, words, askew, across, upright, dropped, doubled, flags, slanted
    )


def _frame(page: Any, styles: Styles) -> tuple[Frame, tuple[float, float], int]:
    """The frame of the direction in which most glyphs run, its size, and the turn of the text as displayed."""
    votes: Counter[tuple[int, int]] = Counter()
    for (cosine, sine), glyphs in styles.turns.items():
        if max(abs(cosine), abs(sine)) > 0.99:
            votes[(round(cosine), round(sine))] += glyphs
    along = votes.most_common(1)[0][0] if votes else (1, 0)
    across = (-along[1], along[0])
    turned = page.rect * page.derotation_matrix
    seats = [(px * along[0] + py * along[1], px * across[0] + py * across[1]) for px, py in (turned.tl, turned.br)]
    x, y = min(s[0] for s in seats), min(s[1] for s in seats)
    extent = (abs(seats[0][0] - seats[1][0]), abs(seats[0][1] - seats[1][1]))
    degrees = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[along]
    frame = Frame(
        (float(along[0]), float(along[1])), (float(across[0]), float(across[1])), x, y, tuple(page.rotation_matrix)
    )
    return frame, extent, (degrees + page.rotation) % 360


class Drawn(NamedTuple):
    """Pieces of rules (see `rules_of`) and opaque shapes; `over` are those shapes that may lie over text."""

    pieces: Floats
    veils: list[Veil]
    over: list[Veil]


def _drawn(sheet: Sheet) -> Drawn:
    """What is drawn: from the boxes of shapes where they tell enough, else from their paths."""
    told = pieces_of_shapes(sheet.shapes)
    if told is not None and not _may_hide(told[1], sheet.blocks):
        return Drawn(*told, over=[])
    drawings = sheet.drawings()
    if sheet.clips:
        drawings = unclipped(drawings)
    veils = veils_of(drawings)
    return Drawn(pieces_of(drawings, veils), veils, veils)


def _may_hide(veils: Sequence[Veil], blocks: Sequence[dict[str, Any]]) -> bool:
    """Whether a shape lies over a block of text that was painted before it."""
    return any(_meet(v.box, b["bbox"]) for v in veils for b in blocks if b["number"] < v.order)


def _meet(one: Sequence[float], two: Sequence[float]) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]


def _words(
    sheet: Sheet, styles: Styles, frame: Frame, drawn: Drawn, number: int, split: Clipped | None
) -> tuple[list[Word], list[Word]]:
    """Visible and hidden words of the page: by word boxes, and by glyphs in the lines where that is not enough.

    `split` holds the glyphs that clipping leaves.
    """
    covered = _covered(sheet, drawn.over, styles)
    odd = odd_lines(styles)
    if split or covered:
        runs = _runs(sheet, split.shown if split else sheet.glyphs(), drawn.veils, covered, None)
        return _words_by_glyphs(runs, frame, number, None)
    if odd:
        odd |= {line.key for line in styles.lines if line.along != frame.along}
        plain = _plain_runs(sheet, styles, odd)
        place = {line.key: i for i, line in enumerate(styles.lines)}
        runs = sorted(
            [*plain, *_runs(sheet, sheet.glyphs(), drawn.veils, covered, odd)], key=lambda run: place[run.line]
        )
        return _words_by_glyphs(runs, frame, number, odd)
    return _plain_words(sheet, styles, frame, number), []


def _plain_words(sheet: Sheet, styles: Styles, frame: Frame, number: int) -> list[Word]:
    words = sheet.words()
    if styles.mixed:
        sizes = [size_of_word(styles, (word[5], word[6]), word[0], word[2]) for word in words]
    else:
        sizes = [styles.sizes.get((word[5], word[6])) for word in words]
    if frame.along != LEVEL or frame.x or frame.y:
        words = [(*frame.box(word[:4]), *word[4:]) for word in words]
    return [
        Word(x0, y0, x1, y1, text, len(text), size or y1 - y0, number, at, (block, line))
        for at, ((x0, y0, x1, y1, text, block, line, _), size) in enumerate(zip(words, sizes, strict=True))
    ]


def _plain_runs(sheet: Sheet, styles: Styles, odd: set[LineKey]) -> list[Run]:
    """The words of lines that are not odd, as runs."""
    bases = {line.key: line.spans[0]["origin"][1] for line in styles.lines if line.spans}
    runs = []
    for x0, y0, x1, y1, text, block, line, _ in sheet.words():
        key = (block, line)
        if key not in odd and key in bases:
            size = size_of_word(styles, key, x0, x1) or y1 - y0
            runs.append(Run(text, (x0, y0, x1, y1), size, (x0, bases[key]), True, key, False))
    return runs


def _runs(
    sheet: Sheet,
    blocks: list[dict[str, Any]],
    veils: list[Veil],
    covered: set[Origin],
    wanted: set[LineKey] | None,
) -> list[Run]:
    return runs_of_glyphs(blocks, veils, covered, _inkless(sheet.page, blocks), wanted)


def _words_by_glyphs(
    runs: list[Run], frame: Frame, number: int, odd: set[LineKey] | None
) -> tuple[list[Word], list[Word]]:
    seen = [run for run in runs if run.seen]
    words = [_word(run, frame, number, i) for i, run in enumerate(seen)]
    joined = [run.joined and i > 0 and seen[i - 1].seen for i, run in enumerate(seen)]
    whole = marked_words(words, raised_runs(seen, frame.across, odd), joined)
    hidden = [_word(run, frame, number, len(seen) + i) for i, run in enumerate(r for r in runs if not r.seen)]
    return whole, hidden


def _word(run: Run, frame: Frame, number: int, at: int) -> Word:
    return Word(*frame.box(run.box), run.text, len(run.text), run.size, number, at, run.line)


def _pictures(page: Any) -> list[Veil]:
    """Images without a mask: they too hide what they are painted over."""
    if not page.get_images():
        return []
    masked = [tuple(map(round, info["bbox"])) for info in page.get_image_info() if info.get("has-mask")]
    drawn = [(i, box) for i, (kind, box) in enumerate(page.get_bboxlog()) if kind == "fill-image"]
    return [Veil(tuple(box), i, 0.5) for i, box in drawn if tuple(map(round, box)) not in masked]


def _covered(sheet: Sheet, veils: list[Veil], styles: Styles) -> set[Origin]:
    """Origins of glyphs under opaque paint; the painting order is asked only where shapes meet text."""
    veils = [*veils, *_pictures(sheet.page)] if sheet.objects else veils
    texts = [span["bbox"] for line in styles.lines for span in line.spans] if veils else []
    meeting = [v for v in veils if any(_meet(v.box, box) for box in texts)]
    if not meeting:
        return set()
    origins: set[Origin] = set()
    for trace in sheet.page.get_texttrace():
        over = [veil for veil in meeting if veil.order > trace["seqno"]]
        for glyph in trace["chars"] if over or origins else ():
            x, y = (glyph[3][0] + glyph[3][2]) / 2, (glyph[3][1] + glyph[3][3]) / 2
            if any(v.box[0] <= x <= v.box[2] and v.box[1] <= y <= v.box[3] for v in over):
                origins.add(origin({"origin": glyph[2]}))
            else:  # the same glyph drawn again on top
                origins.discard(origin({"origin": glyph[2]}))
    return origins


def _inkless(page: Any, blocks: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Origins of glyphs that stand for no character and leave no ink: white space that a font does not name."""
    import pymupdf

    empty = set()
    for glyph in islice(unnamed_glyphs(blocks), MOST_RENDERED):
        x0, y0, x1, y1 = glyph["bbox"]
        clip = pymupdf.Rect(x0 + 0.5, y0, max(x1 - 0.5, x0 + 1), y1) * page.rotation_matrix
        if min(page.get_pixmap(clip=clip, colorspace=pymupdf.csGRAY).samples, default=255) < INK:
            break  # this font's unnamed glyphs are letters; its page is judged unreadable by their share
        empty.add(origin(glyph))
    return empty


def _inside(words: list[Word], extent: tuple[float, float]) -> tuple[list[Word], list[Word]]:
    """Part the words of the page from those that lie wholly outside it."""
    seen = [w for w in words if w.x1 > 0 and w.y1 > 0 and w.x0 < extent[0] and w.y0 < extent[1]]
    return (words, []) if len(seen) == len(words) else (seen, [w for w in words if w not in seen])


def _level(words: list[Word], styles: Styles, frame: Frame) -> tuple[list[Word], list[Word], frozenset[int]]:
    """Part the words that follow the page's direction from lines that run another way, each of these put together."""
    turned = {}
    for key, along, _ in styles.lines if len(styles.turns) > 1 or frame.along not in styles.turns else ():
        cosine = along[0] * frame.along[0] + along[1] * frame.along[1]
        if cosine < STRAIGHT:
            turned[key] = abs(cosine) < STRAIGHT and cosine * cosine > 1 - STRAIGHT * STRAIGHT
    if not turned:
        return words, [], frozenset()
    lines: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        if word.line in turned:
            lines.setdefault(word.line, []).append(word)
    whole = [
        group[0]._replace(
            x0=min(w.x0 for w in group),
            y0=min(w.y0 for w in group),
            x1=max(w.x1 for w in group),
            y1=max(w.y1 for w in group),
            text=" ".join(w.text for w in group),
            glyphs=sum(w.glyphs for w in group),
        )
        for group in lines.values()
    ]
    level = [w for w in words if w.line not in turned]
    return level, whole, frozenset(w.at for w in whole if turned[w.line])


def _words_of(blocks: list[dict[str, Any]], frame: Frame, number: int) -> list[Word]:
    """Glyphs that are not shown, as words."""
    return [_word(run, frame, number, i) for i, run in enumerate(runs_of_glyphs(blocks, [], set(), set()))]


def _speaks_otherwise(sheet: Sheet) -> bool:
    """Whether /ActualText replaces drawn glyphs by other words; asked only where the page's content names it."""
    return b"/ActualText" in sheet.content and "".join(sheet.spoken().split()) != "".join(sheet.text().split())


def _flags(
    document: Any, sheet: Sheet, styles: Styles, text: str, dropped: list[tuple[Reason, list[Word]]]
) -> list[str]:
    flags = [flag(reason, " ".join(w.text for w in group)[:80]) for reason, group in dropped if group]
    fonts: Counter[str] = Counter()
    for style, glyphs in styles.glyphs.items():
        fonts[style.font] += glyphs
    mute = sum(fonts[name] for name in mute_fonts(document, sheet.page, fonts, own=not sheet.objects))
    if unreadable_share([text]) > UNREADABLE or mute > UNREADABLE * fonts.total():
        flags.append(flag(Reason.UNREADABLE_TEXT_LAYER))
    return flags
