"""Raised figures: whatever they consist of they stay with their number, and one that belongs nowhere is flagged."""

from pathlib import Path

import pytest

from extract.geometry.table import read_table
from records.flags import Reason
from tests.extract.geometry.drawing import R, canvas, put, table

EDGES = (50.0, 120.0, 400.0)


def raised(
    path: Path, figure: str, size: float = 6.5, rise: float = 4.0, apart: float = 0.0
) -> tuple[str | None, list[str]]:
    """Text of a cell that holds `art. 37`, the figure drawn as a string of its own, and what follows; and the flags."""
    page = canvas(path)
    table(page, 100, [R(("1.", "")), R(("2.", "plain"))], EDGES)
    put(page, 130, 113, "art. 37")
    start = 130 + page.stringWidth("art. 37", "DejaVuSans", 10)
    put(page, start + apart, 113 - rise, figure, size)
    put(page, start + apart + page.stringWidth(figure, "DejaVuSans", size) + 3, 113, "of the law")
    page.save()
    reading = read_table(path)
    return reading.rows[0][1], [f.reason for f in reading.flags]


@pytest.mark.parametrize("figure", ["2", "1-1", "1\u20132", "1/2", "1,2", "1.", "2*", "bis", "(2)", "\u22123"])
def test_a_small_raised_figure_stays_with_its_number(figure: str, tmp_path: Path) -> None:
    assert raised(tmp_path / "t.pdf", figure) == (f"art. 37^{figure} of the law", [])


@pytest.mark.parametrize("size", [8.2, 9.0, 10.0])
def test_rise_alone_makes_a_superscript(size: float, tmp_path: Path) -> None:
    assert raised(tmp_path / "t.pdf", "2-1", size, 3.5) == ("art. 37^2-1 of the law", [])


def test_a_figure_on_the_line_is_none(tmp_path: Path) -> None:
    assert raised(tmp_path / "t.pdf", "2", 10, 0.5) == ("art. 372 of the law", [])


def test_a_raised_figure_beside_no_word_is_flagged(tmp_path: Path) -> None:
    page = canvas(tmp_path / "t.pdf")
    table(page, 100, [R(("1.", "")), R(("2.", "plain"))], EDGES)
    put(page, 130, 113, "art. 37")
    put(page, 171, 107, "1-1", 6.5)
    page.save()
    assert Reason.FOOTNOTE_MARK in {f.reason for f in read_table(tmp_path / "t.pdf").flags}
