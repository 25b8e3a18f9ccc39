"""The comparison: a fault planted in either path is found, and nothing else is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.errors import ConfigError
from records.flags import ItemStatus
from records.model import Disagreement, Extraction, Item, Option, SupersededKey
from tests.factories import extraction, item, layout, with_provenance
from verify.compare import compare
from verify.rates import wilson
from verify.stage import compare_extractions

OF_KEY: dict[str, Any] = {
    "accepted_answers": [["A"], ["B", "C"]],
    "superseded_keys": [SupersededKey(document="superseded_key.1", key=["B"])],
}
ITEMS = [
    item(n, legal_basis=f"art. {n}^1 k.c.", section="I", area="civil", part="choice", **OF_KEY) for n in range(1, 7)
]
LINED = ("stem", "option.1", "option.2", "option.3", "option.4", "legal_basis")
PLAIN = ("number", "key", "section", "area", "status", "part", "accepted_answers", "superseded_key.1")
FIELDS = (*LINED, "option.2.label", *PLAIN)
PARTS = ("text", "raw", "both")


def compared(plumber: Extraction, geometry: Extraction) -> tuple[list[Item], list[Disagreement]]:
    """The merged items, and all disagreements."""
    pairs = list(compare(plumber, geometry))
    return [item for item, _ in pairs], [d for _, found in pairs for d in found]


def planted(one: Item, field: str, part: str, wrong: str) -> Item:
    """The item with one field wrong: in the text, in the lines as read, or in both."""
    if part != "text" and field in LINED:
        readings = [p.model_copy(update={"raw": p.raw + wrong}) if p.field == field else p for p in one.provenance]
        one = one.model_copy(update={"provenance": readings})
        if part == "raw":
            return one
    options = [
        o.model_copy(update={"text": o.text + wrong} if field == f"option.{i}" else {"label": o.label + wrong})
        if field.removesuffix(".label") == f"option.{i}"
        else o
        for i, o in enumerate(one.options, 1)
    ]
    changes: dict[str, Any] = {
        "number": one.number + "9",
        "stem": one.stem + wrong,
        "key": [*one.key, wrong],
        "legal_basis": f"{one.legal_basis}{wrong}",
        "section": f"{one.section}{wrong}",
        "area": f"{one.area}{wrong}",
        "part": f"{one.part}{wrong}",
        "accepted_answers": [*one.accepted_answers, [wrong]],
        "status": ItemStatus.WITHDRAWN,
    }
    if field == "superseded_key.1":
        return one.model_copy(update={"superseded_keys": [SupersededKey(document=field, key=[wrong])]})
    return one.model_copy(update={field: changes[field]} if field in changes else {"options": options})


@given(
    st.sampled_from(FIELDS), st.sampled_from(PARTS), st.integers(0, len(ITEMS) - 1), st.booleans(),
    st.sampled_from(["x", "^1", ".", "-", "х", "\u0301", "1"]),
)  # fmt: skip
def test_a_fault_in_one_path_alone_is_reported(field: str, part: str, at: int, in_plumber: bool, wrong: str) -> None:
    plumber, geometry = extraction(ITEMS), extraction(ITEMS, "geometry")
    faulty = plumber if in_plumber else geometry
    items = [planted(one, field, part, wrong) if i == at else one for i, one in enumerate(faulty.items)]
    faulty = faulty.model_copy(update={"items": items})
    plumber, geometry = (faulty, geometry) if in_plumber else (plumber, faulty)
    merged, found = compared(plumber, geometry)
    assert [(d.item, d.field) for d in found] == [(plumber.items[at].id, field.removesuffix(".label"))]
    assert [i.status for i in merged].count(ItemStatus.DISPUTED) == 1
    assert merged[at].field_status[found[0].field] == "disputed" and found[0].plumber != found[0].geometry
    assert compare_extractions(plumber, geometry, layout(), 10, 1).blocked


@given(st.integers(0, 5), st.integers(0, 5), st.sampled_from(["lost", "added", "number lost"]), st.booleans())
def test_a_fault_in_the_list_of_one_path_names_the_item_and_no_other(
    at: int, to: int, fault: str, in_plumber: bool
) -> None:
    extra = item("71", "wxyz", stem="Another question?", section="I")
    changed = {
        "lost": [i for n, i in enumerate(ITEMS) if n != at],
        "added": [*ITEMS[:to], extra, *ITEMS[to:]],
        "number lost": [
            i.model_copy(update={"number": "", "id": "e-lost"}) if n == at else i for n, i in enumerate(ITEMS)
        ],
    }[fault]
    plumber, geometry = (changed, ITEMS) if in_plumber else (ITEMS, changed)
    merged, found = compared(extraction(plumber), extraction(geometry, "geometry"))
    named = {"lost": ITEMS[at].id, "added": "e-71", "number lost": "e-lost" if in_plumber else ITEMS[at].id}[fault]
    assert [(d.item, d.field) for d in found] == [(named, "number" if fault == "number lost" else "item")]
    assert [i.id for i in merged if i.status == "disputed"] == [named]
    assert len(merged) == len(ITEMS) + (fault == "added")


def test_two_faults_side_by_side_stay_two() -> None:
    lost_and_renumbered = [ITEMS[0], ITEMS[2].model_copy(update={"number": "33"}), *ITEMS[3:]]
    _, found = compared(extraction(ITEMS), extraction(lost_and_renumbered, "geometry"))
    assert [(d.item, d.field) for d in found] == [("e-2", "item"), ("e-3", "number")]


def test_unlike_items_with_unlike_numbers_are_not_paired() -> None:
    _, found = compared(extraction([item(1)]), extraction([item(2, "wxyz")], "geometry"))
    assert [(d.item, d.reason) for d in found] == [("e-1", "one_path_only:plumber"), ("e-2", "one_path_only:geometry")]


@pytest.mark.parametrize("side", ["plumber", "geometry"])
@pytest.mark.parametrize("at", [0, 3, 5])
def test_an_item_that_only_one_path_has_does_not_shift_the_others(side: str, at: int) -> None:
    fewer = ITEMS[:at] + ITEMS[at + 1 :]
    plumber = extraction(ITEMS if side == "plumber" else fewer)
    geometry = extraction(fewer if side == "plumber" else ITEMS, "geometry")
    merged, found = compared(plumber, geometry)
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

    merged, found = compared(with_raw(plumber), with_raw(geometry))
    assert found == [] and merged[0].field_status["stem"] == "agreed"


def test_the_reading_with_the_resolved_hyphen_is_taken() -> None:
    one = with_provenance(item(1, stem="obli-gation", flags=["hyphen_unresolved:obli-gation"]), "plumber")
    two = with_provenance(item(1, stem="obligation"), "geometry")
    readings = [p.model_copy(update={"raw": "obli-\ngation"}) if p.field == "stem" else p for p in one.provenance]
    other = [p.model_copy(update={"raw": "obli-\ngation"}) if p.field == "stem" else p for p in two.provenance]
    merged, found = compared(
        extraction([]).model_copy(update={"items": [one.model_copy(update={"provenance": readings})]}),
        extraction([], "geometry").model_copy(update={"items": [two.model_copy(update={"provenance": other})]}),
    )
    assert found == [] and merged[0].stem == "obligation" and merged[0].flags == []


def test_each_field_takes_its_own_better_reading() -> None:
    texts = {"plumber": ("obli-gation", "price"), "geometry": ("obligation", "pri-ce")}
    raw = {"stem": "obli-\ngation", "option.1": "pri-\nce"}

    def read(side: Any) -> Any:
        stem, first = texts[side]
        unresolved = "obli-gation" if side == "plumber" else "pri-ce"
        options = [Option(label="A", text=first), *item(1).options[1:]]
        one = with_provenance(item(1, stem=stem, options=options, flags=[f"hyphen_unresolved:{unresolved}"]), side)
        readings = [p.model_copy(update={"raw": raw.get(p.field, p.raw)}) for p in one.provenance]
        return extraction([], side).model_copy(update={"items": [one.model_copy(update={"provenance": readings})]})

    merged, found = compared(read("plumber"), read("geometry"))
    assert found == [] and (merged[0].stem, merged[0].options[0].text) == ("obligation", "price")
    assert merged[0].flags == []


def test_flags_of_both_paths_are_kept() -> None:
    one, two = item(1, flags=["number_recovered"]), item(1, flags=["text_outside_cell"])
    merged, found = compared(extraction([one]), extraction([two], "geometry"))
    assert found == [] and merged[0].flags == ["number_recovered", "text_outside_cell"]


def test_a_disputed_field_keeps_the_first_path_s_value() -> None:
    merged, _ = compared(extraction([item(1)]), extraction([item(1, key="B")], "geometry"))
    assert merged[0].key == ["A"] and merged[0].flags == ["paths_disagree:key"]


def test_extractions_of_two_exams_are_refused() -> None:
    other = extraction([item(1)], "geometry").model_copy(update={"exam": "f"})
    with pytest.raises(ConfigError, match="two exams, e and f"):
        compare_extractions(extraction([item(1)]), other, layout(), 1, 1)


def test_both_readings_keep_their_provenance() -> None:
    merged, _ = compared(extraction(ITEMS), extraction(ITEMS, "geometry"))
    assert {p.extractor for p in merged[0].provenance} == {"plumber", "geometry"}


def test_label_belongs_to_the_option() -> None:
    other = item(1, options=[Option(label="B", text="a1"), *item(1).options[1:]])
    _, found = compared(extraction([item(1)]), extraction([other], "geometry"))
    assert [d.field for d in found] == ["option.1"]


def test_numbers_that_begin_again_without_a_heading_do_not_confuse_the_pairs() -> None:
    items = [item(n, id=f"e-{n}~{part}", stem=f"Stem {n} of part {part}?") for part in range(1, 9) for n in (1, 2, 3)]
    fewer = [i for at, i in enumerate(items) if at % 5]
    _, found = compared(extraction(items), extraction(fewer, "geometry"))
    assert [(d.item, d.field) for d in found] == [(i.id, "item") for at, i in enumerate(items) if not at % 5]


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_the_interval_is_the_one_of_a_statistics_package(confirmed: int, more: int) -> None:
    from statsmodels.stats.proportion import proportion_confint

    expected = proportion_confint(confirmed, confirmed + more, alpha=0.05, method="wilson")
    assert wilson(confirmed, confirmed + more) == pytest.approx(expected, abs=1e-9)
