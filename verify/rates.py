"""Confirmation rates: in what share of the items the two paths agree on a field, with Wilson intervals.

Over the full bank, and over a pilot stratified by section, the sample a person would check by hand.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from records.flags import FieldStatus, reason_of
from records.model import Item
from verify.unit import Unit

CONFIDENCE = 0.95
TOGETHER = {"option": "options", "question": "questions", "points": "points", "solution": "solutions"}
CONFIRMED = {FieldStatus.AGREED, FieldStatus.REVIEWED}


def rates(items: Sequence[Unit]) -> dict[str, dict[str, Any]]:
    """Confirmed and total count, rate and interval by field; all options, questions and so on are one field each."""
    confirmed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for item in items:
        for name, status in item.field_status.items():
            field = TOGETHER.get(name.partition(".")[0], name)
            total[field] += 1
            confirmed[field] += status in CONFIRMED
    return {field: _rate(confirmed[field], total[field]) for field in sorted(total)}


def pilot(items: list[Item], size: int, seed: int) -> list[Item]:
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


def reasons(flags: list[str]) -> dict[str, int]:
    """Counts of flags by reason."""
    return dict(sorted(Counter(str(reason_of(f)) for f in flags).items()))


def _rate(confirmed: int, total: int) -> dict[str, Any]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(confirmed, total, alpha=1 - CONFIDENCE, method="wilson")
    return {
        "confirmed": confirmed,
        "total": total,
        "rate": round(confirmed / total, 6),
        "low": round(float(low), 6),
        "high": round(float(high), 6),
    }
