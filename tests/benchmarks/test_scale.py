"""The score of a bank: what is right, told and silent, and a run from end to end."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.bank import make_bank
from benchmarks.measure import measure
from benchmarks.scale import main, score
from records.flags import ItemStatus
from records.model import Item, Option


def gold(number: int, **changed: Any) -> dict[str, Any]:
    options = [{"label": label, "text": f"{label}{number}"} for label in "АБ"]
    usual = {"number": str(number), "section": "1", "stem": f"q{number}", "options": options, "key": ["А"]}
    return {**usual, "status": "ok", "damage": "", **changed}


def item(number: int, **changed: Any) -> Item:
    options = [Option(label=label, text=f"{label}{number}") for label in "АБ"]
    usual = {"id": f"bank-1-{number}", "exam": "bank", "number": str(number), "stem": f"q{number}", "options": options}
    return Item.model_validate({**usual, "key": ["А"], **changed})


GOLD = [gold(1), gold(2, damage="lost_number"), gold(3, status="withdrawn")]
RIGHT = [
    item(1),
    item(2, flags=["number_recovered"]),
    item(3, status=ItemStatus.WITHDRAWN, flags=["withdrawn"]),
]


def test_a_faultless_reading_is_right_and_silent_about_nothing() -> None:
    said = score(GOLD, RIGHT, [RIGHT, RIGHT])
    assert (said["right_by_both"], said["flagged"], said["silent"]) == (3, 0, 0)
    assert (said["recovered"], said["lost_numbers"], said["withdrawn_found"], said["withdrawn"]) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("verified", "flagged", "silent"),
    [
        ([item(1, stem="other"), *RIGHT[1:]], 0, ["bank-1-1"]),
        ([item(1, key=["Б"], status=ItemStatus.DISPUTED, flags=["paths_disagree"]), *RIGHT[1:]], 1, []),
        ([RIGHT[0], RIGHT[2]], 0, ["bank-1-2"]),
        ([RIGHT[0], item(3, status=ItemStatus.WITHDRAWN, flags=["withdrawn", "numbering_gap:2"])], 1, []),
        ([*RIGHT, item(4)], 0, ["bank-1-4"]),
        ([*RIGHT[:2], item(3)], 0, ["bank-1-3"]),
    ],
    ids=["wrong", "disputed", "lost", "lost with its gap told", "invented", "not withdrawn"],
)
def test_errors_are_told_or_silent(verified: list[Item], flagged: int, silent: list[str]) -> None:
    said = score(GOLD, verified, [verified, verified])
    assert (said["flagged"], said["silent_ids"]) == (flagged, silent)


def test_right_by_both_needs_both() -> None:
    assert score(GOLD, RIGHT, [RIGHT, [item(1, stem="x"), *RIGHT[1:]]])["right_by_both"] == 2


def test_a_bank_is_read_compared_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_bank(2, tmp_path, seed=3)
    assert main([str(tmp_path), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "right by both 14 of 14, flagged 0, silent errors 0, recovered 1 of 1" in said
    assert "peak of any process" in said


def test_a_command_is_measured_with_its_children_and_ended_in_time(tmp_path: Path) -> None:
    child = "x = bytearray(150 << 20); import time; time.sleep(.6)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    taken = measure(["python3", "-c", parent], tmp_path, 20)
    assert taken.status == 0 and taken.peak > 150
    late = measure(["python3", "-c", "import time; time.sleep(30)"], tmp_path, 0.3)
    assert late.status is None and late.seconds < 10
