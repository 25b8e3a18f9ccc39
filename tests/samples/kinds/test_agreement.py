"""The two paths agree on every sample of a further kind, and nothing in it blocks a release but what was planted."""

from collections.abc import Callable
from functools import cache

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.layout import Layout, read_layout
from records.model import Extraction
from records.text import comparison_form, take_footnote_marks
from samples.kinds import HERE, names, read_file
from tests.realdata import ROOT
from verify.stage import compare_extractions

READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}
CASES = [name for name in names() if read_file(name)["design"] in ("cases", "article")]


def layout_of(name: str) -> Layout:
    return read_layout(ROOT / f"extract/layouts/{read_file(name)['layout']}.yaml")


@cache
def extracted(path: str, name: str) -> Extraction:
    folder = HERE / name
    key = folder / "key.pdf"
    earlier = [file for file in [folder / "earlier-key.pdf"] if file.exists()]
    booklet = "1" if "booklets" in read_file(name) else None
    return READERS[path](
        name, layout_of(name), folder / "paper.pdf", key if key.exists() else None, booklet=booklet, superseded=earlier
    )


@pytest.mark.parametrize("name", names())
def test_the_paths_agree_and_statuses_are_as_planted(name: str) -> None:
    verification = compare_extractions(extracted("plumber", name), extracted("geometry", name), layout_of(name), 40, 1)
    assert verification.disagreements == [] and not verification.blocked
    said = read_file(name, "expected.yaml")
    assert [i.id for i in verification.items if i.status != "ok"] == said.get("withdrawn", [])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("path", READERS)
def test_raw_readings_say_what_the_fields_say(path: str, name: str) -> None:
    for case in extracted(path, name).cases:
        meant = {"title": case.title, "facts": case.facts}
        for at, question in enumerate(case.questions, 1):
            meant |= {f"question.{at}": question.text, f"solution.{at}": question.reference_answer}
        for reading in case.provenance:
            if reading.field in meant:
                raw = comparison_form(take_footnote_marks(reading.raw)[0])
                assert raw == comparison_form(meant[reading.field] or ""), (case.id, reading.field)
