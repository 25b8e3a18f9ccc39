"""One page as this path sees it: words and rulings in the frame of the reading direction, and what was left out.

The frame is page space turned so that text runs to the right and lines follow downwards; `Frame.shown` leads back to
the page as displayed. Every glyph that MuPDF finds is in `words`, in `hidden` or in `doubled`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from extract.geometry.clips import parted
from extract.geometry.damage import damage_heard, fonts_missing, forget_warnings, with_characters
from extract.geometry.drawn import drawn_on
from extract.geometry.fonts import mute_fonts
from extract.geometry.frame import Frame, frame_of
from extract.geometry.glyphs import Word, without_doubles
from extract.geometry.rulings import Rule, rules_of
from extract.geometry.scripts import unreadable_share, without
from extract.geometry.sheet import Sheet
from extract.geometry.styles import Styles, styles_of
from extract.geometry.words import words_on, words_unseen
from records.errors import DocumentError
from records.flags import Reason, flag

STRAIGHT = 0.98  # cosine of the angle up to which a line follows the page's direction (a crooked scan does)
UNREADABLE = 0.01  # share of a page's glyphs that stand for no letter


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

    forget_warnings()
    try:
        page = _read(document, index, rulings, known)
    except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase) as error:
        where = f"{document.name} page {index + 1}"
        raise DocumentError("is damaged and cannot be read", where=where, do="Get the file again.") from error
    return page._replace(flags=[*page.flags, *damage_heard()])


def _read(document: Any, index: int, rulings: bool, known: Sequence[str]) -> Page:
    page = document[index]
    sheet = Sheet(page)
    whole = sheet.unclipped_glyphs()
    split = parted(whole, sheet.glyphs()) if whole is not None else None
    blocks = split.shown if split else sheet.blocks
    styles = styles_of(blocks)
    frame, extent, direction = frame_of(page, styles.turns)
    drawn = drawn_on(sheet)
    words, hidden = map(with_characters, words_on(sheet, styles, frame, drawn, index + 1, split))
    words, outside = _inside(words, extent)
    words, doubled = without_doubles(words)
    clipped = with_characters(words_unseen(split.lost, frame, index + 1)) if split else []
    doubled += with_characters(words_unseen(split.copies, frame, index + 1)) if split else []
    words, askew, slanted = _level(words, styles, frame)
    across, upright = rules_of(drawn.pieces, drawn.veils, frame) if rulings else ([], [])
    flags = _flags(
        document,
        sheet,
        styles,
        without("".join([w.text for w in words]), known),
        [(Reason.HIDDEN_TEXT, hidden), (Reason.CLIPPED_TEXT, outside + clipped), (Reason.DOUBLED_TEXT, doubled)],
    )
    flags.extend(fonts_missing(document, page, sheet.content))
    if _speaks_otherwise(sheet):
        flags.append(flag(Reason.ACTUAL_TEXT))
    size = (round(page.rect.width, 1), round(page.rect.height, 1))
    dropped = hidden + outside + clipped
    return Page(
        index + 1, *size, extent, direction, frame, words, askew, across, upright, dropped, doubled, flags, slanted
    )


def _inside(words: list[Word], extent: tuple[float, float]) -> tuple[list[Word], list[Word]]:
    """Part the words of the page from those that lie wholly outside it."""
    seen = [w for w in words if w.x1 > 0 and w.y1 > 0 and w.x0 < extent[0] and w.y0 < extent[1]]
    return (words, []) if len(seen) == len(words) else (seen, [w for w in words if w not in seen])


def _level(words: list[Word], styles: Styles, frame: Frame) -> tuple[list[Word], list[Word], frozenset[int]]:
    """Part the words that follow the page's direction from lines that run another way, each of these put together."""
    turned = {}
    for key, along, *_ in styles.lines if len(styles.turns) > 1 or frame.along not in styles.turns else ():
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
