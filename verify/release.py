"""The release gate: Great Expectations suites over finished tables, built so that missing data can't pass.

The library leaves nulls out of value checks and passes empty tables, so every value check here is paired with a
not-null check and with a row count that comes from the source. It is imported in this module only, inside functions.
"""

import os
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from records.flags import Reason
from records.model import Item

Severity = Literal["critical", "warning"]
SHOWN = 20  # failing values quoted for a rule


@dataclass(frozen=True)
class Column:
    """What must hold of one column; no value may be missing.

    Attributes:
        unique: no value twice.
        allowed: the only values.
        pattern: a regular expression that every value matches.
    """

    name: str
    unique: bool = False
    allowed: tuple[str, ...] | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class Table:
    """A finished table, the row count that its source demands, and what must hold of its columns."""

    name: str
    rows: list[dict[str, Any]]
    expected_rows: int
    columns: tuple[Column, ...]


def validate(tables: list[Table]) -> dict[str, Any]:
    """Check all tables.

    Returns:
        `passed`, and `rules`: for each rule its id, table, severity, whether it passed, and the failing values.
    """
    rules = [rule for table in tables for rule in _check_table(table)]
    return {"passed": all(r["passed"] for r in rules if r["severity"] == "critical") and bool(rules), "rules": rules}


def item_tables(
    items: list[Item], expected: dict[str, int], excluded: dict[str, int], findings: dict[str, list[str]]
) -> list[Table]:
    """The tables of a bank that the gate looks at.

    Args:
        items: the whole bank, withdrawn and disputed items included.
        expected: items by exam as the verification of the source counted them.
        excluded: items by exam that corrections took out.
        findings: blocking findings by exam.
    """
    released = [i for i in items if i.status in ("ok", "malformed")]
    exam_rows = [
        {
            "exam": exam,
            "complete": _yes(sum(i.exam == exam for i in items) == count - excluded.get(exam, 0) and count > 0),
            "accounted": "; ".join(findings.get(exam, [])) or "yes",
        }
        for exam, count in expected.items()
    ]
    statuses = ("ok", "withdrawn", "malformed")
    total = sum(expected.values()) - sum(excluded.values())
    return [
        Table("exams", exam_rows, len(expected), _exam_columns(tuple(expected))),
        Table("bank", [_bank_row(i) for i in items], total, (
            Column("id", unique=True, pattern=r"^[^\s].*"), Column("exam", allowed=tuple(expected)),
            Column("status", allowed=statuses),
        )),
        Table("released", [_released_row(i) for i in released], total - sum(i.status == "withdrawn" for i in items), (
            Column("id", unique=True), Column("number", pattern=r"\S"), Column("stem", pattern=r"\S"),
            Column("key", pattern=r"\S"), Column("key_among_options", allowed=("yes",)),
            Column("options_filled", allowed=("yes", "malformed")), Column("text_readable", allowed=("yes",)),
        )),
    ]  # fmt: skip


def _exam_columns(exams: tuple[str, ...]) -> tuple[Column, ...]:
    return (
        Column("exam", unique=True, allowed=exams),
        Column("complete", allowed=("yes",)),
        Column("accounted", allowed=("yes",)),
    )


def _bank_row(item: Item) -> dict[str, Any]:
    return {"id": item.id, "exam": item.exam, "status": str(item.status)}


def _released_row(item: Item) -> dict[str, Any]:
    labels = [o.label for o in item.options]
    texts = "".join([item.stem, *(o.text for o in item.options)])
    keys = [k for answer in (item.key, *item.accepted_answers) for k in answer]
    is_open = Reason.OPEN_QUESTION in item.flags and not labels
    filled = all(o.text.strip() for o in item.options)
    return {
        "id": item.id,
        "number": item.number,
        "stem": _visible(item.stem),
        "key": ",".join(item.key) or ("open question" if is_open else ""),
        "key_among_options": _yes(is_open or bool(item.key) and (not labels or all(k in labels for k in keys))),
        "options_filled": "yes" if filled else ("malformed" if item.status == "malformed" else "no"),
        "text_readable": _yes("\ufffd" not in texts and "(cid:" not in texts),
    }


def _visible(text: str) -> str:
    """The text without characters that leave no trace on a page."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc"))


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _check_table(table: Table) -> list[dict[str, Any]]:
    """Schema first: a missing column would otherwise look like a rule without a result."""
    names = [c.name for c in table.columns]
    missing = sorted({name for row in table.rows for name in names if name not in row})
    schema = _result(table, "schema", "critical", not missing, list(missing))
    if not schema["passed"]:
        return [schema]
    return [schema, *_run_suite(table)]


def _run_suite(table: Table) -> list[dict[str, Any]]:
    import pandas as pd

    frame = pd.DataFrame(table.rows, columns=[c.name for c in table.columns], dtype=object)
    batch = _context().data_sources.add_pandas(table.name).add_dataframe_asset(table.name)
    definition = batch.add_batch_definition_whole_dataframe("all")
    result = definition.get_batch({"dataframe": frame}).validate(_suite(table), result_format="COMPLETE")
    return [_rule(table, entry) for entry in result.results]


def _suite(table: Table) -> Any:
    import great_expectations as gx
    import great_expectations.expectations as gxe

    def rule(kind: Any, name: str, **arguments: Any) -> Any:
        return kind(**arguments, severity="critical", meta={"rule": name})

    expectations = [rule(gxe.ExpectTableRowCountToEqual, "row-count", value=table.expected_rows)]
    for c in table.columns:
        expectations.append(rule(gxe.ExpectColumnValuesToNotBeNull, f"{c.name}-present", column=c.name))
        if c.unique:
            expectations.append(rule(gxe.ExpectColumnValuesToBeUnique, f"{c.name}-unique", column=c.name))
        if c.allowed is not None:
            kind = gxe.ExpectColumnValuesToBeInSet
            expectations.append(rule(kind, f"{c.name}-allowed", column=c.name, value_set=list(c.allowed)))
        if c.pattern is not None:
            kind = gxe.ExpectColumnValuesToMatchRegex
            expectations.append(rule(kind, f"{c.name}-form", column=c.name, regex=c.pattern))
    return gx.ExpectationSuite(name=table.name, expectations=expectations)


def _context() -> Any:
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as gx
    from great_expectations.data_context.types.base import (
        DataContextConfig,
        InMemoryStoreBackendDefaults,
        ProgressBarsConfig,
    )

    config = DataContextConfig(
        progress_bars=ProgressBarsConfig(globally=False),
        analytics_enabled=False,
        store_backend_defaults=InMemoryStoreBackendDefaults(init_temp_docs_sites=False),
    )
    return gx.get_context(mode="ephemeral", project_config=config)


def _rule(table: Table, entry: Any) -> dict[str, Any]:
    """One rule's result without ids and times; an exception inside the library is a failure."""
    detail = entry.result or {}
    failing = detail.get("unexpected_list") or detail.get("partial_unexpected_list") or []
    if not entry.success and "observed_value" in detail:
        failing = [detail["observed_value"]]
    severity = str(entry.expectation_config.severity.value)
    return _result(table, entry.expectation_config.meta["rule"], severity, bool(entry.success), failing)


def _result(table: Table, rule: str, severity: str, passed: bool, failing: list[Any]) -> dict[str, Any]:
    shown = [] if passed else sorted({str(v)[:200] for v in failing})[:SHOWN]
    return {"rule": f"{table.name}.{rule}", "severity": severity, "passed": passed, "failing": shown}
