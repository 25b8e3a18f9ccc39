"""The sample exams hold what their makers say: counts, printed words, bytes, registry entries."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pipeline.registry import load_entry
from samples.generate import RAW, generate
from samples.gold import load_gold
from samples.register import entry_of
from samples.source import HERE, exam_ids, read_source
from tests.realdata import ROOT

EXAMS = exam_ids()
EXPECTED = sorted(path.parent.name for path in HERE.glob("*/expected.yaml"))
MAX_BYTES = 400_000
BESIDE_LETTERS = re.compile(r"[\s\u00ad\u2010^-]+")


def letters(text: str) -> str:
    """A text without white space, hyphens and the mark of raised numbers."""
    return BESIDE_LETTERS.sub("", text)


def documents(exam: str) -> list[str]:
    return list(read_source(exam).settings["documents"])


def expected(exam: str) -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe").load((HERE / exam / "expected.yaml").read_text(encoding="utf-8"))
    return data


@cache
def pages(exam: str) -> list[str]:
    import pymupdf

    with pymupdf.open(RAW / exam / "paper.pdf") as opened:
        return [letters(page.get_text()) for page in opened]


def not_printed(exam: str) -> Iterator[tuple[str, str]]:
    """The words of gold stems that no page, and no two pages that follow one another, hold together."""
    spreads = [*pages(exam), *(one + two for one, two in pairwise(pages(exam)))]
    for gold in load_gold(exam):
        if any(letters(gold["stem"]) in page for page in spreads):
            continue
        words = [letters(word) for word in gold["stem"].split()]
        best = min(([w for w in words if w not in spread] for spread in spreads), key=len)
        yield from ((gold["id"], word) for word in best)


@pytest.mark.parametrize("exam", EXAMS)
def test_gold_ids_are_unique_and_keys_are_labels(exam: str) -> None:
    gold = load_gold(exam)
    assert len({g["id"] for g in gold}) == len(gold) >= 30
    labels = set(read_source(exam).settings.get("labels", [])) or {"True", "False"}
    assert [g["id"] for g in gold if not set(g["key"]) <= labels] == []
    assert [g["id"] for g in gold if not g["key"] and g["status"] == "ok"] == []


@pytest.mark.parametrize("exam", EXPECTED)
def test_the_gold_counts_as_expected(exam: str) -> None:
    gold, said = load_gold(exam), expected(exam)
    assert len(gold) == said["n_items"]
    for status in ("withdrawn", "malformed"):
        assert [g["id"] for g in gold if g["status"] == status] == said[status]
    items = zip(gold, read_source(exam).items, strict=True)
    assert [g["id"] for g, item in items if not item.printed("number")] == said["recovered"]


@pytest.mark.parametrize("exam", EXAMS)
def test_every_stem_is_printed(exam: str) -> None:
    assert list(not_printed(exam)) == []


@pytest.mark.parametrize("exam", EXAMS)
def test_the_rendered_files_are_small(exam: str) -> None:
    assert [name for name in documents(exam) if (RAW / exam / f"{name}.pdf").stat().st_size >= MAX_BYTES] == []


@pytest.mark.parametrize("exam", EXAMS)
def test_rendering_again_gives_the_committed_bytes(exam: str, tmp_path: Path) -> None:
    generate(exam, office=False, raw=tmp_path)
    made = sorted((tmp_path / exam).glob("*.pdf")) if (tmp_path / exam).is_dir() else []
    settings = read_source(exam).settings["documents"]
    assert [f.stem for f in made] == sorted(name for name, s in settings.items() if s["producer"] == "reportlab")
    assert [f.name for f in made if f.read_bytes() != (RAW / exam / f.name).read_bytes()] == []


@pytest.mark.parametrize("exam", EXAMS)
def test_the_registry_names_the_rendered_files(exam: str) -> None:
    assert load_entry(exam, ROOT) == entry_of(exam), "run `python -m samples.register`"
