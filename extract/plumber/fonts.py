"""Fonts as tables of letters and widths, and which fonts can be believed.

A font whose codes nothing maps to characters yields plausible, wrong letters: each face knows whether its font's
dictionary says what the codes mean. What a font does say may still be wrong; two codes for one letter with unlike
widths are a sign of that.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psparser import PSLiteral

from extract.plumber.damage import Objects
from extract.plumber.scripts import unreadable

# Glyph names that mean a position in a font, not a character (`g65`, `cid12`, `glyph7`, `a33` of a dingbat font).
_NAMELESS = re.compile(r"^(?:g|G|c|C|a|cid|CID|glyph|gid|index|char|x)[-_]?\d+$")
# Widths in thousandths of the font size; twins drawn by the same outline differ by rounding only.
_WIDTH_DIFFERENCE = 2
MAX_SIZES = 64  # font sizes of one face whose widths are kept


class _Letters(dict[int, str]):
    """The text of each code, looked up in the font when it is first asked for."""

    def __init__(self, face: "Face") -> None:
        super().__init__()
        self._face = face

    def __missing__(self, code: int) -> str:
        try:
            text = str(self._face.font.to_unichr(code))
        except PDFUnicodeNotDefined:
            text = f"(cid:{code})"
        self[code] = text
        self._face.plain = self._face.plain and len(text) == 1
        if unreadable(text):
            self._face.unreadable.add(code)
        return text


class _Widths(dict[int, float]):
    """The advance of each code at one font size."""

    def __init__(self, face: "Face", size: float) -> None:
        super().__init__()
        self._face, self._size = face, size

    def __missing__(self, code: int) -> float:
        width = self[code] = float(self._face.font.char_width(code) * self._size)
        self._face.thin = self._face.thin or not width
        return width


class Face:
    """One font of a document.

    `plain` while every code read stands for one character, `thin` if one has no width, `damaged` if some of it is lost.
    """

    def __init__(self, font: Any, doubtful: bool) -> None:
        self.font, self.doubtful, self.damaged = font, doubtful, False
        self.decode: Callable[[bytes], Iterable[int]] = font.decode
        self.multibyte, self.vertical = bool(font.is_multibyte()), bool(font.is_vertical())
        self.plain, self.thin = True, False
        self.letters: dict[int, str] = _Letters(self)
        self.unreadable: set[int] = set()
        self._sizes: dict[float, dict[int, float]] = {}

    def widths(self, size: float) -> dict[int, float]:
        """The advances of codes at a font size (times the horizontal scaling)."""
        found = self._sizes.get(size)
        if found is None:
            if len(self._sizes) >= MAX_SIZES:
                self._sizes.clear()
            found = self._sizes[size] = _Widths(self, size)
        return found

    def texts(self, codes: Sequence[int]) -> Sequence[str]:
        """The text of each code: a string if each is one character, else a list."""
        texts = list(map(self.letters.__getitem__, codes))
        return "".join(texts) if self.plain else texts


class FontShelf(PDFResourceManager):  # type: ignore[misc]
    """Makes fonts as pdfminer does and keeps the faces of those that are objects of the file.

    Args:
        objects: tells what of the file is lost; without it nothing is looked at.
    """

    def __init__(self, objects: Objects | None = None) -> None:
        super().__init__(caching=True)
        self.objects = objects
        self._faces: dict[object, Face] = {}

    def face(self, objid: object, spec: Mapping[str, Any]) -> Face:
        """The face for a font dictionary, judged once."""
        found = self._faces.get(objid) if objid else None
        if found is None:
            before = self.objects.missed if self.objects else 0
            broken = self.objects is not None and not all(map(self.objects.is_whole, _streams(spec)))
            found = Face(self.get_font(objid, spec), _silent(spec))
            found.damaged = not spec or broken or (self.objects is not None and self.objects.missed > before)
            if objid:
                self._faces[objid] = found
        return found


def _streams(spec: Mapping[str, Any]) -> Iterator[PDFStream]:
    """The streams of a font: its file, what its codes mean, and the same of its descendant."""
    family = resolve1(spec.get("DescendantFonts"))
    for font in (spec, *(map(resolve1, family) if isinstance(family, list) else ())):
        about = resolve1(font.get("FontDescriptor")) if isinstance(font, dict) else None
        for holder, names in ((font, ("ToUnicode", "Encoding")), (about, ("FontFile", "FontFile2", "FontFile3"))):
            found = (resolve1(holder.get(name)) for name in names) if isinstance(holder, dict) else ()
            yield from (stream for stream in found if isinstance(stream, PDFStream))


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


def shared_letters(used: Mapping[Face, Iterable[int]]) -> set[str]:
    """Letters that one font gives to two codes of unlike widths: one of the two is another letter on the page."""
    shared: set[str] = set()
    for face, codes in used.items():
        by_letter: dict[str, list[float]] = defaultdict(list)
        for code in codes:
            by_letter[face.letters[code]].append(face.font.char_width(code) * 1000)
        shared |= {
            letter
            for letter, widths in by_letter.items()
            if len(letter) == 1 and letter.isalpha() and max(widths) - min(widths) > _WIDTH_DIFFERENCE
        }
    return shared
