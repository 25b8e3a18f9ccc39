"""A legal basis that stands in one cell over two rows of a key sheet belongs to both, by each path."""

from pathlib import Path

import pytest

from pipeline.reading import PathName, read_one
from records.layout import read_layout
from tests.realdata import ROOT
from tests.samples.drawn import key_sheet, numbered_paper


@pytest.mark.parametrize("path", list(PathName))
def test_a_merged_legal_basis_belongs_to_every_row_it_covers(tmp_path: Path, path: PathName) -> None:
    numbers = range(1, 7)
    paper = numbered_paper(tmp_path / "paper.pdf", [(n, f"Pytanie {n}", ("jeden", "dwa", "trzy")) for n in numbers])
    bases: list[str | None] = ["art. 1 k.c.", "art. 65 § 1 k.c.", None, "art. 4 k.c.", None, None]
    key = key_sheet(tmp_path / "key.pdf", [(n, "ABC"[n % 3], b) for n, b in zip(numbers, bases, strict=True)])
    layout = read_layout(ROOT / "extract/layouts/polish-entry-exam.yaml")
    items = read_one(path, "e", layout, paper, key).items
    expected = ["art. 1 k.c.", "art. 65 § 1 k.c.", "art. 65 § 1 k.c.", "art. 4 k.c.", "art. 4 k.c.", "art. 4 k.c."]
    assert [i.legal_basis for i in items] == expected
