"""Bad input: one clear line each, never another kind of error, never MuPDF's own words on the terminal."""

import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from extract.geometry.reader import read
from extract.geometry.table import read_table
from extract.layouts import locate
from records.errors import DocumentError, LexproofError
from records.layout import Layout, read_layout
from tests.extract.geometry.drawing import R, bank, canvas, put

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data" / "known"


@pytest.fixture(scope="module")
def layout() -> Layout:
    return read_layout(locate("option-columns"))


def whole(path: Path) -> bytes:
    return (DATA / "row_across_pages.pdf").read_bytes()


def locked(path: Path, **rights: object) -> Path:
    with pymupdf.open(DATA / "row_across_pages.pdf") as document:
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, **rights)
    return path


def scan(path: Path) -> Path:
    page = canvas(path)
    page.rect(50, 50, 400, 400)
    page.save()
    return path


BAD = {
    "missing": (lambda p: p, "no such file"),
    "a folder": (lambda p: p.mkdir() or p, "no such file"),
    "zero bytes": (lambda p: p.write_bytes(b"") and p or p, r"is empty \(zero bytes\)"),
    "not a PDF": (lambda p: p.write_text("Питання", "utf-8") and p, "is not a PDF"),
    "only a head": (lambda p: p.write_bytes(b"%PDF-1.7\n") and p, "cannot be opened as a PDF|has no pages"),
    "noise behind a head": (
        lambda p: p.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40) and p,
        "cannot be opened|no pages",
    ),
    "encrypted": (lambda p: locked(p, user_pw="u", owner_pw="o"), "is encrypted"),
    "no text layer": (scan, r"no text layer on page 1 \(a scan\?\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name: str, layout: Layout, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make, message = BAD[name]
    path = make(tmp_path / "папір з пробілом.pdf")
    for call in (lambda: read_table(path), lambda: read("x", layout, path)):
        with pytest.raises(DocumentError, match=message) as caught:
            call()
        assert "папір з пробілом.pdf" in str(caught.value) and "\n" not in str(caught.value)
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.97])
def test_truncated_files_are_read_with_a_flag_or_refused(
    share: float, layout: Layout, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = whole(tmp_path)
    path = tmp_path / "half.pdf"
    path.write_bytes(data[: int(len(data) * share)])
    for call in (lambda: read_table(path).flags, lambda: read("x", layout, path).flags):
        try:
            flags = [str(getattr(flag, "reason", flag)) for flag in call()]
        except LexproofError as error:
            assert "\n" not in str(error)
        else:
            assert "repaired_file" in flags
    assert capfd.readouterr() == ("", "")


def test_the_password_opens(layout: Layout, tmp_path: Path) -> None:
    path = locked(tmp_path / "locked.pdf", user_pw="u", owner_pw="o")
    assert len(read("x", layout, path, password="u").items) == 4
    with pytest.raises(DocumentError, match="password does not open it"):
        read("x", layout, path, password="wrong")


def test_forbidden_extraction_is_recorded(layout: Layout, tmp_path: Path) -> None:
    path = locked(tmp_path / "owner.pdf", owner_pw="o", permissions=pymupdf.PDF_PERM_PRINT)
    extraction = read("x", layout, path)
    assert len(extraction.items) == 4 and extraction.flags == ["extraction_forbidden"]


def test_a_page_without_text_is_recorded(layout: Layout, tmp_path: Path) -> None:
    head = R(("No.", "Question", "A", "B", "C", "Key"))
    edges = (50.0, 90.0, 250.0, 330.0, 410.0, 490.0, 540.0)
    rows = [head, R(("1", "One?", "a", "b", "c", "A"))]
    page = bank(tmp_path / "b.pdf", [rows], edges)
    with pymupdf.open(page) as document:
        document.new_page().draw_rect((50, 50, 300, 300))  # something is on it, but no text
        document.save(tmp_path / "c.pdf")
    assert read("x", layout, tmp_path / "c.pdf").flags == ["no_text_layer:2"]


def test_undecodable_text_is_never_passed_off_as_text() -> None:
    letters = read_layout(locate("numbered-list"))
    with pytest.raises(DocumentError, match="unreadable text layer on page 1"):
        read("x", letters, DATA / "cyrillic_no_tounicode.pdf")


def test_progress_is_told(layout: Layout) -> None:
    seen: list[tuple[int, int]] = []
    read("x", layout, DATA / "row_across_pages.pdf", on_page=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_a_page_full_of_lines_does_not_hang(tmp_path: Path) -> None:
    page = canvas(tmp_path / "grid.pdf")
    page.setLineWidth(0.1)
    for i in range(1500):
        page.line(10 + i * 0.38, 10, 10 + i * 0.38, 800)
        page.line(10, 10 + i * 0.5, 580, 10 + i * 0.5)
        put(page, 20 + i % 500, 20 + i % 700, "1.", 3)
    page.save()
    path = str(tmp_path / "grid.pdf")
    code = f"import pathlib, extract.geometry.table as t; t.read_table(pathlib.Path({path!r}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=20, capture_output=True, check=False)


def test_import_has_no_side_effects() -> None:
    code = "import sys, extract.geometry.reader, extract.geometry.table; print('pymupdf' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == ("False", "")
