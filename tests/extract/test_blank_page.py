"""A blank page among the others is nothing to worry about; a page that is a picture is, by each path."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.reading import PathName, read_one
from records.layout import read_layout
from tests.realdata import ROOT
from tests.samples.drawn import numbered_paper

LAYOUT = read_layout(ROOT / "extract/layouts/polish-entry-exam.yaml")
ITEMS = [(n, f"Pytanie {n}", ("jeden", "dwa", "trzy")) for n in range(1, 5)]


@pytest.mark.parametrize("path", list(PathName))
@pytest.mark.parametrize(("picture", "flags"), [(False, []), (True, ["no_text_layer:2"])], ids=["blank", "picture"])
def test_page_without_text(tmp_path: Path, path: PathName, picture: bool, flags: list[str]) -> None:
    paper = numbered_paper(tmp_path / "plain.pdf", ITEMS)
    with pymupdf.open(paper) as document:
        scan = document[0].get_pixmap(dpi=40)
        page = document.new_page(width=595, height=842)
        if picture:
            page.insert_image(page.rect, pixmap=scan)
        document.save(tmp_path / "paper.pdf")
    extraction = read_one(path, "e", LAYOUT, tmp_path / "paper.pdf", None)
    assert len(extraction.items) == len(ITEMS) and extraction.flags == flags
