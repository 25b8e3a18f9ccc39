"""The comparison: a fault planted in either path is found, and nothing else is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.flags import ItemStatus
from records.model import Item, Option
from tests.factories import extraction, item, layout, with_provenance
from verify.compare import compare
from verify.stage import compare_extractions

ITEMS = [item(n, legal_basis=f"art. {n}^1 k.c.", section="I") for n in range(1, 7)]
FIELDS = ("number", "stem", "option.1", "option.4", "key", "legal_basis", "status", "area")


def planted(one: Item, field: str) -> Item:
    options = [
        Option(label=o.label, text=o.text + "x") if field == f"option.{i}" else o for i, o in enumerate(one.options, 1)
    ]
    changes: dict[str, Any] = {
        "number": {"number": one.number + "9"},
        "stem": {"stem": one.stem.replace("Stem", "Sten")},
        "key": {"key": ["B"]},
        "legal_basis": {"legal_basis": one.legal_basis.replace("^", "") if one.legal_basis else "x"},
        "status": {"status": ItemStatus.WITHDRAWN},
        "area": {"area": "civil"},
    }
    return one.model_copy(update=changes.get(field, {"options": options}))


@given(st.sampled_from(FIELDS), st.integers(0, len(ITEMS) - 1), st.booleans())
def test_a_fault_in_one_path_alone_is_reported(field: str, at: int, in_plumber: bool) -> None:
    faulty = [planted(one, field) if i == at else one for i, one in enumerate(ITEMS)]
    plumber = extraction(faulty if in_plumber else ITEMS)
    geometry = extraction(ITEMS if in_plumber else faulty, "geometry")
    merged, found = compare(plumber, geometry)
    assert [(d.item, d.field) for d in found] == [(plumber.items[at].id, field)]
    assert [i.status for i in merged].count("disputed") == 1
    shown = found[0].plumber if in_plumber else found[0].geometry
    assert shown != (found[0].geometry if in_plumber else found[0].plumber)
    assert compare_extractions(plumber, geometry, layout(), 10, 1).blocked


@pytest.mark.parametrize("side", ["plumber", "geometry"])
@pytest.mark.parametrize("at", [0, 3, 5])
def test_an_item_that_only_one_path_has_does_not_shift_the_others(side: str, at: int) -> None:
    fewer = ITEMS[:at] + ITEMS[at + 1 :]
    plumber = extraction(ITEMS if side == "plumber" else fewer)
    geometry = extraction(fewer if side == "plumber" else ITEMS, "geometry")
    merged, found = compare(plumber, geometry)
    assert [(d.item, d.reason) for d in found] == [(ITEMS[at].id, f"one_path_only:{side}")]
    assert len(merged) == len(ITEMS) and merged[at].status == "disputed"


def test_line_break_hyphens_and_white_space_are_forgiven() -> None:
    one, two = item(1, stem="the obli-gation"), item(1, stem="the obligation")
    plumber, geometry = extraction([one]), extraction([two], "geometry")
    raw = {"plumber": "the  obli-\ngation", "geometry": "the obli-\ngation"}

    def with_raw(read: Any) -> Any:
        items = [
            i.model_copy(update={"provenance": [
                p.model_copy(update={"raw": raw[p.extractor]}) if p.field == "stem" else p for p in i.provenance
            ]})
            for i in read.items
        ]  # fmt: skip
        return read.model_copy(update={"items": items})

    merged, found = compare(with_raw(plumber), with_raw(geometry))
    assert found == [] and merged[0].field_status["stem"] == "agreed"


def test_the_reading_with_the_resolved_hyphen_is_taken() -> None:
    one = with_provenance(item(1, stem="obli-gation", flags=["hyphen_unresolved:obli-gation"]), "plumber")
    two = with_provenance(item(1, stem="obligation"), "geometry")
    readings = [p.model_copy(update={"raw": "obli-\ngation"}) if p.field == "stem" else p for p in one.provenance]
    other = [p.model_copy(update={"raw": "obli-\ngation"}) if p.field == "stem" else p for p in two.provenance]
    merged, found = compare(
        extraction([]).model_copy(update={"items": [one.model_copy(update={"provenance": readings})]}),
        extraction([], "geometry").model_copy(update={"items": [two.model_copy(update={"provenance": other})]}),
    )
    assert found == [] and merged[0].stem == "obligation" and merged[0].flags == []


def test_both_readings_keep_their_provenance() -> None:
    merged, _ = compare(extraction(ITEMS), extraction(ITEMS, "geometry"))
    assert {p.extractor for p in merged[0].provenance} == {"plumber", "geometry"}


def test_label_belongs_to_the_option() -> None:
    other = item(1, options=[Option(label="B", text="a1"), *item(1).options[1:]])
    _, found = compare(extraction([item(1)]), extraction([other], "geometry"))
    assert [d.field for d in found] == ["option.1"]
