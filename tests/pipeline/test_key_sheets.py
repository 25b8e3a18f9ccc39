"""Booklets, corrected keys and accepted findings through `ingest`, `dvc repro` and the release."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.params import load_params
from pipeline.registry import load_entry
from tests.pipeline.project import ROOT, Project

pytestmark = pytest.mark.pipeline
SAMPLE = ROOT / "samples/kinds/sample-pt-columns"
DECISION = """\
- item: with-picture
  field: finding
  as_printed: "{finding}"
  corrected: accepted
  who: R. Eviewer
  when: "2026-12-07"
  why: the last page is a drawing without text
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    copy = Project(tmp_path_factory.mktemp("sheets") / "project")
    copy.keep_exams("sample-en-statements")
    return copy


def ingest(project: Project, exam: str, *more: str) -> Any:
    keys = ["--key", str(SAMPLE / "earlier-key.pdf"), "--key-corrected", str(SAMPLE / "key.pdf")]
    paper = str(SAMPLE / "paper.pdf")
    return project.lexproof("ingest", paper, "--exam", exam, "--layout", "two-column-exam", *keys, *more)


@pytest.mark.parametrize(
    ("options", "says"),
    [([], "--booklet"), (["--booklet", "9"], "9"), (["--booklet", "2"], "2")],
    ids=["none", "not on the sheet", "not this paper's"],
)
def test_a_booklet_is_never_guessed(project: Project, options: list[str], says: str) -> None:
    before = (project.root / "params.yaml").read_bytes()
    result = ingest(project, "pt-none", *options)
    assert result.returncode == 1 and says in result.stderr and result.stderr.count("\n") == 1, result.stderr
    assert "internal error" not in result.stderr and (project.root / "params.yaml").read_bytes() == before


def test_the_corrected_key_is_in_force_and_the_earlier_one_is_kept(project: Project) -> None:
    result = ingest(project, "pt-2026", "--booklet", "1", "--year", "2026")
    assert result.returncode == 0, result.stderr
    declared = load_params(project.root).exams["pt-2026"]
    assert (declared.key, declared.earlier_keys, declared.booklet) == ("key.pdf", ["key-1.pdf"], "1")
    documents = load_entry("pt-2026", project.root).documents
    assert [(d.id, d.superseded_by, d.edition) for d in documents] == [
        ("pt-2026-paper", None, "1"),
        ("pt-2026-key-1", "pt-2026-key", None),
        ("pt-2026-key", None, None),
    ]
    built = project.repro()
    assert built.returncode == 0, built.stdout[-2000:] + built.stderr[-3000:]
    assert project.lexproof("release", "check").returncode == 0
    released = [json.loads(line) for line in (project.release / "items.jsonl").read_text("utf-8").splitlines()]
    items = {i["id"]: i for i in released if i["exam"] == "pt-2026"}
    assert len(items) == 28 and {i["year"] for i in items.values()} == {2026}
    superseded = [i for i in items.values() if any(f.startswith("key_superseded") for f in i["flags"])]
    assert superseded
    for one in superseded:
        before = one["superseded_keys"][0]
        assert (before["key"], before["accepted_answers"]) != (one["key"], one["accepted_answers"])
    several = [i for i in items.values() if i["accepted_answers"]]
    assert [len(i["accepted_answers"]) for i in several] == [2]
    essays = [i for i in items.values() if "open_question" in i["flags"]]
    assert len(essays) == 3 and all(i["key"] == [] and i["options"] == [] for i in essays)


def test_a_page_without_text_stops_the_release_until_a_person_accepts_it(project: Project, tmp_path: Path) -> None:
    import pymupdf

    paper = tmp_path / "with-picture.pdf"
    with pymupdf.open(ROOT / "data/raw/sample-en-statements/paper.pdf") as document:
        picture = document[0].get_pixmap(dpi=40)
        page = document.new_page()
        page.insert_image(page.rect, pixmap=picture)
        document.save(paper)
    result = project.lexproof("ingest", str(paper), "--exam", "with-picture", "--layout", "true-false-table")
    assert result.returncode == 0, result.stderr
    stopped = project.repro()
    assert stopped.returncode != 0 and "no_text_layer" in stopped.stderr, stopped.stderr[-2000:]
    summary = json.loads((project.root / "data/interim/verified/with-picture/summary.json").read_text("utf-8"))
    decisions = "".join(DECISION.format(finding=f) for f in summary["blocking"])
    assert decisions
    (project.root / "etc/corrections/with-picture.yaml").write_text(decisions, "utf-8")
    built = project.repro()
    assert built.returncode == 0, built.stderr[-3000:]
    assert project.lexproof("release", "check").returncode == 0
    errata = [json.loads(line) for line in (project.release / "errata.jsonl").read_text("utf-8").splitlines()]
    assert [e["field"] for e in errata] == ["finding"] * len(summary["blocking"])
