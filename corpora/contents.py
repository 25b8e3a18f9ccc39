"""What must hold of a release's files without looking elsewhere: the content, the counts and the gate's result.

Every violation is one line that begins with the file's name.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpora.release import CARD, JUDGED, RELEASED, malformed_lines
from records.errors import ConfigError, LexproofError
from records.files import read_jsonl, sha256_of
from records.flags import ItemStatus, Reason
from records.model import Correction, Item
from records.tables import read_items


def content_violations(folder: Path) -> list[str]:
    """All violations of a folder in which every required file is there."""
    faults: list[str] = []

    def load(name: str, read: Any) -> Any:
        try:
            return read(folder / name)
        except LexproofError as error:
            faults.append(f"{name}: {error.what}")
            return None

    table = load("items.parquet", read_items)
    mirror = load("items.jsonl", lambda path: read_jsonl(path, Item))
    withdrawn = load("withdrawn.jsonl", lambda path: read_jsonl(path, Item))
    errata = load("errata.jsonl", lambda path: read_jsonl(path, Correction))
    malformed, disputed = load("malformed.jsonl", _json_lines), load("disputed.jsonl", _json_lines)
    validation, summary = load("validation.json", _json_object), load("summary.json", _json_object)
    if None not in (table, mirror):
        faults += _items(table, mirror)
    if None not in (table, withdrawn, malformed, disputed):
        faults += _lists(table, withdrawn, malformed, disputed)
    if None not in (table, withdrawn, disputed, summary):
        faults += _counts(table, withdrawn, disputed, summary)
    if None not in (errata, disputed):
        faults += _exclusions(errata, disputed)
    if validation is not None:
        faults += _gate(folder, validation)
    if table is not None:
        faults += _card(folder, table)
    return faults


def _items(table: list[Item], mirror: list[Item]) -> Iterator[str]:
    if table != mirror:
        differing = next((a.id for a, b in zip(table, mirror, strict=False) if a != b), "the number of rows")
        yield f"items.jsonl: differs from items.parquet ({differing})"
    if not table:
        yield "items.parquet: holds no item"
    for name, count in Counter(i.id for i in table).items():
        if count > 1:
            yield f"items.parquet: {name} stands there {count} times"
    for item in table:
        yield from _item(item)


def _item(item: Item) -> Iterator[str]:
    where, labels = f"items.parquet: {item.id!r}", [o.label for o in item.options]
    if item.status not in RELEASED:
        yield f"{where} is {item.status}"
    keys = [k for answer in (item.key, *item.accepted_answers) for k in answer]
    if not (item.key and all(k.strip() for k in keys)) and Reason.OPEN_QUESTION not in item.flags:
        yield f"{where} has no key"
    elif labels and not set(keys) <= set(labels):
        yield f"{where} has a key that is none of its options"
    if not item.stem.strip() or not item.number.strip() or not item.id.strip() or not item.exam.strip():
        yield f"{where} has no stem, number, id or exam"
    if item.status is ItemStatus.OK and not all(o.text.strip() and o.label.strip() for o in item.options):
        yield f"{where} is ok, but has an empty option"
    if item.status is ItemStatus.MALFORMED and not item.flags:
        yield f"{where} is malformed without a reason"
    if not any(p.places or p.location for p in item.provenance):
        yield f"{where} has no provenance"


def _lists(
    table: list[Item], withdrawn: list[Item], malformed: list[dict[str, Any]], disputed: list[dict[str, Any]]
) -> Iterator[str]:
    if malformed != malformed_lines(table):
        yield "malformed.jsonl: is not the list of the malformed items in items.parquet"
    yield from (f"withdrawn.jsonl: {i.id!r} is {i.status}" for i in withdrawn if i.status is not ItemStatus.WITHDRAWN)
    released = {i.id for i in table}
    yield from (f"withdrawn.jsonl: {i.id!r} is released too" for i in withdrawn if i.id in released)
    excluded = _excluded(disputed)
    yield from (f"disputed.jsonl: {name!r} is excluded, but released" for name in excluded if name in released)


def _exclusions(errata: list[Correction], disputed: list[dict[str, Any]]) -> Iterator[str]:
    by_correction = {c.item for c in errata if c.field == "item" and c.corrected == "excluded"}
    for name in _excluded(disputed):
        if name not in by_correction:
            yield f"disputed.jsonl: {name!r} is excluded, but errata.jsonl has no such correction"


def _counts(
    table: list[Item], withdrawn: list[Item], disputed: list[dict[str, Any]], summary: dict[str, Any]
) -> Iterator[str]:
    """Every printed item is released, withdrawn or excluded."""
    kept = Counter(i.exam for i in (*table, *withdrawn))
    try:
        printed = Counter({exam: int(s["counts"]["items"]) for exam, s in summary.items()})
    except (KeyError, TypeError, ValueError):
        yield "summary.json: does not say how many items each exam prints"
        return
    for exam in sorted(kept.keys() | printed.keys()):
        if kept[exam] > printed[exam]:
            yield f"summary.json: {exam} prints {printed[exam]} items, but {kept[exam]} are released or withdrawn"
    if kept.total() + len(_excluded(disputed)) != printed.total():
        yield (
            f"summary.json: counts {printed.total()} printed items, but {kept.total()} are released or withdrawn "
            f"and {len(_excluded(disputed))} excluded"
        )


def _gate(folder: Path, validation: dict[str, Any]) -> Iterator[str]:
    rules = validation.get("rules")
    if validation.get("passed") is not True or not isinstance(rules, list) or not rules:
        yield "validation.json: the gate did not pass"
    for rule in rules if isinstance(rules, list) else []:
        if not isinstance(rule, dict) or rule.get("passed") is not True:
            name = rule.get("rule") if isinstance(rule, dict) else rule
            if not isinstance(rule, dict) or rule.get("severity") != "warning":
                yield f"validation.json: rule {name} failed"
    bound = validation.get("bound_to")
    for name in JUDGED:
        if not isinstance(bound, dict) or bound.get(name) != sha256_of(folder / name):
            yield f"{name}: is not the file that validation.json judged"


def _card(folder: Path, table: list[Item]) -> Iterator[str]:
    try:
        text = (folder / CARD).read_text("utf-8")
    except UnicodeDecodeError:
        yield f"{CARD}: is no UTF-8 text"
        return
    if not text.startswith("---\n") or "\n---\n" not in text:
        yield f"{CARD}: has no front matter"
    if f"\n{len(table)} exam items of " not in text:
        yield f"{CARD}: does not say that {len(table)} items are released"


def _excluded(disputed: list[dict[str, Any]]) -> list[str]:
    return [str(d.get("id")) for d in disputed if "field" not in d]


def _json_object(path: Path) -> dict[str, Any]:
    data = _parsed(path.read_bytes())
    if not isinstance(data, dict):
        raise ConfigError("is no JSON object")
    return data


def _json_lines(path: Path) -> list[dict[str, Any]]:
    entries = [_parsed(line) for line in path.read_bytes().split(b"\n") if line.strip()]
    if not all(isinstance(e, dict) for e in entries):
        raise ConfigError("holds a line that is no JSON object")
    return entries


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ConfigError("is no JSON") from error
