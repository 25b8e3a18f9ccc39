"""Is the text layer what a reader sees? Scripts mixed in a word, glyphs that stand for no letter, undecodable fonts.

These checks judge, they never repair: look-alike letters are only used to recognise an option's label.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

_LETTERS = re.compile(r"[^\W\d_]+")
_CID = re.compile(r"\(cid:\d+\)")
_SCRIPTS = (
    ("latin", re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")),
    ("cyrillic", re.compile("[\u0400-\u052f]")),
    ("greek", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
)
_NO_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
LOOKALIKES = {
    "cyrillic": str.maketrans("ABCEHIKMOPTXaceiopxy", "АВСЕНІКМОРТХасеіорху"),
    "greek": str.maketrans("ABEZHIKMNOPTYX", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"),
    "latin": str.maketrans("АВСЕНІКМОРТХасеіорху", "ABCEHIKMOPTXaceiopxy"),
}
# Character collections whose code points every reader knows without a ToUnicode table.
_KNOWN_ORDERINGS = ("Japan1", "GB1", "CNS1", "Korea1", "KR")


@lru_cache(maxsize=16384)
def mixed_script(word: str) -> bool:
    """Whether letters of Latin, Cyrillic or Greek stand side by side without anything between them."""
    if word.isascii():
        return False
    return any(sum(pattern.search(run) is not None for _, pattern in _SCRIPTS) > 1 for run in _LETTERS.findall(word))


def letters_by_script(texts: Iterable[str]) -> dict[str, int]:
    """How many letters of each script texts have: `latin`, `cyrillic`, `greek`, `cjk` and so on, by Unicode's names."""
    counts: Counter[str] = Counter()
    for text in texts:
        for letter in text:
            counts.update([_script_of(letter)] if letter.isalpha() else [])
    return dict(sorted(counts.items()))


@lru_cache(maxsize=16384)
def _script_of(letter: str) -> str:
    plain = unicodedata.normalize("NFKC", letter)[0]
    return unicodedata.name(plain, "unknown").split()[0].split("-")[0].lower()


def of_one_script(text: str) -> bool:
    """Whether a text has letters of at most one of Latin, Cyrillic and Greek, so that none of its words is mixed."""
    return sum(pattern.search(text) is not None for _, pattern in _SCRIPTS) < 2


def without(text: str, glyphs: Sequence[str]) -> str:
    """The text without some glyphs."""
    for glyph in glyphs:
        text = text.replace(glyph, "")
    return text


def unreadable_share(texts: list[str]) -> float:
    """Share of the glyphs that stand for no letter: U+FFFD, private use, control characters, `(cid:n)`."""
    total = sum(map(len, texts))
    lost = sum(len(_NO_LETTER.findall(t)) + len(_CID.findall(t)) for t in texts if not t.isascii() or not t.isalnum())
    return lost / total if total else 0.0


def unreadable_fonts(document: Any, page: Any, used: Iterable[str]) -> list[str]:
    """Fonts in use that give codes no meaning: composite or Type 3 fonts without a ToUnicode table.

    Args:
        document: the open document.
        page: its page.
        used: font names as MuPDF names them in the page's spans.

    Raises:
        ValueError: the page's font dictionary is damaged.
    """
    try:
        fonts = page.get_fonts()
    except TypeError as error:  # PyMuPDF stumbles over entries that are no fonts
        raise ValueError("a damaged font dictionary") from error
    suspects = []
    for name in used:
        for xref, _, kind, base, _, encoding, *_ in fonts:
            typed = kind == "Type3" and name.startswith("Type3")
            if (
                xref
                and (typed or _same_font(base.split("+")[-1], name))
                and _undecodable(document, xref, kind, encoding)
            ):
                suspects.append(name)
                break
    return suspects


def _undecodable(document: Any, xref: int, kind: str, encoding: str) -> bool:
    if kind not in ("Type0", "Type3") or document.xref_get_key(xref, "ToUnicode")[0] in ("xref", "dict"):
        return False
    if kind == "Type3":
        return not _named_glyphs(document, xref)
    return encoding.startswith("Identity") and not _known_collection(document, xref)


def _same_font(one: str, two: str) -> bool:
    first, second = ("".join(c for c in name if c.isalnum()).casefold() for name in (one, two))
    return bool(first and second) and (first.startswith(second) or second.startswith(first))


def _known_collection(document: Any, xref: int) -> bool:
    kind, value = document.xref_get_key(xref, "DescendantFonts")
    found = re.search(r"(\d+) 0 R", value) if kind in ("array", "xref") else None
    if found is None:
        return False
    described = document.xref_object(int(found.group(1)), compressed=True)
    inner = re.search(r"/CIDSystemInfo (\d+) 0 R", described)
    if inner is not None:
        described += document.xref_object(int(inner.group(1)), compressed=True)
    return any(f"({ordering})" in described for ordering in _KNOWN_ORDERINGS)


def _named_glyphs(document: Any, xref: int) -> bool:
    """Whether most glyphs of a Type 3 font bear a standard name, from which readers know the letter."""
    import pymupdf

    procedures = document.xref_get_key(xref, "CharProcs")
    text = (
        procedures[1]
        if procedures[0] == "dict"
        else document.xref_object(int(procedures[1].split()[0]), compressed=True)
    )
    names = re.findall(r"/([^\s/<>\[\]()]+)\s+\d+ 0 R", text)
    known = sum(pymupdf.glyph_name_to_unicode(name) not in (-1, 0, 0xFFFD) for name in names)
    return bool(names) and known >= 0.9 * len(names)
