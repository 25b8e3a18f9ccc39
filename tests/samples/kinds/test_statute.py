"""The statute: every line equals the gold, by each path."""

from collections.abc import Callable
from functools import cache

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.layout import read_layout
from records.model import Extraction
from samples.kinds import HERE, read_file
from samples.kinds.statute import load_gold
from tests.realdata import ROOT

NAME = "sample-pl-statute"
READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}
PATHS = list(READERS)


@cache
def extracted(path: str) -> Extraction:
    layout = read_layout(ROOT / f"extract/layouts/{read_file(NAME)['layout']}.yaml")
    return READERS[path](NAME, layout, HERE / NAME / "paper.pdf")


def test_the_gold_counts_as_expected() -> None:
    gold, said = load_gold(NAME), read_file(NAME, "expected.yaml")
    assert [sum(line["page"] == page for line in gold) for page in (1, 2)] == said["n_lines"]
    assert sum(line["text"].count("^") for line in gold) == said["raised"]
    assert sum(line["text"].endswith("-") for line in gold) == said["hyphens"]


@pytest.mark.parametrize("path", PATHS)
def test_every_passage_equals_the_gold(path: str) -> None:
    read = extracted(path)
    assert [{"page": span.place.page, "text": span.text} for span in read.passages] == load_gold(NAME)
    assert read.items == [] and read.cases == []


@pytest.mark.parametrize("path", PATHS)
def test_passages_stand_one_below_the_other(path: str) -> None:
    places = [span.place for span in extracted(path).passages]
    order = [(place.page, place.box[3]) for place in places]
    assert order == sorted(order) and all(place.box[0] < place.box[2] for place in places)


@pytest.mark.parametrize("path", PATHS)
def test_all_but_furniture_is_in_the_passages(path: str) -> None:
    for page in extracted(path).pages:
        assert page.glyphs.field > 500 and page.glyphs.unassigned == page.glyphs.note == 0
        assert len(page.furniture) == 2
