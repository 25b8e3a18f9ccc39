"""The rows of drawn tables: which rules count, to which cell a word belongs, what is flagged."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.lib.colors import Color, black, white
from reportlab.lib.pdfencrypt import StandardEncryption

from extract.plumber.table import read_table
from records.errors import DocumentError
from records.model import TableReading
from tests.extract.plumber.press import HEIGHT, Press
from tests.realdata import ROOT, cases

ROWS = [["1.", "First stem", "right"], ["", "Second answer", "wrong"], ["2.", "Third line", "right"]]
DATA = ROOT / "tests" / "data" / "known"
Rules = Callable[[Press, list[float], list[float]], None]


def reasons(reading: TableReading) -> list[str]:
    return [f.reason for f in reading.flags]


def test_clean_table_carries_no_flag() -> None:
    reading = read_table(DATA / "plain-table.pdf")
    assert reading.flags == []
    assert reading.rows[1] == ["", "Відповідь друга", "неправильна"]


def _double(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid(xs, ys)
    press.grid([x + 2 for x in xs], [y + 2 for y in ys])


def _thin_rectangles(press: Press, xs: list[float], ys: list[float]) -> None:
    for y in ys:
        press.canvas.rect(xs[0], HEIGHT - y, xs[-1] - xs[0], 0.48, stroke=0, fill=1)
    for x in xs:
        press.canvas.rect(x, HEIGHT - ys[-1], 0.48, ys[-1] - ys[0], stroke=0, fill=1)


def _dashes(press: Press, xs: list[float], ys: list[float]) -> None:
    for y in ys:
        for left in range(int(xs[0]), int(xs[-1]), 6):
            press.rule(left, y, min(left + 3, xs[-1]), y)
    for x in xs:
        for y in range(int(ys[0]), int(ys[-1]), 7):
            press.rule(x, y, x, min(y + 3.0, ys[-1]))


def _white_rule(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid(xs, ys)
    press.canvas.setStrokeColor(white)
    press.rule(xs[0], ys[1] + 11, xs[-1], ys[1] + 11)
    press.canvas.setStrokeColor(black)


def _covered_rule(press: Press, xs: list[float], ys: list[float]) -> None:
    press.rule(xs[0] + 1, ys[1] + 11, xs[-1] - 1, ys[1] + 11)
    press.canvas.setFillColor(white)
    press.canvas.rect(xs[0], HEIGHT - ys[2], xs[-1] - xs[0], ys[2] - ys[1], stroke=0, fill=1)
    press.canvas.setFillColor(black)
    press.grid(xs, ys)


def _shaded_cells(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid(xs, ys)
    press.canvas.setFillColor(Color(0.9, 0.9, 0.9))
    press.canvas.rect(xs[0], HEIGHT - ys[1], xs[-1] - xs[0], ys[1] - ys[0], stroke=0, fill=1)
    press.canvas.setFillColor(black)


def _underlined(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid(xs, ys)
    press.rule(xs[1] + 4, ys[0] + 17, xs[1] + 60, ys[0] + 17)


@pytest.mark.parametrize(
    "rules",
    [_double, _thin_rectangles, _dashes, _white_rule, _covered_rule, _shaded_cells, _underlined],
    ids=lambda r: r.__name__.strip("_"),
)
def test_only_visible_rules_count(tmp_path: Path, rules: Rules) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table(ROWS, rules=rules)
    reading = read_table(press.done())
    assert reading.rows == ROWS
    assert reading.flags == []


def test_open_sides_are_closed_and_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        for y in ys:
            press.rule(xs[0], y, xs[-1], y)
        for x in xs[1:-1]:
            press.rule(x, ys[0], x, ys[-1])

    press.table(ROWS, rules=rules)
    reading = read_table(press.done())
    assert reading.rows == ROWS
    assert set(reasons(reading)) == {"outer_rule_missing"}


@pytest.mark.parametrize(("dropped", "reason"), [(0, "top_rule_missing"), (-1, "outer_rule_missing")])
def test_a_row_that_only_its_verticals_show_is_kept(tmp_path: Path, dropped: int, reason: str) -> None:
    press = Press(tmp_path / "t.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        for y in ys[1:] if dropped == 0 else ys[:-1]:
            press.rule(xs[0], y, xs[-1], y)
        for x in xs:
            press.rule(x, ys[0], x, ys[-1])

    press.table(ROWS, rules=rules)
    reading = read_table(press.done())
    assert reading.rows == ROWS
    assert reasons(reading) == [reason]


def test_a_row_above_the_table_without_any_rule_is_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    for x, text in ((54, "0."), (94, "Lost row"), (394, "right")):
        press.text(x, 95, text)
    press.table(ROWS)
    reading = read_table(press.done())
    assert [(f.reason, f.text) for f in reading.flags] == [("text_outside_table", "0. Lost row right")]


def test_a_title_above_the_table_is_not_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.text(54, 95, "List of the answers of the year")
    press.table(ROWS)
    assert read_table(press.done()).flags == []


def test_a_missing_rule_between_two_rows_is_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        press.grid(xs, [ys[0], *ys[2:]])

    rows = [["1.", "First stem\nof two lines", "right"], ["2.", "Second stem", "wrong"], ["3.", "Third", "right"]]
    press.table(rows, rules=rules)
    reading = read_table(press.done())
    assert reading.rows[0] == ["1. 2.", "First stem of two lines Second stem", "right wrong"]
    assert [(f.reason, f.row) for f in reading.flags] == [("cell_spans_rows", 0)]


def test_a_cell_of_several_lines_is_not_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["1.", "First\nstem\nof three lines", "right\nwrong\nright"], ["2.", "Second", "wrong"]])
    assert read_table(press.done()).flags == []


def test_a_grid_without_end_is_refused(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.grid([40 + 5 * i for i in range(100)], [40 + 5 * i for i in range(140)])
    with pytest.raises(DocumentError, match="too many for a table"):
        read_table(press.done())


def test_spans_give_the_text_once(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["Part one", None, None], *ROWS])
    assert read_table(press.done()).rows[0] == ["Part one", None, None]


def test_a_word_past_the_rule_stays_whole(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["1.", "Short", "right"], ["2.", "", "wrong"]], widths=(40, 60, 200))
    press.text(94, 137, "An incomprehensible")
    reading = read_table(press.done())
    assert reading.rows[1] == ["2.", "An incomprehensible", "wrong"]
    assert [(f.reason, f.row, f.col) for f in reading.flags] == [("text_outside_cell", 1, 1)]


def test_two_strings_that_meet_at_a_rule_are_two_words(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        press.grid(xs, ys)

    press.table([["", "", "right"]], rules=rules)
    end = press.text(77.3, 115, "12")
    press.text(end, 115, "Stem")
    assert abs(end - 90) < 1
    assert read_table(press.done()).rows == [["12", "Stem", "right"]]


def test_a_line_on_the_last_rule_belongs_to_the_row_above(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    end = press.table(ROWS)
    press.text(94, end + 4, "and its tail")
    reading = read_table(press.done())
    assert reading.rows[2] == ["2.", "Third line and its tail", "right"]
    assert set(reasons(reading)) == {"text_outside_cell"}


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("how", ["rotate entry", "sideways content"])
def test_turned_pages_are_read_as_held_upright(tmp_path: Path, turn: int, how: str) -> None:
    press = Press(tmp_path / "t.pdf")
    if how == "rotate entry":
        press.canvas.setPageRotation(turn)
    else:
        press.canvas.translate(297, 421)
        press.canvas.rotate(turn)
        press.canvas.translate(-297, -421)
    press.table(ROWS, widths=(40, 200, 60), left=150, top=400)
    reading = read_table(press.done())
    assert reading.rows == ROWS
    assert reading.flags == []


def _white_text(press: Press) -> None:
    press.canvas.setFillColor(white)
    press.text(95, 115, "secret")


def _invisible_text(press: Press) -> None:
    text = press.canvas.beginText(95, HEIGHT - 115)
    text.setFont("Helvetica", 10)
    text.setTextRenderMode(3)
    text.textOut("secret")
    press.canvas.drawText(text)


def _covered_text(press: Press) -> None:
    press.text(200, 115, "secret")
    press.canvas.setFillColor(white)
    press.canvas.rect(195, HEIGHT - 120, 100, 16, stroke=0, fill=1)


def _ground_coloured_text(press: Press) -> None:
    press.canvas.setFillColor(Color(0.2, 0.3, 0.6))
    press.canvas.rect(195, HEIGHT - 120, 100, 16, stroke=0, fill=1)
    press.text(200, 115, "secret")


def _clipped_text(press: Press) -> None:
    path = press.canvas.beginPath()
    path.rect(0, 0, 10, 10)
    press.canvas.clipPath(path, stroke=0)
    press.text(200, 115, "secret")


def _text_off_the_page(press: Press) -> None:
    press.text(700, 115, "secret")


@pytest.mark.parametrize(
    ("hide", "reason"),
    [
        (_white_text, "hidden_text"),
        (_invisible_text, "hidden_text"),
        (_covered_text, "hidden_text"),
        (_ground_coloured_text, "hidden_text"),
        (_clipped_text, "clipped_text"),
        (_text_off_the_page, "clipped_text"),
    ],
    ids=lambda v: v.__name__.strip("_") if callable(v) else v,
)
def test_what_nobody_sees_is_dropped_and_told(tmp_path: Path, hide: Callable[[Press], None], reason: str) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table(ROWS)
    hide(press)
    reading = read_table(press.done())
    assert reading.rows == ROWS
    assert reasons(reading) == [reason]


def test_white_text_on_a_dark_header_is_seen(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.canvas.setFillColor(Color(0.1, 0.1, 0.4))
    press.canvas.rect(50, HEIGHT - 122, 440, 22, stroke=0, fill=1)
    press.canvas.setFillColor(white)
    press.text(54, 115, "No.")
    press.text(94, 115, "Question")
    press.canvas.setFillColor(black)
    press.table([["", "", ""], *ROWS])
    reading = read_table(press.done())
    assert reading.rows[0] == ["No.", "Question", ""]
    assert reading.flags == []


def test_a_translucent_highlight_hides_nothing(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table(ROWS)
    press.canvas.setFillColor(Color(1, 1, 0, alpha=0.4))
    press.canvas.rect(92, HEIGHT - 120, 200, 16, stroke=0, fill=1)
    reading = read_table(press.done())
    assert (reading.rows, reading.flags) == (ROWS, [])


def test_superscripts_are_marked(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["1.", "art. 8^3^ ust. 1^1^ i art. 183^15^, nie 4541", "right"]])
    assert read_table(press.done()).rows == [["1.", "art. 8^3 ust. 1^1 i art. 183^15, nie 4541", "right"]]


def test_text_drawn_twice_is_read_once(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["11.", "committee of 3355 mm", "right"]])
    press.text(54.4, 115, "11.")
    press.text(94.4, 115, "committee of 3355 mm")
    reading = read_table(press.done())
    assert reading.rows == [["11.", "committee of 3355 mm", "right"]]
    assert reasons(reading) == ["doubled_text"]


def test_mixed_scripts_are_told_with_their_cell(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.table([["1.", "Договор", "right"], ["2.", "Дoгoвор", "right"]])
    reading = read_table(press.done())
    assert [(f.reason, f.row, f.col, f.text) for f in reading.flags] == [("mixed_script_word", 1, 1, "Дoгoвор")]


def test_pages_are_chosen_and_rows_stand_in_order(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    for number in (1, 2, 3):
        if number > 1:
            press.next_page()
        press.table([[f"{number}.", "Stem", "right"]])
    pdf = press.done()
    assert [r[0] for r in read_table(pdf).rows] == ["1.", "2.", "3."]
    assert [r[0] for r in read_table(pdf, 2, 3).rows] == ["2.", "3."]
    with pytest.raises(DocumentError, match="its pages are 1-3"):
        read_table(pdf, 3, 9)


def test_an_owner_password_is_told_and_a_user_password_wanted(tmp_path: Path) -> None:
    locked = Press(tmp_path / "o.pdf", encrypt=StandardEncryption("", "owner", canCopy=0))
    locked.table(ROWS)
    assert reasons(read_table(locked.done())) == ["extraction_forbidden"]
    secret = Press(tmp_path / "u.pdf", encrypt=StandardEncryption("user", "owner"))
    secret.table(ROWS)
    pdf = secret.done()
    with pytest.raises(DocumentError, match="is encrypted. Give the password"):
        read_table(pdf)
    with pytest.raises(DocumentError, match="password is wrong"):
        read_table(pdf, password="guess")
    assert read_table(pdf, password="user").rows == ROWS


def test_no_table_is_an_error(tmp_path: Path) -> None:
    press = Press(tmp_path / "t.pdf")
    press.text(50, 100, "Only prose")
    press.rule(50, 102, 200, 102)
    with pytest.raises(DocumentError, match="no ruled table on page 1"):
        read_table(press.done())


def _bare(rows: list[list[str | None]]) -> list[list[str]]:
    return [[re.sub(r"[\s\u00ad]+", "", cell or "") for cell in row] for row in rows]


def test_one_page_traps_are_right_or_told() -> None:
    folder = cases("table-traps")
    right, silent = [], []
    for name, rows in json.loads((folder / "expected_rows.json").read_text("utf-8")).items():
        try:
            reading = read_table(folder / f"{name}.pdf")
        except DocumentError:
            continue
        if rows is not None and _bare(reading.rows) == _bare(rows):
            right.append(name)
        elif not reading.flags:
            silent.append(name)
    assert silent == []
    assert len(right) >= 22
