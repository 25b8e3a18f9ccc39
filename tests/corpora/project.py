"""A small project on disk: every file that a release is made of, and the release itself."""

import json
from pathlib import Path
from typing import Any

from corpora.manifest import PROVENANCE
from corpora.release import SUMS, ReleaseInput, write_release
from corpora.stage import load_release, release_reads
from records.files import sha256_of, write_json, write_jsonl, write_text
from records.manifest import hashes
from records.model import Correction, Disagreement, Document, Item, Option
from records.tables import write_items
from tests.factories import extraction, item, layout
from verify.stage import compare_extractions

HOSTILE = "<script>alert(1)</script> \u202eabc | **x**"
PAPER = "data/raw/e/paper.pdf"
ENTRY = "etc/exams/e.yaml"
VALIDATION = {"passed": True, "rules": [{"rule": "r", "severity": "critical", "passed": True, "failing": []}]}


def printed_items() -> list[Item]:
    """Six items: plain ones, hostile text, an empty option, a withdrawn one and one that a correction takes out."""
    texts = {"A": "None", "B": "", "C": "007", "D": "x"}
    odd = [Option(label=label, text=text) for label, text in texts.items()]
    withdrawn = item(5, status="withdrawn", flags=["withdrawn"])
    return [item(1), item(2, stem=HOSTILE), item(3, options=odd), item(4), withdrawn, item(9)]


def make_project(root: Path) -> None:
    """Write raw document, registry entry, bank, verification, gate result and toolchain."""
    (root / PAPER).parent.mkdir(parents=True)
    (root / PAPER).write_bytes(b"%PDF-1.4 paper")
    entry = {"exam": "e", "documents": [document(root).model_dump(exclude_none=True)]}
    write_text(root / ENTRY, json.dumps(entry))  # JSON is YAML
    items = printed_items()
    verification = compare_extractions(extraction(items), extraction(items, "geometry"), layout(), 3, 1)
    dispute = Disagreement(exam="e", item="e-9", field="key", reason="paths_disagree:key", plumber="A", geometry="B")
    errata = [
        Correction(item="e-4", field="key", as_printed="A", corrected="A", who="R", when="2026-11-30", why=HOSTILE),
        Correction(item="e-9", field="item", as_printed="", corrected="excluded", who="R", when="2026-11-30", why="x"),
    ]
    write_items(root / "bank/items.parquet", [i for i in verification.items if i.id != "e-9"])
    write_jsonl(root / "bank/errata.jsonl", errata)
    write_json(root / "bank/excluded.json", {"e": ["e-9"]})
    write_json(root / "verified/e/summary.json", verification.summary)
    write_jsonl(root / "verified/e/disagreements.jsonl", [dispute])
    write_json(root / "validation.json", VALIDATION)
    write_json(root / "toolchain.json", {"python": "3.11"})


def document(root: Path) -> Document:
    """The registered paper."""
    return Document(
        id="e-paper", bank="b", kind="paper", layout="numbered-list", language="en", jurisdiction="int",
        path=PAPER, sha256=sha256_of(root / PAPER), issuer="A | ministry",
    )  # fmt: skip


def reads_of(root: Path) -> dict[str, Path]:
    """What the release stage reads."""
    reads = release_reads(root / "bank", root / "verified", ["e"], root / "validation.json", root / "toolchain.json")
    return {**reads, "entry-e": root / ENTRY}


def recorded(root: Path, files: dict[str, Path]) -> dict[str, dict[str, str]]:
    """Hashes as a stage records them that runs in the project's folder."""
    return {
        name: {**read, "path": Path(read["path"]).relative_to(root).as_posix()} for name, read in hashes(files).items()
    }


def release_of(root: Path, **changed: Any) -> ReleaseInput:
    """The release of a project that `make_project` wrote."""
    inputs = {"extract-plumber@e": recorded(root, {"paper": root / PAPER}), "release": recorded(root, reads_of(root))}
    arguments = {
        "name": "b", "version": "1.0.0", "title": "A bank", "licence": "CC0-1.0", "documents": [document(root)],
        "inputs": inputs, **changed,
    }  # fmt: skip
    return load_release(reads_of(root), **arguments)


def build(root: Path) -> Path:
    """A project with its release; returns the release folder."""
    make_project(root)
    folder = root / "data/release/b/1.0.0"
    write_release(release_of(root), folder)
    return folder


def rebind(folder: Path) -> None:
    """What a thorough forger does: make every digest inside the folder fit again."""
    validation, provenance = folder / "validation.json", folder / PROVENANCE
    data = json.loads(validation.read_text("utf-8"))
    data["bound_to"] = {name: sha256_of(folder / name) for name in data.get("bound_to", {})}
    write_json(validation, data)
    data = json.loads(provenance.read_text("utf-8"))
    data["outputs"] = {name: sha256_of(folder / name) for name in data["outputs"]}
    write_json(provenance, data)
    resum(folder)


def resum(folder: Path) -> None:
    """What a hasty forger does: make the checksums fit again."""
    names = sorted(p.name for p in folder.iterdir() if p.name != SUMS)
    (folder / SUMS).write_text("".join(f"{sha256_of(folder / n)}  {n}\n" for n in names))
