"""Damaged streams and page trees: what is lost is told, and what costs no text is not."""

import zlib
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from extract.geometry.reader import read
from extract.geometry.table import read_table
from extract.layouts import locate
from records.errors import DocumentError
from records.layout import read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import R, bank

EDGES = (50.0, 90.0, 250.0, 330.0, 410.0, 490.0, 540.0)
HEAD = R(("No.", "Question", "A", "B", "C", "Key"))


def two_pages(path: Path) -> Path:
    rows = [R((str(n), f"What is the rule {n}?", "one", "two", "three", "A")) for n in range(1, 13)]
    return bank(path, [[HEAD, *rows[:6]], [HEAD, *rows[6:]]], EDGES)


def extracted(path: Path) -> Extraction:
    return read("x", read_layout(locate("option-columns")), path)


def flags(extraction: Extraction) -> dict[int, list[str]]:
    """Reasons of each page that has some."""
    return {page.page: [text.partition(":")[0] for text in page.flags] for page in extraction.pages if page.flags}


def content_of(path: Path, number: int) -> bytes:
    with pymupdf.open(path) as document:
        return bytes(document[number - 1].read_contents())


def with_content(path: Path, number: int, raw: bytes, decoder: str = "null") -> Path:
    """The document with these bytes as the content stream of one page, to be decoded as named."""
    with pymupdf.open(path) as document:
        (stream,) = document[number - 1].get_contents()
        document.update_stream(stream, raw, compress=False)
        document.xref_set_key(stream, "Filter", decoder)
        document.save(path.with_name("damaged.pdf"))
    return path.with_name("damaged.pdf")


def corrupt(data: bytes) -> bytes:
    packed = bytearray(zlib.compress(data))
    packed[len(packed) // 3 : len(packed) // 3 + 8] = b"\xff" * 8
    return bytes(packed)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a byte in the middle": corrupt,
    "cut off": lambda data: zlib.compress(data)[: len(zlib.compress(data)) // 2],
    "the checksum": lambda data: zlib.compress(data)[:-4] + b"\0\0\0\0",
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_content_stream_that_does_not_decode_is_told(name: str, tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    damaged = with_content(path, 2, DAMAGE[name](content_of(path, 2)), "/FlateDecode")
    extraction = extracted(damaged)
    assert "damaged_stream" in flags(extraction)[2] and 1 not in flags(extraction)
    assert extraction.flags == []
    assert "damaged_stream" in {flag.reason for flag in read_table(damaged).flags if flag.page == 2}


def test_content_that_is_no_operators_is_told(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    damaged = with_content(path, 2, zlib.compress(content_of(path, 2)))
    extraction = extracted(damaged)
    assert len(extraction.items) == 6 and flags(extraction) == {2: ["damaged_stream", "blank_page"]}


def test_bytes_of_damaged_content_do_not_get_into_the_flag(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    extraction = extracted(with_content(path, 2, b"87cUR\xffD]", "/ASCII85Decode"))
    assert extraction.pages[1].flags[0] == "damaged_stream:format error: bad data in a85d: '?'"
    assert Extraction.model_validate_json(extraction.model_dump_json()) == extraction


def test_a_whole_stream_is_not_told(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    whole = with_content(path, 2, zlib.compress(content_of(path, 2)), "/FlateDecode")
    extraction = extracted(whole)
    assert len(extraction.items) == 12 and flags(extraction) == {} and extraction.flags == []


def test_a_missing_font_is_told(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    with pymupdf.open(path) as document:
        document.xref_set_key(document[1].xref, "Resources", "<<>>")
        document.save(tmp_path / "c.pdf")
    assert "damaged_stream" in flags(extracted(tmp_path / "c.pdf"))[2]


def test_a_form_that_does_not_decode_is_told(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    with pymupdf.open(path) as source, pymupdf.open() as result:
        for number in range(2):
            result.new_page(width=595, height=842).show_pdf_page(source[number].rect, source, number)
        form = result[1].get_xobjects()[0][0]
        raw = corrupt(result.xref_stream(form))
        result.update_stream(form, raw, compress=False)
        result.xref_set_key(form, "Filter", "/FlateDecode")
        result.save(tmp_path / "c.pdf")
    assert "damaged_stream" in flags(extracted(tmp_path / "c.pdf"))[2]


def test_what_costs_no_text_is_not_told(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    content = b"/NoState gs /NoColours cs " + content_of(path, 2)
    extraction = extracted(with_content(path, 2, content))
    assert len(extraction.items) == 12 and flags(extraction) == {}


def test_a_page_without_content_is_told(tmp_path: Path) -> None:
    with pymupdf.open(two_pages(tmp_path / "b.pdf")) as document:
        document.new_page(1)
        document.save(tmp_path / "c.pdf")
    extraction = extracted(tmp_path / "c.pdf")
    assert len(extraction.items) == 12 and flags(extraction) == {2: ["blank_page"]} and extraction.flags == []


def test_half_of_a_surrogate_pair_is_no_character(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    with pymupdf.open(path) as document:
        fonts = [x for x in range(1, document.xref_length()) if document.xref_get_key(x, "ToUnicode")[0] == "xref"]
        for font in fonts:
            table = int(document.xref_get_key(font, "ToUnicode")[1].split()[0])
            document.update_stream(table, document.xref_stream(table).replace(b"<0068>", b"<D835>"))
        document.save(tmp_path / "c.pdf")
    extraction = extracted(tmp_path / "c.pdf")
    assert extraction.items[0].stem == "W\ufffdat is t\ufffde rule 1?"
    assert extraction.flags == ["unreadable_text_layer:1", "unreadable_text_layer:2"]
    assert Extraction.model_validate_json(extraction.model_dump_json()) == extraction


@pytest.mark.parametrize("declared", [1, 3, 9])
def test_a_wrong_count_of_pages_is_one_line(declared: int, tmp_path: Path) -> None:
    path = two_pages(tmp_path / "b.pdf")
    path.write_bytes(path.read_bytes().replace(b"/Count 2", b"/Count %d" % declared))
    for call in (lambda: extracted(path), lambda: read_table(path)):
        with pytest.raises(DocumentError, match=f"declares {declared} pages, has "):
            call()
