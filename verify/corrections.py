"""Corrections: a person's decisions as data, checked, and applied only to the reading that the person saw.

A correction whose `as_printed` no longer equals the reading is stale: it changes nothing, the item is disputed, and the
release stops until someone looks again. A decision settles what it is about and nothing else; what the item breaks
afterwards is found out anew.
"""

import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from records.errors import ConfigError
from records.flags import FieldStatus, ItemStatus, Reason, flag, reason_of
from records.layout import Layout
from records.model import Correction, Item, Option, SupersededKey
from records.text import comparison_form
from verify.compare import ANSWER_MARK, LIST_MARK, answers_text
from verify.invariants import COMPUTED, DISPUTED, check_item, recheck_sequence

PLAIN = ("number", "stem", "legal_basis", "area", "section", "part")
FINDING = "finding"  # of the exam as a whole, by its id: a page that a person looked at
ACCEPTED = "accepted"
ITEM_DECISIONS = ("withdrawn", "excluded", "as_published")
# What only a decision about the item as a whole settles.
WHOLE_ITEM = {
    Reason.ONE_PATH_ONLY,
    Reason.QUESTION_MISSING,
    Reason.KEY_WITHOUT_QUESTION,
    Reason.CORRECTION_STALE,
    Reason.STRUCK_TEXT,
    Reason.FORMULA_VALUE,
    Reason.DATE_VALUE,
}
# The detail of the flag is the field.
NAMES_ITS_FIELD = {
    Reason.PATHS_DISAGREE,
    Reason.RENDERED_TEXT_DIFFERS,
    Reason.TEXT_NOT_VISIBLE,
    Reason.LOOK_ALIKE_WORD,
    Reason.LABEL_OF_OTHER_SCRIPT,
}
# What a decision about one field settles.
BY_FIELD = {
    Reason.NUMBER_MISSING: "number",
    Reason.NUMBER_DUPLICATE: "number",
    Reason.NUMBERING_GAP: "number",
    Reason.MARK_UNKNOWN: "key",
}


# The key sheet's word that the item does not count.
KEY_OUT = {flag(Reason.ANNULLED), flag(Reason.EVERYBODY_SCORES)}


def load_corrections(path: Path) -> list[Correction]:
    """Read one exam's corrections; a missing file is none.

    Raises:
        ConfigError: no YAML, or not a list of corrections; all faults are named in one line.
    """
    if not path.exists():
        return []
    try:
        data: Any = YAML(typ="base").load(path.read_text("utf-8")) or []  # every scalar is text: `5`, `No`, a date
    except (UnicodeDecodeError, YAMLError) as error:
        raise ConfigError(f"is no YAML: {error}", where=str(path)) from error
    except RecursionError as error:
        raise ConfigError("is nested too deeply", where=str(path)) from error
    if not isinstance(data, list):
        raise ConfigError("must be a list of corrections", where=str(path), do="See `lexproof schema correction`.")
    corrections, faults = [], []
    for position, entry in enumerate(data, 1):
        try:
            corrections.append(Correction.model_validate(entry))
        except ValidationError as error:
            faults += [f"entry {position}: {'.'.join(map(str, e['loc']))} {e['msg']}" for e in error.errors()]
    pairs = [(c.item, f"{c.field} {c.as_printed}" if c.field == FINDING else c.field) for c in corrections]
    faults += [f"{item} {field} is corrected twice" for item, field in sorted({p for p in pairs if pairs.count(p) > 1})]
    faults += [f"{c.item}: unknown field {c.field!r}" for c in corrections if not _known_field(c.field)]
    faults += [
        f"{c.item}: {c.corrected!r} is none of {', '.join(ITEM_DECISIONS)}"
        for c in corrections
        if c.field == "item" and c.corrected not in ITEM_DECISIONS
    ]
    faults += [
        f"{c.item}: a finding is {ACCEPTED}, not {c.corrected!r}"
        for c in corrections
        if c.field == FINDING and c.corrected != ACCEPTED
    ]
    if faults:
        raise ConfigError("; ".join(faults), where=str(path), do="See `lexproof schema correction`.")
    return corrections


def accepted_findings(exam: str, blocking: list[str], corrections: list[Correction]) -> list[Correction]:
    """The decisions by which a person accepts blocking findings of an exam (a page without text that was looked at).

    Raises:
        ConfigError: a decision about a finding that is not there, or of another exam.
    """
    own = [c for c in corrections if c.field == FINDING]
    gone = [c for c in own if c.item != exam or c.as_printed not in blocking]
    if gone:
        named = "; ".join(f"{c.item} {c.as_printed}" for c in gone)
        raise ConfigError(f"corrections of findings that are not there: {named}", do="Remove the entries.")
    return own


def unaccepted(exam: str, blocking: list[str], errata: list[Correction]) -> list[str]:
    """The blocking findings of an exam that no applied decision accepts."""
    accepted = {c.as_printed for c in errata if c.field == FINDING and c.item == exam}
    return [f for f in blocking if f not in accepted]


def apply_corrections(
    items: list[Item], corrections: list[Correction], layout: Layout
) -> tuple[list[Item], list[Correction], list[str]]:
    """Apply one exam's corrections.

    Args:
        items: all items of the exam, in order.
        corrections: the exam's decisions; those about findings are left to `accepted_findings`.
        layout: of the exam, for what must hold of a corrected item.

    Returns:
        The items without those excluded, the corrections that were applied, and the ids of the items excluded.

    Raises:
        ConfigError: a correction names an item that is not there.
    """
    by_item: dict[str, list[Correction]] = {}
    for correction in corrections:
        if correction.field != FINDING:
            by_item.setdefault(correction.item, []).append(correction)
    if unknown := sorted(by_item.keys() - {item.id for item in items}):
        raise ConfigError(f"corrections of items that are not there: {', '.join(unknown)}", do="Remove the entries.")
    result: list[Item] = []
    applied: list[Correction] = []
    for item in items:
        own = by_item.get(item.id, [])
        if stale := [c for c in own if _current(item, c.field) != comparison_form(c.as_printed)]:
            flags = sorted({*item.flags, *(flag(Reason.CORRECTION_STALE, c.field) for c in stale)})
            result.append(item.model_copy(update={"flags": flags, "status": ItemStatus.DISPUTED}))
            continue
        applied += own
        result.append(_corrected(item, own, layout) if own else item)
    if any(c.field == "number" for c in applied):
        result = recheck_sequence(result, layout)
    out = {c.item for c in applied if c.field == "item" and c.corrected == "excluded"}
    excluded = [item.id for item in result if item.id in out]
    return [item for item in result if item.id not in out], applied, excluded


def _corrected(item: Item, own: list[Correction], layout: Layout) -> Item:
    after = item
    for correction in sorted(own, key=lambda c: (c.field.count("."), c.field == "accepted_answers", c.field)):
        after = _apply_one(after, correction, layout)
    fields = {c.field.removesuffix(".label") for c in own}
    marks = {flag(Reason.CORRECTED, c.field) for c in own}
    decision = next((c.corrected for c in own if c.field == "item"), None)
    if decision in ("withdrawn", "excluded"):
        return after.model_copy(update={"flags": sorted({*item.flags, *marks}), "status": ItemStatus.WITHDRAWN})
    flags = {f for f in item.flags if _remains(f, item, fields)} | marks
    if "key" in fields and after.key and flags & KEY_OUT:  # a person named the answer that counts
        flags -= KEY_OUT
        after = after.model_copy(update={"status": ItemStatus.OK})
    if not after.accepted_answers:
        flags.discard(flag(Reason.SEVERAL_ANSWERS_ACCEPTED))
    if decision == "as_published":
        # The key sheet's annulment is itself published; a withdrawal was read out of the stem and may be a misreading.
        flags = {f for f in flags if reason_of(f) not in DISPUTED | {Reason.WITHDRAWN}}
        shown = check_item(after.model_copy(update={"flags": sorted(flags), "status": ItemStatus.OK}), layout)
        if shown.status is ItemStatus.WITHDRAWN:
            return shown
        status = ItemStatus.OK if shown.status is ItemStatus.OK else ItemStatus.MALFORMED
        return shown.model_copy(update={"status": status})
    return check_item(after.model_copy(update={"flags": sorted(flags)}), layout)


def _remains(text: str, item: Item, fields: set[str]) -> bool:
    """Whether a flag outlives the decision of `fields`; what can be computed again is dropped here."""
    reason, detail = reason_of(text), text.partition(":")[2]
    if reason in COMPUTED:
        return False
    if reason not in DISPUTED or reason in WHOLE_ITEM:
        return True
    if reason in NAMES_ITS_FIELD:
        return detail not in fields
    if reason is Reason.KEY_AMBIGUOUS:  # two rows of the key sheet; a label printed twice is computed again
        labels = [o.label for o in item.options]
        return "key" not in fields and not any(labels.count(k) > 1 for k in item.key)
    if reason in BY_FIELD:
        return BY_FIELD[reason] not in fields
    holders = _fields_with(detail, item)
    return not holders or bool(holders - fields)


def _fields_with(word: str, item: Item) -> set[str]:
    """The fields in which a word stands, as read or in the text."""
    texts = [(p.field, p.raw) for p in item.provenance] + [("stem", item.stem), ("legal_basis", item.legal_basis or "")]
    texts += [(f"option.{position}", o.text) for position, o in enumerate(item.options, 1)]
    found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    return {field for field, text in texts if word and found.search(text)}


def _apply_one(item: Item, correction: Correction, layout: Layout) -> Item:
    name, value = correction.field, correction.corrected
    if name == "item":
        return item.model_copy(update={"field_status": dict.fromkeys(item.field_status, FieldStatus.REVIEWED)})
    update: dict[str, Any] = {"field_status": {**item.field_status, name.removesuffix(".label"): FieldStatus.REVIEWED}}
    if name in PLAIN:
        update[name] = value
    elif name == "key":
        update |= {"key": _labels(value), "accepted_answers": []}
    elif name == "accepted_answers":
        answers = [_labels(answer) for answer in value.split(ANSWER_MARK.strip())]
        update |= {"key": answers[0], "accepted_answers": answers if len(answers) > 1 else []}
    elif name.startswith("superseded_key"):
        update["superseded_keys"] = _superseded_with(item, name, value)
    else:
        update["options"] = _options_with(item.options, name, value, layout)
    return item.model_copy(update=update)


def _labels(value: str) -> list[str]:
    return [label.strip() for label in value.split(",") if label.strip()]


def _superseded_with(item: Item, name: str, value: str) -> list[SupersededKey]:
    answers = [_labels(answer) for answer in value.split(ANSWER_MARK.strip())]
    decided = SupersededKey(document=name, key=answers[0], accepted_answers=answers if len(answers) > 1 else [])
    others = [s for s in item.superseded_keys if s.document != name]
    return sorted([*others, decided], key=lambda s: s.document)


def _options_with(options: list[Option], name: str, value: str, layout: Layout) -> list[Option]:
    """The options with one changed, or with the next one added, which gets the label that the layout declares."""
    position = int(name.split(".")[1]) - 1
    if position == len(options):
        labels = layout.paper.options.labels if layout.paper.options else []
        label = labels[position] if position < len(labels) else str(position + 1)
        return [*options, Option(label=label, text=value)]
    update = {"label": value} if name.endswith(".label") else {"text": value}
    return [o.model_copy(update=update) if i == position else o for i, o in enumerate(options)]


def _known_field(name: str) -> bool:
    numbered = r"option\.[1-9][0-9]?(\.label)?|superseded_key\.[1-9]"
    return name in (*PLAIN, "key", "accepted_answers", "item", FINDING) or re.fullmatch(numbered, name) is not None


def _current(item: Item, name: str) -> str | None:
    """The present value of a field in the comparison form; None where there is no such field."""
    if name == "item":
        return comparison_form(item.stem)
    if name == "key":
        return comparison_form(LIST_MARK.join(item.key))
    if name == "accepted_answers":
        return comparison_form(answers_text(item.accepted_answers))
    if name.startswith("superseded_key"):
        found = (s for s in item.superseded_keys if s.document == name)
        return comparison_form(next((answers_text(s.accepted_answers or [s.key]) for s in found), ""))
    if name in PLAIN:
        return comparison_form(getattr(item, name) or "")
    parts = name.split(".")
    position = int(parts[1]) - 1
    if position >= len(item.options):
        return "" if position == len(item.options) and not parts[2:] else None
    option = item.options[position]
    return comparison_form(option.label if parts[2:] else option.text)
