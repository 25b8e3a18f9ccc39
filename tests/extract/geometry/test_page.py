"""Pages however they are turned: the frame follows the text, places follow what a reader sees."""

from pathlib import Path

import pymupdf
import pytest

from extract.geometry.page import read_page
from extract.geometry.reader import read
from extract.geometry.source import opened
from extract.geometry.table import read_table
from extract.layouts import locate
from records.layout import Layout, read_layout
from tests.extract.geometry.drawing import R, canvas, put, table

DATA = Path(__file__).resolve().parents[2] / "data" / "known"
BANK = DATA / "missing_top_rule.pdf"


def turned(path: Path, rotate: int, content: int = 0) -> Path:
    """The sample with its content turned and then displayed turned (degrees clockwise)."""
    with pymupdf.open(BANK) as source, pymupdf.open() as result:
        size = source[0].rect if content % 180 == 0 else pymupdf.Rect(0, 0, source[0].rect.height, source[0].rect.width)
        page = result.new_page(width=size.width, height=size.height)
        page.show_pdf_page(page.rect, source, 0, rotate=-content)
        page.set_rotation(rotate)
        result.save(path)
    return path


@pytest.mark.parametrize("content", [0, 90, 180, 270])
@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_rows_follow_the_text(rotate: int, content: int, tmp_path: Path) -> None:
    path = turned(tmp_path / "t.pdf", rotate, content)
    reading = read_table(path)
    upright = read_table(BANK)
    assert reading.rows == upright.rows
    assert [f.reason for f in reading.flags] == [f.reason for f in upright.flags]
    direction = (rotate + content) % 360
    with opened(path) as document:
        assert read_page(document, 0).direction == direction


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_places_are_where_a_reader_sees_them(rotate: int, tmp_path: Path) -> None:
    path = turned(tmp_path / "t.pdf", rotate)
    item = read("x", read_layout(locate("option-columns")), path).items[1]
    place = next(p for p in item.provenance if p.field == "stem").places[0]
    with pymupdf.open(path) as document:
        page = document[0]
        (hit,) = page.search_for("May a company own itself?")
        seen = hit * page.rotation_matrix
    assert all(abs(a - b) < 3 for a, b in zip(place.box, (seen.x0, seen.y0, seen.x1, seen.y1), strict=True))


def test_a_cropped_page_counts_from_its_visible_corner(tmp_path: Path) -> None:
    with pymupdf.open(BANK) as document:
        whole = read_place(BANK)
        document[0].set_cropbox(pymupdf.Rect(20, 30, 590, 830))
        document.save(tmp_path / "c.pdf")
    cropped = read_place(tmp_path / "c.pdf")
    assert [round(a - b) for a, b in zip(whole, cropped, strict=True)] == [20, 30, 20, 30]


def read_place(path: Path) -> tuple[float, float, float, float]:
    item = read("x", read_layout(locate("option-columns")), path).items[0]
    return next(p for p in item.provenance if p.field == "stem").places[0].box


def test_every_glyph_is_counted_once(tmp_path: Path) -> None:
    page = canvas(tmp_path / "g.pdf")
    put(page, 50, 100, "art. 454^1^ k.c.")
    put(page, 50, 120, "twice")
    put(page, 50.3, 120, "twice")
    page.setFillGray(1)
    put(page, 50, 140, "white")
    page.save()
    with opened(tmp_path / "g.pdf") as document:
        read_of = read_page(document, 0)
    assert [w.text for w in read_of.words] == ["art.", "454^1", "k.c.", "twice"]
    assert (sum(w.glyphs for w in read_of.words), read_of.found) == (17, 27)
    assert [f.partition(":")[0] for f in read_of.flags] == ["hidden_text", "doubled_text"]


def test_real_doubles_survive(tmp_path: Path) -> None:
    page = canvas(tmp_path / "g.pdf")
    put(page, 50, 100, "11 mm tt 3355 ll 11")
    page.save()
    with opened(tmp_path / "g.pdf") as document:
        assert [w.text for w in read_page(document, 0).words] == ["11", "mm", "tt", "3355", "ll", "11"]


def test_text_across_the_page_gets_into_no_field(tmp_path: Path) -> None:
    page = canvas(tmp_path / "w.pdf")
    for number in (1, 2):
        for i, text in enumerate((f"{number}. Who pays?", "A) buyer", "B) seller", "C) both", "D) none")):
            put(page, 60, 300 + 16 * i, text)
        page.saveState()
        page.translate(80, 420)
        page.rotate(45)
        put(page, 0, 842, "DRAFT COPY", 40)
        page.restoreState()
        page.showPage()
    page.save()
    extraction = read("x", read_layout(locate("numbered-list")), tmp_path / "w.pdf")
    assert [[o.text for o in i.options] for i in extraction.items] == [["buyer", "seller", "both", "none"]] * 2
    assert [s.text for p in extraction.pages for s in p.furniture] == ["DRAFT COPY", "DRAFT COPY"]
    assert sum(p.glyphs.unassigned for p in extraction.pages) == 0


def test_a_column_head_that_runs_upwards_belongs_to_its_cell(tmp_path: Path) -> None:
    page = canvas(tmp_path / "v.pdf")
    table(page, 60, [R(("No.\n\n\n\n", "Question", "")), R(("1", "Who?", "A"))])
    page.saveState()
    page.translate(450, 842 - 132)
    page.rotate(90)
    put(page, 0, 842, "Answer")
    page.restoreState()
    page.save()
    reading = read_table(tmp_path / "v.pdf")
    assert reading.rows == [["No.", "Question", "Answer"], ["1", "Who?", "A"]] and reading.flags == []


def test_a_page_says_how_readable_it_is_and_in_which_scripts(tmp_path: Path) -> None:
    rows = [R(("No.", "Question", "Key")), R(("1", "Питання про закон", "A"))]
    page_of = canvas(tmp_path / "b.pdf")
    table(page_of, 100, rows)
    put(page_of, 60, 300, "not here")
    page_of.showPage()
    page_of.save()
    columns = [{"role": r, "header": [h]} for r, h in (("number", "No."), ("text", "Question"), ("key", "Key"))]
    data = read_layout(locate("option-columns")).model_dump()
    data["paper"].update(columns=columns, options={"place": "none"}, furniture=[])
    data["invariants"]["options_per_item"] = 0
    (page,) = read("x", Layout.model_validate({**data, "key": None}), tmp_path / "b.pdf").pages
    assert (page.readability, page.direction) == (1.0, 0)
    assert page.scripts == {"cyrillic": 15, "latin": 21} and page.words_outside == 2
