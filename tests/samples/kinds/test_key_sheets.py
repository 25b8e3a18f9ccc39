"""Key sheets of several booklets in other forms say the same as the grid for each booklet, by each path."""

from collections.abc import Callable

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.errors import LayoutError
from records.layout import read_layout
from records.model import Extraction
from samples.kinds import HERE
from samples.kinds.columns import load_gold
from tests.realdata import ROOT

NAME = "sample-pt-columns"
FOLDER = HERE / NAME
LAYOUT = read_layout(ROOT / "extract/layouts/two-column-exam.yaml")
READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}


@pytest.mark.parametrize("sheet", ["key-beside", "key-rows"])
@pytest.mark.parametrize(("paper", "booklet"), [("paper", "1"), ("paper-3", "3")])
@pytest.mark.parametrize("path", READERS)
def test_keys_equal_the_gold(path: str, paper: str, booklet: str, sheet: str) -> None:
    read = READERS[path](NAME, LAYOUT, FOLDER / f"{paper}.pdf", FOLDER / f"{sheet}.pdf", booklet=booklet)
    gold = [(g["id"], g["key"], g["accepted_answers"], g["status"]) for g in load_gold(NAME, booklet)]
    assert [(i.id, i.key, i.accepted_answers, str(i.status)) for i in read.items] == gold
    assert read.orphan_keys == []
    assert [[s.text for s in p.unassigned] for p in read.pages if p.unassigned] == []


@pytest.mark.parametrize("sheet", ["key-beside", "key-rows"])
@pytest.mark.parametrize("path", READERS)
def test_a_booklet_is_never_guessed(path: str, sheet: str) -> None:
    with pytest.raises(LayoutError, match=r"1, 2, 3, 4.*--booklet"):
        READERS[path](NAME, LAYOUT, FOLDER / "paper.pdf", FOLDER / f"{sheet}.pdf")
