"""Pages and words: the recorder against pdfplumber's own objects, gaps, raised figures, places, doubtful fonts."""

from pathlib import Path

import pdfplumber
import pytest

from extract.plumber.content import contents
from extract.plumber.page import Strand
from extract.plumber.reader import read
from extract.plumber.scripts import declared_label, mixed_words, unreadable
from extract.plumber.source import opened
from extract.plumber.words import words_of
from records.errors import DocumentError
from tests.extract.plumber.press import Press, layout
from tests.realdata import ROOT

DATA = ROOT / "tests" / "data" / "known"


def strands(*runs: tuple[str, float, float, float]) -> list[Strand]:
    """Glyphs half as wide as high: text, left edge, baseline, size for each run."""
    return [
        Strand(text, [u + i * size / 2 for i in range(len(text))], [u + (i + 1) * size / 2 for i in range(len(text))],
               v, size, string)
        for string, (text, u, v, size) in enumerate(runs)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        pytest.param([("one two", 0, 50, 10)], ["one", "two"], id="space glyph"),
        pytest.param([("one", 0, 50, 8), ("two", 14.4, 50, 8)], ["one", "two"], id="gap of 2.4 points at 8"),
        pytest.param([("one", 0, 50, 10), ("two", 15.5, 50, 10)], ["onetwo"], id="kerning gap"),
        pytest.param([("454", 0, 50, 10), ("1", 15, 46, 6)], ["454^1"], id="raised figure"),
        pytest.param([("454", 0, 50, 10), ("1", 15, 41, 6)], ["454^1"], id="figure raised by almost a line"),
        pytest.param([("376", 0, 50, 10), ("1-1", 15, 46, 6)], ["376^1-1"], id="raised run with a hyphen"),
        pytest.param([("376", 0, 50, 10), ("1\u20132", 15, 46, 6)], ["376^1\u20132"], id="raised run with a dash"),
        pytest.param([("376", 0, 50, 10), ("1/2", 15, 46, 6)], ["376^1/2"], id="raised run with a slash"),
        pytest.param([("376", 0, 50, 10), ("1,2", 15, 46, 6)], ["376^1,2"], id="raised run with a comma"),
        pytest.param([("376", 0, 50, 10), ("1", 15, 46, 6), ("-1", 19, 46, 6)], ["376^1-1"], id="raised run in parts"),
        pytest.param([("376", 0, 50, 10), ("-", 15, 46, 6)], ["-", "376"], id="a raised dash alone"),
        pytest.param([("454", 0, 50, 10), ("1", 15, 46, 10)], ["454^1"], id="raised in the same size"),
        pytest.param([("454", 0, 50, 10), ("1-2", 15, 46.5, 9)], ["454^1-2"], id="raised in almost the same size"),
        pytest.param([("454", 0, 50, 10), ("1", 15, 48.5, 10)], ["1", "454"], id="hardly raised in the same size"),
        pytest.param([("454", 0, 50, 10), ("1", 18, 46, 10)], ["1", "454"], id="another column, half a line higher"),
        pytest.param([("8", 0, 50, 10), ("15", 5, 46, 6), (" ust", 11, 50, 10)], ["8^15", "ust"], id="two raised"),
        pytest.param([("acts", 0, 50, 10), ("2", 20, 46, 6), (",", 23, 50, 10)], ["acts^2,"], id="comma after it"),
        pytest.param([("2", 0, 46, 6), ("See", 5, 50, 10)], ["^2", "See"], id="footnote number at a line's start"),
        pytest.param([("H", 0, 50, 10), ("2", 5, 52, 6), ("O", 8, 50, 10)], ["H2O"], id="lowered figure"),
        pytest.param([("small", 0, 50, 6), ("LARGE", 40, 50, 10)], ["small", "LARGE"], id="sizes on one baseline"),
        pytest.param([("over", 0, 50, 10), ("lapping", 8, 50, 10)], ["over", "lapping"], id="overlapping strings"),
    ],
)
def test_words(runs: list[tuple[str, float, float, float]], expected: list[str]) -> None:
    assert [w.text for w in words_of(strands(*runs))] == expected
    single = [Strand([t], [u0], [u1], s.v, s.size, s.string)
              for s in strands(*runs) for t, u0, u1 in zip(s.texts, s.starts, s.ends, strict=True)]  # fmt: skip
    assert [w.text for w in words_of(single)] == expected


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_places_are_on_the_page_as_displayed(tmp_path: Path, turn: int) -> None:
    press = Press(tmp_path / "p.pdf")
    press.canvas.translate(297, 421)
    press.canvas.rotate(turn)
    press.canvas.translate(-297, -421)
    press.text(250, 400, "1. Stem?")
    press.lines(250, 414, ["A) a", "B) b", "C) c", "D) d"])
    found = read("x", layout("numbered-list"), press.done())
    with pdfplumber.open(press.path) as pdf:
        first = [c for c in pdf.pages[0].chars if not c["text"].isspace()][2:7]
    stem = next(p for p in found.items[0].provenance if p.field == "stem")
    x0, y0, x1, y1 = stem.places[0].box
    assert stem.raw == "Stem?"
    for char in first:
        assert x0 - 3 <= char["x0"] and char["x1"] <= x1 + 3
        assert y0 - 3 <= char["top"] and char["bottom"] <= y1 + 3
    assert found.pages[0].direction == -turn % 360
    assert (found.pages[0].width, found.pages[0].height) == (595.0, 842.0)


def test_text_across_the_reading_direction_is_unassigned_and_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "p.pdf")
    press.lines(60, 100, ["1. Stem?", "A) a", "B) b", "C) c", "D) d"])
    press.canvas.rotate(90)
    press.canvas.drawString(300, -30, "Form 12")
    page = read("x", layout("numbered-list"), press.done()).pages[0]
    assert page.flags == ["turned_text"]
    assert [s.text for s in page.unassigned] == ["Form 12"]
    assert page.glyphs.unassigned == 6


def test_fonts_without_a_mapping_are_no_reading() -> None:
    with opened(DATA / "cyrillic_no_tounicode.pdf") as source:
        assert [c.sheet.flags for c in contents(source)] == [["unreadable_text_layer"]]
    with pytest.raises(DocumentError, match="page 1: the text layer cannot be decoded"):
        read("x", layout("numbered-list"), DATA / "cyrillic_no_tounicode.pdf")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Дoговір", ["Дoговір"]),
        ("SMS-повідомлення у форматі PDF", []),
        ("звичайні слова and words", []),
        ("Ωmega and ωμέγα", ["Ωmega"]),
        ("ІV раз, ІV два", ["ІV"]),
    ],
)
def test_mixed_scripts(text: str, expected: list[str]) -> None:
    assert mixed_words(text) == expected


@pytest.mark.parametrize(
    ("text", "bad"), [("(cid:7)", True), ("\ufffd", True), ("\ue001", True), ("\x03", True), ("ї", False)]
)
def test_undecodable_glyphs(text: str, bad: bool) -> None:
    assert unreadable(text) is bad


@pytest.mark.parametrize(("printed", "declared"), [("В", "В"), ("B", "В"), ("３", "3"), ("Z", "Z")])
def test_labels_are_known_by_their_look(printed: str, declared: str) -> None:
    assert declared_label(printed, ["А", "Б", "В", "1", "2", "3"]) == declared
