"""Key sheets without ruled tables: numbers over answers, running text, booklets, remarks, parts, earlier sheets."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.keys import said_in
from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.layout import Layout, Reading, read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import canvas, put, sheet

Lines = list[tuple[float, float, str]]
GRID: dict[str, Any] = {
    "kind": "key_grid",
    "answers": {"labels": ["A", "B", "C"], "withdrawn": r"\*", "either": " or ", "everybody": "all score"},
}
LIST = {**GRID, "kind": "key_list", "entry": r"(?P<n>\d+)\s*-\s*(?P<key>[A-C*])"}
BOOKLETS = {"heading": r"BOOKLET (?P<b>\w+)", "paper": r"BOOKLET (?P<b>\w+)"}
REMARKS = {"mark": "^#$", "pattern": r"Question (?P<n>\d+): (?P<answers>[^.]+)\."}


def layout(key: dict[str, Any], **paper: Any) -> Layout:
    data = read_layout(locate("numbered-list")).model_dump()
    data["paper"].update(paper)
    data["paper"]["options"].update(labels=["A", "B", "C"], pattern=r"(?P<label>[A-C])[.)]")
    return Layout.model_validate({**data, "key": key})


def row(top: float, *texts: str, left: float = 60, step: float = 40) -> Lines:
    return [(left + step * i, top, text) for i, text in enumerate(texts) if text]


def paper(folder: Path, count: int = 4, head: str = "", name: str = "paper.pdf") -> Path:
    texts = [head] if head else []
    for n in range(1, count + 1):
        texts += [f"{n}. Stem {n}?", f"A. a{n}", f"B. b{n}", f"C. c{n}"]
    return sheet(folder / name, [[(60, 60 + 16 * i, text) for i, text in enumerate(texts)]])


def keyed(folder: Path, key: dict[str, Any], *pages: Lines, count: int = 4, **options: Any) -> Extraction:
    head = options.pop("head", "")
    key_sheet = sheet(folder / "key.pdf", pages)
    return read("x", layout(key), paper(folder, count, head), key_sheet, **options)


def keys(extraction: Extraction) -> list[list[str]]:
    return [item.key for item in extraction.items]


def loose(extraction: Extraction) -> list[str]:
    return [span.text for page in extraction.pages for span in page.unassigned]


FOUR = [*row(100, "1", "2", "3", "4"), *row(116, "A", "C", "B", "A")]


def test_numbers_over_letters(tmp_path: Path) -> None:
    extraction = keyed(tmp_path, GRID, [(60, 60, "Answers"), *FOUR])
    assert keys(extraction) == [["A"], ["C"], ["B"], ["A"]] and loose(extraction) == []
    proof = next(p for p in extraction.items[1].provenance if p.field == "key")
    assert (proof.document, proof.raw, proof.places[0].page) == ("key", "C", 1)


def test_rows_with_heads_and_drawn_rules(tmp_path: Path) -> None:
    page = canvas(tmp_path / "key.pdf")
    for at, texts in enumerate((["No.", "1", "2"], ["Key", "B", "A"], ["No.", "3", "4"], ["Key", "C", "C"])):
        for x, y, text in row(100 + 20 * at, *texts):
            put(page, x, y, text)
            page.rect(x - 10, 842 - y - 6, 40, 20)
    page.showPage()
    page.save()
    extraction = read("x", layout(GRID), paper(tmp_path), tmp_path / "key.pdf")
    assert keys(extraction) == [["B"], ["A"], ["C"], ["C"]] and loose(extraction) == []


def test_a_row_of_one_number_goes_on_with_the_last(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3"), *row(116, "A", "C", "B"), *row(140, "4"), *row(156, "B")]
    assert keys(keyed(tmp_path, GRID, lines)) == [["A"], ["C"], ["B"], ["B"]]


def test_blank_answers_are_no_keys_and_no_orphans(tmp_path: Path) -> None:
    blank = [*row(140, "No.", "5", "6", left=20), *row(156, "Key", left=20)]
    extraction = keyed(tmp_path, GRID, [*row(100, "1", "2", "3", "4"), *row(116, "A", "", "B", "A"), *blank])
    assert keys(extraction) == [["A"], [], ["B"], ["A"]] and extraction.orphan_keys == []
    assert loose(extraction) == []


def test_a_number_without_a_question_is_an_orphan(tmp_path: Path) -> None:
    extraction = keyed(tmp_path, GRID, FOUR, count=3)
    assert [(e.number, e.key) for e in extraction.orphan_keys] == [("4", ["A"])]


def test_numbers_over_numbers_are_no_answers(tmp_path: Path) -> None:
    table = [*row(150, "1", "2", "3", "4"), *row(166, "2", "1", "4", "3")]
    extraction = keyed(tmp_path, GRID, [*FOUR, *table])
    assert keys(extraction) == [["A"], ["C"], ["B"], ["A"]] and "".join(loose(extraction)) == "1 2 3 42 1 4 3"


def test_an_answer_that_is_not_understood_stays_as_printed(tmp_path: Path) -> None:
    extraction = keyed(tmp_path, GRID, [*row(100, "1", "2", "3", "4"), *row(116, "A", "see", "B", "A")])
    assert keys(extraction) == [["A"], ["see"], ["B"], ["A"]]


def test_a_second_row_of_answers_makes_the_key_ambiguous(tmp_path: Path) -> None:
    extraction = keyed(tmp_path, GRID, [*FOUR, *row(132, "A", "B", "B", "A")])
    assert [i.number for i in extraction.items if "key_ambiguous" in i.flags] == ["2"]
    assert extraction.items[1].key == ["C", "B"]


def test_full_width_letters() -> None:
    said = said_in("\uff21\uff23", Reading.model_validate(GRID))
    assert said.accepted == [["A", "C"]] and said.known


def test_several_answers_everybody_and_annulled(tmp_path: Path) -> None:
    answers = row(116, "A or C", "*", "all score", "AB", step=80)
    extraction = keyed(tmp_path, GRID, [*row(100, "1", "2", "3", "4", step=80), *answers])
    one, two, three, four = extraction.items
    assert (one.key, one.accepted_answers, one.flags) == (["A"], [["A"], ["C"]], ["several_answers_accepted"])
    assert (two.key, two.status, two.flags) == ([], "withdrawn", ["annulled"])
    assert (three.key, three.status, three.flags) == ([], "withdrawn", ["everybody_scores"])
    assert (four.key, four.accepted_answers) == (["A", "B"], [])


def test_an_answer_in_two_lines(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4"), *row(116, "A", "B or", "B", "A"), *row(128, "", "C", "", "")]
    extraction = keyed(tmp_path, GRID, lines)
    assert extraction.items[1].accepted_answers == [["B"], ["C"]] and loose(extraction) == []


def test_remarks_say_what_a_mark_points_to(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4"), *row(116, "A", "#", "#", "A")]
    lines += [(60, 150, "Question 2: B or C. Question 3:"), (60, 166, "all score.")]
    extraction = keyed(tmp_path, {**GRID, "remarks": REMARKS}, lines)
    assert extraction.items[1].accepted_answers == [["B"], ["C"]]
    assert extraction.items[2].flags == ["everybody_scores"] and loose(extraction) == []


def test_a_remark_close_under_the_answers_is_no_answer(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4"), *row(116, "A", "#", "B", "A"), (60.0, 130.0, "Question 2: all score.")]
    extraction = keyed(tmp_path, {**GRID, "remarks": REMARKS}, lines)
    assert extraction.items[1].flags == ["everybody_scores"]
    assert [i.key for i in extraction.items] == [["A"], [], ["B"], ["A"]]
    lines[-1] = (60.0, 130.0, "Everybody\u2014that_is_all\u2014all score")
    extraction = keyed(tmp_path, GRID, [*FOUR, lines[-1]])
    assert [i.flags for i in extraction.items] == [[], [], [], []]


def test_a_mark_without_a_remark_and_a_remark_without_a_mark_are_told(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4"), *row(116, "A", "#", "B", "A")]
    lines += [(60, 150, "Question 3: C."), (60, 166, "Question 9: C.")]
    extraction = keyed(tmp_path, {**GRID, "remarks": REMARKS}, lines)
    assert (extraction.items[1].key, extraction.items[1].flags) == ([], ["mark_unknown:#"])
    assert (extraction.items[2].key, extraction.items[2].flags) == (["B"], ["key_ambiguous"])
    assert [(e.number, e.key) for e in extraction.orphan_keys] == [("9", ["C"])]


TWO = [
    (60.0, 80.0, "BOOKLET one"),
    *FOUR,
    (60.0, 150.0, "BOOKLET two"),
    *row(166, "1", "2", "3", "4"),
    *row(182, "B", "B", "C", "C"),
]


def test_each_booklet_has_its_own_answers(tmp_path: Path) -> None:
    key = {**GRID, "booklets": BOOKLETS}
    one = keyed(tmp_path, key, TWO, booklet="ONE ")
    assert keys(one) == [["A"], ["C"], ["B"], ["A"]] and loose(one) == []
    assert keys(keyed(tmp_path, key, TWO, booklet="two")) == [["B"], ["B"], ["C"], ["C"]]


@pytest.mark.parametrize(
    ("booklet", "head", "said"),
    [
        pytest.param(None, "", "several booklets: one, two", id="none given"),
        pytest.param("three", "", "no answers of booklet three; booklets found: one, two", id="not on the sheet"),
        pytest.param("two", "BOOKLET one", "the paper is booklet one", id="the paper is another one"),
    ],
)
def test_a_booklet_is_never_guessed(booklet: str | None, head: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=said) as caught:
        keyed(tmp_path, {**GRID, "booklets": BOOKLETS}, TWO, booklet=booklet, head=head)
    assert "--booklet" in str(caught.value)


def test_booklets_as_rows_under_one_row_of_numbers(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4", left=160), (40.0, 116.0, "BOOKLET one"), (40.0, 132.0, "BOOKLET two")]
    lines += [*row(116, "A", "C", "B", "A", left=160), *row(132, "B", "B", "C", "C", left=160)]
    extraction = keyed(tmp_path, {**GRID, "booklets": BOOKLETS}, lines, booklet="two")
    assert keys(extraction) == [["B"], ["B"], ["C"], ["C"]] and loose(extraction) == []


def test_booklets_side_by_side(tmp_path: Path) -> None:
    lines = [(60.0, 80.0, "BOOKLET one"), (300.0, 80.0, "BOOKLET two"), *FOUR]
    lines += [*row(100, "1", "2", "3", "4", left=300), *row(116, "B", "B", "C", "C", left=300)]
    extraction = keyed(tmp_path, {**GRID, "booklets": BOOKLETS}, lines, booklet="two")
    assert keys(extraction) == [["B"], ["B"], ["C"], ["C"]]


def test_answers_that_belong_to_two_booklets_at_once_are_refused(tmp_path: Path) -> None:
    lines = [(60.0, 80.0, "BOOKLET one and BOOKLET two"), *FOUR]
    with pytest.raises(LayoutError, match="side by side"):
        keyed(tmp_path, {**GRID, "booklets": BOOKLETS}, lines, booklet="one")


def test_running_text(tmp_path: Path) -> None:
    lines = [(60.0, 80.0, "Key of 12-10-2026"), (60.0, 100.0, "Answers: 1 - C ; 2 - A; 3 -")]
    lines += [(60.0, 116.0, "B ; 4 - *.")]
    extraction = keyed(tmp_path, LIST, lines)
    assert keys(extraction) == [["C"], ["A"], ["B"], []] and extraction.items[3].status == "withdrawn"
    assert loose(extraction) == []


def test_running_text_of_booklets(tmp_path: Path) -> None:
    lines = [(60.0, 80.0, "BOOKLET one"), (60.0, 100.0, "1 - C; 2 - A; 3 - B; 4 - B")]
    lines += [(60.0, 130.0, "BOOKLET two"), (60.0, 150.0, "1 - A; 2 - A; 3 - B; 4 - C; 5 - A")]
    key = {**LIST, "booklets": BOOKLETS}
    extraction = keyed(tmp_path, key, lines, booklet="two")
    assert keys(extraction) == [["A"], ["A"], ["B"], ["C"]]
    assert [e.number for e in extraction.orphan_keys] == ["5"]


def test_a_key_sheet_without_any_answer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="no key found"):
        keyed(tmp_path, GRID, [(60.0, 80.0, "Nothing here")])


def test_the_corrected_key_is_in_force_and_the_earlier_ones_are_kept(tmp_path: Path) -> None:
    first = sheet(tmp_path / "1.pdf", [[*row(100, "1", "2", "3", "4"), *row(116, "A", "B", "B", "A")]])
    second = sheet(tmp_path / "2.pdf", [[*row(100, "1", "2", "3", "4", "5"), *row(116, "A", "B or C", "B", "*", "A")]])
    extraction = keyed(tmp_path, GRID, FOUR, superseded=[first, second])
    one, two, _, four = extraction.items
    assert (two.key, two.accepted_answers) == (["C"], []) and "key_superseded" in two.flags
    assert [(s.document, s.key, s.accepted_answers) for s in two.superseded_keys] == [
        ("superseded_key.1", ["B"], []),
        ("superseded_key.2", ["B"], [["B"], ["C"]]),
    ]
    assert [(p.document, p.raw) for p in two.provenance if p.field == "key"] == [
        ("key", "C"), ("superseded_key.1", "B"), ("superseded_key.2", "B or C"),
    ]  # fmt: skip
    assert "key_superseded" not in one.flags and [s.key for s in one.superseded_keys] == [["A"], ["A"]]
    assert "key_superseded" in four.flags and four.status == "ok"
    assert [e.number for e in extraction.orphan_keys] == ["5"]
    assert [p.document for p in extraction.pages] == ["paper", "key", "superseded_key.1", "superseded_key.2"]


RESERVE = {"name": "reserve", "heading": "RESERVE", "kind": "reserve"}


def test_answers_of_a_part_with_its_own_numbers(tmp_path: Path) -> None:
    texts = ["1. Stem 1?", "A. a", "B. b", "C. c", "2. Stem 2?", "A. a", "B. b", "C. c"]
    both = [*texts, "RESERVE", *texts]
    questions = sheet(tmp_path / "paper.pdf", [[(60, 60 + 16 * i, text) for i, text in enumerate(both)]])
    lines = [*row(100, "1", "2"), *row(116, "A", "B"), (60.0, 140.0, "RESERVE")]
    lines += [*row(160, "1", "2", "3"), *row(176, "C", "C", "A")]
    found = layout({**GRID, "parts": [RESERVE]}, parts=[RESERVE])
    extraction = read("x", found, questions, sheet(tmp_path / "key.pdf", [lines]))
    got = {item.id: (item.part, item.key, item.flags) for item in extraction.items}
    assert got == {
        "x-1": (None, ["A"], []),
        "x-2": (None, ["B"], []),
        "x-reserve-1": ("reserve", ["C"], ["reserve"]),
        "x-reserve-2": ("reserve", ["C"], ["reserve"]),
    }
    assert [(e.number, e.section) for e in extraction.orphan_keys] == [("3", "reserve")]


def with_reserve(folder: Path, key: dict[str, Any], lines: Lines, booklet: str) -> tuple[Extraction, list[list[str]]]:
    """A paper of four questions and three in reserve, read with a key sheet; the keys of both."""
    texts = [text for n in range(1, 5) for text in (f"{n}. Stem {n}?", "A. a", "B. b", "C. c")]
    questions = [(60.0, 40.0 + 15 * i, text) for i, text in enumerate([*texts, "RESERVE", *texts[:12]])]
    found = layout({**GRID, **key, "booklets": BOOKLETS, "parts": [RESERVE]}, parts=[RESERVE])
    extraction = read(
        "x", found, sheet(folder / "p.pdf", [questions]), sheet(folder / "k.pdf", [lines]), booklet=booklet
    )
    return extraction, keys(extraction)


def test_booklets_as_rows_in_a_part_with_its_own_numbers(tmp_path: Path) -> None:
    lines: Lines = []
    blocks = [
        (100, ["1", "2", "3", "4"], ["A", "C", "B", "A"], ["B", "B", "C", "C"]),
        (180, ["1", "2"], ["C", "A"], ["A", "C"]),
        (240, ["3"], ["B"], ["A"]),
    ]
    for top, numbers, one, two in blocks:
        lines += [(40.0, top, "Question"), (40.0, top + 16, "BOOKLET one"), (40.0, top + 32, "BOOKLET two")]
        for down, texts in enumerate((numbers, one, two)):
            lines += row(top + 16 * down, *texts, left=160)
    lines.append((40.0, 165.0, "RESERVE"))
    for booklet, expected in (("one", "ACBACAB"), ("two", "BBCCACA")):
        extraction, found = with_reserve(tmp_path, {}, lines, booklet)
        assert found == [[letter] for letter in expected] and loose(extraction) == []
        assert extraction.orphan_keys == [] and not any("key_ambiguous" in i.flags for i in extraction.items)


def test_booklets_side_by_side_in_several_parts(tmp_path: Path) -> None:
    lines: Lines = [(60.0, 80.0, "BOOKLET one"), (160.0, 80.0, "BOOKLET two"), (60.0, 165.0, "RESERVE")]
    lines += [(160.0, 165.0, "RESERVE")]
    blocks = [(100, "12", "AC", "BB"), (132, "34", "BA", "CC"), (180, "123", "CAB", "ACA")]
    for top, numbers, one, two in blocks:
        for left, answers in ((60, one), (160, two)):
            lines += [*row(top, *numbers, left=left, step=20), *row(top + 16, *answers, left=left, step=20)]
    for booklet, expected in (("one", "ACBACAB"), ("two", "BBCCACA")):
        extraction, found = with_reserve(tmp_path, {}, lines, booklet)
        assert found == [[letter] for letter in expected] and loose(extraction) == []


def test_answers_that_stand_at_one_place_on_every_page_are_no_furniture(tmp_path: Path) -> None:
    pages = [[*row(40, *map(str, range(n, n + 3))), *row(56, "A", "B", "C"), (60, 400, "End")] for n in (1, 4, 7)]
    extraction = keyed(tmp_path, GRID, *pages, count=9)
    assert keys(extraction) == [["A"], ["B"], ["C"]] * 3


def test_what_follows_the_end_of_a_key_sheet_is_a_note(tmp_path: Path) -> None:
    lines = [*FOUR, (60.0, 150.0, "Table of places"), *row(170, "1", "2", "3", "4"), *row(186, "B", "B", "B", "B")]
    extraction = keyed(tmp_path, {**GRID, "end": "^Table of places"}, lines)
    assert keys(extraction) == [["A"], ["C"], ["B"], ["A"]] and loose(extraction) == []


def test_a_key_table_of_booklets(tmp_path: Path) -> None:
    page = canvas(tmp_path / "key.pdf")
    for at, (name, letters) in enumerate((("one", "ACBA"), ("two", "BBCC"))):
        top = 100 + 200 * at
        put(page, 60, top - 12, f"BOOKLET {name}")
        for k, texts in enumerate([("No.", "Key"), *((str(n), c) for n, c in enumerate(letters, 1))]):
            for i, text in enumerate(texts):
                page.rect(60 + 60 * i, 842 - top - 20 * (k + 1), 60, 20)
                put(page, 70 + 60 * i, top + 14 + 20 * k, text)
    page.showPage()
    page.save()
    columns = [{"role": "number", "header": ["No."]}, {"role": "key", "header": ["Key"]}]
    key = {**GRID, "kind": "key_table", "columns": columns, "booklets": BOOKLETS}
    extraction = read("x", layout(key), paper(tmp_path), tmp_path / "key.pdf", booklet="two")
    assert keys(extraction) == [["B"], ["B"], ["C"], ["C"]] and extraction.orphan_keys == []


def test_each_booklet_on_a_page_of_its_own(tmp_path: Path) -> None:
    pages = [
        [(200.0, 40.0, f"BOOKLET {name}"), *row(140, "1", "2", "3", "4"), *row(156, *letters)]
        for name, letters in (("1", "ACBA"), ("2", "BBCC"), ("3", "CABA"))
    ]
    extraction = keyed(tmp_path, {**GRID, "booklets": BOOKLETS}, *pages, booklet="2")
    assert keys(extraction) == [["B"], ["B"], ["C"], ["C"]] and loose(extraction) == []


def test_the_booklet_of_a_paper_is_checked_without_a_key_sheet_too(tmp_path: Path) -> None:
    found = layout({**GRID, "booklets": BOOKLETS})
    with pytest.raises(LayoutError, match="paper is booklet one"):
        read("x", found, paper(tmp_path, head="BOOKLET one"), booklet="two")


def test_booklets_whose_names_look_like_answers(tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4", left=160), *row(116, "A", left=60), *row(132, "B", left=60)]
    lines += [*row(116, "A", "C", "B", "A", left=160), *row(132, "B", "B", "C", "C", left=160)]
    booklets = {"heading": "^(?P<b>[AB])$"}
    extraction = keyed(tmp_path, {**GRID, "booklets": booklets}, lines, booklet="B")
    assert keys(extraction) == [["B"], ["B"], ["C"], ["C"]]


@pytest.mark.parametrize("shift", [-36, -20, 0, 20, 36])
def test_answers_aligned_otherwise_than_their_numbers(shift: int, tmp_path: Path) -> None:
    lines = [*row(100, "1", "2", "3", "4", step=50), *row(116, "A", "C", "B", "A", left=60 + shift, step=50)]
    lines += [*row(140, "5", "6", "7", "8", step=50), *row(156, "B", "", "B", "A", left=60 + shift, step=50)]
    extraction = keyed(tmp_path, GRID, lines, count=8)
    assert keys(extraction) == [["A"], ["C"], ["B"], ["A"], ["B"], [], ["B"], ["A"]]


def test_a_row_with_an_answer_too_many_is_not_read(tmp_path: Path) -> None:
    lines = [*row(100, "", "2", "3", "4"), *row(116, "A", "C", "B", "A"), *row(140, "5", "6"), *row(156, "B", "C")]
    extraction = keyed(tmp_path, GRID, lines, count=6)
    assert keys(extraction) == [[], [], [], [], ["B"], ["C"]] and loose(extraction) == ["2 3 4", "A C B A"]


def test_answers_that_are_numbers(tmp_path: Path) -> None:
    digits = {**GRID, "answers": {"labels": ["1", "2", "3"]}}
    lines = [*row(100, "1", "2", "3"), *row(116, "3", "1", "2"), *row(132, "4", "5"), *row(148, "1", "23")]
    extraction = keyed(tmp_path, digits, lines, count=5)
    assert keys(extraction) == [["3"], ["1"], ["2"], ["1"], ["2", "3"]]
