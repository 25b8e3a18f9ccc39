"""The command line: help, usage mistakes, schemas, layouts, and bad input in one line with its exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.__main__ import run
from pipeline.commands.schema import models

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "data/raw/sample-pl-entry"


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run([str(a) for a in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "--help")
    assert code == 0
    for command in ("table", "extract", "verify", "ingest", "exams", "layout", "release", "report", "repro", "schema"):
        assert command in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["table"],
        ["extract", "x.pdf"],
        ["table", "x.pdf", "--path", "other"],
        ["stage", "nothing"],
        ["table", "x.pdf", "--pages", "7-3"],
        ["schema", "nothing"],
        ["layout", "show", "nothing"],
    ],
    ids=" ".join,
)
def test_usage_mistake_is_one_line_and_exit_1(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = outcome(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith("lexproof: ") and err.count("\n") == 1


@pytest.mark.parametrize("name", sorted(models()))
def test_schema_of_every_record_is_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = outcome(capsys, "schema", name)
    assert code == 0 and json.loads(out)["type"] == "object"


def test_layouts_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    _, listed, _ = outcome(capsys, "layout", "list")
    code, shown, _ = outcome(capsys, "layout", "show", "tw-driver-ox")
    assert "tw-driver-ox" in listed and code == 0 and "name: tw-driver-ox" in shown


def test_the_installed_command_runs() -> None:
    result = subprocess.run([sys.executable, "-m", "pipeline", "--help"], capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 0 and "Usage" in result.stdout


BAD = {
    "missing": lambda p: None,
    "zero bytes": lambda p: p.write_bytes(b""),
    "not a PDF": lambda p: p.write_bytes(b"PK\x03\x04 this is a zip" * 50),
    "truncated": lambda p: p.write_bytes((SAMPLE / "paper.pdf").read_bytes()[:600]),
    "folder": lambda p: p.mkdir(),
    "encrypted": lambda p: _encrypted(p),
    "scanned": lambda p: _scanned(p),
    "blank": lambda p: _blank(p),
}


def _encrypted(path: Path) -> None:
    import pymupdf

    with pymupdf.open(SAMPLE / "paper.pdf") as document:
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")


def _scanned(path: Path) -> None:
    import pymupdf

    with pymupdf.open(SAMPLE / "paper.pdf") as source, pymupdf.open() as document:
        for number in range(2):
            picture = source[number].get_pixmap(dpi=50)
            document.new_page(width=595, height=842).insert_image((0, 0, 595, 842), pixmap=picture)
        document.save(path)


def _blank(path: Path) -> None:
    import pymupdf

    with pymupdf.open() as document:
        document.new_page()
        document.save(path)


@pytest.mark.parametrize(
    "command", ["table plumber", "table geometry", "extract plumber", "extract geometry", "verify"]
)
@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_one_line_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str, command: str
) -> None:
    folder = tmp_path / "тека з пробілом"
    folder.mkdir()
    pdf, out = folder / "папір 1.pdf", tmp_path / "out"
    BAD[kind](pdf)
    name, _, path = command.partition(" ")
    options = ["--layout", "polish-entry-exam", "--out", out] if name != "table" else []
    code, printed, err = outcome(capsys, name, pdf, *options, *(["--path", path] if path else []))
    assert code == 1 and printed == ""
    assert err.startswith("lexproof: ") and err.count("\n") == 1 and "папір 1.pdf" in err
    assert not any(word in err for word in ("Traceback", "internal error"))
    assert not out.exists()


@pytest.mark.parametrize("command", ["extract plumber", "extract geometry", "verify"])
def test_wrong_layout_names_what_was_looked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    name, _, path = command.partition(" ")
    arguments = [SAMPLE / "paper.pdf", "--layout", "tw-driver-mc", "--out", tmp_path / "out"]
    code, _, err = outcome(capsys, name, *arguments, *(["--path", path] if path else []))
    assert code == 1 and err.count("\n") == 1 and "tw-driver-mc" in err and not (tmp_path / "out").exists()


@pytest.mark.parametrize("path", ["plumber", "geometry"])
def test_a_path_with_spaces_and_cyrillic_is_read(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: str) -> None:
    folder = tmp_path / "Іспит 2026, весна"
    folder.mkdir()
    paper, key = folder / "питання №1.pdf", folder / "ключ (1).pdf"
    paper.write_bytes((SAMPLE / "paper.pdf").read_bytes())
    key.write_bytes((SAMPLE / "key.pdf").read_bytes())
    out = folder / "items.jsonl"
    code, _, err = outcome(
        capsys, "extract", paper, "--layout", "polish-entry-exam", "--key", key, "--path", path, "--out", out
    )
    assert (code, err) == (0, "") and len(out.read_text("utf-8").splitlines()) >= 30


@pytest.mark.parametrize("name", ["extract", "verify"])
def test_an_output_never_overwrites_an_input(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes((SAMPLE / "paper.pdf").read_bytes())
    code, _, err = outcome(capsys, name, paper, "--layout", "polish-entry-exam", "--out", paper)
    assert code == 1 and "paper.pdf" in err and paper.read_bytes() == (SAMPLE / "paper.pdf").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["{tmp}/file"], "is a file, not a release folder", id="a file"),
        pytest.param(["{tmp}/none"], "no such release folder", id="nothing"),
        pytest.param(["{tmp}", "--inputs", "{tmp}/none"], "is no project folder", id="no project"),
        pytest.param(["{tmp}", "--inputs", "{tmp}"], "is no project folder", id="a folder without params.yaml"),
    ],
)
def test_a_check_of_the_wrong_place_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], says: str
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    code, out, err = outcome(capsys, "release", "check", *(a.format(tmp=tmp_path) for a in arguments))
    assert (code, out) == (1, "") and says in err and err.count("\n") == 1
