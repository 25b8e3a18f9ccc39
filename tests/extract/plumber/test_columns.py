"""Papers in two columns: the order of reading, headings across the page, and what ends the questions."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from tests.extract.plumber.press import Press, layout

STEM = "Which of these rules holds here"


def two_columns(path: Path, heading: str = "") -> Path:
    press = Press(path)
    press.text(50, 60, "An introduction that is printed right across the page, over both of its columns of text")
    for column, x in enumerate((50.0, 320.0)):
        for row in range(3):
            y = 100.0 + 120 * row + 5 * column
            press.lines(x, y, [f"{3 * column + row + 1}. {STEM}", "A) the first", "B) the second", "C) the third"])
            press.text(x, y + 56, "D) the last")
    if heading:
        press.text(50, 500, heading)
        press.lines(50, 530, ["1. Was the time enough?", "A) yes", "B) no", "C) nearly", "D) never"])
    return press.done()


@pytest.mark.parametrize("columns", [2, "auto"])
def test_columns_are_read_one_after_the_other(tmp_path: Path, columns: object) -> None:
    found = read("x", layout("numbered-list", text_columns=columns), two_columns(tmp_path / "paper.pdf"))
    assert [i.number for i in found.items] == ["1", "2", "3", "4", "5", "6"]
    assert {i.stem for i in found.items} == {STEM}
    assert {tuple(o.text for o in i.options) for i in found.items} == {
        ("the first", "the second", "the third", "the last")
    }
    assert found.items[3].provenance[0].places[0].box[0] >= 319  # places are those of the page, not of the column


def test_what_follows_the_end_is_a_note(tmp_path: Path) -> None:
    heading = "QUESTIONNAIRE ABOUT THE EXAM, TO BE FILLED IN BY ALL CANDIDATES WHO TOOK PART IN IT"
    path = two_columns(tmp_path / "paper.pdf", heading)
    found = read("x", layout("numbered-list", text_columns=2, end="^QUESTIONNAIRE"), path)
    assert len(found.items) == 6
    assert [len(i.options) for i in found.items] == [4] * 6
    assert found.items[-1].options[-1].text == "the last"
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
