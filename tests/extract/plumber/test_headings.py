"""Headings of booklets that stand side by side on one line, each over a block of its own."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from tests.extract.plumber.press import Press
from tests.extract.plumber.test_keysheets import GRID, keys, paper, sheet_layout, spread


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "without rules"])
@pytest.mark.parametrize("shift", [0.0, 150.0], ids=["headings at the left", "headings in the middle"])
@pytest.mark.parametrize(("booklet", "expected"), [("1", "ABCABCAB"), ("2", "CABCABCA")])
def test_a_short_heading_governs_the_whole_block_under_it(
    tmp_path: Path, booklet: str, expected: str, shift: float, ruled: bool
) -> None:
    press = Press(tmp_path / "key.pdf")
    numbers = [str(n) for n in range(1, 9)]
    for x, name, letters in ((40.0, "1", "ABCABCAB"), (310.0, "2", "CABCABCA")):
        press.text(x + shift, 80, f"Booklet {name}", 7.0)
        if ruled:
            press.table([numbers, list(letters)], widths=[30.0] * 8, left=x, top=95)
        else:
            spread(press, x, 100, numbers, step=30.0)
            spread(press, x, 120, list(letters), step=30.0)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 8), press.done(), booklet=booklet)
    assert keys(found) == [[letter] for letter in expected]
    assert found.orphan_keys == [] and sum(p.glyphs.unassigned for p in found.pages) == 0
