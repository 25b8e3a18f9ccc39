"""The comparison of two readings, field by field.

Two values are equal when their comparison forms are (records.text): white space and line-break hyphenation are
forgiven, nothing else. Both the lines as read and the text made of them must be equal, so a fault of reading and a
fault of joining are both found. An agreed field carries path A's value, or the reading in which a word cut by a line
end was resolved; a disputed field carries path A's value until a person decides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from records.flags import FieldStatus, ItemStatus, Reason, flag
from records.model import Disagreement, Extraction, Item, Option, Place, Provenance
from records.text import HYPHENS, SOFT_HYPHEN, comparison_form
from verify.pairing import pair

LIST_MARK = ", "  # between several labels of one key
ANSWER_MARK = "; "  # between several keys of which any one scores
_CUT_WORD = re.compile(rf"\w[{HYPHENS}{SOFT_HYPHEN}]\s")
_HYPHENS_OUT = str.maketrans("", "", HYPHENS)


@dataclass(frozen=True)
class Value:
    """One field of one item in one reading: the text, and the lines as read (the text where there are none)."""

    text: str
    raw: str
    label: str = ""

    @property
    def shown(self) -> str:
        """The text as a person sees it in a disagreement."""
        return f"{self.label}) {self.text}" if self.label else self.text

    @property
    def lines(self) -> str:
        """The raw lines with the label."""
        return f"{self.label}) {self.raw}" if self.label else self.raw


def compare(plumber: Extraction, geometry: Extraction) -> Iterator[tuple[Item, list[Disagreement]]]:
    """Pair and compare all items of two extractions of the same exam.

    Yields:
        In the order of the paper each merged item, every field `agreed` or `disputed`, with one Disagreement for each
        disputed field.
    """
    for left, right in pair(plumber.items, geometry.items):
        yield _merge(left, right) if left and right else _single(left, right)


def values(item: Item) -> dict[str, Value]:
    """Every compared field that the item has."""
    lines = {p.field: p.raw for p in item.provenance if p.document in ("paper", "key")}
    fields = {name: Value(text, lines.get(name, text)) for name, text in _joined_texts(item).items()}
    for position, option in enumerate(item.options, 1):
        name = f"option.{position}"
        fields[name] = Value(option.text, lines.get(name, option.text), option.label)
    short = {"number": item.number, "key": LIST_MARK.join(item.key), "status": str(item.status)}
    named = (("area", item.area), ("section", item.section), ("part", item.part))
    short |= {k: v for k, v in named if v is not None}
    short |= {"accepted_answers": answers_text(item.accepted_answers)} if item.accepted_answers else {}
    short |= {s.document: answers_text(s.accepted_answers or [s.key]) for s in item.superseded_keys}
    return fields | {name: Value(text, text) for name, text in short.items()}


def answers_text(answers: list[list[str]]) -> str:
    """Sets of labels as text: `B; C; B, C`."""
    return ANSWER_MARK.join(LIST_MARK.join(answer) for answer in answers)


def _joined_texts(item: Item) -> dict[str, str]:
    """The fields whose text is made of lines, options aside."""
    return {"stem": item.stem} | ({} if item.legal_basis is None else {"legal_basis": item.legal_basis})


def _merge(left: Item, right: Item) -> tuple[Item, list[Disagreement]]:
    one, two = values(left), values(right)
    statuses: dict[str, FieldStatus] = {}
    found: list[Disagreement] = []
    better: dict[str, str] = {}
    for name in {**one, **two}:
        a, b = one.get(name), two.get(name)
        if a is None or b is None or not equal(a, b):
            statuses[name] = FieldStatus.DISPUTED
            found.append(_disagreement(left, right, name, a, b))
            continue
        statuses[name] = FieldStatus.AGREED
        if len(comparison_form(b.text)) < len(comparison_form(a.text)):
            better[name] = b.text
    base = _with_texts(left, better)
    flags = {f for f in (*left.flags, *right.flags) if _holds(f, base)} | {d.reason for d in found}
    update = {
        "flags": sorted(flags),
        "status": ItemStatus.DISPUTED if found else left.status,
        "field_status": statuses,
        "provenance": [*left.provenance, *right.provenance],
    }
    return base.model_copy(update=update), found


def equal(one: Value, two: Value) -> bool:
    """Whether two readings agree; where both saw a word cut by a line end, one may have kept its hyphen."""
    if (comparison_form(one.label), comparison_form(one.raw)) != (comparison_form(two.label), comparison_form(two.raw)):
        return False
    a, b = comparison_form(one.text), comparison_form(two.text)
    cut = _CUT_WORD.search(one.raw) and _CUT_WORD.search(two.raw)
    return a == b or (cut is not None and a.translate(_HYPHENS_OUT) == b.translate(_HYPHENS_OUT))


def _disagreement(left: Item, right: Item, name: str, one: Value | None, two: Value | None) -> Disagreement:
    """What each path has; the lines as read where the texts alone would not show the difference."""
    same_text = one is not None and two is not None and one.shown == two.shown
    a, b = ((v.lines if same_text else v.shown) if v else None for v in (one, two))
    return Disagreement(
        exam=left.exam, item=left.id, field=name, reason=flag(Reason.PATHS_DISAGREE, name),
        plumber=a, geometry=b, places=[*_places(left, name), *_places(right, name)],
    )  # fmt: skip


def _single(left: Item | None, right: Item | None) -> tuple[Item, list[Disagreement]]:
    item = left or right
    assert item is not None
    side = "plumber" if left else "geometry"
    reason = flag(Reason.ONE_PATH_ONLY, side)
    shown = f"{item.number}. {item.stem}"
    record = Disagreement(
        exam=item.exam, item=item.id, field="item", reason=reason,
        plumber=shown if left else None, geometry=shown if right else None, places=_places(item, "stem"),
    )  # fmt: skip
    statuses = dict.fromkeys(values(item), FieldStatus.DISPUTED)
    update = {"flags": sorted({*item.flags, reason}), "status": ItemStatus.DISPUTED, "field_status": statuses}
    return item.model_copy(update=update), [record]


def _with_texts(item: Item, texts: dict[str, str]) -> Item:
    if not texts:
        return item
    options = [
        Option(label=o.label, text=texts.get(f"option.{position}", o.text))
        for position, o in enumerate(item.options, 1)
    ]
    plain: dict[str, Any] = {name: text for name, text in texts.items() if not name.startswith("option.")}
    return item.model_copy(update={**plain, "options": options})


def _places(item: Item, field: str) -> list[Place]:
    def holds(proof: Provenance) -> bool:
        if field.startswith("superseded_key"):
            return proof.document == field
        of_key = field == "accepted_answers" and proof.field == "key"
        return (proof.field == field or of_key) and not proof.document.startswith("superseded_key")

    return [place for p in item.provenance if holds(p) for place in p.places]


def _holds(text: str, item: Item) -> bool:
    """Whether a flag still holds of the merged item: an unresolved hyphen is gone when the word is."""
    if not text.startswith(Reason.HYPHEN_UNRESOLVED):
        return True
    printed = [*_joined_texts(item).values(), *(o.text for o in item.options)]
    return any(text.partition(":")[2] in p.replace("\u2010", "-") for p in printed)
