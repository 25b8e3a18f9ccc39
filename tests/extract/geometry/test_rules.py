"""Which drawn things bound cells: dots and squares, clipped rules, lines to write on, thick frames, missing rules."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from extract.geometry.table import read_table
from records.flags import Reason
from records.model import TableReading
from tests.extract.geometry.drawing import HEIGHT, canvas, put

XS, YS = (50, 100, 300, 400), (100, 130, 160, 190)
ROWS = [["1.", "one", "yes"], ["2.", "two", "no"], ["3.", "three", "yes"]]


def texts(page: Canvas) -> None:
    for y, row in zip(YS, ROWS, strict=False):
        for x, text in zip(XS, row, strict=False):
            put(page, x + 4, y + 18, text)


def rules(page: Canvas, levels: tuple[int, ...] = YS) -> None:
    for y in levels:
        page.line(XS[0], HEIGHT - y, XS[-1], HEIGHT - y)
    for x in XS:
        page.line(x, HEIGHT - YS[0], x, HEIGHT - YS[-1])


def finished(page: Canvas, path: Path) -> TableReading:
    page.save()
    return read_table(path)


@pytest.mark.parametrize(("step", "side"), [(2.0, 0.5), (4.0, 2.0)])
def test_dotted_rules_of_small_squares(step: float, side: float, tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    for y in YS:
        for k in range(int((XS[-1] - XS[0]) / step) + 1):
            page.rect(XS[0] + k * step, HEIGHT - y - side / 2, side, side, stroke=0, fill=1)
    for x in XS:
        for k in range(int((YS[-1] - YS[0]) / step) + 1):
            page.rect(x - side / 2, HEIGHT - YS[0] - k * step, side, side, stroke=0, fill=1)
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and reading.flags == []


def test_squares_at_the_joints_of_a_rule_are_no_columns(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page)
    for y in YS:
        for x in range(60, 400, 37):
            page.rect(x, HEIGHT - y, 0.5, 0.5, stroke=0, fill=1)
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and reading.flags == []


@pytest.mark.parametrize("clip", [(0, 0, 10, 10), (40, 690, 400, 60)])
def test_a_rule_outside_the_clipping_path_is_not_drawn(clip: tuple[int, int, int, int], tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page)
    page.saveState()
    path = page.beginPath()
    path.rect(*clip)
    page.clipPath(path, stroke=0, fill=0)
    page.line(XS[0], HEIGHT - 145, XS[-1], HEIGHT - 145)
    page.restoreState()
    shown = clip[3] > 10
    assert len(finished(page, tmp_path / "t.pdf").rows) == (4 if shown else 3)


def test_a_line_to_write_on_bounds_no_cell(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page)
    page.line(XS[1] + 4, HEIGHT - 122, XS[2] - 4, HEIGHT - 122)
    assert finished(page, tmp_path / "t.pdf").rows == ROWS


def test_a_thick_frame_is_a_rule(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page, YS[1:-1])
    page.setLineWidth(5)
    page.rect(XS[0], HEIGHT - YS[-1], XS[-1] - XS[0], YS[-1] - YS[0], stroke=1, fill=0)
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and reading.flags == []


def test_missing_rules_between_rows_are_flagged(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page, (YS[0], YS[-1]))
    assert [f.reason for f in finished(page, tmp_path / "t.pdf").flags] == [Reason.CELL_SPANS_ROWS]


def test_a_slanted_stamp_is_not_text_of_a_cell(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page, (YS[0], YS[-1]))
    rules(page)
    page.saveState()
    page.translate(200, HEIGHT - 128)
    page.rotate(45)
    page.drawString(0, 0, "COPY")
    page.restoreState()
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and [(f.reason, f.text) for f in reading.flags] == [(Reason.TURNED_TEXT, "COPY")]


@pytest.mark.parametrize("mode", [3, 7])
def test_text_that_is_not_painted_is_hidden(mode: int, tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page)
    text = page.beginText(150, HEIGHT - 118)
    text.setTextRenderMode(mode)
    text.textOut("SECRET")
    page.drawText(text)
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and Reason.HIDDEN_TEXT in {f.reason for f in reading.flags}


def test_transparent_text_is_hidden(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    texts(page)
    rules(page)
    page.setFillAlpha(0)
    put(page, 150, 118, "SECRET")
    reading = finished(page, tmp_path / "t.pdf")
    assert reading.rows == ROWS and Reason.HIDDEN_TEXT in {f.reason for f in reading.flags}
