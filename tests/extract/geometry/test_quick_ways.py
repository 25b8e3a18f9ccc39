"""The quick ways of reading a page give what the thorough ones give; only what they cost differs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from reportlab.lib.colors import black, lightgrey, white
from reportlab.pdfgen.canvas import Canvas

from extract.geometry import drawn, words
from extract.geometry.grid import grids_of
from extract.geometry.page import Page, read_page
from extract.geometry.sheet import Sheet
from tests.extract.geometry.drawing import R, bank, canvas, put
from tests.realdata import ROOT

SAMPLES = sorted((ROOT / "data" / "raw").glob("sample-*/*.pdf"))


def pages_of(path: Path) -> list[Page]:
    with pymupdf.open(path) as document:
        return [read_page(document, index) for index in range(min(document.page_count, 6))]


def cells_of(page: Page) -> list[Any]:
    return [[(c.row, c.col, c.rows, c.cols, [line.text for line in c.lines]) for c in g.cells] for g in grids_of(page)]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_boxes_of_shapes_tell_the_rules_that_paths_tell(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = pages_of(path)
    monkeypatch.setattr(drawn, "pieces_of_shapes", lambda shapes: None)
    for one, two in zip(quick, pages_of(path), strict=True):
        assert cells_of(one) == cells_of(two)
        for fast, slow in ((one.across, two.across), (one.upright, two.upright)):
            assert [rule.pos for rule in fast] == pytest.approx([rule.pos for rule in slow], abs=0.5)


def shaded(page: Canvas) -> None:
    page.setFillColor(lightgrey)
    page.rect(50, 700, 300, 60, stroke=0, fill=1)


def veiled(page: Canvas) -> None:
    page.setFillColor(white)
    page.rect(60, 700, 60, 60, stroke=0, fill=1)


def thick_frame(page: Canvas) -> None:
    page.setLineWidth(2)
    page.rect(40, 600, 400, 170)


def white_rule(page: Canvas) -> None:
    page.setStrokeColor(white)
    page.line(50, 730, 350, 730)


@pytest.mark.parametrize("extra", [shaded, veiled, thick_frame, white_rule])
@pytest.mark.parametrize("last", [False, True])
def test_shapes_behind_and_over_text(
    extra: Callable[[Canvas], None], last: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = canvas(tmp_path / "s.pdf")
    steps = [lambda p: put(p, 65, 110, "words of a cell"), lambda p: p.grid([50, 200, 350], [700, 760])]
    for step in [*steps, extra] if last else [extra, *steps]:
        page.setFillColor(black)
        page.setStrokeColor(black)
        page.setLineWidth(0.5)
        step(page)
    page.save()
    quick = pages_of(tmp_path / "s.pdf")[0]
    monkeypatch.setattr(drawn, "pieces_of_shapes", lambda shapes: None)
    slow = pages_of(tmp_path / "s.pdf")[0]
    assert [w[:6] for w in quick.words] == [w[:6] for w in slow.words]
    assert (cells_of(quick), quick.flags) == (cells_of(slow), slow.flags)
    assert bool(quick.hidden) == (last and extra in (shaded, veiled))


def test_an_odd_line_alone_reads_as_with_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [R([f"{n}.", f"ст. 454^{n}^ Кодексу", "правильна"]) for n in range(1, 9)] + [R(["9.", "ст. 45", "так"])]
    path = bank(tmp_path / "b.pdf", [rows])
    alone = pages_of(path)[0]
    monkeypatch.setattr(words, "MANY", 0)
    assert pages_of(path)[0].words == alone.words
    assert [w.text for w in alone.words if w.text.startswith("454")] == [f"454^{n}" for n in range(1, 9)]


@pytest.mark.parametrize(
    ("content", "clips"),
    [
        (b"q 0 0 600 850 re W n Q", False),
        (b"q 0 0 600 850 re W* n 50 50 100 20 re W n Q", True),
        (b"q 50 50 m 90 90 l 50 90 l h W n Q", True),
        (b"0 0 m 9 9 l S", False),
    ],
)
def test_clipping_paths_are_seen(content: bytes, clips: bool) -> None:
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, content)
    document.xref_set_key(page.xref, "Contents", f"{stream} 0 R")
    assert Sheet(document[0]).clips == clips
