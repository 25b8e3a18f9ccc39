"""Recorded reads: an input that changes while the stage works stops it."""

from pathlib import Path

import pytest

from records.errors import ConfigError
from records.manifest import changed_since, hashes, recording


def test_an_input_that_changes_meanwhile_stops_the_stage(tmp_path: Path) -> None:
    source, record = tmp_path / "in.txt", tmp_path / "reads.json"
    source.write_text("first")
    with pytest.raises(ConfigError, match=r"in\.txt: input changed"), recording(record, {"in": source}):
        source.write_text("changed")
    assert not record.exists()


def test_what_was_read_is_recorded_and_later_changes_are_seen(tmp_path: Path) -> None:
    source, record = tmp_path / "in.txt", tmp_path / "reads.json"
    source.write_text("first")
    with recording(record, {"in": source}):
        pass
    recorded = hashes({"in": source})
    assert record.exists() and changed_since(recorded, tmp_path) == []
    source.write_text("changed")
    assert changed_since(recorded, tmp_path) == [source.as_posix()]
    source.unlink()
    assert changed_since(recorded, tmp_path) == [source.as_posix()]


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.txt"):
        hashes({"in": tmp_path / "gone.txt"})
