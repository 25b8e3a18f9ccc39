"""`lexproof verify`: both paths read an exam, and what they disagree on is listed."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arguments import (
    ExamOption,
    KeyOption,
    LayoutOption,
    PasswordOption,
    PdfArgument,
    QuietOption,
    exam_id,
    load_layout,
    refuse_overwriting,
)
from records.errors import LexproofError


def verify(
    pdf: PdfArgument,
    layout: LayoutOption,
    out: Annotated[Path, typer.Option("--out", help="Folder for items.jsonl, disagreements.jsonl and summary.json.")],
    key: KeyOption = None,
    exam: ExamOption = None,
    password: PasswordOption = None,
    pilot_size: Annotated[int, typer.Option("--pilot-size", min=1, help="Items in the stratified pilot.")] = 100,
    pilot_seed: Annotated[int, typer.Option("--pilot-seed", help="Seed of the pilot's sample.")] = 1,
    quiet: QuietOption = False,
) -> int:
    """Read an exam by both paths, compare every field, and exit with 2 if anything is disputed."""
    from pipeline.reading import read_both
    from records.parallel import cores
    from verify.stage import compare_extractions, write_verification

    refuse_overwriting(out, pdf, key)
    if out.exists() and not out.is_dir():
        raise LexproofError("--out is a file", where=str(out), do="Name a folder.")
    declared = load_layout(layout)
    plumber, geometry = read_both(exam_id(exam, pdf), declared, pdf, key, password)
    documents = {"paper": pdf, **({"key": key} if key and declared.key else {})}
    verification = compare_extractions(
        plumber, geometry, declared, pilot_size, pilot_seed, documents, password, cores()
    )
    write_verification(verification, out)
    if not quiet:
        from pipeline.summary import lines

        print("\n".join([*lines(verification.summary), f"Written to {out}"]))
    return 2 if verification.blocked else 0
