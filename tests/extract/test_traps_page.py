"""docs/traps.md says of each one-page trap what both paths do today."""

import json
from pathlib import Path

from benchmarks.traps import TRAPS, readers, verdict
from tests.realdata import ROOT

PAGE = ROOT / "docs/traps.md"


def test_the_page_says_what_both_paths_do() -> None:
    expected = json.loads((TRAPS / "expected_rows.json").read_text("utf-8"))
    rows = [[c.strip() for c in line.split("|")[1:-1]] for line in PAGE.read_text("utf-8").splitlines() if "|" in line]
    said = {row[0]: row[1:3] for row in rows[2:]}
    done = {
        name: [verdict(read, Path(TRAPS) / f"{name}.pdf", cells)[0] for read in readers().values()]
        for name, cells in expected.items()
    }
    assert len(done) == 26 and said == done
    assert not any("silent" in cell for row in rows[2:] for cell in row)
