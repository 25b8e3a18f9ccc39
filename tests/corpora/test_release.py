"""The release folder: whole, reproducible, and every forgery is found and named."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpora.check import check_release
from corpora.release import SUMS, ReleaseInput, write_release
from corpora.report import report_page
from records.files import read_jsonl, sha256_of, write_json
from records.manifest import hashes
from records.model import Correction, Disagreement, Document, Item, Option
from records.tables import read_items
from tests.factories import extraction, item, layout
from verify.stage import compare_extractions

HOSTILE = "<script>alert(1)</script> \u202eabc | **x**"


def release_of(project: Path) -> ReleaseInput:
    """A release of six items of one exam, in a project whose raw paper is there."""
    paper = project / "data/raw/e/paper.pdf"
    paper.parent.mkdir(parents=True, exist_ok=True)
    paper.write_bytes(b"%PDF-1.4 paper")
    odd = [
        Option(label="A", text="None"),
        Option(label="B", text=""),
        Option(label="C", text="007"),
        Option(label="D", text="x"),
    ]
    items = [
        item(1),
        item(2, stem=HOSTILE),
        item(3, options=odd),
        item(4),
        item(5, status="withdrawn", flags=["withdrawn"]),
    ]
    verification = compare_extractions(extraction(items), extraction(items, "geometry"), layout(), 3, 1)
    document = Document(
        id="e-paper", bank="b", kind="paper", layout="numbered-list", language="en", jurisdiction="int",
        path="data/raw/e/paper.pdf", sha256=sha256_of(paper),
    )  # fmt: skip
    recorded = hashes({"paper": paper})
    recorded["paper"]["path"] = "data/raw/e/paper.pdf"
    dispute = Disagreement(exam="e", item="e-4", field="key", reason="paths_disagree:key", plumber="A", geometry="B")
    erratum = Correction(
        item="e-4", field="key", as_printed="A", corrected="A", who="R", when="2026-11-30", why=HOSTILE
    )
    return ReleaseInput(
        name="b", version="1.0.0", title="A bank", licence="CC0-1.0", items=verification.items, documents=[document],
        errata=[erratum], excluded=["e-9"], disagreements=[dispute], summaries={"e": verification.summary},
        validation={"passed": True, "rules": [{"rule": "r", "severity": "critical", "passed": True, "failing": []}]},
        inputs={"extract-plumber@e": recorded}, toolchain={"python": "3.11"},
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "data/release/b/1.0.0"
    write_release(release_of(tmp_path), target)
    return target


def test_a_fresh_release_is_fine_with_and_without_the_project(folder: Path, tmp_path: Path) -> None:
    assert check_release(folder, None) == []
    assert check_release(folder, tmp_path) == []


def test_items_survive_as_text(folder: Path) -> None:
    items = read_items(folder / "items.parquet")
    assert [i.id for i in items] == ["e-1", "e-2", "e-3", "e-4"]
    assert [o.text for o in items[2].options] == ["None", "", "007", "x"] and items[2].status == "malformed"
    assert read_jsonl(folder / "items.jsonl", Item) == items
    assert [i.id for i in read_jsonl(folder / "withdrawn.jsonl", Item)] == ["e-5"]


def test_two_builds_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    write_release(release_of(tmp_path), again)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {p.name: p.read_bytes() for p in folder.iterdir()}


def test_an_interrupted_build_leaves_the_old_release(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    monkeypatch.setattr("corpora.card.card", lambda release: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_release(release_of(tmp_path), folder)
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
    assert [p.name for p in folder.parent.iterdir()] == ["1.0.0"]


NAMES = ["items.parquet", "items.jsonl", "withdrawn.jsonl", "malformed.jsonl", "disputed.jsonl", "errata.jsonl",
         "validation.json", "summary.json", "provenance.json", "README.md", SUMS]  # fmt: skip


def test_the_list_of_files_is_complete(folder: Path) -> None:
    assert sorted(p.name for p in folder.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_one_flipped_byte_is_named(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    middle = len(content) // 2
    (folder / name).write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    assert any(line.startswith(name) or name == SUMS for line in check_release(folder, None))


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert any(line.startswith(name) for line in check_release(folder, None))


def test_a_foreign_file_is_named(folder: Path) -> None:
    (folder / "extra.txt").write_text("x")
    assert check_release(folder, None) == ["extra.txt: not listed in SHA256SUMS"]


def resum(folder: Path) -> None:
    """What a forger does: make the checksums fit again."""
    names = sorted(p.name for p in folder.iterdir() if p.name != SUMS)
    (folder / SUMS).write_text("".join(f"{sha256_of(folder / n)}  {n}\n" for n in names))


def flip_key(folder: Path) -> None:
    text = (folder / "items.jsonl").read_text("utf-8").replace('"key":["A"]', '"key":["B"]', 1)
    (folder / "items.jsonl").write_text(text, "utf-8")


def fail_gate(folder: Path) -> None:
    write_json(folder / "validation.json", {"passed": False, "rules": []})


def drop_row(folder: Path) -> None:
    lines = (folder / "items.jsonl").read_text("utf-8").split("\n")
    (folder / "items.jsonl").write_text("\n".join(lines[1:]), "utf-8")


@pytest.mark.parametrize(
    ("forge", "named"),
    [(flip_key, "items.jsonl"), (fail_gate, "validation.json"), (drop_row, "items.jsonl")],
    ids=["flipped key", "failed gate", "dropped row"],
)
def test_remade_checksums_do_not_help(folder: Path, forge: Callable[[Path], None], named: str) -> None:
    forge(folder)
    resum(folder)
    violations = check_release(folder, None)
    assert violations and all(v.startswith(named) for v in violations)


def test_another_raw_document_than_recorded_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "data/raw/e/paper.pdf").write_bytes(b"%PDF-1.4 another")
    violations = check_release(folder, tmp_path)
    assert violations and all("data/raw/e/paper.pdf" in v for v in violations)
    assert check_release(folder, None) == []


def test_the_card_has_front_matter_and_computed_numbers_only(folder: Path) -> None:
    card = (folder / "README.md").read_text("utf-8")
    assert card.startswith("---\n") and "license: cc0-1.0" in card and "4 items" in card
    assert "| e | 5 | 3 | 1 | 1 | 0 |" in card


def test_the_report_shows_hostile_text_as_text(folder: Path) -> None:
    def load(name: str) -> Any:
        return json.loads((folder / name).read_text("utf-8"))

    page = report_page(
        title="A bank", provenance=load("provenance.json"), summaries=load("summary.json"),
        validation=load("validation.json"), items=read_jsonl(folder / "items.jsonl", Item),
        withdrawn=read_jsonl(folder / "withdrawn.jsonl", Item),
        disputed=[json.loads(line) for line in (folder / "disputed.jsonl").read_text("utf-8").splitlines()],
        errata=read_jsonl(folder / "errata.jsonl", Correction),
    )  # fmt: skip
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "\u202e" not in page and "[U+202E]" in page
    assert "http://" not in page and "https://" not in page
    assert "<mark>A</mark>" in page and "<mark>B</mark>" in page


def test_a_folder_moved_elsewhere_is_still_fine(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "away")
    assert check_release(tmp_path / "away", None) == []
