"""Numbered lists: which lines begin items, where options begin, and what is not text of an item."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.layout import Layout, read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import sheet

Lines = list[tuple[float, float, str]]


def layout(**paper: Any) -> Layout:
    data = read_layout(locate("numbered-list")).model_dump()
    data["paper"].update(paper)
    data["paper"]["options"].update(labels=["A", "B", "C"], pattern=r"(?P<label>[A-C])[.)]")
    return Layout.model_validate({**data, "key": None})


def column(*texts: str, top: float = 120, left: float = 60) -> Lines:
    return [(left, top + 16 * i, text) for i, text in enumerate(texts)]


def item(number: int, name: str = "") -> list[str]:
    return [f"{number}. Stem {number}?{name}", f"A. a{number}", f"B. b{number}", f"C. c{number}"]


def got(extraction: Extraction) -> dict[str, list[str]]:
    return {i.number: [i.stem, *(o.text for o in i.options)] for i in extraction.items}


def reading(tmp_path: Path, *pages: Lines, **paper: Any) -> Extraction:
    return read("x", layout(**paper), sheet(tmp_path / "list.pdf", pages))


def test_plain_items(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column(*item(1), *item(2)))
    assert got(extraction) == {"1": ["Stem 1?", "a1", "b1", "c1"], "2": ["Stem 2?", "a2", "b2", "c2"]}
    assert extraction.items[0].flags == [] and extraction.items[0].key == []
    assert sum(p.glyphs.unassigned for p in extraction.pages) == 0


def test_instructions_that_are_numbered_too_are_notes(tmp_path: Path) -> None:
    extraction = reading(
        tmp_path,
        column("Read this:", "1. Use a pen.", "2. Be brief.", "3. Good luck."),
        column(*item(1), *item(2), *item(3)),
    )
    assert list(got(extraction)) == ["1", "2", "3"] and got(extraction)["1"][0] == "Stem 1?"
    assert [s.text for s in extraction.pages[0].notes][1] == "1. Use a pen."


@pytest.mark.parametrize(
    "text",
    ["2020 r. o ustroju", "3. ust. 1 is in force", "2. that is what it says", "2 miesiącom", "4. or so"],
)
def test_a_number_at_the_start_of_a_line_of_text_begins_no_item(text: str, tmp_path: Path) -> None:
    two = ["2. Stem 2 goes on with", text, "A. a2", "B. b2 and", text, "C. c2"]
    extraction = reading(tmp_path, column(*item(1), *two, *item(3), *item(4)))
    assert got(extraction)["2"] == [f"Stem 2 goes on with {text}", "a2", f"b2 and {text}", "c2"]
    assert list(got(extraction)) == ["1", "2", "3", "4"]


def test_missing_numbers_are_stepped_over(tmp_path: Path) -> None:
    assert list(got(reading(tmp_path, column(*item(1), *item(2), *item(4), *item(5), *item(9))))) == [
        "1",
        "2",
        "4",
        "5",
        "9",
    ]


def test_an_item_without_options_stays_an_item(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column(*item(1), "2. Question withdrawn", *item(3)), withdrawn="withdrawn")
    assert got(extraction)["2"] == ["Question withdrawn"] and got(extraction)["3"][0] == "Stem 3?"
    assert extraction.items[1].status == "withdrawn" and extraction.items[1].flags == ["withdrawn"]


def test_options_on_one_line(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column("1. First? A) a b B) c C) d e", "2. Second?", "A) x", "B) y C) z"))
    assert got(extraction) == {"1": ["First?", "a b", "c", "d e"], "2": ["Second?", "x", "y", "z"]}
    boxes = [p.places[0].box for p in extraction.items[0].provenance if p.field.startswith("option")]
    assert boxes[0][2] < boxes[1][0] < boxes[1][2] < boxes[2][0]


def test_a_label_inside_a_line_is_text_where_a_line_begins_with_it(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column("1. Who?", "A. Adam B. Nowak", "B. Ewa", "C. no one"))
    assert got(extraction)["1"] == ["Who?", "Adam B. Nowak", "Ewa", "no one"]


def test_a_label_alone_takes_the_next_line(tmp_path: Path) -> None:
    assert got(reading(tmp_path, column("1. How many?", "A.", "7", "B.", "14", "C.", "12")))["1"] == [
        "How many?",
        "7",
        "14",
        "12",
    ]


def test_initials_in_the_stem_are_no_options(tmp_path: Path) -> None:
    extraction = reading(
        tmp_path,
        column("1. The seller is", "A. Kowalski, the buyer", "B. Nowak. Who pays?", "A. one", "B. two", "C. both"),
    )
    assert got(extraction)["1"] == ["The seller is A. Kowalski, the buyer B. Nowak. Who pays?", "one", "two", "both"]


def test_duplicate_labels_stay_as_printed(tmp_path: Path) -> None:
    extraction = reading(tmp_path, column("1. Which?", "A. a", "B. b", "B. c", *item(2)))
    assert [(o.label, o.text) for o in extraction.items[0].options] == [("A", "a"), ("B", "b"), ("B", "c")]


def test_sections_begin_the_numbers_again(tmp_path: Path) -> None:
    lines = column("Part I. Civil", *item(1), *item(2), "Part II. Penal", *item(1), *item(2))
    extraction = reading(tmp_path, lines, section=r"^Part (?P<s>\w+)")
    assert [i.id for i in extraction.items] == ["x-i-1", "x-i-2", "x-ii-1", "x-ii-2"]
    assert extraction.items[2].section == "Part II. Penal" and extraction.items[1].options[2].text == "c2"


@pytest.mark.parametrize("declared", [[], [{"place": "any", "pattern": r"\d{1,3}"}]])
def test_furniture_is_known_by_its_place(declared: list[dict[str, str]], tmp_path: Path) -> None:
    pages = []
    for number in (11, 12, 13):
        body = column(*item(number), top=90) if number < 13 else column(*item(13)[:3], "C.", top=730)
        pages.append([(60.0, 30.0, "State Examination"), (520.0, 815.0, str(number)), *body])
    pages[2].append((60.0, 797.0, "13"))
    extraction = reading(tmp_path, *pages, furniture=declared)
    assert got(extraction)["13"][3] == "13"
    assert [s.text for s in extraction.pages[2].furniture] == ["State Examination", "13"]
    assert sum(p.glyphs.unassigned for p in extraction.pages) == 0


def test_a_footnote_is_a_note_and_its_mark_a_flag(tmp_path: Path) -> None:
    extraction = reading(
        tmp_path, [*column("1. Which act^2^?", "A. act", "B. law", "C. none"), (60, 780, "^2^ See the rules.")]
    )
    assert got(extraction)["1"] == ["Which act?", "act", "law", "none"]
    assert extraction.items[0].flags == ["footnote_mark:2"]
    assert [s.text for s in extraction.pages[0].notes] == ["^2 See the rules."]


def test_hyphens_at_line_ends(tmp_path: Path) -> None:
    extraction = reading(
        tmp_path, column("1. The obli-", "gation and the non-", "material damage?", "A. a", "B. b", "C. c")
    )
    assert extraction.items[0].stem == "The obligation and the non-material damage?"
    assert extraction.items[0].flags == ["hyphen_unresolved:non-material"]


def test_nothing_that_fits_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"no item found with layout numbered-list: .*found 1 page that begin"):
        reading(tmp_path, column("Only words", "and no items"))


def test_a_second_number_keeps_both_items(tmp_path: Path) -> None:
    ids = [i.id for i in reading(tmp_path, column(*item(1), *item(2), *item(2), *item(3))).items]
    assert ids == ["x-1", "x-2", "x-2~2", "x-3"]
