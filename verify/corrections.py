"""Corrections: a person's decisions as data, checked, and applied only to the reading that the person saw.

A correction whose `as_printed` no longer equals the reading is stale: it changes nothing, the item is disputed, and the
release stops until someone looks again.
"""

from pathlib import Path
from typing import Any

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from records.errors import ConfigError
from records.flags import FieldStatus, ItemStatus, Reason, flag, reason_of
from records.layout import Layout
from records.model import Correction, Item, Option
from records.text import comparison_form
from verify.invariants import DISPUTED, check_item

PLAIN = ("number", "stem", "legal_basis", "area", "section")
ITEM_DECISIONS = ("withdrawn", "excluded", "as_published")
# What a decision about one item settles: everything that disputed it until then.
SETTLED = DISPUTED - {Reason.CORRECTION_STALE}


def load_corrections(path: Path) -> list[Correction]:
    """Read one exam's corrections; a missing file is none.

    Raises:
        ConfigError: no YAML, or not a list of corrections; all faults are named in one line.
    """
    if not path.exists():
        return []
    try:
        data: Any = YAML(typ="safe").load(path.read_text("utf-8")) or []
    except (UnicodeDecodeError, YAMLError) as error:
        raise ConfigError(f"is no YAML: {error}", where=str(path)) from error
    if not isinstance(data, list):
        raise ConfigError("must be a list of corrections", where=str(path), do="See `lexproof schema correction`.")
    corrections, faults = [], []
    for position, entry in enumerate(data, 1):
        try:
            corrections.append(Correction.model_validate(entry))
        except ValidationError as error:
            faults += [f"entry {position}: {'.'.join(map(str, e['loc']))} {e['msg']}" for e in error.errors()]
    pairs = [(c.item, c.field) for c in corrections]
    faults += [f"{item} {field} is corrected twice" for item, field in sorted({p for p in pairs if pairs.count(p) > 1})]
    faults += [f"{c.item}: unknown field {c.field!r}" for c in corrections if not _known_field(c.field)]
    faults += [
        f"{c.item}: {c.corrected!r} is none of {', '.join(ITEM_DECISIONS)}"
        for c in corrections
        if c.field == "item" and c.corrected not in ITEM_DECISIONS
    ]
    if faults:
        raise ConfigError("; ".join(faults), where=str(path), do="See `lexproof schema correction`.")
    return corrections


def apply_corrections(
    items: list[Item], corrections: list[Correction], layout: Layout
) -> tuple[list[Item], list[Correction], list[str]]:
    """Apply one exam's corrections.

    Returns:
        The items without those excluded, the corrections that were applied, and the ids of the items excluded.

    Raises:
        ConfigError: a correction names an item that is not there.
    """
    by_item: dict[str, list[Correction]] = {}
    for correction in corrections:
        by_item.setdefault(correction.item, []).append(correction)
    if unknown := sorted(by_item.keys() - {item.id for item in items}):
        raise ConfigError(f"corrections of items that are not there: {', '.join(unknown)}", do="Remove the entries.")
    result: list[Item] = []
    applied: list[Correction] = []
    excluded: list[str] = []
    for item in items:
        own = by_item.get(item.id, [])
        if stale := [c for c in own if _current(item, c.field) != comparison_form(c.as_printed)]:
            flags = sorted({*item.flags, *(flag(Reason.CORRECTION_STALE, c.field) for c in stale)})
            result.append(item.model_copy(update={"flags": flags, "status": ItemStatus.DISPUTED}))
            continue
        applied += own
        if any(c.field == "item" and c.corrected == "excluded" for c in own):
            excluded.append(item.id)
            continue
        result.append(_corrected(item, own, layout) if own else item)
    return result, applied, excluded


def _corrected(item: Item, own: list[Correction], layout: Layout) -> Item:
    for correction in own:
        item = _apply_one(item, correction)
    fields = {c.field.removesuffix(".label") for c in own}
    kept = [f for f in item.flags if reason_of(f) not in SETTLED or _still_open(f, fields)]
    flags = sorted({*kept, *(flag(Reason.CORRECTED, c.field) for c in own)})
    item = item.model_copy(update={"flags": flags})
    decision = next((c.corrected for c in own if c.field == "item"), None)
    if decision == "withdrawn":
        return item.model_copy(update={"status": ItemStatus.WITHDRAWN})
    if decision == "as_published":
        shown = check_item(item.model_copy(update={"status": ItemStatus.OK}), layout)
        return shown.model_copy(update={"status": ItemStatus.MALFORMED})
    if item.status is ItemStatus.WITHDRAWN:
        return item
    return check_item(item, layout)


def _still_open(text: str, fields: set[str]) -> bool:
    """Whether a disputing flag stays although `fields` were decided."""
    reason, detail = reason_of(text), text.partition(":")[2]
    if "item" in fields:
        return False
    if reason is Reason.PATHS_DISAGREE:
        return detail not in fields
    if reason in (Reason.ONE_PATH_ONLY, Reason.QUESTION_MISSING, Reason.NUMBERING_GAP, Reason.KEY_WITHOUT_QUESTION):
        return True
    return reason in (Reason.NUMBER_DUPLICATE, Reason.NUMBER_MISSING) and "number" not in fields


def _apply_one(item: Item, correction: Correction) -> Item:
    name, value = correction.field, correction.corrected
    statuses = {**item.field_status, name.removesuffix(".label"): FieldStatus.REVIEWED}
    if name == "item":
        return item.model_copy(update={"field_status": dict.fromkeys(item.field_status, FieldStatus.REVIEWED)})
    update: dict[str, Any] = {"field_status": statuses}
    if name in PLAIN:
        update[name] = value
    elif name == "key":
        update["key"] = [label.strip() for label in value.split(",") if label.strip()]
    else:
        update["options"] = _options_with(item.options, name, value)
    return item.model_copy(update=update)


def _options_with(options: list[Option], name: str, value: str) -> list[Option]:
    position = int(name.split(".")[1]) - 1
    update = {"label": value} if name.endswith(".label") else {"text": value}
    return [o.model_copy(update=update) if i == position else o for i, o in enumerate(options)]


def _known_field(name: str) -> bool:
    parts = name.split(".")
    option = parts[0] == "option" and len(parts) in (2, 3) and parts[1].isdecimal() and parts[2:] in ([], ["label"])
    return name in (*PLAIN, "key", "item") or option


def _current(item: Item, name: str) -> str | None:
    """The present value of a field in the comparison form; None where there is no such field."""
    if name == "item":
        return comparison_form(item.stem)
    if name == "key":
        return comparison_form(", ".join(item.key))
    if name in PLAIN:
        return comparison_form(getattr(item, name) or "")
    parts = name.split(".")
    position = int(parts[1]) - 1
    if not 0 <= position < len(item.options):
        return None
    option = item.options[position]
    return comparison_form(option.label if parts[2:] else option.text)
