"""Damaged pages: what MuPDF only warns of while it reads a page, and pages of which nothing was read.

MuPDF reads on where a stream breaks off or does not decode, so that text is lost without an error. What it passes over
without a loss of text (colours, images, wrong lengths of streams) is no damage.
"""

import re
from typing import Any

from extract.geometry.glyphs import UNNAMED, Word
from records.flags import Reason, flag

_LOSS = re.compile(r"\berror\b|\bcannot\b|\bpremature\b|unknown filter|may be lost")
_NO_LOSS = re.compile(
    r"page may not be correct"  # ends a list of errors
    r"|cannot (?:find (?:ColorSpace|ExtGState|Pattern|Shading) resource|create (?:ICC|ToUnicode|appearance))"
    r"|\b(?:ICC|JPX|jpx|jpeg|jbig2|image)\b"
)
_FONT = re.compile(rb"/([\w.,*+-]+)\s+[-+.\d]+\s+Tf\b")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
DEPTH = 50  # of a page tree that is looked through for inherited resources
DETAIL = 80  # characters of a warning that are kept


def forget_warnings() -> None:
    """Let MuPDF forget what it has warned of so far."""
    import pymupdf

    pymupdf.TOOLS.reset_mupdf_warnings()


def damage_heard() -> list[str]:
    """The flag for the warnings since they were last forgotten that tell of lost text, if there are any."""
    import pymupdf

    said = pymupdf.TOOLS.mupdf_warnings()
    losses = [line for line in said.splitlines() if _LOSS.search(line) and not _NO_LOSS.search(line)]
    return [_told(losses[0])] if losses else []


def _told(detail: str) -> str:
    """The flag, without bytes of the file that are no text."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in detail)
    return flag(Reason.DAMAGED_STREAM, plain[:DETAIL])


def nothing_on(page: Any) -> Reason | None:
    """What it means that a page has no glyphs: it shows something (no text layer), is blank, or has spaces only."""
    if page.get_images() or page.get_cdrawings():
        return Reason.NO_TEXT_LAYER
    return None if page.get_text() else Reason.BLANK_PAGE


def fonts_missing(document: Any, page: Any, content: bytes) -> list[str]:
    """The flag for fonts that a page's content names and that are not there: MuPDF takes another without a word."""
    named = sorted({name.decode("ascii") for name in _FONT.findall(content)})
    holder = page.xref
    for _ in range(DEPTH if named else 0):
        parent = document.xref_get_key(holder, "Parent")
        if parent[0] != "xref" or document.xref_get_key(holder, "Resources")[0] != "null":
            break
        holder = int(parent[1].split()[0])
    lost = [name for name in named if not _is_font(document, *document.xref_get_key(holder, f"Resources/Font/{name}"))]
    return [_told(f"no font {lost[0]}")] if lost else []


def with_characters(words: list[Word]) -> list[Word]:
    """Words without halves of surrogate pairs, which a font's table may name and which are no characters."""
    try:
        "".join([word.text for word in words]).encode()
    except UnicodeEncodeError:
        return [word._replace(text=_HALF_PAIR.sub(UNNAMED, word.text)) for word in words]
    return words


def _is_font(document: Any, kind: str, value: str) -> bool:
    return kind == "dict" or (kind == "xref" and document.xref_get_key(int(value.split()[0]), "Subtype")[0] == "name")
