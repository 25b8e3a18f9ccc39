"""The release writer: one folder, built beside its target and renamed when it is whole.

Same inputs, same bytes: no times, no machine paths, sorted JSON. Every file is named in SHA256SUMS, and provenance.json
binds the released content to the hashes of everything it was built from.
"""

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records.files import sha256_of, write_json, write_jsonl, write_text
from records.model import Correction, Disagreement, Document, Item
from records.tables import write_items

RELEASED = ("ok", "malformed")
SUMS = "SHA256SUMS"
PROVENANCE = "provenance.json"
# Files whose hashes provenance.json records as outputs; the card and the sums come after it.
BOUND = ("items.parquet", "items.jsonl", "withdrawn.jsonl", "malformed.jsonl", "disputed.jsonl", "errata.jsonl",
         "validation.json", "summary.json")  # fmt: skip


@dataclass(frozen=True)
class ReleaseInput:
    """Everything a release is made of.

    Attributes:
        summaries: the verification summary of each exam.
        inputs: recorded hashes of everything that was read, by stage.
        excluded: ids of items that corrections took out.
    """

    name: str
    version: str
    title: str
    licence: str
    items: list[Item]
    documents: list[Document]
    errata: list[Correction]
    excluded: list[str]
    disagreements: list[Disagreement]
    summaries: dict[str, dict[str, Any]]
    validation: dict[str, Any]
    inputs: dict[str, Any]
    toolchain: dict[str, str]


def write_release(release: ReleaseInput, target: Path) -> None:
    """Write the release folder; an existing one is replaced only when the new one is complete."""
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        _write_content(release, work)
        write_json(work / PROVENANCE, _provenance(release, work))
        from corpora.card import card

        write_text(work / "README.md", card(release))
        names = sorted(p.name for p in work.iterdir())
        write_text(work / SUMS, "".join(f"{sha256_of(work / n)}  {n}\n" for n in names))
        work.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        work.replace(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def released(items: Sequence[Item]) -> list[Item]:
    """The items that are published: `ok`, and `malformed` as printed."""
    return [i for i in items if i.status in RELEASED]


def _write_content(release: ReleaseInput, work: Path) -> None:
    published = released(release.items)
    write_items(work / "items.parquet", published)
    write_jsonl(work / "items.jsonl", published)
    write_jsonl(work / "withdrawn.jsonl", [i for i in release.items if i.status == "withdrawn"])
    _write_lines(work / "malformed.jsonl", [_short(i) for i in published if i.status == "malformed"])
    excluded = [{"id": i, "reason": "excluded by a correction, see errata.jsonl"} for i in release.excluded]
    _write_lines(work / "disputed.jsonl", [*excluded, *(_dispute(d) for d in release.disagreements)])
    errata: list[Correction] = sorted(release.errata, key=lambda c: (c.item, c.field))
    write_jsonl(work / "errata.jsonl", errata)
    write_json(work / "validation.json", release.validation)
    write_json(work / "summary.json", release.summaries)


def _short(item: Item) -> dict[str, Any]:
    return {"id": item.id, "flags": item.flags}


def _dispute(found: Disagreement) -> dict[str, Any]:
    return {"id": found.item, "field": found.field, "plumber": found.plumber, "geometry": found.geometry}


def _write_lines(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    write_text(path, "".join(json.dumps(e, ensure_ascii=False, sort_keys=True) + "\n" for e in entries))


def _provenance(release: ReleaseInput, work: Path) -> dict[str, Any]:
    return {
        "name": release.name,
        "version": release.version,
        "documents": [d.model_dump(mode="json", exclude_none=True) for d in release.documents],
        "inputs": release.inputs,
        "outputs": {name: sha256_of(work / name) for name in BOUND},
        "toolchain": release.toolchain,
    }
