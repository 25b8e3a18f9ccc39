"""Options as rows: the Ukrainian judges' bank, drawn small, with everything that goes wrong in the real one."""

from pathlib import Path

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.errors import LayoutError
from records.flags import ItemStatus
from records.layout import Layout, read_layout
from records.model import Extraction, Item
from tests.extract.geometry.drawing import R, bank, canvas, put, table

HEAD = R(("№", "Питання", "Відповідь"))
YES, NO = "правильна", "неправильна"


@pytest.fixture(scope="module")
def layout() -> Layout:
    return read_layout(locate("ua-judge-bank"))


def stem(number: str, text: str) -> R:
    return R((number, text, ""))


def options(*texts: str, right: int = 0) -> list[R]:
    return [
        R(("", f"{label}) {text}", YES if i == right else NO))
        for i, (label, text) in enumerate(zip("АБВГ", texts, strict=False))
    ]


def four(name: str, right: int = 0) -> list[R]:
    return options(*(f"{name} {word}" for word in ("перша", "друга", "третя", "четверта")), right=right)


def reading(layout: Layout, path: Path) -> Extraction:
    extraction = read("ua", layout, path)
    for page in extraction.pages:
        counts = page.glyphs
        assert counts.unassigned == 0, page.unassigned
        assert counts.field > 0
    return extraction


def texts(item: Item) -> list[str]:
    return [item.stem, *(o.text for o in item.options)]


def test_plain_items(layout: Layout, tmp_path: Path) -> None:
    path = bank(
        tmp_path / "b.pdf",
        [[HEAD, stem("1.", "Що є законом?"), *four("Норма"), stem("2.", "Хто є\nсуддею?"), *four("Особа", 3)]],
    )
    one, two = reading(layout, path).items
    assert (one.id, one.number, one.key, one.flags) == ("ua-1", "1", ["А"], [])
    assert texts(two) == ["Хто є суддею?", "Особа перша", "Особа друга", "Особа третя", "Особа четверта"]
    assert [o.label for o in two.options] == list("АБВГ") and two.key == ["Г"]
    proof = {p.field: p for p in two.provenance}
    assert proof["stem"].raw == "Хто є\nсуддею?" and proof["option.4"].raw == "Особа четверта"
    x0, y0, x1, y1 = proof["stem"].places[0].box
    assert 90 < x0 < x1 < 430 and 150 < y0 < y1 < 250
    assert len(proof["key"].places) == 1 and proof["key"].raw.split("\n") == [NO, NO, NO, YES]


def test_a_row_cut_by_a_page_break_is_one_row(layout: Layout, tmp_path: Path) -> None:
    first = [
        HEAD,
        stem("1.", "Питання?"),
        *options("перша", "друга", "третя половина"),
    ]
    rest = [
        HEAD,
        R(("", "другої сторінки", "")),
        *options("зайва")[:0],
        R(("", "Г) четверта", YES)),
        stem("2.", "Друге?"),
        *four("Б"),
    ]
    one, two = reading(layout, bank(tmp_path / "b.pdf", [first, rest])).items
    assert texts(one) == ["Питання?", "перша", "друга", "третя половина другої сторінки", "четверта"]
    assert {place.page for p in one.provenance if p.field == "option.3" for place in p.places} == {1, 2}
    assert two.number == "2" and len(two.options) == 4


def test_a_stem_cut_by_a_page_break_is_one_stem(layout: Layout, tmp_path: Path) -> None:
    pages = [
        [HEAD, stem("1.", "Перше?"), *four("А"), stem("2.", "Довге питання,")],
        [HEAD, R(("", "що йде далі?", "")), *four("Б", 2)],
    ]
    one, two = reading(layout, bank(tmp_path / "b.pdf", pages)).items
    assert len(one.options) == 4 and two.stem == "Довге питання, що йде далі?" and two.key == ["В"]


def test_a_last_option_cut_by_a_page_break_does_not_begin_an_item(layout: Layout, tmp_path: Path) -> None:
    pages = [
        [HEAD, stem("1.", "Перше?"), *four("А")],
        [HEAD, R(("", "і ще слова", "")), stem("2.", "Друге?"), *four("Б")],
    ]
    one, two = reading(layout, bank(tmp_path / "b.pdf", pages)).items
    assert one.options[3].text == "А четверта і ще слова" and two.number == "2" and len(two.options) == 4


def test_a_stem_on_top_of_a_page_that_lost_its_number(layout: Layout, tmp_path: Path) -> None:
    pages = [
        [HEAD, stem("1.", "Перше?"), *four("А")],
        [HEAD, stem("", "Без номера?"), *four("Б"), stem("3.", "Третє?"), *four("В")],
    ]
    items = reading(layout, bank(tmp_path / "b.pdf", pages)).items
    assert [i.number for i in items] == ["1", "2", "3"] and "number_recovered" in items[1].flags
    assert items[1].stem == "Без номера?" and len(items[0].options) == 4


def test_lost_numbers_are_counted_on(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        *four("А"),
        stem("", "Друге?"),
        *four("Б"),
        stem("", "Третє?"),
        *four("В"),
        stem("4.", "Четверте?"),
        *four("Г"),
    ]
    items = reading(layout, bank(tmp_path / "b.pdf", [rows[:11], [HEAD, *rows[11:]]])).items
    assert [i.id for i in items] == ["ua-1", "ua-2", "ua-3", "ua-4"]
    assert ["number_recovered" in i.flags for i in items] == [False, True, True, False]


def test_a_recovered_number_never_doubles_a_printed_one(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        *four("А"),
        stem("", "Без номера?"),
        *four("Б"),
        stem("2.", "Друге?"),
        *four("В"),
    ]
    items = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert [i.id for i in items] == ["ua-1", "ua-after-1", "ua-2"]
    assert items[1].number == "" and "number_missing" in items[1].flags


def test_a_withdrawn_item_without_options(layout: Layout, tmp_path: Path) -> None:
    rows = [HEAD, stem("1.", "Питання виключено"), stem("", "Друге?"), *four("Б"), stem("3.", "Третє?"), *four("В")]
    one, two, three = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert one.status is ItemStatus.WITHDRAWN and one.stem == "Питання виключено" and one.options == []
    assert two.number == "2" and two.flags == ["number_recovered"] and three.flags == []


@pytest.mark.parametrize("remark", ["Питання виключено", "Чи є звичай законом? (Питання виключено)"])
@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("cut", range(4))
@pytest.mark.parametrize("marked_below", [False, True])
def test_an_option_of_a_withdrawn_item_cut_by_a_page_break(
    remark: str, lost: bool, cut: int, marked_below: bool, layout: Layout, tmp_path: Path
) -> None:
    rows = four("Особа", 3)
    _, text, mark = rows[cut].cells
    upper = R(("", text, "" if marked_below else mark))
    first = [HEAD, stem("1.", "Що?"), *four("Норма"), stem("2.", remark), *rows[:cut], upper]
    rest = [HEAD, R(("", "і ще", mark if marked_below else "")), *rows[cut + 1 :]]
    after = [stem("" if lost else "3.", "Хто є суддею?"), *four("Суд", 1)]
    items = reading(layout, bank(tmp_path / "b.pdf", [first, [*rest, *after]])).items
    assert [(item.number, item.key) for item in items] == [("1", ["А"]), ("2", ["Г"]), ("3", ["Б"])]
    assert items[1].status is ItemStatus.WITHDRAWN and items[1].stem == remark and items[1].flags == ["withdrawn"]
    assert [o.text.endswith("і ще") for o in items[1].options] == [i == cut for i in range(4)]
    assert items[2].flags == (["number_recovered"] if lost else [])


def test_an_empty_option_and_equal_options_stay_as_printed(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        R(("", "А) так", YES)),
        R(("", "Б)", NO)),
        R(("", "В) ні", NO)),
        R(("", "Г) ні", NO)),
    ]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert [(o.label, o.text) for o in item.options] == [("А", "так"), ("Б", ""), ("В", "ні"), ("Г", "ні")]
    assert [p.places for p in item.provenance if p.field == "option.2"][0]


def test_options_without_printed_labels_get_them_by_place(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        *(R(("", text, YES if text == "три" else NO)) for text in ("один", "два", "три", "чотири")),
    ]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert [o.label for o in item.options] == list("АБВГ") and item.key == ["В"]


def test_superscripts_are_marked(layout: Layout, tmp_path: Path) -> None:
    rows = [HEAD, stem("1.", "За ст. 454^1^ ЦК та ст. 4541"), *options("ст. 8^3^ ч. 1^1^", "суд^2^", "так", "ні")]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert item.stem == "За ст. 454^1 ЦК та ст. 4541" and item.options[0].text == "ст. 8^3 ч. 1^1"
    assert item.options[1].text == "суд" and item.flags == ["footnote_mark:2"]


def test_unknown_marks_are_told(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        R(("", "А) так", "Правильна")),
        R(("", "Б) ні", "може бути")),
        R(("", "В) ні", NO)),
        R(("", "Г) так", NO)),
    ]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert item.key == ["А"] and item.flags == ["mark_unknown:може бути"]


def test_sections_begin_the_numbers_again(layout: Layout, tmp_path: Path) -> None:
    page = canvas(tmp_path / "b.pdf")
    put(page, 60, 40, "Розділ І. Право")
    end = table(
        page,
        60,
        [
            HEAD,
            stem("1.", "Перше?"),
            *four("А"),
            R(("Розділ ІІ. Процес", None, None)),
            stem("1.", "Друге?"),
            *four("Б"),
        ],
    )
    assert end < 800
    page.save()
    extraction = reading(layout, tmp_path / "b.pdf")
    assert [(i.id, i.section) for i in extraction.items] == [
        ("ua-і-1", "Розділ І. Право"),
        ("ua-іі-1", "Розділ ІІ. Процес"),
    ]


def test_a_number_cell_merged_over_its_options(layout: Layout, tmp_path: Path) -> None:
    rows = [HEAD]
    for number in ("1.", "2."):
        rows.append(stem(number, f"Питання {number}"))
        rows.extend(R(row.cells, open_top=(0,)) for row in four(f"О{number}", 1))
    one, two = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert one.number == "1" and len(one.options) == 4 and two.number == "2" and two.key == ["Б"]


def test_a_second_item_of_one_number_keeps_both(layout: Layout, tmp_path: Path) -> None:
    rows = [HEAD, stem("1.", "Перше?"), *four("А"), stem("1.", "Друге?"), *four("Б")]
    assert [i.id for i in reading(layout, bank(tmp_path / "b.pdf", [rows])).items] == ["ua-1", "ua-1~2"]


def test_look_alike_labels_are_recognised_and_told(layout: Layout, tmp_path: Path) -> None:
    rows = [
        HEAD,
        stem("1.", "Перше?"),
        R(("", "A) так", YES)),
        R(("", "Б) ні", NO)),
        R(("", "B) ні", NO)),
        R(("", "Г) так", NO)),
    ]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [rows])).items
    assert [o.label for o in item.options] == list("АБВГ") and "mixed_script_word:А" in item.flags


def test_the_wrong_layout_says_what_stands_there(tmp_path: Path) -> None:
    path = bank(tmp_path / "b.pdf", [[HEAD, stem("1.", "Перше?"), *four("А")]])
    with pytest.raises(
        LayoutError, match=r"b\.pdf: no item found with layout tw-driver-mc: .* '№ \| Питання \| Відповідь'"
    ) as caught:
        read("ua", read_layout(locate("tw-driver-mc")), path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("yes", "no"),
    [("правильна.", "неправильна;"), ("правиль-\nна", "непра-\nвильна"), ("прави\u00ad\nльна", "Неправильна")],
)
def test_marks_are_known_with_a_stop_or_a_hyphen(yes: str, no: str, layout: Layout, tmp_path: Path) -> None:
    rows = [R(("", f"{label}) текст {label}", yes if label == "Б" else no)) for label in "АБВГ"]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [[HEAD, stem("1.", "Що є законом?"), *rows]])).items
    assert item.key == ["Б"] and item.flags == []


def test_a_lost_number_behind_a_withdrawn_item_at_a_page_end(layout: Layout, tmp_path: Path) -> None:
    pages = [
        [HEAD, stem("1.", "Що є законом?"), *four("Норма"), stem("2.", "Питання виключено")],
        [HEAD, stem("", "Хто є суддею?"), *four("Особа")],
    ]
    items = reading(layout, bank(tmp_path / "b.pdf", pages)).items
    assert [(i.number, i.status) for i in items] == [
        ("1", ItemStatus.OK),
        ("2", ItemStatus.WITHDRAWN),
        ("3", ItemStatus.OK),
    ]


def test_a_fifth_option_keeps_its_label(layout: Layout, tmp_path: Path) -> None:
    rows = [stem("1.", "Що є законом?"), *four("Норма"), R(("", "Д) Норма п'ята", NO))]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", [[HEAD, *rows]])).items
    assert [o.label for o in item.options] == list("АБВГД") and item.options[4].text == "Норма п'ята"


def test_the_mark_of_a_cut_first_option_may_stand_on_its_second_half(layout: Layout, tmp_path: Path) -> None:
    first, *others = four("Норма")
    pages = [[HEAD, stem("1.", "Що є законом?"), R(("", first.cells[1], ""))], [R(("", "ціла", YES)), *others]]
    (item,) = reading(layout, bank(tmp_path / "b.pdf", pages)).items
    assert texts(item)[1] == "Норма перша ціла" and item.key == ["А"] and len(item.options) == 4


def test_a_heading_row_that_is_not_declared_is_no_item(layout: Layout, tmp_path: Path) -> None:
    rows = [stem("1.", "Що є законом?"), *four("Норма"), R(("Загальні положення", None, None))]
    path = bank(tmp_path / "b.pdf", [[HEAD, *rows, stem("2.", "Хто є суддею?"), *four("Особа")]])
    extraction = read("ua", layout, path)
    assert [i.number for i in extraction.items] == ["1", "2"]
    assert [s.text for s in extraction.pages[0].unassigned] == ["Загальні положення"]


@pytest.mark.parametrize(
    ("printed", "expected"), [(("", "2."), ["1", "2"]), (("", ""), ["1", "2"]), (("", "7."), ["", "7"])]
)
def test_numbers_lost_at_the_start_are_counted_where_they_can_be(
    printed: tuple[str, str], expected: list[str], layout: Layout, tmp_path: Path
) -> None:
    rows = [row for number in printed for row in (stem(number, "Що є законом?"), *four("Норма"))]
    items = reading(layout, bank(tmp_path / "b.pdf", [[HEAD, *rows]])).items
    assert [i.number for i in items] == expected
