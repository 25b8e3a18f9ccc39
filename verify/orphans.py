"""Key rows without a question: a placeholder item for each, so that what the paper lacks is in the list of items.

A placeholder is disputed and has no stem; it is never released. A key row whose question the other path did read is no
orphan: that item already stands on one path only and is disputed as such.
"""

from collections.abc import Sequence

from records.flags import ItemStatus, Reason, flag
from records.model import Disagreement, Extraction, Extractor, Item, KeyEntry, Provenance
from records.text import comparison_form
from verify.compare import LIST_MARK, answers_text

Place = tuple[str, int | str]  # section id and number: where an item belongs
EntryPair = tuple[KeyEntry | None, KeyEntry | None]


def add_placeholders(items: Sequence[Item], *readings: Extraction) -> tuple[Sequence[Item], list[Disagreement]]:
    """Insert a placeholder for every key row without a question, at its number's place in its section.

    Args:
        items: the merged items.
        readings: path A's and path B's reading, or the only one of office files, for their orphan keys.

    Returns:
        All items, and a disagreement for each row that only one path has or that the paths read differently.
    """
    exam, orphans = readings[0].exam, [r.orphan_keys for r in readings]
    if not any(orphans):
        return items, []
    present = {place for item in items for place in (_place_of(item), (item.part or "", rank(item.number)))}
    numbers = {number for _, number in present}
    complete, disagreements = list(items), list[Disagreement]()
    taken = {item.id for item in items}
    for left, right in _paired(*orphans) if len(orphans) > 1 else ((entry, entry) for entry in orphans[0]):
        entry = left or right
        assert entry is not None
        if _place(entry) in present or (not (entry.section or entry.part) and rank(entry.number) in numbers):
            continue
        proofs = [_proof(e, r.extractor) for e, r in zip((left, right), readings, strict=False) if e]
        placeholder = _placeholder(exam, entry, proofs, complete, taken)
        taken.add(placeholder.id)
        if found := _difference(placeholder, left, right):
            disagreements.append(found)
            flags = sorted({*placeholder.flags, found.reason})
            placeholder = placeholder.model_copy(update={"flags": flags})
        complete.insert(_position(complete, entry), placeholder)
    return complete, disagreements


def _paired(plumber: list[KeyEntry], geometry: list[KeyEntry]) -> list[EntryPair]:
    """The rows of both paths by section and number; a number that a path has twice stays two rows."""
    one, two = _counted(plumber), _counted(geometry)
    return [(one.get(k), two.get(k)) for k in sorted({*one, *two}, key=lambda k: (k[0], str(k[1]).zfill(9), k[2]))]


def _counted(entries: list[KeyEntry]) -> dict[tuple[str, int | str, int], KeyEntry]:
    counted: dict[tuple[str, int | str, int], KeyEntry] = {}
    for entry in entries:
        section, number = _place(entry)
        again = sum(k[:2] == (section, number) for k in counted)
        counted[section, number, again] = entry
    return counted


def _placeholder(exam: str, entry: KeyEntry, proofs: list[Provenance], items: list[Item], taken: set[str]) -> Item:
    where = entry.section or entry.part
    neighbour = next((i for i in items if _section_id(i) == (where or "")), None)
    base = f"{exam}-{where}-{entry.number}" if where else f"{exam}-{entry.number}"
    names = [base, *(f"{base}~{n}" for n in range(2, len(taken) + 3))]
    return Item(
        id=next(name for name in names if name not in taken), exam=exam, number=entry.number, stem="", options=[],
        key=entry.key, section=neighbour.section if neighbour else entry.section, part=entry.part,
        legal_basis=entry.legal_basis,
        jurisdiction=neighbour.jurisdiction if neighbour else None, language=neighbour.language if neighbour else None,
        status=ItemStatus.DISPUTED, flags=sorted([flag(Reason.KEY_WITHOUT_QUESTION), flag(Reason.QUESTION_MISSING)]),
        provenance=proofs,
    )  # fmt: skip


def _proof(entry: KeyEntry, extractor: Extractor) -> Provenance:
    return Provenance(field="key", extractor=extractor, document="key", raw=entry.raw, places=entry.places)


def _difference(placeholder: Item, left: KeyEntry | None, right: KeyEntry | None) -> Disagreement | None:
    """The disagreement of the paths on one row, if there is any."""
    a, b = _shown(left), _shown(right)
    if a is not None and b is not None and comparison_form(a) == comparison_form(b):
        return None
    single = flag(Reason.ONE_PATH_ONLY, "plumber" if left else "geometry")
    reason = flag(Reason.PATHS_DISAGREE, "key") if left and right else single
    places = [place for entry in (left, right) if entry for place in entry.places]
    return Disagreement(
        exam=placeholder.exam, item=placeholder.id, field="key", reason=reason, plumber=a, geometry=b, places=places
    )


def _shown(entry: KeyEntry | None) -> str | None:
    if entry is None:
        return None
    answers = answers_text(entry.accepted_answers) if entry.accepted_answers else LIST_MARK.join(entry.key)
    out = "everybody scores" if entry.everybody_scores else "withdrawn" if entry.withdrawn else ""
    parts = [answers, entry.legal_basis or "", out]
    return " | ".join(parts).rstrip(" |")


def _position(items: list[Item], entry: KeyEntry) -> int:
    """Before the first greater number of the section, else after the section's last item, else at the end."""
    section, number = _place(entry)
    own = [i for i, item in enumerate(items) if _section_id(item) == section]
    after = (i for i in own if isinstance(number, int) and _is_greater(items[i], number))
    return next(after, own[-1] + 1 if own else len(items))


def _is_greater(item: Item, number: int) -> bool:
    own = rank(item.number)
    return isinstance(own, int) and own > number


def _place(entry: KeyEntry) -> Place:
    return entry.section or entry.part or "", rank(entry.number)


def _place_of(item: Item) -> Place:
    return _section_id(item), rank(item.number)


def _section_id(item: Item) -> str:
    """Section or part in the item id `{exam}-{section or part}-{number}`; empty where there is none."""
    if item.section is None and item.part is None:
        return ""
    return item.id.removeprefix(f"{item.exam}-").rpartition("-")[0]


def rank(number: str) -> int | str:
    """A number to compare by: leading zeros aside; the text itself where it is no number."""
    return int(number) if number.isdecimal() else comparison_form(number)
