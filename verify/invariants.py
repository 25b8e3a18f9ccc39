"""What must hold of an item and of the sequence of items, whoever read them.

Three outcomes. *Withdrawn* or annulled by the source: kept apart, nothing else is asked of it. *Malformed*: the source
itself breaks the declared form, but the answer stands (an empty option, two identical options of which neither is the
key): released as printed with a flag. *Disputed*: the answer is touched (key missing or not among the options, a
label printed twice or missing, several keys, no question for a key): blocks a release until a person decides.
"""

from collections import Counter
from collections.abc import Iterator

from records.flags import ItemStatus, Reason, flag, reason_of
from records.layout import Layout
from records.model import Item, KeyEntry
from records.text import squeeze

MALFORMED = {Reason.MISSING_OPTION, Reason.DUPLICATE_OPTION_TEXT, Reason.OPTIONS_EQUAL_AFTER_TRIM}
DISPUTED = {
    Reason.DUPLICATE_LABEL,
    Reason.MISSING_LABEL,
    Reason.OPTION_COUNT,
    Reason.EMPTY_STEM,
    Reason.KEY_MISSING,
    Reason.KEY_AMBIGUOUS,
    Reason.KEY_NOT_AMONG_OPTIONS,
    Reason.KEY_WITHOUT_QUESTION,
    Reason.QUESTION_MISSING,
    Reason.MULTIPLE_KEYS,
    Reason.NO_KEY,
    Reason.MARK_UNKNOWN,
    Reason.NUMBER_MISSING,
    Reason.NUMBER_DUPLICATE,
    Reason.NUMBERING_GAP,
    Reason.MIXED_SCRIPT_WORD,
    Reason.UNREADABLE_TEXT_LAYER,
    Reason.PATHS_DISAGREE,
    Reason.ONE_PATH_ONLY,
    Reason.CORRECTION_STALE,
}


def check_item(item: Item, layout: Layout) -> Item:
    """Flag what the item breaks, and give it the status that follows.

    A withdrawn item is returned as it is.
    """
    if item.status is ItemStatus.WITHDRAWN:
        return item
    found = [*_option_flags(item, layout), *_key_flags(item, layout)]
    if not item.stem.strip() and Reason.QUESTION_MISSING not in item.flags:
        found.append(flag(Reason.EMPTY_STEM))
    flags = sorted({*item.flags, *found})
    return item.model_copy(update={"flags": flags, "status": status_of(flags, item)})


def status_of(flags: list[str], item: Item) -> ItemStatus:
    """The status that an item's flags demand, if the source did not withdraw it."""
    reasons = {reason_of(f) for f in flags}
    if reasons & DISPUTED or (reasons & MALFORMED and _key_is_touched(flags, item)):
        return ItemStatus.DISPUTED
    return ItemStatus.MALFORMED if reasons & MALFORMED else ItemStatus.OK


def check_sequence(items: list[Item], orphans: list[KeyEntry], layout: Layout) -> list[Item]:
    """Flag duplicate numbers and gaps, after adding a disputed placeholder for every key row without a question.

    A gap is flagged on the item after it, within one section: that item may have swallowed the missing one.
    """
    complete = list(items)
    for entry in orphans:
        placeholder = _placeholder(entry, items)
        at = next((i for i, item in enumerate(complete) if _is_after(item, entry)), len(complete))
        complete.insert(at, placeholder)
    return _numbering(complete, rising=layout.invariants.numbers_rise_by_one)


def gaps(items: list[Item]) -> list[str]:
    """The numbers that a section's sequence leaves out, as `5` or `5-7`, with the section where there is one."""
    found: list[str] = []
    last: dict[str | None, int] = {}
    for item in items:
        number, before = _as_int(item.number), last.get(item.section)
        if before is not None and number > before + 1:
            found.append(
                f"{item.section}: {_missing(before + 1, number - 1)}"
                if item.section
                else _missing(before + 1, number - 1)
            )
        last[item.section] = max(number, before or 0)
    return found


def _placeholder(entry: KeyEntry, items: list[Item]) -> Item:
    exam = items[0].exam if items else "exam"
    item_id = f"{exam}-{entry.number}"
    taken = any(item.id == item_id for item in items)
    return Item(
        id=f"{item_id}~key" if taken else item_id, exam=exam, number=entry.number, stem="", options=[], key=entry.key,
        section=entry.section, legal_basis=entry.legal_basis, status=ItemStatus.DISPUTED,
        flags=sorted([flag(Reason.KEY_WITHOUT_QUESTION), flag(Reason.QUESTION_MISSING)]),
    )  # fmt: skip


def _is_after(item: Item, entry: KeyEntry) -> bool:
    return item.section == entry.section and _as_int(item.number) > _as_int(entry.number)


def _option_flags(item: Item, layout: Layout) -> Iterator[str]:
    declared = layout.paper.options.labels if layout.paper.options else []
    printed = [o.label for o in item.options]
    wanted = declared[: layout.invariants.options_per_item]
    yield from (flag(Reason.DUPLICATE_LABEL, label) for label, n in Counter(printed).items() if n > 1)
    if len(printed) == len(wanted):
        yield from (flag(Reason.MISSING_LABEL, label) for label in wanted if label not in printed)
    else:
        yield flag(Reason.OPTION_COUNT, str(len(printed)))
    yield from (flag(Reason.MISSING_OPTION, o.label) for o in item.options if not o.text.strip())
    yield from _equal_options(item)


def _equal_options(item: Item) -> Iterator[str]:
    by_text: dict[str, list[str]] = {}
    for option in item.options:
        if option.text.strip():
            by_text.setdefault(squeeze(option.text), []).append(option.label)
    exact = Counter(o.text for o in item.options)
    for labels in by_text.values():
        if len(labels) > 1:
            yield flag(Reason.DUPLICATE_OPTION_TEXT, ",".join(labels))
            texts = [o.text for o in item.options if o.label in labels]
            if any(exact[t] == 1 for t in texts):
                yield flag(Reason.OPTIONS_EQUAL_AFTER_TRIM)


def _key_flags(item: Item, layout: Layout) -> Iterator[str]:
    allowed = [o.label for o in item.options] or layout.paper.answers.labels
    if layout.invariants.keys_per_item and not item.key:
        marked = layout.paper.options is not None and layout.paper.options.place == "rows"
        yield flag(Reason.NO_KEY if marked else Reason.KEY_MISSING)
    if len(item.key) > max(layout.invariants.keys_per_item, 1):
        yield flag(Reason.MULTIPLE_KEYS)
    printed = Counter(o.label for o in item.options)
    yield from (flag(Reason.KEY_NOT_AMONG_OPTIONS, k) for k in item.key if k not in allowed)
    yield from (flag(Reason.KEY_AMBIGUOUS) for k in item.key if printed[k] > 1)


def _key_is_touched(flags: list[str], item: Item) -> bool:
    """Whether the option that is the key is empty or has a twin."""
    touched = {
        label
        for f in flags
        if reason_of(f) in (Reason.MISSING_OPTION, Reason.DUPLICATE_OPTION_TEXT)
        for label in f.partition(":")[2].split(",")
    }
    return bool(touched & set(item.key))


def _numbering(items: list[Item], *, rising: bool) -> list[Item]:
    checked: list[Item] = []
    previous: dict[str | None, int] = {}
    seen: Counter[tuple[str | None, int]] = Counter()
    for item in items:
        number, last = _as_int(item.number), previous.get(item.section)
        seen[item.section, number] += 1
        found = []
        if item.number and seen[item.section, number] > 1:
            found.append(flag(Reason.NUMBER_DUPLICATE, item.number))
        elif rising and last is not None and number > last + 1:
            found.append(flag(Reason.NUMBERING_GAP, _missing(last + 1, number - 1)))
        elif rising and last is not None and item.number and number <= last:
            found.append(flag(Reason.NUMBERING_GAP, f"{item.number} after {last}"))
        previous[item.section] = max(number, last or 0)
        checked.append(_with_flags(item, found))
    return checked


def _with_flags(item: Item, found: list[str]) -> Item:
    if not found:
        return item
    flags = sorted({*item.flags, *found})
    withdrawn = item.status is ItemStatus.WITHDRAWN
    return item.model_copy(update={"flags": flags, "status": item.status if withdrawn else status_of(flags, item)})


def _missing(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _as_int(number: str) -> int:
    digits = "".join(c for c in number if c.isdecimal())
    return int(digits) if digits else 0
