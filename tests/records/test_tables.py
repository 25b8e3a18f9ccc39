"""Items as parquet: nothing changes on the way there and back, and the same items give the same bytes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.errors import ConfigError
from records.model import Item, Option, Place, Provenance
from records.tables import SCHEMA_VERSION, item_schema, read_items, write_items
from tests.factories import item, with_provenance

ODD = ["None", "", "007", " x", "null", "NaN", "NULL", "\u00a0", "1.0", "true", "a\nb", "\u0000", "454^1"]


@pytest.mark.parametrize("text", ODD, ids=repr)
def test_odd_texts_stay_what_they_are(tmp_path: Path, text: str) -> None:
    odd = item(1, stem=text, legal_basis=text, section=text, key=[text], options=[Option(label=text, text=text)])
    write_items(tmp_path / "i.parquet", [odd])
    assert read_items(tmp_path / "i.parquet") == [odd]


def test_missing_is_not_empty(tmp_path: Path) -> None:
    items = [item(1, legal_basis=None), item(2, legal_basis=""), item(3, key=[], options=[])]
    write_items(tmp_path / "i.parquet", items)
    read = read_items(tmp_path / "i.parquet")
    assert read == items and read[0].legal_basis is None and read[1].legal_basis == ""


def test_everything_an_item_holds_survives(tmp_path: Path) -> None:
    place = Place(page=3, box=(0.1, 2.2, 595.3, 842.0))
    reading = Provenance(field="stem", extractor="geometry", document="key", raw="a-\nb", places=[place, place])
    full = item(
        1, "abcde", ["A", "E"], status="malformed", flags=["missing_option:B"], section="I", area="a", course="c",
        bank="b", jurisdiction="ua", language="uk", year=2025, n_statements=0, none_as_an_option=False,
        negative_question=True, field_status={"stem": "agreed", "option.10": "repaired", "key": "disputed"},
        provenance=[reading, reading],
    )  # fmt: skip
    assert {f for f in Item.model_fields if getattr(full, f) is None} == {"legal_basis", "part"}
    write_items(tmp_path / "i.parquet", [full])
    assert read_items(tmp_path / "i.parquet") == [full]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = tmp_path_factory.mktemp("t") / "i.parquet"
    items = [item(n, stem=text) for n, text in enumerate(texts)]
    write_items(path, items)
    assert read_items(path) == items


def test_the_same_items_give_the_same_bytes(tmp_path: Path) -> None:
    items = [with_provenance(item(n), "plumber") for n in range(5000)]
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    write_items(one, items)
    write_items(two, [Item.model_validate(i.model_dump()) for i in items])
    assert one.read_bytes() == two.read_bytes()


def test_no_item_is_a_table_too(tmp_path: Path) -> None:
    write_items(tmp_path / "i.parquet", [])
    assert read_items(tmp_path / "i.parquet") == []


def test_a_folder_named_like_a_partition_adds_no_column(tmp_path: Path) -> None:
    path = tmp_path / "year=1999" / "i.parquet"
    write_items(path, [item(1)])
    assert read_items(path)[0].year is None


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "i.parquet"
    write_items(path, [item(1)])
    monkeypatch.setattr("pyarrow.parquet.ParquetWriter.write_table", lambda *a, **k: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_items(path, [item(2)])
    assert read_items(path) == [item(1)] and [p.name for p in tmp_path.iterdir()] == ["i.parquet"]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"not parquet at all"], ids=["empty", "cut", "foreign"])
def test_what_is_no_parquet_is_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "i.parquet").write_bytes(content)
    with pytest.raises(ConfigError, match=r"i\.parquet: is no readable parquet file") as caught:
        read_items(tmp_path / "i.parquet")
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.parquet", tmp_path):
        with pytest.raises(ConfigError, match="is no readable parquet file"):
            read_items(path)


def test_another_schema_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path, table = tmp_path / "i.parquet", pa.Table.from_pylist([], schema=item_schema())
    pq.write_table(table.replace_schema_metadata({"schema_version": "0"}), path)
    with pytest.raises(ConfigError, match=f"schema version 0, expected {SCHEMA_VERSION}"):
        read_items(path)
    pq.write_table(table.drop_columns(["flags"]), path)
    with pytest.raises(ConfigError, match="columns are not those of items"):
        read_items(path)


def test_null_text_in_a_required_place_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    row = {**item(1).model_dump(mode="json"), "field_status": [], "options": [{"label": "A", "text": None}]}
    pq.write_table(pa.Table.from_pylist([row], schema=item_schema()), tmp_path / "i.parquet")
    with pytest.raises(ConfigError, match="holds an invalid item"):
        read_items(tmp_path / "i.parquet")
