"""Case papers and statutes: facts, questions, points, reference answers by headings, on one or two documents."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from extract.plumber.reader import read
from records.errors import LayoutError
from records.layout import Layout
from records.model import Case, Extraction
from tests.extract.plumber.press import Press

ENGLISH = {
    "case": r"Case (?P<n>\d+)[.:]?",
    "facts": "Facts:?",
    "question": r"Question (?P<n>\d+)[.:]?",
    "solution": r"Answer(?: (?P<n>\d+))?[.:]",
    "points": r"\((?P<p>\d+(?:[.,]\d+)?) points?\)",
}


def case_layout(headings: dict[str, str], key: bool = False, **paper: Any) -> Layout:
    reading = {"kind": "case_paper", "cases": headings, **paper}
    return Layout.model_validate(
        {
            "name": "cases",
            "title": "Cases",
            "language": "en",
            "jurisdiction": "int",
            "paper": reading,
            "key": reading if key else None,
            "invariants": {"options_per_item": 0, "keys_per_item": 0},
        }
    )


def document(path: Path, *pages: Sequence[str]) -> Path:
    """Pages of lines; an empty line makes a gap."""
    press = Press(path)
    for index, lines in enumerate(pages):
        if index:
            press.next_page()
        press.lines(60, 120, lines)
    return press.done()


def shown(case: Case) -> tuple[str, str | None, str, list[tuple[str, str, float | None, str | None]]]:
    asked = [(q.number, q.text, q.points, q.reference_answer) for q in case.questions]
    return case.number, case.title, case.facts, asked


PAPER = [
    "Examination in private law",
    "",
    "Case 1: The broken window",
    "Facts",
    "Ann throws a ball. It breaks Ben's window and Ben,",
    "who saw it, asks for the price.",
    "",
    "Question 1 (10 points)",
    "Must Ann pay?",
    "Question 2: And her parents? (2,5 points)",
    "",
    "Case 2: The lost ring",
    "Facts",
    "Carl finds a ring.",
    "Question 1: Whose is it?",
]
TWO = [
    (
        "1",
        "The broken window",
        "Ann throws a ball. It breaks Ben's window and Ben, who saw it, asks for the price.",
        [("1", "Must Ann pay?", 10.0, None), ("2", "And her parents?", 2.5, None)],
    ),
    ("2", "The lost ring", "Carl finds a ring.", [("1", "Whose is it?", None, None)]),
]


def unassigned(found: Extraction) -> list[str]:
    return [s.text for p in found.pages for s in p.unassigned]


def test_a_paper_is_parted_by_its_headings(tmp_path: Path) -> None:
    found = read("x", case_layout(ENGLISH), document(tmp_path / "paper.pdf", PAPER))
    assert [shown(c) for c in found.cases] == TWO
    assert [c.id for c in found.cases] == ["x-1", "x-2"]
    assert (found.items, unassigned(found)) == ([], [])
    assert [s.text for s in found.pages[0].notes][0] == "Examination in private law"
    raw = {p.field: p.raw for p in found.cases[0].provenance}
    assert raw["points.2"] == "(2,5 points)"
    assert raw["question.2"] == "And her parents?"


def test_a_sheet_of_solutions_answers_the_questions(tmp_path: Path) -> None:
    key = document(
        tmp_path / "key.pdf",
        [
            "Case 1",
            "Answer 1:",
            "Ann broke the window and must pay its price to Ben in full.",
            "",
            "Nothing speaks against it.",
            "Answer 2: No.",
            "Case 2",
            "Answer: The owner's.",
            "Answer 7: What?",
            "Case 9",
            "Answer: None.",
        ],
    )
    found = read("x", case_layout(ENGLISH, key=True), document(tmp_path / "paper.pdf", PAPER), key)
    answers = [q.reference_answer for c in found.cases for q in c.questions]
    assert answers == [
        "Ann broke the window and must pay its price to Ben in full.\nNothing speaks against it.",
        "No.",
        "The owner's.",
    ]
    assert found.flags == ["key_without_question:2/7", "key_without_question:9"]
    assert unassigned(found) == ["What?", "None."]
    assert {(p.field, p.document) for p in found.cases[1].provenance if p.field.startswith("sol")} == {
        ("solution.1", "key")
    }


def test_a_question_that_the_sheet_does_not_answer_is_flagged(tmp_path: Path) -> None:
    key = document(tmp_path / "key.pdf", ["Case 1", "Answer 2: No.", "Case 2", "Answer: The owner's."])
    found = read("x", case_layout(ENGLISH, key=True), document(tmp_path / "paper.pdf", PAPER), key)
    assert [c.flags for c in found.cases] == [["solution_missing:1"], []]


def test_a_sheet_may_answer_under_question_headings(tmp_path: Path) -> None:
    headings = {k: v for k, v in ENGLISH.items() if k != "solution"}
    key = document(
        tmp_path / "key.pdf", ["Case 1", "Question 1", "Yes.", "Question 2", "No.", "Case 2", "Question 1: Dan's."]
    )
    found = read("x", case_layout(headings, key=True), document(tmp_path / "paper.pdf", PAPER), key)
    assert [q.reference_answer for c in found.cases for q in c.questions] == ["Yes.", "No.", "Dan's."]


def test_questions_and_answers_in_turns(tmp_path: Path) -> None:
    lines = [
        "Case 1",
        "Facts: Ann falls.",
        "Question 1: Who pays?",
        "Answer: Ben.",
        "Question 2: Why?",
        "Answer: He pushed.",
    ]
    found = read("x", case_layout(ENGLISH), document(tmp_path / "paper.pdf", lines))
    assert shown(found.cases[0])[2:] == (
        "Ann falls.",
        [("1", "Who pays?", None, "Ben."), ("2", "Why?", None, "He pushed.")],
    )


GERMAN = {"facts": "Sachverhalt", "question": r"Frage (?P<n>\d+):", "solution": "Lösung$"}


def test_an_article_with_its_full_solution(tmp_path: Path) -> None:
    first = [
        "Eine Klausur aus dem Zivilrecht",
        "Ein Beitrag für Anfänger.",
        "Sachverhalt",
        "K kauft einen Hund. Der Hund",
        "ist krank.",
        "Frage 1: Kann K zurücktreten?",
        "Frage 2: Wer trägt die Kosten?",
    ]
    second = [
        "Lösung",
        "Frage 1:",
        "I. K kann nach § 437^1^ zurücktreten, wenn der Hund bei",
        "Gefahrübergang krank war. So liegt es",
        "hier.",
        "II. Also ja.",
        "Frage 2:",
        "V trägt sie allein und aus denselben Gründen, siehe oben bei",
    ]
    third = ["Frage 1: denn dort steht es."]
    found = read("x", case_layout(GERMAN), document(tmp_path / "paper.pdf", first, second, third))
    number, title, facts, asked = shown(found.cases[0])
    assert (number, title, facts) == ("1", None, "K kauft einen Hund. Der Hund ist krank.")
    assert [a[:2] for a in asked] == [("1", "Kann K zurücktreten?"), ("2", "Wer trägt die Kosten?")]
    assert (asked[0][3] or "").split("\n") == [
        "I. K kann nach § 437^1 zurücktreten, wenn der Hund bei Gefahrübergang krank war. So liegt es hier.",
        "II. Also ja.",
    ]
    assert [s.text for s in found.pages[0].notes][:2] == [
        "Eine Klausur aus dem Zivilrecht",
        "Ein Beitrag für Anfänger.",
    ]
    assert asked[1][3] == "V trägt sie allein und aus denselben Gründen, siehe oben bei Frage 1: denn dort steht es."
    assert unassigned(found) == []


def test_a_word_of_a_heading_inside_a_sentence_is_no_heading(tmp_path: Path) -> None:
    lines = [
        "Facts",
        "The owner of the house says in all of her letters to the tenant that the answer to",
        "Question 1 is not hers to give.",
        "Question 1: Is she right?",
    ]
    found = read("x", case_layout(ENGLISH), document(tmp_path / "paper.pdf", lines))
    assert [q.number for q in found.cases[0].questions] == ["1"]
    assert found.cases[0].facts.endswith("that the answer to Question 1 is not hers to give.")


def test_text_before_numbered_answers_is_not_given_to_the_last_question(tmp_path: Path) -> None:
    lines = [
        "Sachverhalt",
        "K kauft.",
        "Frage 1: Was?",
        "Frage 2: Wie?",
        "Lösung",
        "Vorab ein Wort.",
        "Frage 1:",
        "Das.",
        "Frage 2:",
        "So.",
    ]
    found = read("x", case_layout(GERMAN), document(tmp_path / "paper.pdf", lines))
    assert [q.reference_answer for q in found.cases[0].questions] == ["Das.", "So."]
    assert found.cases[0].flags == ["key_without_question"]
    assert unassigned(found) == ["Vorab ein Wort."]


def test_facts_come_once_and_before_the_questions(tmp_path: Path) -> None:
    lines = ["Case 1", "Facts: Ann falls.", "Question 1: Who pays?", "Answer: Ben.", "Facts like these make him pay."]
    found = read("x", case_layout(ENGLISH), document(tmp_path / "paper.pdf", lines))
    assert shown(found.cases[0])[2:] == (
        "Ann falls.",
        [("1", "Who pays?", None, "Ben.\nFacts like these make him pay.")],
    )


def test_facts_begin_a_case_where_cases_have_no_heading(tmp_path: Path) -> None:
    headings = {k: v for k, v in ENGLISH.items() if k != "case"}
    lines = ["Facts", "Ann falls.", "Question 1: Who pays?", "Answer: Ben.", "Facts", "Carl sings.", "Question 1: And?"]
    found = read("x", case_layout(headings), document(tmp_path / "paper.pdf", lines))
    assert [(c.id, c.facts, c.questions[0].text) for c in found.cases] == [
        ("x-1", "Ann falls.", "Who pays?"),
        ("x-2", "Carl sings.", "And?"),
    ]


def test_points_may_stand_in_the_heading(tmp_path: Path) -> None:
    headings = ENGLISH | {"question": r"Question (?P<n>\d+) \(\d+ points\)[.:]?"}
    lines = ["Facts: Ann falls.", "Question 1 (12 points): Who pays?"]
    found = read("x", case_layout(headings), document(tmp_path / "paper.pdf", lines))
    assert shown(found.cases[0])[3] == [("1", "Who pays?", 12.0, None)]


@pytest.mark.parametrize(
    ("lines", "headings"),
    [
        pytest.param(
            ["Casus 1", "Πραγματικά: Ο Α πωλεί.", "Ερώτημα 1 (5 μονάδες): Τι δικαιούται;"],
            {
                "case": r"Casus (?P<n>\d)",
                "facts": "Πραγματικά:",
                "question": r"Ερώτημα (?P<n>\d)",
                "points": r"\((?P<p>\d+) μονάδες\):",
            },
            id="greek",
        ),
        pytest.param(
            ["Fall 1", "Sachverhalt: A verkauft.", "Frage 1 (5 Punkte): Was gilt?"],
            {
                "case": r"Fall (?P<n>\d)",
                "facts": "Sachverhalt:",
                "question": r"Frage (?P<n>\d)",
                "points": r"\((?P<p>\d+) Punkte\):",
            },
            id="german",
        ),
        pytest.param(
            ["Kazus 1", "Stan faktyczny: A sprzedaje.", "Pytanie 1 (5 pkt): Co dalej?"],
            {
                "case": r"Kazus (?P<n>\d)",
                "facts": "Stan faktyczny:",
                "question": r"Pytanie (?P<n>\d)",
                "points": r"\((?P<p>\d+) pkt\):",
            },
            id="polish",
        ),
        pytest.param(
            ["Задача 1", "Обставини: А продає.", "Питання 1 (5 балів): Що далі?"],
            {
                "case": r"Задача (?P<n>\d)",
                "facts": "Обставини:",
                "question": r"Питання (?P<n>\d)",
                "points": r"\((?P<p>\d+) балів\):",
            },
            id="ukrainian",
        ),
    ],
)
def test_other_languages(tmp_path: Path, lines: list[str], headings: dict[str, str]) -> None:
    found = read("x", case_layout(headings), document(tmp_path / "paper.pdf", lines))
    case = found.cases[0]
    assert (case.number, case.facts) == ("1", lines[1].partition(": ")[2])
    assert [(q.text, q.points) for q in case.questions] == [(lines[2].partition(": ")[2], 5.0)]


def test_a_case_without_a_heading_of_its_facts(tmp_path: Path) -> None:
    headings = {"case": r"Case (?P<n>\d+)", "question": r"\((?P<n>\w)\)"}
    lines = ["Case 4", "Ann sells a car to Ben,", "who crashes it.", "(a) Who pays?", "(b) How much?"]
    found = read("x", case_layout(headings), document(tmp_path / "paper.pdf", lines))
    assert [shown(c)[:3] for c in found.cases] == [("4", None, "Ann sells a car to Ben, who crashes it.")]
    assert [q.number for q in found.cases[0].questions] == ["a", "b"]


def test_two_columns_with_footnotes_under_each(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    words = "Ann and Ben share a house and a car with others"
    press.lines(50, 80, ["Facts", *[words] * 8, "and so on."])
    press.lines(50, 780, ["^1^ See the Act."], size=7)
    press.lines(320, 80, ["Question 1: Whose is the car?", "Answer 1: It is theirs.", *[words] * 8])
    press.lines(320, 780, ["^2^ See the Code."], size=7)
    found = read("x", case_layout(ENGLISH, text_columns="auto"), press.done())
    case = found.cases[0]
    assert case.facts == " ".join([words] * 8) + " and so on."
    assert case.questions[0].text == "Whose is the car?"
    assert (case.questions[0].reference_answer or "").endswith(words)
    assert [s.text for s in found.pages[0].notes if "See" in s.text] == ["^1 See the Act. ^2 See the Code."]


def test_a_paper_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"no item found with layout cases: looked for questions headed Question"):
        read("x", case_layout(ENGLISH), document(tmp_path / "paper.pdf", ["Only prose.", "And more."]))


def test_a_sheet_without_answers_is_an_error(tmp_path: Path) -> None:
    key = document(tmp_path / "key.pdf", ["Only prose.", "And more."])
    with pytest.raises(
        LayoutError, match=r"key\.pdf: no answer found .* reference answers under the layout's headings"
    ):
        read("x", case_layout(ENGLISH, key=True), document(tmp_path / "paper.pdf", PAPER), key)


def test_a_statute_is_kept_as_passages(tmp_path: Path) -> None:
    statute = case_layout(ENGLISH).model_dump(mode="json")
    statute["paper"] = {"kind": "statute", "furniture": [{"place": "top", "pattern": "Gazette .*"}]}
    press = Press(tmp_path / "act.pdf")
    for page, lines in enumerate((["§ 1", "Courts are free.", "§ 2^1^"], ["Judges are bound", "by the law."]), 1):
        if page > 1:
            press.next_page()
        press.text(60, 40, f"Gazette {page}")
        press.lines(60, 120, lines)
    found = read("act", Layout.model_validate(statute), press.done())
    assert [s.text for s in found.passages] == ["§ 1", "Courts are free.", "§ 2^1", "Judges are bound", "by the law."]
    assert [s.place.page for s in found.passages] == [1, 1, 1, 2, 2]
    assert (found.items, unassigned(found)) == ([], [])


def test_short_paragraphs_are_parted_by_their_gaps(tmp_path: Path) -> None:
    words = "the seller must repair or replace the thing or pay back what it has received for it"
    press, y = Press(tmp_path / "paper.pdf"), 100.0
    for text in ("Facts", "Ann buys.", "Question 1", "What now?", "Answer 1:", words, words + ".", words, words + "."):
        press.text(60, y, text)
        y += 13.0 if text == words else 18.0
    found = read("x", case_layout(ENGLISH), press.done())
    assert found.cases[0].questions[0].reference_answer == "\n".join([f"{words} {words}."] * 2)


def test_lines_at_ever_other_distances_are_read(tmp_path: Path) -> None:
    press, y = Press(tmp_path / "paper.pdf"), 60.0
    for number, text in enumerate(["Facts", *["Ann buys a car."] * 20, "Question 1", "What now?"]):
        press.text(60, y, text)
        y += 14 + number
    assert read("x", case_layout(ENGLISH), press.done()).cases[0].questions[0].text == "What now?"
