"""Items of ruled tables: one row an item, or a stem row with option rows under it.

Rows cut by a page break are joined before anything is read from them. A row that has lost its number starts an item
when the item before it is complete; its number is found later, from its neighbours.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from extract.plumber.answers import AnswerReader
from extract.plumber.items import Choice, Draft
from extract.plumber.lines import claim
from extract.plumber.rows import Heading, Row, bare_mark, mark_form, split_at_labels
from records.flags import Reason, flag
from records.layout import Options, Reading
from records.text import squeeze


def plain_label(printed: str, options: Options) -> str:
    """A label as declared: that for which a glyph stands, full-width digits and letters in their plain form."""
    return unicodedata.normalize("NFKC", options.label_of(printed))


@dataclass(slots=True)
class _Place:
    """The section in which rows stand."""

    text: str | None = None
    name: str | None = None
    count: int = 0

    def enter(self, heading: Heading) -> None:
        self.count += 1
        self.text, self.name = heading.text, heading.group or str(self.count)


class BankReader:
    """Assembles the items of a ruled table.

    Args:
        reading: how the paper is read.
        rows: headings and data rows of all pages, in order; they are read on as items are asked for.

    `page` is the page of the row read last: all rows of the pages before it have been entered in the account.
    """

    def __init__(self, reading: Reading, rows: Iterable[Row | Heading]) -> None:
        assert reading.options is not None
        self._reading, self._options = reading, reading.options
        self._rows = rows
        self._number = re.compile(reading.number.pattern)
        self._withdrawn = re.compile(reading.withdrawn) if reading.withdrawn else None
        self._answers = AnswerReader(reading)
        self.page = 0

    def drafts(self) -> Iterator[Draft]:
        """The items in order."""
        place = _Place()
        machine = _RowMachine(self._options, self._reading) if self._options.place == "rows" else None
        needed = len(self._options.labels) if machine is not None else None
        uncut = _Uncut(self._number, needed, self._withdrawn).rows(self._rows)
        for row, after in _with_next(uncut, needed or 1):
            if isinstance(row, Heading):
                if machine is not None:
                    yield from machine.close()
                place.enter(row)
                continue
            started = [self._single(row)] if machine is None else machine.take(row, self._value(row), after)
            self.page = row.page
            for draft in started:
                if draft is not None:
                    draft.section, draft.section_id = place.text, place.name
                    if machine is None:
                        yield draft
            if machine is not None:
                yield from machine.done()
        if machine is not None:
            yield from machine.close()

    def _value(self, row: Row) -> str | None:
        """The number of a row's own number cell; a raised figure in it belongs to the number (`1^1`)."""
        printed, _, raised = row.text("number").partition("^")
        figure = re.match(r"\w+", raised)
        match = self._number.fullmatch(printed + raised[figure.end() :] if figure else printed)
        if match is None or row.is_covered("number"):
            return None
        return f"{match['n']}^{figure.group()}" if figure else match["n"]

    def _single(self, row: Row) -> Draft | None:
        """The item of a row that holds all of it."""
        match = self._number.fullmatch(row.text("number"))
        if match is None and row.text("number"):
            return None
        draft = Draft(match["n"] if match else "", row.get("number"), flags=list(row.flags))
        draft.stem, draft.area, draft.legal_basis = row.get("text"), row.get("area"), row.get("legal_basis")
        if self._options.place == "columns":
            for index, column in enumerate(row.columns):
                if column.role == "option":
                    draft.choices.append(Choice(column.label or "", row.lines.get(index, [])))
        elif self._options.place == "cell":
            draft.stem, parts = split_at_labels(
                row.get("text"),
                self._options.pattern or "",
                self._options.labels,
                lambda printed: plain_label(printed, self._options),
            )
            draft.choices = [Choice(label, lines, [], printed) for label, printed, lines in parts]
        if not draft.number and not draft.stem:
            return None
        self._answers.enter(draft, row.get("key") or row.get("mark"))
        claim(row.every_line(), "field")
        return draft


def _with_next(rows: Iterable[Row | Heading], count: int) -> Iterator[tuple[Row | Heading, Sequence[Row | Heading]]]:
    """Each row with the rows that follow it, at most `count`."""
    window: deque[Row | Heading] = deque()
    for row in rows:
        window.append(row)
        if len(window) > count:
            yield window.popleft(), tuple(window)
    while window:
        yield window.popleft(), tuple(window)


class _Uncut:
    """Joins the second half of a row to its first half on the page before.

    Args:
        number: pattern of a number cell.
        needed: how many option rows an item has; None if a row is an item.
        withdrawn: says in a stem that its item is withdrawn; such an item may have no option rows.
    """

    def __init__(self, number: re.Pattern[str], needed: int | None, withdrawn: re.Pattern[str] | None) -> None:
        self._number, self._needed, self._withdrawn = number, needed, withdrawn
        self._held: Row | None = None
        self._stem = False  # the held row begins an item
        self._void = False  # that item is withdrawn
        self._options = 0  # option rows of the item so far

    def rows(self, rows: Iterable[Row | Heading]) -> Iterator[Row | Heading]:
        """Headings and whole rows in order."""
        for row, after in _with_next(rows, self._needed or 1):
            if isinstance(row, Row) and self._goes_on(row, after):
                self._join(row)
                continue
            if self._held is not None:
                yield self._held
            if isinstance(row, Heading):
                yield row
                self._held = None
            else:
                self._hold(row, after)
        if self._held is not None:
            yield self._held

    def _goes_on(self, row: Row, after: Sequence[Row | Heading]) -> bool:
        """Whether a row at the top of a page goes on the last row of the page before."""
        held = self._held
        if held is None or not row.top or _own_number(row):
            return False
        if self._needed is None:
            return _completes(held, row)
        if row.text("mark"):
            return not (self._stem or held.text("mark") or _own_number(held))
        if self._stem:
            return not self._void or not row.text("text")
        if self._options < self._needed:
            return not self._options or not _leads(after, self._needed)
        marked = bool(after) and isinstance(after[0], Row) and bool(after[0].text("mark"))
        return not marked and not self._takes_out(row)

    def _join(self, row: Row) -> None:
        assert self._held is not None
        self._options += bool(row.text("mark")) and not self._held.text("mark")
        self._held.extend(row)
        if self._stem:
            self._void = self._takes_out(self._held)

    def _hold(self, row: Row, after: Sequence[Row | Heading]) -> None:
        self._stem = self._begins(row, after)
        if self._stem:
            self._options, self._void = 0, self._takes_out(row)
        self._options += bool(row.text("mark"))
        self._held = row

    def _begins(self, row: Row, after: Sequence[Row | Heading]) -> bool:
        """Whether a row begins an item; the number of its stem may be lost."""
        if self._needed is None or self._number.fullmatch(_own_number(row)):
            return True
        if row.text("mark"):
            return False
        if self._held is None or self._options >= self._needed:
            return True
        return _leads(after, self._needed) if self._options else self._void

    def _takes_out(self, stem: Row) -> bool:
        return self._withdrawn is not None and bool(self._withdrawn.search(stem.text("text")))


def _own_number(row: Row) -> str:
    """What is printed in the number cell of a row, unless the cell is one of the rows above too."""
    return "" if row.is_covered("number") else row.text("number")


def _leads(after: Sequence[Row | Heading], needed: int) -> bool:
    """Whether as many marked rows follow as an item has options: the row before them is a stem."""
    marked = [r for r in after[:needed] if isinstance(r, Row) and r.text("mark") and not _own_number(r)]
    return len(marked) == needed


def _completes(held: Row, row: Row) -> bool:
    """Whether an unnumbered row at the top of a page lacks what only a first half has (one row an item)."""
    if not any(c.role == "key" for c in row.columns):
        return True
    return not row.text("key") or not held.text("key")


class _RowMachine:
    """Options as rows: waits for a stem, gathers its option rows, hands the item over when the next one starts."""

    def __init__(self, options: Options, reading: Reading) -> None:
        self._options = options
        self._label = re.compile(options.pattern) if options.pattern else None
        self._withdrawn = re.compile(reading.withdrawn) if reading.withdrawn else None
        self._right = {bare_mark(m) for m in reading.marks.right}
        self._wrong = {bare_mark(m) for m in reading.marks.wrong}
        self._open: Draft | None = None
        self._finished: list[Draft] = []

    def take(self, row: Row, number: str | None, after: Sequence[Row | Heading] = ()) -> list[Draft]:
        """Feed one row; returns the item it starts, if any."""
        mark = row.text("mark")
        if row.text("number") and number is None and not row.is_covered("number"):
            if mark or not _leads(after, len(self._options.labels)):
                return []  # neither a number nor an option row: its words stay unassigned
            number = row.text("number").rstrip(".)")
        if number is not None:
            return [self._start(row, number)]
        if mark:
            return self._option(row)
        if not row.get("text"):
            return []
        leads = _leads(after, len(self._options.labels))
        if self._open is None or self._complete() or (leads and self._open.choices):
            return [self._start(row, "")]
        if self._is_next_label(row):
            return self._option(row)
        if not self._open.choices:
            self._open.stem = self._open.stem + row.get("text")
            claim(row.every_line(), "field")
            return []
        return self._option(row)

    def _is_next_label(self, row: Row) -> bool:
        """Whether an unmarked row prints the label that the open item's next option has."""
        assert self._open is not None
        match = self._label.match(row.text("text")) if self._label else None
        position, declared = len(self._open.choices), self._options.labels
        if match is None or position >= len(declared):
            return False
        return plain_label(match["label"], self._options) == declared[position]

    def _complete(self) -> bool:
        draft = self._open
        assert draft is not None
        stem = squeeze(" ".join(line.text for line in draft.stem))
        if draft.choices:
            return len(draft.choices) >= len(self._options.labels)
        return self._withdrawn is not None and bool(self._withdrawn.search(stem))

    def _start(self, row: Row, number: str) -> Draft:
        self._finished += [self._open] if self._open is not None else []
        self._open = Draft(number, row.get("number"), stem=row.get("text"), flags=list(row.flags))
        self._open.area, self._open.legal_basis = row.get("area"), row.get("legal_basis")
        if row.text("mark"):
            self._open.flags.append(flag(Reason.MARK_UNKNOWN, row.text("mark")))
        claim(row.every_line(), "field")
        return self._open

    def _option(self, row: Row) -> list[Draft]:
        if self._open is None:
            return []
        draft, position = self._open, len(self._open.choices)
        lines = row.get("text")
        match = self._label.match(lines[0].text) if self._label and lines else None
        declared = self._options.labels
        label = declared[position] if position < len(declared) else str(position + 1)
        choice = Choice(label, lines, row.get("mark"))
        if match is not None:
            printed, rest = lines[0].part(0, match.end()), lines[0].part(match.end())
            choice = Choice(
                plain_label(match["label"], self._options), ([rest] if rest else []) + lines[1:], row.get("mark")
            )
            choice.printed = [printed] if printed else []
        self._judge(draft, choice, row.text("mark"), mark_form(row.get("mark")))
        draft.choices.append(choice)
        draft.flags += row.flags
        claim(row.every_line(), "field")
        return []

    def _judge(self, draft: Draft, choice: Choice, mark: str, form: str) -> None:
        if form in self._right:
            draft.key.append(choice.label)
        elif form not in self._wrong:
            draft.flags.append(flag(Reason.MARK_UNKNOWN, mark))
        draft.key_lines = draft.key_lines + choice.mark

    def done(self) -> Iterator[Draft]:
        """The items that are finished."""
        yield from self._finished
        self._finished = []

    def close(self) -> Iterator[Draft]:
        """The document or section ends: the open item is finished too."""
        if self._open is not None:
            self._finished.append(self._open)
            self._open = None
        yield from self.done()
