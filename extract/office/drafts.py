"""An item as read, and the items of tables: one row an item, or a stem row with option rows under it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from extract.office.answers import Answers, mark_form
from extract.office.blocks import Line
from extract.office.rows import Heading, Row
from records.flags import Reason, flag
from records.layout import Reading
from records.text import squeeze


@dataclass(slots=True)
class Choice:
    """One option as read."""

    label: str
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """One item as read: the lines of each field."""

    number: str = ""
    number_lines: list[Line] = field(default_factory=list)
    stem: list[Line] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    key_lines: list[Line] = field(default_factory=list)
    legal_basis: list[Line] = field(default_factory=list)
    area: list[Line] = field(default_factory=list)
    section: str | None = None
    section_id: str | None = None
    location: str = ""
    flags: list[str] = field(default_factory=list)


def plain_label(printed: str) -> str:
    """A label as declared: full-width signs in their plain form."""
    return unicodedata.normalize("NFKC", printed)


def row_drafts(reading: Reading, rows: Iterable[Row | Heading]) -> Iterator[Draft]:
    """The items of rows, section by section."""
    heading, name, count = None, None, 0
    block: list[Row] = []
    for row in [*rows, None]:
        if isinstance(row, Row):
            block.append(row)
            continue
        builder = RowItems(reading)
        for draft in builder.stacked(block) if builder.stacks else builder.single(block):
            draft.section, draft.section_id = heading, name
            yield draft
        block = []
        if row is not None:
            count += 1
            heading, name = row.text, row.group or str(count)


class RowItems:
    """Assembles the items of one section's rows.

    Args:
        reading: how the paper is read.
    """

    def __init__(self, reading: Reading) -> None:
        assert reading.options is not None
        self._reading, self._options = reading, reading.options
        self._number = re.compile(reading.number.pattern)
        self._label = re.compile(reading.options.pattern) if reading.options.pattern else None
        self._withdrawn = re.compile(reading.withdrawn) if reading.withdrawn else None
        self._answers = Answers(reading, reading.options.labels)
        self._counted = all(c.role != "number" for c in reading.columns)
        self.stacks = reading.options.place == "rows"

    def single(self, rows: Sequence[Row]) -> Iterator[Draft]:
        """One item a row; a row whose number cell holds something else stays unassigned."""
        for position, row in enumerate(rows, 1):
            number = str(position) if self._counted else self._value(row)
            if number is None and row.text("number"):
                continue
            draft = self._open(row, number or "")
            if self._options.place == "columns":
                for index, column in enumerate(row.columns):
                    if column.role == "option":
                        draft.choices.append(Choice(column.label or "", row.lines.get(index, [])))
            elif self._options.place == "cell":
                draft.stem, draft.choices = self._parted(row.get("text"))
            if draft.number or draft.stem:
                self._answer(draft, row)
                row.claim()
                yield draft

    def stacked(self, rows: Sequence[Row]) -> Iterator[Draft]:
        """A stem row, then option rows with a mark each."""
        draft: Draft | None = None
        for index, row in enumerate(rows):
            number = self._value(row)
            foreign = number is None and row.text("number") and not row.is_covered("number")
            leads = self._leads(rows[index + 1 :])
            if foreign and (row.text("mark") or not leads):
                continue
            if number is None and foreign:
                number = row.text("number").rstrip(".)")
            if number is not None or (not row.text("mark") and self._begins(draft, row, leads)):
                if draft is not None:
                    yield draft
                draft = self._open(row, number or "")
                if row.text("mark"):
                    draft.flags.append(flag(Reason.MARK_UNKNOWN, row.text("mark")))
            elif draft is None:
                continue
            elif not row.text("mark") and not draft.choices and not self._next_label(draft, row):
                draft.stem += row.get("text")
                draft.flags += row.flags
            else:
                self._option(draft, row)
            row.claim()
        if draft is not None:
            yield draft

    def _named(self, match: re.Match[str]) -> str:
        """The label that a matched one stands for."""
        return plain_label(self._options.label_of(match["label"]))

    def _value(self, row: Row) -> str | None:
        """The number of a row's own number cell; a raised figure in it belongs to the number."""
        if row.is_covered("number"):
            return None
        printed, _, raised = row.text("number").partition("^")
        figure = re.match(r"\w+", raised)
        match = self._number.fullmatch(printed + raised[figure.end() :] if figure else printed)
        if match is None:
            return None
        return f"{match['n']}^{figure.group()}" if figure else match["n"]

    def _open(self, row: Row, number: str) -> Draft:
        draft = Draft(number, row.get("number"), row.get("text"), location=row.location, flags=list(row.flags))
        draft.legal_basis, draft.area = row.get("legal_basis"), row.get("area")
        return draft

    def _answer(self, draft: Draft, row: Row) -> None:
        draft.key_lines = row.get("key") or row.get("mark")
        text = squeeze(" ".join(line.text for line in draft.key_lines))
        draft.key = self._answers.labels(text)
        if self._answers.annuls(text):
            draft.flags.append(str(Reason.ANNULLED))
        marks = self._answers.right | self._answers.wrong
        if self._options.place == "none" and text and marks and mark_form(text) not in marks and draft.key:
            draft.flags.append(flag(Reason.MARK_UNKNOWN, text))

    def _leads(self, after: Sequence[Row]) -> bool:
        """Whether as many marked rows follow as an item has options: the row before them is a stem."""
        needed = len(self._options.labels)
        ahead = after[:needed]
        return len(ahead) == needed and all(r.text("mark") and self._value(r) is None for r in ahead)

    def _begins(self, draft: Draft | None, row: Row, leads: bool) -> bool:
        """Whether an unmarked row without a number is the stem of an item whose number is lost."""
        if not row.get("text"):
            return False
        if draft is None or len(draft.choices) >= len(self._options.labels):
            return True
        stem = squeeze(" ".join(line.text for line in draft.stem))
        if self._withdrawn is not None and self._withdrawn.search(stem):
            return True
        return leads and bool(draft.choices)

    def _next_label(self, draft: Draft, row: Row) -> bool:
        match = self._label.match(row.text("text")) if self._label else None
        at = len(draft.choices)
        return match is not None and self._options.labels[at : at + 1] == [self._named(match)]

    def _option(self, draft: Draft, row: Row) -> None:
        lines, at = row.get("text"), len(draft.choices)
        declared = self._options.labels
        label = declared[at] if at < len(declared) else str(at + 1)
        match = self._label.match(lines[0].text) if self._label and lines else None
        if match is not None:
            label, rest = self._named(match), lines[0].part(match.end())
            lines = ([rest] if rest is not None else []) + lines[1:]
        draft.choices.append(Choice(label, lines))
        draft.key_lines = draft.key_lines + row.get("mark")
        draft.flags += row.flags
        mark = mark_form(row.text("mark"))
        if mark in self._answers.right:
            draft.key.append(label)
        elif mark not in self._answers.wrong:
            draft.flags.append(flag(Reason.MARK_UNKNOWN, row.text("mark")))

    def _parted(self, lines: list[Line]) -> tuple[list[Line], list[Choice]]:
        """A cell's stem and options, parted at labels in the declared order; all stem if fewer than two are there."""
        stem: list[Line] = []
        choices: list[Choice] = []
        declared = self._options.labels
        for line in lines:
            begin = 0
            for match in self._label.finditer(line.text) if self._label else ():
                if len(choices) < len(declared) and self._named(match) == declared[len(choices)]:
                    _put(choices[-1].lines if choices else stem, line, begin, match.start())
                    choices.append(Choice(declared[len(choices)]))
                    begin = match.end()
            _put(choices[-1].lines if choices else stem, line, begin, None)
        return (stem, choices) if len(choices) > 1 else (lines, [])


def _put(target: list[Line], line: Line, begin: int, end: int | None) -> None:
    part = line.part(begin, end)
    if part is not None:
        target.append(part)
