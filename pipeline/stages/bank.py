"""Stage `bank`: the verified items of the declared exams, with people's corrections applied."""

import json
from pathlib import Path

from corpora.bank import verified_files
from corpora.stage import build_bank
from pipeline.outputs import BANK, VERIFIED, reads_file
from pipeline.params import load_params
from records.errors import ConfigError
from records.layout import read_layout
from records.manifest import recording
from records.model import Correction, Item
from verify.corrections import accepted_findings, apply_corrections, load_corrections

CORRECTIONS = Path("etc/corrections")


def run() -> int:
    """Write the bank's items, the applied corrections and the ids of excluded items."""
    exams = load_params().declared
    corrections = {exam: CORRECTIONS / f"{exam}.yaml" for exam in exams}
    _refuse_foreign(set(exams))
    reads = {f"verified-{exam}": file for exam, file in verified_files(VERIFIED, exams).items()}
    reads |= {f"summary-{exam}": VERIFIED / exam / "summary.json" for exam in exams}
    reads["corrections"] = CORRECTIONS  # the whole folder: a decision added later is a change too

    def correct(exam: str, items: list[Item]) -> tuple[list[Item], list[Correction], list[str]]:
        decisions = load_corrections(corrections[exam])
        left, applied, excluded = apply_corrections(items, decisions, read_layout(Path(exams[exam].layout)))
        blocking = json.loads((VERIFIED / exam / "summary.json").read_text("utf-8"))["blocking"]
        return left, [*applied, *accepted_findings(exam, blocking, decisions)], excluded

    with recording(reads_file("bank"), reads):
        bank = build_bank(VERIFIED, exams, correct, BANK)
    print(f"bank: {len(bank.items)} items of {len(exams)} exams, {len(bank.errata)} corrections applied")
    return 0


def _refuse_foreign(exams: set[str]) -> None:
    """A corrections file of an exam that is not declared is probably a misspelt name: its decisions would be lost."""
    known = exams | {p.stem for p in Path("etc/exams").glob("*.yaml")}
    fitting = {"README.md", *(f"{exam}.yaml" for exam in known)}
    if foreign := sorted(p.name for p in CORRECTIONS.iterdir() if p.name not in fitting or not p.is_file()):
        raise ConfigError(
            f"belongs to no exam: {', '.join(foreign)}", where=str(CORRECTIONS), do="Name it <exam>.yaml."
        )
