"""Corrections: applied to what the person saw, stale when it changed, refused when the file is wrong."""

from pathlib import Path
from typing import Any

import pytest

from records.errors import ConfigError
from records.model import Correction
from tests.factories import item, layout
from verify.corrections import apply_corrections, load_corrections


def correction(field: str, as_printed: str, corrected: str, **update: Any) -> Correction:
    base = {"item": "e-1", "field": field, "as_printed": as_printed, "corrected": corrected}
    return Correction(**{**base, "who": "R. Eviewer", "when": "2026-11-30", "why": "notice", **update})


DISPUTED = item(1, key="E", status="disputed", flags=["key_not_among_options:E", "paths_disagree:key"])


def test_a_key_is_corrected_and_the_item_is_fine_again() -> None:
    fixed, applied, excluded = apply_corrections([DISPUTED, item(2)], [correction("key", "E", "B")], layout())
    assert fixed[0].key == ["B"] and fixed[0].status == "ok" and fixed[0].flags == ["corrected:key"]
    assert fixed[0].field_status["key"] == "reviewed" and len(applied) == 1 and excluded == []
    assert fixed[1] == item(2)


@pytest.mark.parametrize(
    ("field", "as_printed", "corrected", "read"),
    [
        ("stem", "Stem 1?", "New stem?", lambda i: i.stem),
        ("option.2", "b1", "better", lambda i: i.options[1].text),
        ("option.2.label", "B", "X", lambda i: i.options[1].label),
        ("number", "1", "17", lambda i: i.number),
        ("legal_basis", "art. 1", "art. 2", lambda i: i.legal_basis),
    ],
)
def test_every_field_can_be_corrected(field: str, as_printed: str, corrected: str, read: Any) -> None:
    fixed, _, _ = apply_corrections(
        [item(1, legal_basis="art. 1")], [correction(field, as_printed, corrected)], layout()
    )
    assert read(fixed[0]) == corrected


def test_a_stale_correction_changes_nothing_and_disputes_the_item() -> None:
    fixed, applied, _ = apply_corrections([item(1)], [correction("key", "C", "B")], layout())
    assert fixed[0].key == ["A"] and fixed[0].status == "disputed" and applied == []
    assert fixed[0].flags == ["correction_stale:key"]


@pytest.mark.parametrize(("decision", "status"), [("withdrawn", "withdrawn"), ("as_published", "malformed")])
def test_an_item_is_decided_as_a_whole(decision: str, status: str) -> None:
    fixed, _, _ = apply_corrections([DISPUTED], [correction("item", "Stem 1?", decision)], layout())
    assert fixed[0].status == status


def test_an_excluded_item_leaves_the_bank_with_its_decision() -> None:
    fixed, applied, excluded = apply_corrections([DISPUTED], [correction("item", "Stem 1?", "excluded")], layout())
    assert (fixed, len(applied), excluded) == ([], 1, ["e-1"])


def test_deciding_one_field_leaves_the_other_dispute_open() -> None:
    both = item(1, status="disputed", flags=["paths_disagree:key", "paths_disagree:stem"])
    fixed, _, _ = apply_corrections([both], [correction("key", "A", "B")], layout())
    assert fixed[0].status == "disputed" and "paths_disagree:stem" in fixed[0].flags


def test_a_correction_of_an_unknown_item_is_refused() -> None:
    with pytest.raises(ConfigError, match="e-1"):
        apply_corrections([item(2)], [correction("key", "A", "B")], layout())


GOOD = "- {item: e-1, field: key, as_printed: 'A', corrected: 'B', who: w, when: '2026-11-30', why: y}\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD.replace("who: w, ", ""), "who"),
        (GOOD.replace("2026-11-30", "yesterday"), "when"),
        (GOOD.replace("field: key", "field: colour"), "colour"),
        (GOOD + GOOD, "corrected twice"),
        (GOOD.replace("field: key", "field: item"), "none of"),
        ("item: e-1\n", "must be a list"),
        ("- [", "no YAML"),
    ],
)
def test_an_invalid_file_is_refused_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "e.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load_corrections(file)
    assert fault in str(caught.value) and str(file) in str(caught.value) and "\n" not in str(caught.value)


def test_a_valid_file_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(GOOD, "utf-8")
    assert len(load_corrections(tmp_path / "e.yaml")) == 1 and load_corrections(tmp_path / "none.yaml") == []
