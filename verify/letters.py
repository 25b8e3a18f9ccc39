"""Witnesses that look at the letters alone: words spelled with look-alikes, labels of another alphabet, unknown words.

A wrong character map gives every engine the same wrong letters, so agreement proves nothing here. Each finding names
the repair it would propose; nothing is repaired.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from records.flags import ItemStatus, Reason, flag
from records.layout import Layout
from records.look_alikes import SCRIPTS, respelled, scripts_of
from records.model import Disagreement, Item
from records.words import zipf
from verify.unit import Unit, texts

# First letters of each alphabet in the order in which lists are labelled; several where usage differs.
ORDERS = {
    "latin": "ABCDEFGH",
    "cyrillic": "\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417",
    "greek": "\u0391\u0392\u0393\u0394\u0395\u0396\u0397\u0398",
}
MAIN_SHARE = 0.6  # of a field's letters that its main script must have
COMMON_ZIPF = 3.0  # a word this frequent (once in a million words) is taken to be meant by its look-alike
# The share of words of four or more letters that the language's list holds at Zipf 1.0 or above: at least 0.94 on each
# of 137 pages of six Polish, Ukrainian and English papers; 0.54-0.67 when one common vowel is read as another.
KNOWN_ZIPF = 1.0
LOWEST_RATE = 0.80
FAR_BELOW = 0.15  # under the median of the document's pages
FEWEST_WORDS = 20  # of a page; the pages of a document that have fewer are judged together
_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_ROMAN = re.compile(r"[IVXLCDM]+")

Known = Callable[[str], bool]
PageKey = tuple[str, int]  # document and page; page 0 = the pages too short to be judged alone


def letter_findings(items: Iterable[Unit], layout: Layout) -> tuple[list[Disagreement], int]:
    """Words and labels that are spelled with letters of another script.

    Args:
        items: merged items.
        layout: for the language and the alphabet of the labels.

    Returns:
        One Disagreement for each field concerned, with the repair proposed as `witness`, and the number of fields
        looked at.
    """
    found: list[Disagreement] = []
    looked_at = 0
    for item in items:
        if item.status is ItemStatus.WITHDRAWN:
            continue
        for name, text in texts(item):
            looked_at += 1
            if proposals := word_proposals(text, layout.language):
                found.append(_disagreement(item, Reason.LOOK_ALIKE_WORD, name, text, ", ".join(proposals)))
        for name, label, proposal in label_proposals(item, layout):
            looked_at += 1
            if proposal:
                found.append(_disagreement(item, Reason.LABEL_OF_OTHER_SCRIPT, name, label, proposal))
    return found, looked_at


def word_proposals(text: str, language: str) -> list[str]:
    """What the words of a text that are spelled with look-alikes would be in one script, as `word -> repaired`."""
    if text.isascii():
        return []
    main = _main_script(text)
    found: list[str] = []
    letters: list[str] = []
    for word in dict.fromkeys(_WORD.findall(text)):
        scripts = scripts_of(word)
        if len(scripts) > 1:
            repaired = next((r for s in _by_count(word) if (r := respelled(word, s)) is not None), None)
        elif main and scripts and main not in scripts and not _ROMAN.fullmatch(word):
            repaired = respelled(word, main)
            if repaired is not None and zipf(repaired.lower(), language) < COMMON_ZIPF:
                repaired = None
        else:
            continue
        if repaired is not None:
            (found if len(word) > 1 else letters).append(f"{word} -> {repaired}")
    return found + letters if found else []  # a letter alone may be the name of a quantity


def label_proposals(item: Unit, layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Every label and key of an item as (field, printed, proposal); the proposal is empty where the script is right."""
    options = layout.paper.options
    alphabet = options.alphabet if options else None
    if options is None or alphabet not in SCRIPTS or not isinstance(item, Item):
        return
    printed = [(f"option.{position}", o.label) for position, o in enumerate(item.options, 1)]
    keys = {k for k in item.key if len(k) == 1}
    raws = (p.raw.strip(" \n.)(") for p in item.provenance if p.field == "key")
    keys |= {raw for raw in raws if len(raw) == 1}
    for name, label in [*printed, *(("key", k) for k in sorted(keys))]:
        if scripts := scripts_of(label):
            yield name, label, "" if scripts == {alphabet} else _label_proposal(label, alphabet, options.labels)


def lexicon_rates(items: Iterable[Unit], language: str) -> dict[PageKey, float]:
    """The share of known words of four or more letters by page of the items' text.

    Pages with fewer than 20 such words are judged together as page 0. Empty for languages without a word list and
    for scripts that put no spaces between words.
    """
    known = _knower(language)
    if known is None:
        return {}
    pages: dict[PageKey, list[int]] = defaultdict(lambda: [0, 0])  # words known, words
    for item in items:
        at = {p.field: (p.document, p.places[0].page) for p in reversed(item.provenance) if p.places}
        for name, text in texts(item):
            if name in at and name != "legal_basis":  # abbreviations and names of statutes
                words = _LONG_WORD.findall(text)
                pages[at[name]][0] += sum(known(w.lower()) for w in words)
                pages[at[name]][1] += len(words)
    pooled: dict[PageKey, list[int]] = defaultdict(lambda: [0, 0])
    for (document, page), (right, count) in pages.items():
        key = document, page if count >= FEWEST_WORDS else 0
        pooled[key] = [pooled[key][0] + right, pooled[key][1] + count]
    return {k: round(right / count, 4) for k, (right, count) in sorted(pooled.items()) if count >= FEWEST_WORDS}


def lexicon_findings(rates: dict[PageKey, float]) -> list[str]:
    """The pages whose words the language does not know, as findings."""
    usual = median(rates.values()) if rates else 0.0
    return [
        flag(Reason.LOW_LEXICON_RATE, f"{document} page {page or 'short pages'} {rate:.2f} (document {usual:.2f})")
        for (document, page), rate in rates.items()
        if rate < LOWEST_RATE or rate < usual - FAR_BELOW
    ]


def _knower(language: str) -> Known | None:
    import wordfreq

    if language in ("zh", "ja", "th", "km", "lo", "my") or language not in wordfreq.available_languages():
        return None
    return lambda word: zipf(word, language) >= KNOWN_ZIPF


def _label_proposal(label: str, alphabet: str, declared: Sequence[str]) -> str:
    """What a label of another script may stand for: its look-alike, and the letter with its place in the alphabet."""
    looks = respelled(label, alphabet)
    means = [f"{label} -> {looks} (looks like it)"] if looks else []
    for script in scripts_of(label) - {alphabet}:
        at = ORDERS[script].find(label.upper())
        if 0 <= at < len(declared) and declared[at] != looks:
            means.append(f"{label} -> {declared[at]} (has its place)")
    return " or ".join(means) or f"{label} is no {alphabet} letter"


def _main_script(text: str) -> str | None:
    counts = _counts(text)
    total = counts.total()
    return next((s for s, n in counts.items() if n >= MAIN_SHARE * total), None)


def _by_count(word: str) -> list[str]:
    """The scripts of a word, the one with most letters first."""
    return [script for script, _ in _counts(word).most_common()]


def _counts(text: str) -> Counter[str]:
    counts = Counter({s: len(pattern.findall(text)) for s, pattern in SCRIPTS.items()})
    return +counts


def _disagreement(item: Unit, reason: Reason, name: str, text: str, proposal: str) -> Disagreement:
    places = [place for p in item.provenance if p.field == name for place in p.places]
    return Disagreement(
        exam=item.exam, item=item.id, field=name, reason=flag(reason, name),
        plumber=text, geometry=text, places=places, witness=proposal,
    )  # fmt: skip
