"""One path's reading on disk: items and account, there and back."""

from pathlib import Path

import pytest

from records.errors import ConfigError
from records.extraction_io import account_file, read_extraction, write_extraction
from records.model import KeyEntry
from tests.factories import extraction, item


def test_a_reading_survives_with_account_orphans_and_flags(tmp_path: Path) -> None:
    orphan = KeyEntry(number="99", key=["A", "B"], raw="99 A, B", legal_basis="art. 8^3")
    whole = extraction([item(1), item(2, stem="")], orphans=[orphan]).model_copy(update={"flags": ["no_text_layer:2"]})
    path = tmp_path / "plumber" / "e.x.parquet"
    write_extraction(path, whole)
    assert read_extraction(path) == whole
    assert sorted(p.name for p in path.parent.iterdir()) == ["e.x.account.json", "e.x.parquet"]


def test_two_writes_give_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "e.parquet"
    write_extraction(path, extraction([item(1)]))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    write_extraction(path, extraction([item(1)]))
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "content", [None, b"", b"[]", b"{}", b'{"exam": "e", "more": 1}', b"\xff"],
    ids=["missing", "empty", "list", "incomplete", "unknown field", "no text"],
)  # fmt: skip
def test_a_bad_account_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "e.parquet"
    write_extraction(path, extraction([item(1)]))
    account_file(path).unlink() if content is None else account_file(path).write_bytes(content)
    with pytest.raises(ConfigError, match=r"e\.account\.json: is no account") as caught:
        read_extraction(path)
    assert "\n" not in str(caught.value)


def test_missing_items_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "e.parquet"
    write_extraction(path, extraction([item(1)]))
    path.unlink()
    with pytest.raises(ConfigError, match=r"e\.parquet: is no readable parquet"):
        read_extraction(path)
