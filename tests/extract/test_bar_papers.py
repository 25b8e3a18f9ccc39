"""Bar papers of Brazil and Taiwan, by both paths: two columns, booklets, annulled items, labels of an own font."""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from extract.layouts import FOLDER
from pipeline.reading import Given, PathName, read_one
from records.layout import read_layout
from records.model import Extraction
from tests.realdata import ROOT, realdata
from verify.stage import compare_extractions

pytestmark = pytest.mark.realdata
BRAZIL = {"2010-2": ("br-oab-2010", 100), "2015-16": ("br-oab", 80), "2015-17": ("br-oab", 80)}
PATHS = [*PathName]
SLIPS: list[dict[str, Any]] = YAML(typ="safe").load((ROOT / "tests/data/oab_truth_slips.yaml").read_text("utf-8"))
HIGHEST_EXCUSED = 0.03  # of all stems and options
# Numbers of items that both the sheet and the hand-made text call annulled.
ANNULLED = {"2010-2": [], "2015-16": [], "2015-17": ["20", "76"]}


@cache
def brazil(path: PathName, name: str) -> Extraction:
    folder = realdata("exams/br-oab")
    layout = read_layout(Path(FOLDER) / f"{BRAZIL[name][0]}.yaml")
    return read_one(path, "e", layout, folder / f"{name}.pdf", folder / f"{name}-as.pdf", Given(booklet="1"))


@cache
def taiwan(path: PathName) -> Extraction:
    folder = realdata("exams/tw-bar-103")
    given = Given(superseded=(folder / "constitution-key.pdf",))
    key = folder / "constitution-key-corrected.pdf"
    return read_one(path, "e", read_layout(Path(FOLDER) / "tw-bar.yaml"), folder / "constitution.pdf", key, given)


def truth(name: str) -> dict[str, tuple[bool, list[str], dict[str, str]]]:
    """Annulled, key, and text by field of each item, from the hand-made file."""
    text = (realdata("exams/br-oab") / f"{name}.txt").read_text("utf-8")
    items = {}
    for block in re.split(r"(?m)^Quest[ãa]o\s+", text)[1:]:
        head, _, rest = block.partition("\n")
        stem, _, listed = re.split(r"(?m)^(OPTIONS)\s*$", re.sub(r"\A\s*AREA.*\n", "", rest), maxsplit=1)
        parts = re.split(r"(?m)^([A-D])(:CORRECT)?\)", listed)
        fields = {"stem": stem} | {f"option.{n}": t for n, t in enumerate(parts[3::3], 1)}
        number = re.match(r"\d+", head)
        assert number
        items[number[0]] = (
            "NULL" in head,
            [a for a, right in zip(parts[1::3], parts[2::3], strict=True) if right],
            fields,
        )
    return items


def bare(text: str) -> str:
    return re.sub(r"[\s\u00ad]+", "", unicodedata.normalize("NFKC", text))


def without_slips(text: str, known: list[dict[str, Any]]) -> str:
    """The hand-made text of a field with its listed slips put right, in their order."""
    done, rest = "", bare(text)
    for slip in known:
        before, found, rest = rest.partition(bare(slip["truth"]))
        assert found or not slip["truth"], slip
        done += before + bare(slip["ours"])
    return done + rest


@pytest.mark.parametrize("name", BRAZIL)
@pytest.mark.parametrize("path", PATHS)
def test_brazilian_papers_equal_the_truth_but_for_its_listed_slips(path: PathName, name: str) -> None:
    known = [s for s in SLIPS if s["paper"] == name]
    items = {i.number.lstrip("0"): i for i in brazil(path, name).items}
    expected = truth(name)
    assert list(items) == [n.lstrip("0") for n in expected] and len(items) == BRAZIL[name][1]
    found = []
    for number, (_, _, fields) in expected.items():
        item = items[number.lstrip("0")]
        read = {"stem": item.stem} | {f"option.{n}": o.text for n, o in enumerate(item.options, 1)}
        assert read.keys() == fields.keys(), number
        for field, text in fields.items():
            if bare(read[field]) != bare(text):
                found.append((number, field))
                slips = [s for s in known if (s["item"], s["field"]) == (number, field)]
                assert bare(read[field]) == without_slips(text, slips)
    assert found == list(dict.fromkeys((s["item"], s["field"]) for s in known))


def test_no_more_slips_are_excused_than_allowed() -> None:
    fields = {(s["paper"], s["item"], s["field"]) for s in SLIPS}
    assert 0 < len(fields) <= HIGHEST_EXCUSED * sum(5 * count for _, count in BRAZIL.values())


@pytest.mark.parametrize("name", BRAZIL)
@pytest.mark.parametrize("path", PATHS)
def test_every_key_of_the_booklet_is_right_and_annulled_items_are_withdrawn(path: PathName, name: str) -> None:
    extraction, expected = brazil(path, name), truth(name)
    keys = {i.number.lstrip("0"): i.key for i in extraction.items if i.status != "withdrawn"}
    assert keys == {n.lstrip("0"): key for n, (annulled, key, _) in expected.items() if not annulled}
    assert [i.number for i in extraction.items if i.status == "withdrawn"] == ANNULLED[name]
    assert [n for n, (annulled, _, _) in expected.items() if annulled] == ANNULLED[name]
    assert extraction.orphan_keys == [] and sum(p.glyphs.unassigned for p in extraction.pages) == 0


@pytest.mark.parametrize("name", BRAZIL)
def test_the_third_engine_confirms_every_field_of_the_brazilian_papers(name: str) -> None:
    folder = realdata("exams/br-oab")
    layout = read_layout(Path(FOLDER) / f"{BRAZIL[name][0]}.yaml")
    sources = {"paper": folder / f"{name}.pdf", "key": folder / f"{name}-as.pdf"}
    readings = [brazil(path, name) for path in PATHS]
    verification = compare_extractions(*readings, layout, 10, 1, sources)
    assert verification.disagreements == [] and {i.status for i in verification.items} <= {"ok", "withdrawn"}


@pytest.mark.parametrize("path", PATHS)
def test_the_taiwan_paper_has_all_options_and_both_keys(path: PathName) -> None:
    extraction = taiwan(path)
    assert [i.number for i in extraction.items] == [str(n) for n in range(1, 71)]
    parts = {i.number: (i.part, len(i.options)) for i in extraction.items}
    assert parts == {str(n): ("single", 4) if n <= 60 else ("multiple", 5) for n in range(1, 71)}
    assert all(o.text and o.label == "ABCDE"[n] for i in extraction.items for n, o in enumerate(i.options))
    assert all(len(i.superseded_keys) == 1 and i.superseded_keys[0].key for i in extraction.items)
    by_number = {i.number: i for i in extraction.items}
    assert by_number["29"].accepted_answers == [["B"], ["C"], ["B", "C"]] and by_number["29"].key == ["B"]
    assert by_number["70"].key == ["A", "E"]
    changed = [i.number for i in extraction.items if any(f.startswith("key_superseded") for f in i.flags)]
    assert {"29", "70"} >= {*changed} and "29" in changed
    assert all(i.key == i.superseded_keys[0].key for i in extraction.items if i.number not in changed)
    assert all(len(i.key) >= 1 for i in extraction.items) and extraction.orphan_keys == []


def test_the_taiwan_paper_is_confirmed_throughout() -> None:
    folder = realdata("exams/tw-bar-103")
    names = {"paper": "constitution", "key": "constitution-key-corrected", "superseded_key.1": "constitution-key"}
    sources = {role: folder / f"{name}.pdf" for role, name in names.items()}
    layout = read_layout(Path(FOLDER) / "tw-bar.yaml")
    verification = compare_extractions(*(taiwan(path) for path in PATHS), layout, 10, 1, sources)
    assert verification.disagreements == [] and not verification.blocked
    assert {i.status for i in verification.items} == {"ok"}
