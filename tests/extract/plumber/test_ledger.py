"""The account of a page: direction, readability, scripts, words in no cell."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from extract.plumber.scripts import letters_by_script
from records.model import PageAccount
from tests.extract.plumber.press import HEIGHT, WIDTH, Press, layout

ITEM = ["1. Which?", "A) one", "B) two", "C) three", "D) four"]


def account(path: Path, shape: str = "numbered-list") -> PageAccount:
    return read("x", layout(shape), path).pages[0]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_direction_of_the_text_is_told(tmp_path: Path, turn: int) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.canvas.translate(*{0: (0, 0), 90: (WIDTH - HEIGHT, HEIGHT), 180: (WIDTH, HEIGHT), 270: (HEIGHT, 0)}[turn])
    press.canvas.rotate(-turn)
    press.lines(60, 200, ITEM)
    assert account(press.done()).direction == turn


def test_readability_is_the_share_of_known_glyphs(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 100, ITEM)
    assert account(press.done()).readability == 1.0
    press = Press(tmp_path / "odd.pdf")
    press.lines(60, 100, [*ITEM, "\uef00" * 10])
    glyphs = sum(len("".join(line.split())) for line in ITEM)
    assert account(press.done()).readability == round(glyphs / (glyphs + 10), 4)


def test_a_page_without_text_has_no_readability(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 100, ITEM)
    press.next_page()
    press.rule(50, 50, 100, 50)
    found = read("x", layout("numbered-list"), press.done()).pages[1]
    assert (found.readability, found.scripts) == (None, {})


def test_scripts_count_the_letters_of_all_words(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 100, [*ITEM, "Суд, 12 §", "δίκη"])
    latin = sum(c.isalpha() for line in ITEM for c in line)
    assert account(press.done()).scripts == {"latin": latin, "greek": 4, "cyrillic": 3}


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("憲法 Ａ", {"han": 2, "latin": 1}),
        ("ﬁ ß", {"latin": 2}),
        ("かナ", {"kana": 2}),
        ("\ue18c 1", {}),
        ("nº 1ª", {"latin": 3}),
        ("(cid:50)(cid:7)", {}),
        ("µ", {"other": 1}),
    ],
)
def test_letters_by_script(text: str, scripts: dict[str, int]) -> None:
    assert letters_by_script([text]) == scripts


def test_words_in_no_cell_are_counted_on_pages_of_tables(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 60, ["Two words"])
    rows = [["No.", "Answer", "Statement", "Area"], ["1", "True", "A.", "Law"], ["2", "False", "B.", "Law"]]
    press.table(rows, widths=(40, 60, 200, 100))
    assert account(press.done(), "true-false-table").words_outside == 2
    press = Press(tmp_path / "list.pdf")
    press.lines(60, 100, ITEM)
    assert account(press.done()).words_outside == 0
