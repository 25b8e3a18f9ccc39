"""Bad files: one line each that says what, where and what to do; never another exception, never an empty exam."""

from pathlib import Path

import pytest
from PIL import Image

from extract.plumber.reader import read
from extract.plumber.table import read_table
from records.errors import DocumentError, LexproofError
from tests.extract.plumber.press import Press, layout

ROWS = [["1.", "Stem", "right"], ["2.", "Other", "wrong"]]


def printed(path: Path, pages: int = 1) -> Path:
    press = Press(path)
    for number in range(pages):
        if number:
            press.next_page()
        press.lines(60, 100, [f"{number + 1}. Stem?", "A) a", "B) b", "C) c", "D) d"])
        press.table(ROWS, top=300)
    return press.done()


def _missing(folder: Path) -> Path:
    return folder / "nowhere.pdf"


def _folder(folder: Path) -> Path:
    return folder


def _empty(folder: Path) -> Path:
    (folder / "empty.pdf").write_bytes(b"")
    return folder / "empty.pdf"


def _no_pdf(folder: Path) -> Path:
    (folder / "note.pdf").write_text("Dear colleagues", "utf-8")
    return folder / "note.pdf"


def _only_a_header(folder: Path) -> Path:
    (folder / "head.pdf").write_bytes(b"%PDF-1.7\nnothing more\n")
    return folder / "head.pdf"


def _half(folder: Path) -> Path:
    data = printed(folder / "whole.pdf", pages=3).read_bytes()
    (folder / "half.pdf").write_bytes(data[: len(data) // 2])
    return folder / "half.pdf"


def _garbled(folder: Path) -> Path:
    data = bytearray(printed(folder / "whole.pdf").read_bytes())
    data[200 : len(data) - 50 : 7] = b"\x00" * len(range(200, len(data) - 50, 7))
    (folder / "garbled.pdf").write_bytes(bytes(data))
    return folder / "garbled.pdf"


def _scan(folder: Path) -> Path:
    Image.new("RGB", (60, 80), "white").save(folder / "scan.png")
    press = Press(folder / "scan.pdf")
    press.canvas.drawImage(str(folder / "scan.png"), 0, 0, 595, 842)
    return press.done()


BAD = [
    pytest.param(_missing, "does not exist", id="missing"),
    pytest.param(_folder, "is no file", id="a folder"),
    pytest.param(_empty, r"is empty \(0 bytes\)", id="zero bytes"),
    pytest.param(_no_pdf, "is not a PDF", id="not a PDF"),
    pytest.param(_only_a_header, "damaged beyond repair", id="only a header"),
    pytest.param(_half, "truncated", id="half of it"),
    pytest.param(_garbled, ".", id="garbled"),
    pytest.param(_scan, "no text layer on page 1", id="scan"),
]


@pytest.mark.parametrize(("make", "what"), BAD)
def test_bad_files_end_in_one_line(tmp_path: Path, make: object, what: str) -> None:
    assert callable(make)
    path = make(tmp_path)
    for use in (lambda: read("x", layout("numbered-list"), path), lambda: read_table(path)):
        with pytest.raises(LexproofError, match=what) as caught:
            use()
        assert "\n" not in str(caught.value)
        assert path.name in str(caught.value)


def test_a_lost_trailer_is_repaired_and_told(tmp_path: Path) -> None:
    data = printed(tmp_path / "whole.pdf").read_bytes()
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(data[: data.rindex(b"xref", 0, data.rindex(b"startxref"))])
    reading = read_table(cut)
    assert reading.rows == ROWS
    assert [f.reason for f in reading.flags] == ["repaired_file"]
    assert read("x", layout("numbered-list"), cut).flags == ["repaired_file"]


def test_a_page_without_text_is_told_by_number(tmp_path: Path) -> None:
    press = Press(tmp_path / "p.pdf")
    press.lines(60, 100, ["1. Stem?", "A) a", "B) b", "C) c", "D) d"])
    press.next_page()
    press.rule(10, 10, 20, 10)
    found = read("x", layout("numbered-list"), press.done())
    assert found.flags == ["no_text_layer:2"]
    assert len(found.items) == 1


def test_paths_may_hold_spaces_and_cyrillic(tmp_path: Path) -> None:
    folder = tmp_path / "мої файли"
    folder.mkdir()
    assert len(read_table(printed(folder / "білет 1.pdf")).rows) == 2


def test_progress_counts_pages_of_both_documents(tmp_path: Path) -> None:
    paper = printed(tmp_path / "paper.pdf", pages=2)
    key = Press(tmp_path / "key.pdf")
    key.table([["No.", "Answer"], ["1", "A"], ["2", "B"]], widths=(60, 60))
    seen: list[tuple[int, int]] = []
    read("x", layout("numbered-list"), paper, key.done(), on_page=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_page_that_paints_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extract.plumber.device.MAX_OBJECTS", 20)
    with pytest.raises(DocumentError, match="page 1: paints more than 20 objects"):
        read_table(printed(tmp_path / "p.pdf"))


def test_a_hatched_page_is_no_table(tmp_path: Path) -> None:
    press = Press(tmp_path / "h.pdf")
    for step in range(0, 800, 2):
        press.rule(5 * (step % 100), 10 + step, 5 * (step % 100) + 90, 10 + step)
    press.text(60, 100, "Hatched")
    with pytest.raises(DocumentError, match="no ruled table|too many for a table"):
        read_table(press.done())
