"""`lexproof release`: build the release and check any release folder."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.outputs import RELEASES
from pipeline.params import load_params
from records.errors import LexproofError, ViolationError

app = typer.Typer(no_args_is_help=True, help="Validated releases.")


@app.command("build")
def build() -> int:
    """Run the pipeline up to the release (the same as `lexproof repro release`)."""
    from pipeline.commands.repro import repro

    return repro(["release"])


@app.command("check")
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="A release folder; by default the one params.yaml names.")
    ] = None,
    inputs: Annotated[
        Path | None, typer.Option("--inputs", help="Project folder whose inputs must be those recorded in the release.")
    ] = None,
) -> int:
    """Check a release folder, and that it belongs to the recorded inputs; exit 2 names every violation."""
    from corpora.check import check_release

    root = inputs
    if folder is None:
        bank = load_params().bank
        folder, root = RELEASES / bank.name / bank.version, root or Path()
    if not folder.is_dir():
        what = "is a file, not a release folder" if folder.exists() else "no such release folder"
        raise LexproofError(what, where=str(folder), do="Name the folder that `lexproof repro` builds.")
    if inputs is not None and not (inputs / "params.yaml").is_file():
        raise LexproofError("--inputs is no project folder (no params.yaml in it)", where=str(inputs), do="Name one.")
    violations = check_release(folder, root) + (_not_declared(folder) if inputs is None and root else [])
    for violation in violations:
        print(violation)
    if violations:
        raise ViolationError(f"{len(violations)} violation(s)", where=str(folder), do="Do not publish this folder.")
    print(f"{folder}: fine" + ("" if root else " (inputs not compared: give --inputs PROJECT)"))
    return 0


def _not_declared(folder: Path) -> list[str]:
    """What params.yaml declares otherwise than the release records; an unreadable record is the check's own finding."""
    import json

    try:
        recorded = json.loads((folder / "provenance.json").read_text("utf-8"))
        exams = {Path(document["path"]).parent.name for document in recorded["documents"]}
    except (OSError, ValueError, KeyError, TypeError):
        return []
    params = load_params()
    found = [
        f"params.yaml: bank.{name} is not what the release records"
        for name in ("name", "version", "title", "licence")
        if recorded.get(name) != getattr(params.bank, name)
    ]
    differing = sorted(exams ^ params.declared.keys())
    return found + (
        [f"params.yaml: declares other exams than the release: {', '.join(differing)}"] if differing else []
    )
