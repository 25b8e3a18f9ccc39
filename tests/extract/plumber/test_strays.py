"""Lists: what ends an option, what is a further option, what is a footnote, and what is left unassigned."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from records.model import Extraction
from tests.extract.plumber.press import Press, layout

THREE = {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])[.)]"}


def question(press: Press, number: int, y: float, gap: float = 14.0) -> float:
    """Print an item whose options stand at 80; returns the baseline of its last line."""
    press.text(60, y, f"{number}. Which court decides case {number}?")
    for label in "ABC":
        y += gap
        press.text(80, y, f"{label}. court {label}{number}")
    return y


def listed(press: Press, **changes: object) -> Extraction:
    return read("x", layout("numbered-list", options=THREE, **changes), press.done())


def unassigned(extraction: Extraction) -> list[str]:
    return [s.text for p in extraction.pages for s in p.unassigned]


def whole(extraction: Extraction) -> bool:
    return all([o.text for o in i.options] == [f"court {x}{i.number}" for x in "ABC"] for i in extraction.items)


@pytest.mark.parametrize(
    ("x", "gap", "size", "text"),
    [
        pytest.param(200, 24, 10, "CRIMINAL LAW", id="centred and apart"),
        pytest.param(60, 24, 10, "Part two. Criminal law", id="left and apart"),
        pytest.param(80, 24, 10, "Criminal law", id="apart at the label's edge"),
        pytest.param(400, 14, 10, "(1 point)", id="far to the right"),
        pytest.param(60, 14, 10, "Criminal law", id="left of the label"),
        pytest.param(80, 14, 8, "Small print", id="small"),
    ],
)
def test_a_line_that_does_not_fit_is_no_part_of_the_option_above(
    tmp_path: Path, x: float, gap: float, size: float, text: str
) -> None:
    press = Press(tmp_path / "paper.pdf")
    y = question(press, 1, 120) + gap
    press.text(x, y, text, size)
    y = question(press, 2, y + 24) + gap
    press.text(x, y, text, size)
    found = listed(press)
    assert [i.number for i in found.items] == ["1", "2"] and whole(found)
    assert unassigned(found) == [text, text]


def test_all_that_follows_a_closing_remark_is_left_out_with_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    y = question(press, 2, question(press, 1, 120) + 22)
    press.lines(80, y + 40, ["End of the test.", "Check your answers."])
    press.next_page()
    press.text(60, 120, "SCRAP PAPER")
    found = listed(press)
    assert whole(found)
    assert unassigned(found) == ["End of the test.", "Check your answers.", "SCRAP PAPER"]


def test_an_option_goes_on_under_its_text_and_over_the_page(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    y = question(press, 1, 120)
    press.text(95, y + 14, "of appeal")
    press.next_page()
    press.text(95, 120, "in the capital")
    question(press, 2, 142)
    found = listed(press)
    assert found.items[0].options[2].text == "court C1 of appeal in the capital"
    assert unassigned(found) == []


def test_a_heading_the_layout_declares_is_a_heading(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    y = question(press, 1, 120) + 24
    press.text(200, y, "PART B")
    question(press, 1, y + 24)
    found = listed(press, section=r"^PART (?P<s>\w)$")
    assert [i.id for i in found.items] == ["x-1", "x-b-1"] and unassigned(found) == []


@pytest.mark.parametrize("every", [pytest.param(True, id="in all items"), pytest.param(False, id="in one item")])
def test_the_label_after_the_last_one_begins_a_further_option(tmp_path: Path, every: bool) -> None:
    press, y = Press(tmp_path / "paper.pdf"), 98.0
    for number in (1, 2):
        y = question(press, number, y + 22)
        if every or number == 2:
            y += 14
            press.text(80, y, "D. none of them")
    found = listed(press)
    assert [[o.label for o in i.options] for i in found.items] == [list("ABCD" if every else "ABC"), list("ABCD")]
    assert found.items[1].options[3].text == "none of them"


def test_a_letter_inside_an_option_is_no_label(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.text(60, 120, "1. Is the contract void?")
    press.lines(80, 134, ["A. yes, towards John and"])
    press.text(96, 148, "B. Smith")
    press.lines(80, 162, ["B. no", "C. in part"])
    question(press, 2, 220)
    found = listed(press)
    assert [o.text for o in found.items[0].options] == ["yes, towards John and B. Smith", "no", "in part"]


@pytest.mark.parametrize("mark", ["1. ", "* ", "** ", "^1^ "])
def test_small_print_at_the_foot_is_a_note(tmp_path: Path, mark: str) -> None:
    press = Press(tmp_path / "paper.pdf")
    question(press, 1, 120)
    press.text(60, 750, f"{mark}Journal of Laws 2023, item 1550.", 8)
    press.next_page()
    question(press, 2, 120)
    found = listed(press)
    assert whole(found) and unassigned(found) == []
    assert [s.text for s in found.pages[0].notes] == [f"{mark.replace('^1^', '^1')}Journal of Laws 2023, item 1550."]


def test_items_in_small_type_at_the_foot_stay_items(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    y = question(press, 2, question(press, 1, 120) + 22)
    press.text(60, y + 40, "3. Which court decides case 3?", 8)
    press.lines(80, y + 54, ["A. court A3", "B. court B3", "C. court C3"], 8)
    found = listed(press)
    assert [i.number for i in found.items] == ["1", "2", "3"] and whole(found)


@pytest.mark.parametrize("same", [pytest.param(True, id="same text"), pytest.param(False, id="rising number")])
@pytest.mark.parametrize("pages", [2, 4, 6])
def test_the_last_line_of_an_option_is_no_furniture(tmp_path: Path, pages: int, same: bool) -> None:
    press = Press(tmp_path / "paper.pdf")
    for number in range(1, pages + 1):
        question(press, number, 748)
        press.text(95, 804, "under the Act" if same else f"under article {number}")
        if number % 2:
            press.text(95, 818, "as amended")
        press.next_page()
    question(press, pages + 1, 120)
    found = listed(press)
    endings = [i.options[2].text for i in found.items[:-1]]
    tails = ["under the Act" if same else f"under article {n}" for n in range(1, pages + 1)]
    assert endings == [f"court C{n} {t}{' as amended' if n % 2 else ''}" for n, t in enumerate(tails, 1)]


def test_a_running_head_that_changes_is_furniture(tmp_path: Path) -> None:
    press, heads = Press(tmp_path / "paper.pdf"), ["Civil law", "Civil law", "Criminal law", "Labour law"]
    for number, head in enumerate(heads, 1):
        press.text(250, 60, head, 8)
        y = question(press, number, 100)
        press.text(95, y + 14, "and")
        press.next_page()
        press.text(250, 60, head, 8)
        press.text(95, 100, "more")
        press.next_page()
    press.text(250, 60, "End", 8)
    question(press, 5, 100)
    found = listed(press)
    assert [i.options[2].text for i in found.items] == [f"court C{n} and more" for n in range(1, 5)] + ["court C5"]
    assert [s.text for p in found.pages for s in p.furniture] == [h for h in heads for _ in (0, 1)] + ["End"]


def test_a_lone_folio_of_a_single_page_is_furniture(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    question(press, 1, 120)
    press.text(290, 815, "1")
    found = listed(press)
    assert whole(found) and [s.text for s in found.pages[0].furniture] == ["1"]


def test_a_digit_that_ends_an_option_at_the_foot_stays(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    question(press, 1, 762)
    press.text(95, 818, "1")
    found = listed(press, furniture=[{"place": "any", "pattern": r"\d{1,3}"}])
    assert found.items[0].options[2].text == "court C1 1"


def test_a_raised_figure_that_belongs_to_no_word_is_not_read_as_a_line(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    question(press, 1, 120)
    press.text(300, 142, "1-1", 6)
    question(press, 2, 170)
    press.text(300, 191, "2", 6)
    found = listed(press)
    assert whole(found) and unassigned(found) == ["1-1", "2"]
