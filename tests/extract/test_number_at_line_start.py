"""A line of a stem or an option that begins with a number is not a new item, even if it is the next item's number."""

from pathlib import Path

import pytest

from pipeline.reading import PathName, read_one
from records.layout import read_layout
from tests.realdata import ROOT
from tests.samples.drawn import numbered_paper

LAYOUT = read_layout(ROOT / "extract/layouts/polish-entry-exam.yaml")
PLAIN = ("jeden", "dwa", "trzy")
ITEMS = {
    "next number in a stem": [(1, "Pierwsze pytanie", PLAIN), (2, "Kto nie ukończył jeszcze\n3. roku życia", PLAIN),
                              (3, "Trzecie pytanie", PLAIN), (4, "Czwarte pytanie", PLAIN)],
    "next number in the first stem": [(1, "Kto nie ukończył jeszcze\n2. roku życia", PLAIN), (2, "Drugie", PLAIN)],
    "number of its own in a stem": [(1, "Pierwsze", PLAIN), (2, "Kto nie ukończył jeszcze\n2. roku życia", PLAIN),
                                    (3, "Trzecie", PLAIN)],
    "year in a stem": [(1, "Ustawa z dnia\n12. maja 2020 r. stanowi", PLAIN), (2, "Drugie", PLAIN)],
    "bare number in a stem": [(1, "W terminie\n2 miesięcy od dnia", PLAIN), (2, "Drugie", PLAIN)],
    "two numbers in a stem": [(1, "Pierwsze", PLAIN), (2, "Między\n3. a\n4. rokiem życia", PLAIN),
                              (3, "Trzecie", PLAIN), (4, "Czwarte", PLAIN)],
}  # fmt: skip


@pytest.mark.parametrize("path", list(PathName))
@pytest.mark.parametrize("name", ITEMS)
def test_stem_line_that_begins_with_a_number(tmp_path: Path, name: str, path: PathName) -> None:
    paper = numbered_paper(tmp_path / "paper.pdf", ITEMS[name])
    items = read_one(path, "e", LAYOUT, paper, None).items
    read = [(int(i.number), i.stem, tuple(o.text for o in i.options)) for i in items]
    assert read == [(n, stem.replace("\n", " "), options) for n, stem, options in ITEMS[name]]
