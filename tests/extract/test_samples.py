"""Every field of the shipped sample equals its hand-written gold, by each path alone and after verification."""

from functools import cache
from typing import Any

import pytest

from pipeline.params import load_params
from pipeline.reading import PathName, read_one
from records.layout import read_layout
from records.model import Extraction, Item
from samples.gold import load_gold
from tests.realdata import ROOT
from verify.stage import Verification, compare_extractions

EXAMS = load_params(ROOT).exams
PATHS = list(PathName)


@cache
def extracted(path: PathName, exam: str) -> Extraction:
    declared = EXAMS[exam]
    folder = ROOT / "data/raw" / exam
    key = folder / declared.key if declared.key else None
    return read_one(path, exam, read_layout(ROOT / declared.layout), folder / declared.paper, key)


@cache
def verified(exam: str) -> Verification:
    layout = read_layout(ROOT / EXAMS[exam].layout)
    return compare_extractions(*(extracted(p, exam) for p in (PathName.PLUMBER, PathName.GEOMETRY)), layout, 40, 1)


def fields(item: Item) -> dict[str, Any]:
    return {
        "id": item.id, "number": item.number, "stem": item.stem, "key": item.key,
        "options": [{"label": o.label, "text": o.text} for o in item.options],
        "legal_basis": item.legal_basis, "section": item.section, "area": item.area,
    }  # fmt: skip


def gold_fields(gold: dict[str, Any]) -> dict[str, Any]:
    return {name: gold[name] for name in ("id", "number", "stem", "key", "options", "legal_basis", "section", "area")}


@pytest.mark.parametrize("exam", EXAMS)
@pytest.mark.parametrize("path", PATHS)
def test_every_field_equals_the_gold(path: PathName, exam: str) -> None:
    gold = [gold_fields(g) for g in load_gold(exam)]
    read = [fields(i) for i in extracted(path, exam).items]
    assert [g["id"] for g in gold] == [r["id"] for r in read]
    different = [(g["id"], n, g[n], r[n]) for g, r in zip(gold, read, strict=True) for n in g if g[n] != r[n]]
    assert len(gold) >= 30 and different == []


@pytest.mark.parametrize("exam", EXAMS)
@pytest.mark.parametrize("path", PATHS)
def test_no_glyph_is_unaccounted(path: PathName, exam: str) -> None:
    pages = extracted(path, exam).pages
    assert sum(p.glyphs.field for p in pages) > 1000
    assert [(p.page, [s.text for s in p.unassigned]) for p in pages if p.glyphs.unassigned] == []


@pytest.mark.parametrize("exam", EXAMS)
def test_the_two_paths_agree_and_statuses_are_as_planted(exam: str) -> None:
    verification = verified(exam)
    assert verification.disagreements == [] and not verification.blocked
    assert {i.id: str(i.status) for i in verification.items} == {g["id"]: g["status"] for g in load_gold(exam)}


@pytest.mark.parametrize("exam", EXAMS)
def test_every_field_has_a_place_on_a_page_of_its_document(exam: str) -> None:
    for path in PATHS:
        read = extracted(path, exam)
        sizes = {(p.document, p.page): (p.width, p.height) for p in read.pages}
        for item in read.items:
            named = {p.field for p in item.provenance if p.places}
            assert {"stem", *(f"option.{n}" for n, o in enumerate(item.options, 1) if o.text)} <= named, item.id
            for reading in item.provenance:
                for place in reading.places:
                    width, height = sizes[reading.document, place.page]
                    x0, y0, x1, y1 = place.box
                    assert 0 <= x0 <= x1 <= width and 0 <= y0 <= y1 <= height, (item.id, reading.field, place)
