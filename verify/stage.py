"""The verification of one exam: two extractions in, verified items, disagreements and a summary out."""

from pathlib import Path
from typing import Any

from records.errors import ConfigError
from records.files import write_json, write_jsonl
from records.flags import ItemStatus, Reason, reason_of
from records.layout import Layout
from records.model import Disagreement, Extraction, Item, Record
from records.tables import write_items
from verify.compare import compare
from verify.invariants import check_item, check_sequence, gaps
from verify.orphans import add_placeholders
from verify.rates import pilot, rates, reasons
from verify.witness import account_findings, account_of, blocking, page_findings
from verify.witnesses import hear


class Verification(Record):
    """What the comparison of two extractions yields; `blocked` tells whether a release must wait."""

    items: list[Item]
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
        sources: the PDFs by role (`paper`, `key`), for the witness that reads them anew.
        password: of encrypted documents.
        jobs: processes of that witness.

    Raises:
        ConfigError: the extractions are of two exams.
    """
    if plumber.exam != geometry.exam:
        raise ConfigError(f"the readings are of two exams, {plumber.exam} and {geometry.exam}", do="Extract again.")
    merged, disagreements = compare(plumber, geometry)
    complete, of_orphans = add_placeholders([check_item(i, layout) for i in merged], plumber, geometry)
    disagreements += of_orphans
    hearing = hear(check_sequence(complete, layout), (plumber, geometry), layout, sources, password, jobs)
    items = hearing.items
    disagreements += hearing.disagreements
    findings = sorted(
        {*page_findings(plumber), *page_findings(geometry), *account_findings(plumber, geometry), *hearing.findings}
    )
    summary = _summary(items, layout, disagreements, findings, pilot_size, pilot_seed)
    summary |= {
        "exam": plumber.exam,
        "read": {"plumber": len(plumber.items), "geometry": len(geometry.items)},
        "accounts": {"plumber": account_of(plumber), "geometry": account_of(geometry)},
        "witnesses": hearing.summary,
    }
    return Verification(items=items, disagreements=disagreements, summary=summary)


def write_verification(verification: Verification, folder: Path) -> None:
    """Write items.jsonl, items.parquet, disagreements.jsonl and summary.json into a folder."""
    write_items(folder / "items.parquet", verification.items)
    write_jsonl(folder / "items.jsonl", verification.items)
    write_jsonl(folder / "disagreements.jsonl", verification.disagreements)
    write_json(folder / "summary.json", verification.summary)


def _summary(
    items: list[Item], layout: Layout, disagreements: list[Disagreement], findings: list[str],
    pilot_size: int, pilot_seed: int,
) -> dict[str, Any]:  # fmt: skip
    chosen = pilot(items, pilot_size, pilot_seed)
    counts = {str(s): sum(i.status is s for i in items) for s in ItemStatus}
    return {
        "counts": {"items": len(items), **counts},
        "reasons": reasons([f for item in items for f in item.flags]),
        "rates": rates(items),
        "pilot": {"size": len(chosen), "seed": pilot_seed, "rates": rates(chosen)},
        "unconfirmed": [{"item": d.item, "field": d.field, "reason": d.reason} for d in disagreements],
        "withdrawn": [i.id for i in items if i.status == "withdrawn"],
        "malformed": [{"item": i.id, "flags": i.flags} for i in items if i.status == "malformed"],
        "disputed": [{"item": i.id, "flags": i.flags} for i in items if i.status == "disputed"],
        "gaps": gaps(items, layout),
        "duplicates": [i.id for i in items if any(reason_of(f) is Reason.NUMBER_DUPLICATE for f in i.flags)],
        "findings": findings,
        "finding_counts": reasons(findings),
        "blocking": blocking(findings),
    }
