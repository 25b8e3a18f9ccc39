"""The real `dvc repro` in a copy of the project: adding, removing, rebuilding, and what may not pass."""

import json
from pathlib import Path

import pytest

from tests.pipeline.project import Project, stages_run

pytestmark = pytest.mark.pipeline
JOINS = {"bank", "validate", "release", "report"}
TWO = ("sample-en-statements", "sample-pl-entry")
THIRD = "sample-ua-judges-office"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of two exams, built once; tests that change it put it back."""
    project = Project(tmp_path_factory.mktemp("dvc") / "project")
    project.keep_exams(*TWO)
    result = project.repro()
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-3000:]
    return project


def own_stages(exam: str) -> set[str]:
    return {f"{stage}@{exam}" for stage in ("extract_plumber", "extract_geometry", "verify")}


def test_a_second_repro_does_nothing(built: Project) -> None:
    result = built.repro()
    assert result.returncode == 0 and stages_run(result.stdout) == set()
    assert "up to date" in result.stdout


def test_the_release_passes_its_check(built: Project) -> None:
    result = built.lexproof("release", "check")
    assert result.returncode == 0, result.stdout + result.stderr


def test_adding_an_exam_runs_only_its_stages_and_removing_it_takes_its_items_out(built: Project) -> None:
    before = built.release_bytes()
    paper = built.root / "data/raw" / THIRD / "paper.pdf"
    ingest = built.lexproof("ingest", str(paper), "--exam", "third-2026", "--layout", "ua-judge-bank", "--year", "2026")
    assert ingest.returncode == 0, ingest.stderr
    added = built.repro()
    assert added.returncode == 0, added.stdout[-1500:] + added.stderr[-1500:]
    assert stages_run(added.stdout) == own_stages("third-2026") | JOINS
    ids = [json.loads(line)["exam"] for line in (built.release / "items.jsonl").read_text("utf-8").splitlines()]
    assert ids.count("third-2026") >= 30

    assert built.lexproof("exams", "remove", "third-2026").returncode == 0
    removed = built.repro()
    assert removed.returncode == 0, removed.stderr[-1500:]
    assert stages_run(removed.stdout) <= JOINS
    assert b"third-2026" not in (built.release / "items.jsonl").read_bytes()
    assert built.release_bytes().keys() == before.keys()

    again = built.lexproof("ingest", str(paper), "--exam", "third-2026", "--layout", "ua-judge-bank")
    assert again.returncode == 1 and "never used again" in again.stderr


def test_an_exam_taken_out_by_hand_stops_the_bank(built: Project) -> None:
    params = built.root / "params.yaml"
    old = params.read_text("utf-8")
    built.keep_exams(TWO[0])
    result = built.repro()
    params.write_text(old, "utf-8")
    assert result.returncode != 0 and TWO[1] in result.stderr and "exams remove" in result.stderr
    assert built.repro().returncode == 0


def test_two_builds_give_the_same_bytes(built: Project, tmp_path: Path) -> None:
    other = Project(tmp_path / "elsewhere")
    other.keep_exams(*TWO)
    assert other.repro().returncode == 0
    assert other.release_bytes() == built.release_bytes()


def test_any_changed_byte_in_the_release_is_found_and_named(built: Project) -> None:
    for file in sorted(p for p in built.release.rglob("*") if p.is_file()):
        good = file.read_bytes()
        file.chmod(0o644)
        file.write_bytes(good[:-2] + bytes([good[-2] ^ 1]) + good[-1:] if len(good) > 1 else good + b"x")
        result = built.lexproof("release", "check")
        file.write_bytes(good)
        assert result.returncode == 2 and file.name in result.stdout, file.name
    assert built.lexproof("release", "check").returncode == 0


def test_a_release_that_does_not_belong_to_its_inputs_is_found(built: Project) -> None:
    raw = built.root / "data/raw" / TWO[0] / "paper.pdf"
    good = raw.read_bytes()
    raw.chmod(0o644)
    raw.write_bytes(good + b"\n")
    result = built.lexproof("release", "check")
    raw.write_bytes(good)
    assert result.returncode == 2 and f"{TWO[0]}/paper.pdf" in result.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("params.yaml", "licence: CC0-1.0", "licence: MIT", "bank.licence"),
        ("etc/corrections/sample-pl-entry.yaml", None, "[]\n", "etc/corrections"),
        ("params.yaml", "exams:\n", "exams:\n  nope-exam: {layout: x.yaml}\n", "nope-exam"),
    ],
    ids=["licence", "a correction added later", "another exam declared"],
)
def test_a_release_that_params_or_corrections_have_left_behind_is_found(
    built: Project, file: str, old: str | None, new: str, named: str
) -> None:
    assert built.lexproof("release", "check").returncode == 0
    path = built.root / file
    before = path.read_text("utf-8") if old else None
    path.write_text(before.replace(old, new, 1) if before and old else new, "utf-8")
    result = built.lexproof("release", "check")
    path.write_text(before, "utf-8") if before else path.unlink()
    assert result.returncode == 2 and named in result.stdout


def test_a_restored_release_is_whole(built: Project) -> None:
    import shutil

    before = built.release_bytes()
    shutil.rmtree(built.release)
    assert built.repro().returncode == 0
    assert built.release_bytes() == before


def test_a_raw_document_that_changed_stops_the_build(built: Project) -> None:
    raw = built.root / "data/raw" / TWO[0] / "paper.pdf"
    good = raw.read_bytes()
    raw.chmod(0o644)
    raw.write_bytes(good + b"\n")
    result = built.repro()
    raw.write_bytes(good)
    assert result.returncode != 0 and "differ from the registered sha256" in result.stderr
