"""`lexproof ingest`: registers whole exams only, keeps comments, and leaves nothing behind when it refuses."""

from pathlib import Path

import pytest

from pipeline.params import load_params
from pipeline.registry import checked, load_entry
from tests.pipeline.project import Project
from tests.pipeline.test_cli import BAD
from tests.realdata import ROOT

PAPER, KEY = ROOT / "data/raw/sample-pl-entry/paper.pdf", ROOT / "data/raw/sample-pl-entry/key.pdf"
ENGLISH = ROOT / "data/raw/sample-en-statements/paper.pdf"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("ingest") / "a project з кирилицею")


def files_of(project: Project) -> dict[str, bytes]:
    folders = (project.root / "etc", project.root / "data/raw")
    kept = {str(p): p.read_bytes() for folder in folders for p in folder.rglob("*") if p.is_file()}
    return {**kept, "params": (project.root / "params.yaml").read_bytes()}


def test_an_exam_is_registered_whole_and_comments_survive(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "Іспит 2026, весна"
    folder.mkdir()
    paper, key = folder / "питання №1.pdf", folder / "ключ (1).pdf"
    paper.write_bytes(PAPER.read_bytes())
    key.write_bytes(KEY.read_bytes())
    before = (project.root / "params.yaml").read_text("utf-8")
    facts = ["--year", "2026", "--issuer", "Міністерство", "--licence", "official", "--url", "a place"]
    result = project.lexproof(
        "ingest", str(paper), "--exam", "pl-new", "--layout", "polish-entry-exam", "--key", str(key), *facts
    )
    assert result.returncode == 0 and "36 items" in result.stdout, result.stderr
    assert result.stderr == (
        "lexproof: warning: pl-new has the same paper as sample-pl-entry; its items will be released twice\n"
    )
    after = (project.root / "params.yaml").read_text("utf-8")
    assert after.startswith(before.rstrip("\n")) and "pl-new:" in after
    entry = load_entry("pl-new", project.root)
    assert [(d.kind, d.year, d.issuer) for d in entry.documents] == [
        ("paper", 2026, "Міністерство"),
        ("key", 2026, "Міністерство"),
    ]
    stored = checked(entry.documents[0], project.root)
    assert stored.read_bytes() == PAPER.read_bytes()
    assert "pl-new" in project.lexproof("exams", "list").stdout
    assert project.lexproof("exams", "remove", "pl-new").returncode == 0
    assert "pl-new" not in load_params(project.root).exams


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_paper_is_refused_and_nothing_changes(project: Project, tmp_path: Path, kind: str) -> None:
    bad = tmp_path / "папір.pdf"
    BAD[kind](bad)
    before = files_of(project)
    result = project.lexproof("ingest", str(bad), "--exam", "new-1", "--layout", "true-false-table")
    assert result.returncode == 1 and result.stderr.count("\n") == 1 and "папір.pdf" in result.stderr
    assert "internal error" not in result.stderr and files_of(project) == before


REFUSED = {
    "no key sheet": (["--layout", "polish-entry-exam"], PAPER, "--key"),
    "a key sheet that is not wanted": (
        ["--layout", "true-false-table", "--key", str(KEY)],
        ENGLISH,
        "reads no key sheet",
    ),
    "wrong layout": (["--layout", "true-false-table"], PAPER, "true-false-table"),
    "unknown layout": (["--layout", "no-such"], PAPER, "no layout"),
    "id in use": (["--layout", "true-false-table", "--exam", "sample-pl-entry"], ENGLISH, "already declared"),
    "id of the wrong form": (["--layout", "true-false-table", "--exam", "../x"], ENGLISH, "not of the form"),
    "the paper as its own key": (["--layout", "polish-entry-exam", "--key", str(PAPER)], PAPER, "paper.pdf"),
    "a control character": (["--layout", "true-false-table", "--issuer", "Bar\x07"], ENGLISH, "--issuer"),
    "bytes that are no UTF-8": (["--layout", "true-false-table", "--course", "law\udcff"], ENGLISH, "--course"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_that_does_not_fit_is_refused_and_nothing_changes(project: Project, name: str) -> None:
    options, paper, says = REFUSED[name]
    exam = [] if "--exam" in options else ["--exam", "new-2"]
    before = files_of(project)
    result = project.lexproof("ingest", str(paper), *exam, *options)
    assert result.returncode == 1 and says in result.stderr and result.stderr.count("\n") == 1, result.stderr
    assert "internal error" not in result.stderr and files_of(project) == before


def test_an_ingest_that_breaks_off_leaves_the_id_free(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipeline.commands import ingest

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(project.root)
    monkeypatch.setattr(ingest, "declare_exam", interrupted)
    before = files_of(project)
    with pytest.raises(KeyboardInterrupt):
        ingest.ingest(ENGLISH, "broken-off", "true-false-table")
    assert files_of(project) == before


def test_removing_an_exam_with_a_broken_entry_changes_nothing(project: Project) -> None:
    entry = project.root / "etc/exams/sample-pl-entry.yaml"
    kept = entry.read_bytes()
    entry.write_text("[" * 20_000, encoding="utf-8")
    try:
        before = files_of(project)
        result = project.lexproof("exams", "remove", "sample-pl-entry")
        assert result.returncode == 1 and "sample-pl-entry.yaml" in result.stderr, result.stderr
        assert result.stderr.count("\n") == 1 and "internal error" not in result.stderr, result.stderr
        assert files_of(project) == before
    finally:
        entry.write_bytes(kept)
