"""`lexproof extract`: the items of an exam as one path reads them."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arguments import (
    ExamOption,
    KeyOption,
    LayoutOption,
    PasswordOption,
    PathOption,
    PdfArgument,
    QuietOption,
    exam_id,
    load_layout,
    refuse_overwriting,
)
from pipeline.progress import page_progress
from pipeline.reading import PathName
from records.errors import LexproofError


def extract(
    pdf: PdfArgument,
    layout: LayoutOption,
    out: Annotated[Path, typer.Option("--out", help="The JSONL file to write, an item a line.")],
    key: KeyOption = None,
    path: PathOption = PathName.GEOMETRY,
    exam: ExamOption = None,
    password: PasswordOption = None,
    quiet: QuietOption = False,
) -> int:
    """Read an exam by one path and write its items, unverified, as JSONL."""
    from pipeline.reading import read_one
    from records.files import write_jsonl

    refuse_overwriting(out, pdf, key)
    if out.is_dir():
        raise LexproofError("--out is a folder", where=str(out), do="Name a file.")
    declared = load_layout(layout)
    with page_progress(f"{path}: {pdf.name}", quiet=quiet) as on_page:
        extraction = read_one(path, exam_id(exam, pdf), declared, pdf, key, password, on_page)
    write_jsonl(out, extraction.items)
    if not quiet:
        unassigned = sum(p.glyphs.unassigned for p in extraction.pages)
        notes = f", {unassigned} glyphs unassigned" if unassigned else ""
        print(f"{len(extraction.items)} items read by {path}{notes}: {out}")
    return 0
