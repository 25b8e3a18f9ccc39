"""The self-written two-column paper with four booklets, an earlier and a corrected key sheet equals its gold."""

from pathlib import Path

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.layout import read_layout
from samples.kinds.columns import generate, load_gold

NAME = "sample-pt-columns"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp(NAME)
    generate(NAME, place)
    return place


def test_every_field_equals_the_gold(folder: Path) -> None:
    layout = read_layout(locate("two-column-exam"))
    key, earlier = folder / "key.pdf", [folder / "earlier-key.pdf"]
    extraction = read(NAME, layout, folder / "paper.pdf", key, superseded=earlier, booklet="1")
    assert [
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
            "superseded": item.superseded_keys[0].key if item.superseded_keys else None,
        }
        for item in extraction.items
    ] == load_gold(NAME)
    assert extraction.orphan_keys == [] and sum(page.glyphs.unassigned for page in extraction.pages) == 0


def test_the_paper_says_which_booklet_it_is(folder: Path) -> None:
    layout = read_layout(locate("two-column-exam"))
    with pytest.raises(LayoutError, match="booklet 3, but the paper is booklet 1"):
        read(NAME, layout, folder / "paper.pdf", folder / "key.pdf", booklet="3")
