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

from corpora.manifest import PROVENANCE, parse_provenance
from records.files import sha256_of, write_json, write_jsonl, write_text
from records.flags import ItemStatus
from records.model import Correction, Disagreement, Document, Item
from records.tables import write_items

RELEASED = (ItemStatus.OK, ItemStatus.MALFORMED)
SUMS = "SHA256SUMS"
CARD = "README.md"
# Files that the gate's result is bound to.
JUDGED = ("items.parquet", "items.jsonl", "withdrawn.jsonl", "malformed.jsonl", "disputed.jsonl", "errata.jsonl")
# Files whose hashes provenance.json records as outputs; itself and the sums are left out.
BOUND = (*JUDGED, "validation.json", "summary.json", CARD)


@dataclass(frozen=True)
class ReleaseInput:
    """Everything a release is made of.

    Attributes:
        items: the whole bank, corrections applied, withdrawn items included.
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

    @property
    def exams(self) -> list[str]:
        """The exams in the bank's order; exams of which no item is left come last."""
        ordered = dict.fromkeys(i.exam for i in self.items)
        return [*ordered, *sorted(self.summaries.keys() - ordered.keys())]


def write_release(release: ReleaseInput, target: Path) -> None:
    """Write the release folder; an existing one is replaced only when the new one is complete.

    Raises:
        ConfigError: the inputs do not say where the release comes from, or name a path outside the project.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        new = work / "new"
        new.mkdir()
        write_content(release, new)
        write_json(new / PROVENANCE, _provenance(release, new))
        names = sorted(p.name for p in new.iterdir())
        write_text(new / SUMS, "".join(f"{sha256_of(new / n)}  {n}\n" for n in names))
        _swap(new, target, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def released(items: Sequence[Item]) -> list[Item]:
    """The items that are published: `ok`, and `malformed` as printed."""
    return [i for i in items if i.status in RELEASED]


def write_content(release: ReleaseInput, folder: Path) -> None:
    """Write every file but provenance.json and the sums."""
    from corpora.card import card

    published = released(release.items)
    write_items(folder / "items.parquet", published)
    write_jsonl(folder / "items.jsonl", published)
    write_jsonl(folder / "withdrawn.jsonl", [i for i in release.items if i.status is ItemStatus.WITHDRAWN])
    _write_lines(folder / "malformed.jsonl", malformed_lines(published))
    _write_lines(folder / "disputed.jsonl", _disputed_lines(release))
    errata: list[Correction] = sorted(release.errata, key=lambda c: (c.item, c.field))
    write_jsonl(folder / "errata.jsonl", errata)
    judged = {name: sha256_of(folder / name) for name in JUDGED}
    write_json(folder / "validation.json", {**release.validation, "bound_to": judged})
    write_json(folder / "summary.json", release.summaries)
    write_text(folder / CARD, card(release))


def malformed_lines(published: Sequence[Item]) -> list[dict[str, Any]]:
    """Id and flags of the items that are malformed in the source itself."""
    return [{"id": i.id, "flags": i.flags} for i in published if i.status is ItemStatus.MALFORMED]


def _disputed_lines(release: ReleaseInput) -> list[dict[str, Any]]:
    excluded = [{"id": i, "reason": "excluded by a correction, see errata.jsonl"} for i in release.excluded]
    order = {exam: place for place, exam in enumerate(release.exams)}
    found = sorted(release.disagreements, key=lambda d: order.get(d.exam, len(order)))
    return [*excluded, *(_dispute(d) for d in found)]


def _dispute(found: Disagreement) -> dict[str, Any]:
    readings = {"plumber": found.plumber, "geometry": found.geometry}
    return {"id": found.item, "field": found.field, "reason": found.reason, **readings}


def _write_lines(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    write_text(path, "".join(json.dumps(e, ensure_ascii=False, sort_keys=True) + "\n" for e in entries))


def _provenance(release: ReleaseInput, folder: Path) -> dict[str, Any]:
    data = {
        "name": release.name,
        "version": release.version,
        "title": release.title,
        "licence": release.licence,
        "documents": [d.model_dump(mode="json", exclude_none=True) for d in release.documents],
        "inputs": release.inputs,
        "outputs": {name: sha256_of(folder / name) for name in BOUND},
        "toolchain": release.toolchain,
    }
    parse_provenance(data)
    return data


def _swap(new: Path, target: Path, aside: Path) -> None:
    """Put the new folder in the target's place; if that fails, the old one is put back."""
    if not target.exists():
        new.rename(target)
        return
    target.rename(aside)
    try:
        new.rename(target)
    except OSError:
        aside.rename(target)
        raise
