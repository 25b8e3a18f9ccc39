"""A question of a case paper that the sheet of answers leaves out is flagged, by each path."""

from collections.abc import Callable

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.flags import Reason, flag
from records.layout import read_layout
from records.model import Extraction
from samples.kinds import HERE, read_file
from tests.realdata import ROOT

NAME = "sample-en-cases"
READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}


@pytest.mark.parametrize("path", READERS)
def test_a_question_without_an_answer_is_flagged(path: str) -> None:
    layout = read_layout(ROOT / f"extract/layouts/{read_file(NAME)['layout']}.yaml")
    (case,) = READERS[path](NAME, layout, HERE / NAME / "paper.pdf", HERE / NAME / "key.pdf").cases
    assert case.flags == [flag(Reason.SOLUTION_MISSING, n) for n in read_file(NAME, "expected.yaml")["without_answer"]]
