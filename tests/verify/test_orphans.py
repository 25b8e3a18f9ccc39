"""Key rows without a question: placeholders at the right place, and a fault of one path's key sheet is named."""

import pytest

from records.model import Extraction, Item, KeyEntry, Place
from tests.factories import extraction, item, layout
from verify.orphans import add_placeholders
from verify.stage import compare_extractions

PLACE = Place(page=2, box=(0, 0, 1, 1))


def row(number: str, key: str = "A", section: str | None = None, **update: object) -> KeyEntry:
    return KeyEntry.model_validate(
        {"number": number, "key": [key], "raw": f"{number} {key}", "section": section, "places": [PLACE], **update}
    )


def both(items: list[Item], *rows: KeyEntry) -> tuple[Extraction, Extraction]:
    return extraction(items, orphans=list(rows)), extraction(items, "geometry", list(rows))


def test_a_key_row_without_a_question_becomes_a_disputed_placeholder() -> None:
    items = [item(4), item(6)]
    complete, found = add_placeholders(items, *both(items, row("5")))
    assert [(i.number, i.status) for i in complete] == [("4", "ok"), ("5", "disputed"), ("6", "ok")]
    assert complete[1].flags == ["key_without_question", "question_missing"] and complete[1].key == ["A"]
    assert [p.extractor for p in complete[1].provenance] == ["plumber", "geometry"] and found == []


def test_a_placeholder_leaves_no_gap_and_blocks() -> None:
    verification = compare_extractions(*both([item(4), item(6)], row("5"), row("7")), layout(), 5, 1)
    assert [i.number for i in verification.items] == ["4", "5", "6", "7"]
    assert verification.summary["gaps"] == [] and verification.blocked
    assert verification.summary["reasons"] == {"key_without_question": 2, "question_missing": 2}


def test_a_placeholder_stands_in_its_section() -> None:
    items = [item(n, id=f"e-{s}-{n}", section=f"Part {s}") for s in ("i", "ii") for n in (1, 3)]
    complete, _ = add_placeholders(
        items, *both(items, row("2", section="i"), row("2", section="ii"), row("4", section="i"))
    )
    assert [i.id for i in complete] == ["e-i-1", "e-i-2", "e-i-3", "e-i-4", "e-ii-1", "e-ii-2", "e-ii-3"]
    assert [i.section for i in complete] == ["Part i"] * 4 + ["Part ii"] * 3


def test_ids_of_placeholders_are_unique() -> None:
    items = [item(1), item(2)]
    complete, _ = add_placeholders(items, *both(items, row("9"), row("9", "B")))
    assert [(i.id, i.key) for i in complete[2:]] == [("e-9", ["A"]), ("e-9~2", ["B"])]


@pytest.mark.parametrize("number", ["2", "002"])
def test_a_row_whose_question_the_other_path_read_is_no_orphan(number: str) -> None:
    plumber = extraction([item(1)], orphans=[row(number)])
    verification = compare_extractions(plumber, extraction([item(1), item(2)], "geometry"), layout(), 5, 1)
    assert [(i.id, i.status) for i in verification.items] == [("e-1", "ok"), ("e-2", "disputed")]
    assert [(d.item, d.reason) for d in verification.disagreements] == [("e-2", "one_path_only:geometry")]


@pytest.mark.parametrize(
    ("one", "two", "reason"),
    [
        ([row("5")], [row("5", "B")], "paths_disagree:key"),
        ([row("5")], [row("5", legal_basis="art. 1")], "paths_disagree:key"),
        ([row("5")], [row("5", withdrawn=True)], "paths_disagree:key"),
        ([row("5")], [], "one_path_only:plumber"),
        ([], [row("5")], "one_path_only:geometry"),
        ([row("5")], [row("05")], None),
    ],
    ids=["key", "legal basis", "withdrawn", "plumber alone", "geometry alone", "leading zero"],
)
def test_a_fault_in_one_path_s_rows_is_reported(one: list[KeyEntry], two: list[KeyEntry], reason: str | None) -> None:
    items = [item(1)]
    complete, found = add_placeholders(items, extraction(items, orphans=one), extraction(items, "geometry", two))
    assert [(d.item, d.reason) for d in found] == ([("e-5", reason)] if reason else [])
    assert len(complete) == 2 and (reason is None or reason in complete[1].flags)


def test_a_key_of_a_part_without_its_question_is_kept_though_another_part_has_the_number() -> None:
    items = [item(1, part="choice"), item(2, part="choice")]
    lost = row("1").model_copy(update={"part": "reserve"})
    complete, found = add_placeholders(items, *both(items, lost))
    assert [(i.id, i.part) for i in complete if not i.stem] == [("e-reserve-1", "reserve")] and found == []
    assert "key_without_question" in complete[-1].flags
    known = row("1").model_copy(update={"part": "choice"})
    assert add_placeholders(items, *both(items, known)) == (items, [])
