"""The numbers Word makes itself: what `w:numPr` and numbering.xml print before a paragraph.

One counter for each abstract list and level. Counters go on over paragraphs and over lists that share the abstract
list, begin again under a higher level, and where a list's override gives a start of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from extract.office.wordxml import W, child_val, int_val

_CYRILLIC = "абвгдежзиклмнопрстуфхцчшщэюя"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
LEVELS = 9


@dataclass(slots=True)
class Level:
    """One level of a list: first value, format, text with %1..%9, after which level it begins again."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int] = field(default_factory=dict)


def _letters(value: int) -> str:
    """a..z, then aa, bb, ... as Word counts."""
    return chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1)


def _roman(value: int) -> str:
    text = ""
    for size, sign in _ROMAN:
        text += sign * (value // size)
        value %= size
    return text


def formatted(value: int, form: str) -> str:
    """A counter as printed in a Word number format; formats that are not known print decimal figures."""
    if value < 1:
        return str(value)
    if form in ("russianLower", "russianUpper"):
        text = _CYRILLIC[(value - 1) % len(_CYRILLIC)] * ((value - 1) // len(_CYRILLIC) + 1)
        return text.upper() if form == "russianUpper" else text
    written: dict[str, Callable[[], str]] = {
        "lowerLetter": lambda: _letters(value),
        "upperLetter": lambda: _letters(value).upper(),
        "lowerRoman": lambda: _roman(value),
        "upperRoman": lambda: _roman(value).upper(),
        "decimalZero": lambda: f"{value:02d}",
        "none": lambda: "",
    }
    return written[form]() if form in written else str(value)


class Numbering:
    """The lists of a document and their counters.

    Args:
        root: numbering.xml, if there is one.
    """

    def __init__(self, root: Element | None) -> None:
        self._lists: dict[str, _List] = {}
        self._counters: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        abstracts: dict[str, dict[int, Level]] = {}
        links: dict[str, str] = {}
        named: dict[str, str] = {}
        for abstract in [] if root is None else root.findall(f"{W}abstractNum"):
            name = abstract.get(f"{W}abstractNumId", "")
            abstracts[name] = {_depth(e): _level(e) for e in abstract.findall(f"{W}lvl")}
            if (link := child_val(abstract, "numStyleLink")) is not None:
                links[name] = link
            if (link := child_val(abstract, "styleLink")) is not None:
                named[link] = name
        for entry in [] if root is None else root.findall(f"{W}num"):
            name = child_val(entry, "abstractNumId") or ""
            name = named.get(links.get(name, ""), name)
            found = _List(name, dict(abstracts.get(name, {})))
            for override in entry.findall(f"{W}lvlOverride"):
                depth = _depth(override)
                if (level := override.find(f"{W}lvl")) is not None:
                    found.levels[depth] = _level(level)
                if (start := child_val(override, "startOverride")) is not None:
                    found.starts[depth] = int(start)
            self._lists[entry.get(f"{W}numId", "")] = found

    def label(self, num: str, depth: int) -> str:
        """The number printed before the next paragraph of a list level; empty for bullets and unknown lists."""
        found = self._lists.get(num)
        if found is None or depth not in found.levels:
            return ""
        counters = self._counters.setdefault(found.abstract, {})
        self._advance(counters, found, num, depth)
        level = found.levels[depth]
        if level.form == "bullet":
            return ""
        text = level.text
        for upper in range(LEVELS):
            if f"%{upper + 1}" in text:
                text = text.replace(f"%{upper + 1}", self._printed(counters, found.levels, upper, level.legal))
        return text.strip()

    def _printed(self, counters: Mapping[int, int], levels: Mapping[int, Level], depth: int, legal: bool) -> str:
        level = levels.get(depth, Level())
        return formatted(counters.get(depth, level.start), "decimal" if legal else level.form)

    def _advance(self, counters: dict[int, int], found: _List, num: str, depth: int) -> None:
        level = found.levels[depth]
        if depth in found.starts and (num, depth) not in self._begun:
            counters[depth] = found.starts[depth]
        elif depth in counters:
            counters[depth] += 1
        else:
            counters[depth] = level.start
        self._begun.add((num, depth))
        for lower in [d for d in counters if d > depth]:
            restart = found.levels.get(lower, Level()).restart
            if restart is None or (restart and depth < restart):
                del counters[lower]


def _depth(element: Element) -> int:
    text = element.get(f"{W}ilvl", "0")
    return int(text) if text.isdecimal() else 0


def _level(element: Element) -> Level:
    restart = child_val(element, "lvlRestart")
    return Level(
        start=int_val(element, "start", 1),
        form=child_val(element, "numFmt") or "decimal",
        text=child_val(element, "lvlText") or "",
        restart=int(restart) if restart and restart.isdecimal() else None,
        legal=element.find(f"{W}isLgl") is not None,
    )
