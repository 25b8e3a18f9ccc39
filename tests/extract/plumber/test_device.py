"""What leaves no trace on paper is not read: text and rules without opacity, layers that are off."""

from collections.abc import Callable
from pathlib import Path

import pytest

from extract.plumber.table import read_table
from records.flags import Reason
from tests.extract.plumber.press import HEIGHT, Press

ROWS = [["1", "One", "yes"], ["2", "Two", "no"], ["3", "Three", "no"]]


def clear_text(press: Press) -> None:
    press.canvas.setFillAlpha(0)
    press.text(200, 115, "ghost")


def clear_rule(press: Press) -> None:
    press.canvas.setStrokeAlpha(0)
    press.rule(50, 111, 490, 111)


def clear_both(press: Press) -> None:
    clear_text(press)
    clear_rule(press)


@pytest.mark.parametrize(
    ("ghost", "flags"),
    [
        pytest.param(clear_text, [Reason.HIDDEN_TEXT], id="text"),
        pytest.param(clear_rule, [], id="rule"),
        pytest.param(clear_both, [Reason.HIDDEN_TEXT], id="text and rule"),
    ],
)
def test_what_has_no_opacity_is_not_read(tmp_path: Path, ghost: Callable[[Press], None], flags: list[Reason]) -> None:
    press = Press(tmp_path / "table.pdf")
    press.table(ROWS)
    press.canvas.saveState()
    ghost(press)
    press.canvas.restoreState()
    press.text(60, 300, "seen again")
    found = read_table(press.done())
    assert found.rows == ROWS
    assert [f.reason for f in found.flags] == flags


def test_opacity_ends_with_the_saved_state_and_faint_text_stays(tmp_path: Path) -> None:
    press = Press(tmp_path / "table.pdf")
    press.canvas.saveState()
    press.canvas.setFillAlpha(0)
    press.canvas.restoreState()
    press.canvas.setFillAlpha(0.4)
    press.table(ROWS)
    found = read_table(press.done())
    assert found.rows == ROWS and found.flags == []


@pytest.mark.parametrize("shown", [pytest.param(True, id="on"), pytest.param(False, id="off")])
def test_a_layer_that_is_off_is_not_read(tmp_path: Path, shown: bool) -> None:
    import pymupdf

    press = Press(tmp_path / "table.pdf")
    press.table(ROWS)
    document = pymupdf.open(press.done())
    layer = document.add_ocg("draft", on=shown)
    document[0].insert_text((200, 115), "ghost", oc=layer)
    document[0].draw_line((50, 111), (490, 111), oc=layer)
    document.save(tmp_path / "layered.pdf")
    found = read_table(tmp_path / "layered.pdf")
    assert (found.rows == ROWS) != shown
    assert [f.reason for f in found.flags if f.reason == Reason.HIDDEN_TEXT] == ([] if shown else [Reason.HIDDEN_TEXT])


def test_the_old_operator_for_filling_draws_rules_too(tmp_path: Path) -> None:
    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        boxes = [(xs[0], HEIGHT - y, xs[-1] - xs[0], 0.5) for y in ys]
        boxes += [(x, HEIGHT - ys[-1], 0.5, ys[-1] - ys[0]) for x in xs]
        press.canvas._code += [f"{x} {y} {width} {height} re F" for x, y, width, height in boxes]

    press = Press(tmp_path / "table.pdf")
    press.table(ROWS, rules=rules)
    found = read_table(press.done())
    assert found.rows == ROWS and found.flags == []


def test_a_form_is_painted_in_the_colour_of_its_page(tmp_path: Path) -> None:
    press = Press(tmp_path / "table.pdf")
    press.canvas.beginForm("ghost")
    press.text(200, 115, "ghost")
    press.canvas.endForm()
    press.table(ROWS)
    press.canvas.setFillColorRGB(1, 1, 1)
    press.canvas.doForm("ghost")
    found = read_table(press.done())
    assert found.rows == ROWS
    assert [f.reason for f in found.flags] == [Reason.HIDDEN_TEXT]
