"""Signs that the text layer does not say what the page shows: mixed scripts, undecodable characters.

A word that mixes Latin, Cyrillic and Greek letters is spelled with look-alikes, by its author or by a wrong mapping.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

# Above this share of a page's glyphs the text layer is no reading of the page.
UNREADABLE_SHARE = 0.01
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_CODED = re.compile(r"\(cid:\d+\)")
_SCRIPTS = {
    "latin": re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "greek": re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]"),
}
# First words of the names that Unicode gives to letters; full-width ones have the script as second word, and
# the ordinal indicators \u00ba and \u00aa have none.
_SCRIPT_NAMES = {
    name.upper(): name
    for name in ("latin", "cyrillic", "greek", "armenian", "georgian", "hebrew", "arabic", "thai", "devanagari")
} | {
    "CJK": "han",
    "HIRAGANA": "kana",
    "KATAKANA": "kana",
    "HANGUL": "hangul",
    "FEMININE": "latin",
    "MASCULINE": "latin",
}


def mixed_words(text: str) -> list[str]:
    """The words of a text that mix scripts, in order, each once."""
    found = (m.group() for m in _LETTERS.finditer(text) if not m.group().isascii())
    return list(dict.fromkeys(w for w in found if sum(bool(p.search(w)) for p in _SCRIPTS.values()) > 1))


def letters_by_script(texts: Iterable[str]) -> dict[str, int]:
    """How many letters of each script texts have, the most frequent script first."""
    counts: Counter[str] = Counter()
    decoded = (_CODED.sub("", text) if "(cid:" in text else text for text in texts)
    for letter, count in Counter("".join(decoded)).items():
        if not letter.isalpha():
            continue
        words = unicodedata.name(letter, "").split()
        counts[next((_SCRIPT_NAMES[w] for w in words[:2] if w in _SCRIPT_NAMES), "other")] += count
    return dict(counts.most_common())


def unreadable(text: str) -> bool:
    """Whether the text of one glyph says that the glyph could not be decoded."""
    if _CODED.fullmatch(text):
        return True
    return any(c == "\ufffd" or unicodedata.category(c) in ("Co", "Cn") or _control(c) for c in text)


def unread_words(text: str) -> list[str]:
    """The words of a text that hold a glyph that could not be decoded, each once."""
    return list(dict.fromkeys(w for w in text.split() if _CODED.search(w) or unreadable(w)))


def is_blank(text: str) -> bool:
    """Whether a glyph's text is nothing that is read: empty, white space, or control characters alone.

    A control character with ink makes its page unreadable if there are many; one of them is seen by the comparison,
    for the other engine looks at the ink.
    """
    return all(c.isspace() or _control(c) for c in text)


def _control(character: str) -> bool:
    return unicodedata.category(character) == "Cc" and character not in "\t\n\r"


# Capital letters of Cyrillic and Greek that look like Latin ones.
_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXIJSABEZHIKMNOPTYX")


def plain_forms(printed: str) -> tuple[str, str]:
    """A label as printed, and with full-width signs made plain."""
    return printed, unicodedata.normalize("NFKC", printed)


def declared_label(printed: str, declared: Sequence[str]) -> str:
    """The declared label that a printed one is, or looks like; the printed one if there is none."""
    for form in plain_forms(printed):
        if form in declared:
            return form
    looks = printed.upper().translate(_LOOK_ALIKES)
    return next((d for d in declared if d.upper().translate(_LOOK_ALIKES) == looks), printed)
