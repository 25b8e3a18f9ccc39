"""Case papers: facts, questions with points and reference answers, parted by the headings that the layout declares.

Headings are matched at the start of a line. Inside a reference answer a line that looks like a question's heading only
begins one where questions and answers take turns. What stands before the first heading is a note.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple

from extract.geometry.fields import Account, Value, doubts, proof
from extract.geometry.lines import Line, cut
from records.flags import Reason, flag
from records.layout import CaseHeadings, Reading
from records.model import Case, CaseQuestion, Provenance
from records.text import Attested, comparison_form, join_lines, squeeze, take_footnote_marks

Kind = Literal["case", "facts", "question", "solution"]
KINDS: tuple[Kind, ...] = ("case", "facts", "solution", "question")
PARAGRAPH_GAP = 1.2  # of the usual leading: a line further down begins a paragraph
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
WIDE = 0.95  # share of a column's lines that end no further right than its edge
INDENT = 0.8  # of the size: a line that begins this far right of its column's edge begins a paragraph
_MARK_BEHIND = re.compile(
    r"(?<=[^\W\d][.,;:!?)\u201c\u201d\u00bb])\^(\d{1,3})(?![\w^])"
)  # a footnote's mark after a sentence
LEAD = " \t:.;,\u2013\u2014-)"  # what may be left between a heading and its text


class Measure(NamedTuple):
    """How running text is set: the distance of its lines, and the edges of each column, in points."""

    leading: float
    left: dict[int, float]
    right: dict[int, float]


class Heading(NamedTuple):
    """A line that begins something: its kind, its number as printed ("" without one), where its own text begins.

    `whole` tells that nothing else stands in the line.
    """

    kind: Kind
    number: str
    end: int
    whole: bool = False


@dataclass
class Asked:
    """A question as read: its number, its lines, and those of its reference answer (None without a heading of one)."""

    number: str
    lines: list[Line]
    solution: list[Line] | None = None


@dataclass
class Read:
    """A case as read: its number, the lines of title and facts, questions, and answers that belong to no question."""

    number: str
    title: list[Line] = field(default_factory=list)
    facts: list[Line] | None = None
    asked: list[Asked] = field(default_factory=list)
    strays: list[tuple[str, list[Line]]] = field(default_factory=list)
    started: bool = False  # whether questions and reference answers have begun to take turns


class Cases(NamedTuple):
    """What a document's lines hold: cases, lines before the first of them, and heading lines."""

    cases: list[Read]
    notes: list[Line]
    headings: list[Line]


def heading_of(text: str, headings: CaseHeadings) -> Heading | None:
    """The heading that a line is or begins with."""
    for kind in KINDS:
        pattern = getattr(headings, kind)
        match = re.match(pattern, text) if pattern else None
        if match is not None and match.end():
            whole = not text[match.end() :].strip(LEAD)
            return Heading(kind, match.groupdict().get("n") or "", match.end(), whole)
    return None


def cases_of(lines: Sequence[Line], headings: CaseHeadings, answers: bool = False) -> Cases:
    """Part lines into cases.

    Args:
        lines: the document's lines.
        headings: the declared patterns.
        answers: the document is a sheet of reference answers; without a pattern of theirs the text under a question's
            heading is one.
    """
    found = Cases([], [], [])
    target: list[Line] | None = None
    now: Kind | None = None
    if headings.case is None:
        found.cases.append(Read(""))
        target = None if headings.facts or answers else _facts(found.cases[-1])
    for line in lines:
        heading = heading_of(line.text, headings)
        if heading is not None and not _begins(heading, found.cases, now, answers):
            heading = None
        if heading is None:
            (found.notes if target is None else target).append(line)
            continue
        if heading.kind == "case":
            found.cases.append(Read(heading.number))
        now = heading.kind
        found.headings.append(line)
        target = _opened(heading, found.cases[-1], headings, answers)
        behind = line.text[heading.end :].lstrip(LEAD)
        rest = cut(line, len(line.text) - len(behind)) if behind else None
        if rest is not None:
            (found.cases[-1].title if heading.kind == "case" else target).append(rest)
    return found


def _facts(case: Read) -> list[Line]:
    case.facts = case.facts if case.facts is not None else []
    return case.facts


def _begins(heading: Heading, cases: Sequence[Read], now: Kind | None, answers: bool) -> bool:
    """Whether what looks like a heading is one where it stands."""
    if heading.kind == "case":
        return True
    if not cases:
        return False
    case = cases[-1]
    if heading.kind == "facts":
        return now in (None, "case")
    if heading.kind == "solution" or answers or now != "solution":
        return True
    turns = (
        bool(case.asked)
        and all(asked.solution is not None for asked in case.asked)
        and (case.started or len(case.asked) == 1)
    )
    return turns and (follows(_number(case, len(case.asked) - 1), heading.number) if heading.number else heading.whole)


def _opened(heading: Heading, case: Read, headings: CaseHeadings, answers: bool) -> list[Line]:
    """The lines that go on with what a heading begins."""
    if heading.kind == "case":
        return case.title if headings.facts and not answers else _facts(case)
    if heading.kind == "facts":
        return _facts(case)
    if heading.kind == "question":
        case.started = case.started or any(asked.solution is not None for asked in case.asked)
        case.asked.append(Asked(heading.number, [], [] if answers and headings.solution is None else None))
        own = case.asked[-1]
        return own.lines if own.solution is None else own.solution
    asked = _asked(case, heading.number, answers)
    if asked is None or asked.solution is not None:
        case.strays.append((heading.number, []))
        return case.strays[-1][1]
    asked.solution = []
    return asked.solution


def _asked(case: Read, number: str, answers: bool) -> Asked | None:
    """The question that a reference answer belongs to; on a sheet of answers one that is not there yet is added."""
    if not number:
        found = case.asked[-1] if case.asked else None
    else:
        places = [k for k in range(len(case.asked)) if same(_number(case, k), number)]
        found = case.asked[places[-1]] if places else None
    if found is None and answers:
        case.asked.append(Asked(number, []))
        found = case.asked[-1]
    return found


def same(one: str, two: str) -> bool:
    """Whether two printed numbers are one."""
    if one.isdecimal() and two.isdecimal():
        return int(one) == int(two)
    return comparison_form(one).casefold() == comparison_form(two).casefold()


def follows(one: str, two: str) -> bool:
    """Whether a printed number is the next one: 2 after 1, II after I, b after a."""
    if one.isdecimal() and two.isdecimal():
        return int(two) == int(one) + 1
    for numerals in (ROMAN, tuple(n.lower() for n in ROMAN)):
        if one in numerals and two in numerals:
            return numerals.index(two) == numerals.index(one) + 1
    return len(one) == len(two) == 1 and ord(two) == ord(one) + 1


def answered(cases: Sequence[Read], sheet: Sequence[Read]) -> list[list[Asked | None]]:
    """For each case the reference answers of a sheet, question by question; they are taken off the sheet.

    Answers without a number belong to the last question. What finds no case or question stays on the sheet.
    """
    result = []
    for position, case in enumerate(cases):
        number = case.number or str(position + 1)
        own = next((s for k, s in enumerate(sheet) if same(s.number or str(k + 1), number)), None)
        given: list[Asked | None] = [None] * len(case.asked)
        for asked in list(own.asked) if own else []:
            last = len(case.asked) - 1 if not asked.number else None
            at = next((k for k in range(len(case.asked)) if same(_number(case, k), asked.number)), last)
            if own is not None and at is not None and at >= 0 and given[at] is None and asked.solution is not None:
                given[at] = asked
                own.asked.remove(asked)
        result.append(given)
    return result


def repeated(case: Read) -> list[Line]:
    """The lines of a sheet of reference answers that only say again what the paper asks."""
    return [*case.title, *(case.facts or []), *(line for asked in case.asked for line in asked.lines)]


def _number(case: Read, position: int) -> str:
    return case.asked[position].number or str(position + 1)


class Side(NamedTuple):
    """One document's account and how it is read."""

    account: Account
    reading: Reading
    attested: Attested
    measure: Measure = Measure(0.0, {}, {})


def case_of(exam: str, position: int, case: Read, given: Sequence[Asked | None], paper: Side, key: Side | None) -> Case:
    """One case as a record, its words booked; `given` are the reference answers of a key sheet."""
    flags: list[str] = []
    proofs: list[Provenance] = []
    headings = paper.reading.cases
    assert headings is not None
    number = case.number or str(position)
    title = _text("title", case.title, paper, flags, proofs)
    facts = _text("facts", case.facts or [], paper, flags, proofs)
    if not facts or (headings.facts and case.facts is None):
        flags.append(flag(Reason.FACTS_MISSING))
    if headings.facts and case.facts is None and title:  # no heading of the facts: what stands there is still kept
        facts, title = title, ""
        proofs = [p.model_copy(update={"field": "facts"}) if p.field == "title" else p for p in proofs]
    questions = []
    seen: set[str] = set()
    for at, asked in enumerate(case.asked, 1):
        own = asked.number or str(at)
        flags.extend([flag(Reason.NUMBER_DUPLICATE, own)] if own in seen else [])
        seen.add(own)
        text, points = _asking(at, asked, headings, paper, flags, proofs)
        answer = _answer(at, asked, given[at - 1] if given else None, paper, key, flags, proofs)
        if answer is None and (headings.solution or key is not None):
            flags.append(flag(Reason.SOLUTION_MISSING, own))
        questions.append(CaseQuestion(number=own, text=text, points=points, reference_answer=answer))
    flags.extend(flag(Reason.SOLUTION_WITHOUT_QUESTION, n or "?") for n, _ in case.strays)
    flags.extend([flag(Reason.QUESTION_MISSING)] if not questions else [])
    return Case(
        id=f"{exam}-{number}",
        exam=exam,
        number=number,
        facts=facts,
        questions=questions,
        title=title or None,
        flags=list(dict.fromkeys(flags)),
        provenance=proofs,
    )


def _text(name: str, lines: list[Line], sheet: Side, flags: list[str], proofs: list[Provenance]) -> str:
    """Lines as running text; they are booked as a field."""
    if not lines:
        return ""
    text, unresolved = join_lines([line.text for line in lines], sheet.attested)
    text, marks = take_footnote_marks(text)
    marks += _MARK_BEHIND.findall(text)
    text = _MARK_BEHIND.sub("", text)
    words = [w for line in lines for w in line.words]
    flags.extend(flag(Reason.HYPHEN_UNRESOLVED, word) for word in unresolved)
    flags.extend(flag(Reason.FOOTNOTE_MARK, mark) for mark in marks)
    flags.extend(doubts(words))
    sheet.account.book(words, "field")
    proofs.append(proof(name, Value(lines), sheet.account, sheet.account.kind))
    return text.lstrip(LEAD).strip() if name.startswith("question") else text.strip()


def _asking(
    at: int, asked: Asked, headings: CaseHeadings, sheet: Side, flags: list[str], proofs: list[Provenance]
) -> tuple[str, float | None]:
    """A question's text without its points, and the points."""
    joined = " ".join(line.text for line in asked.lines)
    match = re.search(headings.points, joined) if headings.points else None
    value = re.fullmatch(r"\d+(?:[.,]\d+)?", squeeze(match.group("p") or "")) if match else None
    if match is None or value is None:
        return _text(f"question.{at}", asked.lines, sheet, flags, proofs), None
    printed, others = _parted(asked.lines, match.start(), match.end())
    text = _text(f"question.{at}", others, sheet, flags, proofs)
    sheet.account.book((w for line in printed for w in line.words), "field")
    proofs.append(proof(f"points.{at}", Value(printed), sheet.account, sheet.account.kind))
    text = squeeze(re.sub(r"\s+([.,;:?])", r"\1", re.sub(r"\(\s*\)|\[\s*\]", "", text)))
    return text.lstrip(LEAD), float(value.group().replace(",", "."))


def _parted(lines: Sequence[Line], begin: int, end: int) -> tuple[list[Line], list[Line]]:
    """Lines parted by two places of the text that they make together: what is between, and what is not."""
    between: list[Line] = []
    others: list[Line] = []
    start = 0
    for line in lines:
        first, last = max(begin - start, 0), min(end - start, len(line.text))
        start += len(line.text) + 1
        if first >= last:
            others.append(line)
            continue
        parts = [cut(line, 0, first), cut(line, last)]
        kept = [part for part in parts if part is not None]
        middle = cut(line, first, last)
        between.extend([middle] if middle is not None else [])
        if kept:
            words = tuple(dict.fromkeys(w for part in kept for w in part.words))
            others.append(line._replace(text=" ".join(part.text for part in kept), words=words))
    return between, others


def _answer(
    at: int,
    asked: Asked,
    given: Asked | None,
    paper: Side,
    key: Side | None,
    flags: list[str],
    proofs: list[Provenance],
) -> str | None:
    """The reference answer, paragraph by paragraph: that of the key sheet before the paper's own."""
    texts = []
    for lines, sheet in ((given.solution if given else None, key), (asked.solution, paper)):
        if lines and sheet is not None:
            before = len(proofs)
            parts = [_text(f"solution.{at}", part, sheet, flags, proofs) for part in paragraphs(lines, sheet.measure)]
            del proofs[before:]
            proofs.append(proof(f"solution.{at}", Value(lines), sheet.account, sheet.account.kind))
            texts.append("\n".join(part for part in parts if part))
    if len(texts) > 1 and comparison_form(texts[0]) != comparison_form(texts[1]):
        flags.append(flag(Reason.KEY_AMBIGUOUS, asked.number or str(at)))
    return texts[0] if texts else None


def measure_of(lines: Sequence[Line]) -> Measure:
    """How running text is set: taken from all lines of a document."""
    columns = {line.column for line in lines}
    right = {column: sorted(line.box[2] for line in lines if line.column == column) for column in columns}
    left = {column: median(line.box[0] for line in lines if line.column == column) for column in columns}
    steps = Counter(
        round(2 * step) / 2 for a, b in pairwise(lines) if a.stretch == b.stretch and (step := b.middle - a.middle) > 0
    )
    leading = max(steps, key=lambda step: (steps[step], -step), default=0.0)
    return Measure(leading, left, {c: ends[int(WIDE * (len(ends) - 1))] for c, ends in right.items()})


def paragraphs(lines: Sequence[Line], measure: Measure) -> list[list[Line]]:
    """Part lines where a paragraph ends: by a gap, a line that had room for the next word, or an indented one."""
    parts: list[list[Line]] = [[lines[0]]]
    for before, line in pairwise(lines):
        size, first = max(w.size for w in line.words), line.words[0]
        left = measure.left.get(line.column, line.box[0])
        gap = before.stretch == line.stretch and line.middle - before.middle > PARAGRAPH_GAP * measure.leading
        room = measure.right.get(before.column, before.box[2]) - before.box[2] > first.x1 - first.x0 + size
        indented = line.box[0] - left > INDENT * size > before.box[0] - measure.left.get(before.column, left)
        if gap or room or indented:
            parts.append([line])
        else:
            parts[-1].append(line)
    return parts


def leftovers(cases: Iterable[Read]) -> list[str]:
    """Flags for reference answers of a sheet that found no question."""
    return [
        flag(Reason.SOLUTION_WITHOUT_QUESTION, asked.number or case.number or "?")
        for case in cases
        for asked in case.asked
        if asked.solution
    ]
