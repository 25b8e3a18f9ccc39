"""Long papers: read in one go, range by range or by several processes they give the same bytes; pages stay small."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from extract.layouts import locate
from extract.plumber import book
from extract.plumber.content import contents
from extract.plumber.packing import packed, unpacked
from extract.plumber.reader import read
from extract.plumber.source import opened
from records.errors import DocumentError
from records.layout import read_layout
from records.model import Extraction
from tests.extract.plumber.press import Press, layout
from tests.realdata import ROOT

BANK = ROOT / "data" / "raw" / "sample-ua-judges" / "paper.pdf"
MARKS = ("ПРАВИЛЬНО", "НЕПРАВИЛЬНО", "НЕПРАВИЛЬНО", "НЕПРАВИЛЬНО")


def bank(path: Path, pages: int) -> Path:
    """A bank of which an item goes over every page's end, with a running head and a folio on each page."""
    press, number = Press(path), 1
    rows: list[Sequence[str | None]] = []
    while len(rows) < 11 * pages:
        rows.append([str(number), f"Питання {number}", ""])
        rows += [["", f"Відповідь {number}.{i}", mark] for i, mark in enumerate(MARKS)]
        number += 1
    for page in range(pages):
        press.text(60, 40, "Перелік тестових питань")
        press.text(290, 810, str(page + 1))
        head: list[Sequence[str | None]] = [["№", "Питання", "Відповідь"]] if page == 0 else []
        press.table([*head, *rows[11 * page : 11 * (page + 1)]])
        press.next_page()
    return press.done()


def in_ranges(path: Path, size: int, jobs: int, monkeypatch: pytest.MonkeyPatch) -> Extraction:
    monkeypatch.setattr(book, "RANGE", size)
    return read("x", read_layout(locate("ua-judge-bank")), path, jobs=jobs)


@pytest.mark.parametrize("size", [1, 3])
def test_ranges_give_what_the_whole_paper_gives(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bank(tmp_path / "bank.pdf", 7)
    whole = in_ranges(path, 100, 1, monkeypatch)
    assert [i.number for i in whole.items] == [str(n) for n in range(1, len(whole.items) + 1)]
    assert {len(i.options) for i in whole.items[:-1]} == {4}
    assert {s.text for p in whole.pages for s in p.furniture} == {"Перелік тестових питань", *"1234567"}
    assert sum(p.glyphs.unassigned for p in whole.pages) == 0
    assert in_ranges(path, size, 2, monkeypatch).model_dump_json() == whole.model_dump_json()


@pytest.mark.skipif(not BANK.exists(), reason="the samples are not fetched")
def test_the_sample_bank_in_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = in_ranges(BANK, 100, 1, monkeypatch)
    assert len(whole.items) == 124
    assert in_ranges(BANK, 4, 2, monkeypatch).model_dump_json() == whole.model_dump_json()


def test_lists_are_read_in_ranges_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(tmp_path / "list.pdf")
    for number in range(1, 6):
        press.lines(60, 100, [f"{number}. Stem {number}?", "A) a", "B) b", "C) c", "D) d"])
        press.text(290, 810, str(number))
        if number < 5:
            press.next_page()
    path = press.done()
    whole = read("x", layout("numbered-list"), path)
    monkeypatch.setattr(book, "RANGE", 2)
    told: list[tuple[int, int]] = []
    found = read("x", layout("numbered-list"), path, on_page=lambda done, every: told.append((done, every)), jobs=2)
    assert len(whole.items) == 5
    assert found.model_dump_json() == whole.model_dump_json()
    assert told == [(n, 5) for n in range(1, 6)]


def test_an_error_in_another_process_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press = Press(tmp_path / "list.pdf")
    for page in range(4):
        press.text(60, 100, f"{page}. Stem?")
        if page == 2:
            press.canvas._code.append("BT /F1 10 Tf " + "(x) Tj " * 100_001 + "ET")
        press.next_page()
    path = press.done()
    monkeypatch.setattr(book, "RANGE", 1)
    with pytest.raises(DocumentError, match="page 3: paints more than 100000 objects"):
        read("x", layout("numbered-list"), path, jobs=2)


@pytest.mark.parametrize("name", ["row_across_pages", "merged_topic_cell", "text_over_cell_edge"])
def test_a_packed_page_is_the_same_page(name: str) -> None:
    path = ROOT / "tests" / "data" / "known" / f"{name}.pdf"
    with opened(path) as source:
        for content in contents(source):
            again = unpacked(packed(content))
            assert [(w.text, w.u0, w.u1, w.v, w.size, w.count) for w in again.words] == [
                (w.text, w.u0, w.u1, w.v, w.size, w.count) for w in content.words
            ]
            for one, other in zip(content.grids, again.grids, strict=True):
                assert (one.us, one.vs, one.right, one.bottom) == (other.us, other.vs, other.right, other.bottom)
                assert one.notices == other.notices
                assert {slot: c.box for slot, c in one.slots.items()} == {s: c.box for s, c in other.slots.items()}
                assert [c.lines(1) and c.lines(1)[0].text for c in one.cells()] == [
                    c.lines(1) and c.lines(1)[0].text for c in other.cells()
                ]


MEMORY = """
import resource, sys
from pathlib import Path
from extract.layouts import locate
from extract.plumber.reader import read
from records.layout import read_layout
read("x", read_layout(locate("ua-judge-bank")), Path(sys.argv[1]), jobs=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_grows_by_little_more_than_the_items(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("ru_maxrss is in kilobytes on Linux only")
    peaks = []
    for pages in (10, 110):
        path = bank(tmp_path / f"{pages}.pdf", pages)
        command = [sys.executable, "-c", MEMORY, str(path)]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout))
    assert (peaks[1] - peaks[0]) / 100 < 150  # kilobytes a page
