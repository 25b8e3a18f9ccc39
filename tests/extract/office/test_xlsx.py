"""Workbooks with planted traps."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment

from extract.office.reader import read
from records.errors import DocumentError, LayoutError
from records.model import Extraction
from tests.extract.office.forge import HEAD, RECORDS, layout, texts, unassigned

ROW = [1, "What?", "one", "two", "three", "B", "art. 1"]


def book(*rows: list[Any]) -> Workbook:
    """A workbook of the usual columns."""
    made = Workbook()
    made.active.title = "Paper"
    for row in [HEAD, *rows]:
        made.active.append(row)
    return made


def imported(made: Workbook, tmp_path: Path) -> Extraction:
    """What is read from a workbook."""
    made.save(tmp_path / "paper.xlsx")
    return read("exam", layout(RECORDS), tmp_path / "paper.xlsx")


def test_typed_cells_are_read_as_shown(tmp_path: Path) -> None:
    found = imported(book([1.0, "How many?", 2, 2.5, 0.1 + 0.2, "B", None]), tmp_path)
    item = found.items[0]
    assert (item.number, texts(item), item.key, item.legal_basis) == (
        "1",
        ["How many?", "2", "2.5", "0.3"],
        ["B"],
        None,
    )
    assert [p.location for p in item.provenance][:3] == ["sheet Paper!A2", "sheet Paper!B2", "sheet Paper!C2"]
    assert item.flags == []


def test_dates_are_read_and_flagged(tmp_path: Path) -> None:
    found = imported(book([1, "When?", datetime.date(2030, 2, 1), "two", "three", "A", None]), tmp_path)
    assert found.items[0].options[0].text == "2030-02-01"
    assert found.items[0].flags == ["date_value:sheet Paper!C2"]


def test_truth_values_answer_true_false_papers(tmp_path: Path) -> None:
    made = Workbook()
    for row in (["No.", "Statement", "Answer"], [1, "Water is wet.", True], [2, "Fire is cold.", False]):
        made.active.append(row)
    made.save(tmp_path / "p.xlsx")
    columns = [{"role": r, "header": [h]} for r, h in (("number", "No."), ("text", "Statement"), ("key", "Answer"))]
    paper = {"kind": "records", "columns": columns, "options": {"place": "none"},
             "answers": {"labels": ["True", "False"]}, "marks": {"right": ["true"], "wrong": ["false"]}}  # fmt: skip
    found = read("exam", layout(paper, options=0), tmp_path / "p.xlsx")
    assert [(i.stem, i.key, i.flags) for i in found.items] == [
        ("Water is wet.", ["True"], []),
        ("Fire is cold.", ["False"], []),
    ]


def test_formulas_without_a_cached_value_are_flagged(tmp_path: Path) -> None:
    found = imported(book([1, "What?", "one", "two", "three", '="B"', None]), tmp_path)
    assert found.items[0].key == []
    assert found.items[0].flags == ["formula_value:sheet Paper!F2 has no cached value"]


def test_hidden_rows_and_columns_are_read_and_flagged(tmp_path: Path) -> None:
    made = book(ROW, [2, "Secret?", "x", "y", "z", "A", ""])
    made.active.row_dimensions[3].hidden = True
    made.active.column_dimensions["F"].hidden = True
    found = imported(made, tmp_path)
    assert found.items[0].flags == ["hidden_text:Paper column 6"]
    assert "hidden_text:Paper row 3" in found.items[1].flags
    assert "hidden_text:Paper row 3" in found.flags


def test_hidden_sheets_are_counted_not_read(tmp_path: Path) -> None:
    made = book(ROW)
    old = made.create_sheet("Old")
    for row in (HEAD, [7, "Old?", "x", "y", "z", "A", ""]):
        old.append(row)
    old.sheet_state = "veryHidden"
    found = imported(made, tmp_path)
    assert [i.number for i in found.items] == ["1"]
    assert found.pages[1].glyphs.hidden > 20
    assert found.pages[1].flags == ["hidden_text:sheet Old"]


def test_raised_and_struck_rich_text(tmp_path: Path) -> None:
    raised = TextBlock(InlineFont(vertAlign="superscript"), "1")
    struck = TextBlock(InlineFont(strike=True), " old")
    found = imported(book([1, CellRichText("art. 454", raised, struck), "a", "b", "c", "A", ""]), tmp_path)
    assert found.items[0].stem == "art. 454^1 old"
    assert found.items[0].flags == ["struck_text:old"]


def test_merged_cells_titles_comments_and_page_headers(tmp_path: Path) -> None:
    made = Workbook()
    sheet = made.active
    sheet.append(["EXAM 2030"])
    sheet.merge_cells("A1:H1")
    sheet.append([*HEAD, "Area"])
    sheet.append([*ROW, "Civil"])
    sheet.append([2, "More?", "x", "y", "z", "C", "art. 2"])
    sheet.merge_cells("H3:H4")
    sheet["B3"].comment = Comment("check this", "me")
    sheet.oddHeader.center.text = "Page &P of the paper"
    made.save(tmp_path / "p.xlsx")
    paper = {**RECORDS, "columns": [*RECORDS["columns"], {"role": "area", "header": ["Area"]}]}
    found = read("exam", layout(paper), tmp_path / "p.xlsx")
    assert [(i.number, i.area) for i in found.items] == [("1", "Civil"), ("2", "Civil")]
    page = found.pages[0]
    assert "EXAM 2030" in [n.text for n in page.notes] and "check this" in " ".join(n.text for n in page.notes)
    assert [f.text for f in page.furniture] == ["Page of the paper"]
    assert unassigned(found) == []


def test_cells_that_no_column_reads_stay_unassigned(tmp_path: Path) -> None:
    found = imported(book([*ROW, "who wrote this?"], ["n/a", "No number", "", "", "", "", ""]), tmp_path)
    assert unassigned(found) == ["who wrote this?", "n/a", "No number"]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    made = Workbook()
    made.active.append(["No.", "Question", "A", "B", "Answer"])
    made.save(tmp_path / "p.xlsx")
    with pytest.raises(LayoutError, match=r"no column 'C': the first row or the keys are 'No.', 'Question'"):
        read("exam", layout(RECORDS), tmp_path / "p.xlsx")


def test_a_merged_range_that_covers_a_whole_sheet_is_refused(tmp_path: Path) -> None:
    made = book(ROW)
    made.active.merged_cells.add("A5:XFD1048576")
    made.save(tmp_path / "p.xlsx")
    with pytest.raises(DocumentError, match="merged ranges in xl/worksheets/sheet1.xml cover"):
        read("exam", layout(RECORDS), tmp_path / "p.xlsx")


def test_two_columns_of_one_kind_are_read_side_by_side(tmp_path: Path) -> None:
    made = Workbook()
    for row in (["No.", "Answer", "No.", "Answer"], [1, "A", 3, "C"], [2, "B", 4, "A"]):
        made.active.append(row)
    made.save(tmp_path / "k.xlsx")
    paper = book(*([n, "What?", "one", "two", "three", None, None] for n in range(1, 5)))
    paper.save(tmp_path / "p.xlsx")
    key = {
        "kind": "key_table",
        "columns": [{"role": "number", "header": ["No."]}, {"role": "key", "header": ["Answer"]}],
    }
    found = read("exam", layout(RECORDS, key), tmp_path / "p.xlsx", tmp_path / "k.xlsx")
    assert [i.key for i in found.items] == [["A"], ["B"], ["C"], ["A"]]
