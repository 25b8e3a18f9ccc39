"""Entries of key sheets and their way to the items.

Every entry reaches an item or is an orphan; two entries for one item with unlike answers are both kept and flagged. The
sheet in force gives the key; what an earlier one said is kept beside it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from extract.plumber.answers import AnswerReader
from extract.plumber.items import Draft, Frames, places, provenance
from extract.plumber.lines import Line
from records.flags import ItemStatus, Reason, flag
from records.model import Item, KeyEntry, Provenance, SupersededKey
from records.text import join_lines, squeeze


@dataclass(slots=True)
class Entry:
    """One number of a key sheet with its answer as read, and its record."""

    number: str
    key: list[Line]
    section: str | None = None
    part: str | None = None
    booklet: str | None = None
    basis: list[Line] = field(default_factory=list)
    others: list[Line] = field(default_factory=list)  # its number, and what else its row says
    remarks: list[Line] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # the remarks' answers; they replace a mark that points to them
    marked: bool = False  # the answer is such a mark
    flags: list[str] = field(default_factory=list)
    optional: bool = False  # a place of a form that has more of them than the paper has questions
    record: KeyEntry | None = None
    sources: list[Provenance] = field(default_factory=list)

    @property
    def blank(self) -> bool:
        """Whether a place of a form says nothing."""
        return self.optional and not self.key and not self.basis

    @property
    def printed(self) -> str:
        """The answer on one line."""
        return squeeze(" ".join(line.text for line in self.key))

    def lines(self) -> Iterator[Line]:
        """All lines of the entry."""
        yield from self.others + self.key + self.basis + self.remarks

    def belongs_to(self, draft: Draft) -> bool:
        """Whether the entry is for an item: section and part agree, and the number, leading zeros aside."""
        if self.section is not None and draft.section_id is not None and self.section != draft.section_id:
            return False
        one_part = not draft.own_numbers if self.part is None else self.part == draft.part
        return one_part and bool(draft.number) and bare_number(self.number) == bare_number(draft.number)


def bare_number(number: str) -> str:
    """A number without leading zeros."""
    return number.lstrip("0") or "0" if number.isdecimal() else number


def complete(
    entries: Iterable[Entry], answers: AnswerReader, attested: Callable[[str], bool], frames: Frames, role: str
) -> None:
    """Give each entry its record and the provenance of its fields."""
    for entry in entries:
        said = entry.said[0] if entry.marked and entry.said else entry.printed
        answer = answers.read(said)
        if any(answers.read(other) != answer for other in entry.said):
            entry.flags.append(flag(Reason.KEY_AMBIGUOUS))
        entry.record = KeyEntry(
            number=entry.number,
            key=answer.key,
            accepted_answers=answer.accepted,
            raw="\n".join(line.text for line in entry.key + entry.remarks),
            section=entry.section,
            part=entry.part,
            legal_basis=join_lines([line.text for line in entry.basis], attested)[0] or None,
            withdrawn=answer.withdrawn,
            everybody_scores=answer.everybody,
            places=places(entry.lines(), frames),
        )
        entry.sources = [provenance("key", entry.key, frames, role)] if entry.key or entry.remarks else []
        if entry.remarks:  # the places of mark and remark stay apart
            source = provenance("key", entry.remarks, frames, role)
            both = {"raw": entry.record.raw, "places": entry.sources[0].places + source.places}
            entry.sources = [source.model_copy(update=both)]
        if entry.basis:
            entry.sources.append(provenance("legal_basis", entry.basis, frames, role))


def shared_out(drafts: Sequence[Draft], entries: Sequence[Entry]) -> tuple[list[list[Entry]], list[Entry]]:
    """Give each item its entries.

    Returns:
        The entries of each item, and those that belong to none.
    """
    by_number: dict[str, list[Entry]] = {}
    for entry in entries:
        by_number.setdefault(bare_number(entry.number), []).append(entry)
    mine = [[e for e in by_number.get(bare_number(d.number), []) if e.belongs_to(d)] for d in drafts]
    reached = {id(e) for group in mine for e in group}
    return [_without_blanks(group) for group in mine], [e for e in entries if id(e) not in reached]


def _without_blanks(entries: list[Entry]) -> list[Entry]:
    """An empty place of a form says nothing where another place gives the answer."""
    return [e for e in entries if not e.blank] or entries[:1]


def with_key(item: Item, entries: Sequence[Entry]) -> Item:
    """An item with the answer of the sheet in force."""
    records = [e.record for e in entries if e.record is not None]
    if not records:
        return item
    void = all(r.withdrawn or r.everybody_scores for r in records)
    accepted = list[list[str]]()
    for record in records:
        accepted += [labels for labels in record.accepted_answers if labels not in accepted]
    flags = list(item.flags)
    flags += [flag(Reason.ANNULLED)] if any(r.withdrawn for r in records) else []
    flags += [flag(Reason.EVERYBODY_SCORES)] if any(r.everybody_scores for r in records) else []
    flags += [flag(Reason.SEVERAL_ANSWERS_ACCEPTED)] if accepted else []
    flags += [flag(Reason.KEY_AMBIGUOUS)] if any(_answer(r) != _answer(records[0]) for r in records) else []
    flags += [f for e in entries for f in e.flags]
    bases = [r.legal_basis for r in records if r.legal_basis]
    return item.model_copy(
        update={
            "key": [] if void else list(dict.fromkeys(label for r in records for label in r.key)),
            "accepted_answers": [] if void else accepted,
            "status": ItemStatus.WITHDRAWN if void else item.status,
            "flags": list(dict.fromkeys(flags)),
            "legal_basis": bases[0] if bases else item.legal_basis,
            "provenance": item.provenance + [s for e in entries for s in e.sources],
        }
    )


def with_earlier_key(item: Item, entries: Sequence[Entry], role: str) -> Item:
    """An item with what an earlier sheet said of it, flagged if the sheet in force says something else."""
    records = [e.record for e in entries if e.record is not None]
    if not records:
        return item
    keys = [SupersededKey(document=role, key=r.key, accepted_answers=r.accepted_answers) for r in records]
    keys = [k for i, k in enumerate(keys) if k not in keys[:i]]
    void = item.status is ItemStatus.WITHDRAWN and not item.key
    changed = any(
        (r.withdrawn or r.everybody_scores) != void
        or not void and (r.key, r.accepted_answers) != (item.key, item.accepted_answers)
        for r in records
    )  # fmt: skip
    flags = item.flags + ([flag(Reason.KEY_SUPERSEDED)] if changed else [])
    return item.model_copy(
        update={
            "superseded_keys": item.superseded_keys + keys,
            "flags": list(dict.fromkeys(flags)),
            "provenance": item.provenance + [s for e in entries for s in e.sources],
        }
    )


def _answer(record: KeyEntry) -> tuple[list[str], list[list[str]], bool, bool]:
    return record.key, record.accepted_answers, record.withdrawn, record.everybody_scores
