"""Letters of Latin, Cyrillic and Greek that look alike, for witnesses that propose a spelling.

The table is `look_alikes.json`, a part of the confusables of Unicode Technical Standard 39.
"""

import json
import re
from functools import lru_cache
from pathlib import Path

LOOK_ALIKES = Path(__file__).with_name("look_alikes.json")
SCRIPTS = {
    "latin": re.compile("[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]"),
    "cyrillic": re.compile("[\u0400-\u052f]"),
    "greek": re.compile("[\u0370-\u03ff\u1f00-\u1fff]"),
}


def scripts_of(word: str) -> set[str]:
    """Which of Latin, Cyrillic and Greek a word has letters of."""
    return {name for name, pattern in SCRIPTS.items() if pattern.search(word)}


def respelled(word: str, script: str) -> str | None:
    """The word in letters of one script that look the same; None if a letter has no look-alike there."""
    table = _table(script)
    letters = [c if SCRIPTS[script].match(c) or not scripts_of(c) else table.get(c) for c in word]
    return None if any(c is None for c in letters) else "".join(c or "" for c in letters)


def folded(text: str) -> str:
    """The text with every letter that looks like a Latin one written as that."""
    table = _table("latin")
    return "".join(table.get(c, c) for c in text)


@lru_cache(maxsize=4)
def _table(script: str) -> dict[str, str]:
    """Letters of the other scripts -> look-alike of this one."""
    raw: dict[str, dict[str, str]] = {
        k: v for k, v in json.loads(LOOK_ALIKES.read_text("utf-8")).items() if k in SCRIPTS
    }
    to_latin = {letter: latin for table in raw.values() for latin, letter in table.items()}
    if script == "latin":
        return to_latin
    own = raw[script]
    return {**own, **{letter: own[latin] for letter, latin in to_latin.items() if latin in own}}
