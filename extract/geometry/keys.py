"""Keys: how a key cell is read, how a key sheet becomes entries, and how entries find their items."""

import re
from collections.abc import Sequence

from extract.geometry.fields import Account, Value, bare, declared_label, doubts, proof
from extract.geometry.rows import Row
from records.flags import ItemStatus, Reason, flag
from records.layout import Layout, Reading
from records.model import Item, KeyEntry, Provenance
from records.text import Attested, join_lines, squeeze, take_footnote_marks

SHORT = 2  # letters up to which an unknown part of a key cell is taken for a label


def labels_in(text: str, reading: Reading) -> tuple[list[str], list[str]]:
    """The labels a key cell names, as declared, and flags for what had to be interpreted.

    A cell that holds anything else than labels is kept as printed, as the one label.
    """
    text = squeeze(text)
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
        return [text], []
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


def entries_of(
    rows: Sequence[Row], reading: Reading, account: Account, attested: Attested
) -> list[tuple[KeyEntry, Row]]:
    """One entry for each row of a key sheet that names a number."""
    entries = []
    for row in joined_rows(rows):
        match = re.fullmatch(reading.number.pattern, row.text("number"))
        number = match.group("n") if match else row.text("number")
        if not number:
            continue
        labels, flags = labels_in(row.text("key"), reading)
        legal = row.values.get("legal_basis", Value([]))
        basis = take_footnote_marks(join_lines([line.text for line in legal.lines], attested)[0])[0].strip()
        account.book((w for value in row.values.values() for line in value.lines for w in line.words), "field")
        entry = KeyEntry(
            number=number,
            key=labels,
            raw="\n".join(line.text for line in row.values.get("key", Value([])).lines),
            section=row.section,
            legal_basis=basis or None,
            withdrawn=flag(Reason.ANNULLED) in flags,
            places=account.places(row.values.get("key", Value([]))),
        )
        entries.append((entry, row._replace(flags=row.flags + tuple(flags))))
    return entries


def _rank(number: str) -> str:
    return str(int(number)) if number.isdecimal() else bare(number)


def applied(
    items: Sequence[tuple[Item, str | None]], entries: Sequence[tuple[KeyEntry, Row]], account: Account, layout: Layout
) -> tuple[list[Item], list[KeyEntry]]:
    """Items with the keys of the sheet, and the entries that found no item.

    Args:
        items: the items with their section's id.
        entries: the sheet's entries with their rows.
        account: the key document's account, for places.
        layout: the exam's layout.
    """
    sectioned = any(row.section for _, row in entries)
    by_number: dict[tuple[str | None, str], list[tuple[KeyEntry, Row]]] = {}
    for entry, row in entries:
        by_number.setdefault((entry.section if sectioned else None, _rank(entry.number)), []).append((entry, row))
    used: set[tuple[str | None, str]] = set()
    result = []
    for item, section in items:
        place = (section if sectioned else None, _rank(item.number))
        found = by_number.get(place, [])
        used |= {place} if found else set()
        result.append(_keyed(item, found, account) if found else item)
    orphans = [entry for place, group in by_number.items() if place not in used for entry, _ in group]
    return result, orphans


def _keyed(item: Item, found: Sequence[tuple[KeyEntry, Row]], account: Account) -> Item:
    labels = list(dict.fromkeys(label for entry, _ in found for label in entry.key))
    flags = [text for _, row in found for text in row.flags]
    if len({tuple(entry.key) for entry, _ in found}) > 1:
        flags.append(flag(Reason.KEY_AMBIGUOUS))
    withdrawn = any(entry.withdrawn for entry, _ in found)
    proofs: list[Provenance] = []
    for name in ("key", "legal_basis"):
        value = Value([])
        for _, row in found:
            value = merged(value, row.values.get(name))
        if value.lines or (name == "key" and value.empty_at):
            proofs.append(proof(name, value, account, "key"))
            flags.extend(doubts(w for line in value.lines for w in line.words))
    basis = "; ".join(dict.fromkeys(entry.legal_basis for entry, _ in found if entry.legal_basis))
    update = {
        "key": [] if withdrawn else labels,
        "status": ItemStatus.WITHDRAWN if withdrawn else item.status,
        "flags": list(dict.fromkeys([*item.flags, *flags])),
        "legal_basis": basis or item.legal_basis,
        "provenance": [*item.provenance, *proofs],
    }
    return item.model_copy(update=update)
