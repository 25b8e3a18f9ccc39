"""The dataset card: front matter that the Hugging Face hub reads, and numbers that were computed, none typed."""

from collections import Counter
from importlib.resources import files
from typing import Any

from corpora.release import ReleaseInput, released

SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**9, "100K<n<1M"))
SPDX = {"CC0-1.0": "cc0-1.0", "CC-BY-4.0": "cc-by-4.0", "CC-BY-SA-4.0": "cc-by-sa-4.0"}


def card(release: ReleaseInput) -> str:
    """The card as Markdown with YAML front matter."""
    from huggingface_hub import DatasetCardData
    from jinja2 import Environment

    published = released(release.items)
    licence = SPDX.get(release.licence)
    extra: dict[str, Any] = {} if licence else {"license_name": "see-card", "license_link": "README.md"}
    data = DatasetCardData(
        language=sorted({d.language for d in release.documents}),
        license=licence or "other",
        pretty_name=release.title,
        size_categories=next(name for limit, name in SIZES if len(published) < limit),
        task_categories=["question-answering", "multiple-choice"],
        annotations_creators=["expert-generated"],
        source_datasets=["original"],
        tags=["legal", "exam"],
        configs=[{"config_name": "default", "data_files": [{"split": "test", "path": "items.parquet"}]}],
        **extra,
    )
    template = (files("corpora") / "templates" / "card.md.j2").read_text("utf-8")
    environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=False, keep_trailing_newline=True)
    environment.filters["cell"] = _cell
    body = environment.from_string(template).render(
        release=release, published=published, statuses=Counter(str(i.status) for i in release.items)
    )
    return f"---\n{data.to_yaml()}\n---\n{body}"


def _cell(value: object) -> str:
    """A value inside a Markdown table."""
    return " ".join(str("" if value is None else value).split()).replace("|", "\\|").replace("<", "&lt;")
