"""Items of ruled tables: option rows under a stem, page cuts, lost numbers, sections, withdrawn items."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from records.errors import LayoutError
from records.flags import ItemStatus
from records.model import Extraction
from tests.extract.plumber.press import Press, Row, layout

HEADER = ["№", "Питання", "Відповідь"]
RIGHT, WRONG = "правильна", "неправильна"
FOUR = ("перша", "друга", "третя", "четверта")


def item(number: str, stem: str, right: int = 0, options: tuple[str, ...] = FOUR) -> list[Row]:
    texts = [f"{text} відповідь" if text else "" for text in options]
    marked = [["", text, RIGHT if i == right else WRONG] for i, text in enumerate(texts)]
    return [[number, stem, ""], *marked]


def bank(tmp_path: Path, *pages: list[Row]) -> Extraction:
    press = Press(tmp_path / "bank.pdf")
    for index, rows in enumerate(pages):
        if index:
            press.next_page()
        press.table([HEADER, *rows])
        press.text(290, 820, str(index + 1))
    return read("ua", layout("ua-judge-bank"), press.done())


def unassigned(extraction: Extraction) -> list[str]:
    return [s.text for p in extraction.pages for s in p.unassigned]


def test_a_stem_row_and_its_option_rows_are_an_item(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Питання перше", right=2) + item("2.", "Питання друге"))
    first, second = found.items
    assert (first.id, first.number, first.stem) == ("ua-1", "1", "Питання перше")
    assert [(o.label, o.text) for o in first.options] == [
        ("А", "перша відповідь"), ("Б", "друга відповідь"), ("В", "третя відповідь"), ("Г", "четверта відповідь"),
    ]  # fmt: skip
    assert (first.key, second.key) == (["В"], ["А"])
    assert first.flags == second.flags == []
    assert unassigned(found) == []
    assert found.pages[0].furniture[0].text == "1"


def test_every_field_names_its_raw_text_and_place(tmp_path: Path) -> None:
    first = bank(tmp_path, item("1.", "Питання\nна два рядки")).items[0]
    fields = {p.field: p for p in first.provenance}
    assert fields["stem"].raw == "Питання\nна два рядки"
    assert fields["number"].raw == "1."
    assert fields["option.1"].raw == "перша відповідь"
    assert len(fields["key"].places) == 1
    x0, y0, x1, y1 = fields["stem"].places[0].box
    assert 90 < x0 < 95 and x1 < 390 and 120 < y0 < y1 < 170


def test_printed_labels_are_taken_off(tmp_path: Path) -> None:
    rows: list[Row] = [["1", "Питання", ""]]
    rows += [["", f"{label}) текст", RIGHT if label == "Б" else WRONG] for label in "АБВГ"]
    first = bank(tmp_path, rows).items[0]
    assert [(o.label, o.text) for o in first.options] == [(label, "текст") for label in "АБВГ"]
    assert first.key == ["Б"]


def test_a_lost_number_is_recovered_from_the_one_before(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + item("", "Друге") + item("", "Третє") + item("4.", "Четверте"))
    assert [i.number for i in found.items] == ["1", "2", "3", "4"]
    assert [i.flags for i in found.items] == [[], ["number_recovered"], ["number_recovered"], []]


def test_a_recovered_number_never_repeats_a_printed_one(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + item("", "Без номера") + item("2.", "Друге"))
    assert [(i.id, i.number) for i in found.items] == [("ua-1", "1"), ("ua-after-1", ""), ("ua-2", "2")]
    assert found.items[1].flags == ["number_missing"]


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_an_item_goes_on_over_a_page(tmp_path: Path, cut: int) -> None:
    rows = item("1.", "Питання перше", right=3) + item("2.", "Питання друге")
    found = bank(tmp_path, rows[:cut], rows[cut:])
    assert [(i.number, len(i.options), i.key) for i in found.items] == [("1", 4, ["Г"]), ("2", 4, ["А"])]


def test_an_option_cut_by_the_page_is_joined(tmp_path: Path) -> None:
    rows = item("1.", "Питання перше")
    found = bank(tmp_path, [*rows[:2], ["", "друга відповідь, яка", WRONG]], [["", "не вмістилася", ""], *rows[3:]])
    option = found.items[0].options[1]
    assert option.text == "друга відповідь, яка не вмістилася"
    assert {p.page for v in found.items[0].provenance if v.field == "option.2" for p in v.places} == {1, 2}
    assert len(found.items[0].options) == 4


def test_a_stem_cut_by_the_page_is_joined(tmp_path: Path) -> None:
    rows = item("2.", "Питання, яке")
    found = bank(tmp_path, item("1.", "Одне") + rows[:1], [["", "не вмістилося", ""], *rows[1:]])
    assert [i.stem for i in found.items] == ["Одне", "Питання, яке не вмістилося"]


def test_the_last_option_cut_by_the_page_is_joined(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне"), [["", "і кінець", ""], *item("2.", "Друге")])
    assert found.items[0].options[3].text == "четверта відповідь і кінець"
    assert [i.number for i in found.items] == ["1", "2"]


def test_a_lost_number_at_the_top_of_a_page_starts_an_item(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне"), item("", "Друге") + item("3.", "Третє"))
    assert [i.number for i in found.items] == ["1", "2", "3"]
    assert found.items[0].options[3].text == "четверта відповідь"


def test_a_mark_that_stands_in_the_second_half_is_kept(tmp_path: Path) -> None:
    rows = item("1.", "Одне")
    found = bank(tmp_path, [*rows[:2], ["", "друга відповідь, яка", ""]], [["", "не вмістилася", WRONG], *rows[3:]])
    assert [o.text for o in found.items[0].options][1] == "друга відповідь, яка не вмістилася"
    assert found.items[0].flags == []


def test_a_number_cell_over_all_rows_of_an_item_is_one_item(tmp_path: Path) -> None:
    rows = [*item("1.", "Одне"), *item("2.", "Друге", right=1)]
    press = Press(tmp_path / "bank.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        for index, y in enumerate(ys):
            press.rule(xs[0] if index in (0, 1, 6, 11) else xs[1], y, xs[-1], y)
        for x in xs:
            press.rule(x, ys[0], x, ys[-1])

    press.table([HEADER, *rows], rules=rules)
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert [(i.number, len(i.options), i.key) for i in found.items] == [("1", 4, ["А"]), ("2", 4, ["Б"])]


def test_withdrawn_items_are_kept_apart(tmp_path: Path) -> None:
    rows: list[Row] = [["2.", "Питання виключено", ""]]
    found = bank(tmp_path, item("1.", "Одне") + rows + item("", "Третє"))
    second = found.items[1]
    assert (second.status, second.flags, second.stem) == (ItemStatus.WITHDRAWN, ["withdrawn"], "Питання виключено")
    assert [i.number for i in found.items] == ["1", "2", "3"]


def test_an_empty_option_stays_as_printed(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне", options=("перша", "", "третя", "четверта")))
    assert [o.text for o in found.items[0].options] == ["перша відповідь", "", "третя відповідь", "четверта відповідь"]


def test_unknown_marks_are_told(tmp_path: Path) -> None:
    rows = item("1.", "Одне")
    rows[2] = ["", "друга відповідь", "мабуть"]
    found = bank(tmp_path, rows)
    assert found.items[0].flags == ["mark_unknown:мабуть"]
    assert found.items[0].key == ["А"]


def test_raised_figures_belong_to_the_number_or_are_footnote_marks(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "За ст. 454^1^ Кодексу^2^ судом"))
    assert found.items[0].stem == "За ст. 454^1 Кодексу судом"
    assert found.items[0].flags == ["footnote_mark:2"]


def test_sections_begin_numbers_again(tmp_path: Path) -> None:
    rows: list[Row] = [["Розділ ІІ. Цивільне право", None, None], *item("1.", "Цивільне")]
    press = Press(tmp_path / "bank.pdf")
    press.text(50, 90, "Розділ І. Кримінальне право")
    press.table([HEADER, *item("1.", "Кримінальне"), *rows])
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert [i.id for i in found.items] == ["ua-і-1", "ua-іі-1"]
    assert [i.section for i in found.items] == ["Розділ І. Кримінальне право", "Розділ ІІ. Цивільне право"]
    assert unassigned(found) == []


def test_a_second_item_of_one_number_is_not_overwritten(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + item("1.", "Ще одне"))
    assert [(i.id, i.stem) for i in found.items] == [("ua-1", "Одне"), ("ua-1~2", "Ще одне")]


def test_a_legend_table_is_a_note(tmp_path: Path) -> None:
    press = Press(tmp_path / "bank.pdf")
    end = press.table([["Код", "Значення"], ["1", "Право"]], widths=(60, 200))
    press.table([HEADER, *item("1.", "Одне")], top=end + 30)
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert len(found.items) == 1
    assert [s.text for s in found.pages[0].notes] == ["Код Значення", "1 Право", "№ Питання Відповідь"]


def test_text_between_tables_is_unassigned(tmp_path: Path) -> None:
    press = Press(tmp_path / "bank.pdf")
    end = press.table([HEADER, *item("1.", "Одне")])
    press.text(50, end + 60, "Щось загублене")
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert unassigned(found) == ["Щось загублене"]
    assert found.pages[0].glyphs.unassigned == len("Щосьзагублене")


def test_every_glyph_is_counted_once(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Питання"))
    rows = [HEADER, *item("1.", "Питання")]
    printed = sum(len("".join((cell or "").split())) for row in rows for cell in row) + 1
    count = found.pages[0].glyphs
    assert count.field + count.note + count.furniture + count.unassigned == printed
    assert count.furniture == 1 and count.note == len("№ПитанняВідповідь")


def test_a_header_in_the_middle_and_tables_without_one_are_read(tmp_path: Path) -> None:
    press = Press(tmp_path / "bank.pdf")
    press.table([HEADER, *item("1.", "Одне"), HEADER, *item("2.", "Друге")])
    press.next_page()
    press.table(item("3.", "Третє"))
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert [i.number for i in found.items] == ["1", "2", "3"]


def test_true_false_statements_have_their_mark_as_key(tmp_path: Path) -> None:
    columns = [
        {"role": "number", "header": ["No"]}, {"role": "key", "header": ["Key"]},
        {"role": "text", "header": ["Statement"]}, {"role": "area", "header": ["Area"]},
    ]  # fmt: skip
    press = Press(tmp_path / "ox.pdf")
    rows = [["001", "○", "True.", "03"], ["002", "X", "False.", "03"], ["003", "?", "Odd.", "04"]]
    press.table([["No", "Key", "Statement", "Area"], *rows], widths=(60, 60, 200, 80))
    found = read("ox", layout("tw-driver-ox", columns=columns), press.done())
    assert [(i.number, i.key, i.options, i.area) for i in found.items] == [
        ("001", ["○"], [], "03"), ("002", ["X"], [], "03"), ("003", ["?"], [], "04"),
    ]  # fmt: skip
    assert found.items[2].flags == ["mark_unknown:?"]


def test_a_layout_that_does_not_fit_says_what_was_found(tmp_path: Path) -> None:
    press = Press(tmp_path / "other.pdf")
    press.table([["Code", "Meaning"], ["x", "Law"]], widths=(60, 200))
    with pytest.raises(LayoutError, match="no item found with layout ua-judge-bank: .* found 1 tables of 2 columns"):
        read("ua", layout("ua-judge-bank"), press.done())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        pytest.param("правильна.", "неправильна;", id="closing dots"),
        pytest.param("прави-\nльна", "непра-\nвильна", id="line-end hyphens"),
        pytest.param("прави\u00ad\nльна", "неправи\u00ad\nльна", id="soft hyphens"),
        pytest.param("ПРАВИЛЬНА", "не\nправильна", id="case and white space"),
    ],
)
def test_marks_are_compared_as_words(tmp_path: Path, right: str, wrong: str) -> None:
    rows: list[Row] = [["1.", "Одне", ""], *(["", f"{x}) текст", right if x == "Б" else wrong] for x in "АБВГ")]
    first = bank(tmp_path, rows).items[0]
    assert (first.key, first.flags) == (["Б"], [])


def test_a_number_with_a_raised_figure_is_a_number(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + item("1^1^.", "Додане", right=1) + item("2.", "Друге"))
    assert [(i.number, i.stem, i.key) for i in found.items] == [
        ("1", "Одне", ["А"]), ("1^1", "Додане", ["Б"]), ("2", "Друге", ["А"]),
    ]  # fmt: skip


def test_a_number_of_another_shape_before_four_marked_rows_begins_an_item(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + item("1-а.", "Додане") + item("2.", "Друге"))
    assert [(i.number, len(i.options)) for i in found.items] == [("1", 4), ("1-а", 4), ("2", 4)]


@pytest.mark.parametrize("cut", [pytest.param(False, id="same page"), pytest.param(True, id="next page")])
def test_three_options_and_a_lost_number_are_two_items(tmp_path: Path, cut: bool) -> None:
    short = item("1.", "Одне")[:4]
    rest = item("", "Друге", right=1) + item("3.", "Третє")
    found = bank(tmp_path, short, rest) if cut else bank(tmp_path, short + rest)
    assert [(i.number, i.stem, len(i.options)) for i in found.items] == [
        ("1", "Одне", 3), ("2", "Друге", 4), ("3", "Третє", 4),
    ]  # fmt: skip


@pytest.mark.parametrize("last", [pytest.param(True, id="last item"), pytest.param(False, id="more items follow")])
def test_a_lost_number_behind_a_withdrawn_item_at_a_page_end(tmp_path: Path, last: bool) -> None:
    gone: list[Row] = [["2.", "Питання виключено", ""]]
    more = [] if last else item("4.", "Четверте")
    found = bank(tmp_path, item("1.", "Одне") + gone, item("", "Третє", right=2) + more)
    assert [(i.number, i.status) for i in found.items][:3] == [
        ("1", ItemStatus.OK), ("2", ItemStatus.WITHDRAWN), ("3", ItemStatus.OK),
    ]  # fmt: skip
    assert (found.items[1].options, found.items[2].key) == ([], ["В"])


def test_labelled_rows_without_marks_are_options(tmp_path: Path) -> None:
    rows: list[Row] = [["1.", "Одне", ""], *(["", f"{x}) текст", ""] for x in "АБВГ")]
    first = bank(tmp_path, rows + item("2.", "Друге")).items[0]
    assert (first.stem, [o.label for o in first.options], first.key) == ("Одне", list("АБВГ"), [])
    assert "mark_unknown" in first.flags


@pytest.mark.parametrize("stem", ["Питання виключено", "Питання друге (Питання виключено)"])
@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_a_withdrawn_item_with_options_is_read_whole_though_a_page_end_cuts_a_row(
    tmp_path: Path, stem: str, cut: int
) -> None:
    rows = item("2.", stem, right=3)
    first, second = [*rows[: cut + 1]], rows[cut + 1 :]
    number, text, mark = first[-1]
    first[-1] = [number, f"{text} і ще", mark]
    found = bank(tmp_path, item("1.", "Одне") + first, [["", "решта рядка", ""], *second, *item("3.", "Третє")])
    assert [(i.number, len(i.options), i.key) for i in found.items] == [
        ("1", 4, ["А"]), ("2", 4, ["Г"]), ("3", 4, ["А"]),
    ]  # fmt: skip
    assert found.items[1].status == ItemStatus.WITHDRAWN
    assert found.items[1].options[cut - 1].text.endswith("відповідь і ще решта рядка")


@pytest.mark.parametrize("short", [pytest.param(False, id="after four options"), pytest.param(True, id="after three")])
@pytest.mark.parametrize("following", [("3.",), ("", "", "5.")], ids=["one number lost", "three numbers lost"])
def test_a_stem_without_number_at_a_page_end_keeps_its_options(
    tmp_path: Path, short: bool, following: tuple[str, ...]
) -> None:
    rows = item("1.", "Одне")[: 4 if short else 5] + [["", "Друге", ""]]
    rest = item("", "Друге", right=1)[1:]
    for number in following:
        rest += item(number, "Дальше", right=2)
    found = bank(tmp_path, rows, rest)
    assert [i.number for i in found.items] == [str(n) for n in range(1, len(following) + 3)]
    assert [len(i.options) for i in found.items] == [3 if short else 4, *[4] * (len(following) + 1)]
    assert [i.key for i in found.items][:3] == [["А"], ["Б"], ["В"]]


def test_a_stem_without_number_is_the_first_row_of_its_section(tmp_path: Path) -> None:
    rows: list[Row] = [["Розділ ІІ. Цивільне право", None, None], ["", "Цивільне", ""]]
    found = bank(tmp_path, item("1.", "Одне") + rows, item("", "", right=1)[1:] + item("2.", "Друге"))
    assert [(i.id, i.stem, len(i.options)) for i in found.items] == [
        ("ua-1", "Одне", 4), ("ua-іі-1", "Цивільне", 4), ("ua-іі-2", "Друге", 4),
    ]  # fmt: skip


def test_a_remark_cut_by_the_page_end_withdraws_the_item(tmp_path: Path) -> None:
    found = bank(tmp_path, item("1.", "Одне") + [["2.", "Питання", ""]], [["", "виключено", ""], *item("", "Третє")])
    assert [(i.number, i.stem, i.status) for i in found.items] == [
        ("1", "Одне", ItemStatus.OK), ("2", "Питання виключено", ItemStatus.WITHDRAWN), ("3", "Третє", ItemStatus.OK),
    ]  # fmt: skip


def test_a_withdrawn_item_without_number_at_the_top_of_a_page(tmp_path: Path) -> None:
    rows: list[Row] = [["", "Питання виключено", ""]]
    found = bank(tmp_path, item("1.", "Одне"), rows + item("3.", "Третє"))
    assert [(i.number, i.stem, len(i.options)) for i in found.items] == [
        ("1", "Одне", 4), ("2", "Питання виключено", 0), ("3", "Третє", 4),
    ]  # fmt: skip


def test_option_rows_beside_one_number_cell_belong_to_it_whatever_was_lost_before(tmp_path: Path) -> None:
    rows = [*item("1.", "Одне")[:4], *item("2-а.", "Друге", right=1)]
    press = Press(tmp_path / "bank.pdf")

    def rules(press: Press, xs: list[float], ys: list[float]) -> None:
        for index, y in enumerate(ys):
            press.rule(xs[0] if index in (0, 1, 5, 10) else xs[1], y, xs[-1], y)
        for x in xs:
            press.rule(x, ys[0], x, ys[-1])

    press.table([HEADER, *rows], rules=rules)
    found = read("ua", layout("ua-judge-bank"), press.done())
    assert [(i.number, len(i.options), i.key) for i in found.items] == [("1", 3, ["А"]), ("2-а", 4, ["Б"])]
