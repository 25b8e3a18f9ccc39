"""Key sheets as grids and in running text: booklets, parts, remarks, earlier sheets, and what must not be lost."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract.plumber.answers import Answer, AnswerReader
from extract.plumber.content import contents
from extract.plumber.keys import complete
from extract.plumber.keysheet import KeySheet
from extract.plumber.page import Frame
from extract.plumber.reader import read
from extract.plumber.source import opened
from records.errors import LayoutError
from records.flags import ItemStatus
from records.layout import Layout
from records.model import Extraction
from tests.extract.plumber.press import Press, Row, layout

GRID: dict[str, Any] = {
    "kind": "key_grid",
    "number": {"pattern": r"(?:No\.)?\s*(?P<n>\d{1,3})"},
    "answers": {
        "labels": ["A", "B", "C"],
        "withdrawn": r"\*|annulled|void",
        "either": r"\s+or\s+",
        "everybody": "all score",
    },
    "booklets": {"heading": r"Booklet (?P<b>\w+)", "paper": r"Booklet (?P<b>\w+)"},
}
LIST = GRID | {"kind": "key_list", "entry": r"(?P<n>\d{1,3}) [–-]\s*(?P<key>[A-E*])"}
REMARKS = {"mark": "#", "pattern": r"Question (?P<n>\d+): (?P<answers>[^.]+)\."}


def sheet_layout(key: dict[str, Any], labels: Sequence[str] = "ABC", **changes: Any) -> Layout:
    data = layout("numbered-list", number={"pattern": r"(?P<n>\d{1,3})[.]"}, **changes).model_dump(mode="json")
    options = {"place": "lines", "labels": list(labels), "pattern": r"(?P<label>\w)\)"}
    return Layout.model_validate({**data, "paper": {**data["paper"], "options": options}, "key": key})


def paper(folder: Path, count: int, heads: Sequence[str] = (), after: Sequence[str] = ()) -> Path:
    press = Press(folder / "paper.pdf")
    press.lines(60, 60, heads)
    for number in range(1, count + 1):
        press.lines(60, 50 + 62 * number, [f"{number}. Which?", "A) one", "B) two", "C) three"])
    press.lines(60, 112 + 62 * count, after)
    return press.done()


def spread(press: Press, x: float, y: float, words: Sequence[str], step: float = 40.0) -> None:
    """Print each word in the middle of its place."""
    for index, word in enumerate(words):
        press.text(x + step * index + (step - 6 * len(word)) / 2, y, word)


def sheet(path: Path, *blocks: tuple[str, Sequence[Sequence[str]]], lead: float = 20.0, foot: str = "") -> Path:
    """A sheet of blocks without rules: a heading, then rows of words."""
    press, y = Press(path), 80.0
    for heading, rows in blocks:
        press.text(50, y, heading)
        for row in rows:
            y += lead
            spread(press, 100, y, row)
        y += 40
    press.text(50, y, foot)
    return press.done()


def keys(found: Extraction) -> list[list[str]]:
    return [i.key for i in found.items]


TWO = (("Booklet 1", [["1", "2", "3"], ["A", "B", "C"]]), ("Booklet 2", [["1", "2", "3"], ["C", "A", "B"]]))


@pytest.mark.parametrize(("booklet", "expected"), [("1", ["A", "B", "C"]), (" 2 ", ["C", "A", "B"])])
def test_the_given_booklet_counts(tmp_path: Path, booklet: str, expected: list[str]) -> None:
    key = sheet(tmp_path / "key.pdf", *TWO)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), key, booklet=booklet)
    assert [k for i in found.items for k in i.key] == expected
    assert found.orphan_keys == [] and sum(p.glyphs.unassigned for p in found.pages) == 0


def test_booklets_beside_one_another(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    for x, name, letters in ((50.0, "1", "ABC"), (330.0, "2", "CAB")):
        press.text(x, 80, f"Booklet {name}")
        spread(press, x, 100, ["1", "2", "3"])
        spread(press, x, 120, list(letters))
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done(), booklet="2")
    assert keys(found) == [["C"], ["A"], ["B"]]


@pytest.mark.parametrize("ruled", [True, False])
def test_a_row_of_answers_for_each_booklet(tmp_path: Path, ruled: bool) -> None:
    rows: list[Row] = [["No.", "1", "2", "3"], ["Booklet 1", "A", "B", "C"], ["Booklet 2", "C", "A", "B"]]
    press = Press(tmp_path / "key.pdf")
    press.table(rows, widths=(80, 40, 40, 40), rules=None if ruled else lambda *_: None)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done(), booklet="2")
    assert keys(found) == [["C"], ["A"], ["B"]]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0


@pytest.mark.parametrize(
    ("given", "heads", "message"),
    [
        pytest.param(None, [], r"has answers for 2 booklets \(1, 2\) and none is given\. Give --booklet", id="none"),
        pytest.param("3", [], r"key\.pdf: has no answers for booklet 3: found 1, 2", id="not on the sheet"),
        pytest.param("2", ["Booklet 1"], r"paper\.pdf: prints booklet 1, but booklet 2 is given", id="other paper"),
    ],
)  # fmt: skip
def test_a_booklet_is_never_guessed(tmp_path: Path, given: str | None, heads: list[str], message: str) -> None:
    key = sheet(tmp_path / "key.pdf", *TWO)
    with pytest.raises(LayoutError, match=message):
        read("x", sheet_layout(GRID), paper(tmp_path, 3, heads), key, booklet=given)


def test_a_booklet_without_declared_ones_is_an_error(tmp_path: Path) -> None:
    key = sheet(tmp_path / "key.pdf", *TWO[:1])
    with pytest.raises(LayoutError, match="declares no booklets, but booklet 1 is given"):
        read("x", sheet_layout(GRID | {"booklets": None}), paper(tmp_path, 3), key, booklet="1")


def test_headings_that_count_the_pages_are_no_folios(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    for number, letters in ((1, "ABC"), (2, "CAB"), (3, "BCA")):
        if number > 1:
            press.next_page()
        press.text(250, 40, f"Booklet {number}")
        spread(press, 100, 100, ["1", "2", "3"])
        spread(press, 100, 120, list(letters))
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done(), booklet="3")
    assert keys(found) == [["B"], ["C"], ["A"]]


@pytest.mark.parametrize(
    ("printed", "key", "accepted", "status", "flags"),
    [
        pytest.param("B", ["B"], [], "ok", [], id="one label"),
        pytest.param("AC", ["A", "C"], [], "ok", [], id="labels run together"),
        pytest.param("A or C", ["A"], [["A"], ["C"]], "ok", ["several_answers_accepted"], id="either"),
        pytest.param(
            "B or AB", ["B"], [["B"], ["A", "B"]], "ok", ["several_answers_accepted"], id="either of two sets"
        ),
        pytest.param("all score", [], [], "withdrawn", ["everybody_scores"], id="everybody"),
        pytest.param("*", [], [], "withdrawn", ["annulled"], id="sign of annulment"),
        pytest.param("annulled", [], [], "withdrawn", ["annulled"], id="word of annulment"),
        pytest.param("E", ["E"], [], "ok", [], id="unknown label is kept"),
        pytest.param("", [], [], "ok", [], id="empty"),
    ],
)
@pytest.mark.parametrize("ruled", [True, False])
def test_answers_in_a_grid(
    tmp_path: Path, ruled: bool, printed: str, key: list[str], accepted: list[list[str]], status: str, flags: list[str]
) -> None:
    press = Press(tmp_path / "key.pdf")
    rows: list[Row] = [["1", "2", "3"], ["A", printed, "C"]]
    press.table(rows, widths=(70, 70, 70), rules=None if ruled else lambda *_: None)
    item = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done()).items[1]
    assert (item.key, item.accepted_answers, item.status, item.flags) == (key, accepted, ItemStatus(status), flags)


@pytest.mark.parametrize(
    ("printed", "sets"),
    [
        ("Ｂ", [["B"]]),
        ("Ａ，Ｃ", [["A", "C"]]),
        ("ＡＣ", [["A", "C"]]),
        ("Ｂ or Ａ or ＡＢ", [["B"], ["A"], ["A", "B"]]),
    ],
)
def test_full_width_letters_are_letters(printed: str, sets: list[list[str]]) -> None:
    key = sheet_layout(GRID).key
    assert key is not None
    answer = AnswerReader(key).read(printed)
    assert (answer.key, answer.accepted) == (sets[0], sets if len(sets) > 1 else [])


def test_an_answer_broken_inside_its_place(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    spread(press, 100, 80, ["1", "2", "3"], step=60)
    press.text(187, 100, "A or")
    spread(press, 100, 106, ["C", "", "B"], step=60)
    press.text(187, 112, "C")
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done())
    assert keys(found) == [["C"], ["A"], ["B"]]
    assert found.items[1].accepted_answers == [["A"], ["C"]]


@pytest.mark.parametrize("labels", [["1", "2", "3"], ["A", "B", "C"]])
def test_digits_as_answers_are_no_numbers(tmp_path: Path, labels: list[str]) -> None:
    rows = [[str(n) for n in range(1, 5)], [labels[i] for i in (2, 0, 1, 2)], ["5", "6"], [labels[0], labels[1]]]
    key = sheet(tmp_path / "key.pdf", ("Key", rows))
    used = sheet_layout(GRID | {"answers": {"labels": labels}, "booklets": None}, labels)
    press = Press(tmp_path / "paper.pdf")
    for number in range(1, 7):
        press.lines(60, 50 + 62 * number, [f"{number}. Which?", *(f"{label}) one" for label in labels)])
    found = read("x", used, press.done(), key)
    assert keys(found) == [[labels[i]] for i in (2, 0, 1, 2, 0, 1)]


def test_a_lost_row_of_answers_leaves_keys_missing(tmp_path: Path) -> None:
    key = sheet(tmp_path / "key.pdf", ("Key", [["1", "2"], ["3", "4"], ["A", "B"]]))
    found = read("x", sheet_layout(GRID), paper(tmp_path, 4), key)
    assert keys(found) == [[], [], ["A"], ["B"]]


def test_a_lost_row_of_numbers_leaves_answers_unassigned(tmp_path: Path) -> None:
    key = sheet(tmp_path / "key.pdf", ("Key", [["1", "2"], ["A", "B"], ["C", "A"]]), foot="The key is final.")
    found = read("x", sheet_layout(GRID), paper(tmp_path, 4), key)
    assert keys(found) == [["A"], ["B"], [], []]
    assert ["key_ambiguous" in i.flags for i in found.items] == [True, True, False, False]
    assert [s.text for s in found.pages[-1].unassigned] == ["C A"]
    assert "The key is final." in [s.text for s in found.pages[-1].notes]


def test_empty_places_beyond_the_paper_are_notes(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    rows: list[Row] = [["No.", "1", "2"], ["Key", "A", "B"], ["No.", "3", "4"], ["Key", "", "C"]]
    press.table(rows, widths=(60, 40, 40))
    found = read("x", sheet_layout(GRID), paper(tmp_path, 2), press.done())
    assert keys(found) == [["A"], ["B"]]
    assert [(k.number, k.key) for k in found.orphan_keys] == [("4", ["C"])]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0


def test_a_table_of_numbers_is_no_key(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    for x, name, letters in ((50.0, "1", "ABC"), (330.0, "2", "CAB")):
        press.text(x, 80, f"Booklet {name}")
        spread(press, x, 100, ["1", "2", "3"])
        spread(press, x, 120, list(letters))
    rows: list[Row] = [["Booklet 1", "Booklet 2"], ["1", "2"], ["2", "3"], ["3", "1"]]
    press.table(rows, widths=(80, 80), top=200)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 3), press.done(), booklet="1")
    assert keys(found) == [["A"], ["B"], ["C"]]
    assert [i.flags for i in found.items] == [[], [], []]
    assert found.orphan_keys == []


def test_marks_point_to_remarks(tmp_path: Path) -> None:
    rows = [["1", "2", "3", "4"], ["#", "#", "C", "#"]]
    press = Press(tmp_path / "key.pdf")
    for row, y in zip(rows, (80, 100), strict=True):
        spread(press, 100, y, row)
    press.lines(50, 140, ["Question 1: A or B. Question 2: all", "score. Question 3: B.", "Question 9: C."])
    found = read("x", sheet_layout(GRID | {"remarks": REMARKS}), paper(tmp_path, 4), press.done())
    assert [(i.key, i.accepted_answers, i.flags) for i in found.items] == [
        (["A"], [["A"], ["B"]], ["several_answers_accepted"]),
        ([], [], ["everybody_scores"]),
        (["C"], [], ["key_ambiguous"]),
        (["#"], [], []),
    ]
    source = next(p for p in found.items[0].provenance if p.field == "key")
    assert source.raw == "#\nQuestion 1: A or B."
    assert [round(p.box[1]) for p in source.places] == [92, 132]


def test_parts_of_a_sheet_go_to_parts_of_the_paper(tmp_path: Path) -> None:
    parts = [{"name": "spare", "heading": "SPARE", "kind": "reserve"}]
    blocks = (
        ("Booklet 1", [["1", "2"], ["A", "B"]]),
        ("SPARE", [["1"], ["C"]]),
        ("Booklet 2", [["1", "2"], ["C", "C"]]),
    )
    after = ["SPARE QUESTIONS", "1. Which?", "A) one", "B) two", "C) three"]
    path = paper(tmp_path, 2, after=after)
    used = sheet_layout(GRID | {"parts": parts}, parts=parts)
    found = read("x", used, path, sheet(tmp_path / "key.pdf", *blocks), booklet="1")
    assert [(i.id, i.part, i.key, i.flags) for i in found.items] == [
        ("x-1", None, ["A"], []), ("x-2", None, ["B"], []), ("x-spare-1", "spare", ["C"], ["reserve"])
    ]  # fmt: skip


def test_entries_of_an_unknown_part_are_orphans(tmp_path: Path) -> None:
    parts = [{"name": "spare", "heading": "SPARE", "kind": "reserve"}]
    key = sheet(tmp_path / "key.pdf", ("Booklet 1", [["1"], ["A"]]), ("SPARE", [["1"], ["C"]]))
    found = read("x", sheet_layout(GRID | {"parts": parts}), paper(tmp_path, 1), key)
    assert keys(found) == [["A"]]
    assert [(k.number, k.part, k.key) for k in found.orphan_keys] == [("1", "spare", ["C"])]


def test_an_earlier_sheet_is_kept_beside_the_one_in_force(tmp_path: Path) -> None:
    def grid(name: str, letters: Sequence[str]) -> Path:
        return sheet(tmp_path / name, ("Key", [["1", "2", "3", "4"], letters]))

    sheets = [grid("first.pdf", ["A", "B", "C", "A"]), grid("second.pdf", ["A", "C", "C", "*"])]
    found = read("x", sheet_layout(GRID), paper(tmp_path, 4), grid("k.pdf", ["A", "C", "*", "*"]), superseded=sheets)
    assert keys(found) == [["A"], ["C"], [], []]
    assert [[k.key for k in i.superseded_keys] for i in found.items] == [
        [["A"], ["A"]], [["B"], ["C"]], [["C"], ["C"]], [["A"], []]
    ]  # fmt: skip
    assert [k.document for k in found.items[0].superseded_keys] == ["superseded_key.1", "superseded_key.2"]
    assert ["key_superseded" in i.flags for i in found.items] == [False, True, True, True]
    assert [p.document for p in found.pages] == ["paper", "superseded_key.1", "superseded_key.2", "key"]
    assert {p.document for p in found.items[1].provenance if p.field == "key"} == {
        "key", "superseded_key.1", "superseded_key.2"
    }  # fmt: skip


def test_earlier_sheets_need_one_in_force(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="earlier key sheets, but none in force"):
        read("x", sheet_layout(GRID), paper(tmp_path, 1), superseded=[tmp_path / "old.pdf"])


def test_a_key_in_running_text(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    press.lines(
        50, 80, ["Final key", "Booklet 1", "001 – C; 002 – A; 003 –", "B; 004 – *.", "Booklet 2", "001 – A; 002 – B;"]
    )
    found = read("x", sheet_layout(LIST), paper(tmp_path, 4), press.done(), booklet="1")
    assert keys(found) == [["C"], ["A"], ["B"], []]
    assert found.items[3].status == "withdrawn"
    assert sum(p.glyphs.unassigned for p in found.pages) == 0


def test_entries_of_a_list_that_are_not_understood_stay_visible(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    press.lines(50, 80, ["Booklet 1", "1 – C; 2 ~ A; 3 – G; 9 – B; 1 – A"])
    found = read("x", sheet_layout(LIST), paper(tmp_path, 3), press.done(), booklet="1")
    assert (keys(found), found.items[0].flags) == ([["C", "A"], [], []], ["key_ambiguous"])
    assert [k.number for k in found.orphan_keys] == ["9"]
    assert [s.text for s in found.pages[-1].unassigned] == ["2 A; 3 G;"]


@pytest.mark.parametrize(
    ("key", "sought"),
    [(GRID, "rows of numbers over rows of answers"), (LIST, "numbers and answers that match the layout's entry")],
)
def test_a_sheet_without_entries_is_an_error(tmp_path: Path, key: dict[str, Any], sought: str) -> None:
    press = Press(tmp_path / "key.pdf")
    press.lines(50, 80, ["Nothing but prose", "on this sheet."])
    with pytest.raises(LayoutError, match=f"no key row found .* {sought}"):
        read("x", sheet_layout(key), paper(tmp_path, 1), press.done())


def test_answers_that_drift_from_their_numbers_are_told(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    press.text(100, 80, "1     2     3     4     5     6")
    press.text(100, 100, "A   B   C   A   B   C")
    found = read("x", sheet_layout(GRID), paper(tmp_path, 6), press.done())
    assert all("key_ambiguous" in i.flags for i in found.items)


def test_an_answer_to_a_lost_number_is_nobody_elses(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    spread(press, 100, 80, ["1", "2", "", "4", "5"])
    spread(press, 100, 100, ["A", "B", "C", "A", "B"])
    found = read("x", sheet_layout(GRID), paper(tmp_path, 5), press.done())
    assert keys(found) == [["A"], ["B"], [], ["A"], ["B"]]
    assert [s.text for s in found.pages[-1].unassigned] == ["C"]


GRIDS = st.fixed_dictionaries(
    {
        "letters": st.lists(st.sampled_from(["A", "B", "C", "*", "AC", "A or B", "void"]), min_size=3, max_size=24),
        "a_row": st.integers(1, 10),
        "ruled": st.booleans(),
        "head": st.booleans(),
        "step": st.sampled_from([40.0, 43.5, 48.0]),
        "lead": st.sampled_from([13.0, 17.0, 24.0]),
        "lost": st.none() | st.tuples(st.booleans(), st.integers(0, 23)),
        "page": st.integers(2, 9),
    }
)


@settings(max_examples=40)
@given(form=GRIDS)
def test_no_key_is_wrong_without_a_flag(form: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("grid")
    letters, lost = form["letters"], form["lost"]
    numbers = [str(n) for n in range(1, len(letters) + 1)]
    shown = [list(letters), list(numbers)]
    if lost is not None and lost[1] < len(letters):
        shown[lost[0]][lost[1]] = ""
    press, y, rows = Press(folder / "key.pdf"), 140.0, 0
    for start in range(0, len(letters), form["a_row"]):
        pair: list[Row] = [part[start : start + form["a_row"]] for part in (shown[1], shown[0])]
        pair = [["No.", *pair[0]], ["Key", *pair[1]]] if form["head"] else pair
        if form["ruled"]:
            y = press.table(pair, widths=[form["step"]] * len(pair[0]), top=y, left=40) + 9
        else:
            for row in pair:
                for index, word in enumerate(row):
                    press.text(40 + form["step"] * index, y, word or "", size=7)
                y += form["lead"]
        rows += 1
        if rows == form["page"]:
            press.next_page()
            y, rows = 140.0, 0
    reading = sheet_layout(GRID | {"booklets": None}).key
    assert reading is not None
    answers = AnswerReader(reading)
    with opened(press.done()) as source:
        entries = KeySheet(reading, list(contents(source)), answers, "key.pdf").read(None)
    complete(entries, answers, lambda _: False, {n: Frame((0, 0, 595, 842), 0) for n in range(1, 40)}, "key")
    for entry in entries:
        expected, found = answers.read(letters[int(entry.number) - 1]), entry.record
        assert found is not None
        read_as = Answer(found.key, found.accepted_answers, found.withdrawn, found.everybody_scores)
        missing = lost is not None and not entry.key
        assert read_as == expected or missing or entry.flags, (entry.number, found.key)
    if lost is None:
        assert [e.number for e in entries] == numbers


def test_a_drawn_key_table_has_booklets_parts_and_remarks_too(tmp_path: Path) -> None:
    parts = [{"name": "spare", "heading": "SPARE", "kind": "reserve"}]
    columns = [{"role": "number", "header": ["No."]}, {"role": "key", "header": ["Answer"]}]
    table = GRID | {"kind": "key_table", "columns": columns, "parts": parts, "remarks": REMARKS}
    press, y = Press(tmp_path / "key.pdf"), 60.0
    for heading, rows in (
        ("Booklet 1", [["1", "A"], ["2", "#"]]), ("SPARE", [["1", "C"]]), ("Booklet 2", [["1", "C"], ["2", "C"]])
    ):  # fmt: skip
        press.text(50, y, heading)
        y = press.table([["No.", "Answer"], *rows], widths=(60, 60), top=y + 10) + 30
    press.text(50, y, "Question 2: A or B.")
    after = ["SPARE QUESTIONS", "1. Which?", "A) one", "B) two", "C) three"]
    found = read("x", sheet_layout(table, parts=parts), paper(tmp_path, 2, after=after), press.done(), booklet="1")
    assert [(i.id, i.key, i.accepted_answers) for i in found.items] == [
        ("x-1", ["A"], []), ("x-2", ["A"], [["A"], ["B"]]), ("x-spare-1", ["C"], [])
    ]  # fmt: skip
    assert found.orphan_keys == []


def test_blocks_of_a_grid_side_by_side_on_one_line(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    for x, first, letters in ((50.0, 1, "ABC"), (320.0, 4, "CAB")):
        spread(press, x, 80, [str(n) for n in range(first, first + 3)])
        spread(press, x, 100, list(letters))
    found = read("x", sheet_layout(GRID), paper(tmp_path, 6), press.done())
    assert keys(found) == [["A"], ["B"], ["C"], ["C"], ["A"], ["B"]]


def test_a_grid_goes_on_over_the_page(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    spread(press, 100, 700, ["1", "2"])
    spread(press, 100, 720, ["A", "B"])
    spread(press, 100, 740, ["3", "4"])
    press.next_page()
    spread(press, 100, 120, ["C", "A"])
    found = read("x", sheet_layout(GRID), paper(tmp_path, 4), press.done())
    assert keys(found) == [["A"], ["B"], ["C"], ["A"]]


def frame_only(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid([xs[0], xs[-1]], [ys[0], ys[-1]])


def rows_only(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid([xs[0], xs[-1]], ys)


def columns_only(press: Press, xs: list[float], ys: list[float]) -> None:
    press.grid(xs, [ys[0], ys[-1]])


@pytest.mark.parametrize("rules", [frame_only, rows_only, columns_only])
def test_tables_that_lack_rules_are_read_as_lines(tmp_path: Path, rules: Callable[..., None]) -> None:
    press = Press(tmp_path / "key.pdf")
    press.table([["1", "2", "3"], ["A", "B", "C"], ["4", "5", "6"], ["C", "A", "B"]], widths=(50, 50, 50), rules=rules)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 6), press.done())
    assert keys(found) == [["A"], ["B"], ["C"], ["C"], ["A"], ["B"]]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0


@pytest.mark.parametrize("ruled", [True, False])
def test_two_rows_of_numbers_over_two_rows_of_answers_are_told(tmp_path: Path, ruled: bool) -> None:
    press = Press(tmp_path / "key.pdf")
    rows: list[Row] = [["1", "2"], ["3", "4"], ["A", "B"], ["C", "A"]]
    press.table(rows, widths=(50, 50), rules=None if ruled else lambda *_: None)
    found = read("x", sheet_layout(GRID), paper(tmp_path, 4), press.done())
    assert all(i.key == [] or "key_ambiguous" in i.flags for i in found.items)


def test_notes_and_what_follows_the_end_are_no_key(tmp_path: Path) -> None:
    press = Press(tmp_path / "key.pdf")
    spread(press, 100, 80, ["1", "2", "3"])
    spread(press, 100, 100, ["A", "B", "C"])
    press.lines(50, 130, ["* annulled", "Table of questions"])
    spread(press, 100, 180, ["1", "2", "3"])
    spread(press, 100, 200, ["C", "C", "A"])
    press.next_page()
    press.table([["1", "2", "3"], ["B", "C", "A"]], widths=(40, 40, 40))
    used = sheet_layout(GRID | {"notes": [r"^\* annulled"], "end": "^Table of"})
    found = read("x", used, paper(tmp_path, 3), press.done())
    assert [(i.key, i.flags) for i in found.items] == [(["A"], []), (["B"], []), (["C"], [])]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0
