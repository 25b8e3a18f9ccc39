"""Invariants: each defect of a paper or a key sheet gets its flag and the status that follows from it."""

import csv
from typing import Any

import pytest

from records.layout import Layout, PaperPart
from records.model import Item, Option
from tests.factories import item, layout
from tests.realdata import cases
from verify.invariants import check_item, check_sequence, gaps


def options(*pairs: tuple[str, str]) -> list[Option]:
    return [Option(label=label, text=text) for label, text in pairs]


ABCD = (("A", "a"), ("B", "b"), ("C", "c"), ("D", "d"))
CASES: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "fine": ({}, "ok", []),
    "label twice, key on it": (
        {"options": options(("A", "a"), ("B", "b"), ("D", "c"), ("D", "d")), "key": ["D"]},
        "disputed", ["duplicate_label:D", "key_ambiguous", "missing_label:C"],
    ),
    "twins that are not the key": (
        {"options": options(("A", "a"), ("B", "same"), ("C", "same"), ("D", "d"))},
        "malformed", ["duplicate_option_text:B,C"],
    ),
    "twins of which one is the key": (
        {"options": options(("A", "a"), ("B", "same"), ("C", "same"), ("D", "d")), "key": ["C"]},
        "disputed", ["duplicate_option_text:B,C"],
    ),
    "empty option": (
        {"options": options(("A", "a"), ("B", "b"), ("C", ""), ("D", "d"))}, "malformed", ["missing_option:C"],
    ),
    "empty option that is the key": (
        {"options": options(("A", ""), ("B", "b"), ("C", "c"), ("D", "d"))}, "disputed", ["missing_option:A"],
    ),
    "no key": ({"key": []}, "disputed", ["key_missing"]),
    "two keys": ({"key": ["B", "C"]}, "disputed", ["multiple_keys"]),
    "key outside": ({"key": ["E"]}, "disputed", ["key_not_among_options:E"]),
    "three options, key on the fourth": (
        {"options": options(*ABCD[:3]), "key": ["D"]},
        "disputed", ["key_not_among_options:D", "option_count_differs:3"],
    ),
    "five options": ({"options": options(*ABCD, ("E", "e"))}, "disputed", ["option_count_differs:5"]),
    "empty stem": ({"stem": " "}, "disputed", ["empty_stem"]),
    "withdrawn with nothing in order": ({"status": "withdrawn", "options": [], "key": []}, "withdrawn", []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_item(name: str) -> None:
    update, status, flags = CASES[name]
    checked = check_item(item(1, **update), layout())
    assert (checked.status, checked.flags) == (status, flags)


PARTS = [
    {"name": "single", "heading": "I"},
    {"name": "multiple", "heading": "II", "options_per_item": 5, "keys_per_item": "several"},
    {"name": "essay", "heading": "III", "kind": "open", "own_numbers": True},
]
FIVE = options(*ABCD, ("E", "e"))


@pytest.mark.parametrize(
    ("update", "flags"),
    [
        ({"part": "multiple", "options": FIVE, "key": ["A", "E"]}, []),
        ({"part": "multiple", "options": FIVE, "key": []}, ["key_missing"]),
        ({"part": "multiple"}, ["option_count_differs:4"]),
        ({"part": "essay", "options": [], "key": []}, ["open_question"]),
        ({"part": "essay"}, ["open_question", "option_count_differs:4"]),
        ({"part": "single", "accepted_answers": [["A"], ["B", "C"]]}, []),
        ({"part": "single", "accepted_answers": [["A"], ["E"]]}, ["key_not_among_options:E"]),
        ({"part": "single", "key": ["A", "B"]}, ["multiple_keys"]),
    ],
)
def test_an_item_is_held_to_what_its_part_declares(update: dict[str, Any], flags: list[str]) -> None:
    assert check_item(item(1, **update), with_parts()).flags == flags


def with_parts() -> Layout:
    declared = layout()
    labels = ["A", "B", "C", "D", "E"]
    assert declared.paper.options is not None
    options_read = declared.paper.options.model_copy(update={"labels": labels})
    parts = [PaperPart.model_validate(p) for p in PARTS]
    return declared.model_copy(
        update={"paper": declared.paper.model_copy(update={"parts": parts, "options": options_read})}
    )


def test_numbers_begin_again_only_in_a_part_that_says_so() -> None:
    parts = {"single": (1, 2), "multiple": (3, 5), "essay": (1, 2)}
    items = [item(n, id=f"e-{p}-{n}", part=p) for p, own in parts.items() for n in own]
    assert [i.flags for i in check_sequence(items, with_parts())] == [[], [], [], ["numbering_gap:4"], [], []]
    assert gaps(items, with_parts()) == ["4"]
    assert gaps([item(1, part="essay"), item(3, part="essay")], with_parts()) == ["essay: 2"]


def numbered(*numbers: str) -> list[Item]:
    return [item(n) for n in numbers]


@pytest.mark.parametrize(
    ("numbers", "flags"),
    [
        pytest.param(["1", "2", "3"], [[], [], []], id="rising"),
        pytest.param(["7", "8"], [[], []], id="begins anywhere"),
        pytest.param(["1", "2", "4"], [[], [], ["numbering_gap:3"]], id="one missing"),
        pytest.param(["1", "5"], [[], ["numbering_gap:2-4"]], id="several missing"),
        pytest.param(["1", "2", "2", "3"], [[], [], ["number_duplicate:2"], []], id="twice"),
        pytest.param(["001", "002"], [[], []], id="leading zeros"),
        pytest.param(
            ["1", "99", "3", "4"],
            [[], ["numbering_gap:2-98"], ["numbering_gap:3 after 99"], []],
            id="one misread",
        ),
    ],
)
def test_numbering(numbers: list[str], flags: list[list[str]]) -> None:
    checked = list(check_sequence(numbered(*numbers), layout()))
    assert [i.flags for i in checked] == flags
    assert [i.status for i in checked] == ["disputed" if f else "ok" for f in flags]


def test_numbers_begin_again_in_a_section() -> None:
    items = [item(n, id=f"e-{s}-{n}", section=s) for s in ("I", "II") for n in (1, 2)]
    assert [i.flags for i in check_sequence(items, layout())] == [[], [], [], []]
    assert gaps(items, layout()) == []


def test_gaps_are_numbers_that_stand_nowhere() -> None:
    assert gaps(numbered("1", "3", "2", "", "7", "9"), layout()) == ["4-6", "8"]


def test_a_reviewed_number_stands() -> None:
    items = [item(1), item(4, field_status={"number": "reviewed"}), item(5)]
    assert [i.flags for i in check_sequence(items, layout())] == [[], [], []]


def test_two_keys_wanted_and_one_given() -> None:
    two = layout().model_copy(update={"invariants": layout().invariants.model_copy(update={"keys_per_item": 2})})
    assert check_item(item(1, key=["A", "B"]), two).flags == []
    assert check_item(item(1, key=["A"]), two).flags == ["key_missing:1 of 2"]


@pytest.mark.parametrize(
    ("flags", "status"),
    [
        pytest.param(["annulled", "paths_disagree:stem"], "disputed", id="paths differ"),
        pytest.param(["annulled"], "withdrawn", id="decided since"),
    ],
)
def test_an_annulled_item_is_asked_for_no_key(flags: list[str], status: str) -> None:
    checked = check_item(item(1, key=[], status="disputed", flags=flags), layout())
    assert (checked.status, checked.flags) == (status, flags)


def test_one_path_alone_annuls_nothing() -> None:
    flags = ["annulled", "paths_disagree:key", "paths_disagree:status"]
    checked = check_item(item(1, key=[], status="disputed", flags=flags), layout())
    assert checked.status == "disputed" and "key_missing" in checked.flags


def test_gaps_are_listed_where_numbers_need_not_rise_by_one() -> None:
    checked = list(check_sequence(numbered("1", "4"), layout("tw-driver-ox")))
    assert [i.flags for i in checked] == [[], []] and gaps(checked, layout()) == ["2-3"]


def test_options_that_look_missing() -> None:
    rows: list[dict[str, Any]] = list(
        csv.DictReader((cases("23_options_that_look_missing") / "input.csv").open("r", newline=""))
    )
    three = layout("option-columns")
    checked = {}
    for row in rows:
        read = item(row["id"], stem=row["question"], options=options(*((c, row[c]) for c in "ABC")), key=[row["key"]])
        checked[row["id"]] = check_item(read, three)
    assert [n for n, i in checked.items() if i.flags] == ["7"]
    assert "options_equal_after_trim" in checked["7"].flags
    assert [o.text for o in checked["7"].options] == [" x", "x ", "x"]
    assert [o.text for o in checked["2"].options] == ["NA", "N/A", "null"]
