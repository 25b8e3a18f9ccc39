"""The ICDAR measures on a table drawn here."""

from pathlib import Path

from benchmarks.icdar import cells, compared, main, rates, relations, truth
from benchmarks.peers import Rows

TEXTS = [["Year", "Cases", ""], ["2031", "14", "a b"], ["2032", "", "c"]]
XML = """<document><table id="1"><region id="1" page="1">{}</region></table></document>"""


def draw(folder: Path) -> Path:
    """A ruled table of three rows, and its truth."""
    import pymupdf

    with pymupdf.open() as document:
        page = document.new_page()
        for row in range(4):
            page.draw_line((50, 100 + 30 * row), (350, 100 + 30 * row))
            page.draw_line((50 + 100 * row, 100), (50 + 100 * row, 190))
        for row, texts in enumerate(TEXTS):
            for col, text in enumerate(texts):
                page.insert_text((60 + 100 * col, 120 + 30 * row), text)
        document.save(folder / "one.pdf")
    told = "".join(
        f'<cell start-row="{row}" start-col="{col}"><content>{text}</content></cell>'
        for row, texts in enumerate(TEXTS)
        for col, text in enumerate(texts)
        if text
    )
    (folder / "one-str.xml").write_text(XML.format(told), encoding="utf-8")
    return folder / "one.pdf"


def test_truth_is_read_as_rows(tmp_path: Path) -> None:
    draw(tmp_path)
    assert truth(tmp_path / "one-str.xml") == [[[t or None for t in row] for row in TEXTS]]


def test_both_paths_read_a_drawn_table(tmp_path: Path) -> None:
    rows = {line.split("|")[1].strip(): line for line in compared([draw(tmp_path)], "python-that-is-not-here")}
    for path in ("path A table", "path B table"):
        assert rows[path].count("1.000") == 4, rows[path]
    assert "1.000" in rows["pdfplumber extract_tables"]


def test_a_folder_without_pairs_is_told(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1


def test_measures_count_what_is_missing_and_what_is_too_much() -> None:
    wanted: Rows = [["a", "b"], ["c", None]]
    read: Rows = [["a", "x"], ["c ", ""]]
    assert cells(read) == {"a": 1, "x": 1, "c": 1}
    assert relations(wanted) == {("a", "b", "right"): 1, ("a", "c", "below"): 1}
    assert rates([[wanted]], [[read]], cells) == (2 / 3, 2 / 3)
    assert rates([[wanted]], [[read]], relations) == (1 / 2, 1 / 2)
    assert rates([[wanted]], [[]], cells) == (0.0, 0.0)
