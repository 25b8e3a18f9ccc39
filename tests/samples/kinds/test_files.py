"""The sample papers of further kinds hold what their makers say: bytes, sizes, counts, printed texts."""

from pathlib import Path

import pytest

from records.layout import read_layout
from records.text import LIGATURES, SOFT_HYPHEN
from samples.kinds import HERE, names, read_file
from samples.kinds.designs import generate
from tests.realdata import ROOT

MAX_BYTES = 300_000
KEEP_LIGATURES = 1  # PyMuPDF's flag


@pytest.mark.parametrize("name", names())
def test_setting_again_gives_the_committed_bytes(name: str, tmp_path: Path) -> None:
    generate(name, tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.pdf")}
    kept = {path.name: path.read_bytes() for path in (HERE / name).glob("*.pdf")}
    assert made.keys() == kept.keys() and "paper.pdf" in made
    assert [file for file in made if made[file] != kept[file]] == []
    assert [file for file in made if len(made[file]) >= MAX_BYTES] == []


@pytest.mark.parametrize("name", names())
def test_the_layout_is_there_and_of_the_same_language(name: str) -> None:
    source = read_file(name)
    assert read_layout(ROOT / f"extract/layouts/{source['layout']}.yaml").language == source["language"]


@pytest.mark.parametrize("name", names())
def test_words_are_broken_and_ligatures_set_as_often_as_expected(name: str) -> None:
    import pymupdf

    lines = []
    for file in sorted((HERE / name).glob("*.pdf")):
        with pymupdf.open(file) as opened:
            lines += [line for page in opened for line in page.get_text(flags=KEEP_LIGATURES).splitlines()]
    said = read_file(name, "expected.yaml")
    assert sum(line.endswith("-") for line in lines) == said.get("hyphens", 0)
    assert sum(line.endswith(SOFT_HYPHEN) for line in lines) == said.get("soft_hyphens", 0)
    assert sum(letter in LIGATURES for line in lines for letter in line) == said.get("ligatures", 0)
