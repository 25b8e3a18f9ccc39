"""`lexproof ingest`: register the documents of an exam, so that the next `dvc repro` builds it.

Order of work: read everything once on trial, copy the documents, write the registry entry, and name the exam in
params.yaml last; an interrupted run leaves nothing that a build would see.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal
from unicodedata import category

import typer

from pipeline.arguments import KeyOption, exam_id, load_layout
from pipeline.params import declare_exam, load_params
from pipeline.progress import page_progress
from pipeline.registry import RAW, Registered, entry_path, load_entry, write_entry
from records.errors import DocumentError, LexproofError
from records.files import replacing, sha256_of, write_text
from records.layout import Layout
from records.model import Document

Kind = Literal["paper", "key"]


def ingest(
    paper: Annotated[Path, typer.Argument(metavar="PAPER", help="The exam paper (PDF).")],
    exam: Annotated[str, typer.Option("--exam", help="A new exam id: a-z, 0-9, hyphens; never used again.")],
    layout: Annotated[str, typer.Option("--layout", help="Name of a shipped layout, or a layout file.")],
    key: KeyOption = None,
    year: Annotated[int | None, typer.Option("--year")] = None,
    session: Annotated[str | None, typer.Option("--session", help="E.g. autumn.")] = None,
    course: Annotated[str | None, typer.Option("--course", help="Course or profession.")] = None,
    issuer: Annotated[str | None, typer.Option("--issuer", help="Who published the paper.")] = None,
    licence: Annotated[str | None, typer.Option("--licence", help="Licence, or the ground for publication.")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Where the paper was published.")] = None,
    key_url: Annotated[str | None, typer.Option("--key-url", help="Where the key sheet was published.")] = None,
) -> int:
    """Copy an exam's documents into data/raw, register them, and declare the exam in params.yaml."""
    exam_id(exam, paper)
    _check_metadata(session=session, course=course, issuer=issuer, licence=licence, url=url, key_url=key_url)
    declared = load_layout(layout)
    _check_new(exam)
    if declared.key is not None and key is None:
        raise LexproofError(f"layout {declared.name} has a key sheet of its own", do="Name it with --key FILE.")
    if declared.key is None and key is not None:
        raise LexproofError(
            f"layout {declared.name} reads no key sheet", do="Leave --key out, or choose another layout."
        )
    sources: dict[Kind, Path] = {"paper": paper}
    if key is not None:
        sources["key"] = key
    read = _trial(exam, declared, paper, key)
    layout_file = _layout_in_project(layout, declared)
    bank = load_params().bank.name
    urls: dict[Kind, str | None] = {"paper": url, "key": key_url}
    documents = [
        Document(
            id=f"{exam}-{kind}",
            bank=bank,
            kind=kind,
            layout=declared.name,
            language=declared.language,
            jurisdiction=declared.jurisdiction,
            path=(RAW / exam / f"{kind}.pdf").as_posix(),
            sha256=sha256_of(source),
            year=year,
            session=session,
            url=urls[kind],
            issuer=issuer,
            licence=licence,
        )
        for kind, source in sources.items()
    ]
    twins = list(_twins(exam, documents))
    try:
        for kind, source in sources.items():
            with replacing(RAW / exam / f"{kind}.pdf") as temporary:
                shutil.copyfile(source, temporary)
        write_entry(Registered(exam=exam, course=course, documents=documents))
        declare_exam(exam, layout_file, "key.pdf" if key else None)
    except BaseException:  # also an interruption: the id must stay free
        shutil.rmtree(RAW / exam, ignore_errors=True)
        entry_path(exam).unlink(missing_ok=True)
        raise
    print(f"{exam}: {len(documents)} document(s) registered, {read} items on a trial reading. Next: `lexproof repro`")
    for twin in twins:
        print(f"lexproof: warning: {twin}; its items will be released twice", file=sys.stderr)
    return 0


def _twins(exam: str, documents: list[Document]) -> Iterator[str]:
    """The declared exams that have one of these documents already, byte for byte, as their paper."""
    papers = {d.sha256 for d in documents if d.kind == "paper"}
    for other in load_params().exams:
        entry = load_entry(other) if other != exam else None
        if entry is not None and any(d.sha256 in papers for d in entry.documents):
            yield f"{exam} has the same paper as {other}"


def _check_metadata(**texts: str | None) -> None:
    """Refuse what no registry file can hold: control characters, and bytes that are no UTF-8."""
    for name, text in texts.items():
        if text is not None and any(category(c) in ("Cc", "Cs") for c in text):
            raise LexproofError(
                f"--{name.replace('_', '-')} {ascii(text)} holds control characters or is no UTF-8",
                do="Write it in plain text; nothing was changed.",
            )


def _check_new(exam: str) -> None:
    if exam in load_params().exams:
        raise LexproofError(
            f"exam {exam} is already declared in params.yaml", do="Choose another id; nothing was changed."
        )
    if entry_path(exam).exists():
        raise LexproofError(
            f"exam id {exam} was used before", where=str(entry_path(exam)), do="Ids are never used again."
        )
    folder = RAW / exam
    if folder.exists() and any(folder.iterdir()):
        raise LexproofError(
            "the folder is not empty", where=str(folder), do="Nothing is overwritten: choose another id."
        )


def _trial(exam: str, declared: Layout, paper: Path, key: Path | None) -> int:
    """Read the exam once by the faster path, so that nothing is registered that can't be built; the items read."""
    from pipeline.reading import PathName, read_one

    for source in [paper, key] if key else [paper]:
        if source.suffix.lower() != ".pdf":
            raise DocumentError("not a PDF", where=str(source), do="This version ingests PDF papers.")
    with page_progress(f"looking at {paper.name}") as on_page:
        return len(read_one(PathName.GEOMETRY, exam, declared, paper, key, None, on_page).items)


def _layout_in_project(layout: str, declared: Layout) -> str:
    """The layout file's path as params.yaml names it; a foreign file is copied to etc/layouts/."""
    from extract.layouts import locate, names

    if layout in names():
        return f"extract/layouts/{layout}.yaml"
    source = locate(layout)
    target = Path("etc/layouts") / f"{declared.name}.yaml"
    if target.exists() and source.resolve() != target.resolve() and target.read_bytes() != source.read_bytes():
        raise LexproofError(
            "another layout of this name is in use", where=str(target), do="Change `name:` in your file."
        )
    write_text(target, source.read_text(encoding="utf-8"))
    return target.as_posix()
