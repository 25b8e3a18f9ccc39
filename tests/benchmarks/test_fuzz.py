"""The fuzz run: files come from the seed alone, and crashes, hangs, empty and silent results are faults."""

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.fuzz import Fuzzer, Reader, main
from benchmarks.mutations import CONTAINER, CONTENT
from records.model import Extraction
from tests.realdata import ROOT

PAPER = ROOT / "data/raw/sample-en-statements/paper.pdf"


@pytest.mark.parametrize("mutation", CONTAINER + CONTENT)
def test_a_mutation_gives_the_same_other_bytes_for_a_seed(mutation: Any) -> None:
    data = PAPER.read_bytes()
    made = [mutation(Random(5), data) for _ in range(2)]
    assert made[0] != data
    if mutation in CONTAINER[:7]:
        assert made[0] == made[1]


def test_a_short_run_finds_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seconds", "60", "--files", "6", "--seed", "1", "--keep", str(tmp_path)])
    said = capsys.readouterr().out
    assert "6 files from number 0, seed 1" in said and "plumber" in said and "geometry" in said
    assert " crash " not in said and " hang " not in said


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("import json; input(); print(json.dumps({'outcome': 'read'}), flush=True)", "read"),
        ("import os; input(); os._exit(3)", "crash"),
        ("import time; input(); time.sleep(60)", "hang"),
    ],
)
def test_what_becomes_of_a_reader_is_told(code: str, outcome: str) -> None:
    reader = Reader([sys.executable, "-c", code])
    reader.send({})
    assert reader.take(time.monotonic() + 3)["outcome"] == outcome
    reader.end()


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"outcome": "error", "said": "x.pdf: is no PDF. Get it again."}, "one error"),
        ({"outcome": "error", "said": "two\nlines"}, "unclear"),
        ({"outcome": "crash", "said": "KeyError"}, "crash"),
        ({"outcome": "read", "extraction": Extraction(exam="e", extractor="plumber", items=[], pages=[])}, "empty"),
    ],
)
def test_outcomes(answer: dict[str, Any], outcome: str) -> None:
    assert Fuzzer.outcome(answer) == outcome


def test_a_lost_item_is_silent_unless_something_tells_it(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, tmp_path / "kept", 1, ["sample-en-statements"])
    subject = fuzzer.subjects[0]
    answers = fuzzer.answers(subject, subject.paper)
    fuzzer.end()
    assert fuzzer.together(subject, answers, container=True) == "same"
    for answer in answers.values():
        answer["extraction"] = answer["extraction"].model_copy(update={"items": answer["extraction"].items[:-1]})
    assert fuzzer.together(subject, answers, container=True) == "silent"
    answers["plumber"]["extraction"] = answers["plumber"]["extraction"].model_copy(update={"flags": ["repaired_file"]})
    assert fuzzer.together(subject, answers, container=True) == "told"
    assert fuzzer.together(subject, {"plumber": {}}, container=True) == "told"
