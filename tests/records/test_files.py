"""Files: what is written appears whole or not at all, and a broken line is named."""

from pathlib import Path

import pytest

from records.errors import ConfigError, LexproofError, ViolationError
from records.files import read_jsonl, replacing, sha256_of, write_jsonl, write_text
from records.model import Item, Option


def item(number: str) -> Item:
    options = [Option(label="A", text="None"), Option(label="B", text=" x"), Option(label="C", text="007")]
    return Item(id=f"e-{number}", exam="e", number=number, stem="NA", options=options, key=["A"])


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "old")
    with pytest.raises(RuntimeError), replacing(target) as temporary:
        temporary.write_text("half")
        raise RuntimeError
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_records_survive_the_way_to_disk_and_back(tmp_path: Path) -> None:
    items = [item("1"), item("2")]
    write_jsonl(tmp_path / "i.jsonl", items)
    assert read_jsonl(tmp_path / "i.jsonl", Item) == items


def test_line_separators_inside_text_do_not_split_a_record(tmp_path: Path) -> None:
    odd = item("1").model_copy(update={"stem": "a\u2028b\x85c\nd"})
    write_jsonl(tmp_path / "i.jsonl", [odd])
    assert read_jsonl(tmp_path / "i.jsonl", Item) == [odd]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    write_text(tmp_path / "i.jsonl", '{"id": 1}\n')
    with pytest.raises(ConfigError, match=r"i\.jsonl line 1"):
        read_jsonl(tmp_path / "i.jsonl", Item)


def test_an_unknown_flag_is_refused() -> None:
    with pytest.raises(ValueError, match="flags"):
        Item.model_validate({**item("1").model_dump(), "flags": ["no_such_reason:x"]})


def test_sha256(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "abc")
    assert sha256_of(tmp_path / "a") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_errors_are_one_line_and_survive_pickling() -> None:
    import pickle

    error = ViolationError("two\nlines", where="a.pdf page 3", do="Look at it.")
    assert str(error) == "a.pdf page 3: two lines. Look at it."
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.exit_code, isinstance(again, LexproofError)) == (str(error), 2, True)
