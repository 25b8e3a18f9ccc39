"""Items as parquet: an explicit schema with a version, and the same bytes for the same items.

Every exam text is a string column; missing is null, never a word or an empty string that means it.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from records.errors import ConfigError
from records.files import replacing
from records.model import Item

SCHEMA_VERSION = "2"
ROWS_A_GROUP = 512  # rows; fixed, because it decides bytes, and few, because a group is read as a whole


def item_schema() -> Any:
    """The pyarrow schema of a table of items."""
    pa = _arrow()
    text, texts = pa.string(), pa.list_(pa.string())
    place = pa.struct([("page", pa.int32()), ("box", pa.list_(pa.float64(), 4))])
    provenance = pa.struct(
        [
            ("field", text),
            ("extractor", text),
            ("document", text),
            ("raw", text),
            ("places", pa.list_(place)),
            ("location", text),
        ]
    )
    answers = pa.list_(texts)
    superseded = pa.struct([("document", text), ("key", texts), ("accepted_answers", answers)])
    required = {"id", "exam", "number", "stem", "options", "key", "status", "flags"}
    types = {
        "options": pa.list_(pa.struct([("label", text), ("text", text)])),
        "key": texts,
        "flags": texts,
        "year": pa.int32(),
        "n_statements": pa.int32(),
        "none_as_an_option": pa.bool_(),
        "negative_question": pa.bool_(),
        "field_status": pa.list_(pa.struct([("field", text), ("status", text)])),
        "provenance": pa.list_(provenance),
        "accepted_answers": answers,
        "superseded_keys": pa.list_(superseded),
    }
    fields = [pa.field(n, types.get(n, text), nullable=n not in required) for n in Item.model_fields]
    return pa.schema(fields, metadata={"record": "item", "schema_version": SCHEMA_VERSION})


def write_items(path: Path, items: Iterable[Item]) -> None:
    """Write items in the order given, few of them in memory at a time."""
    import pyarrow.parquet as pq

    pa, schema = _arrow(), item_schema()
    with replacing(path) as temporary, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        for group in _batches(items, ROWS_A_GROUP):
            writer.write_table(pa.Table.from_pylist([_row(item) for item in group], schema=schema))


def read_items(path: Path) -> list[Item]:
    """Read items.

    Raises:
        ConfigError: the file is missing, no parquet, of another schema version, or holds something else.
    """
    return list(each_item(path))


def each_item(path: Path) -> Iterator[Item]:
    """Read items one after another, few of them in memory at a time.

    Raises:
        ConfigError: as `read_items`.
    """
    import pyarrow.parquet as pq

    pa = _arrow()
    try:
        with pq.ParquetFile(path) as file:
            _check_schema(file.schema_arrow, path)
            for group in range(file.num_row_groups):
                yield from _checked(file.read_row_group(group).to_pylist(), path)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise ConfigError("is no readable parquet file", where=str(path), do="Run `lexproof repro`.") from error


def _arrow() -> Any:
    """The package pyarrow, told to give memory back: its own pool keeps the largest group for good (50 MB)."""
    import pyarrow

    pyarrow.set_memory_pool(pyarrow.system_memory_pool())
    return pyarrow


def _check_schema(schema: Any, path: Path) -> None:
    version = (schema.metadata or {}).get(b"schema_version", b"none").decode("utf-8", "replace")
    if version != SCHEMA_VERSION:
        raise ConfigError(f"schema version {version}, expected {SCHEMA_VERSION}", where=str(path), do="Rebuild it.")
    if not schema.equals(item_schema()):
        raise ConfigError("its columns are not those of items", where=str(path), do="Rebuild it.")


def _checked(rows: list[dict[str, Any]], path: Path) -> list[Item]:
    try:
        return [_item(row) for row in rows]
    except (ValidationError, TypeError) as error:
        what = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "a list is null"
        raise ConfigError(f"holds an invalid item: {what}", where=str(path)) from error


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of at most `size` items, in order."""
    rest = iter(items)
    while group := list(islice(rest, size)):
        yield group


def _row(item: Item) -> dict[str, Any]:
    row = item.model_dump(mode="json")
    row["field_status"] = [{"field": f, "status": s} for f, s in sorted(row["field_status"].items())]
    return row


def _item(row: dict[str, Any]) -> Item:
    statuses = {entry["field"]: entry["status"] for entry in row["field_status"]}
    return Item.model_validate({**row, "field_status": statuses})
