"""The table of peers: every reader has a figure or a reason, and ratios are those of the figures."""

from pathlib import Path

from benchmarks.bank import make_bank
from benchmarks.peers import READERS, ask
from benchmarks.table import BASE, FOREIGN, Document, markdown, timed


def test_every_reader_has_a_figure_or_a_reason(tmp_path: Path) -> None:
    make_bank(2, tmp_path)
    bank = Document("bank", tmp_path / "paper.pdf", "ua-judge-bank")
    found = timed(bank, 1, 1, "python-that-is-not-here", tmp_path)
    assert found.pop("pages") == 1 and list(found) == list(READERS)
    assert {name for name, value in found.items() if isinstance(value, str)} == set(FOREIGN)
    assert all(value > 0 for value in found.values() if isinstance(value, float))


def test_a_reader_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "no.pdf").write_text("no PDF")
    assert (
        "DocumentError"
        in ask("path A items", tmp_path / "no.pdf", layout=Path("extract/layouts/tw-driver-mc.yaml"))["failed"]
    )


def test_ratios_stand_beside_the_figures() -> None:
    values: dict[str, object] = dict.fromkeys(READERS, 10.0) | {BASE: 200.0, "MuPDF words + cdrawings": 4.0, "pages": 3}
    values |= {"camelot lattice": "No module named 'camelot'", "path A table": "no tables"}
    lines = {line.split(" | ")[0].strip("| "): line for line in markdown({"bank": values})}
    assert "10.0 (20.0 x)" in lines["path B table"] and "2.5 x" in lines["path B over MuPDF's floor"]
    assert "not installed" in lines["camelot lattice"] and "no tables" in lines["path A table"]
