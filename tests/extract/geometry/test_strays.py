"""What belongs to no item: text behind the last option, footnotes, running heads; and what only looks like them."""

from pathlib import Path

import pytest

from extract.geometry.reader import read
from records.model import Extraction
from tests.extract.geometry.drawing import canvas, put
from tests.extract.geometry.test_listing import Lines, column, got, item, layout, reading


def sized(tmp_path: Path, *pages: list[tuple[float, float, str, float]]) -> Extraction:
    page = canvas(tmp_path / "list.pdf")
    for lines in pages:
        for x, y, text, size in lines:
            put(page, x, y, text, size)
        page.showPage()
    page.save()
    return read("x", layout(), tmp_path / "list.pdf")


def at_ten(lines: Lines) -> list[tuple[float, float, str, float]]:
    return [(x, y, text, 10.0) for x, y, text in lines]


def unassigned(extraction: Extraction) -> list[str]:
    return [s.text for p in extraction.pages for s in p.unassigned]


@pytest.mark.parametrize(("x", "below"), [(220.0, 16), (60.0, 26), (220.0, 26), (400.0, 16)])
def test_a_line_that_does_not_go_on_with_the_last_option_is_left_over(x: float, below: int, tmp_path: Path) -> None:
    one, two = column(*item(1), left=60), column(*item(2), top=260, left=60)
    extraction = reading(tmp_path, [*one, (x, 168 + below, "PENAL LAW"), *two])
    assert got(extraction)["1"][3] == "c1" and unassigned(extraction) == ["PENAL LAW"]


def test_a_line_left_of_the_options_is_left_over(tmp_path: Path) -> None:
    lines = [
        (60.0, 100.0, "1. Stem?"),
        *((80.0, 116.0 + 16 * i, text) for i, text in enumerate(("A. a", "B. b", "C. c"))),
    ]
    extraction = reading(tmp_path, [*lines, (60.0, 164.0, "End of the paper")])
    assert got(extraction)["1"][3] == "c" and unassigned(extraction) == ["End of the paper"]


def test_options_that_hang_back_to_the_margin_keep_their_lines(tmp_path: Path) -> None:
    texts = [(60, "1. Stem?"), (80, "A. a"), (60, "goes on"), (80, "B. b"), (80, "C. c"), (60, "goes on")]
    extraction = reading(tmp_path, [(x, 100.0 + 16 * i, text) for i, (x, text) in enumerate(texts)])
    assert got(extraction)["1"] == ["Stem?", "a goes on", "b", "c goes on"] and unassigned(extraction) == []


def test_an_option_goes_on_after_a_page_break(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column(*item(1)), column("and goes on", *item(2), top=60))
    assert got(extraction)["1"][3] == "c1 and goes on" and unassigned(extraction) == []


def test_an_option_beyond_the_declared_ones_stays_an_option(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column(*item(1), "D. d1", "E. e1", *item(2)))
    assert [o.label for o in extraction.items[0].options] == ["A", "B", "C", "D", "E"]
    assert got(extraction)["2"] == ["Stem 2?", "a2", "b2", "c2"]


def test_an_initial_inside_an_option_is_no_label(tmp_path: Path) -> None:
    lines = column(*item(1), *item(2), *item(3))
    hanging = [*lines[:2], (90.0, lines[2][1], "B. Nowak"), *[(x, y + 16, text) for x, y, text in lines[2:]]]
    extraction = reading(tmp_path, hanging)
    assert got(extraction)["1"] == ["Stem 1?", "a1 B. Nowak", "b1", "c1"] and len(extraction.items) == 3


@pytest.mark.parametrize("note", ["1. Dz. U. 2023", "* See the law", "\u2020 See the law", "^1^ See the law"])
def test_small_type_at_the_foot_is_a_note(note: str, tmp_path: Path) -> None:
    extraction = sized(tmp_path, [*at_ten(column(*item(1), *item(2))), (60, 700, note, 8)])
    assert got(extraction)["2"][3] == "c2" and unassigned(extraction) == []
    assert len(extraction.pages[0].notes) == 1


def test_other_small_type_at_the_foot_is_left_over(tmp_path: Path) -> None:
    two = at_ten(column("b1 goes on", "C. c1", top=60))
    extraction = sized(tmp_path, [*at_ten(column(*item(1)[:3])), (60, 700, "Chair of the board", 8)], two)
    assert got(extraction)["1"] == ["Stem 1?", "a1", "b1 b1 goes on", "c1"]
    assert unassigned(extraction) == ["Chair of the board"]


@pytest.mark.parametrize("pages", [2, 4])
def test_text_that_repeats_and_runs_on_from_the_body_is_not_taken_for_furniture(pages: int, tmp_path: Path) -> None:
    drawn = [column(*item(n)[:3], "C. under the", "rules of court.", top=746) for n in range(1, pages + 1)]
    extraction = reading(tmp_path, *drawn)
    assert [s for p in extraction.pages for s in p.furniture] == []
    if pages == 2:
        assert {texts[3] for texts in got(extraction).values()} == {"under the rules of court."}
    else:
        assert unassigned(extraction) == ["rules of court."] * pages


def test_one_question_on_each_page_is_no_furniture(tmp_path: Path) -> None:
    extraction = reading(tmp_path, *(column(f"{n}. Which?", "A. yes", "B. no", "C. both", top=40) for n in (1, 2, 3)))
    assert [texts[1:] for texts in got(extraction).values()] == [["yes", "no", "both"]] * 3


def test_a_running_head_that_changes_is_furniture(tmp_path: Path) -> None:
    heads = ["Civil law", "Civil law", "Penal law", "Labour law"]
    pages = [[(60.0, 40.0, head, 8.0), *at_ten(column(*item(n)))] for n, head in enumerate(heads, 1)]
    extraction = sized(tmp_path, *pages)
    assert [s.text for p in extraction.pages for s in p.furniture] == heads
    assert [texts[3] for texts in got(extraction).values()] == ["c1", "c2", "c3", "c4"]


def test_folios_that_change_sides_are_furniture(tmp_path: Path) -> None:
    pages = [[(60.0 if n % 2 else 520.0, 815.0, str(n)), *column(*item(n))] for n in (1, 2, 3)]
    extraction = reading(tmp_path, *pages)
    assert [s.text for p in extraction.pages for s in p.furniture] == ["1", "2", "3"]
    assert unassigned(extraction) == []


@pytest.mark.parametrize(("text", "y", "taken"), [("1", 815.0, True), ("7", 815.0, False), ("1", 184.0, False)])
def test_a_lone_folio_on_one_page(text: str, y: float, taken: bool, tmp_path: Path) -> None:
    extraction = reading(tmp_path, [*column(*item(1)), (60.0, y, text)])
    assert [s.text for p in extraction.pages for s in p.furniture] == (["1"] if taken else [])
