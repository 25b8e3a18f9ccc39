"""The dataset card: front matter that the Hugging Face hub reads, and numbers that were computed, none typed."""

from collections import Counter
from importlib.resources import files
from typing import Any

from corpora.release import ReleaseInput, released
from records.flags import ItemStatus, reason_of
from records.model import Document, Item

SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"), (10**9, "1M<n<10M"))
# SPDX identifiers for which the hub has a name of its own.
HUB_LICENCES = {
    "CC0-1.0": "cc0-1.0",
    "CC-BY-4.0": "cc-by-4.0",
    "CC-BY-SA-4.0": "cc-by-sa-4.0",
    "CC-BY-NC-4.0": "cc-by-nc-4.0",
    "Apache-2.0": "apache-2.0",
    "MIT": "mit",
}
NOTED = 50  # malformed items listed in the card; all stand in malformed.jsonl


def card(release: ReleaseInput) -> str:
    """The card as Markdown with YAML front matter."""
    from jinja2 import Environment, StrictUndefined

    published = released(release.items)
    template = (files("corpora") / "templates" / "card.md.j2").read_text("utf-8")
    environment = Environment(
        trim_blocks=True, lstrip_blocks=True, autoescape=False, keep_trailing_newline=True, undefined=StrictUndefined
    )
    environment.filters |= {"cell": _cell, "decimals": "{:.4f}".format}
    body = environment.from_string(template).render(
        release=release,
        published=published,
        counts=[_counts(exam, release) for exam in release.exams],
        documents=[(_exam_of(d, release.exams), d) for d in release.documents],
        malformed=[i for i in published if i.status is ItemStatus.MALFORMED],
        reasons=sorted(_reasons(published).items(), key=lambda pair: (-pair[1], pair[0])),
        corrected=len({c.item for c in release.errata}),
        noted=NOTED,
    )
    return f"---\n{_front_matter(release, len(published))}\n---\n{body}"


def _front_matter(release: ReleaseInput, published: int) -> str:
    from huggingface_hub import DatasetCardData

    licence = HUB_LICENCES.get(release.licence)
    extra: dict[str, Any] = {} if licence else {"license_name": "see-card", "license_link": "README.md"}
    languages = sorted({d.language for d in release.documents})
    data = DatasetCardData(
        language=languages,
        license=licence or "other",
        pretty_name=release.title,
        size_categories=[next(name for limit, name in SIZES if published < limit)],
        task_categories=["question-answering", "multiple-choice"],
        task_ids=["multiple-choice-qa"],
        annotations_creators=["expert-generated"],
        language_creators=["expert-generated"],
        multilinguality=["monolingual" if len(languages) == 1 else "multilingual"],
        source_datasets=["original"],
        tags=["legal", "exam"],
        configs=[{"config_name": "default", "data_files": [{"split": "test", "path": "items.parquet"}]}],
        **extra,
    )
    text: str = data.to_yaml()
    return text.rstrip("\n")


def _counts(exam: str, release: ReleaseInput) -> dict[str, Any]:
    """What became of one exam's items, after corrections."""
    own = Counter(i.status for i in release.items if i.exam == exam)
    summary = release.summaries.get(exam, {})
    printed = summary.get("counts", {}).get("items", own.total())
    return {
        "exam": exam,
        "printed": printed,
        "ok": own[ItemStatus.OK],
        "malformed": own[ItemStatus.MALFORMED],
        "withdrawn": own[ItemStatus.WITHDRAWN],
        "excluded": printed - own.total(),
    }


def _exam_of(document: Document, exams: list[str]) -> str:
    """The exam a document belongs to: the longest exam id that its folder or its own id begins with."""
    folder = document.path.split("/")[-2:-1]
    if folder and folder[0] in exams:
        return folder[0]
    return max((e for e in exams if document.id.startswith(f"{e}-")), key=len, default="")


def _reasons(published: list[Item]) -> Counter[str]:
    return Counter(str(reason) for i in published for reason in {reason_of(flag) for flag in i.flags})


def _cell(value: object) -> str:
    """A value inside a Markdown table, its markup without effect."""
    text = " ".join(str("not stated" if value in (None, "") else value).split())
    for mark in "\\`*_|[]":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("<", "&lt;")
