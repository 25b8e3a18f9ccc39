"""`lexproof extract`: the items of an exam as one path reads them."""

import sys
from collections.abc import Sequence
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
    PathOption,
    PdfArgument,
    QuietOption,
    exam_id,
    key_in_force,
    load_layout,
    refuse_overwriting,
)
from pipeline.progress import page_progress
from pipeline.reading import PathName
from records.errors import LexproofError
from records.model import Extraction, Record


def extract(
    pdf: PdfArgument,
    layout: LayoutOption,
    out: Annotated[Path, typer.Option("--out", help="The JSONL file to write: an item, a case or a passage a line.")],
    key: KeyOption = None,
    key_corrected: CorrectedOption = None,
    booklet: BookletOption = None,
    path: PathOption = PathName.GEOMETRY,
    exam: ExamOption = None,
    password: PasswordOption = None,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
) -> int:
    """Read an exam by one path and write its items (cases, passages of a statute), unverified, as JSONL."""
    from pipeline.reading import Given, read_one
    from records.files import write_jsonl
    from records.parallel import cores
    from verify.witness import blocking, page_findings

    refuse_overwriting(out, pdf, key, *(key_corrected or []))
    if out.is_dir():
        raise LexproofError("--out is a folder", where=str(out), do="Name a file.")
    declared = load_layout(layout)
    in_force, earlier = key_in_force(key, key_corrected)
    given = Given(password, booklet, earlier, jobs or cores())
    with page_progress(f"{path}: {pdf.name}", quiet=quiet) as on_page:
        extraction = read_one(path, exam_id(exam, pdf), declared, pdf, in_force, given, on_page)
    for finding in blocking(page_findings(extraction)):
        print(f"lexproof: warning: {finding}", file=sys.stderr)
    kind, records = _records(extraction)
    write_jsonl(out, records)
    if not quiet:
        unassigned = sum(p.glyphs.unassigned for p in extraction.pages)
        notes = f", {unassigned} glyphs unassigned" if unassigned else ""
        print(f"{len(records)} {kind} read by {path}{notes}: {out}")
    return 0


def _records(extraction: Extraction) -> tuple[str, Sequence[Record]]:
    """What a document of this kind holds, with its name."""
    if extraction.cases:
        return "cases", extraction.cases
    if extraction.passages:
        return "passages", extraction.passages
    return "items", extraction.items
