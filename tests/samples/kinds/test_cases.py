"""Case papers and an article of a journal: every field equals the gold, by each path."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.layout import read_layout
from records.model import Case, Extraction
from samples.kinds import HERE, names, read_file
from samples.kinds.cases import load_gold
from tests.realdata import ROOT

READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}
PATHS = list(READERS)
CASES = [name for name in names() if read_file(name)["design"] in ("cases", "article")]


@cache
def extracted(path: str, name: str) -> Extraction:
    key = HERE / name / "key.pdf"
    layout = read_layout(ROOT / f"extract/layouts/{read_file(name)['layout']}.yaml")
    return READERS[path](name, layout, HERE / name / "paper.pdf", key if key.exists() else None)


def fields(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "number": case.number,
        "title": case.title,
        "facts": case.facts,
        "questions": [q.model_dump() for q in case.questions],
    }


@pytest.mark.parametrize("name", CASES)
def test_the_gold_counts_as_expected(name: str) -> None:
    gold, said = load_gold(name), read_file(name, "expected.yaml")
    assert [len(case["questions"]) for case in gold] == said["questions"]
    assert len(gold) == said["n_cases"] == len({case["id"] for case in gold})
    assert sum(q["points"] or 0 for case in gold for q in case["questions"]) == said["points"]
    unanswered = [q["number"] for case in gold for q in case["questions"] if q["reference_answer"] is None]
    assert unanswered == said.get("without_answer", [])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("path", PATHS)
def test_every_field_equals_the_gold(path: str, name: str) -> None:
    read = extracted(path, name)
    assert [fields(case) for case in read.cases] == load_gold(name)
    assert read.items == [] and read.orphan_keys == []


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("path", PATHS)
def test_every_field_has_a_place_on_a_page_of_its_document(path: str, name: str) -> None:
    read = extracted(path, name)
    sizes = {(p.document, p.page): (p.width, p.height) for p in read.pages}
    for case in read.cases:
        meant = {"facts"} | ({"title"} if case.title else set())
        for at, question in enumerate(case.questions, 1):
            meant |= {f"question.{at}"} | ({f"points.{at}"} if question.points is not None else set())
            meant |= {f"solution.{at}"} if question.reference_answer else set()
        assert {p.field for p in case.provenance if p.places} == meant
        for reading in case.provenance:
            for place in reading.places:
                x0, y0, x1, y1 = place.box
                width, height = sizes[reading.document, place.page]
                assert 0 <= x0 <= x1 <= width and 0 <= y0 <= y1 <= height, (case.id, reading.field)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("path", PATHS)
def test_solutions_come_from_the_document_that_prints_them(path: str, name: str) -> None:
    role = "key" if "key" in read_file(name) else "paper"
    found = {(p.field.partition(".")[0], p.document) for c in extracted(path, name).cases for p in c.provenance}
    assert {document for field, document in found if field == "solution"} == {role}
    assert {document for field, document in found if field != "solution"} == {"paper"}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("path", PATHS)
def test_no_glyph_is_unaccounted(path: str, name: str) -> None:
    pages = extracted(path, name).pages
    assert sum(p.glyphs.field for p in pages) > 1000
    assert [(p.document, p.page, [s.text for s in p.unassigned]) for p in pages if p.glyphs.unassigned] == []
