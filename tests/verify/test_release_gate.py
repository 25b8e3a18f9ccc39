"""The gate: missing data never passes, and each rule fails by itself when its own data are broken."""

import json
import subprocess
import sys
from typing import Any

import pytest

from records.model import Item, Option
from tests.realdata import cases
from verify.release import Column, Table, item_tables, validate

GATE: dict[str, tuple[dict[str, list[Any]], bool]] = {
    "null_key": ({"id": ["1", "2"], "key": ["A", None]}, False),
    "empty_table": ({"id": [], "key": []}, False),
    "all_null": ({"id": [None, None], "key": [None, None]}, False),
    "null_ids": ({"id": [None, None, "1"], "key": ["A", "B", "C"]}, False),
    "empty_string_key": ({"id": ["1"], "key": [""]}, False),
    "missing_column": ({"id": ["1"]}, False),
    "fewer_rows_than_the_source": ({"id": ["1"], "key": ["A"]}, False),
    "good": ({"id": ["1", "2"], "key": ["A", "D"]}, True),
}
SOURCE_ROWS = {"null_ids": 3, "empty_string_key": 1, "missing_column": 1}


def table(columns: dict[str, list[Any]], rows: int) -> Table:
    count = max(map(len, columns.values()))
    records = [{name: values[i] for name, values in columns.items()} for i in range(count)]
    return Table("t", records, rows, (Column("id", unique=True), Column("key", allowed=("A", "B", "C", "D"))))


@pytest.mark.parametrize("name", GATE)
def test_only_complete_data_pass(name: str) -> None:
    columns, passes = GATE[name]
    assert validate([table(columns, SOURCE_ROWS.get(name, 2))])["passed"] is passes


def test_the_known_cases_of_missing_data() -> None:
    folder = cases("26_release_gate_nulls")
    inputs = json.loads((folder / "input.json").read_text("utf-8"))
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["gate"]
    rows = {name: len(columns["id"]) or 2 for name, columns in inputs.items()}
    assert {name: validate([table(inputs[name], rows[name])])["passed"] for name in expected} == expected


def test_a_column_that_only_the_first_row_has_is_missing() -> None:
    rows = [{"id": "1", "key": "A"}, {"id": "2"}]
    result = validate([Table("t", rows, 2, (Column("id"), Column("key")))])
    assert [(r["rule"], r["failing"]) for r in result["rules"]] == [("t.schema", ["key"])]


def test_importing_the_package_does_not_import_the_library() -> None:
    modules = "verify.release, verify.stage, verify.corrections, verify.witness"
    heavy = "('great_expectations', 'statsmodels', 'pandas')"
    code = f"import sys, {modules}; sys.exit(any(m in sys.modules for m in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_to_check_does_not_pass() -> None:
    assert validate([])["passed"] is False


def item(number: int, **update: Any) -> Item:
    options = [Option(label=label, text=f"text {label}{number}") for label in "ABC"]
    base = Item(id=f"e-{number}", exam="e", number=str(number), stem=f"Stem {number}?", options=options, key=["A"])
    return base.model_copy(update=update)


BROKEN: dict[str, dict[str, Any]] = {
    "released.stem-form": {"stem": " \u200b "},
    "released.key-form": {"key": []},
    "released.key_among_options-allowed": {"key": ["D"]},
    "bank.status-allowed": {"status": "disputed"},
    "released.options_filled-allowed": {"options": [Option(label="A", text="x"), Option(label="B", text="")]},
    "released.text_readable-allowed": {"stem": "(cid:12)"},
    "bank.id-unique": {"id": "e-2"},
}


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_item_fails_by_its_rule(rule: str) -> None:
    items = [item(1, **BROKEN[rule]), item(2), item(3)]
    result = validate(item_tables(items, {"e": 3}, {}, {}))
    failed = {r["rule"] for r in result["rules"] if not r["passed"]}
    assert not result["passed"] and rule in failed
    assert failed <= {rule, "released.key_among_options-allowed", "released.id-unique", "released.row-count"}


def test_a_whole_bank_passes_and_a_lost_item_or_finding_blocks_it() -> None:
    items = [item(n) for n in (1, 2, 3)]
    assert validate(item_tables(items, {"e": 3}, {}, {}))["passed"]
    assert validate(item_tables(items, {"e": 4}, {"e": 1}, {}))["passed"]
    assert not validate(item_tables(items[:2], {"e": 3}, {}, {}))["passed"]
    blocked = validate(item_tables(items, {"e": 3}, {}, {"e": ["unassigned_text: 3 glyphs"]}))
    failing = [r["failing"] for r in blocked["rules"] if not r["passed"]]
    assert failing == [["unassigned_text: 3 glyphs"]]


def test_the_result_is_the_same_each_time() -> None:
    items = [item(1), item(2, key=["D"])]
    assert validate(item_tables(items, {"e": 2}, {}, {})) == validate(item_tables(items, {"e": 2}, {}, {}))
