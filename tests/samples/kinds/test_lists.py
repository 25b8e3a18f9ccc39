"""Papers with label glyphs and papers of statements: every field equals the gold, by each path."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from extract.geometry import reader as geometry
from extract.plumber import reader as plumber
from records.flags import Reason
from records.layout import read_layout
from records.model import Extraction, Item
from samples.kinds import HERE, read_file
from samples.kinds.lists import load_gold
from tests.realdata import ROOT

GLYPHS, SYMBOLS, STATEMENTS = "sample-zh-glyphs", "sample-ja-symbols", "sample-fr-statements"
READERS: dict[str, Callable[..., Extraction]] = {"plumber": plumber.read, "geometry": geometry.read}
PATHS = list(READERS)
PRINTED = ("id", "number", "part", "stem", "options")
KEYS = ("id", "key", "accepted_answers", "status", "superseded")


@cache
def extracted(path: str, name: str) -> Extraction:
    folder = HERE / name
    earlier = [folder / "earlier-key.pdf"] if (folder / "earlier-key.pdf").exists() else []
    layout = read_layout(ROOT / f"extract/layouts/{read_file(name)['layout']}.yaml")
    return READERS[path](name, layout, folder / "paper.pdf", folder / "key.pdf", superseded=earlier)


def fields(item: Item) -> dict[str, Any]:
    superseded = [sheet.key for sheet in item.superseded_keys]
    assert len(superseded) <= 1
    return {
        "id": item.id, "number": item.number, "part": item.part, "stem": item.stem, "key": item.key,
        "options": [{"label": o.label, "text": o.text} for o in item.options], "status": str(item.status),
        "accepted_answers": item.accepted_answers, "superseded": superseded[0] if superseded else [],
    }  # fmt: skip


def flagged(read: Extraction, reason: Reason) -> list[str]:
    return [item.id for item in read.items if any(f.partition(":")[0] == reason for f in item.flags)]


@pytest.mark.parametrize("names", [PRINTED, KEYS], ids=["stems and options", "keys"])
@pytest.mark.parametrize("name", [GLYPHS, SYMBOLS, STATEMENTS])
@pytest.mark.parametrize("path", PATHS)
def test_fields_equal_the_gold(path: str, name: str, names: tuple[str, ...]) -> None:
    gold = [{n: g[n] for n in names} for g in load_gold(name)]
    assert len(gold) == read_file(name, "expected.yaml")["n_items"]
    assert [{n: fields(i)[n] for n in names} for i in extracted(path, name).items] == gold
    assert extracted(path, name).orphan_keys == []


@pytest.mark.parametrize("name", [GLYPHS, SYMBOLS, STATEMENTS])
@pytest.mark.parametrize("path", PATHS)
def test_odd_answers_are_flagged_and_no_others(path: str, name: str) -> None:
    said, read = read_file(name, "expected.yaml"), extracted(path, name)
    everybody = said.get("everybody", [])
    assert flagged(read, Reason.EVERYBODY_SCORES) == everybody
    assert flagged(read, Reason.SEVERAL_ANSWERS_ACCEPTED) == said.get("accepted", [])
    assert flagged(read, Reason.KEY_SUPERSEDED) == said.get("changed", [])
    assert flagged(read, Reason.ANNULLED) == [n for n in said["withdrawn"] if n not in everybody]


@pytest.mark.parametrize("name", [GLYPHS, SYMBOLS])
@pytest.mark.parametrize("path", PATHS)
def test_declared_label_glyphs_make_no_page_unreadable(path: str, name: str) -> None:
    read = extracted(path, name)
    assert [f for page in read.pages for f in page.flags if f.startswith(Reason.UNREADABLE_TEXT_LAYER)] == []
    assert flagged(read, Reason.LABEL_OF_OTHER_SCRIPT) == []


@pytest.mark.parametrize("name", [GLYPHS, SYMBOLS, STATEMENTS])
@pytest.mark.parametrize("path", PATHS)
def test_no_glyph_is_unaccounted(path: str, name: str) -> None:
    pages = extracted(path, name).pages
    assert sum(p.glyphs.field for p in pages if p.document == "paper") > 500
    assert [(p.document, p.page, [s.text for s in p.unassigned]) for p in pages if p.glyphs.unassigned] == []
