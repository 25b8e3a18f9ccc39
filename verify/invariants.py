"""What must hold of an item and of the sequence of items, whoever read them.

Three outcomes. *Withdrawn* or annulled by the source: kept apart, nothing else is asked of it. *Malformed*: the source
itself breaks the declared form, but the answer stands (an empty option, two identical options of which neither is the
key): released as printed with a flag. *Disputed*: the answer is touched (key missing or not among the options, twins of
which one is the key, options too many or too few, a label printed twice or missing, several keys, no question for a
key): blocks a release until a person decides.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from records.flags import FieldStatus, ItemStatus, Reason, flag, reason_of
from records.layout import Invariants, Layout
from records.model import Item
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
    Reason.RENDERED_TEXT_DIFFERS,
    Reason.TEXT_NOT_VISIBLE,
    Reason.LOOK_ALIKE_WORD,
    Reason.LABEL_OF_OTHER_SCRIPT,
    Reason.STRUCK_TEXT,
    Reason.LABEL_IN_TEXT,
    Reason.CONTINUATION_UNSURE,
    Reason.FORMULA_VALUE,
    Reason.DATE_VALUE,
}

Run = tuple[str | None, str | None]  # section and part within which numbers rise

# The source's own word that the item does not count.
OUT = {Reason.ANNULLED, Reason.WITHDRAWN, Reason.EVERYBODY_SCORES}
# What the sequence of numbers shows, by `check_sequence`.
SEQUENCE = {Reason.NUMBER_DUPLICATE, Reason.NUMBERING_GAP}
# What `check_item` finds out anew each time it looks at an item.
COMPUTED = MALFORMED | {
    Reason.DUPLICATE_LABEL,
    Reason.MISSING_LABEL,
    Reason.OPTION_COUNT,
    Reason.EMPTY_STEM,
    Reason.KEY_MISSING,
    Reason.KEY_NOT_AMONG_OPTIONS,
    Reason.MULTIPLE_KEYS,
    Reason.NO_KEY,
}


def check_item(item: Item, layout: Layout) -> Item:
    """Flag what the item breaks, and give it the status that follows.

    An item that the source withdrew is asked nothing; it is disputed only if the paths differ on it.
    """
    if item.status is ItemStatus.WITHDRAWN:
        return item
    if _is_out(item):
        open_ = any(reason_of(f) in DISPUTED for f in item.flags)
        return item.model_copy(update={"status": ItemStatus.DISPUTED if open_ else ItemStatus.WITHDRAWN})
    expected = layout.invariants_of(item.part)
    found = [*_option_flags(item, layout, expected), *_key_flags(item, layout, expected)]
    if any(p.name == item.part and p.kind == "open" for p in layout.paper.parts):
        found.append(flag(Reason.OPEN_QUESTION))
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


def check_sequence(items: Iterable[Item], layout: Layout) -> Iterator[Item]:
    """Flag duplicate numbers and gaps within each section, and each part that has numbers of its own.

    A gap is flagged on the item after it: that item may have swallowed the missing one. A number that a person has
    reviewed stands as it is.
    """
    rising = layout.invariants.numbers_rise_by_one
    previous: dict[Run, int] = {}
    seen: Counter[tuple[Run, int]] = Counter()
    for item in items:
        run = _run(item, layout)
        number, last = _as_int(item.number), previous.get(run)
        seen[run, number] += 1
        found = []
        if item.number and seen[run, number] > 1:
            found.append(flag(Reason.NUMBER_DUPLICATE, item.number))
        elif rising and last is not None and number > last + 1:
            found.append(flag(Reason.NUMBERING_GAP, _missing(last + 1, number - 1)))
        elif rising and last is not None and item.number and number <= last:
            found.append(flag(Reason.NUMBERING_GAP, f"{item.number} after {last}"))
        previous[run] = number or last or 0  # one wrong number must not dispute all that follow
        yield item if item.field_status.get("number") is FieldStatus.REVIEWED else _with_flags(item, found)


def recheck_sequence(items: list[Item], layout: Layout) -> list[Item]:
    """Check the sequence again after a number was corrected: what was flagged because of it is flagged no more."""
    fresh = []
    for item in items:
        flags = [f for f in item.flags if reason_of(f) not in SEQUENCE]
        if flags != item.flags:
            status = item.status if item.status is ItemStatus.WITHDRAWN else status_of(flags, item)
            item = item.model_copy(update={"flags": flags, "status": status})
        fresh.append(item)
    return list(check_sequence(fresh, layout))


def gaps(items: Iterable[Item], layout: Layout) -> list[str]:
    """The numbers that a section or part leaves out, as `5` or `5-7`, with its name where there is one."""
    present: dict[Run, set[int]] = {}
    for item in items:
        present.setdefault(_run(item, layout), set()).update({_as_int(item.number)} - {0})
    return [
        ": ".join(filter(None, [*run, _missing(low + 1, high - 1)]))
        for run, numbers in present.items()
        for low, high in pairwise(sorted(numbers))
        if high > low + 1
    ]


def _run(item: Item, layout: Layout) -> Run:
    return item.section, item.part if layout.has_own_numbers(item.part) else None


def _is_out(item: Item) -> bool:
    """Whether both paths read that the source withdrew the item."""
    differs = flag(Reason.PATHS_DISAGREE, "status") in item.flags
    return not differs and any(reason_of(f) in OUT for f in item.flags)


def _option_flags(item: Item, layout: Layout, expected: Invariants) -> Iterator[str]:
    declared = layout.paper.options.labels if layout.paper.options else []
    printed = [o.label for o in item.options]
    wanted = declared[: expected.options_per_item]
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


def _key_flags(item: Item, layout: Layout, expected: Invariants) -> Iterator[str]:
    allowed = [o.label for o in item.options] or layout.paper.answers.labels
    wanted = expected.keys_per_item
    if wanted and not item.key:
        marked = layout.paper.options is not None and layout.paper.options.place == "rows"
        yield flag(Reason.NO_KEY if marked else Reason.KEY_MISSING)
    elif wanted != "several" and len(item.key) < wanted:
        yield flag(Reason.KEY_MISSING, f"{len(item.key)} of {wanted}")
    if wanted != "several" and not item.accepted_answers and len(item.key) > max(wanted, 1):
        yield flag(Reason.MULTIPLE_KEYS)
    printed = Counter(o.label for o in item.options)
    named = dict.fromkeys([*item.key, *(label for answer in item.accepted_answers for label in answer)])
    yield from (flag(Reason.KEY_NOT_AMONG_OPTIONS, k) for k in named if k not in allowed)
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
