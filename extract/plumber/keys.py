"""The key sheet: one entry for each row of its table, and the joining of entries to items.

Several blocks of columns side by side (number, answer, number, answer) are read block by block. Every entry reaches an
item or is an orphan; two entries for one item with unlike answers are both kept and flagged.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from extract.plumber.answers import AnswerReader
from extract.plumber.content import Content
from extract.plumber.items import Frames, places, provenance
from extract.plumber.lines import claim
from extract.plumber.rows import Heading, Row, RowReader
from records.flags import ItemStatus, Reason, flag
from records.layout import Column, Reading
from records.model import Item, KeyEntry, Provenance
from records.text import join_lines, squeeze


@dataclass(slots=True)
class Entry:
    """One key row as read, with its record."""

    row: Row
    number: str
    section: str | None
    record: KeyEntry | None = None
    sources: list[Provenance] = field(default_factory=list)

    def matches(self, number: str) -> bool:
        """Whether the row's number is an item's number, leading zeros aside."""
        return _bare(self.number) == _bare(number)


def _bare(number: str) -> str:
    return number.lstrip("0") or "0" if number.isdecimal() else number


def read_entries(reading: Reading, pages: Iterable[Content]) -> list[Entry]:
    """The rows of a key table that carry a number, page cuts joined; their words are claimed as fields."""
    reader, number = RowReader(reading), re.compile(reading.number.pattern)
    entries: list[Entry] = []
    section: str | None = None
    count = 0
    for content in pages:
        for row in reader.rows(content):
            if isinstance(row, Heading):
                count += 1
                section = row.group or str(count)
                continue
            for block in _blocks(row):
                match = number.fullmatch(block.text("number"))
                if match is not None:
                    entries.append(Entry(block, match["n"], section))
                    claim(block.every_line(), "field")
                elif not block.text("number") and block.top and entries:
                    entries[-1].row.extend(block)
                    claim(block.every_line(), "field")
    return entries


def _blocks(row: Row) -> Iterator[Row]:
    """The row cut before each number column but the first."""
    starts = [i for i, c in enumerate(row.columns) if c.role == "number"]
    for start, stop in zip(starts, [*starts[1:], len(row.columns)], strict=True):
        columns: Sequence[Column] = row.columns[start:stop] if len(starts) > 1 else row.columns
        shift = start if len(starts) > 1 else 0
        lines = {i - shift: v for i, v in row.lines.items() if shift <= i < shift + len(columns)}
        yield Row(row.page, columns, lines, frozenset(i - shift for i in row.covered), row.top, row.flags)


def complete(entries: Iterable[Entry], answers: AnswerReader, attested: Callable[[str], bool], frames: Frames) -> None:
    """Give each entry its record and the provenance of its fields."""
    for entry in entries:
        basis, lines = entry.row.get("legal_basis"), entry.row.get("key")
        printed = squeeze(" ".join(line.text for line in lines))
        entry.record = KeyEntry(
            number=entry.number,
            key=answers.labels(printed),
            raw="\n".join(line.text for line in lines),
            section=entry.section,
            legal_basis=join_lines([line.text for line in basis], attested)[0] or None,
            withdrawn=answers.annulled(printed),
            places=places(entry.row.every_line(), frames),
        )
        entry.sources = [provenance("key", lines, frames, "key")] if lines else []
        if basis:
            entry.sources.append(provenance("legal_basis", basis, frames, "key"))


def join_entries(
    items: list[Item], sections: list[str | None], entries: list[Entry]
) -> tuple[list[Item], list[KeyEntry]]:
    """Join key rows to items by section, if both have one, and number.

    Returns:
        The items with their keys, and the rows whose number no item has.
    """
    by_number: dict[str, list[Entry]] = {}
    for entry in entries:
        by_number.setdefault(_bare(entry.number), []).append(entry)
    reached: set[int] = set()
    joined = []
    for item, section in zip(items, sections, strict=True):
        mine = [e for e in by_number.get(_bare(item.number), []) if item.number and _one_section(section, e.section)]
        reached |= {id(e) for e in mine}
        joined.append(_with_key(item, mine) if mine else item)
    return joined, [e.record for e in entries if id(e) not in reached and e.record is not None]


def _one_section(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other


def _with_key(item: Item, entries: list[Entry]) -> Item:
    records = [e.record for e in entries if e.record is not None]
    labels = list(dict.fromkeys(label for r in records for label in r.key))
    flags = list(item.flags)
    void = all(r.withdrawn for r in records)
    if any(r.withdrawn for r in records):
        flags.append(str(Reason.ANNULLED))
    if len({(tuple(r.key), r.withdrawn) for r in records}) > 1:
        flags.append(str(Reason.KEY_AMBIGUOUS))
    flags += [flag(Reason.TEXT_OUTSIDE_CELL, "key") for e in entries if e.row.flags]
    bases = [r.legal_basis for r in records if r.legal_basis]
    return item.model_copy(
        update={
            "key": [] if void else labels,
            "status": ItemStatus.WITHDRAWN if void else item.status,
            "flags": list(dict.fromkeys(flags)),
            "legal_basis": bases[0] if bases else item.legal_basis,
            "provenance": item.provenance + [s for e in entries for s in e.sources],
        }
    )
