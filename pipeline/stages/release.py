"""Stage `release`: the release folder of the validated bank."""

import json
from pathlib import Path
from typing import Any

from corpora.release import write_release
from corpora.stage import load_release, release_reads
from pipeline.outputs import BANK, RELEASES, TOOLCHAIN, VALIDATION, VERIFIED, reads_file
from pipeline.params import Params, load_params
from pipeline.registry import entry_path, load_entry
from records.errors import ViolationError
from records.manifest import hashes, recording

PER_EXAM = ("extract-plumber", "extract-geometry", "verify")
PER_IMPORT = ("import-office",)
JOINS = ("bank", "validate")


def run() -> int:
    """Write data/release/<bank>/<version>/."""
    params = load_params()
    exams = list(params.declared)
    bank = params.bank
    target = RELEASES / bank.name / bank.version
    reads = release_reads(BANK, VERIFIED, exams, VALIDATION / "validation.json", TOOLCHAIN)
    reads |= {f"entry-{exam}": entry_path(exam) for exam in exams}
    with recording(None, reads):
        release = load_release(
            reads,
            name=bank.name,
            version=bank.version,
            title=bank.title,
            licence=bank.licence,
            documents=[d for exam in exams for d in load_entry(exam).documents],
            inputs=_recorded(params) | {"release": hashes(reads)},
        )
        if not release.validation["passed"]:
            raise ViolationError("the gate did not pass", where=str(VALIDATION), do="Run `lexproof repro`.")
        write_release(release, target)
    print(f"release: {target}")
    return 0


def _recorded(params: Params) -> dict[str, Any]:
    """What every earlier stage recorded that it read."""
    files = {f"{stage}@{exam}": reads_file(stage, exam) for exam in params.exams for stage in PER_EXAM}
    files |= {f"{stage}@{exam}": reads_file(stage, exam) for exam in params.imports for stage in PER_IMPORT}
    files |= {stage: reads_file(stage) for stage in JOINS}
    return {stage: _json(path) for stage, path in files.items()}


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
