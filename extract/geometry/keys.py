"""Keys: how a key cell is read, how a key sheet becomes entries, and how entries find their items."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from extract.geometry.fields import Account, Value, bare, declared_label, doubts, proof
from extract.geometry.glyphs import Word
from extract.geometry.rows import Row
from records.flags import ItemStatus, Reason, flag
from records.layout import Layout, Reading
from records.model import Item, KeyEntry, Provenance, SupersededKey
from records.text import Attested, join_lines, squeeze, take_footnote_marks

SHORT = 2  # letters up to which an unknown part of a key cell is taken for a label
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}  # full-width forms of ASCII

Place = tuple[str | None, str | None, str]  # section, part with numbers of its own, number


class Said(NamedTuple):
    """What an answer says: the sets of labels that score, flags, and whether it is understood (`known`) at all."""

    accepted: list[list[str]]
    flags: list[str]
    withdrawn: bool = False
    everybody: bool = False
    known: bool = True


class Answer(NamedTuple):
    """One entry of a key sheet, the row it was read from, and the part it stands in if that has its own numbers."""

    entry: KeyEntry
    row: Row
    part: str | None = None


def labels_in(text: str, reading: Reading) -> tuple[list[str], list[str]]:
    """The labels a key cell names, as declared, and flags for what had to be interpreted.

    A cell that holds anything else than labels is kept as printed, as the one label.
    """
    printed, text = squeeze(text), squeeze(text.translate(FULL_WIDTH))
    if not text:
        return [], []
    if reading.answers.withdrawn and re.search(reading.answers.withdrawn, text):
        return [], [flag(Reason.ANNULLED)]
    labels = reading.answers.labels or (reading.options.labels if reading.options else [])
    parts = [part for part in re.split(reading.answers.separator, text) if part]
    if len(parts) == 1 and _is_row_of_letters(parts[0], labels):
        parts = list(parts[0])
    read = [declared_label(part.rstrip(".)") or part, reading.options, labels) for part in parts]
    names = [name for name, _ in read]
    if not all(name in labels or len(name) <= SHORT for name in names):
        return [printed], []
    flags = [flag(Reason.MIXED_SCRIPT_WORD, part) for part, (_, twin) in zip(parts, read, strict=True) if twin]
    return list(dict.fromkeys(names)), flags


def _is_row_of_letters(part: str, labels: Sequence[str]) -> bool:
    """Whether a word is two or more one-letter labels in their order, as in `ABD`; no label itself is one."""
    chain = "".join(f"{re.escape(label)}?" for label in labels if len(label) == 1)
    return len(part) > 1 and part not in labels and re.fullmatch(chain, part, re.IGNORECASE) is not None


def joined_rows(rows: Sequence[Row]) -> list[Row]:
    """Join a row that a page break has cut: the first one of a page without number and answer belongs to the last."""
    whole: list[Row] = []
    for row in rows:
        if whole and not row.text("number") and not row.text("key"):
            values = {role: merged(whole[-1].values.get(role), value) for role, value in row.values.items()}
            whole[-1] = whole[-1]._replace(values={**whole[-1].values, **values}, flags=whole[-1].flags + row.flags)
        else:
            whole.append(row)
    return whole


def merged(one: Value | None, two: Value | None) -> Value:
    """The lines of two values, one under the other."""
    parts = [value for value in (one, two) if value is not None]
    return Value(
        [line for value in parts for line in value.lines], tuple(at for value in parts for at in value.empty_at)
    )


def said_in(text: str, reading: Reading) -> Said:
    """What the text of an answer says; remarks it may point to are not looked at."""
    answers = reading.answers
    plain = squeeze(text.translate(FULL_WIDTH))
    everybody = bool(answers.everybody and re.search(answers.everybody, plain))
    withdrawn = bool(answers.withdrawn and re.search(answers.withdrawn, plain))
    if everybody or withdrawn or not plain:
        flags = [flag(Reason.EVERYBODY_SCORES)] if everybody else [flag(Reason.ANNULLED)] if withdrawn else []
        return Said([], flags, withdrawn, everybody, known=bool(plain))
    parts = re.split(answers.either, plain) if answers.either else [plain]
    accepted: list[list[str]] = []
    flags = []
    for part in (part for part in parts if part.strip()):
        labels, more = labels_in(part, reading)
        accepted.extend([labels] if labels not in accepted else [])
        flags.extend(more)
    declared = answers.labels or (reading.options.labels if reading.options else [])
    known = bool(accepted) and all(label in declared for labels in accepted for label in labels)
    if not known and len(accepted) > 1:
        accepted = [[plain]]
    return Said(accepted, flags, known=known)


def number_in(row: Row, reading: Reading) -> str:
    """The number of a key sheet's row without what stands about it."""
    match = re.fullmatch(reading.number.pattern, row.text("number"))
    return match.group("n") if match else row.text("number")


def entry_of(row: Row, reading: Reading, account: Account, attested: Attested, said: Said | None = None) -> Answer:
    """The answer of a key sheet's row; `said` is what a remark says in the place of the row's own words."""
    read = said or said_in(row.text("key"), reading)
    legal = row.values.get("legal_basis", Value([]))
    basis = take_footnote_marks(join_lines([line.text for line in legal.lines], attested)[0])[0].strip()
    entry = KeyEntry(
        number=number_in(row, reading),
        key=read.accepted[0] if read.accepted else [],
        raw="\n".join(line.text for line in row.values.get("key", Value([])).lines),
        section=row.section,
        legal_basis=basis or None,
        withdrawn=read.withdrawn,
        places=account.places(row.values.get("key", Value([]))),
        accepted_answers=read.accepted if len(read.accepted) > 1 else [],
        everybody_scores=read.everybody,
    )
    return Answer(entry, row._replace(flags=row.flags + tuple(read.flags)))


def rank(number: str) -> str:
    """A number to compare by: leading zeros aside."""
    return str(int(number)) if number.isdecimal() else bare(number)


def answers_by_item(
    items: Sequence[tuple[Item, str | None]], answers: Sequence[Answer], layout: Layout
) -> tuple[list[list[Answer]], list[KeyEntry]]:
    """For each item the answers of one sheet that name it, and the entries that found no item.

    Args:
        items: the items with their section's id.
        answers: the sheet's answers.
        layout: the exam's layout; an item of a part with numbers of its own is found by answers of that part alone.
    """
    sectioned = any(answer.row.section for answer in answers)
    by_number: dict[Place, list[Answer]] = {}
    for answer in answers:
        section = answer.entry.section if sectioned and answer.part is None else None
        by_number.setdefault((section, answer.part, rank(answer.entry.number)), []).append(answer)
    used: set[Place] = set()
    result = []
    for item, section in items:
        part = item.part if layout.has_own_numbers(item.part) else None
        place = (section if sectioned and part is None else None, part, rank(item.number))
        found = by_number.get(place, [])
        used |= {place} if found else set()
        result.append(found)
    orphans = [answer.entry for place, group in by_number.items() if place not in used for answer in group]
    return result, orphans


def keyed(item: Item, found: Sequence[Answer], account: Account) -> Item:
    """The item with the key that the sheet in force gives it."""
    accepted = accepted_of(found)
    flags = [text for answer in found for text in answer.row.flags]
    if len({_meaning(answer.entry) for answer in found}) > 1:
        flags.append(flag(Reason.KEY_AMBIGUOUS))
    if any(answer.entry.accepted_answers for answer in found):
        flags.append(flag(Reason.SEVERAL_ANSWERS_ACCEPTED))
    out = any(answer.entry.withdrawn or answer.entry.everybody_scores for answer in found)
    proofs = [*_proofs(found, account)]
    flags.extend(text for proof_words in _words(found) for text in doubts(proof_words))
    basis = "; ".join(dict.fromkeys(answer.entry.legal_basis for answer in found if answer.entry.legal_basis))
    update = {
        "key": [] if out or not accepted else accepted[0],
        "accepted_answers": accepted if len(accepted) > 1 and not out else [],
        "status": ItemStatus.WITHDRAWN if out else item.status,
        "flags": list(dict.fromkeys([*item.flags, *flags])),
        "legal_basis": basis or item.legal_basis,
        "provenance": [*item.provenance, *proofs],
    }
    return item.model_copy(update=update)


def accepted_of(found: Sequence[Answer]) -> list[list[str]]:
    """The sets of labels that score; where rows of one number differ, all their labels as one set."""
    entries = [answer.entry for answer in found]
    if any(entry.accepted_answers for entry in entries):
        return list(map(list, dict.fromkeys(tuple(s) for e in entries for s in (e.accepted_answers or [e.key]) if s)))
    labels = list(dict.fromkeys(label for entry in entries for label in entry.key))
    return [labels] if labels else []


def with_superseded(item: Item, found: Sequence[Answer], account: Account) -> Item:
    """The item with what an earlier key sheet said of it, flagged where that differs from the key in force."""
    accepted = accepted_of(found)
    earlier = SupersededKey(
        document=account.kind,
        key=accepted[0] if accepted else [],
        accepted_answers=accepted if len(accepted) > 1 else [],
    )
    out = any(answer.entry.withdrawn or answer.entry.everybody_scores for answer in found)
    same = (item.accepted_answers or [item.key]) == (earlier.accepted_answers or [earlier.key])
    changed = not same or out != (item.status is ItemStatus.WITHDRAWN)
    flags = [*item.flags, *([flag(Reason.KEY_SUPERSEDED)] if changed else [])]
    return item.model_copy(
        update={
            "superseded_keys": [*item.superseded_keys, earlier],
            "flags": list(dict.fromkeys(flags)),
            "provenance": [*item.provenance, *_proofs(found, account, ("key",))],
        }
    )


def _meaning(entry: KeyEntry) -> tuple[object, ...]:
    """What an entry says, to tell whether two of one number say the same."""
    return tuple(entry.key), tuple(map(tuple, entry.accepted_answers)), entry.withdrawn, entry.everybody_scores


def _words(found: Sequence[Answer]) -> list[list[Word]]:
    values = [answer.row.values.get(name) for name in ("key", "legal_basis") for answer in found]
    return [[w for line in value.lines for w in line.words] for value in values if value is not None]


def _proofs(
    found: Sequence[Answer], account: Account, names: Sequence[str] = ("key", "legal_basis")
) -> list[Provenance]:
    proofs = []
    for name in names:
        value = Value([])
        for answer in found:
            value = merged(value, answer.row.values.get(name))
        if value.lines or (name == "key" and value.empty_at):
            proofs.append(proof(name, value, account, account.kind))
    return proofs
