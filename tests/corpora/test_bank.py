"""The bank holds the declared exams, all of them and nothing else."""

from pathlib import Path

import pytest

from corpora.bank import join_exams, load_verified
from corpora.stage import build_bank
from records.errors import ConfigError
from records.model import Correction, Item
from records.tables import read_items, write_items
from tests.factories import item


def of(exam: str, *numbers: int) -> list[Item]:
    return [item(n, exam=exam, id=f"{exam}-{n}") for n in numbers]


def untouched(exam: str, items: list[Item]) -> tuple[list[Item], list[Correction], list[str]]:
    return items, [], []


@pytest.fixture
def verified(tmp_path: Path) -> Path:
    folder = tmp_path / "verified"
    write_items(folder / "a/items.parquet", of("a", 2, 1, 10))
    write_items(folder / "b/items.parquet", of("b", 1))
    return folder


@pytest.mark.parametrize(
    ("declared", "ids"),
    [(["a", "b"], ["a-2", "a-1", "a-10", "b-1"]), (["b", "a"], ["b-1", "a-2", "a-1", "a-10"])],
    ids=["as declared", "the other way"],
)
def test_exams_come_as_declared_and_items_as_printed(
    verified: Path, tmp_path: Path, declared: list[str], ids: list[str]
) -> None:
    build_bank(verified, declared, untouched, tmp_path / "bank")
    assert [i.id for i in read_items(tmp_path / "bank/items.parquet")] == ids


def test_an_exam_that_is_not_declared_stops_the_bank(verified: Path) -> None:
    with pytest.raises(ConfigError, match="does not declare: b"):
        load_verified(verified, ["a"])


def test_a_stray_file_stops_the_bank_but_a_hidden_one_does_not(verified: Path) -> None:
    (verified / ".gitignore").write_text("*")
    assert list(load_verified(verified, ["a", "b"])) == ["a", "b"]
    (verified / "c.parquet").write_bytes(b"x")
    with pytest.raises(ConfigError, match=r"does not declare: c\.parquet"):
        load_verified(verified, ["a", "b"])


def test_a_declared_exam_that_is_missing_stops_the_bank(verified: Path) -> None:
    (verified / "c").mkdir()
    with pytest.raises(ConfigError, match="missing: c, d"):
        load_verified(verified, ["a", "b", "c", "d"])


def test_items_of_another_exam_under_a_declared_name_stop_the_bank(verified: Path) -> None:
    (verified / "a").rename(verified / "c")
    with pytest.raises(ConfigError, match="holds items of another exam: a"):
        load_verified(verified, ["b", "c"])


def test_corrections_are_applied_and_kept(tmp_path: Path, verified: Path) -> None:
    erratum = Correction(item="a-1", field="stem", as_printed="x", corrected="y", who="R", when="2026-11-30", why="z")

    def correct(exam: str, items: list[Item]) -> tuple[list[Item], list[Correction], list[str]]:
        return (items[1:], [erratum], [items[0].id]) if exam == "a" else (items, [], [])

    bank = build_bank(verified, ["a", "b"], correct, tmp_path / "bank")
    assert [i.id for i in bank.items] == ["a-1", "a-10", "b-1"]
    assert bank.errata == [erratum] and bank.excluded == {"a": ["a-2"], "b": []}


def test_two_items_of_one_id_stop_the_bank() -> None:
    with pytest.raises(ConfigError, match="not unique: a-1"):
        join_exams({"a": of("a", 1, 1)}, untouched)
