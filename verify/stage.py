"""The verification of one exam: two extractions in, verified items, disagreements and a summary out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records.errors import ConfigError
from records.files import write_json, write_jsonl
from records.flags import ItemStatus, Reason, reason_of
from records.layout import Layout
from records.model import Case, Disagreement, Extraction, Item
from records.packed import Packed
from records.tables import write_items
from verify.cases import compare_cases
from verify.compare import compare
from verify.invariants import check_item, check_sequence, gaps
from verify.orphans import add_placeholders
from verify.passages import compare_passages
from verify.rates import pilot, rates, reasons
from verify.unit import U, Unit
from verify.witness import account_findings, account_of, blocking, page_findings
from verify.witnesses import Hearing, hear


@dataclass(frozen=True, slots=True)
class Verification:
    """What the comparison of two extractions yields; `blocked` tells whether a release must wait."""

    items: Sequence[Item]
    cases: Sequence[Case]
    disagreements: list[Disagreement]
    summary: dict[str, Any]

    @property
    def blocked(self) -> bool:
        """Whether anything is disputed or unaccounted for."""
        return bool(self.summary["counts"].get("disputed") or self.summary["blocking"])


def compare_extractions(
    plumber: Extraction,
    geometry: Extraction,
    layout: Layout,
    pilot_size: int,
    pilot_seed: int,
    sources: dict[str, Path] | None = None,
    password: str | None = None,
    jobs: int = 2,
) -> Verification:
    """Compare two extractions of one exam and check what must hold of the result.

    Args:
        plumber: path A's reading.
        geometry: path B's reading.
        layout: by which both read.
        pilot_size: items in the stratified pilot.
        pilot_seed: of the pilot's sampling.
        sources: the PDFs by role (`paper`, `key`, `superseded_key.1`), for the witness that reads them anew.
        password: of encrypted documents.
        jobs: processes of that witness.

    Raises:
        ConfigError: the extractions are of two exams.
    """
    if plumber.exam != geometry.exam:
        raise ConfigError(f"the readings are of two exams, {plumber.exam} and {geometry.exam}", do="Extract again.")
    readings = [plumber, geometry]
    differences = account_findings(plumber, geometry)
    if layout.paper.kind == "case_paper":
        cases, disagreements = compare_cases(plumber, geometry, layout)
        of_cases = hear(cases, readings, layout, sources, password, jobs)
        return _verification(of_cases, readings, disagreements, differences, _summary_of_cases(of_cases.items))
    if layout.paper.kind == "statute":
        differing = compare_passages(plumber, geometry)
        none = Hearing[Item]([], [], [], {})
        return _verification(none, readings, differing, differences, _summary_of_passages(plumber, differing))
    found = list[Disagreement]()

    def compared() -> Iterator[Item]:
        for item, differences_of_item in compare(plumber, geometry):
            found.extend(differences_of_item)
            yield check_item(item, layout)

    merged = Packed(Item, compared())
    complete, of_orphans = add_placeholders(merged, *readings)
    checked = Packed(Item, check_sequence(complete, layout))
    del merged, complete  # of a large bank, one packed sequence less while the witnesses are heard
    heard = hear(checked, readings, layout, sources, password, jobs)
    summary = _summary_of_items(_briefs(heard.items), layout, pilot_size, pilot_seed)
    return _verification(heard, readings, found + of_orphans, differences, summary)


def check_import(extraction: Extraction, layout: Layout, pilot_size: int, pilot_seed: int) -> Verification:
    """Check what was read once from office files: everything but the agreement of two paths.

    Args:
        extraction: the one reading; its fields stay `imported`.
        layout: by which it was read.
        pilot_size: items in the stratified pilot.
        pilot_seed: of the pilot's sampling.
    """
    complete, disagreements = add_placeholders([check_item(i, layout) for i in extraction.items], extraction)
    heard = hear(list(check_sequence(complete, layout)), [extraction], layout, None)
    summary = _summary_of_items(heard.items, layout, pilot_size, pilot_seed)
    return _verification(heard, [extraction], disagreements, [], summary)


def write_verification(verification: Verification, folder: Path) -> None:
    """Write items.jsonl, items.parquet, cases.jsonl, disagreements.jsonl and summary.json into a folder."""
    write_items(folder / "items.parquet", verification.items)
    write_jsonl(folder / "items.jsonl", verification.items)
    write_jsonl(folder / "cases.jsonl", verification.cases)
    write_jsonl(folder / "disagreements.jsonl", verification.disagreements)
    write_json(folder / "summary.json", verification.summary)


def _verification(
    heard: Hearing[U],
    readings: list[Extraction],
    disagreements: list[Disagreement],
    differences: list[str],
    summary: dict[str, Any],
) -> Verification:
    """The result, with what is said of items and cases alike; `differences` are those of the two accounts."""
    units = _briefs(heard.items)
    found = [*disagreements, *heard.disagreements]
    findings = sorted({*(f for r in readings for f in page_findings(r)), *differences, *heard.findings})
    summary = {
        "exam": readings[0].exam,
        "read": {r.extractor: len(r.items) + len(r.cases) + len(r.passages) for r in readings},
        "accounts": {r.extractor: account_of(r) for r in readings},
        **summary,
        "reasons": reasons([f for unit in units for f in unit.flags]),
        "rates": rates(units),
        "witnesses": heard.summary,
        "unconfirmed": [{"item": d.item, "field": d.field, "reason": d.reason} for d in found],
        "withdrawn": [u.id for u in units if u.status == "withdrawn"],
        "malformed": [{"item": u.id, "flags": u.flags} for u in units if u.status == "malformed"],
        "disputed": [{"item": u.id, "flags": u.flags} for u in units if u.status == "disputed"],
        "findings": findings,
        "finding_counts": reasons(findings),
        "blocking": blocking(findings),
    }
    items: Any = heard.items
    of_cases = any(isinstance(u, Case) for u in units)
    return Verification([] if of_cases else items, items if of_cases else [], found, summary)


def _briefs(units: Sequence[U]) -> list[U]:
    """The items without their texts, for what is counted; cases are few."""
    left_out = {"stem": "", "options": [], "provenance": []}
    return [u.model_copy(update=left_out) if isinstance(u, Item) else u for u in units]


def _summary_of_items(items: Sequence[Item], layout: Layout, pilot_size: int, pilot_seed: int) -> dict[str, Any]:
    chosen = pilot(items, pilot_size, pilot_seed)
    return {
        "counts": {"items": len(items), **_by_status(items)},
        "pilot": {"size": len(chosen), "seed": pilot_seed, "rates": rates(chosen)},
        "gaps": gaps(items, layout),
        "duplicates": [i.id for i in items if any(reason_of(f) is Reason.NUMBER_DUPLICATE for f in i.flags)],
    }


def _summary_of_cases(cases: Sequence[Case]) -> dict[str, Any]:
    return {
        "counts": {"items": 0, "cases": len(cases), **_by_status(cases)},
        "pilot": {"size": len(cases), "seed": 0, "rates": rates(cases)},
        "gaps": [],
        "duplicates": [],
    }


def _summary_of_passages(read: Extraction, differing: list[Disagreement]) -> dict[str, Any]:
    counts = {"items": 0, "passages": len(read.passages), "disputed": len(differing)}
    return {"counts": counts, "pilot": {"size": 0, "seed": 0, "rates": {}}, "gaps": [], "duplicates": []}


def _by_status(units: Sequence[Unit]) -> dict[str, int]:
    return {str(s): sum(u.status is s for u in units) for s in ItemStatus}
