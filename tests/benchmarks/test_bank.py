"""The synthetic banks: exact counts, the same gold for every producer, and gold equal to what both paths read."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.bank import make_bank
from benchmarks.inks import Style
from benchmarks.questions import Bank, to_scale
from benchmarks.scale import EXAM, LAYOUT
from pipeline.reading import PathName, reader_of
from records.layout import read_layout

PAGES = 4
SEED = 23  # has rows that a page's end cuts, lost numbers and raised ones


def gold_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf-8").splitlines()]


def read_by(path: PathName, folder: Path) -> list[dict[str, Any]]:
    items = reader_of(path)(EXAM, read_layout(LAYOUT), folder / "paper.pdf").items
    return [
        {
            "number": i.number, "section": i.id.split("-")[1], "stem": i.stem, "key": i.key, "status": str(i.status),
            "options": [{"label": o.label, "text": o.text} for o in i.options],
            "damage": "lost_number" if "number_recovered" in i.flags else "",
        }
        for i in items
    ]  # fmt: skip


@pytest.mark.parametrize(("producer", "style"), [("pymupdf", "rects"), ("pymupdf", "strokes"), ("reportlab", "rects")])
def test_both_paths_read_the_gold(tmp_path: Path, producer: str, style: Style) -> None:
    said = make_bank(PAGES, tmp_path, producer, style, SEED)
    gold = gold_of(tmp_path)
    assert said["pages"] == PAGES and said["cut_rows"] >= 1 and len(gold) == said["items"] == 29
    assert any("^" in g["stem"] + str(g["options"]) for g in gold)
    for path in PathName:
        assert read_by(path, tmp_path) == gold, path


def test_the_full_bank_has_the_declared_counts() -> None:
    assert to_scale(1672) == (11_990, 385, 942)
    questions = list(Bank(1672, 1).questions())
    assert len(questions) == 11_990
    assert sum(q.withdrawn for q in questions) == 385
    assert sum(q.damage == "lost_number" for q in questions) == 942
    assert all(len(set(q.options)) == len(q.options) for q in questions)
    assert all(
        q.number == "1" or q.number == str(int(p.number) + 1) for p, q in zip(questions, questions[1:], strict=False)
    )


def test_pages_are_as_many_as_asked_for_and_gold_is_the_producers_own_in_none(tmp_path: Path) -> None:
    one = make_bank(40, tmp_path / "a", "pymupdf", "rects", 1)
    two = make_bank(40, tmp_path / "b", "reportlab", "strokes", 1)
    assert one["pages"] == two["pages"] == 40 and one["items"] == 287
    assert (tmp_path / "a/gold.jsonl").read_bytes() == (tmp_path / "b/gold.jsonl").read_bytes()
    other = make_bank(40, tmp_path / "c", "pymupdf", "rects", 2)
    assert other["items"] == 287
    assert (tmp_path / "a/gold.jsonl").read_bytes() != (tmp_path / "c/gold.jsonl").read_bytes()
