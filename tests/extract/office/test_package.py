"""Files that cannot or must not be read get one clear line each."""

import io
import zipfile
from pathlib import Path

import pytest

from extract.office import package
from extract.office.reader import read
from records.errors import DocumentError, LayoutError
from tests.extract.office.forge import KEY, LIST, layout, plain, read_list, with_part

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600


def ole(stream: str) -> bytes:
    """An OLE container that names a stream."""
    return OLE + stream.encode("utf-16-le")


PAPER = ["1. First?", "A. a", "B. b", "C. c"]


def zipped(**parts: bytes) -> bytes:
    """A zip archive of parts; `__` in a name stands for a slash."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"PK\x03\x04 no archive", "damaged zip archive", id="corrupt zip"),
        pytest.param(ole("EncryptedPackage"), "is protected by a password. Save it", id="password"),
        pytest.param(ole("WordDocument"), "is a Word 97-2003 file (.doc). Save it as .docx", id="doc"),
        pytest.param(ole("Workbook"), "is an Excel 97-2003 file (.xls). Save it as .xlsx", id="xls"),
        pytest.param(OLE, "is an OLE container", id="other OLE"),
        pytest.param(b"%PDF-1.7", "is a PDF", id="pdf"),
        pytest.param(b"{\\rtf1 x}", "is an RTF file", id="rtf"),
        pytest.param(b"<html><table>", "is a web page", id="html"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", "is no docx, xlsx, csv or json", id="picture"),
        pytest.param(zipped(mimetype=b"application/vnd.oasis.opendocument.text"), "is an OpenDocument file", id="odt"),
        pytest.param(zipped(a=b"b"), "is a zip archive, but no office file", id="other zip"),
    ],
)  # fmt: skip
def test_other_files_are_refused_with_what_to_do(tmp_path: Path, data: bytes, error: str) -> None:
    (tmp_path / "paper.docx").write_bytes(data)
    with pytest.raises(DocumentError) as caught:
        read_list(tmp_path / "paper.docx")
    assert error in str(caught.value)
    assert "\n" not in str(caught.value) and str(caught.value).startswith(str(tmp_path / "paper.docx"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="none.docx: cannot be read"):
        read_list(tmp_path / "none.docx")


def test_the_content_counts_not_the_suffix(tmp_path: Path) -> None:
    path = plain(tmp_path / "paper.docx", PAPER)
    assert len(read_list(path.rename(tmp_path / "paper.xlsx")).items) == 1


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.95])
def test_a_cut_file_is_damaged(tmp_path: Path, keep: float) -> None:
    path = plain(tmp_path / "paper.docx", PAPER)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    with pytest.raises(DocumentError, match="damaged"):
        read_list(path)


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_UNPACKED", 1_000_000)
    path = with_part(plain(tmp_path / "p.docx", PAPER), "word/media/x.xml", b"0" * 2_000_000)
    assert path.stat().st_size < 100_000
    with pytest.raises(DocumentError, match="zip bomb"):
        read_list(path)


def test_an_entity_bomb_is_refused_before_it_expands(tmp_path: Path) -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
    path = with_part(plain(tmp_path / "p.docx", PAPER), "word/document.xml", bomb)
    with pytest.raises(DocumentError, match="declares a document type"):
        read_list(path)


def test_macros_are_ignored(tmp_path: Path) -> None:
    path = with_part(plain(tmp_path / "p.docm", PAPER), "word/vbaProject.bin", OLE)
    assert [i.number for i in read_list(path).items] == ["1"]


def test_no_item_says_what_was_sought_and_found(tmp_path: Path) -> None:
    with pytest.raises(LayoutError) as caught:
        read_list(plain(tmp_path / "p.docx", ["Dear candidates,", "good luck."]))
    assert "no item found with layout test: looked for numbered_list items numbered" in str(caught.value)
    assert "found a docx of 2 lines, the first is 'Dear candidates,'" in str(caught.value)


def test_no_key_row_says_what_was_sought_and_found(tmp_path: Path) -> None:
    key = plain(tmp_path / "k.docx", ["Nothing here"])
    with pytest.raises(LayoutError, match="no key row found with layout test"):
        read_list(plain(tmp_path / "p.docx", PAPER), key)


def test_a_kind_that_is_read_in_pdfs_only_is_refused(tmp_path: Path) -> None:
    key = {"kind": "key_list", "entry": r"(?P<n>\d+)\s*(?P<key>[A-C])"}
    path = plain(tmp_path / "p.docx", PAPER)
    with pytest.raises(LayoutError, match="uses key_list, which is read in PDFs only"):
        read("exam", layout(LIST, key), path, path)
    assert read("exam", layout(LIST, KEY), path).items[0].key == []
