"""The comparison of two readings, field by field.

Two values are equal when their comparison forms are (records.text): white space and line-break hyphenation are
forgiven, nothing else. Items are paired by section and number in the order of the paper, so that an item which only
one path has shows as such and does not shift the others.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher

from records.flags import FieldStatus, ItemStatus, Reason, flag
from records.model import Disagreement, Extraction, Item, Place
from records.text import comparison_form

ItemPair = tuple[Item | None, Item | None]
LIST_MARK = ", "  # between several labels of one key


def compare(plumber: Extraction, geometry: Extraction) -> tuple[list[Item], list[Disagreement]]:
    """Pair and compare all items of two extractions of the same exam.

    Returns:
        The merged items in the order of the paper, each field `agreed` or `disputed`, and one Disagreement for each
        disputed field.
    """
    items: list[Item] = []
    disagreements: list[Disagreement] = []
    for left, right in pair(plumber.items, geometry.items):
        item, found = _merge(left, right) if left and right else _single(left, right)
        items.append(item)
        disagreements += found
    return items, disagreements


def pair(plumber: list[Item], geometry: list[Item]) -> Iterator[ItemPair]:
    """Pair items by section and number; where the sequences part, what is only on one side stands alone."""
    left, right = [_identity(i) for i in plumber], [_identity(i) for i in geometry]
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag in ("equal", "replace") and a1 - a0 == b1 - b0:
            yield from zip(plumber[a0:a1], geometry[b0:b1], strict=True)
        else:
            yield from ((item, None) for item in plumber[a0:a1])
            yield from ((None, item) for item in geometry[b0:b1])


def values(item: Item) -> dict[str, str | None]:
    """Every compared field of an item as text; None where the item has no such value."""
    fields: dict[str, str | None] = {"number": item.number, "stem": item.stem}
    for position, option in enumerate(item.options, 1):
        fields[f"option.{position}"] = f"{option.label}) {option.text}"
    fields["key"] = LIST_MARK.join(item.key)
    fields |= {"legal_basis": item.legal_basis, "area": item.area, "section": item.section}
    fields["status"] = str(item.status)
    return fields


def _identity(item: Item) -> tuple[str, str]:
    return comparison_form(item.section or ""), item.number.lstrip("0")


def _compared(item: Item) -> dict[str, str | None]:
    """As `values`, but from the raw lines, where line-end hyphens still show as such."""
    raw = {p.field: p.raw for p in item.provenance}
    fields = values(item)
    for name, value in fields.items():
        if name in raw and value is not None and (name in ("stem", "legal_basis") or name.startswith("option.")):
            label = value.partition(") ")[0] + ")" if name.startswith("option.") else ""
            fields[name] = label + raw[name]
    return {name: None if value is None else comparison_form(value) for name, value in fields.items()}


def _merge(left: Item, right: Item) -> tuple[Item, list[Disagreement]]:
    one, two = _compared(left), _compared(right)
    shown_left, shown_right = values(left), values(right)
    statuses: dict[str, FieldStatus] = {}
    found = []
    for name in {**one, **two}:
        if one.get(name) is None and two.get(name) is None:
            continue
        if one.get(name) == two.get(name):
            statuses[name] = FieldStatus.AGREED
            continue
        statuses[name] = FieldStatus.DISPUTED
        places = [*_places(left, name), *_places(right, name)]
        reason = flag(Reason.PATHS_DISAGREE, name)
        found.append(
            Disagreement(
                exam=left.exam, item=left.id, field=name, reason=reason,
                plumber=shown_left.get(name), geometry=shown_right.get(name), places=places,
            )
        )  # fmt: skip
    base = right if _unresolved(left) and not _unresolved(right) and not found else left
    flags = sorted({*base.flags, *_lasting(left), *_lasting(right), *(d.reason for d in found)})
    status = ItemStatus.DISPUTED if found else base.status
    update = {"flags": flags, "status": status, "field_status": statuses}
    return base.model_copy(update={**update, "provenance": [*left.provenance, *right.provenance]}), found


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
    statuses = {name: FieldStatus.DISPUTED for name, value in values(item).items() if value is not None}
    update = {"flags": sorted({*item.flags, reason}), "status": ItemStatus.DISPUTED, "field_status": statuses}
    return item.model_copy(update=update), [record]


def _places(item: Item, field: str) -> list[Place]:
    return [place for p in item.provenance if p.field == field for place in p.places]


def _unresolved(item: Item) -> bool:
    return any(f.startswith(Reason.HYPHEN_UNRESOLVED) for f in item.flags)


def _lasting(item: Item) -> list[str]:
    """Flags that hold whichever reading is taken; an unresolved hyphen belongs to one reading only."""
    return [f for f in item.flags if not f.startswith(Reason.HYPHEN_UNRESOLVED)]
