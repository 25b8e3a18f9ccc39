"""The text normal form: how the lines of a cell or a list entry become one string, and what a comparison forgives.

Raw text keeps every line break, hyphen and U+00AD as extracted. The joined form is derived from it here, once, for
both paths; neither path normalises on its own. Superscripts arrive marked (`454^1`) from the path that saw the glyphs.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
SOFT_HYPHEN = "\u00ad"
HYPHENS = "-\u2010"
SHORTEST_HALF = 2  # letters; no rule of hyphenation leaves a single letter on a line
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_SPACE = re.compile(r"\s+")
# Ideographs, kana, CJK punctuation and full-width forms: scripts that put no space between words.
_SPACELESS = re.compile(r"[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_FOOTNOTE = re.compile(
    r"(?:(?<=[^\W\d_]{2})|(?<=[^\W\d_]{2}[.,;:!?])|(?<=[)\]\u201c\u201d\u00bb\u2019]))\^(\d{1,3})(?![\w^])"
)

Attested = Callable[[str], bool]


def expand_ligatures(text: str) -> str:
    """Expand U+FB00..U+FB06 and nothing else (`№` and `²` stay)."""
    return _LIGATURE.sub(lambda m: LIGATURES[m.group()], text)


def squeeze(text: str) -> str:
    """Single spaces, none at the ends."""
    return " ".join(text.split())


def join_plain(lines: Sequence[str]) -> str:
    """Join the lines of a table cell with one space, as drawn: ligatures expanded, U+00AD removed, hyphens kept."""
    return squeeze(expand_ligatures(" ".join(lines)).replace(SOFT_HYPHEN, ""))


def join_lines(lines: Sequence[str], attested: Attested) -> tuple[str, list[str]]:
    """Join lines to running text, dissolving line-end hyphenation where that is certain.

    A soft hyphen at a line end always joins. A hyphen between letters, before a lower-case letter, joins only if
    `attested` knows the joined word; before digits and capitals it stays, without a space. Lines of a script that
    puts no spaces between words join without one.

    Args:
        lines: the lines top to bottom, superscripts marked.
        attested: tells whether a word (lower case) exists in the corpus or in the language's word list.

    Returns:
        The joined text and the line-end words whose hyphen was kept for want of attestation.
    """
    text, unresolved = "", []
    for raw in lines:
        line = squeeze(expand_ligatures(raw))
        if not line:
            continue
        text, doubt = _append(text, line, attested) if text else (line, "")
        if doubt:
            unresolved.append(doubt)
    return squeeze(text.replace(SOFT_HYPHEN, "")), unresolved


def _append(text: str, line: str, attested: Attested) -> tuple[str, str]:
    if text.endswith(SOFT_HYPHEN):
        return text[:-1] + line, ""
    if text[-1] in HYPHENS and len(text) > 1 and not text[-2].isspace():
        return _append_after_hyphen(text, line, attested)
    if _SPACELESS.match(text[-1]) and _SPACELESS.match(line[0]):
        return text + line, ""
    return f"{text} {line}", ""


def _append_after_hyphen(text: str, line: str, attested: Attested) -> tuple[str, str]:
    left = re.search(r"[^\W\d_]+$", text[:-1])
    right = re.match(r"[^\W\d_]+", line)
    if left is None or right is None or not line[0].islower():
        return text + line, ""
    word = (left.group() + right.group()).replace(SOFT_HYPHEN, "")
    if min(len(left.group()), len(right.group())) >= SHORTEST_HALF and attested(word.lower()):
        return text[:-1] + line, ""
    return text + line, f"{left.group()}-{right.group()}"


def take_footnote_marks(text: str) -> tuple[str, list[str]]:
    """Split raised numbers that follow a word, not a number, from running text.

    After a digit (`Art. 12^1`, `ust. 1^1`) a raised number belongs to the number and stays; after a word of two or
    more letters, with or without a punctuation mark, and after a closing bracket or quote it is a footnote mark.

    Returns:
        The text without the marks, and the marks in order.
    """
    return _FOOTNOTE.sub("", text), _FOOTNOTE.findall(text)


def comparison_form(text: str) -> str:
    """What the comparison of two readings looks at: it forgives white space and line-break hyphenation, nothing else.

    NFC, ligatures expanded, white space and U+00AD removed. A hyphen with white space on its right only, between a
    letter and a lower-case letter, is a line break's and removed.
    """
    text = expand_ligatures(unicodedata.normalize("NFC", text)).replace(SOFT_HYPHEN, "")
    text = re.sub(rf"(?<=[^\W\d_])[{HYPHENS}]\s+(?=[^\W\d_])", _drop_before_lower(text), text)
    return _SPACE.sub("", text)


def _drop_before_lower(text: str) -> Callable[[re.Match[str]], str]:
    return lambda m: "" if text[m.end()].islower() else m.group()
