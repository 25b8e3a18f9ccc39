"""Items of numbered lists: what starts an item, what is an option, what is a note."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from records.errors import LayoutError
from records.model import Extraction
from tests.extract.plumber.press import Press, layout

Found = list[tuple[str, str, list[tuple[str, str]]]]


def paper(tmp_path: Path, *pages: list[str], **changes: object) -> Extraction:
    press = Press(tmp_path / "paper.pdf")
    for index, lines in enumerate(pages):
        if index:
            press.next_page()
        press.lines(60, 120, lines)
    reading = {"options": {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-D])[.)]"}, **changes}
    return read("x", layout("numbered-list", **reading), press.done())


def items(extraction: Extraction) -> Found:
    return [(i.number, i.stem, [(o.label, o.text) for o in i.options]) for i in extraction.items]


FIRST = ["1. First?", "A) a1", "B) b1", "C) c1"]
SECOND = ["2. Second?", "A) a2", "B) b2", "C) c2"]
TWO: Found = [
    ("1", "First?", [("A", "a1"), ("B", "b1"), ("C", "c1")]),
    ("2", "Second?", [("A", "a2"), ("B", "b2"), ("C", "c2")]),
]


def with_line(after: int, line: str) -> list[str]:
    lines = FIRST + SECOND
    return [*lines[:after], line, *lines[after:]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(FIRST + SECOND, TWO, id="plain"),
        pytest.param(["1. First? A) a1 B) b1 C) c1", "2. Second? A) a2 B) b2 C) c2"], TWO, id="options in one line"),
        pytest.param(["1. First?", "A) a1 B) b1", "C) c1", *SECOND], TWO, id="two in one line"),
        pytest.param(["1. First?", "A)", "a1", "B) b1", "C)", "c1", *SECOND], TWO, id="label alone on its line"),
        pytest.param(
            ["1. Mind the clock.", "2. Two sheets.", "3. No phones.", *FIRST, *SECOND], TWO, id="instructions"
        ),
        pytest.param(["Intro", "1. Mind the clock.", *FIRST, *SECOND], TWO, id="one instruction"),
    ],
)
def test_lists_are_read(tmp_path: Path, lines: list[str], expected: Found) -> None:
    assert items(paper(tmp_path, lines)) == expected


@pytest.mark.parametrize(
    ("after", "line", "where"),
    [
        pytest.param(4, "2. sentence 1 of the Act", "C", id="next number in the last option"),
        pytest.param(4, "3. paragraph of the Act", "C", id="later number in the last option"),
        pytest.param(4, "12. March", "C", id="far number in the last option"),
        pytest.param(2, "2. sentence of the Act", "A", id="next number in the first option"),
        pytest.param(4, "2020 r. and later", "C", id="year without a dot after it"),
        pytest.param(4, "2 months", "C", id="number without a dot"),
    ],
)
def test_numbers_inside_options_start_nothing(tmp_path: Path, after: int, line: str, where: str) -> None:
    found = paper(tmp_path, with_line(after, line))
    assert [i.number for i in found.items] == ["1", "2"]
    option = next(o for o in found.items[0].options if o.label == where)
    assert option.text == f"{where.lower()}1 {line}"


def test_statements_listed_in_a_stem_start_nothing(tmp_path: Path) -> None:
    lines = ["1. Which are true?", "1. One", "2. Two", "3. Three", "A) a1", "B) b1", "C) c1"]
    lines += ["2. Which?", "1. One", "2. Two", "A) a2", "B) b2", "C) c2", "3. Third?", "A) a3", "B) b3", "C) c3"]
    found = paper(tmp_path, lines)
    assert [(i.number, i.stem) for i in found.items] == [
        ("1", "Which are true? 1. One 2. Two 3. Three"), ("2", "Which? 1. One 2. Two"), ("3", "Third?"),
    ]  # fmt: skip


def test_a_gap_in_the_numbers_is_kept(tmp_path: Path) -> None:
    found = paper(tmp_path, FIRST + ["4. Fourth?", "A) a4", "B) b4", "C) c4"])
    assert [i.number for i in found.items] == ["1", "4"]


def test_an_item_without_options_is_kept(tmp_path: Path) -> None:
    found = paper(tmp_path, FIRST + ["2. Withdrawn by the board.", "3. Third?", "A) a3", "B) b3", "C) c3"])
    assert [(i.number, len(i.options)) for i in found.items] == [("1", 3), ("2", 0), ("3", 3)]


def test_a_last_item_without_options_is_kept(tmp_path: Path) -> None:
    found = paper(tmp_path, FIRST + ["2. Withdrawn by the board."])
    assert [(i.number, i.stem) for i in found.items] == [("1", "First?"), ("2", "Withdrawn by the board.")]


def test_labels_are_kept_as_printed(tmp_path: Path) -> None:
    found = paper(tmp_path, ["1. First?", "A) a1", "B) b1", "D) c1", "D) d1"] + SECOND)
    assert [o.label for o in found.items[0].options] == ["A", "B", "D", "D"]
    assert found.items[0].flags == []


def test_an_initial_inside_an_option_is_no_label(tmp_path: Path) -> None:
    found = paper(tmp_path, ["1. First?", "A) a1 by B. Smith", "B) b1", "C) c1"])
    assert [o.text for o in found.items[0].options] == ["a1 by B. Smith", "b1", "c1"]


def test_the_first_number_may_be_declared(tmp_path: Path) -> None:
    number = {"pattern": r"(?P<n>\d{1,4})[.]", "first": 2}
    assert [i.number for i in paper(tmp_path, FIRST + SECOND, number=number).items] == ["2"]


def test_declared_notes_are_left_out(tmp_path: Path) -> None:
    found = paper(tmp_path, [*FIRST, "Turn the page", *SECOND], notes=["^Turn the page$"])
    assert items(found) == TWO
    assert [s.text for s in found.pages[0].notes] == ["Turn the page"]


def test_sections_begin_numbers_again(tmp_path: Path) -> None:
    lines = ["Part A Crime", *FIRST, "Part B Contract", *FIRST]
    found = paper(tmp_path, lines, section=r"^Part (?P<s>\w)\b")
    assert [i.id for i in found.items] == ["x-a-1", "x-b-1"]
    assert [i.section for i in found.items] == ["Part A Crime", "Part B Contract"]


def test_a_footnote_at_the_foot_is_a_note(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 120, ["1. First^1^?", "A) a1", "B) b1", "C) both^2^"])
    press.lines(60, 780, ["^1^ See the Act.", "^2^ See the Code,", "as amended."], size=8, lead=11)
    found = read("x", layout("numbered-list", options={
        "place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])\)"}), press.done())  # fmt: skip
    assert [o.text for o in found.items[0].options] == ["a1", "b1", "both"]
    assert found.items[0].flags == ["footnote_mark:1", "footnote_mark:2"]
    assert [s.text for s in found.pages[0].notes] == ["^1 See the Act.", "^2 See the Code,", "as amended."]


def test_furniture_between_the_halves_of_an_option_is_left_out(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    for number, lines in enumerate((FIRST, ["and more", *SECOND], ["and the end"]), 31):
        if number > 31:
            press.next_page()
        press.text(60, 40, "Entry Examination 2024")
        press.lines(60, 120, lines)
        press.text(480, 815, f"- {number} -")
    changes = {"options": {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])\)"}}
    found = read("x", layout("numbered-list", **changes), press.done())
    assert found.items[0].options[2].text == "c1 and more"
    assert found.items[1].options[2].text == "c2 and the end"
    assert [[s.text for s in p.furniture] for p in found.pages][1] == ["Entry Examination 2024", "- 32 -"]


def test_an_option_that_looks_like_a_folio_stays(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 700, ["1. First?", "A) a1", "B) b1", "C)", "7"], lead=22)
    press.text(60, 825, "1")
    press.next_page()
    press.lines(60, 100, SECOND)
    press.text(60, 825, "2")
    furniture = [{"place": "any", "pattern": r"\d{1,3}"}]
    changes = {"options": {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])\)"}}
    found = read("x", layout("numbered-list", furniture=furniture, **changes), press.done())
    assert found.items[0].options[2].text == "7"
    assert [[s.text for s in p.furniture] for p in found.pages] == [["1"], ["2"]]


def test_no_item_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="numbered_list items numbered .* with options A, B, C, found 2 lines"):
        paper(tmp_path, ["Only prose.", "And more of it."])
