"""Lists of several parts, labels that are glyphs of the paper's own, and the line that ends the questions."""

from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from extract.geometry.fields import label_at, label_beyond
from extract.geometry.parts import opens
from extract.geometry.reader import read
from extract.layouts import locate
from records.layout import Layout, Options, read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import sheet


def layout(**paper: Any) -> Layout:
    data = read_layout(locate("numbered-list")).model_dump()
    data["paper"].update(paper)
    data["paper"]["options"].update(labels=["A", "B", "C"], pattern=r"(?P<label>[A-C])[.)]")
    return Layout.model_validate({**data, "key": None})


def reading(folder: Path, *texts: str, **paper: Any) -> Extraction:
    lines = [(60.0, 60.0 + 16 * i, text) for i, text in enumerate(texts)]
    return read("x", layout(**paper), sheet(folder / "list.pdf", [lines]))


def item(number: int, labels: str = "ABC") -> list[str]:
    return [f"{number}. Stem {number}?", *(f"{label}. {label.lower()}{number}" for label in labels)]


def got(extraction: Extraction) -> dict[str, tuple[str | None, list[str]]]:
    return {i.id: (i.part, [o.label for o in i.options]) for i in extraction.items}


CHOICE = {"name": "choice", "heading": "PART ONE"}
MULTIPLE = {"name": "short", "heading": "PART TWO", "options_per_item": 2}
OPEN = {"name": "essay", "heading": "ESSAYS", "kind": "open", "own_numbers": True}
RESERVE = {"name": "reserve", "heading": "RESERVE", "kind": "reserve"}


def test_numbers_go_on_over_parts_with_their_own_counts_of_options(tmp_path: Path) -> None:
    texts = ["Cover", "PART ONE", "Choose one.", *item(1), *item(2), "PART TWO", "Choose.", *item(3, "AB")]
    extraction = reading(tmp_path, *texts, *item(4, "AB"), parts=[CHOICE, MULTIPLE])
    assert got(extraction) == {
        "x-1": ("choice", ["A", "B", "C"]), "x-2": ("choice", ["A", "B", "C"]),
        "x-3": ("short", ["A", "B"]), "x-4": ("short", ["A", "B"]),
    }  # fmt: skip
    assert [s.text for s in extraction.pages[0].notes] == ["Cover", "Choose one.", "Choose."]
    assert extraction.pages[0].unassigned == []


def test_numbers_begin_again_in_a_part_of_essays_and_in_one_of_reserve_questions(tmp_path: Path) -> None:
    essay = ["1. Discuss:", "A) the first case;", "B) the second case.", "2. Explain the claim."]
    texts = ["PART ONE", *item(1), *item(2), "RESERVE", *item(1), "ESSAYS", *essay]
    extraction = reading(tmp_path, *texts, parts=[CHOICE, OPEN, RESERVE])
    assert list(got(extraction)) == ["x-1", "x-2", "x-reserve-1", "x-essay-1", "x-essay-2"]
    assert extraction.items[2].flags == ["reserve"]
    assert (extraction.items[3].stem, extraction.items[3].options) == (
        "Discuss: A) the first case; B) the second case.",
        [],
    )


def test_items_before_the_first_heading_are_of_no_part(tmp_path: Path) -> None:
    extraction = reading(tmp_path, *item(1), *item(2), "RESERVE", *item(1), parts=[RESERVE])
    assert list(got(extraction)) == ["x-1", "x-2", "x-reserve-1"] and extraction.items[0].part is None


def test_a_heading_repeated_on_the_next_page_of_its_part_is_no_text(tmp_path: Path) -> None:
    extraction = reading(tmp_path, "PART ONE", *item(1), "PART ONE", *item(2), parts=[CHOICE])
    assert [i.options[-1].text for i in extraction.items] == ["c1", "c2"] and extraction.pages[0].unassigned == []


def test_a_heading_that_is_a_running_head_still_begins_its_part(tmp_path: Path) -> None:
    pages = [
        [(200.0, 40.0, "PART ONE"), *((60.0, 120.0 + 16 * i, text) for i, text in enumerate(item(n)))]
        for n in (1, 2, 3)
    ]
    extraction = read("x", layout(parts=[CHOICE]), sheet(tmp_path / "list.pdf", pages))
    assert list(got(extraction).values()) == [("choice", ["A", "B", "C"])] * 3


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("RESERVE QUESTIONS", True),
        ("II \u2013 RESERVE QUESTIONS", True),
        ("Part 2: RESERVE", True),
        ("the RESERVE questions count only if", False),
        ("Nothing", False),
    ],
)
def test_what_line_begins_a_part(text: str, opened: bool) -> None:
    assert opens("RESERVE", text) is opened


def test_the_questions_end_with_a_declared_line(tmp_path: Path) -> None:
    texts = [*item(1), *item(2), "QUESTIONNAIRE", "3. How was the room?", "A. good", "B. bad", "C. so so"]
    extraction = reading(tmp_path, *texts, end="^QUESTIONNAIRE")
    assert list(got(extraction)) == ["x-1", "x-2"] and extraction.pages[0].unassigned == []
    assert extraction.items[1].options[-1].text == "c2"


def test_the_end_before_any_item_ends_nothing(tmp_path: Path) -> None:
    extraction = reading(tmp_path, "QUESTIONNAIRE on page 9", *item(1), *item(2), end="^QUESTIONNAIRE")
    assert list(got(extraction)) == ["x-1", "x-2"]


PRIVATE = Options(
    place="lines",
    labels=["A", "B"],
    printed=["\ue18c", "\ue18d"],
    alphabet="private",
    pattern="(?P<label>[\ue18c-\ue190])",
)


def test_a_glyph_stands_for_a_label_and_needs_no_space_behind_it() -> None:
    assert label_at("\ue18dtext", 0, PRIVATE, spaced=True) == ("B", 1, False)
    assert label_beyond("\ue18etext", "B", PRIVATE) == ("C", 1)
    assert label_beyond("\ue18ftext", "B", PRIVATE) is None


def symbols(path: Path) -> Path:
    """A list whose labels are the symbols of a font of its own (Symbol), two options in a row."""
    page = Canvas(str(path), pagesize=(595, 842))
    for at, number in enumerate((1, 2)):
        page.setFont("Helvetica", 10)
        page.drawString(60, 742 - 80 * at, f"{number}. Stem {number}?")
        for k, glyph in enumerate("\u2666\u2665\u2663"):
            x, y = 60 + 160 * (k % 2), 722 - 80 * at - 20 * (k // 2)
            page.setFont("Symbol", 10)
            page.drawString(x, y, glyph)
            width = pdfmetrics.stringWidth(glyph, "Symbol", 10)
            page.setFont("Helvetica", 10)
            page.drawString(x + width, y, f"text {k}{number}")
    page.showPage()
    page.save()
    return path


def test_symbols_as_labels(tmp_path: Path) -> None:
    data = layout().model_dump()
    data["paper"]["options"].update(
        printed=["\u2666", "\u2665", "\u2663"], alphabet="symbols", pattern="(?P<label>[\u2666\u2665\u2663])"
    )
    extraction = read("x", Layout.model_validate(data), symbols(tmp_path / "symbols.pdf"))
    assert [[(o.label, o.text) for o in i.options] for i in extraction.items] == [
        [(label, f"text {k}{number}") for k, label in enumerate("ABC")] for number in (1, 2)
    ]
    assert all(item.flags == [] for item in extraction.items)


def test_statements_without_options(tmp_path: Path) -> None:
    texts = ["1. Use a pen.", "2. Be brief.", "Statements", "1. A contract needs", "two parties.", "2. Gifts are void."]
    data = layout().model_dump()
    data["paper"]["options"] = {"place": "none"}
    data["key"] = {"kind": "key_grid", "answers": {"labels": ["True", "False"]}}
    data["invariants"]["options_per_item"] = 0
    lines = [(60.0, 60.0 + 16 * i, text) for i, text in enumerate([*texts, "3. Theft is a crime."])]
    answers = [(60.0 + 50 * i, 60.0 + 16 * k, t) for k, row in enumerate(ROWS) for i, t in enumerate(row)]
    extraction = read(
        "x",
        Layout.model_validate(data),
        sheet(tmp_path / "paper.pdf", [lines]),
        sheet(tmp_path / "key.pdf", [answers]),
    )
    assert [(i.number, i.stem, i.options, i.key) for i in extraction.items] == [
        ("1", "A contract needs two parties.", [], ["True"]),
        ("2", "Gifts are void.", [], ["False"]),
        ("3", "Theft is a crime.", [], ["True"]),
    ]


ROWS = (("1", "2", "3"), ("True", "False", "True"))
