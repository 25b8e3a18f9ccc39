"""Parts of a list (choice, open, reserve), labels as glyphs of the paper's own font, statements without options."""

from pathlib import Path
from typing import Any

import pytest

from extract.plumber.reader import read
from records.layout import Layout
from records.model import Extraction
from tests.extract.plumber.press import Press, layout

GLYPHS = ["\uef00", "\uef01", "\uef02", "\uef03", "\uef04"]
PRIVATE: dict[str, Any] = {
    "place": "lines",
    "labels": ["A", "B", "C", "D", "E"],
    "printed": GLYPHS,
    "alphabet": "private",
    "pattern": "(?P<label>[\uef00-\uef04])",
}
PARTS = [
    {"name": "choice", "heading": "PART ONE", "kind": "choice"},
    {"name": "spare", "heading": "SPARE QUESTIONS", "kind": "reserve"},
    {"name": "essay", "heading": "PART TWO", "kind": "open", "own_numbers": True},
]
OPTIONS = ["A) one", "B) two", "C) three", "D) four"]


def paper(folder: Path, *pages: list[str], **changes: Any) -> Extraction:
    press = Press(folder / "paper.pdf")
    for index, lines in enumerate(pages):
        if index:
            press.next_page()
        press.lines(60, 120, lines)
    return read("x", layout("numbered-list", **changes), press.done())


def shown(found: Extraction) -> list[tuple[str, str | None, str, list[tuple[str, str]]]]:
    return [(i.id, i.part, i.stem, [(o.label, o.text) for o in i.options]) for i in found.items]


FOUR = [("A", "one"), ("B", "two"), ("C", "three"), ("D", "four")]


def test_parts_have_their_kinds_and_ids(tmp_path: Path) -> None:
    lines = ["PART ONE", "Choose one.", "1. First?", *OPTIONS, "2. Second?", *OPTIONS, "SPARE QUESTIONS"]
    lines += ["1. Third?", *OPTIONS]
    essay = ["PART TWO", "Write two pages.", "1. Say what a contract is.", "Give examples.", "2. And a tort?"]
    found = paper(tmp_path, lines, essay, parts=PARTS)
    assert shown(found) == [
        ("x-1", "choice", "First?", FOUR),
        ("x-2", "choice", "Second?", FOUR),
        ("x-spare-1", "spare", "Third?", FOUR),
        ("x-essay-1", "essay", "Say what a contract is. Give examples.", []),
        ("x-essay-2", "essay", "And a tort?", []),
    ]
    assert [i.flags for i in found.items] == [[], [], ["reserve"], [], []]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
    assert [s.text for s in found.pages[1].notes] == ["PART TWO", "Write two pages."]


def test_numbers_go_on_over_parts(tmp_path: Path) -> None:
    parts = [{"name": "one", "heading": "PART ONE"}, {"name": "two", "heading": "PART TWO"}]
    lines = [
        "PART ONE",
        "1. First?",
        *OPTIONS,
        "PART TWO",
        "1. Read well.",
        "2. Mind the time.",
        "2. Second?",
        *OPTIONS,
    ]
    assert [s[:3] for s in shown(paper(tmp_path, lines, parts=parts))] == [
        ("x-1", "one", "First?"), ("x-2", "two", "Second?")
    ]  # fmt: skip


def test_an_open_part_may_go_on_with_the_numbers(tmp_path: Path) -> None:
    parts = [{"name": "open", "heading": "PART TWO", "kind": "open"}]
    lines = ["1. First?", *OPTIONS, "PART TWO", "2. Why?", "Say it in 3. or more lines.", "3. How?"]
    assert [s[:3] for s in shown(paper(tmp_path, lines, parts=parts))] == [
        ("x-1", None, "First?"), ("x-2", "open", "Why? Say it in 3. or more lines."), ("x-3", "open", "How?")
    ]  # fmt: skip


def test_a_heading_repeated_on_the_next_page_cuts_nothing(tmp_path: Path) -> None:
    found = paper(tmp_path, ["PART ONE", "1. First?", *OPTIONS[:2]], ["PART ONE", *OPTIONS[2:]], parts=PARTS)
    assert shown(found) == [("x-1", "choice", "First?", FOUR)]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([f"{g}{t}" for g, t in zip(GLYPHS, ("one", "two", "three", "four"), strict=False)], id="no space"),
        pytest.param([f"{GLYPHS[0]} one {GLYPHS[1]}two", f"{GLYPHS[2]}three {GLYPHS[3]}four"], id="two in a row"),
        pytest.param([f"{GLYPHS[0]}one {GLYPHS[1]}two {GLYPHS[2]}three {GLYPHS[3]}four"], id="four in a row"),
        pytest.param([f"{GLYPHS[0]}one{GLYPHS[1]}two{GLYPHS[2]}three{GLYPHS[3]}four"], id="nothing between"),
    ],
)
def test_printed_glyphs_stand_for_labels(tmp_path: Path, lines: list[str]) -> None:
    parts = [{"name": "single", "heading": "PART ONE", "options_per_item": 4}]
    found = paper(tmp_path, ["PART ONE", "1. First?", *lines, "2. Second?", *lines], options=PRIVATE, parts=parts)
    assert shown(found) == [("x-1", "single", "First?", FOUR), ("x-2", "single", "Second?", FOUR)]
    assert [i.flags for i in found.items] == [[], []]
    assert found.flags == [] and found.pages[0].flags == []


def test_parts_may_differ_in_their_number_of_options(tmp_path: Path) -> None:
    parts = [
        {"name": "single", "heading": "PART ONE", "options_per_item": 4},
        {"name": "multiple", "heading": "PART TWO", "options_per_item": 5},
    ]
    four = "Which? " + " ".join(f"{g}{t}" for g, t in zip(GLYPHS, "abcd", strict=False))
    five = [f"{g}{t}" for g, t in zip(GLYPHS, "abcde", strict=True)]
    found = paper(tmp_path, ["PART ONE", f"1. {four}", "PART TWO", "2. Which?", *five], options=PRIVATE, parts=parts)
    assert [(i.part, i.stem, "".join(o.label + o.text for o in i.options)) for i in found.items] == [
        ("single", "Which?", "AaBbCcDd"), ("multiple", "Which?", "AaBbCcDdEe")
    ]  # fmt: skip


def test_undeclared_private_glyphs_make_a_page_unreadable(tmp_path: Path) -> None:
    lines = ["1. First?", *OPTIONS, "\uef00\uef01\uef02"]
    assert paper(tmp_path, lines).flags == ["unreadable_text_layer:1"]


def test_statements_of_a_list_are_items_without_options(tmp_path: Path) -> None:
    lines = ["1. A contract needs no form.", "2. The notice period ends after", "3. April if it was given in", "March.",
             "3. A child may inherit.", "5. Courts are", "independent."]  # fmt: skip
    key = Press(tmp_path / "key.pdf")
    key.lines(50, 80, ["1 - T; 2 - F; 3 - T; 5 - void"])
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 120, lines)
    data = layout("numbered-list", options={"place": "none"}).model_dump(mode="json")
    data["key"] = {
        "kind": "key_list", "entry": r"(?P<n>\d+) - (?P<key>[TF]|void)",
        "answers": {"labels": ["T", "F"], "withdrawn": "void"},
    }  # fmt: skip
    found = read("x", Layout.model_validate(data), press.done(), key.done())
    assert [(i.number, i.stem, i.key, i.status) for i in found.items] == [
        ("1", "A contract needs no form.", ["T"], "ok"),
        ("2", "The notice period ends after 3. April if it was given in March.", ["F"], "ok"),
        ("3", "A child may inherit.", ["T"], "ok"),
        ("5", "Courts are independent.", [], "withdrawn"),
    ]


def test_printed_glyphs_in_a_cell_and_in_its_key(tmp_path: Path) -> None:
    columns = [{"role": r, "header": [h]} for r, h in (("number", "No."), ("key", "Key"), ("text", "Question"))]
    options = PRIVATE | {"place": "cell", "labels": ["A", "B", "C"], "printed": GLYPHS[:3]}
    press = Press(tmp_path / "paper.pdf")
    press.table(
        [["No.", "Key", "Question"], ["1", GLYPHS[1], f"Which? {GLYPHS[0]}one\n{GLYPHS[1]}two {GLYPHS[2]}three"]],
        widths=(40, 40, 300),
    )
    changes = {"columns": columns, "options": options, "answers": {}, "number": {}}
    found = read("x", layout("tw-driver-mc", **changes), press.done())
    assert shown(found) == [("x-1", None, "Which?", FOUR[:3])]
    assert found.items[0].key == ["B"]
