"""The check of a release folder, wherever it comes from: every violation is one line that names the file.

Without the project it checks the folder against itself; with it, also that the recorded inputs are the ones there now.
Re-made checksums do not help a forger: content, gate result and provenance are bound to one another.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.release import BOUND, PROVENANCE, SUMS
from records.errors import LexproofError
from records.files import read_jsonl, sha256_of
from records.flags import ItemStatus
from records.manifest import changed_since
from records.model import Item
from records.tables import read_items

REQUIRED = (*BOUND, PROVENANCE, "README.md", SUMS)


def check_release(folder: Path, project: Path | None) -> list[str]:
    """All violations of a release folder, each one line; an empty list means that it is fine.

    Args:
        folder: the release folder.
        project: the project whose files must be the recorded inputs; None leaves that out.
    """
    violations = [*_files(folder)]
    violations += [f"{name}: missing" for name in REQUIRED if not (folder / name).is_file()]
    if any(not (folder / name).is_file() for name in REQUIRED):
        return sorted(set(violations))
    provenance, faults = _read_json(folder / PROVENANCE)
    violations += faults or _bound(folder, provenance)
    violations += _items(folder)
    violations += _gate(folder)
    if project is not None and not faults:
        violations += _inputs(provenance, project)
    return sorted(set(violations))


def _files(folder: Path) -> Iterator[str]:
    sums = folder / SUMS
    if not sums.is_file():
        return
    listed: dict[str, str] = {}
    for line in sums.read_text("utf-8", errors="replace").split("\n"):
        digest, separator, name = line.partition("  ")
        if line and (not separator or len(digest) != 64 or "/" in name):
            yield f"{SUMS}: line {line[:80]!r} is no checksum"
        elif line:
            listed[name] = digest
    present = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - {SUMS}
    yield from (f"{name}: listed in {SUMS}, but missing" for name in sorted(listed.keys() - present))
    yield from (f"{name}: not listed in {SUMS}" for name in sorted(present - listed.keys()))
    for name in sorted(present & listed.keys()):
        if sha256_of(folder / name) != listed[name]:
            yield f"{name}: bytes differ from {SUMS}"


def _bound(folder: Path, provenance: dict[str, Any]) -> Iterator[str]:
    outputs = provenance.get("outputs", {})
    for name in BOUND:
        if outputs.get(name) != sha256_of(folder / name):
            yield f"{name}: is not the file that {PROVENANCE} records as built from its inputs"
    for required in ("inputs", "documents", "toolchain"):
        if not provenance.get(required):
            yield f"{PROVENANCE}: records no {required}"


def _items(folder: Path) -> Iterator[str]:
    try:
        table, mirror = read_items(folder / "items.parquet"), read_jsonl(folder / "items.jsonl", Item)
    except LexproofError as error:
        yield f"{Path(error.where.split(' ')[0]).name}: {error.what}"
        return
    if table != mirror:
        yield "items.jsonl: differs from items.parquet"
    if not table:
        yield "items.parquet: holds no item"
    seen: set[str] = set()
    for item in table:
        yield from _item(item, seen)
        seen.add(item.id)


def _item(item: Item, seen: set[str]) -> Iterator[str]:
    labels = [o.label for o in item.options]
    if item.id in seen:
        yield f"items.parquet: {item.id} twice"
    if item.status not in (ItemStatus.OK, ItemStatus.MALFORMED):
        yield f"items.parquet: {item.id} is {item.status}"
    if not item.key or (labels and not set(item.key) <= set(labels)):
        yield f"items.parquet: {item.id} has no key among its options"
    if not item.stem.strip() or not item.number.strip():
        yield f"items.parquet: {item.id} has no stem or number"
    if not item.provenance:
        yield f"items.parquet: {item.id} has no provenance"


def _gate(folder: Path) -> Iterator[str]:
    validation, faults = _read_json(folder / "validation.json")
    yield from faults
    if faults:
        return
    rules = validation.get("rules") or []
    if validation.get("passed") is not True or not rules:
        yield "validation.json: the gate did not pass"
    yield from (f"validation.json: rule {r.get('rule')} failed" for r in rules if not r.get("passed"))


def _inputs(provenance: dict[str, Any], project: Path) -> Iterator[str]:
    for stage, recorded in sorted(provenance["inputs"].items()):
        for path in changed_since(recorded, project):
            yield f"{path}: is not the file that {stage} read for this release"
    for document in provenance["documents"]:
        path = project / document["path"]
        if not path.is_file() or sha256_of(path) != document["sha256"]:
            yield f"{document['path']}: is not the registered document"


def _read_json(path: Path) -> tuple[dict[str, Any], list[str]]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError):
        return {}, [f"{path.name}: is no JSON"]
    return (data, []) if isinstance(data, dict) else ({}, [f"{path.name}: is no JSON object"])
