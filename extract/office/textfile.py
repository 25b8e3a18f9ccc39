"""csv, json and jsonl files as tables.

The encoding is UTF-8, or UTF-16 with its byte order mark, or what the layout states; nothing is guessed. A csv's
delimiter is the one under which the layout's header words, or else the most columns, come out.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extract.office.blocks import Block, Cell, Sheet, Source, Table
from records.errors import DocumentError, LayoutError
from records.layout import Reading
from records.text import squeeze

DELIMITERS = ",;\t|"
_LONGEST_FIELD = 10_000_000  # characters; csv's own bound of 131,072 is met by long cases


def read_text(path: Path, data: bytes, reading: Reading, encoding: str | None = None) -> Source:
    """Read a csv, json or jsonl file.

    Args:
        path: where it is; its suffix decides between csv and json only if its content does not.
        data: its bytes.
        reading: how it is read.
        encoding: overrides the layout's.

    Raises:
        DocumentError: it is no text in the encoding, or breaks its format; the line is named.
        LayoutError: `list_at` leads to no list, or the encoding is unknown.
    """
    text = _decoded(path, data, encoding or reading.encoding)
    head = text.lstrip()[:1]
    suffix = path.suffix.lower()
    if head in ("{", "[") and suffix not in (".csv", ".tsv", ".txt"):
        kind, records = _parsed(path, text, suffix)
        sheet = _listed(path, records, reading, kind)
    elif suffix in (".json", ".jsonl", ".ndjson"):
        raise DocumentError(f"is no JSON: it begins with {head!r}", where=str(path), do="Give JSON, or name it .csv.")
    else:
        kind, sheet = "csv", Sheet(path.name, [_csv_table(path, text, reading)])
    return Source(path, kind, [sheet])


def _decoded(path: Path, data: bytes, encoding: str | None) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    name = "utf-16" if marked else encoding or "utf-8-sig"
    try:
        return data.decode("utf-8-sig" if name.lower() in ("utf-8", "utf8") else name)
    except LookupError as error:
        raise LayoutError(
            f"unknown encoding {name}", where=str(path), do="Name one such as utf-8 or cp1250."
        ) from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        what = f"line {line} is no {'UTF-8' if name == 'utf-8-sig' else name}"
        raise DocumentError(
            what, where=str(path), do="State the encoding in the layout (`encoding: cp1250`), or save it as UTF-8."
        ) from error


def _csv_table(path: Path, text: str, reading: Reading) -> Table:
    head, _, rest = text.partition("\n")
    stated = re.fullmatch(r"(?i)sep=(.)\r?", head)
    skipped = 1 if stated else 0
    if stated:
        rows, fault = _rows(rest, stated[1])
    else:
        rows, fault = max((_rows(text, d) for d in DELIMITERS), key=lambda found: _fit(found[0], reading))
    if fault:
        what = f"line {rows[-1][0] + skipped} is no csv row: {fault}"
        raise DocumentError(what, where=str(path), do="Mend its quotes: a quote inside a field is doubled.")
    cells = []
    for index, (line, fields) in enumerate(rows):
        for col, value in enumerate(fields):
            block = Block(value.replace("\r\n", "\n"), f"line {line + skipped} column {col + 1}")
            cells.append(Cell(index, col, [block]))
    return Table(cells)


def _rows(text: str, delimiter: str) -> tuple[list[tuple[int, list[str]]], str]:
    """Line (from 1) and fields of every row, and the fault that ends them: the last row is then the faulty one."""
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, line = list[tuple[int, list[str]]](), 1
    try:
        for fields in reader:
            rows.append((line, fields))
            line = reader.line_num + 1
    except csv.Error as error:
        return [*rows, (line, [])], str(error)
    return rows, ""


def _fit(rows: list[tuple[int, list[str]]], reading: Reading) -> tuple[int, int, int]:
    """How well a delimiter fits: header words met in one row, rows as wide as most, their width."""
    words = {"".join(h.split()).casefold() for c in reading.columns for h in c.header}
    met = max((sum("".join(f.split()).casefold() in words for f in fields) for _, fields in rows), default=0)
    widths = [len(fields) for _, fields in rows if fields]
    usual = max(set(widths), key=widths.count, default=0)
    return met, widths.count(usual) if usual > 1 else 0, usual


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key written twice keeps both values, the second under `key~2`."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        name, count = key, 1
        while name in found:
            count += 1
            name = f"{key}~{count}"
        found[name] = value
    return found


def _load(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_pairs, parse_float=_number, parse_int=str, parse_constant=str)


def _number(text: str) -> str:
    whole, point, rest = text.partition(".")
    return whole if point and rest.strip("0") == "" else text


def _parsed(path: Path, text: str, suffix: str) -> tuple[str, Any]:
    """`json` with the whole value, or `jsonl` with the list of the lines' values."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()] if suffix != ".json" else []
    try:
        if suffix not in (".jsonl", ".ndjson"):
            try:
                return "json", _load(text)
            except ValueError as error:
                first = lines[0][1] if len(lines) > 1 else ""
                if not _is_json(first):
                    raise _no_json(path, error, 0) from error
        records = []
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            try:
                records.append((number, _load(line)))
            except ValueError as error:
                raise _no_json(path, error, number) from error
        return "jsonl", records
    except RecursionError as error:
        raise DocumentError("is nested too deeply", where=str(path), do="Give a list of records.") from error


def _is_json(text: str) -> bool:
    try:
        return bool(_load(text))
    except ValueError:
        return False


def _no_json(path: Path, error: ValueError, line: int) -> DocumentError:
    at = f"line {line or getattr(error, 'lineno', 1)} column {getattr(error, 'colno', 1)}"
    return DocumentError(f"is no JSON at {at}: {getattr(error, 'msg', error)}", where=str(path), do="Mend it there.")


def _listed(path: Path, value: Any, reading: Reading, kind: str) -> Sheet:
    """The list of records as a table with one column for each key; what stands beside it as notes."""
    sheet = Sheet(path.name)
    if kind == "jsonl":
        entries = [(f"line {number}", entry) for number, entry in value]
    else:
        where = reading.list_at or ""
        found = _at(value, where)
        if not isinstance(found, list):
            lists = ", ".join(_lists(value)) or "no list at all"
            what = f"looked for a list of records at {where or 'the top'!r}, found {lists}"
            raise LayoutError(what, where=str(path), do="State its path in the layout (`list_at: questions`).")
        entries = [(f"{where}[{i}]", entry) for i, entry in enumerate(found)]
        for name, text in _leaves(value, ""):
            if not name.startswith(f"{where}["):
                block = Block(text, name)
                block.claim("note")
                sheet.aside.append(block)
    sheet.body = [_record_table(entries, reading, kind)]
    return sheet


def _record_table(entries: list[tuple[str, Any]], reading: Reading, kind: str) -> Table:
    declared = {squeeze(h) for c in reading.columns for h in c.header}
    columns: dict[str, int] = {}
    cells: dict[tuple[int, int], Cell] = {}
    for row, (where, entry) in enumerate(entries, 1):
        for name, text in _leaves(entry, ""):
            head, joint, _ = name.rpartition("[")
            key = head if joint and name not in declared and head in declared else name
            col = columns.setdefault(key, len(columns))
            cell = cells.setdefault((row, col), Cell(row, col, []))
            step = f" {name}" if kind == "jsonl" else name if name.startswith("[") else f".{name}"
            cell.blocks.append(Block(text, f"{where}{step}"))
    heads = []
    for name, col in columns.items():
        block = Block(name, f"key {name}", frozenset(range(len(name))))
        heads.append(Cell(0, col, [block]))
    return Table([*heads, *cells.values()])


def _at(value: Any, path: str) -> Any:
    for step in filter(None, path.split(".")):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _lists(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, list):
        yield f"a list of {len(value)} at {path or 'the top'!r}"
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(inner, f"{path}.{key}".lstrip("."))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Path and text of every value that is no list or object; null is no text."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    elif value is not None:
        yield path, ("true" if value else "false") if isinstance(value, bool) else str(value)
