"""Self-made inputs that each show one known fault of table and text extraction."""

from typing import Any

import pytest

from extract.plumber.content import contents
from extract.plumber.reader import read
from extract.plumber.source import opened
from extract.plumber.table import read_table
from records.flags import ItemStatus
from records.layout import Layout
from records.model import Extraction
from records.text import join_lines
from records.words import Attestation
from tests.extract.plumber.press import layout
from tests.realdata import ROOT

DATA = ROOT / "tests" / "data" / "known"
THREE = {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])\)"}


def extraction(name: str, used: Layout, key: str | None = None) -> Extraction:
    return read("x", used, DATA / f"{name}.pdf", DATA / f"{key}.pdf" if key else None)


def brief(found: Extraction) -> list[tuple[str, str, list[str], list[str]]]:
    return [(i.number, i.stem, [o.text for o in i.options], i.key) for i in found.items]


def test_a_row_across_pages() -> None:
    found = extraction("row_across_pages", layout("option-columns"))
    assert [i.number for i in found.items] == ["1", "2", "3", "4"]
    second, third = found.items[1], found.items[2]
    assert second.stem.endswith("if the parties have agreed nothing else and the buyer is not a consumer?")
    assert second.options[2].text == "Within thirty days of delivery of the goods, unless the seller knew"
    assert sorted({p.page for v in second.provenance for p in v.places}) == [1, 2]
    assert [o.text for o in third.options] == ["registered", "notarised", ""]


def test_a_merged_topic_cell_covers_its_rows() -> None:
    columns: list[dict[str, Any]] = [
        {"role": "area", "header": ["Topic"]}, {"role": "number", "header": ["No."]},
        {"role": "text", "header": ["Question"]}, {"role": "option", "label": "A", "header": ["A"]},
        {"role": "option", "label": "B", "header": ["B"]}, {"role": "key", "header": ["Key"]},
    ]  # fmt: skip
    two = layout("option-columns", columns=columns, options={"place": "columns", "labels": ["A", "B"]})
    found = extraction("merged_topic_cell", two)
    assert [i.area for i in found.items] == ["Inheritance law"] * 3 + ["Property law"] * 2
    assert found.items[4].stem == "Does a mortgage need registration?"


def test_a_missing_top_rule_loses_no_row() -> None:
    assert [i.number for i in extraction("missing_top_rule", layout("option-columns")).items] == ["1", "2", "3"]
    assert [f.reason for f in read_table(DATA / "missing_top_rule.pdf").flags] == ["top_rule_missing"]


def test_bold_by_double_printing_is_read_once() -> None:
    with opened(DATA / "fake_bold_double_print.pdf") as source:
        lines = [line.text for content in contents(source) for line in content.lines]
    assert lines == [
        "11. The committee passed all 22 articles of Bill 3355.", "A) It issued a press release",
        "B) It needed a quorum of 11", "Key: B", "Question 12: Is a jointly owned will valid?",
    ]  # fmt: skip


def test_raised_figures_are_told_from_footnote_marks() -> None:
    found = extraction("superscript_article", layout("numbered-list", options=THREE))
    item = found.items[0]
    assert item.stem == "Which act is punishable under Art. 12^1 of the Penal Act?"
    assert [o.text for o in item.options] == ["the act named in Art. 121", "the act named in Art. 12", "both acts"]
    assert item.flags == ["footnote_mark:2"]
    assert [s.text for s in found.pages[0].notes] == ["^2 See the transitional rules."]


def test_text_over_a_cell_edge_stays_whole() -> None:
    found = extraction("text_over_cell_edge", layout("option-columns"))
    assert brief(found) == [
        ("1", "Which body adopts the budget?", ["The National Assembly", "The president", "The court"], ["A"]),
        ("2", "A decree enters into force after publication", ["at once", "in 3 days", "in 14 days"], ["B"]),
    ]
    assert [i.flags for i in found.items] == [["text_outside_cell"], ["text_outside_cell"]]


def test_furniture_between_halves() -> None:
    found = extraction("furniture_between_halves", layout("numbered-list", options=THREE))
    assert [i.number for i in found.items] == ["7", "8", "9", "10"]
    assert found.items[1].options[1].text.endswith("unless the parties have agreed on a longer period")
    assert [o.text for o in found.items[2].options] == ["7", "14", "12"]
    head = "State Examination in Law 2023 - Variant B"
    assert [[s.text for s in p.furniture] for p in found.pages] == [[head, "11"], [head, "12"], [head, "13"]]


def test_hyphens_at_line_ends() -> None:
    with opened(DATA / "hyphenation.pdf") as source:
        lines = [line.text for content in contents(source) for line in content.lines]
    assert join_lines(lines, Attestation("en", lines))[0] == (
        "1. The non-material damage is owed under Articles 12-14 of the Act, if the obligation was not performed; the "
        "price-determining factors and the de facto control of the Franco-German company count."
    )


def test_look_alike_letters_are_flagged() -> None:
    options = {"place": "lines", "labels": ["А", "Б", "В"], "pattern": r"(?P<label>[АБВAB])\)"}
    item = extraction("lookalike_tounicode", layout("numbered-list", options=options)).items[0]
    assert "mixed_script_word:Дoгoвopът" in item.flags
    assert [f for f in item.flags if len(f.partition(":")[2]) == 1] == ["mixed_script_word:A", "mixed_script_word:B"]
    assert len(item.options) == 3


def test_conflicts_of_paper_and_key_are_kept() -> None:
    found = extraction("key_sheet_conflicts-questions", layout("numbered-list"), "key_sheet_conflicts-key")
    assert [(i.number, i.key) for i in found.items] == [
        ("1", ["B"]), ("2", ["D"]), ("3", ["C"]), ("4", []), ("6", ["B", "C"]), ("7", ["E"]), ("8", ["D"]),
    ]  # fmt: skip
    assert [(o.label, o.text) for o in found.items[1].options] == [("A", "a2"), ("B", "b2"), ("D", "c2"), ("D", "d2")]
    assert (found.items[3].status, found.items[3].flags) == (ItemStatus.WITHDRAWN, ["annulled"])
    assert [o.text for o in found.items[5].options] == ["a7", "b7", "c7", "d7"]
    assert [k.number for k in found.orphan_keys] == ["5"]


@pytest.mark.parametrize("name", ["row_across_pages", "merged_topic_cell", "plain-table"])
def test_clean_tables_carry_no_flag(name: str) -> None:
    assert read_table(DATA / f"{name}.pdf").flags == []
