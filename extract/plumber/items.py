"""From drafts to records: ids, joined texts, footnote marks, provenance, recovered numbers.

A draft holds the lines of each field as read; nothing of it is changed here but by the shared text normal form. Ids
are unique: a second item of the same name gets `~2`, nothing is overwritten.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from extract.plumber.lines import Line, box_of
from extract.plumber.page import Frame
from extract.plumber.scripts import mixed_words, unread_words
from records.flags import ItemStatus, Reason, flag
from records.model import Item, Option, Place, Provenance
from records.text import join_lines, squeeze, take_footnote_marks

Frames = Mapping[int, Frame]


@dataclass(slots=True)
class Choice:
    """One option as read: its label, its lines, its mark if it has one."""

    label: str
    lines: list[Line] = field(default_factory=list)
    mark: list[Line] = field(default_factory=list)
    printed: list[Line] = field(default_factory=list)  # the label as printed
    ordinal: str = ""  # the declared label it stands for


@dataclass(slots=True)
class Draft:
    """One item as read."""

    number: str = ""
    number_lines: list[Line] = field(default_factory=list)
    stem: list[Line] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    accepted: list[list[str]] = field(default_factory=list)  # sets of labels that score, if several do
    key_lines: list[Line] = field(default_factory=list)
    legal_basis: list[Line] = field(default_factory=list)
    area: list[Line] = field(default_factory=list)
    section: str | None = None
    section_id: str | None = None
    part: str | None = None
    own_numbers: bool = False  # the numbers of the part begin again
    flags: list[str] = field(default_factory=list)

    def shed(self) -> None:
        """Let go of the lines once the item is made; what is kept says which number and key are the item's."""
        self.number_lines, self.stem, self.choices, self.key_lines, self.legal_basis, self.area = [], [], [], [], [], []

    @property
    def run(self) -> tuple[str | None, str | None]:
        """Section and part within which its number counts."""
        return self.section_id, self.part if self.own_numbers else None

    def lines(self) -> Iterable[Line]:
        """All lines of the paper in this item."""
        yield from self.number_lines + self.stem + self.key_lines + self.legal_basis + self.area
        for choice in self.choices:
            yield from choice.printed + choice.lines + choice.mark


def recover_numbers(drafts: list[Draft]) -> None:
    """Give items whose number cell is lost the number after the one before, if no item of the section prints it."""
    printed = {(d.run, _value(d.number)) for d in drafts if d.number}
    run: tuple[str | None, str | None] = (None, None)
    last = 0
    for draft in drafts:
        if draft.run != run:
            run, last = draft.run, 0
        if draft.number:
            last = _value(draft.number) or last
            continue
        if (run, last + 1) in printed:
            draft.flags.append(str(Reason.NUMBER_MISSING))
        else:
            last += 1
            draft.number = str(last)
            draft.flags.append(str(Reason.NUMBER_RECOVERED))


def _value(number: str) -> int | None:
    return int(number) if number.isdecimal() else None


class Finisher:
    """Turns drafts into items.

    Args:
        exam: the exam's id.
        attested: tells which words exist.
        frames: the reading frame of each page of the paper.
        withdrawn: pattern that says in the stem that the item is withdrawn.
    """

    def __init__(self, exam: str, attested: Callable[[str], bool], frames: Frames, withdrawn: str | None) -> None:
        self._exam, self._attested, self._frames = exam, attested, frames
        self._withdrawn = re.compile(withdrawn) if withdrawn else None
        self._used: Counter[str] = Counter()
        self._last: dict[tuple[str | None, str | None], str] = {}

    def fields(self, draft: Draft) -> dict[str, Any]:
        """What a draft says by itself; `item` adds what depends on the items before it."""
        flags: list[str] = []
        stem = self.text(draft.stem, flags)
        options = [Option(label=c.label, text=self.text(c.lines, flags)) for c in draft.choices]
        if self._withdrawn is not None and self._withdrawn.search(stem):
            flags.append(str(Reason.WITHDRAWN))
        every = (*draft.flags, *flags)
        void = any(str(reason) in every for reason in (Reason.WITHDRAWN, Reason.ANNULLED, Reason.EVERYBODY_SCORES))
        return {
            "stem": stem,
            "options": options,
            "key": draft.key,
            "accepted_answers": draft.accepted,
            "status": ItemStatus.WITHDRAWN if void else ItemStatus.OK,
            "flags": flags,
            "legal_basis": self.plain(draft.legal_basis) or None,
            "area": self.plain(draft.area) or None,
            "section": draft.section,
            "part": draft.part,
            "provenance": list(self._provenance(draft)),
        }

    def item(self, fields: dict[str, Any], draft: Draft) -> Item:
        """The record of a draft, with id, number and the draft's flags; asked for in the order of the items."""
        lost = str(Reason.NUMBER_MISSING) in draft.flags
        fields["flags"] = list(dict.fromkeys([*draft.flags, *fields["flags"]]))
        fields["provenance"] = [p for p in fields["provenance"] if not (lost and p.field == "number")]
        return Item(id=self._id(draft), exam=self._exam, number=draft.number, **fields)

    def plain(self, lines: list[Line]) -> str:
        """Lines joined, raised figures kept."""
        return join_lines([line.text for line in lines], self._attested)[0]

    def text(self, lines: list[Line], flags: list[str]) -> str:
        """Lines joined to running text, footnote marks taken out; `flags` gets what is odd about them."""
        joined, doubtful = join_lines([line.text for line in lines], self._attested)
        text, marks = take_footnote_marks(joined)
        flags += [flag(Reason.FOOTNOTE_MARK, m) for m in marks]
        flags += [flag(Reason.HYPHEN_UNRESOLVED, w) for w in doubtful]
        flags += [flag(Reason.MIXED_SCRIPT_WORD, w) for w in mixed_words(text)]
        flags += [flag(Reason.UNREADABLE_TEXT_LAYER, w) for w in unread_words(text)]
        return squeeze(text)

    def _id(self, draft: Draft) -> str:
        parts = [self._exam, *filter(None, draft.run)]
        if draft.number:
            self._last[draft.run] = draft.number
            parts.append(draft.number)
        else:
            parts += ["after", self._last.get(draft.run, "0")]
        name = "-".join(parts)
        self._used[name] += 1
        return name if self._used[name] == 1 else f"{name}~{self._used[name]}"

    def _provenance(self, draft: Draft) -> Iterable[Provenance]:
        fields = [("number", draft.number_lines), ("stem", draft.stem)]
        fields += [(f"option.{i}", c.lines) for i, c in enumerate(draft.choices, 1)]
        fields += [("key", draft.key_lines), ("legal_basis", draft.legal_basis), ("area", draft.area)]
        for name, lines in fields:
            if lines or name == "stem" or name.startswith("option"):
                yield provenance(name, lines, self._frames, "paper")


def provenance(name: str, lines: list[Line], frames: Frames, document: str) -> Provenance:
    """One field's reading: its raw lines, and one box for each page they stand on."""
    raw = "\n".join(line.text for line in lines)
    return Provenance(field=name, extractor="plumber", document=document, raw=raw, places=places(lines, frames))


def places(lines: Iterable[Line], frames: Frames) -> list[Place]:
    """The boxes of lines, page by page."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    return [
        Place(page=page, box=box_of([w for line in group for w in line.words], frames[page]))
        for page, group in pages.items()
    ]
