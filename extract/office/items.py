"""From drafts to records: ids, joined texts, flags, provenance with locations, keys joined by number and section."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from extract.office.answers import Answers
from extract.office.blocks import Line
from extract.office.drafts import Draft
from extract.office.rows import Heading, Row
from records.flags import FieldStatus, ItemStatus, Reason, flag
from records.layout import Reading
from records.model import Item, KeyEntry, Option, Provenance
from records.text import join_lines, squeeze, take_footnote_marks

Attested = Callable[[str], bool]
_WORD = re.compile(r"[^\W\d_]{2,}")
_SCRIPTS = [re.compile(p) for p in (r"[A-Za-z\u00c0-\u024f]", r"[\u0400-\u052f]", r"[\u0370-\u03ff\u1f00-\u1fff]")]


@dataclass(slots=True)
class Entry:
    """One key row as read."""

    section: str | None
    record: KeyEntry
    sources: list[Provenance]
    flags: list[str] = field(default_factory=list)


def mixed_script_words(text: str) -> list[str]:
    """Words of a text that mix Latin, Cyrillic and Greek letters, each once."""
    words = dict.fromkeys(w for w in _WORD.findall(text) if not w.isascii())
    return [w for w in words if sum(p.search(w) is not None for p in _SCRIPTS) > 1]


def provenance(name: str, lines: list[Line], document: Literal["paper", "key"], default: str = "") -> Provenance:
    """One field's reading: its raw lines, and where they stand."""
    where = ", ".join(dict.fromkeys(line.block.location for line in lines)) or default
    raw = "\n".join(line.text for line in lines)
    return Provenance(
        field=name, extractor="office", document=document, raw=raw, places=[], location=where or None
    )  # fmt: skip


def recover_numbers(drafts: Iterable[Draft]) -> None:
    """Give items without a number the number after the one before, if no item of the section has it."""
    drafts = list(drafts)
    taken = {(d.section_id, d.number) for d in drafts if d.number}
    last: dict[str | None, int] = {}
    for draft in drafts:
        value = last.get(draft.section_id, 0)
        if draft.number:
            last[draft.section_id] = int(draft.number) if draft.number.isdecimal() else value
        elif (draft.section_id, str(value + 1)) in taken:
            draft.flags.append(str(Reason.NUMBER_MISSING))
        else:
            draft.number = str(value + 1)
            draft.flags.append(str(Reason.NUMBER_RECOVERED))
            last[draft.section_id] = value + 1


class Finisher:
    """Turns drafts into items.

    Args:
        exam: the exam's id.
        attested: tells which words exist.
        withdrawn: pattern that says in the stem that the item is withdrawn.
    """

    def __init__(self, exam: str, attested: Attested, withdrawn: str | None) -> None:
        self._exam, self._attested = exam, attested
        self._withdrawn = re.compile(withdrawn) if withdrawn else None
        self._used: Counter[str] = Counter()
        self._last: dict[str | None, str] = {}

    def item(self, draft: Draft) -> Item:
        """The record of one draft."""
        flags = list(draft.flags)
        stem = self._joined(draft.stem, flags)
        options = [Option(label=c.label, text=self._joined(c.lines, flags)) for c in draft.choices]
        if self._withdrawn is not None and self._withdrawn.search(stem):
            flags.append(str(Reason.WITHDRAWN))
        void = {str(Reason.WITHDRAWN), str(Reason.ANNULLED)} & set(flags)
        sources = list(_sources(draft))
        return Item(
            id=self._name(draft),
            exam=self._exam,
            number=draft.number,
            stem=stem,
            options=options,
            key=draft.key,
            status=ItemStatus.WITHDRAWN if void else ItemStatus.OK,
            flags=list(dict.fromkeys(flags)),
            legal_basis=plain(draft.legal_basis, self._attested),
            area=plain(draft.area, self._attested),
            section=draft.section,
            field_status=_imported(sources),
            provenance=sources,
        )

    def _joined(self, lines: list[Line], flags: list[str]) -> str:
        whole, doubtful = join_lines([line.text for line in lines], self._attested)
        text, marks = take_footnote_marks(whole)
        flags += [flag(Reason.FOOTNOTE_MARK, m) for m in marks]
        flags += [flag(Reason.HYPHEN_UNRESOLVED, w) for w in doubtful]
        flags += [flag(Reason.MIXED_SCRIPT_WORD, w) for w in mixed_script_words(text)]
        return squeeze(text)

    def _name(self, draft: Draft) -> str:
        head = f"{self._exam}-{draft.section_id}" if draft.section_id else self._exam
        if draft.number:
            self._last[draft.section_id] = draft.number
        name = f"{head}-{draft.number or 'after-' + self._last.get(draft.section_id, '0')}"
        self._used[name] += 1
        return name if self._used[name] == 1 else f"{name}~{self._used[name]}"


def plain(lines: list[Line], attested: Attested) -> str | None:
    """Lines joined, raised figures kept; None for no text."""
    return join_lines([line.text for line in lines], attested)[0] or None


def _sources(draft: Draft) -> Iterator[Provenance]:
    yield provenance("number", draft.number_lines, "paper", draft.location)
    yield provenance("stem", draft.stem, "paper", draft.location)
    for position, choice in enumerate(draft.choices, 1):
        yield provenance(f"option.{position}", choice.lines, "paper", draft.location)
    for name, lines in (("key", draft.key_lines), ("legal_basis", draft.legal_basis), ("area", draft.area)):
        if lines:
            yield provenance(name, lines, "paper")


def _imported(sources: Iterable[Provenance]) -> dict[str, FieldStatus]:
    return dict.fromkeys((s.field for s in sources), FieldStatus.IMPORTED)


def key_entries(
    reading: Reading, labels: list[str], rows: Iterable[Row | Heading], attested: Callable[[], Attested]
) -> list[Entry]:
    """The rows of a key that carry a number; their text is claimed as fields."""
    number, answers = re.compile(reading.number.pattern), Answers(reading, labels)
    entries, section, count = list[Entry](), None, 0
    for row in rows:
        if isinstance(row, Heading):
            count += 1
            section = row.group or str(count)
            continue
        match = number.fullmatch(row.text("number"))
        if match is None:
            continue
        row.claim()
        key, basis = row.get("key"), row.get("legal_basis")
        record = KeyEntry(
            number=match["n"],
            key=answers.labels(row.text("key")),
            raw="\n".join(line.text for line in key),
            section=section,
            legal_basis=plain(basis, attested()),
            withdrawn=answers.annuls(row.text("key")),
        )
        sources = [provenance(n, lines, "key") for n, lines in (("key", key), ("legal_basis", basis)) if lines]
        entries.append(Entry(section, record, sources, row.flags))
    return entries


def _bare(number: str) -> str:
    return (number.lstrip("0") or "0") if number.isdecimal() else number


def join_keys(
    items: list[Item], sections: list[str | None], entries: list[Entry]
) -> tuple[list[Item], list[KeyEntry]]:  # fmt: skip
    """Join key rows to items by number, and by section where both have one.

    Returns:
        The items with their keys, and the rows that no item takes.
    """
    numbered: dict[str, list[Entry]] = {}
    for entry in entries:
        numbered.setdefault(_bare(entry.record.number), []).append(entry)
    joined, reached = [], set[int]()
    for item, section in zip(items, sections, strict=True):
        mine = [e for e in numbered.get(_bare(item.number), []) if None in (section, e.section) or section == e.section]
        reached |= {id(e) for e in mine}
        joined.append(_keyed(item, mine) if mine else item)
    return joined, [e.record for e in entries if id(e) not in reached]


def _keyed(item: Item, entries: list[Entry]) -> Item:
    records = [e.record for e in entries]
    flags = item.flags + [f for e in entries for f in e.flags]
    if any(r.withdrawn for r in records):
        flags.append(str(Reason.ANNULLED))
    if len({(tuple(r.key), r.withdrawn) for r in records}) > 1:
        flags.append(str(Reason.KEY_AMBIGUOUS))
    void = all(r.withdrawn for r in records)
    sources = item.provenance + [s for e in entries for s in e.sources]
    update = {
        "key": [] if void else list(dict.fromkeys(label for r in records for label in r.key)),
        "status": ItemStatus.WITHDRAWN if void else item.status,
        "flags": list(dict.fromkeys(flags)),
        "legal_basis": next((r.legal_basis for r in records if r.legal_basis), item.legal_basis),
        "field_status": _imported(sources),
        "provenance": sources,
    }
    return item.model_copy(update=update)
