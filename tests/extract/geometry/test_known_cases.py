"""The small known-fault papers, copied into the test data: each must come out as a person reads it."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.lines import lines_of
from extract.geometry.page import read_page
from extract.geometry.reader import read
from extract.geometry.source import opened
from extract.geometry.table import read_table
from extract.layouts import locate
from records.layout import Layout, read_layout
from records.model import Extraction
from records.text import join_lines
from records.words import Attestation

DATA = Path(__file__).resolve().parents[2] / "data" / "known"
COLUMNS = {
    "No.": {"role": "number"},
    "Topic": {"role": "area"},
    "Question": {"role": "text"},
    "Key": {"role": "key"},
}


def listed(labels: str, alphabet: str = "latin", **paper: Any) -> Layout:
    data = read_layout(locate("numbered-list")).model_dump()
    pattern = rf"(?P<label>[{labels}])\)"
    data["paper"]["options"] = {"place": "lines", "labels": list(labels), "alphabet": alphabet, "pattern": pattern}
    data["paper"].update(paper)
    return Layout.model_validate({**data, "key": None})


def ruled(*heads: str) -> Layout:
    data = read_layout(locate("option-columns")).model_dump()
    options = [head for head in heads if head not in COLUMNS]
    data["paper"]["columns"] = [{**COLUMNS.get(h, {"role": "option", "label": h}), "header": [h]} for h in heads]
    data["paper"]["options"] = {"place": "columns", "labels": options}
    return Layout.model_validate(data)


def content(extraction: Extraction) -> list[tuple[str, str, list[str], list[str]]]:
    return [(i.number, i.stem, [o.text for o in i.options], i.key) for i in extraction.items]


def unassigned(extraction: Extraction) -> list[str]:
    return [span.text for page in extraction.pages for span in page.unassigned]


def test_a_row_across_pages() -> None:
    extraction = read("x", read_layout(locate("option-columns")), DATA / "row_across_pages.pdf")
    one, two, three, four = extraction.items
    assert two.stem.endswith("if the parties have agreed nothing else and the buyer is not a consumer?")
    assert [o.text for o in two.options] == [
        "Within seven days of delivery of the goods",
        "Within fourteen days of delivery of the goods",
        "Within thirty days of delivery of the goods, unless the seller knew",
    ]
    stem = next(p for p in two.provenance if p.field == "stem")
    assert [place.page for place in stem.places] == [1, 2]
    assert [o.text for o in three.options] == ["registered", "notarised", ""] and three.key == ["B"]
    assert (one.key, two.key, four.key) == (["C"], ["A"], ["B"])
    assert sum(len(page.notes) for page in extraction.pages) == 2 and unassigned(extraction) == []


def test_a_topic_cell_over_several_rows() -> None:
    layout = ruled("Topic", "No.", "Question", "A", "B", "Key")
    extraction = read("x", layout, DATA / "merged_topic_cell.pdf")
    assert [i.area for i in extraction.items] == ["Inheritance law"] * 3 + ["Property law"] * 2
    assert content(extraction)[4] == ("5", "Does a mortgage need registration?", ["Yes", "No"], ["A"])


def test_a_missing_top_rule_loses_no_item() -> None:
    extraction = read("x", read_layout(locate("option-columns")), DATA / "missing_top_rule.pdf")
    assert content(extraction)[0] == ("1", "Is silence acceptance?", ["Yes", "No", "Sometimes"], ["B"])
    assert len(extraction.items) == 3 and extraction.pages[0].flags == ["top_rule_missing"]


def test_bold_drawn_twice_is_read_once() -> None:
    extraction = read("x", listed("AB", notes=["^Key:", "^Question 12"]), DATA / "fake_bold_double_print.pdf")
    stem = "The committee passed all 22 articles of Bill 3355."
    assert content(extraction) == [("11", stem, ["It issued a press release", "It needed a quorum of 11"], [])]
    page = extraction.pages[0]
    assert [s.text for s in page.notes] == ["Key: B", "Question 12: Is a jointly owned will valid?"]
    assert page.glyphs.doubled == 50 and page.flags[0].startswith("doubled_text")


def test_superscripts_belong_to_numbers_or_are_footnote_marks() -> None:
    extraction = read("x", listed("ABC"), DATA / "superscript_article.pdf")
    (item,) = extraction.items
    assert item.stem == "Which act is punishable under Art. 12^1 of the Penal Act?"
    assert [o.text for o in item.options] == ["the act named in Art. 121", "the act named in Art. 12", "both acts"]
    assert item.flags == ["footnote_mark:2"]
    assert [s.text for s in extraction.pages[0].notes] == ["^2 See the transitional rules."]


def test_text_over_a_cells_edge_stays_whole() -> None:
    extraction = read("x", read_layout(locate("option-columns")), DATA / "text_over_cell_edge.pdf")
    one, two = extraction.items
    assert [o.text for o in one.options] == ["The National Assembly", "The president", "The court"]
    assert two.stem == "A decree enters into force after publication"
    assert one.flags == two.flags == ["text_outside_cell"] and unassigned(extraction) == []
    assert {f.text for f in read_table(DATA / "text_over_cell_edge.pdf").flags} == {"Assembly", "after", "publication"}


def test_furniture_between_the_halves_of_an_option() -> None:
    extraction = read("x", listed("ABC"), DATA / "furniture_between_halves.pdf")
    found = {number: options for number, _, options, _ in content(extraction)}
    assert found["8"][1] == "for two years from delivery, unless the parties have agreed on a longer period"
    assert found["9"] == ["7", "14", "12"] and list(found) == ["7", "8", "9", "10"]
    furniture = [s.text for page in extraction.pages for s in page.furniture]
    assert furniture == [t for n in ("11", "12", "13") for t in ("State Examination in Law 2023 - Variant B", n)]


def test_hyphens() -> None:
    with opened(DATA / "hyphenation.pdf") as document:
        lines = [line.text for line in lines_of(read_page(document, 0).words)]
    text, unresolved = join_lines(lines, Attestation("en", lines))
    assert text.startswith("1. The non-material damage is owed under Articles 12-14 of the Act, if the obligation was")
    assert "performed; the price-determining factors and the de facto control of the Franco-German company" in text
    assert unresolved == ["non-material"]


def test_look_alike_letters_are_told() -> None:
    extraction = read("x", listed("АБВ", "cyrillic", notes=["^От"]), DATA / "lookalike_tounicode.pdf")
    (item,) = extraction.items
    assert [o.label for o in item.options] == ["А", "Б", "В"]
    assert "mixed_script_word:Дoгoвopът" in item.flags and "mixed_script_word:В" in item.flags


@pytest.mark.parametrize(
    ("number", "labels", "key", "flags"),
    [
        ("1", "ABCD", ["B"], []),
        ("2", "ABDD", ["D"], []),
        ("3", "ABCD", ["C"], []),
        ("4", "ABCD", [], ["annulled"]),
        ("6", "ABCD", ["B", "C"], []),
        ("7", "ABCD", ["E"], []),
        ("8", "ABC", ["D"], []),
    ],
)
def test_a_key_sheet_in_conflict_is_kept_as_printed(number: str, labels: str, key: list[str], flags: list[str]) -> None:
    paper, sheet = DATA / "key_sheet_conflicts-questions.pdf", DATA / "key_sheet_conflicts-key.pdf"
    extraction = read("x", read_layout(locate("numbered-list")), paper, sheet)
    item = next(i for i in extraction.items if i.number == number)
    assert "".join(o.label for o in item.options) == labels
    assert (item.key, item.flags) == (key, flags)
    assert [(k.number, k.key) for k in extraction.orphan_keys] == [("5", ["A"])]
    assert any(p.document == "key" and p.field == "key" for p in item.provenance)
