"""Key sheets: rows to entries, entries to items, conflicts told."""

from pathlib import Path

import pytest

from extract.plumber.reader import read
from records.errors import LayoutError
from records.flags import ItemStatus
from records.model import Extraction
from tests.extract.plumber.press import Press, Row, layout

HEADER = ["nr\npytania", "prawidłowa\nodpowiedź", "podstawa prawna"]


def exam(tmp_path: Path, *key_pages: list[Row], count: int = 3) -> Extraction:
    press = Press(tmp_path / "paper.pdf")
    for number in range(1, count + 1):
        y = 100.0 + 70 * number
        press.lines(60, y, [f"{number}. Pytanie {number}:", "A. jeden,", "B. dwa,", "C. trzy."])
    sheet = Press(tmp_path / "key.pdf")
    for index, rows in enumerate(key_pages):
        if index:
            sheet.next_page()
        sheet.table(rows, widths=(70, 90, 280))
    return read("pl", layout("polish-entry-exam"), press.done(), sheet.done())


def test_rows_reach_their_items(tmp_path: Path) -> None:
    rows: list[Row] = [["1.", "B", "art. 8^3^ ust. 1^1^ k.c."], ["2.", "A", "art. 5 k.c."], ["3.", "C", "art. 7"]]
    found = exam(tmp_path, [HEADER, *rows])
    assert [i.key for i in found.items] == [["B"], ["A"], ["C"]]
    assert found.items[0].legal_basis == "art. 8^3 ust. 1^1 k.c."
    sources = {(p.field, p.document): p.raw for p in found.items[0].provenance}
    assert sources["key", "key"] == "B"
    assert sources["legal_basis", "key"] == "art. 8^3 ust. 1^1 k.c."
    assert [p.document for p in found.pages] == ["paper", "key"]
    assert sum(p.glyphs.unassigned for p in found.pages) == 0


@pytest.mark.parametrize(
    ("printed", "key", "status", "flags"),
    [
        pytest.param("B, C", ["B", "C"], "ok", [], id="two labels"),
        pytest.param("AC", ["A", "C"], "ok", [], id="two labels run together"),
        pytest.param("abc", ["A", "B", "C"], "ok", [], id="small letters run together"),
        pytest.param("CA", ["CA"], "ok", [], id="letters in another order are a word"),
        pytest.param("AA", ["AA"], "ok", [], id="a letter twice is a word"),
        pytest.param("AE", ["AE"], "ok", [], id="one of the letters is no label"),
        pytest.param("A nie C", ["A nie C"], "ok", [], id="unknown text"),
        pytest.param("E", ["E"], "ok", [], id="unknown label"),
        pytest.param("b", ["B"], "ok", [], id="small letter"),
        pytest.param("unieważnione", [], "withdrawn", ["annulled"], id="annulled"),
        pytest.param("", [], "ok", [], id="empty"),
    ],
)
def test_answers(tmp_path: Path, printed: str, key: list[str], status: str, flags: list[str]) -> None:
    found = exam(tmp_path, [HEADER, ["1.", printed, "art. 1 k.c."]], count=1)
    assert (found.items[0].key, found.items[0].status, found.items[0].flags) == (key, ItemStatus(status), flags)


def test_rows_without_an_item_are_orphans(tmp_path: Path) -> None:
    found = exam(tmp_path, [HEADER, ["1.", "B", ""], ["7.", "A", "art. 5 k.c."]], count=2)
    assert [(k.number, k.key, k.legal_basis) for k in found.orphan_keys] == [("7", ["A"], "art. 5 k.c.")]
    assert [i.key for i in found.items] == [["B"], []]


def test_two_answers_for_one_item_are_both_kept(tmp_path: Path) -> None:
    found = exam(tmp_path, [HEADER, ["1.", "B", ""], ["1.", "C", ""], ["2.", "A", ""], ["2.", "A", ""]], count=2)
    assert (found.items[0].key, found.items[0].flags) == (["B", "C"], ["key_ambiguous"])
    assert (found.items[1].key, found.items[1].flags) == (["A"], [])


def test_a_legal_basis_cut_by_the_page_is_joined(tmp_path: Path) -> None:
    second: list[Row] = [["", "", "o opłatach"], ["2.", "A", "art. 1"]]
    found = exam(tmp_path, [HEADER, ["1.", "B", "art. 15 ust. 2 ustawy"]], second)
    assert found.items[0].legal_basis == "art. 15 ust. 2 ustawy o opłatach"
    assert found.items[1].legal_basis == "art. 1"


def test_leading_zeros_are_set_aside(tmp_path: Path) -> None:
    assert exam(tmp_path, [HEADER, ["01", "B", ""]], count=1).items[0].key == ["B"]


def test_without_a_key_items_have_none(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 100, ["1. Pytanie:", "A. jeden,", "B. dwa,", "C. trzy."])
    found = read("pl", layout("polish-entry-exam"), press.done())
    assert (found.items[0].key, found.items[0].flags) == ([], [])


def test_a_key_sheet_without_a_key_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"key\.pdf: no key row found with layout polish-entry-exam"):
        exam(tmp_path, [["Kod", "Sala"], ["x", "12"]], count=1)


def test_blocks_side_by_side_are_read_block_by_block(tmp_path: Path) -> None:
    press = Press(tmp_path / "paper.pdf")
    press.lines(60, 100, ["1. One?", "A) a", "B) b", "C) c", "D) d", "2. Two?", "A) a", "B) b", "C) c", "D) d"])
    key = Press(tmp_path / "key.pdf")
    key.table([["No.", "Answer", "No.", "Answer"], ["1", "A", "2", "D"]], widths=(60, 60, 60, 60))
    used = layout("numbered-list")
    assert used.key is not None
    twice = used.key.model_copy(update={"columns": used.key.columns * 2})
    found = read("x", used.model_copy(update={"key": twice}), press.done(), key.done())
    assert [i.key for i in found.items] == [["A"], ["D"]]
