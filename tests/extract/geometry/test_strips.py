"""Pages drawn in strips, as some printer drivers do: the same text several times, each time under another clip."""

from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from extract.geometry.lines import lines_of
from extract.geometry.page import Page, read_page
from extract.geometry.source import opened
from tests.extract.geometry.drawing import FONT, HEIGHT, WIDTH, canvas, put

TEXT = "The advocate answers for the document that he signed"


def strip(page: Canvas, left: float, right: float, *, ground: bool = False) -> None:
    """Draw the text, and under it a white ground, as far as a strip of the page shows them."""
    page.saveState()
    path = page.beginPath()
    path.rect(left, 0, right - left, HEIGHT)
    page.clipPath(path, stroke=0, fill=0)
    if ground:
        page.setFillGray(1)
        page.rect(50, HEIGHT - 120, 400, 40, stroke=0, fill=1)
        page.setFillGray(0)
    put(page, 60, 100, TEXT)
    page.restoreState()


def finished(page: Canvas, path: Path) -> Page:
    page.showPage()
    page.save()
    with opened(path) as document:
        return read_page(document, 0)


def test_strips_together_show_each_glyph_once(tmp_path: Path) -> None:
    path = tmp_path / "strips.pdf"
    page = canvas(path)
    for left, right in ((0, 113), (113, 207), (207, WIDTH)):
        strip(page, left, right)
    read = finished(page, path)
    assert [line.text for line in lines_of(read.words)] == [TEXT]
    assert read.hidden == [] and [text.partition(":")[0] for text in read.flags] == ["doubled_text"]
    assert read.found == 3 * len(TEXT.replace(" ", ""))


def test_the_ground_of_one_strip_does_not_cover_the_text_of_another(tmp_path: Path) -> None:
    path = tmp_path / "ground.pdf"
    page = canvas(path)
    for left, right in ((0, 113), (113, WIDTH)):
        strip(page, left, right, ground=True)
    read = finished(page, path)
    assert [line.text for line in lines_of(read.words)] == [TEXT] and read.hidden == []


def test_what_no_strip_shows_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lost.pdf"
    page = canvas(path)
    strip(page, 0, 113)
    read = finished(page, path)
    assert TEXT.startswith(lines_of(read.words)[0].text) and "clipped_text" in read.flags[0]
    assert sum(w.glyphs for w in [*read.words, *read.hidden]) == len(TEXT.replace(" ", ""))


def test_text_beside_a_larger_number_of_the_next_column_is_not_raised(tmp_path: Path) -> None:
    path = tmp_path / "columns.pdf"
    page = canvas(path)
    for at, text in enumerate(("Anybody may sue who is", "concerned by the act, or", "has a right to be heard")):
        put(page, 60, 100 + 12 * at, text, 9)
    put(page, 190, 103, "03", 12)
    assert [w.text for w in finished(page, path).words if "^" in w.text] == []


def test_a_glyph_of_a_word_that_is_drawn_again_at_its_place_is_doubled(tmp_path: Path) -> None:
    path = tmp_path / "again.pdf"
    page = canvas(path)
    put(page, 60, 100, "variandi")
    put(page, 200, 300, "between")
    put(page, 60 + pdfmetrics.stringWidth("variand", FONT, 10), 100, "i")
    read = finished(page, path)
    assert [w.text for w in read.words] == ["variandi", "between"] and [w.text for w in read.doubled] == ["i"]
