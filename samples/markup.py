"""The few marks of printed text and its breaking into lines.

`{^1}` is set raised and smaller. `{-}` and `{~}` are places where a word may be broken at a line end, with a hyphen
or a soft hyphen; `{=}` allows a break after a hyphen that belongs to the word. Elsewhere the marks print nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

SOFT_HYPHEN = "\u00ad"
RAISED_SIZE = 0.62  # of the font size
RAISED_BY = 0.36  # of the font size
_MARK = re.compile(r"\{(\^[^}]*|[-~=])\}")
_AT_BREAK = {"-": "-", "~": SOFT_HYPHEN, "=": ""}


@dataclass(frozen=True)
class Run:
    """Letters set alike."""

    text: str
    raised: bool = False


Line = list[Run]
Measure = Callable[[Run], float]


def wrap(text: str, width: float, measure: Measure) -> list[Line]:
    """Break a text into lines no wider than `width` (greedy; a word that fits nowhere stands alone)."""
    lines: list[Line] = [[]]
    for word in text.split():
        pieces = _pieces(word)
        while pieces:
            space = [Run(" ")] if lines[-1] else []
            if _width(space + _runs(pieces), lines[-1], measure) <= width:
                lines[-1] += space + _runs(pieces)
                break
            head = _longest_head(pieces, space, lines[-1], width, measure)
            if head:
                lines[-1] += space + _runs(pieces[:head]) + [Run(_AT_BREAK[str(pieces[head])])]
                pieces = pieces[head + 1 :]
            elif not lines[-1]:
                lines[-1] += _runs(pieces)
                break
            lines.append([])
    return [_merged(line) for line in lines if line]


def spans(text: str) -> list[Run | str]:
    """The runs and break marks of a text, for a producer that breaks lines itself."""
    return _pieces(text)


def _pieces(word: str) -> list[Run | str]:
    found: list[Run | str] = []
    for position, part in enumerate(_MARK.split(word)):
        if position % 2 == 0:
            found += [Run(part)] if part else []
        else:
            found.append(Run(part[1:], raised=True) if part[0] == "^" else part)
    return found


def _runs(pieces: list[Run | str]) -> Line:
    return [piece for piece in pieces if isinstance(piece, Run)]


def _width(runs: Line, before: Line, measure: Measure) -> float:
    return sum(measure(run) for run in _merged([*before, *runs]))


def _longest_head(pieces: list[Run | str], space: Line, line: Line, width: float, measure: Measure) -> int:
    for at in range(len(pieces) - 1, 0, -1):
        mark = pieces[at]
        if isinstance(mark, str):
            head = [*space, *_runs(pieces[:at]), Run(_AT_BREAK[mark])]
            if _width(head, line, measure) <= width:
                return at
    return 0


def _merged(line: Line) -> Line:
    merged: Line = []
    for run in line:
        if merged and merged[-1].raised == run.raised:
            merged[-1] = Run(merged[-1].text + run.text, run.raised)
        elif run.text:
            merged.append(run)
    return merged
