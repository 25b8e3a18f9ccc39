"""The release folder: whole, reproducible, and replaced only by a complete one."""

import json
import subprocess
from pathlib import Path

import pytest

from corpora.release import write_release
from records.errors import ConfigError
from records.files import read_jsonl
from records.model import Item
from records.tables import read_items
from tests.corpora.project import build, make_project, recorded, release_of

NAMES = ["README.md", "SHA256SUMS", "disputed.jsonl", "errata.jsonl", "items.jsonl", "items.parquet",
         "malformed.jsonl", "provenance.json", "summary.json", "validation.json", "withdrawn.jsonl"]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return build(tmp_path)


def content(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir()}


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_list_of_files_is_complete(folder: Path) -> None:
    assert sorted(p.name for p in folder.iterdir()) == NAMES


def test_items_survive_as_text(folder: Path) -> None:
    items = read_items(folder / "items.parquet")
    assert [i.id for i in items] == ["e-1", "e-2", "e-3", "e-4"]
    assert [o.text for o in items[2].options] == ["None", "", "007", "x"] and items[2].status == "malformed"
    assert read_jsonl(folder / "items.jsonl", Item) == items
    assert [i.id for i in read_jsonl(folder / "withdrawn.jsonl", Item)] == ["e-5"]


def test_what_is_kept_apart_carries_its_reason(folder: Path) -> None:
    assert lines(folder / "malformed.jsonl") == [{"id": "e-3", "flags": ["missing_option:B"]}]
    excluded, dispute = lines(folder / "disputed.jsonl")
    assert excluded["id"] == "e-9" and "correction" in str(excluded["reason"])
    readings = {"plumber": "A", "geometry": "B"}
    assert dispute == {"id": "e-9", "field": "key", "reason": "paths_disagree:key", **readings}


def test_two_builds_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    write_release(release_of(tmp_path), again)
    assert content(again) == content(folder)


def test_no_machine_path_and_no_time_is_written(folder: Path, tmp_path: Path) -> None:
    for name, data in content(folder).items():
        assert str(tmp_path).encode() not in data, name
        assert b"T0" not in data or name == "items.parquet", name


def test_the_system_tool_accepts_the_checksums(folder: Path) -> None:
    done = subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count(": OK") == len(NAMES) - 1


def test_an_interrupted_build_leaves_the_old_release(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(folder)
    monkeypatch.setattr("corpora.card.card", lambda release: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_release(release_of(tmp_path), folder)
    assert content(folder) == before
    assert [p.name for p in folder.parent.iterdir()] == ["1.0.0"]


def test_a_failed_swap_puts_the_old_release_back(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, rename = content(folder), Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError("no space")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="no space"):
        write_release(release_of(tmp_path), folder)
    assert content(folder) == before


def test_a_new_build_leaves_nothing_of_the_old_one(folder: Path, tmp_path: Path) -> None:
    (folder / "leftover.txt").write_text("x")
    write_release(release_of(tmp_path), folder)
    assert sorted(p.name for p in folder.iterdir()) == NAMES
    assert [p.name for p in folder.parent.iterdir()] == ["1.0.0"]


@pytest.mark.parametrize(
    "path", ["/etc/layout.yaml", "../outside.yaml", "a/../../b"], ids=["absolute", "up", "inner up"]
)
def test_a_path_outside_the_project_is_refused(tmp_path: Path, path: str) -> None:
    make_project(tmp_path)
    read = {"layout": {"path": path, "sha256": "0" * 64}}
    with pytest.raises(ConfigError, match="no path inside the project"):
        write_release(release_of(tmp_path, inputs={"extract-plumber@e": read}), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_release_of_unknown_origin_is_refused(tmp_path: Path) -> None:
    make_project(tmp_path)
    with pytest.raises(ConfigError, match="inputs"):
        write_release(release_of(tmp_path, inputs={}), tmp_path / "out")


def test_code_is_recorded_as_a_folder_and_its_change_is_seen(tmp_path: Path) -> None:
    code = tmp_path / "extract"
    code.mkdir()
    (code / "page.py").write_text("x = 1")
    before = recorded(tmp_path, {"code": code})
    (code / "__pycache__").mkdir()
    (code / "__pycache__/page.pyc").write_bytes(b"x")
    assert recorded(tmp_path, {"code": code}) == before
    (code / "page.py").write_text("x = 2")
    assert recorded(tmp_path, {"code": code}) != before
