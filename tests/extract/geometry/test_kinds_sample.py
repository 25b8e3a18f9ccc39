"""The self-written papers of further kinds equal their gold: columns and booklets, glyph labels, statements, cases."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.layout import Layout, read_layout
from records.model import Extraction
from records.text import comparison_form
from samples.kinds import cases, columns, lists, read_file, statute
from samples.kinds.designs import generate

COLUMNS = "sample-pt-columns"
CASES = ["sample-de-cases", "sample-el-cases", "sample-en-cases", "sample-pl-cases", "sample-uk-cases"]


def layout(name: str) -> Layout:
    return read_layout(locate(read_file(name)["layout"]))


def reading(name: str, folder: Path, booklet: str | None = None) -> Extraction:
    generate(name, folder)
    key, earlier = folder / "key.pdf", folder / "earlier-key.pdf"
    return read(
        name,
        layout(name),
        folder / "paper.pdf",
        key if key.exists() else None,
        superseded=[earlier] if earlier.exists() else [],
        booklet=booklet,
    )


def items(extraction: Extraction, nothing: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": item.id,
            "number": item.number,
            "part": item.part,
            "stem": item.stem,
            "options": [option.model_dump() for option in item.options],
            "key": item.key,
            "accepted_answers": item.accepted_answers,
            "everybody": "everybody_scores" in item.flags,
            "status": item.status,
            "superseded": item.superseded_keys[0].key if item.superseded_keys else nothing,
        }
        for item in extraction.items
    ]


def test_columns_and_booklets(tmp_path: Path) -> None:
    extraction = reading(COLUMNS, tmp_path, "1")
    assert items(extraction, None) == columns.load_gold(COLUMNS)
    assert extraction.orphan_keys == [] and sum(page.glyphs.unassigned for page in extraction.pages) == 0
    with pytest.raises(LayoutError, match="booklet 3, but the paper is booklet 1"):
        read(COLUMNS, layout(COLUMNS), tmp_path / "paper.pdf", tmp_path / "key.pdf", booklet="3")


@pytest.mark.parametrize("name", ["sample-zh-glyphs", "sample-fr-statements"])
def test_glyph_labels_and_statements(name: str, tmp_path: Path) -> None:
    extraction = reading(name, tmp_path)
    assert items(extraction, []) == lists.load_gold(name)
    assert extraction.orphan_keys == []
    assert all(page.unassigned == [] for page in extraction.pages if page.document == "paper")


@pytest.mark.parametrize("name", [*CASES, "sample-de-article"])
def test_cases(name: str, tmp_path: Path) -> None:
    extraction = reading(name, tmp_path)
    got = [
        {
            "id": case.id,
            "number": case.number,
            "title": case.title,
            "facts": case.facts,
            "questions": [question.model_dump() for question in case.questions],
        }
        for case in extraction.cases
    ]
    assert [_plain(case) for case in got] == [_plain(case) for case in cases.load_gold(name)]
    assert all(page.unassigned == [] for page in extraction.pages)


def _plain(case: dict[str, Any]) -> dict[str, Any]:
    """A case whose reference answers are compared without regard to white space: paragraphs may end with the page."""
    questions = [
        {**q, "reference_answer": q["reference_answer"] and comparison_form(q["reference_answer"])}
        for q in case["questions"]
    ]
    return {**case, "questions": questions}


def test_a_statute(tmp_path: Path) -> None:
    extraction = reading("sample-pl-statute", tmp_path)
    got = [{"page": passage.place.page, "text": passage.text} for passage in extraction.passages]
    assert got == statute.load_gold("sample-pl-statute")
    assert all(page.unassigned == [] and page.notes == [] for page in extraction.pages)
