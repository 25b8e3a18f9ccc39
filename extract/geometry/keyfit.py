"""Which answer stands under which number of a row: by their order where each number has one, else by their places.

Numbers and answers need not be aligned alike (numbers to the right, answers to the left of a cell); how they stand to
one another is learnt from full rows. Where that leaves a doubt nothing is assigned.
"""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

STEADY = 0.25  # of the way to the next number: how far the shift may differ within a row
CLEAR = 0.35  # the same, for an answer of a row with gaps
CLEAR_ALONE = 0.3  # the same, where no full row says how answers stand
ALONE = 30.0  # pt: how far beside a number that stands alone its answer may be

Span = tuple[float, float]


class Fit(NamedTuple):
    """How answers stand to their numbers: the edges compared (0 left, 1 centre, 2 right), and the shift in points."""

    number: int
    answer: int
    shift: float


def _edges(span: Span) -> tuple[float, float, float]:
    return span[0], (span[0] + span[1]) / 2, span[1]


def _step(numbers: Sequence[Span], at: int | None = None) -> float | None:
    """The way from a number to its nearest neighbour, or the least of all; None for a number alone."""
    centres = [_edges(number)[1] for number in numbers]
    steps = [b - a for a, b in zip(centres, centres[1:], strict=False)]
    near = steps if at is None else steps[max(at - 1, 0) : at + 1]
    return min(near, default=None)


def fit_of(numbers: Sequence[Span], answers: Sequence[Span]) -> Fit | None:
    """How the answers of a full row stand, None if they do not stand alike."""
    step = _step(numbers)
    if step is None or len(numbers) != len(answers):
        return None
    best: tuple[float, Fit] | None = None
    for i in (1, 0, 2):
        for k in (1, 0, 2):
            shifts = [_edges(a)[k] - _edges(n)[i] for n, a in zip(numbers, answers, strict=True)]
            shift = median(shifts)
            apart = max(abs(s - shift) for s in shifts)
            if best is None or apart < best[0] - 0.1:
                best = (apart, Fit(i, k, shift))
    return best[1] if best is not None and best[0] <= STEADY * step and abs(best[1].shift) <= step else None


def places_of(numbers: Sequence[Span], answers: Sequence[Span], fit: Fit | None) -> list[int] | None:
    """For each answer the position of its number, None if one of them is not clearly under any.

    Args:
        numbers: from where to where each number of the row stands, left to right.
        answers: the same of the answers.
        fit: how answers stand in full rows.
    """
    if fit_of(numbers, answers) is not None:
        return list(range(len(numbers)))
    if len(numbers) == len(answers) == 1 and _away(numbers[0], answers[0], fit) <= ALONE:
        return [0]
    places = []
    for answer in answers:
        aways = [_away(number, answer, fit) for number in numbers]
        at = aways.index(min(aways))
        step = _step(numbers, at)
        limit = ALONE if step is None else (CLEAR if fit is not None else CLEAR_ALONE) * step
        if aways[at] > limit:
            return None
        places.append(at)
    return places


def _away(number: Span, answer: Span, fit: Fit | None) -> float:
    if fit is None:
        return min(abs(a - n) for n, a in zip(_edges(number), _edges(answer), strict=True))
    return abs(_edges(answer)[fit.answer] - _edges(number)[fit.number] - fit.shift)
