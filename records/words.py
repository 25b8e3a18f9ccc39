"""Which words exist: the evidence for joining a word that a line end has cut.

A word is attested if the language's word-frequency list (package wordfreq) holds it at or above a stated frequency,
or if the same document prints it unbroken. Languages without a list fall back on the document alone.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

# Zipf scale (log10 of occurrences per 10^9 words). At 2.0 inflected legal vocabulary is in and accidental
# joins such as `nonmaterial` (1.06 in the English list) are out.
MIN_ZIPF = 2.0
_WORD = re.compile(r"[^\W\d_]{3,}")


class Attestation:
    """Answers whether a lower-case word exists in a language or in one document.

    Args:
        language: ISO 639-1 code.
        texts: texts of the document, whose unbroken words are attested by it.
    """

    def __init__(self, language: str, texts: Iterable[str] = ()) -> None:
        self._language = language
        self._seen = {w.lower() for t in texts for w in _whole_words(t)}

    def __call__(self, word: str) -> bool:
        """Whether the lower-case word exists."""
        return word in self._seen or zipf(word, self._language) >= MIN_ZIPF


def _whole_words(text: str) -> list[str]:
    """Words of a text that neither begin after nor end before a hyphen."""
    return [
        m.group()
        for m in _WORD.finditer(text)
        if text[m.end() : m.end() + 1] not in ("-", "\u00ad", "\u2010")
        and text[max(m.start() - 1, 0)] not in "-\u00ad\u2010"
    ]


@lru_cache(maxsize=65536)
def zipf(word: str, language: str) -> float:
    """The word's frequency on the Zipf scale (log10 of occurrences per 10^9 words), 0 where there is no list."""
    import wordfreq

    if language not in wordfreq.available_languages():
        return 0.0
    return float(wordfreq.zipf_frequency(word, language))
