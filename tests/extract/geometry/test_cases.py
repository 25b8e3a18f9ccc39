"""Case papers by their headings: with a sheet of solutions, as a journal prints them, several cases; statutes."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.reader import read
from records.errors import LayoutError
from records.layout import Layout
from records.model import Case, Extraction
from tests.extract.geometry.drawing import sheet

GERMAN = {
    "case": r"Fall\s+(?P<n>\d+)\b:?",
    "facts": "Sachverhalt",
    "question": r"Frage\s+(?P<n>\d+)\b",
    "solution": r"Lösung zu Frage\s+(?P<n>\d+)",
    "points": r"\((?P<p>\d+(?:,\d+)?) Punkte\)",
}
PAPER = [
    "Klausur im Zivilrecht",
    "Fall 1: Der Mantel",
    "Sachverhalt",
    "K kauft bei V einen Mantel. Am Abend sieht er,",
    "dass ein Knopf fehlt.",
    "Frage 1 (10 Punkte): Kann K einen neuen",
    "Mantel verlangen?",
    "Frage 2",
    "Was gilt, wenn V den Mangel nicht kannte? (2,5 Punkte)",
    "Fall 2: Das Rad",
    "Sachverhalt",
    "R verleiht sein Rad an S.",
    "Frage 1 (5 Punkte)",
    "Kann R es zurückfordern?",
]
SOLUTIONS = [
    "Lösungshinweise",
    "Fall 1: Der Mantel",
    "Lösung zu Frage 1",
    "K kann Nacherfüllung verlangen.",
    "",
    "1. Der Mantel ist mangelhaft.",
    "Lösung zu Frage 2: Die Kenntnis ist ohne Bedeutung.",
    "Fall 2",
    "Lösung zu Frage 1",
    "Ja, aus dem Vertrag.",
]


def layout(headings: dict[str, str], key: dict[str, str] | None = None, **paper: Any) -> Layout:
    data = {
        "name": "cases", "title": "Cases", "language": "de", "jurisdiction": "de",
        "paper": {"kind": "case_paper", "cases": headings, **paper},
        "key": {"kind": "case_paper", "cases": key} if key else None,
        "invariants": {"options_per_item": 0},
    }  # fmt: skip
    return Layout.model_validate(data)


def drawn(path: Path, *pages: list[str]) -> Path:
    return sheet(path, [[(60.0, 60.0 + 16 * i, text) for i, text in enumerate(lines) if text] for lines in pages])


def shown(case: Case) -> list[tuple[str, str, float | None, str | None]]:
    return [(q.number, q.text, q.points, q.reference_answer) for q in case.questions]


def loose(extraction: Extraction) -> list[str]:
    return [span.text for page in extraction.pages for span in page.unassigned]


def test_a_paper_with_a_sheet_of_solutions(tmp_path: Path) -> None:
    found = layout(GERMAN, GERMAN)
    paper, key = drawn(tmp_path / "paper.pdf", PAPER), drawn(tmp_path / "key.pdf", SOLUTIONS)
    extraction = read("x", found, paper, key)
    one, two = extraction.cases
    assert (one.id, one.number, one.title) == ("x-1", "1", "Der Mantel")
    assert one.facts == "K kauft bei V einen Mantel. Am Abend sieht er, dass ein Knopf fehlt."
    assert shown(one) == [
        ("1", "Kann K einen neuen Mantel verlangen?", 10.0,
         "K kann Nacherfüllung verlangen.\n1. Der Mantel ist mangelhaft."),
        ("2", "Was gilt, wenn V den Mangel nicht kannte?", 2.5, "Die Kenntnis ist ohne Bedeutung."),
    ]  # fmt: skip
    assert shown(two) == [("1", "Kann R es zurückfordern?", 5.0, "Ja, aus dem Vertrag.")]
    assert one.flags == two.flags == [] and loose(extraction) == [] and extraction.items == []
    fields = {(p.field, p.document) for p in one.provenance}
    assert fields == {
        ("title", "paper"), ("facts", "paper"), ("question.1", "paper"), ("points.1", "paper"),
        ("question.2", "paper"), ("points.2", "paper"), ("solution.1", "key"), ("solution.2", "key"),
    }  # fmt: skip
    assert [s.text for s in extraction.pages[0].notes] == ["Klausur im Zivilrecht"]


def test_a_paper_without_its_solutions_says_that_they_are_missing(tmp_path: Path) -> None:
    extraction = read("x", layout(GERMAN), drawn(tmp_path / "paper.pdf", PAPER))
    assert extraction.cases[0].flags == ["solution_missing:1", "solution_missing:2"]
    without = {name: pattern for name, pattern in GERMAN.items() if name != "solution"}
    assert read("x", layout(without), tmp_path / "paper.pdf").cases[0].flags == []


def test_solutions_that_fit_no_question_are_told_and_stay_unassigned(tmp_path: Path) -> None:
    key = drawn(tmp_path / "key.pdf", [*SOLUTIONS, "Lösung zu Frage 7", "Das steht nirgends."])
    extraction = read("x", layout(GERMAN, GERMAN), drawn(tmp_path / "paper.pdf", PAPER), key)
    assert extraction.flags == ["solution_without_question:7"] and loose(extraction) == ["Das steht nirgends."]


ARTICLE = [
    "Zeitschrift für Übungen 3/2026",
    "Der verschwundene Mantel",
    "Sachverhalt",
    "K kauft einen Mantel. 2. ist hier kein Abschnitt.",
    "Bearbeitervermerk",
    "Wie ist die Rechtslage?",
    "Gutachten",
    "A. Anspruch des K",
    "1. Ein Vertrag liegt vor.",
    "Der Mantel ist mangelhaft und war",
    "es schon bei der Übergabe.",
    "B. Ergebnis",
]


def test_an_article_with_facts_task_and_solution(tmp_path: Path) -> None:
    headings = {"facts": "Sachverhalt", "question": "Bearbeitervermerk(?P<n>)", "solution": "Gutachten"}
    extraction = read("x", layout(headings), drawn(tmp_path / "a.pdf", ARTICLE[:8], ARTICLE[8:]))
    (case,) = extraction.cases
    assert (case.id, case.title, case.facts) == ("x-1", None, "K kauft einen Mantel. 2. ist hier kein Abschnitt.")
    answer = (
        "A. Anspruch des K\n1. Ein Vertrag liegt vor.\nDer Mantel ist mangelhaft und war es schon bei der Übergabe."
    )
    assert shown(case) == [("1", "Wie ist die Rechtslage?", None, f"{answer}\nB. Ergebnis")]
    assert case.flags == [] and loose(extraction) == []
    solution = next(p for p in case.provenance if p.field == "solution.1")
    assert [place.page for place in solution.places] == [1, 2]


def test_numbers_inside_a_solution_begin_no_question(tmp_path: Path) -> None:
    headings = {"facts": "Facts", "question": r"(?P<n>\d+)\.", "solution": "Model answer"}
    texts = ["Facts", "A sues B.", "1. May she?", "2. Against whom?", "Model answer", "Yes.", "3. It is clear."]
    case = read("x", layout(headings), drawn(tmp_path / "p.pdf", texts)).cases[0]
    assert [q.number for q in case.questions] == ["1", "2"]
    assert case.questions[1].reference_answer == "Yes.\n3. It is clear." and case.flags == ["solution_missing:1"]


def test_questions_and_solutions_that_take_turns(tmp_path: Path) -> None:
    headings = {"facts": "Facts", "question": r"(?P<n>\d+)\.", "solution": "Answer:"}
    texts = ["Facts", "A sues B.", "1. May she?", "Answer: Yes.", "2. Whom?", "Answer: B.", "3. When?", "Answer: Now."]
    case = read("x", layout(headings), drawn(tmp_path / "p.pdf", texts)).cases[0]
    assert shown(case) == [("1", "May she?", None, "Yes."), ("2", "Whom?", None, "B."), ("3", "When?", None, "Now.")]


@pytest.mark.parametrize("numbers", [("I", "II", "III"), ("a", "b", "c"), ("\u03b1", "\u03b2", "\u03b3")])
def test_turns_of_numbers_that_are_letters(numbers: tuple[str, str, str], tmp_path: Path) -> None:
    headings = {"facts": "Facts", "question": r"(?P<n>\w+)\)", "solution": "Answer:"}
    texts = ["Facts", "A sues B."]
    for number in numbers:
        texts += [f"{number}) May she {number}?", f"Answer: Yes {number}.", "z) Not asked."]
    case = read("x", layout(headings), drawn(tmp_path / "p.pdf", texts)).cases[0]
    assert shown(case) == [(n, f"May she {n}?", None, f"Yes {n}. z) Not asked.") for n in numbers]


def test_questions_without_numbers_are_counted(tmp_path: Path) -> None:
    headings = {"facts": "Facts", "question": r"Question(?P<n>)$", "solution": r"Answer to (?P<n>\d)"}
    texts = [
        "Facts",
        "A sues B.",
        "Question",
        "May she?",
        "Question",
        "When?",
        "Answer to 2",
        "Now.",
        "Answer to 1",
        "Yes.",
    ]
    case = read("x", layout(headings), drawn(tmp_path / "p.pdf", texts)).cases[0]
    assert shown(case) == [("1", "May she?", None, "Yes."), ("2", "When?", None, "Now.")] and case.flags == []


@pytest.mark.parametrize(
    ("language", "headings", "texts", "expected"),
    [
        pytest.param(
            "el",
            {"facts": "ΠΡΑΓΜΑΤΙΚΑ", "question": r"Ερώτηση (?P<n>\d+)", "points": r"\((?P<p>\d+) μονάδες\)"},
            ["ΠΡΑΓΜΑΤΙΚΑ", "Ο Α πούλησε στον Β αυτοκίνητο.", "Ερώτηση 1 (5 μονάδες)", "Τι δικαιούται ο Β;"],
            ("Ο Α πούλησε στον Β αυτοκίνητο.", "Τι δικαιούται ο Β;", 5.0),
            id="Greek",
        ),
        pytest.param(
            "uk",
            {"facts": "Фабула", "question": r"Питання (?P<n>\d+)[.]", "points": r"(?P<p>\d+) балів"},
            ["Фабула", "Іваненко позичив гроші.", "Питання 1. Чи може він вимагати їх? 10 балів"],
            ("Іваненко позичив гроші.", "Чи може він вимагати їх?", 10.0),
            id="Ukrainian",
        ),
        pytest.param(
            "pl",
            {"facts": "Stan faktyczny:", "question": r"Pytanie (?P<n>\d+):", "points": r"\[(?P<p>\d+) pkt\]"},
            ["Stan faktyczny: Jan pożyczył rower.", "Pytanie 1: Czy może żądać zwrotu? [3 pkt]"],
            ("Jan pożyczył rower.", "Czy może żądać zwrotu?", 3.0),
            id="Polish",
        ),
    ],
)
def test_headings_of_other_languages(
    language: str, headings: dict[str, str], texts: list[str], expected: tuple[str, str, float], tmp_path: Path
) -> None:
    found = layout(headings).model_copy(update={"language": language})
    (case,) = read("x", found, drawn(tmp_path / "p.pdf", texts)).cases
    assert (case.facts, case.questions[0].text, case.questions[0].points) == expected and case.flags == []


def test_facts_without_their_heading_are_kept_and_told(tmp_path: Path) -> None:
    texts = ["Fall 1", "K kauft einen Mantel.", "Frage 1", "Was kann er tun?", "Frage 1", "Und V?"]
    without = {name: pattern for name, pattern in GERMAN.items() if name != "solution"}
    (case,) = read("x", layout(without), drawn(tmp_path / "p.pdf", texts)).cases
    assert case.facts == "K kauft einen Mantel." and case.flags == ["facts_missing", "number_duplicate:1"]


def test_a_paper_without_a_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"no question of a case found .*Frage"):
        read("x", layout(GERMAN), drawn(tmp_path / "p.pdf", ["Nothing", "of the sort"]))
    key = drawn(tmp_path / "k.pdf", ["Nothing", "of the sort"])
    with pytest.raises(LayoutError, match="no reference answer found"):
        read("x", layout(GERMAN, GERMAN), drawn(tmp_path / "p.pdf", PAPER), key)


def test_the_lines_of_a_statute_are_its_passages(tmp_path: Path) -> None:
    found = Layout.model_validate(
        {
            "name": "statute",
            "title": "Statute",
            "language": "en",
            "jurisdiction": "int",
            "paper": {"kind": "statute", "furniture": [{"place": "bottom", "pattern": r"Page \d+"}]},
            "invariants": {"options_per_item": 0},
        }  # fmt: skip
    )
    pages = [[*[""] * 9, f"Section {n}", f"Whoever does {n}", "is liable.", *[""] * 34, f"Page {n}"] for n in (1, 2, 3)]
    extraction = read("x", found, drawn(tmp_path / "s.pdf", *pages))
    assert [p.text for p in extraction.passages] == [
        text for n in (1, 2, 3) for text in (f"Section {n}", f"Whoever does {n}", "is liable.")
    ]
    assert [p.place.page for p in extraction.passages] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [s.text for s in extraction.pages[0].furniture] == ["Page 1"] and loose(extraction) == []
