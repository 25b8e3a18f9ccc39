"""The form in which two engines' characters of one field are compared: what one draws, not how it is coded.

Set aside are white space, control characters, the superscript mark `^`, U+00AD, and which hyphen it is (PDFium gives
U+0002 for one at a line's end); ligatures are expanded, the rest is NFC.
"""

import re
import unicodedata

from records.text import expand_ligatures

_ASIDE = re.compile("[\\s^\u00ad\u200b-\u200f\ufeff\\x00\\x01\\x03-\\x1f\\x7f-\\x9f]+")
_HYPHEN = re.compile("[\u0002\u2010\u2011-]")


def glyph_form(text: str) -> str:
    """The comparison form of a text as printed."""
    return unicodedata.normalize("NFC", expand_ligatures(_HYPHEN.sub("-", _ASIDE.sub("", text))))


def same_but_hyphens(one: str, two: str) -> bool:
    """Whether two comparison forms differ in nothing but hyphens (one engine has U+00AD, the other a hyphen)."""
    return one.replace("-", "") == two.replace("-", "")
