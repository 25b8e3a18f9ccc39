"""Numbered lists: of all lines that could begin an item, the chain that explains the paper best.

Every line that starts with a number is a candidate. A chain of candidates cuts the paper into blocks; each block is
weighed by how well its labels fit the layout, and the best chain wins. A number at a line's start inside a text
loses because its block, or the one before it, would be malformed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from extract.geometry.fields import Choice, Draft, Value, label_at, label_beyond
from extract.geometry.lines import Line, cut
from extract.geometry.strays import after_the_end, leading_of, left_of
from records.flags import Reason, flag
from records.layout import Options, Reading
from records.text import squeeze

MOST_MISSING = 5  # numbers that may be missing between two neighbours
AHEAD = 60  # candidates looked at behind each one; bounds the work on a paper full of numbers
LABELLED = 0.6  # fit of a block whose last labels are all the declared ones
BACKWARDS = -0.6  # weight of a number that does not rise: printed twice, or counted anew without a heading
SHORT = 40  # lines up to which a block is searched for several options on one line
EDGE = 8.0  # pt: how far a number may stand from where the other numbers stand
ALIGNED = 6.0  # pt: labels within this of one another stand at one edge
COMMON = 0.15  # share of the labels from which an edge is one that options stand at
ENOUGH = 6  # labels from which their edges are compared


class Start(NamedTuple):
    """A line that could begin an item: its position, its number as printed, where the text behind it begins."""

    line: int
    printed: str
    value: int
    end: int
    edges: tuple[float, float]
    section: int


class Label(NamedTuple):
    """An option label: line, where it begins in the line, where its text begins, the label, whether a look-alike."""

    line: int
    begin: int
    end: int
    label: str
    twin: bool


class Section(NamedTuple):
    """A heading that begins a section: its line, its text, its id."""

    line: int
    text: str
    id: str


def drafts_of(lines: Sequence[Line], reading: Reading, sections: Sequence[Section]) -> tuple[list[Draft], int]:
    """The items of a numbered list.

    Args:
        lines: its lines.
        reading: how it is read.
        sections: the headings of its sections; one that stands before the lines has a position below 0.

    Returns:
        The drafts, and the position of the first item's line (all lines before it are notes).
    """
    assert reading.options is not None
    starts = _candidates(lines, reading, sections)
    leading = _leading_labels(lines, reading.options)
    astray = _astray(lines, leading)
    leading = [label for label in leading if label.line not in astray]
    chain = _best_chain(starts, leading, reading, lines, astray)
    heads = {s.line for s in sections}
    drafts = []
    usual = leading_of(lines[chain[0].line :]) if chain else 0.0
    for start, after in zip(chain, [*chain[1:], None], strict=False):
        end = after.line if after else len(lines)
        block = [i for i in range(start.line, end) if i not in heads]
        drafts.append(_draft(lines, block, start, reading.options, sections, astray))
    drafts = _without_strays(drafts, usual)
    return drafts, (chain[0].line if chain else len(lines))


def sections_of(lines: Sequence[Line], reading: Reading) -> list[Section]:
    """Lines that begin a section."""
    found: list[Section] = []
    for i, line in enumerate(lines):
        match = re.search(reading.section, squeeze(line.text)) if reading.section else None
        if match:
            found.append(Section(i, squeeze(line.text), section_id(match, len(found) + 1)))
    return found


def section_id(match: re.Match[str], running: int) -> str:
    """The part of an id that names a section: the pattern's group `s`, or the section's running number."""
    named = match.groupdict().get("s")
    return named.lower() if named else str(running)


def _candidates(lines: Sequence[Line], reading: Reading, sections: Sequence[Section]) -> list[Start]:
    pattern = re.compile(reading.number.pattern)
    heads = [s.line for s in sections]
    starts = []
    for i, line in enumerate(lines):
        match = pattern.match(line.text)
        if match is None or i in heads or (match.end() < len(line.text) and not line.text[match.end()].isspace()):
            continue
        printed = match.group("n")
        if printed and printed.isdecimal():
            first = line.words[0]
            section = sum(head < i for head in heads)
            edges = (first.x0 - line.origin, first.x1 - line.origin)
            starts.append(Start(i, printed, int(printed), match.end(), edges, section))
    return starts


def _leading_labels(lines: Sequence[Line], options: Options) -> list[Label]:
    """Labels with which a line starts."""
    found = ((i, label_at(line.text, 0, options, spaced=True)) for i, line in enumerate(lines))
    return [Label(i, 0, hit[1], hit[0], hit[2]) for i, hit in found if hit is not None]


def _astray(lines: Sequence[Line], leading: Sequence[Label]) -> frozenset[int]:
    """Lines that begin like an option where no options stand: an initial at the start of a line of text."""
    edges = {label.line: lines[label.line].left for label in leading}
    if len(edges) < ENOUGH:
        return frozenset()
    order = sorted(edges.values())

    def company(edge: float) -> int:
        return bisect_right(order, edge + ALIGNED) - bisect_left(order, edge - ALIGNED)

    rare = [i for i, edge in edges.items() if company(edge) < max(2, COMMON * len(order))]
    places = sorted(edges)
    astray = set()
    for i in rare:
        k = places.index(i)
        near = [edges[j] for j in places[max(k - 1, 0) : k + 2] if j != i]
        if all(abs(edge - edges[i]) > ALIGNED for edge in near):
            astray.add(i)
    return frozenset(astray)


def _best_chain(
    starts: list[Start], leading: list[Label], reading: Reading, lines: Sequence[Line], astray: frozenset[int]
) -> list[Start]:
    """The chain of starts with the highest weight; empty if no start has all the declared options behind it."""
    if not starts:
        return []
    options = reading.options
    assert options is not None
    weights = _Weights(starts, leading, options, lines, astray)
    best: list[tuple[float, int | None]] = [(0.0, None)] * len(starts)
    for i in range(len(starts) - 1, -1, -1):
        best[i] = (weights.block(i, None), None)
        for j in range(i + 1, min(i + 1 + AHEAD, len(starts))):
            step = weights.step(i, j)
            if step is not None:
                score = weights.block(i, j) + step + best[j][0]
                if score >= best[i][0]:
                    best[i] = (score, j)
    first = _first(starts, weights, reading, best)
    chain = []
    while first is not None:
        chain.append(starts[first])
        first = best[first][1]
    return chain


def _first(
    starts: list[Start], weights: "_Weights", reading: Reading, best: list[tuple[float, int | None]]
) -> int | None:
    """The start of the first item: its block, up to the next number in line, holds all the declared options."""
    able = [i for i in range(len(starts)) if weights.complete(i)]
    named = [i for i in able if reading.number.first is None or starts[i].value == reading.number.first]
    pool = named or able
    if not pool:
        return None
    top = max(best[i][0] for i in pool)
    fitting = [i for i in pool if best[i][0] >= top - 0.5]
    # Without labels numbered instructions look like items: of equal chains the one that begins last has none of them.
    return fitting[0] if reading.options and reading.options.labels else fitting[-1]


class _Weights:
    """How well blocks and steps between candidates fit; asked by the search for the best chain."""

    def __init__(
        self,
        starts: list[Start],
        leading: list[Label],
        options: Options,
        lines: Sequence[Line],
        astray: frozenset[int],
    ) -> None:
        self._astray = astray
        self._starts, self._leading, self._options, self._lines = starts, leading, options, lines
        self._end = len(lines)
        self._known: dict[tuple[int, int], float] = {}
        self._at = [label.line for label in leading]
        lefts = sorted(s.edges[0] for s in starts)
        rights = sorted(s.edges[1] for s in starts)
        self._edges = (lefts[len(lefts) // 2], rights[len(rights) // 2])

    def complete(self, i: int) -> bool:
        """Whether all declared labels stand before a candidate with the following number.

        A stem may begin a line with that number too, so every such candidate is tried up to the next one that prints
        the block's own number.
        """
        value = self._starts[i].value
        follow = []
        for start in self._starts[i + 1 : i + 1 + AHEAD]:
            if start.value == value:
                break
            follow += [start.line] if start.value == value + 1 else []
        if not follow and not any(s.value == value + 1 for s in self._starts[i + 1 :]):
            follow = [self._end]
        return any(self._fit(i, upto) >= LABELLED for upto in follow)

    def block(self, i: int, j: int | None) -> float:
        """Weight of the block from one start to the next; a passed candidate with the block's own number lowers it."""
        own = self._starts[i]
        upto = self._starts[j].line if j is not None else self._end
        passed = self._starts[i + 1 : j] if j is not None else self._starts[i + 1 : i + 1 + AHEAD]
        doubt = 0.1 * any(s.value == own.value for s in passed) + 0.05 * any(s.value == own.value + 1 for s in passed)
        aligned = min(abs(own.edges[0] - self._edges[0]), abs(own.edges[1] - self._edges[1])) <= EDGE
        return self._fit(i, upto) - doubt + (0.05 if aligned else -0.3)

    def step(self, i: int, j: int) -> float | None:
        """Weight of going from one start to another, None if the numbers forbid it."""
        one, two = self._starts[i], self._starts[j]
        if one.section != two.section:
            return 0.0 if two.section == one.section + 1 else None
        missing = two.value - one.value - 1
        if missing > MOST_MISSING:
            return None
        if missing < 0 and not self._options.labels:
            return None
        return -0.2 * missing if missing >= 0 else BACKWARDS

    def _fit(self, i: int, upto: int) -> float:
        if (i, upto) not in self._known:
            self._known[(i, upto)] = self._fresh_fit(i, upto)
        return self._known[(i, upto)]

    def _fresh_fit(self, i: int, upto: int) -> float:
        begin = self._starts[i].line
        inside = [label.label for label in self._leading[bisect_left(self._at, begin) : bisect_left(self._at, upto)]]
        wanted = self._options.labels
        if inside == wanted:
            return 1.0
        if len(inside) < len(wanted) and upto - begin <= SHORT:
            inside = [x.label for x in labels_of(self._lines, range(begin, upto), self._options, self._astray)]
            if inside == wanted:
                return 1.0
        if len(inside) == len(wanted):
            return 0.9
        if len(inside) > len(wanted):
            return 0.6 if inside[-len(wanted) :] == wanted else 0.3
        return 0.7 * len(inside) / len(wanted)


def labels_of(
    lines: Sequence[Line], block: Sequence[int], options: Options, astray: frozenset[int] = frozenset()
) -> list[Label]:
    """The labels of a block in order: those that start a line, and those that follow on within one."""
    leading: list[Label] = []
    for i in block:
        hit = label_at(lines[i].text, 0, options, spaced=True)
        if hit is not None and i not in astray:
            leading.append(Label(i, 0, hit[1], hit[0], hit[2]))
    leading = _from_first(leading, options.labels)
    last = {x.label: x.line for x in leading}
    own = {x.line: x for x in leading}
    found: list[Label] = []
    for i in block:
        later = {label for label, line in last.items() if line > i}
        found.extend([own[i]] if i in own else [])
        found.extend(_following(lines[i], i, found, later, options))
        found.extend(_further(lines, i, found, options))
    return found


def _further(lines: Sequence[Line], i: int, found: Sequence[Label], options: Options) -> list[Label]:
    """A label that goes on where the declared ones end, at the edge where the option before it stands."""
    if not found or found[-1].line >= i or found[-1].begin:
        return []
    if abs(lines[i].left - lines[found[-1].line].left) > ALIGNED:
        return []
    hit = label_beyond(lines[i].text, found[-1].label, options)
    return [Label(i, 0, hit[1], hit[0], False)] if hit is not None else []


def _from_first(leading: list[Label], wanted: Sequence[str]) -> list[Label]:
    """Drop what looks like labels before the options begin: the last full sequence counts if there are too many."""
    names = [x.label for x in leading]
    if not wanted:
        return []
    if len(names) > len(wanted) and names[-len(wanted) :] == list(wanted):
        return leading[-len(wanted) :]
    begin = names.index(wanted[0]) if wanted[0] in names else 0
    return leading[begin:]


def _following(line: Line, i: int, found: Sequence[Label], later: set[str], options: Options) -> list[Label]:
    """Labels within a line that go on where the last one stopped and that no later line starts with."""
    wanted, result = options.labels, []
    last = found[-1].label if found else None
    place = wanted.index(last) + 1 if last in wanted else (0 if last is None else len(wanted))
    for match in re.finditer(r"(?<=.)\S" if options.printed else r"(?<=\s)\S", line.text):
        if place >= len(wanted) or wanted[place] in later:
            break
        hit = label_at(line.text, match.start(), options, spaced=True)
        if hit is not None and hit[0] == wanted[place]:
            result.append(Label(i, match.start(), hit[1], hit[0], hit[2]))
            place += 1
    return result


def _draft(
    lines: Sequence[Line],
    block: list[int],
    start: Start,
    options: Options,
    sections: Sequence[Section],
    astray: frozenset[int],
) -> Draft:
    labels = labels_of(lines, block, options, astray)
    marks = [(start.line, start.end), *((x.line, x.end) for x in labels)]
    stops = [*((x.line, x.begin) for x in labels), (block[-1] + 1, 0)]
    values = [_between(lines, block, begin, stop) for begin, stop in zip(marks, stops, strict=True)]
    flags = [flag(Reason.MIXED_SCRIPT_WORD, x.label) for x in labels if x.twin]
    head = next((s for s in reversed(sections) if s.line < start.line), None)
    number = cut(lines[start.line], 0, start.end)
    return Draft(
        number=start.printed,
        number_at=Value([number] if number else []),
        stem=values[0],
        choices=[Choice(x.label, value, lines[x.line]) for x, value in zip(labels, values[1:], strict=True)],
        section=head.text if head else None,
        section_id=head.id if head else None,
        flags=flags,
        words=[w for x in labels for w in lines[x.line].words],
    )


def _without_strays(drafts: Sequence[Draft], leading: float) -> list[Draft]:
    """Take out of each item's last option the lines that do not go on with it; they stay unassigned."""
    loose = any(
        left_of(line, choice.at.left)
        for draft in drafts
        for choice in draft.choices[:-1]
        if choice.at is not None
        for line in choice.value.lines[1:]
    )
    return [_ended(draft, leading, loose) for draft in drafts]


def _ended(draft: Draft, leading: float, loose: bool) -> Draft:
    if not draft.choices or draft.choices[-1].at is None:
        return draft
    last, label = draft.choices[-1], draft.choices[-1].at
    lines, foot = last.value.lines, label.box[3]
    alone = bool(lines) and (*lines[0].stretch, lines[0].box[3]) != (*label.stretch, foot) and lines[0].middle > foot
    if len(lines) < 2 or alone:
        return draft
    leads = lines[0].left - label.left < 4 * lines[0].words[0].size
    strays = after_the_end(lines, 0, range(1, len(lines)), lines[0].left if leads else None, leading)
    strays |= {i for i in range(1, len(lines)) if not loose and left_of(lines[i], label.left)}
    if not strays:
        return draft
    first = min(strays)
    gone = strays | {i for i in range(first, len(lines)) if lines[i].stretch == lines[first].stretch}
    kept = Value([line for i, line in enumerate(lines) if i not in gone], last.value.empty_at)
    return draft._replace(choices=[*draft.choices[:-1], last._replace(value=kept)])


def _between(lines: Sequence[Line], block: Sequence[int], begin: tuple[int, int], stop: tuple[int, int]) -> Value:
    parts = []
    for i in block:
        if begin[0] <= i <= stop[0]:
            first = begin[1] if i == begin[0] else 0
            part = cut(lines[i], first, stop[1] if i == stop[0] else None)
            if part is not None:
                parts.append(part)
    label = lines[begin[0]]
    return Value(parts, ((label.page, label.box),))
