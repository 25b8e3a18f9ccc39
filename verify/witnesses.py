"""The further witnesses of a verification, heard after the two paths were compared.

What a witness contradicts is disputed and listed like a disagreement of the paths; no witness changes a value.
"""

import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from records.flags import FieldStatus, ItemStatus
from records.layout import Layout
from records.model import Disagreement, Extraction
from records.packed import Packed
from verify.letters import letter_findings, lexicon_findings, lexicon_rates
from verify.unit import U

_SYNTAX = re.compile(r"\(\?P?<\w+>|\(\?[a-zA-Z]*[:)]|\\.")  # of a regular expression: groups, flags, classes


@dataclass(slots=True)
class Hearing(Generic[U]):
    """What the witnesses said: the items with contradicted fields disputed, and the counts by witness."""

    items: Sequence[U]
    disagreements: list[Disagreement]
    findings: list[str]
    summary: dict[str, dict[str, Any]]


def hear(
    items: Sequence[U],
    extractions: Sequence[Extraction],
    layout: Layout,
    sources: dict[str, Path] | None,
    password: str | None = None,
    jobs: int = 2,
) -> Hearing[U]:
    """Hear all witnesses on the items of one exam.

    Args:
        items: merged and checked items.
        extractions: of both paths, for what they dropped on purpose.
        layout: by which both read.
        sources: the PDFs by role (`paper`, `key`); without them the third engine is not asked.
        password: of encrypted documents.
        jobs: processes of the third engine.
    """
    summary: dict[str, dict[str, Any]] = {}
    disagreements, findings = list[Disagreement](), list[str]()
    if pdfs := {role: path for role, path in (sources or {}).items() if _is_pdf(path)}:
        from verify.seen import ask_pdfium

        printed = [*(layout.paper.options.printed if layout.paper.options else []), *heading_letters(layout)]
        testimony = ask_pdfium(items, extractions, pdfs, password, jobs, printed)
        disagreements += testimony.disagreements
        findings += testimony.findings
        summary["rendered"] = _counts(*(testimony.verdicts[v] for v in ("confirmed", "contradicted", "not_applicable")))
    # In a process of its own, for a word list takes 70 MB.
    with ProcessPoolExecutor(max_workers=1) as pool:
        (of_letters, looked_at), known = pool.submit(_read_words, items, layout).result()
    low = lexicon_findings(known)
    summary["letters"] = _counts(looked_at - len(of_letters), len(of_letters))
    summary["lexicon"] = {
        **_counts(len(known) - len(low), len(low)),
        "rates": {f"{document} {page or 'short pages'}": rate for (document, page), rate in known.items()},
    }
    disagreements += of_letters
    return Hearing(contradict(items, disagreements), disagreements, findings + low, summary)


def _read_words(
    items: Sequence[U], layout: Layout
) -> tuple[tuple[list[Disagreement], int], dict[tuple[str, int], float]]:
    return letter_findings(items, layout), lexicon_rates(items, layout.language)


def heading_letters(layout: Layout) -> list[str]:
    """The letters of the headings by which a case paper is parted: they stand beside its texts and are no field's."""
    declared = [r.cases for r in (layout.paper, layout.key) if r is not None and r.cases is not None]
    patterns = [p for c in declared for p in (c.case, c.facts, c.question, c.solution, c.points) if p is not None]
    literal = (_SYNTAX.sub("", pattern) for pattern in patterns)
    return [letter for text in literal for form in (text.lower(), text.upper()) for letter in form if letter.isalpha()]


def contradict(items: Sequence[U], found: Sequence[Disagreement]) -> Sequence[U]:
    """The items with every contradicted field disputed and flagged."""
    against: dict[str, list[Disagreement]] = {}
    for one in found:
        against.setdefault(one.item, []).append(one)
    changed = {at: _disputed(item, against[item.id]) for at, item in enumerate(items) if item.id in against}
    if isinstance(items, Packed):
        return items.replaced(changed) if changed else items
    return [changed.get(at, item) for at, item in enumerate(items)]


def _disputed(item: U, found: Sequence[Disagreement]) -> U:
    update = {
        "flags": sorted({*item.flags, *(d.reason for d in found)}),
        "field_status": {**item.field_status, **{d.field: FieldStatus.DISPUTED for d in found}},
        "status": ItemStatus.DISPUTED,
    }
    return item.model_copy(update=update)


def _is_pdf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"%PDF-" in file.read(1024)
    except OSError:
        return False


def _counts(confirmed: int, contradicted: int, not_applicable: int = 0) -> dict[str, int]:
    return dict(Counter(confirmed=confirmed, contradicted=contradicted, not_applicable=not_applicable))
