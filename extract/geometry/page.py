"""One page as this path sees it: words and rulings in the frame of the reading direction, and what was left out.

The frame is page space turned so that text runs to the right and lines follow downwards; `Frame.shown` leads back to
the page as displayed. Every glyph that MuPDF finds is in `words`, in `hidden` or in `doubled`.
"""

import re
from collections import Counter
from itertools import islice
from typing import Any, NamedTuple

from extract.geometry.glyphs import (
    Run,
    Veil,
    Word,
    marked_words,
    needs_glyphs,
    origin,
    raised_runs,
    runs_of_glyphs,
    unnamed_glyphs,
    without_doubles,
)
from extract.geometry.rulings import Rule, rules_of, unclipped, veils_of
from extract.geometry.scripts import unreadable_fonts, unreadable_share
from records.errors import DocumentError
from records.flags import Reason, flag

STRAIGHT = 0.98  # cosine of the angle up to which a line follows the page's direction (a crooked scan does)
FAR = 20_000  # pt: how far beside the page text is looked for (the format's largest page is 14,400 pt wide)
MOST_RENDERED = 50  # unnamed glyphs of a page that are looked at for ink
INK = 200  # grey level (255 = white) below which a glyph has left ink
UNREADABLE = 0.01  # share of a page's glyphs that stand for no letter
_CLIP = re.compile(rb"\bW\*?(?=\s)")
_RECTANGLE = re.compile(rb"(-?[\d.]+)\s+(-?[\d.]+)\s+re\s+$")

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
        if self.along == (1.0, 0.0):
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


def read_page(document: Any, index: int, rulings: bool = True) -> Page:
    """Read one page (index from 0) of an open document; `rulings` False leaves the drawn rules aside.

    Raises:
        DocumentError: the page is damaged beyond what MuPDF repairs.
    """
    import pymupdf

    try:
        return _read(document, index, rulings)
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
        where = f"{document.name} page {index + 1}"
        raise DocumentError("is damaged and cannot be read", where=where, do="Get the file again.") from error


def _read(document: Any, index: int, rulings: bool) -> Page:
    import pymupdf

    page = document[index]
    bare = (pymupdf.TEXTFLAGS_WORDS & ~pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE) | pymupdf.TEXT_IGNORE_ACTUALTEXT
    beyond = pymupdf.Rect(-FAR, -FAR, FAR, FAR)
    textpage = page.get_textpage(clip=beyond, flags=bare & ~pymupdf.TEXT_CLIP)
    blocks = textpage.extractDICT()["blocks"]
    frame, extent, direction = _frame(page, blocks)
    drawings = unclipped(page.get_cdrawings(extended=True)) if _clips(page) else page.get_cdrawings()
    veils = veils_of(drawings)
    words, hidden = _words(page, textpage, blocks, frame, veils, index + 1)
    words, outside = _inside(words, extent)
    words, clipped = _unclipped(page, words, bare, frame)
    words, doubled = without_doubles(words)
    words, askew, slanted = _level(words, blocks, frame)
    across, upright = rules_of(drawings, veils, frame.seat) if rulings else ([], [])
    flags = _flags(
        document,
        page,
        blocks,
        words,
        [(Reason.HIDDEN_TEXT, hidden), (Reason.CLIPPED_TEXT, outside + clipped), (Reason.DOUBLED_TEXT, doubled)],
    )
    if _speaks_otherwise(page, textpage, bare):
        flags.append(flag(Reason.ACTUAL_TEXT))
    size = (round(page.rect.width, 1), round(page.rect.height, 1))
    dropped = hidden + outside + clipped
    return Page(
        index + 1, *size, extent, direction, frame, words, askew, across, upright, dropped, doubled, flags, slanted
    )


def _frame(page: Any, blocks: list[dict[str, Any]]) -> tuple[Frame, tuple[float, float], int]:
    """The frame of the direction in which most glyphs run, its size, and the turn of the text as displayed."""
    votes: Counter[tuple[int, int]] = Counter()
    for block in blocks:
        for line in block["lines"]:
            cosine, sine = line["dir"]
            if max(abs(cosine), abs(sine)) > 0.99:
                votes[(round(cosine), round(sine))] += sum(len(span["text"]) for span in line["spans"])
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


def _words(
    page: Any, textpage: Any, blocks: list[dict[str, Any]], frame: Frame, veils: list[Veil], number: int
) -> tuple[list[Word], list[Word]]:
    """Visible and hidden words of the page, by word boxes where that is enough, else by glyphs."""
    covered = _covered(page, [*veils, *_pictures(page)], blocks)
    if covered or needs_glyphs(blocks):
        return _words_by_glyphs(page, textpage, frame, veils, covered, number)
    upright = {
        (i, k): max(span["size"] for span in line["spans"])
        for i, block in enumerate(blocks)
        for k, line in enumerate(block["lines"])
        if line["spans"]
    }
    words: list[Word] = []
    for x0, y0, x1, y1, text, block, line, _ in textpage.extractWORDS():
        size = upright.get((block, line), y1 - y0)
        words.append(Word(*frame.box((x0, y0, x1, y1)), text, len(text), size, number, len(words), (block, line)))
    return words, []


def _words_by_glyphs(
    page: Any, textpage: Any, frame: Frame, veils: list[Veil], covered: set[tuple[int, int]], number: int
) -> tuple[list[Word], list[Word]]:
    blocks = textpage.extractRAWDICT()["blocks"]
    runs = runs_of_glyphs(blocks, veils, covered, _inkless(page, blocks))
    seen = [run for run in runs if run.seen]
    words = [_word(run, frame, number, i) for i, run in enumerate(seen)]
    joined = [run.joined and i > 0 and seen[i - 1].seen for i, run in enumerate(seen)]
    whole = marked_words(words, raised_runs(seen, frame.across), joined)
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


def _covered(page: Any, veils: list[Veil], blocks: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Origins of glyphs under opaque paint; the painting order is asked only where shapes meet text."""
    texts = [span["bbox"] for block in blocks for line in block["lines"] for span in line["spans"]]
    meeting = [
        v
        for v in veils
        if any(v.box[0] < t[2] and v.box[2] > t[0] and v.box[1] < t[3] and v.box[3] > t[1] for t in texts)
    ]
    if not meeting:
        return set()
    origins = set()
    for trace in page.get_texttrace():
        over = [veil for veil in meeting if veil.order > trace["seqno"]]
        for glyph in trace["chars"] if over else ():
            x, y = (glyph[3][0] + glyph[3][2]) / 2, (glyph[3][1] + glyph[3][3]) / 2
            if any(v.box[0] <= x <= v.box[2] and v.box[1] <= y <= v.box[3] for v in over):
                origins.add(origin({"origin": glyph[2]}))
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


def _level(
    words: list[Word], blocks: list[dict[str, Any]], frame: Frame
) -> tuple[list[Word], list[Word], frozenset[int]]:
    """Part the words that follow the page's direction from lines that run another way, each of these put together."""
    turned = {}
    for i, block in enumerate(blocks):
        for k, line in enumerate(block["lines"]):
            cosine = line["dir"][0] * frame.along[0] + line["dir"][1] * frame.along[1]
            if cosine < STRAIGHT:
                turned[(i, k)] = abs(cosine) < STRAIGHT and cosine * cosine > 1 - STRAIGHT * STRAIGHT
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


def _unclipped(page: Any, words: list[Word], bare: int, frame: Frame) -> tuple[list[Word], list[Word]]:
    """Part the words that a clipping path cuts away; read again with clipping only where the page clips at all."""
    if not _clips(page):
        return words, []
    kept = page.get_text("words", flags=bare)
    if sum(len(w[4]) for w in kept) >= sum(w.glyphs for w in words):
        return words, []
    left = {(round(x), round(y)) for x, y in (frame.box(w[:4])[:2] for w in kept)}
    near = {(x + dx, y + dy) for x, y in left for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    gone = {w.at for w in words if (round(w.x0), round(w.y0)) not in near}
    return [w for w in words if w.at not in gone], [w for w in words if w.at in gone]


def _clips(page: Any) -> bool:
    """Whether the page, or a form it draws, sets a clipping path other than a rectangle of the page's size."""
    content = page.read_contents()
    width, height = 0.98 * page.mediabox.width, 0.98 * page.mediabox.height
    for match in _CLIP.finditer(content):
        size = _RECTANGLE.search(content, max(0, match.start() - 64), match.start())
        if size is None or abs(float(size.group(1))) < width or abs(float(size.group(2))) < height:
            return True
    return bool(page.get_xobjects())


def _speaks_otherwise(page: Any, textpage: Any, bare: int) -> bool:
    """Whether /ActualText replaces drawn glyphs by other words; asked only where the page's content names it."""
    import pymupdf

    if b"/ActualText" not in page.read_contents():
        return False
    spoken = page.get_text("text", flags=bare & ~pymupdf.TEXT_IGNORE_ACTUALTEXT & ~pymupdf.TEXT_CLIP)
    return "".join(spoken.split()) != "".join(textpage.extractText().split())


def _flags(
    document: Any, page: Any, blocks: list[dict[str, Any]], words: list[Word], dropped: list[tuple[Reason, list[Word]]]
) -> list[str]:
    flags = [flag(reason, " ".join(w.text for w in group)[:80]) for reason, group in dropped if group]
    fonts: Counter[str] = Counter()
    for block in blocks:
        for line in block["lines"]:
            for span in line["spans"]:
                fonts[span["font"]] += len(span["text"])
    mute = sum(fonts[name] for name in unreadable_fonts(document, page, fonts))
    if unreadable_share([w.text for w in words]) > UNREADABLE or mute > UNREADABLE * fonts.total():
        flags.append(flag(Reason.UNREADABLE_TEXT_LAYER))
    return flags
