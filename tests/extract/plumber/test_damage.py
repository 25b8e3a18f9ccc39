"""Content, forms and fonts of which data are lost, lost objects and wrong page counts are told, by page."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from extract.plumber.items import Finisher
from extract.plumber.lines import Line
from extract.plumber.page import sheets
from extract.plumber.source import opened
from records.errors import DocumentError
from records.flags import Reason
from tests.extract.plumber.press import Press
from verify.witness import BLOCKING

Damage = Callable[[pymupdf.Document], None]
PLAIN = b"BT /F1 12 Tf 60 700 Td (seen) Tj ET"


def text(path: Path) -> list[str]:
    with opened(path) as source:
        return ["".join("".join(s.texts) for s in sheet.strands) for sheet in sheets(source)]


def flags(path: Path) -> list[list[str]]:
    with opened(path) as source:
        return [source.flags, *(sheet.flags for sheet in sheets(source))]


def printed(path: Path) -> Path:
    """Three pages: text, text within a form, text."""
    press = Press(path, pageCompression=1)
    for number in range(3):
        if number:
            press.next_page()
        if number == 1:
            press.canvas.beginForm("inner")
            press.text(60, 200, "Within a form")
            press.canvas.endForm()
            press.canvas.doForm("inner")
        press.text(60, 100, f"Page {number + 1}")
        press.rule(60, 300, 200, 300)
    return press.done()


def changed(folder: Path, damage: Damage) -> Path:
    with pymupdf.open(printed(folder / "whole.pdf")) as document:
        damage(document)
        document.save(folder / "damaged.pdf", garbage=0)
    return folder / "damaged.pdf"


def content(document: pymupdf.Document) -> int:
    """The content stream of the second page."""
    return int(document[1].get_contents()[0])


def stream_of(document: pymupdf.Document, key: str, value: str) -> int:
    """The first stream object of which a key has a value."""
    return next(n for n in range(1, document.xref_length()) if document.xref_get_key(n, key)[1] == value)


def put_raw(document: pymupdf.Document, number: int, data: bytes) -> None:
    """Let an object have these bytes as data of a Flate stream."""
    document.update_stream(number, data, compress=0)
    document.xref_set_key(number, "Filter", "/FlateDecode")


def _garbled(document: pymupdf.Document) -> None:
    data = bytearray(zlib.compress(document.xref_stream(content(document))))
    data[len(data) // 2] ^= 0x5A
    put_raw(document, content(document), bytes(data))


def _cut_off(document: pymupdf.Document) -> None:
    put_raw(document, content(document), zlib.compress(document.xref_stream(content(document)))[:-9])


def _wrong_checksum(document: pymupdf.Document) -> None:
    put_raw(document, content(document), zlib.compress(document.xref_stream(content(document)))[:-1] + b"\x00")


def _filter_gone(document: pymupdf.Document) -> None:
    document.update_stream(content(document), zlib.compress(document.xref_stream(content(document))), compress=0)
    document.xref_set_key(content(document), "Filter", "null")


def _unknown_operator(document: pymupdf.Document) -> None:
    document.update_stream(content(document), document.xref_stream(content(document)).replace(b" Tj", b" Tk"))


def _operand_gone(document: pymupdf.Document) -> None:
    document.update_stream(content(document), re.sub(rb"\(.*?\) Tj", b"Tj", document.xref_stream(content(document))))


def _unfinished(document: pymupdf.Document) -> None:
    document.update_stream(content(document), document.xref_stream(content(document)) + b"\n(never ended Tj")


def _no_stream(document: pymupdf.Document) -> None:
    document.update_object(content(document), "<</Length 3>>")


def _not_there(document: pymupdf.Document) -> None:
    document.xref_set_key(document.page_xref(1), "Contents", "9999 0 R")


def _garbled_form(document: pymupdf.Document) -> None:
    form = stream_of(document, "Subtype", "/Form")
    put_raw(document, form, zlib.compress(document.xref_stream(form))[:-9])


def _form_gone(document: pymupdf.Document) -> None:
    document.xref_set_key(document.page_xref(1), "Resources/XObject", "<<>>")


def _form_no_form(document: pymupdf.Document) -> None:
    document.xref_set_key(stream_of(document, "Subtype", "/Form"), "Subtype", "null")


def _font_file(document: pymupdf.Document) -> None:
    reference = next(n for n in range(1, document.xref_length()) if document.xref_get_key(n, "FontFile2")[0] == "xref")
    file = int(document.xref_get_key(reference, "FontFile2")[1].split()[0])
    put_raw(document, file, zlib.compress(document.xref_stream(file))[:-9])


def _code_map(document: pymupdf.Document) -> None:
    reference = next(n for n in range(1, document.xref_length()) if document.xref_get_key(n, "ToUnicode")[0] == "xref")
    codes = int(document.xref_get_key(reference, "ToUnicode")[1].split()[0])
    put_raw(document, codes, zlib.compress(document.xref_stream(codes))[:-9])


@pytest.mark.parametrize(
    ("damage", "part"),
    [
        pytest.param(_garbled, "content", id="garbled data"),
        pytest.param(_cut_off, "content", id="data cut off"),
        pytest.param(_wrong_checksum, "content", id="wrong checksum"),
        pytest.param(_filter_gone, "content", id="filter gone"),
        pytest.param(_unknown_operator, "content", id="unknown operator"),
        pytest.param(_operand_gone, "content", id="operand gone"),
        pytest.param(_unfinished, "content", id="unfinished operation"),
        pytest.param(_no_stream, "content", id="no stream"),
        pytest.param(_not_there, "content", id="content not there"),
        pytest.param(_garbled_form, "form", id="form cut off"),
        pytest.param(_form_gone, "form", id="form not there"),
        pytest.param(_form_no_form, "form", id="form of no kind"),
    ],
)
def test_the_page_is_told(tmp_path: Path, damage: Damage, part: str) -> None:
    assert flags(printed(tmp_path / "whole.pdf")) == [[], [], [], []]
    file, first, second, third = flags(changed(tmp_path, damage))
    assert (file, first, third) == ([], [], [])
    assert f"damaged_stream:{part}" in second
    assert Reason.DAMAGED_STREAM in BLOCKING


@pytest.mark.parametrize("damage", [_font_file, _code_map])
def test_every_page_in_a_damaged_font_is_told(tmp_path: Path, damage: Damage) -> None:
    assert [found[:1] == ["damaged_stream:font"] for found in flags(changed(tmp_path, damage))[1:]] == [True] * 3


def test_unknown_operators_are_allowed_where_the_page_says_so(tmp_path: Path) -> None:
    def extend(document: pymupdf.Document) -> None:
        data = document.xref_stream(content(document))
        document.update_stream(content(document), b"BX 1 2 newop EX " + data + b" % (a comment")

    assert flags(changed(tmp_path, extend)) == [[], [], [], []]


@pytest.mark.parametrize("gone", ["content", "all of it"])
def test_a_page_without_content_is_told(tmp_path: Path, gone: str) -> None:
    def empty(document: pymupdf.Document) -> None:
        if gone == "content":
            document.xref_set_key(document.page_xref(1), "Contents", "null")
        else:
            document.update_stream(content(document), b" \n")

    assert flags(changed(tmp_path, empty)) == [[], [], ["blank_page"], []]
    assert Reason.BLANK_PAGE not in BLOCKING


def raw_file(path: Path, objects: list[bytes]) -> Path:
    """A file of these objects, numbered from 1; the first is the catalog."""
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    listed = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    path.write_bytes(data + head + listed + tail)
    return path


def small(path: Path, length: int | None = None, count: str = "1", data: bytes = PLAIN, encoding: bytes = b"") -> Path:
    """A page of one plain content stream, the last of the file."""
    stream = b"<</Length %d>>stream\n%s\nendstream" % (len(data) if length is None else length, data)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return raw_file(path, [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count %s>>" % count.encode(), page, font, stream,
    ])  # fmt: skip


@pytest.mark.parametrize("length", [len(PLAIN) + 20, len(PLAIN) + 500])
def test_a_stream_declared_too_long_is_read_to_its_end_mark(tmp_path: Path, length: int) -> None:
    path = small(tmp_path / "long.pdf", length)
    assert text(path) == ["seen"]


def test_a_plain_stream_declared_too_short_is_told(tmp_path: Path) -> None:
    path = small(tmp_path / "short.pdf", 0)
    assert flags(path) == [[], ["damaged_stream:content", "blank_page"]]


def test_a_whole_plain_stream_is_not_told(tmp_path: Path) -> None:
    path = small(tmp_path / "plain.pdf")
    assert (text(path), flags(path)) == (["seen"], [[], []])


def test_a_listed_object_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = small(tmp_path / "lost.pdf")
    path.write_bytes(path.read_bytes().replace(b"4 0 obj", b"4 0 obx"))
    assert "damaged_stream:font" in flags(path)[1]


@pytest.mark.parametrize("count", ["8", "1000000", "0", "-3", "(x)", "null"])
def test_the_page_tree_must_have_the_pages_it_declares(tmp_path: Path, count: str) -> None:
    with (
        pytest.raises(DocumentError, match="1 of .* pages are left") as caught,
        opened(small(tmp_path / "p.pdf", count=count)),
    ):
        pass
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("pages", ["7", "(x)", "null", "[]", "4 0 R"])
def test_a_page_tree_that_is_none_is_one_line(tmp_path: Path, pages: str) -> None:
    path = small(tmp_path / "p.pdf")
    path.write_bytes(path.read_bytes().replace(b"/Pages 2 0 R", b"/Pages " + pages.encode().ljust(5)))
    with pytest.raises(DocumentError) as caught, opened(path):
        pass
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("far", ["1e9", "1e30", "3" + "0" * 38])
def test_an_area_without_end_takes_no_memory(tmp_path: Path, far: str) -> None:
    number = f"{float(far):.0f}".encode()
    path = small(tmp_path / "far.pdf", data=b"1 g -%s -%s %s %s re f 0 g " % (number, number, number, number) + PLAIN)
    assert text(path) == ["seen"]


@pytest.mark.parametrize("size", ["0", "0.0001"])
def test_text_without_height_is_hidden(tmp_path: Path, size: str) -> None:
    speck = PLAIN.replace(b"seen", b"unseen").replace(b"12", size.encode())
    path = small(tmp_path / "speck.pdf", data=speck + b" " + PLAIN)
    assert (text(path), flags(path)[1]) == (["seen"], ["hidden_text"])


@pytest.mark.parametrize("word", ["t(cid:119)o", "t\ue0a1o", "t\ufffdo"])
def test_a_word_that_cannot_be_decoded_is_flagged_in_its_field(word: str) -> None:
    found: list[str] = []
    text = Finisher("x", lambda _: True, {}, None).text([Line(1, f"one {word} three", ())], found)
    assert (text, found) == (f"one {word} three", [f"unreadable_text_layer:{word}"])
