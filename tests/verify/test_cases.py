"""Case papers: a difference in any field of a case is found, and what a case lacks is flagged."""

from typing import Any

import pytest

from records.layout import CaseHeadings, Layout
from records.model import Case, CaseQuestion, Extraction, Place, Span
from tests.factories import extraction, layout
from verify.cases import check_case, compare_cases
from verify.stage import compare_extractions

SOLVED = {"question": r"Question (?P<n>\d+)", "solution": r"Answer (?P<n>\d+)"}


def declared(**headings: str) -> Layout:
    """A layout of case papers."""
    base = layout()
    cases = CaseHeadings.model_validate(headings or SOLVED)
    paper = base.paper.model_copy(update={"kind": "case_paper", "cases": cases, "options": None})
    return base.model_copy(update={"paper": paper})


def case(number: int = 1, **update: Any) -> Case:
    """A case with two questions."""
    questions = [
        CaseQuestion(number=str(n), text=f"What of claim {n}?", points=10, reference_answer=f"It is due {n}.")
        for n in (1, 2)
    ]
    base = {
        "id": f"e-{number}",
        "exam": "e",
        "number": str(number),
        "title": "The lease",
        "facts": f"A owes B {number}.",
    }
    return Case.model_validate({**base, "questions": questions, **update})


def read(cases: list[Case], extractor: str = "plumber") -> Extraction:
    """An extraction of cases."""
    return extraction([]).model_copy(update={"extractor": extractor, "cases": cases})


def question(**update: Any) -> list[CaseQuestion]:
    first, second = case().questions
    return [first, second.model_copy(update=update)]


def test_equal_readings_agree_in_every_field() -> None:
    cases, found = compare_cases(read([case(1), case(2)]), read([case(1), case(2)], "geometry"), declared())
    assert found == [] and [c.status for c in cases] == ["ok", "ok"]
    fields = {"number", "title", "facts", *(f"{f}.{n}" for f in ("question", "points", "solution") for n in (1, 2))}
    assert cases[0].field_status == dict.fromkeys(fields, "agreed")


@pytest.mark.parametrize(
    ("field", "update"),
    [
        ("facts", {"facts": "A owes B 2."}),
        ("title", {"title": None}),
        ("question.2", {"questions": question(text="What of claim 3?")}),
        ("question.2", {"questions": question(number="3")}),
        ("points.2", {"questions": question(points=1)}),
        ("points.2", {"questions": question(points=None)}),
        ("solution.2", {"questions": question(reference_answer="It is not due 2.")}),
    ],
)
@pytest.mark.parametrize("in_plumber", [True, False])
def test_a_difference_in_one_field_is_reported(field: str, update: dict[str, Any], in_plumber: bool) -> None:
    other = case(1, **update)
    one, two = (other, case(1)) if in_plumber else (case(1), other)
    cases, found = compare_cases(read([one]), read([two], "geometry"), declared())
    assert [(d.item, d.field) for d in found] == [("e-1", field)] and found[0].plumber != found[0].geometry
    assert cases[0].status == "disputed" and cases[0].field_status[field] == "disputed"


@pytest.mark.parametrize(("one", "two"), [((1, 2, 3), (1, 3)), ((1, 3), (1, 2, 3)), ((2, 3), (1, 2, 3))])
def test_a_case_of_one_path_alone_stands_in_its_place(one: tuple[int, ...], two: tuple[int, ...]) -> None:
    cases, found = compare_cases(read([case(n) for n in one]), read([case(n) for n in two], "geometry"), declared())
    assert [c.number for c in cases] == ["1", "2", "3"]
    only = next(iter({*one} ^ {*two}))
    assert [(d.item, d.field) for d in found] == [(f"e-{only}", "case")]
    assert [c.status for c in cases].count("disputed") == 1


@pytest.mark.parametrize(
    ("update", "status", "flags"),
    [
        ({}, "ok", []),
        ({"facts": " "}, "disputed", ["facts_missing"]),
        ({"questions": []}, "disputed", ["question_missing"]),
        ({"questions": question(text="")}, "disputed", ["question_missing:2"]),
        ({"questions": question(number="1")}, "disputed", ["number_duplicate:1"]),
        ({"questions": question(number="4")}, "disputed", ["numbering_gap:4 after 1"]),
        ({"questions": question(reference_answer=None)}, "malformed", ["solution_missing:2"]),
    ],
)
def test_what_a_case_lacks_is_flagged(update: dict[str, Any], status: str, flags: list[str]) -> None:
    checked = check_case(case(1, **update), declared())
    assert (checked.status, checked.flags) == (status, flags)


def test_a_paper_without_declared_solutions_needs_none() -> None:
    bare = case(1, questions=question(reference_answer=None))
    assert check_case(bare, declared(question=SOLVED["question"])).flags == []


def test_a_verification_of_cases_counts_cases() -> None:
    verification = compare_extractions(read([case(1)]), read([case(1, facts="other")], "geometry"), declared(), 10, 1)
    assert verification.items == [] and [c.id for c in verification.cases] == ["e-1"] and verification.blocked
    assert verification.summary["counts"] == {
        "items": 0, "cases": 1, "ok": 0, "withdrawn": 0, "malformed": 0, "disputed": 1,
    }  # fmt: skip
    assert verification.summary["rates"]["facts"]["confirmed"] == 0
    assert verification.summary["rates"]["questions"] == {**verification.summary["rates"]["points"]}


PASSAGES = [f"Art. {n}. The lessor shall hand over thing {n}." for n in range(1, 6)]


def statute(texts: list[str], extractor: str = "plumber") -> Extraction:
    spans = [Span(text=t, place=Place(page=1, box=(0, n, 9, n + 1))) for n, t in enumerate(texts)]
    return extraction([]).model_copy(update={"extractor": extractor, "passages": spans})


@pytest.mark.parametrize(
    ("texts", "fields"),
    [
        (PASSAGES, []),
        ([PASSAGES[0].replace("lessor", "lessee"), *PASSAGES[1:]], ["passage.1"]),
        (PASSAGES[:2] + PASSAGES[3:], ["passage.3"]),
        ([*PASSAGES, "Art. 6. Repealed."], ["passage.6"]),
    ],
)
def test_a_statute_is_compared_passage_by_passage(texts: list[str], fields: list[str]) -> None:
    base = layout()
    paper = base.paper.model_copy(update={"kind": "statute", "options": None})
    law = base.model_copy(update={"paper": paper})
    for one, two in ((PASSAGES, texts), (texts, PASSAGES)):
        verification = compare_extractions(statute(one), statute(two, "geometry"), law, 10, 1)
        assert [d.field for d in verification.disagreements] == fields
        assert verification.blocked == bool(fields) and verification.summary["counts"]["passages"] == len(one)


def test_the_letters_of_cases_are_looked_at() -> None:
    cyrillic = case(1, facts="The l\u0435ase of the house and the deposit were agreed in writing between them.")
    verification = compare_extractions(read([cyrillic]), read([cyrillic], "geometry"), declared(), 10, 1)
    assert verification.cases[0].flags == ["look_alike_word:facts"] and verification.blocked
