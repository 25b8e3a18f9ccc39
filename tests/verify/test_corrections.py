"""Corrections: applied to what the person saw, stale when it changed, refused when the file is wrong."""

from pathlib import Path
from typing import Any

import pytest

from records.errors import ConfigError
from records.flags import ItemStatus
from records.model import Correction, Item, Option
from tests.factories import item, layout
from verify.corrections import accepted_findings, apply_corrections, load_corrections, unaccepted
from verify.invariants import check_sequence


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


def test_the_answers_that_score_and_an_earlier_key_can_be_corrected() -> None:
    printed = item(1, accepted_answers=[["A"], ["B"]], flags=["several_answers_accepted"])
    decisions = [correction("accepted_answers", "A; B", "B; C; B, C"), correction("superseded_key.1", "", "D")]
    fixed, _, _ = apply_corrections([printed], decisions, layout())
    assert fixed[0].key == ["B"] and fixed[0].accepted_answers == [["B"], ["C"], ["B", "C"]]
    assert [(s.document, s.key) for s in fixed[0].superseded_keys] == [("superseded_key.1", ["D"])]
    fixed, _, _ = apply_corrections([printed], [correction("key", "A", "C")], layout())
    assert fixed[0].key == ["C"] and fixed[0].accepted_answers == [] and fixed[0].flags == ["corrected:key"]


BLANK, OTHER = "no_text_layer:plumber 24", "unassigned_text:plumber paper page 3 2 glyphs: ab"


def test_a_finding_is_accepted_by_its_own_decision_only() -> None:
    decision = correction("finding", BLANK, "accepted", item="e")
    assert accepted_findings("e", [BLANK, OTHER], [decision, correction("key", "A", "B")]) == [decision]
    assert unaccepted("e", [BLANK, OTHER], [decision]) == [OTHER]
    assert unaccepted("f", [BLANK], [decision]) == [BLANK]
    items, applied, _ = apply_corrections([item(1)], [decision], layout())
    assert items == [item(1)] and applied == []


@pytest.mark.parametrize("blocking", [[], [OTHER]])
def test_a_decision_about_a_finding_that_is_gone_stops(blocking: list[str]) -> None:
    with pytest.raises(ConfigError, match="no_text_layer:plumber 24"):
        accepted_findings("e", blocking, [correction("finding", BLANK, "accepted", item="e")])


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


EMPTY = item(1, options=[*item(1).options[:2], Option(label="C", text=""), item(1).options[3]])


@pytest.mark.parametrize(
    ("one", "corrections", "status", "flags"),
    [
        pytest.param(
            EMPTY.model_copy(update={"status": ItemStatus.MALFORMED, "flags": ["missing_option:C"]}),
            [("option.3", "", "c1")], "ok", ["corrected:option.3"], id="an empty option is filled",
        ),
        pytest.param(
            item(1, status="disputed", flags=["mixed_script_word:Stem"]),
            [("key", "A", "B")], "disputed", ["corrected:key", "mixed_script_word:Stem"], id="a word elsewhere stays",
        ),
        pytest.param(
            item(1, status="disputed", flags=["mixed_script_word:Stem"]),
            [("stem", "Stem 1?", "Stem 1?")], "ok", ["corrected:stem"], id="a word that was looked at",
        ),
        pytest.param(
            item(1, status="disputed", flags=["key_ambiguous"]),
            [("stem", "Stem 1?", "New?")], "disputed", ["corrected:stem", "key_ambiguous"], id="two key rows stay",
        ),
        pytest.param(
            item(1, status="disputed", flags=["mark_unknown:x"]),
            [("key", "A", "A")], "ok", ["corrected:key"], id="an unknown mark is read",
        ),
        pytest.param(
            item(1, status="disputed", flags=["one_path_only:plumber"]),
            [("key", "A", "A")], "disputed", ["corrected:key", "one_path_only:plumber"], id="one path only stays",
        ),
        pytest.param(
            item(1, status="disputed", flags=["one_path_only:plumber"]),
            [("item", "Stem 1?", "as_published")], "ok", ["corrected:item"], id="one path only is confirmed",
        ),
        pytest.param(
            item(1, "abc", status="disputed", flags=["option_count_differs:3", "paths_disagree:option.4"]),
            [("option.4", "", "d1")], "ok", ["corrected:option.4"], id="the second path's option is taken",
        ),
        pytest.param(
            item(1, key=[], status="disputed", flags=["annulled", "paths_disagree:stem"]),
            [("stem", "Stem 1?", "New?")], "withdrawn", ["annulled", "corrected:stem"], id="annulled stays out",
        ),
        pytest.param(
            item(1, status="withdrawn", flags=["withdrawn"]),
            [("item", "Stem 1?", "as_published")], "ok", ["corrected:item"], id="taken back in",
        ),
        pytest.param(
            item(1, key=[], status="withdrawn", flags=["annulled"]), [("item", "Stem 1?", "as_published")],
            "withdrawn", ["annulled", "corrected:item"], id="annulled is as published",
        ),
        pytest.param(
            item(1, key=[], status="disputed", flags=["annulled", "one_path_only:plumber"]),
            [("item", "Stem 1?", "as_published")], "withdrawn", ["annulled", "corrected:item"],
            id="confirmed and annulled",
        ),
        pytest.param(
            item(1, key=["A"], status="disputed", flags=["annulled", "key_ambiguous"]),
            [("key", "A", "A")], "ok", ["corrected:key"], id="annulled in one key row only, the answer is confirmed",
        ),
        pytest.param(
            item(1, key=[], status="withdrawn", flags=["annulled"]),
            [("key", "", "B")], "ok", ["corrected:key"], id="annulled, but a person names the answer",
        ),
        pytest.param(
            item(1, key=[], status="withdrawn", flags=["annulled"]),
            [("key", "", "")], "withdrawn", ["annulled", "corrected:key"], id="annulled and confirmed to be so",
        ),
    ],
)  # fmt: skip
def test_a_decision_settles_what_it_is_about_and_nothing_else(
    one: Item, corrections: list[tuple[str, str, str]], status: str, flags: list[str]
) -> None:
    fixed, _, _ = apply_corrections([one], [correction(*c) for c in corrections], layout())
    assert (fixed[0].status, fixed[0].flags) == (status, flags)


def test_the_added_option_gets_the_declared_label() -> None:
    fixed, _, _ = apply_corrections([item(1, "abc")], [correction("option.4", "", "d1")], layout())
    assert fixed[0].options == item(1).options


def test_a_corrected_number_closes_the_gap_it_had_opened() -> None:
    items = list(check_sequence([item(1), item(22, id="e-x"), item(3), item(5)], layout()))
    assert [i.flags for i in items] == [[], ["numbering_gap:2-21"], ["numbering_gap:3 after 22"], ["numbering_gap:4"]]
    fixed, _, _ = apply_corrections(items, [correction("number", "22", "2", item="e-x")], layout())
    assert [(i.number, i.status) for i in fixed] == [("1", "ok"), ("2", "ok"), ("3", "ok"), ("5", "disputed")]


def test_an_item_withdrawn_by_decision_keeps_its_reasons() -> None:
    fixed, _, _ = apply_corrections([DISPUTED], [correction("item", "Stem 1?", "withdrawn")], layout())
    assert fixed[0].flags == ["corrected:item", "key_not_among_options:E", "paths_disagree:key"]


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
        (GOOD.replace("field: key", "field: option.0"), "option.0"),
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


def test_scalars_are_text_however_they_are_written(tmp_path: Path) -> None:
    text = "- {item: e-1, field: number, as_printed: 007, corrected: 7, who: w, when: 2026-11-30, why: No}\n"
    (tmp_path / "e.yaml").write_text(text, "utf-8")
    one = load_corrections(tmp_path / "e.yaml")[0]
    assert (one.as_printed, one.corrected, one.when, one.why) == ("007", "7", "2026-11-30", "No")


def test_a_valid_file_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(GOOD, "utf-8")
    assert len(load_corrections(tmp_path / "e.yaml")) == 1 and load_corrections(tmp_path / "none.yaml") == []
