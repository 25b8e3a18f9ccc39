"""Drafted layouts: valid, and right about what a person would see at once."""

from pathlib import Path

import pytest

from extract.draft import draft_layout
from pipeline.reading import PathName, read_one
from records.errors import DocumentError
from records.layout import Layout, read_layout
from tests.realdata import ROOT, cases, realdata

RAW = ROOT / "data/raw"


def drafted(tmp_path: Path, paper: Path, key: Path | None = None, pages: int = 4) -> Layout:
    file = tmp_path / "draft.yaml"
    file.write_text(draft_layout(paper, key, "en", "int", pages), "utf-8")
    return read_layout(file)


def roles(layout: Layout) -> list[str]:
    return [c.role for c in layout.paper.columns]


def test_a_judges_bank_is_a_table_with_options_as_rows(tmp_path: Path) -> None:
    layout = drafted(tmp_path, RAW / "sample-ua-judges/paper.pdf")
    assert roles(layout) == ["number", "text", "mark"]
    assert layout.paper.options and layout.paper.options.place == "rows"
    assert (layout.paper.marks.right, layout.paper.marks.wrong) == (["правильна"], ["неправильна"])


def test_a_polish_paper_is_a_numbered_list_with_a_key_table(tmp_path: Path) -> None:
    folder = RAW / "sample-pl-entry"
    layout = drafted(tmp_path, folder / "paper.pdf", folder / "key.pdf")
    assert layout.paper.kind == "numbered_list"
    assert layout.paper.options and layout.paper.options.labels == ["A", "B", "C"]
    assert layout.key and [c.role for c in layout.key.columns] == ["number", "key", "legal_basis"]


def test_a_true_false_bank_has_no_options(tmp_path: Path) -> None:
    layout = drafted(tmp_path, RAW / "sample-en-statements/paper.pdf")
    assert roles(layout)[:3] == ["number", "key", "text"]
    assert layout.paper.options and layout.paper.options.place == "none"
    assert layout.paper.marks.right == ["True"]


def test_a_drafted_layout_reads_its_document(tmp_path: Path) -> None:
    paper = realdata("exams/tw-driver-law/car-rule-mc.pdf")
    layout = drafted(tmp_path, paper)
    assert roles(layout) == ["number", "key", "text", "area"]
    assert len(read_one(PathName.GEOMETRY, "e", layout, paper, None).items) == 448


def test_option_columns_and_a_word_for_annulled(tmp_path: Path) -> None:
    layout = drafted(tmp_path, cases("01_row_across_pages") / "input.pdf")
    assert roles(layout) == ["number", "text", "option", "option", "option", "key"]
    folder = cases("16_key_sheet_conflicts")
    with_key = drafted(tmp_path, folder / "questions.pdf", folder / "key.pdf")
    assert with_key.key and with_key.key.answers.withdrawn == "(?i)annulled"


def test_a_document_without_items_is_refused(tmp_path: Path) -> None:
    import pymupdf

    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "A letter without any question.")
        document.save(tmp_path / "letter.pdf")
    with pytest.raises(DocumentError, match="neither a ruled table"):
        drafted(tmp_path, tmp_path / "letter.pdf")
