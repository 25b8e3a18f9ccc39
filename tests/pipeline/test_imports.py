"""Exams of office files: ingested, built, released with every field `imported`, and taken out again."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.params import load_params
from pipeline.registry import load_entry
from tests.pipeline.project import Project, stages_run

pytestmark = pytest.mark.pipeline
QUESTIONS = [
    {
        "index": n,
        "question": f"Umowę najmu lokalu zawartą na czas oznaczony {n} lat strony mogą wypowiedzieć:",
        "a": "w wypadkach określonych w umowie",
        "b": "w każdym czasie",
        "c": "nigdy",
    }
    for n in (1, 2, 3)
]
ANSWERS = [{"index": n, "answer": "A", "context": "art. 673 § 3 k.c."} for n in (1, 2, 3)]


def written(folder: Path, answers: list[dict[str, Any]]) -> tuple[str, str]:
    paper, key = folder / "питання.json", folder / "відповіді.jsonl"
    paper.write_text(json.dumps(QUESTIONS, ensure_ascii=False), "utf-8")
    key.write_text("".join(json.dumps(a, ensure_ascii=False) + "\n" for a in answers), "utf-8")
    return str(paper), str(key)


def ingest(project: Project, exam: str, paper: str, *more: str) -> Any:
    return project.lexproof("ingest", paper, "--exam", exam, "--layout", "polish-entry-exam-records", *more)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    copy = Project(tmp_path_factory.mktemp("imports") / "project")
    copy.keep_exams("sample-en-statements")
    return copy


def test_an_import_is_built_released_and_removed(project: Project, tmp_path: Path) -> None:
    before = (project.root / "params.yaml").read_text("utf-8")
    paper, key = written(tmp_path, ANSWERS)
    result = ingest(project, "pl-import", paper, "--key", key, "--year", "2026")
    assert result.returncode == 0 and "3 items" in result.stdout, result.stderr
    declared = load_params(project.root).imports["pl-import"]
    assert (declared.paper, declared.key) == ("paper.json", "key.jsonl")
    comments = [line for line in before.splitlines() if line.startswith("#")]
    after = (project.root / "params.yaml").read_text("utf-8").splitlines()
    assert [line for line in after if line.startswith("#")] == comments
    built = project.repro()
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    assert {s for s in stages_run(built.stdout) if "pl-import" in s} == {"import_office@pl-import"}
    assert project.lexproof("release", "check").returncode == 0
    items = [json.loads(line) for line in (project.release / "items.jsonl").read_text("utf-8").splitlines()]
    own = [i for i in items if i["exam"] == "pl-import"]
    assert [(i["number"], i["key"], i["year"]) for i in own] == [(str(n), ["A"], 2026) for n in (1, 2, 3)]
    assert {status for i in own for status in i["field_status"].values()} == {"imported"}
    assert own[0]["stem"] == QUESTIONS[0]["question"] and own[0]["provenance"][0]["location"]
    assert "pl-import" in project.lexproof("exams", "list").stdout
    assert project.lexproof("exams", "remove", "pl-import").returncode == 0
    assert not (project.root / "data/interim/verified/pl-import").exists()
    built = project.repro()
    assert built.returncode == 0, built.stderr[-3000:]
    assert "pl-import" not in (project.release / "items.jsonl").read_text("utf-8")


def test_a_key_row_without_a_question_stops_the_release(project: Project, tmp_path: Path) -> None:
    paper, key = written(tmp_path, [*ANSWERS, {"index": 4, "answer": "B", "context": "art. 1 k.c."}])
    assert ingest(project, "pl-short", paper, "--key", key).returncode == 0
    built = project.repro()
    assert built.returncode != 0 and "pl-short-4 [key_without_question" in built.stderr, built.stderr[-3000:]
    assert project.lexproof("exams", "remove", "pl-short").returncode == 0


REFUSED: dict[str, tuple[str, list[str], str]] = {
    "a pdf beside an office file": ("paper.json", ["--key", "key.pdf"], "is a PDF beside office files"),
    "another kind of file": ("paper.txt", ["--key", "key.jsonl"], "not a PDF"),
    "a booklet": ("paper.json", ["--key", "key.jsonl", "--booklet", "1"], "for PDF papers"),
    "corrected without a key": ("paper.json", ["--key-corrected", "key.jsonl"], "--key-corrected without --key"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_imported_is_refused(project: Project, tmp_path: Path, name: str) -> None:
    paper, options, says = REFUSED[name]
    for file in ("paper.json", "paper.txt", "key.jsonl", "key.pdf"):
        (tmp_path / file).write_text(json.dumps(QUESTIONS), "utf-8")
    more = [str(tmp_path / o) if "." in o else o for o in options]
    before = (project.root / "params.yaml").read_bytes()
    result = ingest(project, "pl-refused", str(tmp_path / paper), *more)
    assert result.returncode == 1 and says in result.stderr and result.stderr.count("\n") == 1, result.stderr
    assert (project.root / "params.yaml").read_bytes() == before
    assert not (project.root / "data/raw/pl-refused").exists()


def test_the_entry_names_each_document(project: Project, tmp_path: Path) -> None:
    paper, key = written(tmp_path, ANSWERS)
    assert ingest(project, "pl-named", paper, "--key", key).returncode == 0
    documents = load_entry("pl-named", project.root).documents
    assert [(d.id, d.kind, Path(d.path).name) for d in documents] == [
        ("pl-named-paper", "paper", "paper.json"),
        ("pl-named-key", "key", "key.jsonl"),
    ]
    assert project.lexproof("exams", "remove", "pl-named").returncode == 0
