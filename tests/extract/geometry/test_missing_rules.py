"""Tables of items and keys in which a piece of a rule is missing: what two rows share is never a key in silence."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from extract.geometry.reader import read
from extract.layouts import locate
from records.layout import Layout, read_layout
from records.model import Item
from tests.extract.geometry.drawing import HEIGHT, canvas, put, sheet

FLAG = "cell_spans_rows"
Rows = Sequence[Sequence[str]]


def drawn(path: Path, rows: Rows, edges: Sequence[float], missing: set[tuple[int, int]], step: float = 20) -> Path:
    """A ruled table; `missing` names the pieces of rules (row below, column) that are not drawn."""
    page = canvas(path)
    for r, texts in enumerate(rows):
        top = 100 + step * r
        for c, text in enumerate(texts):
            if (r, c) not in missing:
                page.line(edges[c], HEIGHT - top, edges[c + 1], HEIGHT - top)
            put(page, edges[c] + 4, top + 13, text)
        for edge in edges:
            page.line(edge, HEIGHT - top, edge, HEIGHT - top - step)
    end = HEIGHT - 100 - step * len(rows)
    page.line(edges[0], end, edges[-1], end)
    page.showPage()
    page.save()
    return path


HEADS = {"number": "No.", "text": "Question", "A": "A", "B": "B", "key": "Key"}
BANK = [list(HEADS.values()), *([str(n), f"Question {n}?", f"yes {n}", f"no {n}", k] for n, k in enumerate("ABBA", 1))]


def bank(folder: Path, missing: set[tuple[int, int]]) -> list[Item]:
    data = read_layout(locate("option-columns")).model_dump()
    data["paper"].update(
        columns=[{"role": r if r in ("number", "text", "key") else "option", "header": [h],
                  "label": h if r == h else None} for r, h in HEADS.items()],
        options={"place": "columns", "labels": ["A", "B"]},
        furniture=[],
    )  # fmt: skip
    data["invariants"]["options_per_item"] = 2
    path = drawn(folder / "bank.pdf", BANK, (40, 80, 250, 330, 410, 470), missing)
    return read("x", Layout.model_validate({**data, "key": None}), path).items


@pytest.mark.parametrize("columns", [[4], [0], [1], [2, 3, 4], [1, 2, 3, 4], [0, 1, 2, 3], [0, 1, 2, 3, 4]])
def test_rows_of_a_bank_that_share_a_cell_are_flagged(columns: list[int], tmp_path: Path) -> None:
    items = bank(tmp_path, {(3, column) for column in columns})
    assert [item.flags for item in items] == [[], *([[FLAG]] * (len(items) - 2)), []]
    assert [(items[0].key, items[-1].key)] == [(["A"], ["A"])]


def test_a_whole_table_has_no_flag(tmp_path: Path) -> None:
    items = bank(tmp_path, set())
    assert [(item.number, item.key, item.flags) for item in items] == [
        (str(n), [k], []) for n, k in enumerate("ABBA", 1)
    ]


@pytest.mark.parametrize(
    ("columns", "keys", "orphans"),
    [
        pytest.param([1], [["A"], ["C", "B"], [], ["A"]], [], id="the keys of two rows"),
        pytest.param([0], [["A"], [], [], ["A"]], [["C"], ["B"]], id="the numbers of two rows"),
        pytest.param([0, 1], [["A"], [], [], ["A"]], [["C", "B"]], id="two rows"),
    ],
)
def test_rows_of_a_key_table_that_share_a_cell(
    columns: list[int], keys: list[list[str]], orphans: list[list[str]], tmp_path: Path
) -> None:
    data = read_layout(locate("numbered-list")).model_dump()
    data["paper"]["options"].update(labels=["A", "B", "C"], pattern=r"(?P<label>[A-C])[.)]")
    heads = [{"role": "number", "header": ["No."]}, {"role": "key", "header": ["Key"]}]
    data["key"] = {"kind": "key_table", "columns": heads, "answers": {"labels": ["A", "B", "C"]}}
    texts = [text for n in range(1, 5) for text in (f"{n}. Stem {n}?", f"A. a{n}", f"B. b{n}", f"C. c{n}")]
    paper = sheet(tmp_path / "paper.pdf", [[(60, 60 + 16 * i, text) for i, text in enumerate(texts)]])
    rows = [("No.", "Key"), *((str(n), k) for n, k in enumerate("ACBA", 1))]
    key = drawn(tmp_path / "key.pdf", rows, (60, 120, 180), {(3, column) for column in columns})
    extraction = read("x", Layout.model_validate(data), paper, key)
    assert [item.key for item in extraction.items] == keys
    assert [entry.key for entry in extraction.orphan_keys] == orphans
    told = [item.number for item in extraction.items if FLAG in item.flags]
    assert told == (["2", "3"] if columns == [1] else [])
