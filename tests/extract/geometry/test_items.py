"""Tables of one row for each item, and key sheets: roles, lost numbers, page breaks, how keys find their items."""

from pathlib import Path
from typing import Any

import pytest

from extract.geometry.fields import declared_label
from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.layout import Layout, Options, read_layout
from records.model import Extraction
from tests.extract.geometry.drawing import R, bank, canvas, put, sheet, table

WIDE = (50.0, 90.0, 250.0, 330.0, 410.0, 490.0, 540.0)
HEAD = R(("No.", "Question", "A", "B", "C", "Key"))
KEY_EDGES = (50.0, 120.0, 200.0, 270.0, 350.0)


@pytest.fixture(scope="module")
def columns() -> Layout:
    return read_layout(locate("option-columns"))


def keyed(**answers: Any) -> Layout:
    data = read_layout(locate("numbered-list")).model_dump()
    data["paper"]["options"].update(labels=["A", "B", "C"], pattern=r"(?P<label>[A-C])[.)]")
    data["key"]["answers"].update(labels=["A", "B", "C"], **answers)
    return Layout.model_validate(data)


def paper(path: Path, *numbers: int) -> Path:
    texts = [text for n in numbers for text in (f"{n}. Stem {n}?", f"A. a{n}", f"B. b{n}", f"C. c{n}")]
    return sheet(path, [[(60, 60 + 14 * i, text) for i, text in enumerate(texts)]])


def with_key(tmp_path: Path, rows: list[R], *numbers: int, edges: tuple[float, ...] = KEY_EDGES[:3]) -> Extraction:
    key = bank(tmp_path / "key.pdf", [rows], edges)
    return read("x", keyed(), paper(tmp_path / "paper.pdf", *numbers), key)


def row(number: str, key: str = "A") -> R:
    return R((number, f"Stem {number or 'lost'}?", "a", "b", "c", key))


def test_a_header_fixes_the_roles_whatever_their_order(columns: Layout, tmp_path: Path) -> None:
    head = R(("Key", "Question", "B", "A", "C", "No."))
    path = bank(tmp_path / "b.pdf", [[head, R(("C", "Who?", "bb", "aa", "cc", "7"))]], WIDE)
    (item,) = read("x", columns, path).items
    assert (item.number, item.key, [(o.label, o.text) for o in item.options]) == (
        "7",
        ["C"],
        [("A", "aa"), ("B", "bb"), ("C", "cc")],
    )


def test_a_table_without_header_goes_on_and_other_tables_are_notes(columns: Layout, tmp_path: Path) -> None:
    page = canvas(tmp_path / "b.pdf")
    table(page, 60, [R(("01", "Civil law")), R(("02", "Penal law"))], (50.0, 100.0, 300.0))
    table(page, 200, [HEAD, row("1")], WIDE)
    page.showPage()
    table(page, 60, [row("2"), row("3")], WIDE)
    page.save()
    extraction = read("x", columns, tmp_path / "b.pdf")
    assert [i.number for i in extraction.items] == ["1", "2", "3"]
    assert [s.text for s in extraction.pages[0].notes][:2] == ["01 Civil law", "02 Penal law"]
    assert sum(p.glyphs.unassigned for p in extraction.pages) == 0


def test_lost_numbers_in_one_row_tables(columns: Layout, tmp_path: Path) -> None:
    pages = [[HEAD, row("007"), row(""), row("009")], [HEAD, row("", "B"), row("011")]]
    items = read("x", columns, bank(tmp_path / "b.pdf", pages, WIDE)).items
    assert [i.number for i in items] == ["007", "008", "009", "010", "011"]
    assert [bool(i.flags) for i in items] == [False, True, False, True, False]


def test_a_row_cut_by_a_page_break(columns: Layout, tmp_path: Path) -> None:
    pages = [[HEAD, R(("1", "A long", "a", "b", "c", "B"))], [HEAD, R(("", "stem?", "", "and more", "", "")), row("2")]]
    one, two = read("x", columns, bank(tmp_path / "b.pdf", pages, WIDE)).items
    assert one.stem == "A long stem?" and [o.text for o in one.options] == ["a", "b and more", "c"] and one.key == ["B"]
    assert two.number == "2"


def test_text_outside_the_tables_is_unassigned_unless_declared(columns: Layout, tmp_path: Path) -> None:
    page = canvas(tmp_path / "b.pdf")
    put(page, 50, 140, "Read this first.")
    end = table(page, 160, [HEAD, row("1")], WIDE)
    put(page, 50, end + 30, "A stray line.")
    page.save()
    (account,) = read("x", columns, tmp_path / "b.pdf").pages
    assert "Read this first." in [s.text for s in account.notes]
    assert [s.text for s in account.unassigned] == ["A stray line."] and account.glyphs.unassigned == 11
    data = columns.model_dump()
    data["paper"]["notes"] = ["^A stray"]
    assert read("x", Layout.model_validate(data), tmp_path / "b.pdf").pages[0].glyphs.unassigned == 0


@pytest.mark.parametrize(
    ("printed", "key", "flags"),
    [
        ("B", ["B"], []),
        ("b.", ["B"], []),
        ("B, C", ["B", "C"], []),
        ("B C", ["B", "C"], []),
        ("В", ["В"], []),
        ("E", ["E"], []),
        ("see page 3", ["see page 3"], []),
        ("annulled", [], ["annulled"]),
        ("", [], []),
    ],
)
def test_key_cells(printed: str, key: list[str], flags: list[str], tmp_path: Path) -> None:
    extraction = with_key(tmp_path, [R(("No.", "Answer")), R(("1.", printed)), R(("2", "A"))], 1, 2)
    assert (extraction.items[0].key, extraction.items[0].flags) == (key, flags)
    assert extraction.items[1].key == ["A"]
    assert extraction.items[0].status == ("withdrawn" if flags else "ok")


@pytest.mark.parametrize(
    ("printed", "label", "twin"), [("Ｂ", "B", False), ("b", "B", False), ("В", "B", True), ("１", "1", False)]
)
def test_labels_are_known_by_width_and_case_and_by_look(printed: str, label: str, twin: bool) -> None:
    options = Options(place="columns", labels=["A", "B", "C"], alphabet="latin")
    assert declared_label(printed, options, options.labels) == (label, twin)


def test_a_key_cell_that_cannot_be_decoded_is_told(tmp_path: Path) -> None:
    (item,) = with_key(tmp_path, [R(("No.", "Answer")), R(("1", "\u8853"))], 1).items
    assert item.flags == ["unreadable_text_layer:\ufffd"]


def test_a_key_sheet_with_several_columns_of_answers(tmp_path: Path) -> None:
    rows = [R(("No.", "Answer", "No.", "Answer")), R(("1", "A", "3", "C")), R(("2", "B", "", ""))]
    extraction = with_key(tmp_path, rows, 1, 2, 3, edges=KEY_EDGES)
    assert [i.key for i in extraction.items] == [["A"], ["B"], ["C"]]


def test_key_rows_in_conflict_and_without_item(tmp_path: Path) -> None:
    rows = [
        R(("No.", "Answer")),
        R(("1", "A")),
        R(("2", "B")),
        R(("2", "C")),
        R(("3", "A")),
        R(("3", "A")),
        R(("9", "C")),
    ]
    extraction = with_key(tmp_path, rows, 1, 2, 3)
    assert [i.key for i in extraction.items] == [["A"], ["B", "C"], ["A"]]
    assert [i.flags for i in extraction.items] == [[], ["key_ambiguous"], []]
    assert [(k.number, k.key) for k in extraction.orphan_keys] == [("9", ["C"])]


def test_keys_ignore_leading_zeros_and_items_without_key_stay(tmp_path: Path) -> None:
    extraction = with_key(tmp_path, [R(("No.", "Answer")), R(("001", "A"))], 1, 2)
    assert [i.key for i in extraction.items] == [["A"], []]


def test_a_paper_may_be_read_without_its_key(tmp_path: Path) -> None:
    (item,) = read("x", keyed(), paper(tmp_path / "p.pdf", 1)).items
    assert item.key == [] and item.flags == []


def test_a_key_sheet_without_key_is_an_error(tmp_path: Path) -> None:
    page = sheet(tmp_path / "k.pdf", [[(60, 60, "Nothing here")]])
    with pytest.raises(LayoutError, match=r"k\.pdf: no key found .*a ruled table with columns No\., Answer"):
        read("x", keyed(), paper(tmp_path / "p.pdf", 1), page)


def test_true_or_false(tmp_path: Path) -> None:
    data = read_layout(locate("tw-driver-ox")).model_dump()
    names = {"題號": "No.", "答案": "Mark", "題目": "Text", "分類編號": "Class"}
    for column in data["paper"]["columns"]:
        column["header"] = [names[column["header"][0]]]
    rows = [R(("No.", "Mark", "Text", "Class")), R(("001", "X", "It is\nso.", "10")), R(("002", "?", "Or not.", "11"))]
    edges = (50.0, 100.0, 150.0, 400.0, 450.0)
    one, two = read("x", Layout.model_validate(data), bank(tmp_path / "b.pdf", [rows], edges)).items
    assert (one.id, one.stem, one.options, one.key, one.area) == ("x-001", "It is so.", [], ["X"], "10")
    assert two.key == ["?"]


def test_options_inside_the_cell(tmp_path: Path) -> None:
    data = read_layout(locate("tw-driver-mc")).model_dump()
    names = {"題號": "No.", "答案": "Answer", "題目": "Text", "分類編號": "Class"}
    for column in data["paper"]["columns"]:
        column["header"] = [names[column["header"][0]]]
    text = "Which (a) act: (1)one (2) two\nand more(3)three (1) again"
    rows = [R(("No.", "Answer", "Text", "Class")), R(("1", "2", text, "10"))]
    edges = (50.0, 100.0, 150.0, 400.0, 450.0)
    (item,) = read("x", Layout.model_validate(data), bank(tmp_path / "b.pdf", [rows], edges)).items
    assert item.stem == "Which (a) act:" and [o.text for o in item.options] == [
        "one",
        "two and more",
        "three (1) again",
    ]
    assert item.key == ["2"]


def test_a_key_cell_of_the_paper_may_accept_several_answers_or_all(tmp_path: Path) -> None:
    columns = [{"role": r, "header": [h], "label": o} for r, h, o in COLUMNS_WITH_KEY]
    data = read_layout(locate("option-columns")).model_dump()
    data["paper"].update(columns=columns, options={"place": "columns", "labels": ["A", "B"]}, furniture=[])
    data["paper"]["answers"] = {"labels": ["A", "B"], "either": " or ", "everybody": "all"}
    rows = [R([h for _, h, _ in COLUMNS_WITH_KEY])]
    rows += [R([str(n), f"Q{n}?", "yes", "no", key]) for n, key in enumerate(["A or B", "all", "B"], 1)]
    path = bank(tmp_path / "b.pdf", [rows], (50, 90, 250, 330, 410, 500))
    one, two, three = read("x", Layout.model_validate({**data, "key": None}), path).items
    assert (one.key, one.accepted_answers, one.flags) == (["A"], [["A"], ["B"]], ["several_answers_accepted"])
    assert (two.key, two.status, two.flags) == ([], "withdrawn", ["everybody_scores"])
    assert (three.key, three.accepted_answers, three.flags) == (["B"], [], [])


COLUMNS_WITH_KEY = (
    ("number", "No.", None), ("text", "Question", None), ("option", "A", "A"), ("option", "B", "B"),
    ("key", "Key", None),
)  # fmt: skip
