"""Real papers: the Word files of 2022 against the list others made of them, and a bank's csv against its PDF."""

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

from extract.office.reader import read
from records.layout import Layout
from records.model import Extraction, Item
from tests.extract.office.forge import layout, shipped
from tests.realdata import realdata

pytestmark = pytest.mark.realdata
YEAR = "exams/pl-adwokacki-radcowski-2022"


@lru_cache(maxsize=1)
def documents() -> Extraction:
    folder = realdata(YEAR)
    return read("pl", shipped("polish-entry-exam"), folder / "questions.docx", folder / "answers.docx")


def fields(item: Item) -> list[str]:
    return [item.number, item.stem, *(o.text for o in item.options), "".join(item.key), item.legal_basis or ""]


def bare(text: str) -> str:
    """White space, the raised mark and the sign that ends an option (the list drops it) set aside."""
    return re.sub(r"[\s^\u00ad]+", "", text).rstrip(".,;")


def test_the_word_files_equal_their_list() -> None:
    folder = realdata(YEAR)
    asked = json.loads((folder / "questions.json").read_text("utf-8"))
    answered = {a["index"]: a for a in json.loads((folder / "answers.json").read_text("utf-8"))}
    listed = [
        [str(q["index"]), *(q[k] for k in ("question", "a", "b", "c"))]
        + [answered[q["index"]][k] for k in ("answer", "context")]
        for q in asked
    ]  # fmt: skip
    found = [fields(i) for i in documents().items]
    equal = [bare(a) == bare(b) for x, y in zip(found, listed, strict=True) for a, b in zip(x, y, strict=True)]
    assert (len(found), sum(equal), len(equal)) == (150, 1050, 1050)


def test_the_word_files_equal_the_import_of_the_list() -> None:
    folder = realdata(YEAR)
    records = shipped("polish-entry-exam-records")
    other = read("pl", records, folder / "questions.json", folder / "answers.json")
    for one, two in zip(documents().items, other.items, strict=True):
        assert [bare(f) for f in fields(one)] == [bare(f) for f in fields(two)]
        assert (one.id, one.key) == (two.id, two.key)
    assert sum(p.glyphs.unassigned for p in other.pages) == 0


def test_nothing_of_the_word_files_is_lost_and_what_is_odd_is_flagged() -> None:
    found = documents()
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
    assert found.orphan_keys == []
    # Option B of item 102 is printed `B`, without the dot of all the others.
    assert {i.number: i.flags for i in found.items if i.flags} == {"102": ["label_recovered:B"]}
    assert sum("^" in (i.legal_basis or "") for i in found.items) == 12


def bank() -> Layout:
    columns = [("key", "correct_ans"), ("text", "question"), ("number", "comment")]
    return layout({
        "kind": "records",
        "columns": [{"role": r, "header": [h]} for r, h in columns],
        "number": {"pattern": r"選擇題第(?P<n>\d+)題.*"},
        "options": {"place": "cell", "labels": ["1", "2", "3"], "pattern": r"[(（]\s*(?P<label>[1-3１-３])\s*[)）]"},
    })  # fmt: skip


def test_a_bank_as_csv() -> None:
    path: Path = realdata("exams/tw-driver-law/car-rule-mc.csv")
    found = read("tw", bank(), path)
    assert len(found.items) == 448
    assert (found.items[0].number, found.items[0].key, len(found.items[0].options)) == ("001", ["3"], 3)
    assert [i.number for i in found.items if len(i.options) != 3] == ["179"]  # the list has lost its options
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
