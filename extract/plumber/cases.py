"""Case papers: facts, questions with points and reference answers, by the headings that the layout declares.

A paper and its sheet of solutions, or one document with everything, as a journal prints it. What stands before the
first heading is a note; an answer to a question that is not there stays unassigned and is told.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from extract.plumber.content import Content
from extract.plumber.items import Finisher, Frames, provenance
from extract.plumber.keys import bare_number
from extract.plumber.lines import Line, between, claim
from extract.plumber.listing import body_lines
from extract.plumber.paragraphs import Paragraphs
from records.flags import Reason, flag
from records.layout import CaseHeadings, Reading
from records.model import Case, CaseQuestion, Provenance

HeadingKind = Literal["case", "solution", "question", "facts"]


@dataclass(slots=True)
class Question:
    """One question as read: its number, its lines with points and all, its answer paragraph by paragraph."""

    number: str
    heading: list[Line]
    lines: list[Line] = field(default_factory=list)
    answer: list[list[Line]] = field(default_factory=list)
    answer_role: str = "paper"


@dataclass(slots=True)
class CaseDraft:
    """One case as read.

    `opening` are the lines between its heading and that of its facts: more of its title, or the facts themselves if no
    such heading comes; `unplaced` are answers to questions that it does not have.
    """

    number: str
    headings: list[Line] = field(default_factory=list)
    title: list[Line] = field(default_factory=list)
    opening: list[Line] = field(default_factory=list)
    facts: list[Line] = field(default_factory=list)
    has_facts: bool = False
    questions: list[Question] = field(default_factory=list)
    unplaced: list[tuple[str, list[list[Line]]]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)

    def question(self, number: str | None) -> Question | None:
        """The question of a number, or the last one."""
        if number is None:
            return self.questions[-1] if self.questions else None
        return next((q for q in self.questions if bare_number(q.number) == bare_number(number)), None)


@dataclass
class CaseReader:
    """Reads the cases of a document.

    Args:
        reading: how it is read.
        pages: its pages, furniture taken out.
        solutions: whether it is a sheet of solutions: then questions without a solution heading are answers.
    """

    reading: Reading
    pages: Sequence[Content]
    solutions: bool = False
    cases: list[CaseDraft] = field(default_factory=list)
    _target: list[Line] | None = None
    _answer: list[list[Line]] | None = None  # the answer that is being read
    _loose: bool = False  # it has no number, and there are several questions
    _unnumbered: list[list[Line]] = field(default_factory=list)  # such an answer

    def read(self) -> list[CaseDraft]:
        """The cases in order."""
        lines = list(body_lines(self.pages, self.reading))
        paragraphs, above, kind = Paragraphs(lines), None, None
        for line in lines:
            begins = paragraphs.begins(above, line)
            apart = begins or kind is not None or self._in_title or paragraphs.ends_with(above)
            kind, match = self._heading(line) if apart else (None, None)
            if kind == "facts" and match is not None and not self._opens_facts(line.part(match.end()) is None):
                kind = None
            above = line
            if kind is not None and match is not None:
                self._begin(kind, match, line)
            elif self._answer is not None:
                if begins or not self._answer:
                    self._answer.append([])
                self._answer[-1].append(line)
            elif self._target is not None:
                if begins and self._in_title:
                    self._target = self.cases[-1].opening
                self._target.append(line)
            elif not self.cases and self._headings.case is None and self._headings.facts is None:
                self._target = self._new_case("1").opening
                self._target.append(line)
            else:
                claim([line], "note")
        return self.cases

    @property
    def _in_title(self) -> bool:
        return bool(self.cases) and self._target is self.cases[-1].title

    @property
    def _headings(self) -> CaseHeadings:
        assert self.reading.cases is not None
        return self.reading.cases

    def _heading(self, line: Line) -> tuple[HeadingKind | None, re.Match[str] | None]:
        """The heading that matches the most of a line's start."""
        h = self._headings
        patterns: list[tuple[HeadingKind, str | None]] = [
            ("case", h.case), ("solution", h.solution), ("question", h.question), ("facts", h.facts),
        ]  # fmt: skip
        found = [(kind, re.match(pattern, line.text)) for kind, pattern in patterns if pattern]
        return max(((k, m) for k, m in found if m), key=lambda f: f[1].end(), default=(None, None))

    def _opens_facts(self, alone: bool) -> bool:
        """Whether a heading of facts is one: facts come once, before the questions.

        Where cases have no headings, that of the facts begins the next case; among answers it must stand alone.
        """
        case = self.cases[-1] if self.cases else None
        if case is None or not (case.questions or case.has_facts):
            return True
        return self._headings.case is None and (alone or self._answer is None)

    def _begin(self, kind: HeadingKind, match: re.Match[str], line: Line) -> None:
        head, rest = line.part(0, match.end()), line.part(match.end())
        number = match.groupdict().get("n")
        in_answer, self._answer = self._answer is not None, None
        further = kind == "facts" and bool(self.cases) and (self.cases[-1].has_facts or bool(self.cases[-1].questions))
        new = kind == "case" or not self.cases or further
        case = self._new_case(number) if new else self.cases[-1]
        if kind != "question":
            case.headings += [head] if head else []
        if kind == "case":
            self._target = case.title if rest is not None else case.opening
        elif kind == "facts":
            self._target, case.has_facts = case.facts, True
        elif kind == "question":
            self._question(case, number, head, in_answer)
        else:
            self._solution(case, number)
        if rest is not None and self._answer is not None:
            self._answer.append([rest])
        elif rest is not None and self._target is not None:
            self._target.append(rest)

    def _new_case(self, number: str | None) -> CaseDraft:
        self.cases.append(CaseDraft(number or str(len(self.cases) + 1)))
        return self.cases[-1]

    def _question(self, case: CaseDraft, printed: str | None, head: Line | None, in_answer: bool) -> None:
        """A new question, or, among answers, the answer to one that was asked before; without a number it is new."""
        number = printed or str(len(case.questions) + 1)
        known = case.question(number) if printed else None
        if self.solutions and self._headings.solution is None or in_answer and known is not None:
            case.headings += [head] if head else []
            if self._loose and any(self._unnumbered):
                case.unplaced.append(("", [*self._unnumbered]))
                self._unnumbered.clear()
            self._solution(case, number)
            return
        if known is not None:
            case.flags.append(flag(Reason.NUMBER_DUPLICATE, number))
        case.questions.append(Question(number, [head] if head else []))
        self._target = case.questions[-1].lines

    def _solution(self, case: CaseDraft, number: str | None) -> None:
        question = case.question(number)
        self._target = None
        self._loose = number is None and len(case.questions) > 1
        if question is not None and not self.solutions:
            self._answer = question.answer
            if self._loose:
                self._unnumbered = self._answer
            return
        case.unplaced.append((number or "", []))
        self._answer = case.unplaced[-1][1]


def add_solutions(cases: Sequence[CaseDraft], sheet: Sequence[CaseDraft]) -> list[str]:
    """Give the questions of a paper the answers of a sheet of solutions.

    Returns:
        Flags of the answers that belong to no question; their lines stay unassigned. A question without an answer is
        flagged in its case.
    """
    flags = []
    for solved in sheet:
        repeated = [line for question in solved.questions for line in question.heading + question.lines]
        claim(solved.headings + solved.title + solved.opening + solved.facts + repeated, "note")
        same = [c for c in cases if bare_number(c.number) == bare_number(solved.number)]
        for number, answer in solved.unplaced:
            question = same[0].question(number or None) if same else None
            if question is None:
                flags.append(flag(Reason.KEY_WITHOUT_QUESTION, f"{solved.number}/{number}".rstrip("/")))
                continue
            question.answer += answer
            question.answer_role = "key"
            claim((line for paragraph in answer for line in paragraph), "field")
    for case in cases:
        case.flags += [flag(Reason.SOLUTION_MISSING, q.number) for q in case.questions if not any(q.answer)]
    return flags


class CaseFinisher:
    """Turns drafts into cases and claims their lines.

    Args:
        exam: the exam's id.
        finisher: joins texts.
        points: pattern of a question's points.
        frames: the reading frames of each document by its role.
    """

    def __init__(self, exam: str, finisher: Finisher, points: str | None, frames: dict[str, Frames]) -> None:
        self._exam, self._finisher, self._points, self._frames = exam, finisher, points, frames
        self._used: Counter[str] = Counter()

    def case(self, draft: CaseDraft) -> Case:
        """The record of one draft."""
        flags = list(draft.flags)
        flags += [flag(Reason.KEY_WITHOUT_QUESTION, number) for number, _ in draft.unplaced]
        claim(draft.headings, "note")
        sources = list[Provenance]()

        def text(name: str, lines: list[Line], role: str = "paper") -> str:
            claim(lines, "field")
            if lines:
                sources.append(provenance(name, lines, self._frames[role], role))
            return self._finisher.text(lines, flags)

        title = text("title", draft.title + (draft.opening if draft.has_facts else []))
        facts = text("facts", draft.facts if draft.has_facts else draft.opening)
        questions = []
        for place, question in enumerate(draft.questions, 1):
            claim(question.heading, "field")
            asked, points = self._without_points(question.lines)
            points = points or self._without_points(question.heading)[1]
            worth = text(f"points.{place}", points)
            body = text(f"question.{place}", asked)
            answer = [line for paragraph in question.answer for line in paragraph]
            text(f"solution.{place}", answer, question.answer_role)
            paragraphs = [self._finisher.text(lines, []) for lines in question.answer]
            value = self._value(worth)
            questions.append(
                CaseQuestion(
                    number=question.number, text=body, points=value, reference_answer="\n".join(paragraphs) or None
                )
            )
        name = f"{self._exam}-{draft.number}"
        self._used[name] += 1
        if self._used[name] > 1:
            flags.append(flag(Reason.NUMBER_DUPLICATE, draft.number))
            name += f"~{self._used[name]}"
        return Case(
            id=name,
            exam=self._exam,
            number=draft.number,
            title=title or None,
            facts=facts,
            questions=questions,
            flags=list(dict.fromkeys(flags)),
            provenance=sources,
        )

    def _without_points(self, lines: list[Line]) -> tuple[list[Line], list[Line]]:
        """The lines of a question without what says its points, and that."""
        joined = " ".join(line.text for line in lines)
        match = re.search(self._points, joined) if self._points else None
        if match is None:
            return lines, []
        rest = [*between(lines, 0, match.start()), *between(lines, match.end(), len(joined))]
        return rest, list(between(lines, *match.span()))

    def _value(self, text: str) -> float | None:
        match = re.search(self._points, text) if self._points and text else None
        try:
            return float(match["p"].replace(",", ".")) if match else None
        except ValueError:
            return None


def passages(pages: Sequence[Content], reading: Reading) -> Iterator[Line]:
    """The lines of a statute in reading order, claimed as fields."""
    for line in body_lines(pages, reading):
        claim([line], "field")
        yield line
