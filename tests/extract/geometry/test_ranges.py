"""Long papers: read in one go, range by range, by several processes or item by item, the result is the same."""

from pathlib import Path

import pytest

from extract.geometry import banks
from extract.geometry.reader import read
from extract.layouts import locate
from records import parallel
from records.layout import Layout, read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import R, bank
from tests.realdata import ROOT

SAMPLE = ROOT / "data" / "raw" / "sample-ua-judges" / "paper.pdf"


@pytest.fixture
def layout() -> Layout:
    return read_layout(locate("ua-judge-bank"))


def crossing(path: Path, pages: int) -> Path:
    """A bank of three rows a page: items of five rows go over every page's end, some numbers are not printed."""
    rows = []
    for number in range(1, pages * 3 // 5 + 1):
        rows.append(R(["" if number % 4 == 0 else f"{number}.", f"Питання {number}", ""]))
        marks = ("правильна", *("неправильна",) * 3)
        rows += [R(["", f"{label}. Відповідь {label}", mark]) for label, mark in zip("АБВГ", marks, strict=True)]
    head = [R(["№", "Питання", "Відповідь"])]
    return bank(path, [(head if page == 0 else []) + rows[3 * page : 3 * page + 3] for page in range(pages)])


def in_ranges(
    path: Path, layout: Layout, size: int, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Extraction, list[tuple[int, int]]]:
    monkeypatch.setattr(parallel, "PAGES_A_RANGE", size)
    told: list[tuple[int, int]] = []
    return read("x", layout, path, on_page=lambda done, total: told.append((done, total)), jobs=jobs), told


@pytest.mark.parametrize(("size", "jobs"), [(1, 1), (2, 1), (4, 2)])
def test_ranges_and_processes_change_nothing(
    size: int, jobs: int, layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = crossing(tmp_path / "b.pdf", 10)
    whole, _ = in_ranges(path, layout, 100, 1, monkeypatch)
    assert [(i.number, len(i.options), i.key) for i in whole.items] == [(str(n), 4, ["А"]) for n in range(1, 7)]
    assert [[s.text for s in page.furniture] for page in whole.pages] == [[str(n)] for n in range(1, 11)]
    assert {page.glyphs.unassigned for page in whole.pages} == {0}
    parts, told = in_ranges(path, layout, size, jobs, monkeypatch)
    assert parts == whole
    assert told == [(n, 10) for n in range(1, 11)]


def test_items_made_one_by_one_are_those_of_the_whole_paper(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [crossing(tmp_path / "b.pdf", 10), *([SAMPLE] if SAMPLE.exists() else [])]
    early = [read("x", layout, path) for path in paths]
    monkeypatch.setattr(banks, "begins_surely", lambda row, reading: False)
    assert [read("x", layout, path) for path in paths] == early
