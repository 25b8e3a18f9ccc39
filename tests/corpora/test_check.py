"""The release check: every change, every forgery and every foreign input is found and named."""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpora.check import check_release
from corpora.manifest import PROVENANCE
from corpora.release import SUMS
from records.files import read_jsonl, write_json, write_jsonl, write_text
from records.model import Item
from records.tables import read_items, write_items
from tests.corpora.project import ENTRY, PAPER, build, rebind, recorded, resum
from tests.corpora.test_release import NAMES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return build(tmp_path)


def test_a_fresh_release_is_fine_with_and_without_the_project(folder: Path, tmp_path: Path) -> None:
    assert check_release(folder, None) == []
    assert check_release(folder, tmp_path) == []


def test_a_folder_moved_elsewhere_is_still_fine(folder: Path, tmp_path: Path) -> None:
    away = tmp_path / "far away" / "реліз"
    shutil.copytree(folder, away)
    assert check_release(away, None) == [] and check_release(away, tmp_path) == []


@pytest.mark.parametrize("name", NAMES)
def test_one_flipped_byte_is_named(folder: Path, name: str) -> None:
    data = (folder / name).read_bytes()
    for place in (0, len(data) // 2, len(data) - 1):
        (folder / name).write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        found = check_release(folder, None)
        assert found and (name == SUMS or any(line.startswith(f"{name}: ") for line in found)), place


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert any(line.startswith(f"{name}: ") for line in check_release(folder, None))


@pytest.mark.parametrize("name", NAMES)
def test_an_emptied_file_is_named_and_does_not_crash(folder: Path, name: str) -> None:
    if not (folder / name).read_bytes():
        pytest.skip("is empty anyway")
    (folder / name).write_bytes(b"")
    if name != SUMS:
        resum(folder)
    assert any(line.startswith(f"{name}: ") or name == SUMS for line in check_release(folder, None))


@pytest.mark.parametrize("name", [n for n in NAMES if n != SUMS])
def test_any_change_is_named_even_with_remade_checksums(folder: Path, name: str) -> None:
    data, chooser = (folder / name).read_bytes(), random.Random(name)
    for _ in range(12):
        place = chooser.randrange(len(data))
        (folder / name).write_bytes(
            data[:place] + bytes([data[place] ^ (1 << chooser.randrange(8))]) + data[place + 1 :]
        )
        resum(folder)
        found = check_release(folder, None)
        if name != PROVENANCE:  # its titles and names bind nothing inside the folder; the project does
            assert any(line.startswith(f"{name}: ") for line in found)
        assert all("\n" not in line for line in found)


def test_a_foreign_file_is_named_even_when_listed(folder: Path) -> None:
    (folder / "extra.txt").write_text("x")
    assert "extra.txt: not listed in SHA256SUMS" in check_release(folder, None)
    resum(folder)
    assert check_release(folder, None) == ["extra.txt: is no file of a release"]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("0" * 64 + " items.jsonl", "SHA256SUMS: line"),
        ("0" * 64 + "  ../items.jsonl", "SHA256SUMS: line"),
        ("0" * 64 + "  items.jsonl", "SHA256SUMS: lists items.jsonl twice"),
        ("0" * 64 + "  gone.jsonl", "gone.jsonl: listed in SHA256SUMS, but missing"),
    ],
    ids=["one space", "path", "twice", "missing"],
)
def test_a_bad_line_of_the_checksums_is_named(folder: Path, line: str, named: str) -> None:
    with (folder / SUMS).open("a") as file:
        file.write(line + "\n")
    (found,) = check_release(folder, None)
    assert found.startswith(named)


def test_a_link_is_no_file(folder: Path, tmp_path: Path) -> None:
    shutil.move(folder / "items.jsonl", tmp_path / "items.jsonl")
    (folder / "items.jsonl").symlink_to(tmp_path / "items.jsonl")
    assert "items.jsonl: is a link, not a file" in check_release(folder, None)


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    """A forgery that replaces text in one file; the text must be there."""

    def forge(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")

    return forge


def edit_json(name: str, change: Callable[[Any], object]) -> Callable[[Path], None]:
    """A forgery that changes the content of a JSON file."""

    def forge(folder: Path) -> None:
        data = json.loads((folder / name).read_text("utf-8"))
        change(data)
        write_json(folder / name, data)

    return forge


def edit_items(change: Callable[[list[Item]], list[Item]]) -> Callable[[Path], None]:
    """A forgery of both item files, so that they still agree with one another."""

    def forge(folder: Path) -> None:
        items = change(read_items(folder / "items.parquet"))
        write_items(folder / "items.parquet", items)
        write_jsonl(folder / "items.jsonl", items)

    return forge


def changed(one: Item, **update: Any) -> Item:
    """A copy with other values, validated as one that was read is."""
    return Item.model_validate({**one.model_dump(), **update})


def first(**update: Any) -> Callable[[list[Item]], list[Item]]:
    return lambda items: [changed(items[0], **update), *items[1:]]


def hide_dispute(folder: Path) -> None:
    lines = (folder / "disputed.jsonl").read_text("utf-8").splitlines()
    write_text(folder / "disputed.jsonl", lines[0] + "\n")


SHALLOW = {
    "flipped key": (edit("items.jsonl", '"key":["A"]', '"key":["B"]'), "items.jsonl"),
    "dropped row": (lambda f: write_text(f / "items.jsonl", (f / "items.jsonl").read_text().split("\n", 1)[1]),
                    "items.jsonl"),
    "failed gate": (edit("validation.json", '"passed": true', '"passed": false'), "validation.json"),
    "changed card": (edit("README.md", "CC0-1.0", "MIT"), "README.md"),
    "changed rate": (edit("summary.json", '"confirmed": ', '"confirmed": 1'), "summary.json"),
}  # fmt: skip


@pytest.mark.parametrize(("forge", "named"), SHALLOW.values(), ids=SHALLOW)
def test_remade_checksums_do_not_help(folder: Path, forge: Callable[[Path], None], named: str) -> None:
    forge(folder)
    resum(folder)
    assert any(v.startswith(f"{named}: ") for v in check_release(folder, None))


DEEP = {
    "no key": (edit_items(first(key=[])), "items.parquet: 'e-1' has no key"),
    "null key": (edit_items(first(key=[""])), "items.parquet: 'e-1' has no key"),
    "key not among options": (edit_items(first(key=["Z"])), "items.parquet: 'e-1' has a key that is none of"),
    "empty option of an item that is ok": (edit_items(lambda i: [changed(i[2], status="ok"), *i[:2]]),
                                           "items.parquet: 'e-3' is ok, but has an empty option"),
    "disputed item": (edit_items(first(status="disputed")), "items.parquet: 'e-1' is disputed"),
    "same id twice": (edit_items(lambda i: [*i, i[0]]), "items.parquet: e-1 stands there 2 times"),
    "no stem": (edit_items(first(stem=" ")), "items.parquet: 'e-1' has no stem"),
    "no provenance": (edit_items(first(provenance=[])), "items.parquet: 'e-1' has no provenance"),
    "mirror differs": (lambda f: write_jsonl(f / "items.jsonl", first(stem="Other?")(read_items(f / "items.parquet"))),
                       "items.jsonl: differs from items.parquet (e-1)"),
    "malformed without reason": (edit_items(lambda i: [*i[:2], changed(i[2], flags=[]), i[3]]),
                                 "items.parquet: 'e-3' is malformed without a reason"),
    "released and withdrawn": (edit_items(lambda i: [*i, changed(i[0], id="e-5")]),
                               "withdrawn.jsonl: 'e-5' is released too"),
    "released and excluded": (edit_items(lambda i: [*i, changed(i[0], id="e-9")]),
                              "disputed.jsonl: 'e-9' is excluded, but released"),
    "more released than printed": (edit_json("summary.json", lambda d: d["e"]["counts"].update(items=4)),
                                   "summary.json: e prints 4 items, but 5 are"),
    "summary is a list": (lambda f: write_json(f / "summary.json", []), "summary.json: is no JSON object"),
    "a line is no object": (lambda f: write_text(f / "malformed.jsonl", "1\n"), "malformed.jsonl: holds a line that"),
    "a line is no JSON": (lambda f: write_text(f / "disputed.jsonl", "{\n"), "disputed.jsonl: is no JSON"),
    "card is no text": (lambda f: (f / "README.md").write_bytes(b"\xff"), "README.md: is no UTF-8 text"),
    "card without front matter": (edit("README.md", "---\n", ""), "README.md: has no front matter"),
    "no items": (edit_items(lambda i: []), "items.parquet: holds no item"),
    "an item dropped from both": (edit_items(lambda i: i[1:]), "summary.json: counts 6 printed items"),
    "an item invented in both": (edit_items(lambda i: [*i, changed(i[0], id="e-7")]),
                                 "summary.json: counts 6 printed items, but"),
    "malformed list": (edit("malformed.jsonl", "missing_option", "no_key"), "malformed.jsonl: is not the list"),
    "withdrawn item released": (lambda f: write_jsonl(f / "withdrawn.jsonl", read_jsonl(f / "items.jsonl", Item)[:1]),
                                "withdrawn.jsonl: 'e-1' is ok"),
    "excluded without correction": (edit("errata.jsonl", '"corrected":"excluded"', '"corrected":"x"'),
                                    "disputed.jsonl: 'e-9' is excluded, but errata.jsonl"),
    "failed gate": (edit_json("validation.json", lambda d: d.update(passed=False)), "validation.json: the gate did"),
    "gate without rules": (edit_json("validation.json", lambda d: d.update(rules=[])), "validation.json: the gate did"),
    "failed rule": (edit_json("validation.json", lambda d: d["rules"][0].update(passed=False)),
                    "validation.json: rule r failed"),
    "rules of another kind": (edit_json("validation.json", lambda d: d.update(rules=["r"])), "validation.json: rule r"),
    "gate bound to nothing": (edit_json("validation.json", lambda d: d.pop("bound_to")),
                              "items.jsonl: is not the file that validation.json judged"),
    "counts in the card": (edit("README.md", "\n4 exam items of ", "\n5 exam items of "), "README.md: does not say"),
    "no inputs": (edit_json(PROVENANCE, lambda d: d.pop("inputs")), "provenance.json: inputs: Field required"),
    "inputs of another kind": (edit_json(PROVENANCE, lambda d: d.update(inputs=[1])), "provenance.json: inputs: "),
    "input outside the project": (edit_json(PROVENANCE, lambda d: d["documents"][0].update(path=1)),
                                  "provenance.json: documents.0.path"),
    "contradiction": (edit_json(PROVENANCE, lambda d: d["documents"][0].update(sha256="0" * 64)),
                      f"provenance.json: {PAPER} is recorded with different bytes by the registry"),
    "summary of another kind": (edit_json("summary.json", lambda d: d.update(e=[])), "summary.json: does not say"),
}  # fmt: skip


@pytest.mark.parametrize(("forge", "named"), DEEP.values(), ids=DEEP)
def test_what_must_hold_of_the_content_holds_whatever_the_digests_say(
    folder: Path, forge: Callable[[Path], None], named: str
) -> None:
    forge(folder)
    rebind(folder)
    assert any(v.startswith(named) for v in check_release(folder, None)), check_release(folder, None)


CONSISTENT = {
    "key": (edit_items(first(key=["B"])), "items.jsonl"),
    "text": (edit_items(first(stem="Another stem?")), "items.jsonl"),
    "rate": (edit("summary.json", '"field": 100', '"field": 101'), "summary.json"),
    "dispute hidden": (hide_dispute, "disputed.jsonl"),
    "correction's reason": (edit("errata.jsonl", '"why":"x"', '"why":"y"'), "errata.jsonl"),
    "gate's rules": (edit_json("validation.json", lambda d: d["rules"].append({"rule": "s", "passed": True})),
                     "validation.json"),
    "card": (edit("README.md", "| e | 6 |", "| e | 60 |"), "README.md"),
    "toolchain": (edit_json(PROVENANCE, lambda d: d["toolchain"].update(python="3.12")), PROVENANCE),
    "title": (edit_json(PROVENANCE, lambda d: d.update(title="Another")), "README.md"),
    "licence of a document": (edit_json(PROVENANCE, lambda d: d["documents"][0].update(licence="MIT")), PROVENANCE),
}  # fmt: skip


@pytest.mark.parametrize(("forge", "named"), CONSISTENT.values(), ids=CONSISTENT)
def test_a_consistent_forgery_is_not_what_the_inputs_give(
    folder: Path, tmp_path: Path, forge: Callable[[Path], None], named: str
) -> None:
    forge(folder)
    rebind(folder)
    assert check_release(folder, None) == []
    assert any(v.startswith(f"{named}: ") for v in check_release(folder, tmp_path))


INPUTS = [PAPER, ENTRY, "bank/items.parquet", "bank/errata.jsonl", "verified/e/summary.json", "validation.json"]


@pytest.mark.parametrize("changed", INPUTS)
def test_another_input_than_recorded_is_named(folder: Path, tmp_path: Path, changed: str) -> None:
    (tmp_path / changed).write_bytes((tmp_path / changed).read_bytes() + b" ")
    found = check_release(folder, tmp_path)
    assert found and all(v.startswith(f"{changed}: is not the ") for v in found)
    (tmp_path / changed).unlink()
    assert check_release(folder, tmp_path) == found
    assert check_release(folder, None) == []


def test_a_document_left_out_is_named(folder: Path, tmp_path: Path) -> None:
    """The release names one document fewer than the registry entry that it records."""
    edit_json(PROVENANCE, lambda d: d["documents"][0].update(id="other"))(folder)
    rebind(folder)
    found = check_release(folder, tmp_path)
    assert "provenance.json: leaves out the registered document e-paper" in found
    assert "provenance.json: document other is not as registered" in found


def test_an_unreadable_registry_entry_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / ENTRY).write_text("documents: 1")
    record = recorded(tmp_path, {"entry": tmp_path / ENTRY})["entry"]
    edit_json(PROVENANCE, lambda d: d["inputs"]["release"].update({"entry-e": record}))(folder)
    rebind(folder)
    (found,) = check_release(folder, tmp_path)
    assert found.endswith("e.yaml: is no registry entry")
