"""Packed sequences: the same records, read again and again, some of them replaced."""

from pathlib import Path

import pytest

from records.errors import ConfigError
from records.extraction_io import read_extraction, write_extraction
from records.model import Item
from records.packed import Packed
from records.tables import each_item, read_items, write_items
from tests.factories import extraction, item, with_provenance

ITEMS = [with_provenance(item(n, legal_basis="art. 1 k.c."), "plumber") for n in range(1, 1200)]


def test_a_packed_sequence_is_its_records() -> None:
    packed = Packed(Item, iter(ITEMS))
    assert packed == ITEMS and len(packed) == len(ITEMS) and list(packed) == list(packed)
    assert packed[0] == ITEMS[0] and packed[-1] == ITEMS[-1] and packed[3:5] == ITEMS[3:5]
    assert packed != ITEMS[:-1] and packed != [*ITEMS[:-1], ITEMS[0]]
    with pytest.raises(IndexError):
        packed[len(ITEMS)]


def test_records_are_replaced_in_a_copy() -> None:
    packed = Packed(Item, ITEMS[:3])
    other = packed.replaced({1: item("x")})
    assert other == [ITEMS[0], item("x"), ITEMS[2]] and packed == ITEMS[:3]


def test_a_table_is_read_and_written_in_groups(tmp_path: Path) -> None:
    write_items(tmp_path / "a.parquet", iter(ITEMS))
    write_items(tmp_path / "b.parquet", each_item(tmp_path / "a.parquet"))
    assert read_items(tmp_path / "a.parquet") == ITEMS
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_an_extraction_read_back_is_the_one_written(tmp_path: Path) -> None:
    whole = extraction([item(n) for n in range(1, 600)])
    write_extraction(tmp_path / "e.parquet", whole)
    read = read_extraction(tmp_path / "e.parquet")
    assert isinstance(read.items, Packed) and read.items == whole.items
    assert read.model_copy(update={"items": []}) == whole.model_copy(update={"items": []})


def test_a_truncated_table_is_told(tmp_path: Path) -> None:
    write_items(tmp_path / "a.parquet", ITEMS)
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").write_bytes(whole[:-2000])
    with pytest.raises(ConfigError, match="no readable parquet"):
        read_items(tmp_path / "a.parquet")


def test_an_extraction_of_packed_items_is_written_as_one_of_a_list() -> None:
    whole = extraction([item(n) for n in range(1, 4)])
    packed = whole.model_copy(update={"items": Packed(Item, whole.items)})
    assert packed == whole and packed.model_dump() == whole.model_dump()
    assert packed.model_dump_json() == whole.model_dump_json()
