"""The two-column paper with four booklets: every field equals the gold, by each path."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.errors import LayoutError
from records.flags import Reason
from records.layout import read_layout
from records.model import Extraction, Item
from samples.kinds import HERE, read_file
from samples.kinds.columns import load_gold
from tests.realdata import ROOT

NAME = "sample-pt-columns"
FOLDER = HERE / NAME
LAYOUT = read_layout(ROOT / "extract/layouts/two-column-exam.yaml")
READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}
PATHS = list(READERS)
WITH_KEY = ("id", "number", "part", "stem", "options", "key", "status", "accepted_answers")


@cache
def extracted(path: str, key: bool = True) -> Extraction:
    if not key:
        return READERS[path](NAME, LAYOUT, FOLDER / "paper.pdf")
    return READERS[path](
        NAME, LAYOUT, FOLDER / "paper.pdf", FOLDER / "key.pdf", booklet="1", superseded=[FOLDER / "earlier-key.pdf"]
    )


def fields(item: Item) -> dict[str, Any]:
    return {
        "id": item.id, "number": item.number, "part": item.part, "stem": item.stem, "key": item.key,
        "options": [{"label": o.label, "text": o.text} for o in item.options], "status": str(item.status),
        "accepted_answers": item.accepted_answers,
        "superseded": [s.key for s in item.superseded_keys],
    }  # fmt: skip


def flagged(read: Extraction, reason: Reason) -> list[str]:
    return [item.id for item in read.items if any(f.partition(":")[0] == reason for f in item.flags)]


@pytest.mark.parametrize("path", PATHS)
def test_stems_and_options_equal_the_gold(path: str) -> None:
    names = ("id", "number", "part", "stem", "options")
    read = [{n: fields(i)[n] for n in names} for i in extracted(path, key=False).items]
    assert read == [{n: g[n] for n in names} for g in load_gold(NAME)]


@pytest.mark.parametrize("path", PATHS)
def test_keys_of_the_booklet_equal_the_gold(path: str) -> None:
    read = [{n: fields(i)[n] for n in WITH_KEY} for i in extracted(path).items]
    assert read == [{n: g[n] for n in WITH_KEY} for g in load_gold(NAME)]
    assert extracted(path).orphan_keys == []


@pytest.mark.parametrize("path", PATHS)
def test_another_booklet_has_the_questions_in_another_order(path: str) -> None:
    read = READERS[path](
        NAME, LAYOUT, FOLDER / "paper-3.pdf", FOLDER / "key.pdf", booklet="3", superseded=[FOLDER / "earlier-key.pdf"]
    )
    names = (*WITH_KEY, "superseded")
    gold = [g | {"superseded": [list(g["superseded"])] if g["superseded"] else []} for g in load_gold(NAME, "3")]
    assert [{n: fields(i)[n] for n in names} for i in read.items] == [{n: g[n] for n in names} for g in gold]
    assert gold[2]["stem"] != load_gold(NAME)[2]["stem"]


@pytest.mark.parametrize("path", PATHS)
def test_the_preliminary_key_is_kept(path: str) -> None:
    gold = {g["id"]: [list(g["superseded"])] if g["superseded"] else [] for g in load_gold(NAME)}
    assert {i.id: fields(i)["superseded"] for i in extracted(path).items} == gold
    assert flagged(extracted(path), Reason.KEY_SUPERSEDED) == read_file(NAME, "expected.yaml")["changed"]
    assert {s.document for i in extracted(path).items for s in i.superseded_keys} == {"superseded_key.1"}


@pytest.mark.parametrize("path", PATHS)
def test_odd_answers_are_flagged_and_no_others(path: str) -> None:
    said = read_file(NAME, "expected.yaml")
    assert flagged(extracted(path), Reason.EVERYBODY_SCORES) == said["everybody"]
    assert flagged(extracted(path), Reason.SEVERAL_ANSWERS_ACCEPTED) == said["accepted"]
    assert flagged(extracted(path), Reason.RESERVE) == said["reserve"]
    assert flagged(extracted(path), Reason.ANNULLED) == [n for n in said["withdrawn"] if n not in said["everybody"]]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("booklet", [None, "5", "2"], ids=["none given", "not on the sheet", "not the paper's"])
def test_a_booklet_is_never_guessed(path: str, booklet: str | None) -> None:
    with pytest.raises(LayoutError) as error:
        READERS[path](NAME, LAYOUT, FOLDER / "paper.pdf", FOLDER / "key.pdf", booklet=booklet)
    said = str(error.value)
    assert "--booklet" in said and (f"booklet {booklet}" in said if booklet else "1, 2, 3, 4" in said)


@pytest.mark.parametrize("path", PATHS)
def test_no_glyph_is_unaccounted(path: str) -> None:
    pages = extracted(path).pages
    assert {p.document for p in pages} == {"paper", "key", "superseded_key.1"}
    assert [(p.document, p.page, [s.text for s in p.unassigned]) for p in pages if p.glyphs.unassigned] == []
