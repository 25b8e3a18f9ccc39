"""Items of a numbered list in an office file: option groups first, then the number that owns each group.

Paragraphs are whole here, so there are no edges to go by: a number counts if it follows the one before. Statements
numbered 1. 2. 3. inside a stem and instructions before the first item own no group and start nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extract.office.blocks import Line, claim
from extract.office.drafts import Choice, Draft, plain_label
from records.flags import Reason, flag
from records.layout import Reading


@dataclass(frozen=True, slots=True)
class Start:
    """A line that begins with a number: its index, the number, where the number ends."""

    index: int
    number: str
    end: int
    opens: bool

    @property
    def value(self) -> int:
        """The number as a number."""
        return int(self.number)


class ListItems:
    """Reads the lines of one section.

    Args:
        reading: how the paper is read.
        lines: body lines in reading order.
    """

    def __init__(self, reading: Reading, lines: Sequence[Line]) -> None:
        assert reading.options is not None
        self._reading, self._lines = reading, lines
        self._options, self._labels = reading.options, reading.options.labels
        self._label = re.compile(reading.options.pattern or "(?!)")
        self._number = re.compile(reading.number.pattern)

    def drafts(self) -> Iterator[Draft]:
        """The items in order; lines before the first one are notes."""
        starts = list(self._starts())
        if not starts:
            return
        claim(self._lines[: starts[0].index], "note")
        for start, end in zip(starts, [*[s.index for s in starts[1:]], len(self._lines)], strict=True):
            claim(self._lines[start.index : end], "field")
            yield self._draft(start, end)

    def _numbers(self) -> list[Start]:
        found = []
        for index, line in enumerate(self._lines):
            match = self._number.match(line.text)
            if match is None or not match["n"].isdecimal():
                continue
            if match.end() == len(line.text) or line.text[match.end()].isspace():
                found.append(Start(index, match["n"], match.end(), line.opens))
        return found

    def _spots(self, index: int, begin: int, expected: Sequence[str]) -> list[tuple[str, int, int]]:
        """Labels in a line in the declared order from the first expected one: label, start and end of its match."""
        text, found, at = self._lines[index].text, list[tuple[str, int, int]](), begin
        for label in expected:
            spot = next((s for s in self._labels_in(text, at) if s[0] == label), None)
            if spot is None:
                break
            found.append(spot)
            at = spot[2]
        return found

    def _labels_in(self, text: str, begin: int) -> Iterator[tuple[str, int, int]]:
        """Labels at the line's start or after white space, with white space, a bracket or the end behind them."""
        for place in [begin] + [m.end() for m in re.finditer(r"\s", text) if m.end() > begin]:
            if place and not text[place - 1].isspace():
                continue
            match = self._label.match(text, place)
            if match is not None and (
                match.end() == len(text) or text[match.end()].isspace() or text[match.end() - 1] == ")"
            ):
                yield plain_label(self._options.label_of(match["label"])), match.start(), match.end()

    def _bare_label(self, line: Line, known: list[str]) -> tuple[str, int, int] | None:
        """The next label at a paragraph's start, printed without its sign but set off by a tab (`B<tab>text`)."""
        label = self._labels[len(known)] if known and known == self._labels[: len(known)] != self._labels else None
        if label is None or not line.opens or not line.text.startswith(f"{label}\t"):
            return None
        return label, 0, len(label)

    def _groups(self) -> list[int]:
        """The lines at which option groups begin."""
        found = []
        for index in range(len(self._lines)):
            spots = self._spots(index, 0, self._labels)
            at_start = bool(spots) and spots[0][1] == 0
            if at_start or len(spots) == len(self._labels) or (spots and self._continues(index, len(spots))):
                found.append(index)
        return found

    def _continues(self, index: int, count: int) -> bool:
        """Whether labels begun inside a line are followed by the next one at the start of the next line."""
        if index + 1 >= len(self._lines) or count >= len(self._labels):
            return False
        after = self._spots(index + 1, 0, self._labels[count:])
        return bool(after) and after[0][1] == 0

    def _starts(self) -> Iterator[Start]:
        numbers, groups = self._numbers(), self._groups()
        last: int | None = None
        position = 0
        for group in [*groups, len(self._lines)]:
            waiting = []
            while position < len(numbers) and numbers[position].index <= group:
                waiting.append(numbers[position])
                position += 1
            closing = group == len(self._lines)
            if last is None:
                first = self._reading.number.first
                fitting = [n for n in _without_statements(waiting) if first is None or n.value == first]
                chosen = [] if closing else fitting[-1:]
            else:
                chosen = _following(waiting, last, closing)
            for start in chosen:
                last = start.value
                yield start

    def _draft(self, start: Start, end: int) -> Draft:
        head = self._lines[start.index].part(0, start.end)
        draft = Draft(start.number, [head] if head else [], location=self._lines[start.index].block.location)
        target = draft.stem
        for index in range(start.index, end):
            line, begin = self._lines[index], start.end if index == start.index else 0
            done = len(draft.choices)
            known = [c.label for c in draft.choices]
            spots = self._spots(index, begin, self._labels[done:]) if known == self._labels[:done] else []
            if spots and spots[0][1] > 0 and not done and len(spots) < len(self._labels):
                spots = spots if self._continues(index, len(spots)) else []
            if not spots and begin == 0 and (opening := next(self._labels_in(line.text, 0), None)) and opening[1] == 0:
                spots = [opening]  # a label out of order begins an option all the same; whoever counts labels sees it
            if not spots and begin == 0 and (bare := self._bare_label(line, known)) is not None:
                spots = [bare]
                draft.flags.append(flag(Reason.LABEL_RECOVERED, bare[0]))
            for label, at, stop in spots:
                if (part := line.part(begin, at)) is not None:
                    target.append(part)
                draft.choices.append(Choice(label))
                target, begin = draft.choices[-1].lines, stop
            if (part := line.part(begin)) is not None:
                target.append(part)
            draft.flags += line.flags()
        return draft


def _without_statements(waiting: list[Start]) -> list[Start]:
    """Take off a run 1. 2. ... k. at the end: statements of a stem, if a number before them can own them."""
    run = 0
    while run < len(waiting) and (run == 0 or waiting[-run - 1].value == waiting[-run].value - 1):
        run += 1
        if waiting[-run].value == 1:
            return waiting[:-run] if 2 <= run < len(waiting) else waiting
    return waiting


def _following(waiting: list[Start], last: int, closing: bool) -> list[Start]:
    """The starts of items in a gap between two groups; those without options are chained by their numbers."""
    kept = _without_statements(waiting)
    if not any(n.value == last + 1 for n in kept):
        kept = waiting
    found: list[Start] = []
    position = 0
    while True:
        same = [i for i in range(position, len(kept)) if kept[i].value == last + 1]
        opening = [i for i in same if kept[i].opens]
        if not same or ((closing or found) and not opening):
            break
        position, last = (opening or same)[0] + 1, last + 1
        found.append(kept[position - 1])
    if not found and not closing:
        found = [n for n in kept if n.opens and n.value > last][-1:]
    return found
