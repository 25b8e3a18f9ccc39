"""Stage `report`: one self-contained HTML page about the release."""

import json

from corpora.report import report_page
from pipeline.outputs import RELEASES, REPORTS
from pipeline.params import load_params
from records.files import read_jsonl, write_text
from records.model import Correction, Item


def run() -> int:
    """Write data/reports/release.html from the release folder alone."""
    bank = load_params().bank
    folder = RELEASES / bank.name / bank.version
    page = report_page(
        title=bank.title,
        provenance=json.loads((folder / "provenance.json").read_text("utf-8")),
        summaries=json.loads((folder / "summary.json").read_text("utf-8")),
        validation=json.loads((folder / "validation.json").read_text("utf-8")),
        items=read_jsonl(folder / "items.jsonl", Item),
        withdrawn=read_jsonl(folder / "withdrawn.jsonl", Item),
        disputed=[json.loads(line) for line in (folder / "disputed.jsonl").read_text("utf-8").split("\n") if line],
        errata=read_jsonl(folder / "errata.jsonl", Correction),
    )
    write_text(REPORTS / "release.html", page)
    print(f"report: {REPORTS / 'release.html'}")
    return 0
