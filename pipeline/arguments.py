"""Command-line arguments that several commands share, and what they turn into."""

import re
from pathlib import Path
from typing import Annotated

import typer

from pipeline.params import EXAM_ID
from pipeline.reading import PathName
from records.errors import LexproofError
from records.layout import Layout, read_layout

PdfArgument = Annotated[Path, typer.Argument(metavar="PDF", help="The document.")]
LayoutOption = Annotated[str, typer.Option("--layout", help="Name of a shipped layout, or a layout file.")]
KeyOption = Annotated[Path | None, typer.Option("--key", help="The key sheet, where it is a document of its own.")]
CorrectedOption = Annotated[
    list[Path] | None,
    typer.Option("--key-corrected", help="A later key sheet that replaces --key; again for each, in their order."),
]
BookletOption = Annotated[
    str | None, typer.Option("--booklet", help="Which booklet the paper is, where the key sheet holds several.")
]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Processes; by default one for each core.", show_default=False)
]
PathOption = Annotated[PathName, typer.Option("--path", help="The extraction path that reads.")]
PasswordOption = Annotated[str | None, typer.Option("--password", help="User password of an encrypted document.")]
ExamOption = Annotated[str | None, typer.Option("--exam", help="Exam id; by default made from the file name.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress, no summary.")]


def load_layout(name_or_path: str) -> Layout:
    """The layout of a shipped name or of a file."""
    from extract.layouts import locate

    return read_layout(locate(name_or_path))


def exam_id(given: str | None, pdf: Path) -> str:
    """The exam id given, or one made from the file's and folder's name.

    Raises:
        LexproofError: the id given is not of the form of an exam id.
    """
    if given is not None:
        if not re.fullmatch(EXAM_ID, given):
            raise LexproofError(f"exam id {given!r} is not of the form {EXAM_ID}", do="Use a-z, 0-9 and hyphens.")
        return given
    made = re.sub(r"[^a-z0-9]+", "-", pdf.stem.lower()).strip("-")
    return made if re.fullmatch(EXAM_ID, made) else "exam"


def refuse_overwriting(out: Path, *inputs: Path | None) -> None:
    """Refuse an output that is one of the inputs.

    Raises:
        LexproofError: naming the output.
    """
    if any(source is not None and source.exists() and out.resolve() == source.resolve() for source in inputs):
        raise LexproofError("--out names an input document", where=str(out), do="Choose another place.")


def key_in_force(key: Path | None, corrected: list[Path] | None) -> tuple[Path | None, tuple[Path, ...]]:
    """The key sheet in force, and those that it replaced, oldest first.

    Raises:
        LexproofError: a corrected key sheet without the one it corrects.
    """
    if not corrected:
        return key, ()
    if key is None:
        raise LexproofError(
            "--key-corrected without --key", do="Name the sheet that it corrects, or give it as --key alone."
        )
    return corrected[-1], (key, *corrected[:-1])


def page_range(text: str | None) -> tuple[int | None, int | None]:
    """`A-B`, `A-`, `-B` or `A` as first and last page, counted from 1.

    Raises:
        LexproofError: not such a range, or an empty one.
    """
    if text is None:
        return None, None
    match = re.fullmatch(r"(\d+)?(-)?(\d+)?", text.strip())
    if match is None or not text.strip() or text.strip() == "-":
        raise LexproofError(f"--pages {text!r} is no range", do="Write 3, 3-7, 3- or -7.")
    first = int(match[1]) if match[1] else None
    last = first if not match[2] else (int(match[3]) if match[3] else None)
    if (first is not None and first < 1) or (last is not None and last < (first or 1)):
        raise LexproofError(f"--pages {text!r} is an empty range", do="Pages count from 1.")
    return first, last
