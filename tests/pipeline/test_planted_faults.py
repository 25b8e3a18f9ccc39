"""A fault in one path alone, planted into its reading of a real sample paper, is reported by `lexproof verify`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pipeline.reading
from pipeline.__main__ import run
from pipeline.reading import PathName
from records.model import Extraction, Item, Option
from tests.realdata import ROOT

PAPER, KEY = ROOT / "data/raw/sample-pl-entry/paper.pdf", ROOT / "data/raw/sample-pl-entry/key.pdf"
AT = 6  # the seventh item


def changed(item: Item, **update: Any) -> Item:
    """The item with a value and its raw reading changed alike, as a misreading path would have them."""
    return item.model_copy(update=update)


def other_key(item: Item) -> Item:
    return changed(item, key=["B" if item.key != ["B"] else "C"])


def misread_letter(item: Item) -> Item:
    readings = [
        p.model_copy(update={"raw": p.raw.replace("a", "o", 1)}) if p.field == "stem" else p for p in item.provenance
    ]
    return changed(item, stem=item.stem.replace("a", "o", 1), provenance=readings)


def swapped_options(item: Item) -> Item:
    first, second, *rest = item.options
    texts = [Option(label=first.label, text=second.text), Option(label=second.label, text=first.text), *rest]
    return changed(item, options=texts)


FAULTS: dict[str, tuple[Callable[[Item], Item], str]] = {
    "another key": (other_key, "key"),
    "a letter of the stem": (misread_letter, "stem"),
    "two options swapped": (swapped_options, "option.1"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("faulty", list(PathName))
def test_a_fault_in_one_path_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], faulty: PathName, fault: str
) -> None:
    plant, field = FAULTS[fault]
    honest = pipeline.reading.reader_of

    def reader_of(path: PathName) -> Callable[..., Extraction]:
        def read(*arguments: Any, **options: Any) -> Extraction:
            extraction = honest(path)(*arguments, **options)
            items = [plant(item) if i == AT else item for i, item in enumerate(extraction.items)]
            return extraction.model_copy(update={"items": items})

        return read if path is faulty else honest(path)

    monkeypatch.setattr(pipeline.reading, "reader_of", reader_of)
    arguments = ["verify", PAPER, "--layout", "polish-entry-exam", "--key", KEY, "--out", tmp_path / "out"]
    assert run([str(a) for a in arguments]) == 2
    found = [json.loads(line) for line in (tmp_path / "out/disagreements.jsonl").read_text("utf-8").splitlines()]
    assert field in [d["field"] for d in found] and {d["item"] for d in found} == {"paper-7"}
    assert "paper-7" in capsys.readouterr().out
