"""Stage `release`: the release folder of the validated bank."""

import json
from pathlib import Path
from typing import Any

from corpora.release import ReleaseInput, write_release
from pipeline.outputs import BANK, RELEASES, TOOLCHAIN, VALIDATION, VERIFIED, reads_file
from pipeline.params import load_params
from pipeline.registry import entry_path, load_entry
from records.errors import ViolationError
from records.files import read_jsonl
from records.manifest import hashes, recording
from records.model import Correction, Disagreement
from records.tables import read_items

PER_EXAM = ("extract-plumber", "extract-geometry", "verify")
JOINS = ("bank", "validate")


def run() -> int:
    """Write data/release/<bank>/<version>/."""
    params = load_params()
    exams = list(params.exams)
    target = RELEASES / params.bank.name / params.bank.version
    with recording(None, _reads(exams)):
        validation = _json(VALIDATION / "validation.json")
        if not validation["passed"]:
            raise ViolationError("the gate did not pass", where=str(VALIDATION), do="Run `lexproof repro`.")
        release = ReleaseInput(
            name=params.bank.name,
            version=params.bank.version,
            title=params.bank.title,
            licence=params.bank.licence,
            items=read_items(BANK / "items.parquet"),
            documents=[d for e in exams for d in load_entry(e).documents],
            errata=read_jsonl(BANK / "errata.jsonl", Correction),
            excluded=[i for ids in _json(BANK / "excluded.json").values() for i in ids],
            disagreements=[d for e in exams for d in read_jsonl(VERIFIED / e / "disagreements.jsonl", Disagreement)],
            summaries={e: _json(VERIFIED / e / "summary.json") for e in exams},
            validation=validation,
            inputs=_inputs(exams),
            toolchain=_json(TOOLCHAIN),
        )
        write_release(release, target)
    print(f"release: {target}")
    return 0


def _reads(exams: list[str]) -> dict[str, Path]:
    files = {"items": BANK / "items.parquet", "errata": BANK / "errata.jsonl", "excluded": BANK / "excluded.json"}
    files |= {"validation": VALIDATION / "validation.json", "toolchain": TOOLCHAIN}
    for exam in exams:
        files |= {f"entry-{exam}": entry_path(exam), f"summary-{exam}": VERIFIED / exam / "summary.json"}
        files[f"disagreements-{exam}"] = VERIFIED / exam / "disagreements.jsonl"
    return files


def _inputs(exams: list[str]) -> dict[str, Any]:
    """What every stage recorded that it read, and what this one reads."""
    recorded = {f"{stage}@{e}": _json(reads_file(stage, e)) for e in exams for stage in PER_EXAM}
    joins = {stage: _json(reads_file(stage)) for stage in JOINS}
    return {**recorded, **joins, "release": hashes(_reads(exams))}


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
