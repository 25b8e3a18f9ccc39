"""What the pipeline's stages bank, release and report call: files in, pure functions, files out.

The caller says where everything stands; nothing here knows the names under data/.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from corpora.bank import Bank, Correct, join_exams, load_verified
from corpora.manifest import PROVENANCE
from corpora.release import ReleaseInput
from corpora.report import report_page
from records.errors import ConfigError
from records.files import read_jsonl, write_json, write_jsonl, write_text
from records.model import Correction, Disagreement, Document, Item
from records.tables import read_items, write_items


def build_bank(verified: Path, exams: Iterable[str], correct: Correct, target: Path) -> Bank:
    """Join the verified items of the declared exams and write items.parquet, errata.jsonl and excluded.json.

    Args:
        verified: folder that holds a folder of each exam.
        exams: the declared exams in their order.
        correct: applies people's corrections to one exam's items.
        target: folder to write.

    Raises:
        ConfigError: an exam is missing, not declared, or two items have the same id.
    """
    bank = join_exams(load_verified(verified, exams), correct)
    write_items(target / "items.parquet", bank.items)
    write_jsonl(target / "errata.jsonl", bank.errata)
    write_json(target / "excluded.json", bank.excluded)
    return bank


def release_reads(
    bank: Path, verified: Path, exams: Iterable[str], validation: Path, toolchain: Path
) -> dict[str, Path]:
    """The files that a release is made of, by the names under which it records their hashes.

    Args:
        bank: folder that `build_bank` wrote.
        verified: folder that holds a folder of each exam.
        exams: the declared exams.
        validation: the gate's result.
        toolchain: versions of the packages that decide bytes.
    """
    reads = {"items": bank / "items.parquet", "errata": bank / "errata.jsonl", "excluded": bank / "excluded.json"}
    reads |= {"validation": validation, "toolchain": toolchain}
    for exam in exams:
        reads[f"summary-{exam}"] = verified / exam / "summary.json"
        reads[f"disagreements-{exam}"] = verified / exam / "disagreements.jsonl"
    return reads


def load_release(
    reads: Mapping[str, Path],
    *,
    name: str,
    version: str,
    title: str,
    licence: str,
    documents: list[Document],
    inputs: dict[str, Any],
) -> ReleaseInput:
    """Read what `release_reads` names; other reads, such as registry entries, are left alone.

    Args:
        reads: files by name.
        name: of the bank.
        version: of the bank.
        title: of the bank.
        licence: of the released data.
        documents: registered documents, in the order of the exams.
        inputs: recorded hashes of everything that was read, by stage.

    Raises:
        ConfigError: a file is missing or not what it should be.
    """
    exams = [key.removeprefix("summary-") for key in reads if key.startswith("summary-")]
    excluded = _json(reads, "excluded")
    return ReleaseInput(
        name=name, version=version, title=title, licence=licence, documents=documents, inputs=inputs,
        items=read_items(_path(reads, "items")),
        errata=read_jsonl(_path(reads, "errata"), Correction),
        excluded=[identity for exam in sorted(excluded) for identity in excluded[exam]],
        disagreements=[
            d for e in exams for d in read_jsonl(_path(reads, f"disagreements-{e}"), Disagreement)
        ],
        summaries={e: _json(reads, f"summary-{e}") for e in exams},
        validation=_json(reads, "validation"),
        toolchain=_json(reads, "toolchain"),
    )  # fmt: skip


def write_report(folder: Path, title: str, target: Path) -> None:
    """Write the HTML page about a release, from its folder alone."""
    files = {name: folder / f"{name}.json" for name in ("summary", "validation")}
    files["provenance"] = folder / PROVENANCE
    page = report_page(
        title=title,
        provenance=_json(files, "provenance"),
        summaries=_json(files, "summary"),
        validation=_json(files, "validation"),
        items=read_jsonl(folder / "items.jsonl", Item),
        withdrawn=read_jsonl(folder / "withdrawn.jsonl", Item),
        disputed=[json.loads(line) for line in (folder / "disputed.jsonl").read_text("utf-8").split("\n") if line],
        errata=read_jsonl(folder / "errata.jsonl", Correction),
    )
    write_text(target, page)


def _path(reads: Mapping[str, Path], name: str) -> Path:
    if name not in reads:
        raise ConfigError(f"the release does not record {name}", where=PROVENANCE)
    return reads[name]


def _json(reads: Mapping[str, Path], name: str) -> Any:
    path = _path(reads, name)
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError("is missing or no JSON", where=str(path), do="Run `lexproof repro`.") from error
    if not isinstance(data, dict):
        raise ConfigError("is no JSON object", where=str(path), do="Run `lexproof repro`.")
    return data
