"""Reading and writing files: atomic replacement, hashes, JSON, JSONL.

A file is written beside its target and renamed, so that an interrupted run leaves the old file or none.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from records.errors import ConfigError

RecordT = TypeVar("RecordT", bound=BaseModel)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path in the target's folder; on success it replaces the target, on error it is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text atomically with line feeds."""
    with replacing(path) as temporary:
        temporary.write_bytes(text.encode("utf-8"))


def write_json(path: Path, value: Any) -> None:
    """Write sorted, indented JSON atomically."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def write_jsonl(path: Path, records: Iterable[BaseModel]) -> None:
    """Write records, one compact JSON object a line, in the order given."""
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(json.dumps(record.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":")) + "\n")


def read_jsonl(path: Path, kind: type[RecordT]) -> list[RecordT]:
    """Read a JSONL file of one record kind.

    Raises:
        ConfigError: the file is missing, or a line of it is not such a record.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read ({error})", where=str(path)) from error
    records = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            records.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            raise ConfigError(
                f"no valid {kind.__name__}: {'.'.join(map(str, first['loc']))} {first['msg']}",
                where=f"{path} line {number}",
            ) from error
    return records


def sha256_of(path: Path) -> str:
    """Hex digest of a file, read in pieces of 1 MiB."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
