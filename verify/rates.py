"""Confirmation rates: in what share of the items the two paths agree on a field, with Wilson intervals.

Over the full bank, and over a pilot stratified by section, the sample a person would check by hand.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any

from records.flags import FieldStatus, reason_of
from records.model import Item
from verify.unit import Unit

CONFIDENCE = 0.95
TOGETHER = {"option": "options", "question": "questions", "points": "points", "solution": "solutions"}
CONFIRMED = {FieldStatus.AGREED, FieldStatus.REVIEWED}


def rates(items: Iterable[Unit]) -> dict[str, dict[str, Any]]:
    """Confirmed and total count, rate and interval by field; all options, questions and so on are one field each."""
    confirmed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for item in items:
        for name, status in item.field_status.items():
            field = TOGETHER.get(name.partition(".")[0], name)
            total[field] += 1
            confirmed[field] += status in CONFIRMED
    return {field: _rate(confirmed[field], total[field]) for field in sorted(total)}


def pilot(items: Sequence[Item], size: int, seed: int) -> list[Item]:
    """A sample stratified by section, in proportion, at least one of each section while the size allows.

    Args:
        items: the full bank; may be smaller than the sample.
        size: number of items in the pilot.
        seed: of the sampling; the same seed gives the same pilot.
    """
    if size >= len(items):
        return list(items)
    strata: dict[str, list[int]] = {}
    for index, item in enumerate(items):
        strata.setdefault(item.section or "", []).append(index)
    chooser = random.Random(seed)
    chosen: list[int] = []
    left, remaining = size, len(items)
    for members in sorted(strata.values(), key=lambda m: (len(m), m[0])):
        share = min(len(members), max(1, round(left * len(members) / remaining))) if left else 0
        chosen += chooser.sample(members, share)
        left, remaining = left - share, remaining - len(members)
    return [items[i] for i in sorted(chosen)]


def reasons(flags: Iterable[str]) -> dict[str, int]:
    """Counts of flags by reason."""
    return dict(sorted(Counter(str(reason_of(f)) for f in flags).items()))


def wilson(confirmed: int, total: int) -> tuple[float, float]:
    """The Wilson score interval of a share at 95 % (Wilson 1927), in which all numbers are exact at 0 and 1."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, spread = confirmed / total, z * z / total
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / total + spread / total / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def _rate(confirmed: int, total: int) -> dict[str, Any]:
    low, high = wilson(confirmed, total)
    return {
        "confirmed": confirmed,
        "total": total,
        "rate": round(confirmed / total, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }
