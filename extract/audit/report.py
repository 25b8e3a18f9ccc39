"""What an audit yields: a verdict for each field read, and rates with Wilson intervals by kind of field."""

from collections import Counter
from enum import StrEnum

from records.model import Place, Record

CONFIDENCE = 0.95
SHOWN = 5  # fields named in a line


class Verdict(StrEnum):
    """What the page as recognised says of a field."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    UNREADABLE = "unreadable"


class FieldAudit(Record):
    """One field: extracted text, text read on the page, character error rate.

    `script_differs`: letters that look the same are of another script in the text layer than the language's
    recognition reads; `sampled`: whether the field is of the sample (else it was audited because it is doubtful);
    `is_mark`: told apart among the known marks and labels instead of compared by rate.
    """

    item: str
    field: str
    kind: str
    document: str
    sampled: bool
    verdict: Verdict
    expected: str
    read: str
    error_rate: float
    script_differs: bool
    is_mark: bool
    places: list[Place]


class Rate(Record):
    """Verdicts of the sampled fields of one kind; `rate` is confirmed of those readable, with its interval."""

    confirmed: int
    contradicted: int
    unreadable: int
    rate: float | None
    low: float | None
    high: float | None


class Substitution(Record):
    """A letter of the text layer that is another one on the page: how often, of how many, in how many fields."""

    extracted: str
    read: str
    count: int
    of: int
    fields: int


class AuditReport(Record):
    """The audit of one exam."""

    language: str
    engine: str
    dpi: int
    size: int
    seed: int
    rates: dict[str, Rate]
    fields: list[FieldAudit]
    substitutions: list[Substitution]

    @property
    def contradicted(self) -> list[FieldAudit]:
        """The fields that the page contradicts, sampled or not."""
        return [f for f in self.fields if f.verdict is Verdict.CONTRADICTED]

    def lines(self) -> list[str]:
        """The report for a terminal."""
        said = [f"{self.engine}, {self.dpi} dpi: {len(self.fields)} fields"]
        for kind, rate in self.rates.items():
            readable = rate.confirmed + rate.contradicted
            share = "" if rate.rate is None else f" = {rate.rate:.4f} ({rate.low:.4f}-{rate.high:.4f})"
            said.append(f"  {kind:12} {rate.confirmed}/{readable} confirmed{share}, {rate.unreadable} unreadable")
        for one in self.contradicted:
            place = one.places[0]
            said.append(
                f"  contradicted: {one.item} {one.field}, {one.document} page {place.page} {list(place.box)}: "
                f"extracted {_short(one.expected)}, read {_short(one.read) if one.read else 'nothing'}"
            )
        if other := [f for f in self.fields if f.script_differs]:
            named = ", ".join(f"{f.item} {f.field}" for f in other[:SHOWN])
            said.append(f"  look-alike letters of another script than read: {len(other)} fields ({named})")
        said += [
            f"  letters: {s.extracted!r} is {s.read!r} on the page in {s.count} of {s.of} places, {s.fields} fields"
            for s in self.substitutions
        ]
        return said


def wilson(counts: Counter[str]) -> Rate:
    """The rate of one kind from its verdicts."""
    from statsmodels.stats.proportion import proportion_confint

    numbers = {str(v): counts[v] for v in Verdict}
    readable = counts[Verdict.CONFIRMED] + counts[Verdict.CONTRADICTED]
    if not readable:
        return Rate(**numbers, rate=None, low=None, high=None)
    low, high = proportion_confint(counts[Verdict.CONFIRMED], readable, alpha=1 - CONFIDENCE, method="wilson")
    rate = counts[Verdict.CONFIRMED] / readable
    return Rate(**numbers, rate=round(rate, 6), low=round(float(low), 6), high=round(float(high), 6))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 70 else flat[:67] + "...")
