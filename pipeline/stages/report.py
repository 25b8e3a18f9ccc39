"""Stage `report`: one self-contained HTML page about the release."""

from corpora.stage import write_report
from pipeline.outputs import RELEASES, REPORTS
from pipeline.params import load_params


def run() -> int:
    """Write data/reports/release.html from the release folder alone."""
    bank = load_params().bank
    target = REPORTS / "release.html"
    write_report(RELEASES / bank.name / bank.version, bank.title, target)
    print(f"report: {target}")
    return 0
