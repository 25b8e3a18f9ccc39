"""Statutes: the comparison of two readings of running text, passage by passage."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from records.flags import Reason, flag
from records.model import Disagreement, Extraction, Span
from records.text import comparison_form


def compare_passages(plumber: Extraction, geometry: Extraction) -> list[Disagreement]:
    """One Disagreement for each passage that the readings have differently, or that only one of them has.

    Its field is `passage.N` by position in path A's reading (of what only path B has, the position it would take).
    """
    one, two = plumber.passages, geometry.passages
    forms = [[comparison_form(span.text) for span in spans] for spans in (one, two)]
    found: list[Disagreement] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, forms[0], forms[1], autojunk=False).get_opcodes():
        if tag != "equal":
            found += _differing(plumber.exam, a0, one[a0:a1], two[b0:b1])
    return found


def _differing(exam: str, first: int, left: Sequence[Span], right: Sequence[Span]) -> list[Disagreement]:
    found = []
    for position, (a, b) in enumerate(zip_longest(left, right), first + 1):
        name = f"passage.{position}"
        side = flag(Reason.ONE_PATH_ONLY, "plumber" if b is None else "geometry")
        reason = flag(Reason.PATHS_DISAGREE, name) if a and b else side
        found.append(
            Disagreement(
                exam=exam, item=exam, field=name, reason=reason, plumber=a.text if a else None,
                geometry=b.text if b else None, places=[span.place for span in (a, b) if span],
            )
        )  # fmt: skip
    return found
