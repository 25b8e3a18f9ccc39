"""What is written as csv, xlsx, json, jsonl or docx and imported again is equal."""

import csv
import json
import tempfile
from pathlib import Path

import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from extract.office.reader import read
from records.model import Extraction
from tests.extract.office.forge import HEAD, RECORDS, glyphs, layout, read_list, texts, unassigned

WORD = st.text(alphabet="abcdefghijklmnoprstuwzż,;\"'|?§", min_size=1, max_size=9).filter(lambda w: w.strip(".)") != "")
TEXT = st.lists(WORD, min_size=1, max_size=6).map(" ".join)
ROW = st.tuples(TEXT, TEXT, TEXT, TEXT, st.sampled_from("ABC"), TEXT)
Rows = list[tuple[str, ...]]


def numbered(rows: Rows) -> list[list[str]]:
    """Rows with their numbers, under the header."""
    return [HEAD, *([str(n), *row] for n, row in enumerate(rows, 1))]


def write_csv(folder: Path, rows: Rows) -> Path:
    path = folder / "p.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(numbered(rows))
    return path


def write_xlsx(folder: Path, rows: Rows) -> Path:
    made = Workbook()
    for row in numbered(rows):
        made.active.append(row)
    made.save(folder / "p.xlsx")
    return folder / "p.xlsx"


def write_json(folder: Path, rows: Rows) -> Path:
    path = folder / "p.json"
    path.write_text(json.dumps([dict(zip(HEAD, r, strict=True)) for r in numbered(rows)[1:]]), "utf-8")
    return path


def write_jsonl(folder: Path, rows: Rows) -> Path:
    path = folder / "p.jsonl"
    lines = [json.dumps(dict(zip(HEAD, r, strict=True)), ensure_ascii=False) for r in numbered(rows)[1:]]
    path.write_text("\n".join(lines), "utf-8")
    return path


def write_table(folder: Path, rows: Rows) -> Path:
    document = Document()
    table = document.add_table(rows=0, cols=len(HEAD))
    for row in numbered(rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(folder / "p.docx"))
    return folder / "p.docx"


def compare(found: Extraction, rows: Rows) -> None:
    """The items are the rows, and nothing is left."""
    got = [(*texts(i), *i.key, i.legal_basis) for i in found.items]
    assert got == rows
    assert [i.number for i in found.items] == [str(n) for n in range(1, len(rows) + 1)]
    assert unassigned(found) == []


@pytest.mark.parametrize("write", [write_csv, write_xlsx, write_json, write_jsonl, write_table])
@given(rows=st.lists(ROW, min_size=1, max_size=5))
def test_records_come_back(write: object, rows: Rows) -> None:
    assert callable(write)
    with tempfile.TemporaryDirectory() as folder:
        compare(read("exam", layout(RECORDS), write(Path(folder), rows)), rows)


@given(rows=st.lists(ROW, min_size=1, max_size=5))
def test_a_list_and_its_key_table_come_back(rows: Rows) -> None:
    paper, key = Document(), Document()
    table = key.add_table(rows=1, cols=3)
    for cell, text in zip(table.rows[0].cells, ["No.", "Answer", "Basis"], strict=True):
        cell.text = text
    written = 0
    for number, (stem, a, b, c, answer, basis) in enumerate(rows, 1):
        for line in (f"{number}. {stem}", f"A. {a}", f"B. {b}", f"C. {c}"):
            paper.add_paragraph(line)
            written += len("".join(line.split()))
        for cell, text in zip(table.add_row().cells, [f"{number}.", answer, basis], strict=True):
            cell.text = text
            written += len("".join(text.split()))
    with tempfile.TemporaryDirectory() as folder:
        paper.save(f"{folder}/p.docx")
        key.save(f"{folder}/k.docx")
        found = read_list(Path(folder, "p.docx"), Path(folder, "k.docx"))
    compare(found, rows)
    assert glyphs(found) == written + len("No.AnswerBasis")
