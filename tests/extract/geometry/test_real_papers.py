"""Real papers of three kinds: every item, every key, nothing unassigned. Skipped where the papers are not here."""

import csv
import json
import re
from pathlib import Path

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.layout import read_layout
from records.model import Extraction
from tests.realdata import realdata

pytestmark = pytest.mark.realdata


def plain(text: str | None) -> str:
    return re.sub(r"[\s\u00ad]+", "", text or "").replace("^", "").rstrip(".,;")


def polish(name: str) -> tuple[Extraction, Path]:
    folder = realdata(f"exams/{name}")
    layout = read_layout(locate("polish-entry-exam"))
    return read(name, layout, folder / "questions.pdf", folder / "answers.pdf"), folder


@pytest.mark.parametrize("name", ["pl-adwokacki-radcowski-2023", "pl-komorniczy-2023"])
def test_polish_papers_of_2023(name: str) -> None:
    extraction, folder = polish(name)
    assert [i.number for i in extraction.items] == [str(n) for n in range(1, 151)]
    questions = json.loads((folder / "questions.json").read_text("utf-8"))
    answers = json.loads((folder / "answers.json").read_text("utf-8"))
    for item, question, answer in zip(extraction.items, questions, answers, strict=True):
        read_texts = [item.stem, *(option.text for option in item.options)]
        assert [plain(t) for t in read_texts] == [plain(question[k]) for k in ("question", "a", "b", "c")], item.id
        assert item.key == [answer["answer"].strip()] and plain(item.legal_basis) == plain(answer["context"]), item.id
        assert item.flags == []
    assert sum(page.glyphs.unassigned for page in extraction.pages) == 0
    assert extraction.orphan_keys == [] and extraction.flags == []


def test_polish_paper_of_2025() -> None:
    extraction, _ = polish("pl-adwokacki-radcowski-2025")
    assert len(extraction.items) == 150 and all(len(i.options) == 3 and len(i.key) == 1 for i in extraction.items)
    marked = [i.legal_basis for i in extraction.items if i.legal_basis and "^" in i.legal_basis]
    assert len(marked) == 14 and "art. 394^2 § 1^1 pkt 1 k.p.c." in marked and "art. 183^15 § 1 k.p.c." in marked
    assert sum(page.glyphs.unassigned for page in extraction.pages) == 0


@pytest.mark.parametrize(("name", "layout", "items"), [("mc", "tw-driver-mc", 448), ("OX", "tw-driver-ox", 659)])
def test_driver_law_banks(name: str, layout: str, items: int) -> None:
    folder = realdata("exams/tw-driver-law")
    extraction = read(name, read_layout(locate(layout)), folder / f"car-rule-{name}.pdf")
    with (folder / f"car-rule-{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(extraction.items) == len(rows) == items
    assert [i.key for i in extraction.items] == [[row["correct_ans"]] for row in rows]
    assert all(i.area and not i.flags for i in extraction.items)
    assert sum(page.glyphs.unassigned for page in extraction.pages) == 0
    assert any("分類項目內容" in span.text for span in extraction.pages[0].notes)
    if name == "OX":
        assert [plain(i.stem) for i in extraction.items] == [plain(row["question"]) for row in rows]
