"""A paper and a key sheet that disagree: one flag for each defect, nothing repaired, what must block blocks."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.__main__ import run
from tests.realdata import cases

STATUS = {"ok": "ok", "review": "disputed", "excluded": "withdrawn"}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, Any], dict[str, Any]]:
    folder, out = cases("16_key_sheet_conflicts"), tmp_path_factory.mktemp("conflicts") / "out"
    key = ["--key", str(folder / "key.pdf")]
    code = run(["verify", str(folder / "questions.pdf"), "--layout", "numbered-list", *key, "--out", str(out)])
    lines = Path(out / "items.jsonl").read_text("utf-8").splitlines()
    items = {int(i["number"]): i for i in map(json.loads, lines)}
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["questions"]
    return code, items, {e["no"]: e for e in expected}


def test_every_item_has_the_status_that_follows_from_its_defect(outcome: tuple[int, Any, Any]) -> None:
    code, items, expected = outcome
    assert code == 2
    assert {n: i["status"] for n, i in items.items()} == {n: STATUS[e["status"]] for n, e in expected.items()}


@pytest.mark.parametrize("number", range(1, 9))
def test_every_defect_is_flagged_and_nothing_repaired(outcome: tuple[int, Any, Any], number: int) -> None:
    _, items, expected = outcome
    item, want = items[number], expected[number]
    written = {f for flag in item["flags"] for f in (flag, flag.partition(":")[0])}
    assert set(want.get("flags", [])) <= written
    if number == 1:
        assert item["flags"] == []
    if "options" in want:
        assert {o["label"]: o["text"] for o in item["options"]} == want["options"]
    if "options_as_printed" in want:
        assert [[o["label"], o["text"]] for o in item["options"]] == want["options_as_printed"]
    key = want.get("key")
    if number != 5:
        assert item["key"] == ([] if key is None else key if isinstance(key, list) else [key])
