"""Items of a numbered list: option groups are found first, then the number line that owns each group.

Between the last label of one group and the first label of the next, the item's own number is the one that follows the
item before. Numbers at line starts inside stems and options, statements numbered 1. 2. 3. before the options, and an
instruction list before the first item own no group and start nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from extract.plumber.items import Choice, Draft
from extract.plumber.lines import Line, claim
from extract.plumber.scripts import declared_label, plain_forms
from extract.plumber.strays import StraySeeker
from records.flags import Reason, flag
from records.layout import Options, PaperPart, Reading

# Points within which number lines share a left edge; numbers may be set flush right (9., 10., 100.).
EDGE = 14.0
# Lines within which the label after a label inside a stem line must begin a line.
NEAR_LABEL = 4
# Part of a page's labels that must share one edge before a line to the right of it is no label.
ALIGNED = 0.75
# Lines this many sizes apart are two paragraphs.
APART = 1.7
_SENTENCE_END = re.compile(r"[.!?:;\u2026\u3002\uff1f][)\]\u00bb\u201d\u2019\"']*$")


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A line that begins with a number."""

    index: int
    number: str
    end: int
    u0: float

    @property
    def value(self) -> int:
        """The number as a number."""
        return int(self.number)


@dataclass(slots=True)
class _Spot:
    """Where a label stands: line, label as printed and as declared, start and end of its match."""

    index: int
    label: str
    name: str
    start: int
    end: int


@dataclass
class ListReader:
    """Reads the lines of one section of a list.

    `lines` are body lines in reading order, `part` the part of the paper that they make, `first` the number of the
    first item, if it is known; `starts` is filled by `drafts` with the lines at which items begin.
    """

    reading: Reading
    lines: Sequence[Line]
    part: PaperPart | None = None
    first: int | None = None
    starts: list[NumberLine] = field(default_factory=list)

    def drafts(self) -> Iterator[Draft]:
        """The items in order; lines before the first one are claimed as notes."""
        self.starts = list(self._open_starts() if self._is_open else self._starts())
        if not self.starts:
            return
        claim(self.lines[: self.starts[0].index], "note")
        ends = [s.index for s in self.starts[1:]] + [len(self.lines)]
        drafts = [self._draft(start, end) for start, end in zip(self.starts, ends, strict=True)]
        seeker = StraySeeker(self.lines, drafts)
        strays = {id(word) for draft in drafts for line in seeker.strays(draft) for word in line.words}
        kept = [line for line in self.lines[self.starts[0].index :] if id(line.words[0]) not in strays]
        claim(kept, "field")
        yield from drafts

    @property
    def _options(self) -> Options:
        assert self.reading.options is not None
        return self.reading.options

    @property
    def _is_open(self) -> bool:
        """Whether its questions have no options."""
        return self._options.place == "none" or (self.part is not None and self.part.kind == "open")

    @property
    def _count(self) -> int:
        """How many options an item has: those of its part, or one for each label."""
        own = self.part.options_per_item if self.part is not None else None
        return min(own or len(self._options.labels), len(self._options.labels))

    @cached_property
    def _indented(self) -> frozenset[int]:
        """Lines that begin like a label, but to the right of the edge at which the labels of their page stand."""
        pattern, places = re.compile(self._options.pattern or "(?!)"), defaultdict[int, list[int]](list)
        for index, line in enumerate(self.lines):
            if pattern.match(line.text):
                places[line.page].append(index)
        found: list[int] = []
        for spots in places.values():
            edge = median(self.lines[i].u0 for i in spots)
            aside = [i for i in spots if self.lines[i].u0 > edge + self.lines[i].size]
            level = sum(abs(self.lines[i].u0 - edge) <= 1.0 for i in spots)
            found += aside if level >= ALIGNED * len(spots) and len(spots) > 3 else []
        return frozenset(found)

    def _numbers(self) -> list[NumberLine]:
        pattern = re.compile(self.reading.number.pattern)
        found = []
        for index, line in enumerate(self.lines):
            match = pattern.match(line.text)
            if match and match["n"].isdecimal() and (match.end() == len(line.text) or line.text[match.end()].isspace()):
                found.append(NumberLine(index, match["n"], match.end(), line.u0))
        return found

    def _starts(self) -> Iterator[NumberLine]:
        numbers, groups = self._numbers(), self._groups()
        position, last, edge = 0, None, 0.0
        ends = [group.index for group in groups[1:]] + [len(self.lines)] * 2
        for group, after in zip([*groups, _Spot(len(self.lines), "", "", 0, 0)], ends, strict=False):
            waiting = []
            while position < len(numbers) and numbers[position].index <= group.index:
                waiting.append(numbers[position])
                position += 1
            closing = group.index == len(self.lines)
            if last is None:
                chosen = [] if closing else self._opening(waiting)
            else:
                later = {n.value for n in numbers[position:] if n.index <= after}
                chosen = list(_following(waiting, later, last, edge, closing))
            for start in chosen:
                last, edge = start.value, start.u0
                yield start

    def _open_starts(self) -> Iterator[NumberLine]:
        """The number lines of questions without options: each the next number, at the edge of the first one."""
        numbers = self._numbers()
        start = next((n for n in numbers if n.value == self.first), next(iter(numbers), None))
        while start is not None:
            yield start
            edge, last = start.u0, start
            after = [n for n in numbers if n.index > last.index and abs(n.u0 - edge) <= EDGE]
            same = [n for n in after if n.value == last.value + 1]
            start = next((n for n in same if self._ends_before(n.index)), next(iter(same), None))
            start = start or next((n for n in after if n.value > last.value and self._ends_before(n.index)), None)

    def _ends_before(self, index: int) -> bool:
        """Whether a text ends with the line before this one: a sentence, or the lines are apart, or a page ends."""
        above, line = self.lines[index - 1], self.lines[index]
        return above.page != line.page or bool(_SENTENCE_END.search(above.text)) or line.v - above.v > APART * line.size

    def _opening(self, waiting: list[NumberLine]) -> list[NumberLine]:
        kept = _without_statements(waiting)
        fitting = [n for n in kept if self.first is None or n.value == self.first]
        return (fitting or (kept if self.part is not None else []))[-1:]

    def _groups(self) -> list[_Spot]:
        """Where options begin: each line that starts with the first label, or holds it followed by the next ones."""
        labels, found = self._options.labels, []
        for index in range(len(self.lines)):
            spot = self._label_at(index, 0)
            if spot is not None and spot.name == labels[0]:
                found.append(spot)
                continue
            chain = self._chain(index, 0, labels)
            if len(chain) >= self._count or (chain and self._goes_on(index, chain)):
                found.append(chain[0])
        return found

    def _goes_on(self, index: int, chain: list[_Spot]) -> bool:
        """Whether labels begun inside a line are followed by the next one at the start of a line."""
        alone = len(chain) == 1 and self.lines[index].text[: chain[0].start].rstrip()[-1:] not in ("?", ":")
        return not alone and self._begins_soon(index, self._options.labels[len(chain)])

    def _begins_soon(self, index: int, label: str) -> bool:
        following = range(index + 1, min(index + 1 + NEAR_LABEL, len(self.lines)))
        spots = (self._label_at(i, 0) for i in following)
        return any(s is not None and s.name == label for s in spots)

    def _label_at(self, index: int, start: int) -> _Spot | None:
        """The label that stands at a place of a line; white space, or the line's end, must follow it."""
        text = self.lines[index].text
        match = re.compile(self._options.pattern or "(?!)").match(text, start)
        if match is None:
            return None
        if start == 0 and index in self._indented:
            return None
        closed = match.end() == len(text) or text[match.end()].isspace() or text[match.end() - 1] == ")"
        if not closed and match["label"] not in self._options.printed:
            return None
        label = self._options.label_of(match["label"])
        return _Spot(index, label, declared_label(label, self._options.labels), match.start(), match.end())

    def _further(self, index: int, draft: Draft) -> _Spot | None:
        """A label after the last declared one, printed as the declared ones are, behind an option that has the last."""
        labels, text = self._options.labels, self.lines[index].text
        last = draft.choices[-1].ordinal if draft.choices else ""
        if len(last) != 1 or (last in labels and last != labels[-1]) or not last.isalnum():
            return None
        label = chr(ord(last) + 1)
        place = text.find(label, 0, 2)
        likened = text[:place] + labels[-1] + text[place + 1 :] if place >= 0 else ""
        match = re.match(self._options.pattern or "(?!)", likened)
        closed = match is not None and likened[match.end() : match.end() + 1].strip() == ""
        if match is None or not closed or re.match(self.reading.number.pattern, text):
            return None
        return _Spot(index, label, label, match.start(), match.end())

    def _chain(self, index: int, start: int, labels: Sequence[str]) -> list[_Spot]:
        """Labels inside a line, in the declared order from the first of `labels`.

        Each stands after white space; a glyph that stands for a label stands anywhere.
        """
        text, chain = self.lines[index].text, list[_Spot]()
        glyphs = "|".join(map(re.escape, self._options.printed))
        places = re.compile(rf"\s|(?<=.)(?={glyphs})" if glyphs else r"\s")
        for label in labels:
            spots = (self._label_at(index, m.end()) for m in places.finditer(text, start))
            spot = next((s for s in spots if s is not None and s.name == label), None)
            if spot is None:
                break
            chain.append(spot)
            start = spot.end
        return chain

    def _draft(self, start: NumberLine, end: int) -> Draft:
        draft = Draft(number=start.number)
        head = self.lines[start.index].part(0, start.end)
        draft.number_lines = [head] if head else []
        opening = {s.name for s in (self._label_at(i, 0) for i in range(start.index + 1, end)) if s is not None}
        if self._is_open:
            draft.stem = [p for p in (self.lines[i].part(start.end if i == start.index else 0)
                                      for i in range(start.index, end)) if p is not None]  # fmt: skip
            return draft
        target = draft.stem
        for index in range(start.index, end):
            begin = start.end if index == start.index else 0
            for spot, stop in self._parts(index, begin, opening, draft):
                if spot is not None:
                    target = self._open_choice(draft, spot)
                part = self.lines[index].part(spot.end if spot else begin, stop)
                if part is not None:
                    target.append(part)
        return draft

    def _open_choice(self, draft: Draft, spot: _Spot) -> list[Line]:
        """Begin an option; a label in look-alikes of the declared one is kept as printed and flagged."""
        choice = Choice(spot.name if spot.name in plain_forms(spot.label) else spot.label, ordinal=spot.name)
        label = self.lines[spot.index].part(spot.start, spot.end)
        choice.printed = [label] if label else []
        if choice.label != spot.name:
            draft.flags.append(flag(Reason.MIXED_SCRIPT_WORD, choice.label))
        draft.choices.append(choice)
        return choice.lines

    def _parts(self, index: int, begin: int, opening: set[str], draft: Draft) -> Iterator[tuple[_Spot | None, int]]:
        """The parts of a line: what comes before a label (no spot), then each label with the end of its text."""
        labels, text = self._options.labels, self.lines[index].text
        first = (self._label_at(index, 0) or self._further(index, draft)) if begin == 0 else None
        spots = [first] if first is not None else []
        known = [c.ordinal for c in draft.choices] + [s.name for s in spots]
        rank = labels.index(known[-1]) + 1 if known and known[-1] in labels else 0
        if known and known[-1] not in labels:
            rank = len(labels)
        expected = labels[rank:]
        if expected and expected[0] not in opening:
            within = self._chain(index, spots[0].end if spots else begin, expected)
            if known or len(within) > 1 or (within and self._begins_soon(index, labels[1])):
                spots += _until(within, opening)
        if not spots:
            yield None, len(text)
            return
        if spots[0].start > begin:
            yield None, spots[0].start
        yield from zip(spots, [*[s.start for s in spots[1:]], len(text)], strict=True)


def _until(spots: list[_Spot], opening: set[str]) -> list[_Spot]:
    """The labels before the first one that begins a line of its own elsewhere in the item."""
    stop = next((i for i, s in enumerate(spots) if s.name in opening), len(spots))
    return spots[:stop]


def _without_statements(waiting: list[NumberLine]) -> list[NumberLine]:
    """Take off a run 1. 2. ... k. at the end: statements listed in the stem, if a number before them can own them."""
    size = 1
    while size <= len(waiting) and waiting[-size].value != 1:
        if size < len(waiting) and waiting[-size - 1].value != waiting[-size].value - 1:
            return waiting
        size += 1
    return waiting[:-size] if 2 <= size < len(waiting) else waiting


def _following(
    waiting: list[NumberLine], later: set[int], last: int, edge: float, closing: bool
) -> Iterator[NumberLine]:
    """The number lines of a gap between two groups that start items, given the number of the item before.

    One group of options stands after the gap, so a second item in it is one without options: it must stand at the
    edge of the numbers, and its number must not be printed again in the next gap (`later`), or it is a line of a stem.
    """
    kept = _without_statements(waiting)
    if not any(n.value == last + 1 for n in kept):
        kept = waiting if any(n.value == last + 1 for n in waiting) else kept
    position, found = 0, False
    while True:
        same = [i for i in range(position, len(kept)) if kept[i].value == last + 1]
        aligned = [i for i in same if abs(kept[i].u0 - edge) <= EDGE]
        strict = closing or found
        if not same or (strict and not aligned) or (found and last + 1 in later):
            break
        chosen = (aligned or same)[-1]
        yield kept[chosen]
        position, last, found = chosen + 1, last + 1, True
    if not found and not closing:
        jumps = [n for n in kept if abs(n.u0 - edge) <= EDGE and (n.value > last or n.value == 1)]
        yield from jumps[-1:]
