"""Real papers against lists of their contents made by others: counts, texts, keys, legal bases."""

import csv
import json
import re
import unicodedata
from functools import lru_cache
from pathlib import Path

import pytest

from extract.plumber.reader import read
from records.model import Extraction
from tests.extract.plumber.press import layout
from tests.realdata import realdata

pytestmark = pytest.mark.realdata
POLISH = ["pl-adwokacki-radcowski-2023", "pl-komorniczy-2023", "pl-adwokacki-radcowski-2025"]


@lru_cache(maxsize=3)
def polish(folder: Path) -> Extraction:
    return read(folder.name, layout("polish-entry-exam"), folder / "questions.pdf", folder / "answers.pdf")


def bare(text: str) -> str:
    return re.sub(r"[\s\u00ad^]+", "", text).rstrip(".,;")


def plain(text: str) -> str:
    """White space, control characters (the list keeps some that have no ink) and the width of signs set aside."""
    return bare("".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cc"))


@pytest.mark.parametrize("name", POLISH)
def test_polish_papers_have_150_items_with_keys(name: str) -> None:
    found = polish(realdata(f"exams/{name}"))
    assert [i.number for i in found.items] == [str(n) for n in range(1, 151)]
    assert {tuple(o.label for o in i.options) for i in found.items} == {("A", "B", "C")}
    assert {len(i.key) for i in found.items} == {1}
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
    assert [i.number for i in found.items if i.flags] == []


@pytest.mark.parametrize("name", POLISH[:2])
def test_polish_papers_equal_their_lists(name: str) -> None:
    folder = realdata(f"exams/{name}")
    asked = {str(q["index"]): q for q in json.loads((folder / "questions.json").read_text("utf-8"))}
    answered = {str(q["index"]): q for q in json.loads((folder / "answers.json").read_text("utf-8"))}
    for item in polish(folder).items:
        listed = asked[item.number]
        assert [bare(t) for t in (item.stem, *(o.text for o in item.options))] == [
            bare(listed[k]) for k in ("question", "a", "b", "c")
        ]
        assert item.key == [answered[item.number]["answer"].strip()]
        assert bare(item.legal_basis or "") == bare(answered[item.number]["context"])


def test_raised_figures_of_legal_bases_are_marked() -> None:
    found = polish(realdata("exams/pl-adwokacki-radcowski-2025"))
    marked = {i.number: i.legal_basis for i in found.items if "^" in (i.legal_basis or "")}
    assert len(marked) == 14
    assert marked["40"] == "art. 454^1 k.c."
    assert marked["73"] == "art. 394^2 § 1^1 pkt 1 k.p.c."


@pytest.mark.parametrize(
    ("name", "shape", "count"), [("car-rule-mc", "tw-driver-mc", 448), ("car-rule-OX", "tw-driver-ox", 659)]
)
def test_driver_law_banks_equal_their_lists(name: str, shape: str, count: int) -> None:
    found = read("tw", layout(shape), realdata(f"exams/tw-driver-law/{name}.pdf"))
    with realdata(f"exams/tw-driver-law/{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        listed = list(csv.DictReader(file))
    assert len(found.items) == len(listed) == count
    assert [i.key for i in found.items] == [[row["correct_ans"]] for row in listed]
    assert [i.number for i in found.items] == [re.findall(r"\d+", row["comment"])[0] for row in listed]
    whole = [i.stem + "".join(f"({o.label}){o.text}" for o in i.options) for i in found.items]
    unequal = [t for t, row in zip(whole, listed, strict=True) if plain(t) != plain(row["question"])]
    assert all(plain("檢驗次數應為") in plain(t) for t in unequal)  # one list entry has lost its options
    assert len(unequal) <= 1
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
    assert found.pages[0].glyphs.field == 0 and found.pages[0].glyphs.note > 200
