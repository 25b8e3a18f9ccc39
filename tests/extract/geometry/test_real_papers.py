"""Real papers of three kinds: every item, every key, nothing unassigned. Skipped where the papers are not here."""

import csv
import json
import re
import unicodedata
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


def hand_made(name: str) -> list[tuple[str, list[str], str]]:
    """The hand-made text of a Brazilian paper: number, stem and options, right label ("" where annulled)."""
    text = (realdata("exams/br-oab") / f"{name}.txt").read_text("utf-8")
    items = []
    for block in re.split(r"(?m)^Quest[ãa]o\s+", text)[1:]:
        head, _, rest = block.partition("\n")
        stem, _, options = re.sub(r"\A\s*AREA.*\n", "", rest).partition("OPTIONS\n")
        parts = re.split(r"(?m)^([A-D])(:CORRECT)?\)", options)
        right = "".join(parts[i] for i in range(1, len(parts), 3) if parts[i + 1] and "NULL" not in head)
        number = re.match(r"\d+", head)
        assert number is not None
        items.append((str(int(number[0])), [stem, *parts[3::3]], right))
    return items


def glyphs(text: str) -> str:
    return re.sub(r"[\s\u00ad]+", "", unicodedata.normalize("NFKC", text))


@pytest.mark.parametrize(
    ("name", "layout", "equal", "fields"),
    [("2010-2", "br-oab-2010", 495, 500), ("2015-16", "br-oab", 385, 400), ("2015-17", "br-oab", 400, 400)],
)
def test_brazilian_papers_in_two_columns(name: str, layout: str, equal: int, fields: int) -> None:
    folder = realdata("exams/br-oab")
    extraction = read(name, read_layout(locate(layout)), folder / f"{name}.pdf", folder / f"{name}-as.pdf", booklet="1")
    truth = hand_made(name)
    assert [str(int(i.number)) for i in extraction.items] == [number for number, _, _ in truth]
    assert ["".join(i.key) for i in extraction.items] == [right for _, _, right in truth]
    assert [i.status == "withdrawn" for i in extraction.items] == [not right for _, _, right in truth]
    same = [
        glyphs(one) == glyphs(two)
        for item, (_, texts, _) in zip(extraction.items, truth, strict=True)
        for one, two in zip([item.stem, *(o.text for o in item.options)], texts, strict=True)
    ]
    assert (sum(same), len(same)) == (equal, fields)  # the others are slips of the hand-made text, seen on the page
    assert extraction.orphan_keys == [] and sum(page.glyphs.unassigned for page in extraction.pages) == 0


def test_the_taiwanese_bar_examination() -> None:
    folder = realdata("exams/tw-bar-103")
    layout = read_layout(locate("tw-bar"))
    key, earlier = folder / "constitution-key-corrected.pdf", folder / "constitution-key.pdf"
    extraction = read("tw", layout, folder / "constitution.pdf", key, superseded=[earlier])
    items = extraction.items
    assert [i.number for i in items] == [str(n) for n in range(1, 71)]
    assert ["".join(o.label for o in i.options) for i in items] == ["ABCD"] * 60 + ["ABCDE"] * 10
    assert all(option.text for item in items for option in item.options)
    assert [i.part for i in items] == ["single"] * 60 + ["multiple"] * 10
    assert "".join(k for i in items[:60] for k in i.superseded_keys[0].key) == (
        "BCACDCDCCADADDBCDBCADDACDCDDCDADCBDABCADBBCCACDBCBCCBCCDCACC"
    )
    several = ["DE", "ABC", "AB", "BC", "BD", "BC", "BD", "ABD", "AE", "ABE"]
    assert ["".join(i.superseded_keys[0].key) for i in items[60:]] == several
    changed = {i.number: (i.key, i.accepted_answers) for i in items if "key_superseded" in i.flags}
    assert changed == {"29": (["B"], [["B"], ["C"], ["B", "C"]]), "70": (["A", "E"], [])}
    assert [i.key for i in items if i.number not in changed] == [
        i.superseded_keys[0].key for i in items if i.number not in changed
    ]
    assert extraction.orphan_keys == [] and all(p.flags == [] and not p.unassigned for p in extraction.pages)
