"""Which fonts can be believed: a font whose codes nothing maps to characters yields plausible, wrong letters.

A resource manager that keeps, for each font it makes, whether its dictionary says what the codes mean. What a font
does say may still be wrong; two codes for one letter with unlike widths are a sign of that.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral

from extract.plumber.device import Mark

# Glyph names that mean a position in a font, not a character (`g65`, `cid12`, `glyph7`, `a33` of a dingbat font).
_NAMELESS = re.compile(r"^(?:g|G|c|C|a|cid|CID|glyph|gid|index|char|x)[-_]?\d+$")
# Widths in thousandths of the font size; twins drawn by the same outline differ by rounding only.
_WIDTH_DIFFERENCE = 2


class FontShelf(PDFResourceManager):  # type: ignore[misc]
    """Makes fonts as pdfminer does and remembers which of them do not say what their codes mean."""

    def __init__(self) -> None:
        super().__init__(caching=True)
        self.doubtful: set[int] = set()
        self._kept: list[Any] = []

    def get_font(self, objid: object, spec: Mapping[str, object]) -> Any:
        """The font for a dictionary, judged once."""
        font = super().get_font(objid, spec)
        if objid is not None or id(font) not in self.doubtful:
            self._kept.append(font)  # an id must not be given to another font while a page refers to it
        if _silent(spec):
            self.doubtful.add(id(font))
        return font


def _silent(spec: Mapping[str, Any]) -> bool:
    kind = getattr(resolve1(spec.get("Subtype")), "name", "")
    if resolve1(spec.get("ToUnicode")) is not None:
        return False
    encoding = resolve1(spec.get("Encoding"))
    if kind == "Type0":
        return getattr(encoding, "name", "").startswith("Identity") and not _registered(spec)
    names = _names(encoding)
    if kind == "Type3":
        return not names or sum(bool(_NAMELESS.match(n)) for n in names) > len(names) / 2
    embedded = resolve1(spec.get("FontDescriptor"))
    if kind == "TrueType" and isinstance(embedded, dict) and "FontFile2" in embedded:
        return encoding is None
    return bool(names) and all(_NAMELESS.match(n) for n in names)


def _registered(spec: Mapping[str, Any]) -> bool:
    """Whether the descendant font belongs to a character collection that has a published mapping."""
    family = resolve1(spec.get("DescendantFonts"))
    descendant = resolve1(family[0]) if isinstance(family, list) and family else None
    info = resolve1(descendant.get("CIDSystemInfo")) if isinstance(descendant, dict) else None
    ordering = resolve1(info.get("Ordering")) if isinstance(info, dict) else b""
    return isinstance(ordering, bytes) and ordering not in (b"", b"Identity")


def _names(encoding: Any) -> list[str]:
    differences = resolve1(encoding.get("Differences")) if isinstance(encoding, dict) else None
    return [d.name for d in differences or [] if isinstance(d, PSLiteral)]


def shared_letters(marks: Iterable[Mark], fonts: Mapping[int, Any]) -> set[str]:
    """Letters that one font gives to two codes of unlike widths: one of the two is another letter on the page."""
    codes: dict[tuple[int, str], set[int]] = defaultdict(set)
    for mark in marks:
        if len(mark.text) == 1 and mark.text.isalpha():
            codes[mark.font, mark.text].add(mark.code)
    return {
        text
        for (font, text), used in codes.items()
        if len(used) > 1 and _spread([fonts[font].char_width(c) * 1000 for c in used]) > _WIDTH_DIFFERENCE
    }


def _spread(widths: list[float]) -> float:
    return max(widths) - min(widths)
