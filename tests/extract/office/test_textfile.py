"""csv, json and jsonl files with planted traps."""

import json
from pathlib import Path

import pytest

from extract.office.reader import read
from records.errors import DocumentError, LayoutError
from records.model import Extraction
from tests.extract.office.forge import HEAD, RECORDS, layout, texts, unassigned

JSON = {
    "kind": "records",
    "list_at": "exam.questions",
    "columns": [{"role": "number", "header": ["id"]}, {"role": "text", "header": ["q"]}]
    + [{"role": "option", "label": label, "header": [f"options[{i}]"]} for i, label in enumerate("ABC")]
    + [{"role": "key", "header": ["answer"]}],
    "options": {"place": "columns", "labels": ["A", "B", "C"]},
}


def csv_of(tmp_path: Path, text: str, written: str = "utf-8", **reading: str) -> Extraction:
    """What is read from a csv."""
    path = tmp_path / "paper.csv"
    path.write_bytes(text.encode(written))
    return read("exam", layout({**RECORDS, **reading}), path)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_delimiters_and_encodings(tmp_path: Path, delimiter: str, encoding: str) -> None:
    rows = [HEAD, ["1", '"a, b; c"', "zażółć", "b", "c", "B", ""]]
    found = csv_of(tmp_path, "\r\n".join(delimiter.join(r) for r in rows), encoding)
    assert texts(found.items[0]) == ["a, b; c", "zażółć", "b", "c"]
    assert found.items[0].key == ["B"]


def test_quoted_line_breaks_and_quotes(tmp_path: Path) -> None:
    text = ",".join(HEAD) + '\n1,"Which\n""word""?",a,b,c,A,\n2,Next?,a,b,c,B,\n'
    found = csv_of(tmp_path, text)
    assert [i.stem for i in found.items] == ['Which "word"?', "Next?"]
    assert [i.provenance[0].location for i in found.items] == ["line 2 column 1", "line 4 column 1"]


def test_a_stated_delimiter_is_obeyed(tmp_path: Path) -> None:
    found = csv_of(tmp_path, "sep=;\n" + ";".join(HEAD) + "\n1;a, b, c, d;x;y;z;C;\n")
    assert (found.items[0].stem, found.items[0].provenance[0].location) == ("a, b, c, d", "line 3 column 1")


def test_other_encodings_only_where_stated(tmp_path: Path) -> None:
    text = ",".join(HEAD) + "\n1,Zażółć?,a,b,c,A,\n"
    with pytest.raises(DocumentError, match=r"line 2 is no UTF-8\. State the encoding in the layout"):
        csv_of(tmp_path, text, "cp1250")
    assert csv_of(tmp_path, text, "cp1250", encoding="cp1250").items[0].stem == "Zażółć?"
    given = read("exam", layout(RECORDS), tmp_path / "paper.csv", encoding="cp1250")
    assert given.items[0].stem == "Zażółć?"
    with pytest.raises(LayoutError, match="unknown encoding klingon"):
        read("exam", layout(RECORDS), tmp_path / "paper.csv", encoding="klingon")


def test_an_open_quote_is_named_not_swallowed(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="line 3 is no csv row"):
        csv_of(tmp_path, ",".join(HEAD) + '\n1,Q?,a,b,c,A,\n2,"Open?,a,b,c,B,\n3,Q?,a,b,c,C,\n')


def test_without_a_number_column_numbers_are_positions(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("Question,A,B,C,Answer\nOne?,a,b,c,A\nTwo?,a,b,c,C\n", "utf-8")
    paper = {**RECORDS, "columns": [c for c in RECORDS["columns"] if c["role"] != "number"]}
    assert [(i.id, i.key) for i in read("exam", layout(paper), path).items] == [("exam-1", ["A"]), ("exam-2", ["C"])]


def test_json_records_nested_lists_and_typed_values(tmp_path: Path) -> None:
    questions = [
        {"id": 1.0, "q": "One?", "options": ["a", "b", "c"], "answer": ["A", "C"], "source": {"page": 3}},
        {"id": 2, "q": "Two?", "options": [1, 2.5, True], "answer": None},
    ]
    path = tmp_path / "p.json"
    path.write_text(json.dumps({"exam": {"questions": questions, "year": 2030}}), "utf-8")
    found = read("exam", layout(JSON), path)
    assert [(i.number, *texts(i), i.key) for i in found.items] == [
        ("1", "One?", "a", "b", "c", ["A", "C"]),
        ("2", "Two?", "1", "2.5", "true", []),
    ]
    assert found.items[0].provenance[2].location == "exam.questions[0].options[0]"
    assert unassigned(found) == ["3"]
    assert [(n.text, n.location) for n in found.pages[0].notes] == [("2030", "exam.year")]


def test_a_key_written_twice_loses_neither_value(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('\n{"id": 1, "q": "One?", "options": ["a", "b", "c"], "answer": "A", "answer": "B"}\n', "utf-8")
    found = read("exam", layout(JSON), path)
    assert (found.items[0].key, unassigned(found)) == (["A"], ["B"])
    assert found.items[0].provenance[1].location == "line 2 q"


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("p.json", '{"exam": {"questions": []}, "other": [1]}', "no column 'id'"),
        ("p.json", '{"items": [{"id": 1}]}', "list of records at 'exam.questions', found a list of 1 at 'items'"),
        ("p.json", '{"exam": [}', "is no JSON at line 1 column 11"),
        ("p.jsonl", '{"id": 1}\n{"id": \n', "is no JSON at line 2"),
        ("p.json", "id,q\n1,2\n", "is no JSON: it begins with 'i'"),
        ("p.json", "[" * 200_000, "is nested too deeply"),
    ],
)  # fmt: skip
def test_broken_json_is_named(tmp_path: Path, name: str, text: str, error: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises((DocumentError, LayoutError)) as caught:
        read("exam", layout(JSON), tmp_path / name)
    assert error in str(caught.value)
