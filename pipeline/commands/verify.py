"""`lexproof verify`: both paths read an exam, and what they disagree on is listed."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arguments import (
    BookletOption,
    CorrectedOption,
    ExamOption,
    JobsOption,
    KeyOption,
    LayoutOption,
    PasswordOption,
    PdfArgument,
    QuietOption,
    exam_id,
    key_in_force,
    load_layout,
    refuse_overwriting,
)
from records.errors import LexproofError


def verify(
    pdf: PdfArgument,
    layout: LayoutOption,
    out: Annotated[Path, typer.Option("--out", help="Folder for items.jsonl, disagreements.jsonl and summary.json.")],
    key: KeyOption = None,
    key_corrected: CorrectedOption = None,
    booklet: BookletOption = None,
    exam: ExamOption = None,
    password: PasswordOption = None,
    pilot_size: Annotated[int, typer.Option("--pilot-size", min=1, help="Items in the stratified pilot.")] = 100,
    pilot_seed: Annotated[int, typer.Option("--pilot-seed", help="Seed of the pilot's sample.")] = 1,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
) -> int:
    """Read an exam by both paths, compare every field, and exit with 2 if anything is disputed."""
    from pipeline.reading import Given, read_both
    from records.parallel import cores
    from verify.stage import compare_extractions, write_verification

    refuse_overwriting(out, pdf, key, *(key_corrected or []))
    if out.exists() and not out.is_dir():
        raise LexproofError("--out is a file", where=str(out), do="Name a folder.")
    declared = load_layout(layout)
    in_force, earlier = key_in_force(key, key_corrected)
    given = Given(password, booklet, earlier, jobs or cores())
    plumber, geometry = read_both(exam_id(exam, pdf), declared, pdf, in_force, given)
    documents = given.documents(pdf, in_force if declared.key else None)
    verification = compare_extractions(
        plumber, geometry, declared, pilot_size, pilot_seed, documents, password, given.jobs
    )
    write_verification(verification, out)
    if not quiet:
        from pipeline.summary import lines

        print("\n".join([*lines(verification.summary), f"Written to {out}"]))
    return 2 if verification.blocked else 0
