"""`lexproof ingest`: register the documents of an exam, so that the next `dvc repro` builds it.

Order of work: read everything once on trial, copy the documents, write the registry entry, and name the exam in
params.yaml last; an interrupted run leaves nothing that a build would see.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from unicodedata import category

import typer

from pipeline.arguments import BookletOption, CorrectedOption, KeyOption, exam_id, key_in_force, load_layout
from pipeline.params import ExamParams, ImportParams, declare_exam, load_params
from pipeline.progress import page_progress
from pipeline.reading import Given
from pipeline.registry import RAW, Registered, entry_path, load_entry, write_entry
from records.errors import DocumentError, LexproofError
from records.files import replacing, sha256_of, write_text
from records.layout import Layout
from records.model import Document

UNRELEASED = ("case_paper", "statute")  # kinds that are read and compared, but not yet released
OFFICE = (".docx", ".xlsx", ".csv", ".json", ".jsonl")


def ingest(
    paper: Annotated[
        Path, typer.Argument(metavar="PAPER", help="The exam paper: PDF, docx, xlsx, csv, json or jsonl.")
    ],
    exam: Annotated[str, typer.Option("--exam", help="A new exam id: a-z, 0-9, hyphens; never used again.")],
    layout: Annotated[str, typer.Option("--layout", help="Name of a shipped layout, or a layout file.")],
    key: KeyOption = None,
    key_corrected: CorrectedOption = None,
    booklet: BookletOption = None,
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
    in_force, earlier = key_in_force(key, key_corrected)
    _check_metadata(session=session, course=course, issuer=issuer, licence=licence, url=url, key_url=key_url)
    declared = load_layout(layout)
    _check_new(exam)
    if declared.paper.kind in UNRELEASED:
        raise LexproofError(
            f"layout {declared.name} reads a {declared.paper.kind}, which is not yet part of a bank",
            do="`lexproof verify` reads and compares it.",
        )
    if declared.key is not None and key is None:
        raise LexproofError(f"layout {declared.name} has a key sheet of its own", do="Name it with --key FILE.")
    if declared.key is None and key is not None:
        raise LexproofError(
            f"layout {declared.name} reads no key sheet", do="Leave --key out, or choose another layout."
        )
    office = _is_office([paper, *earlier, *([in_force] if in_force else [])], booklet)
    read = _trial(exam, declared, paper, in_force, Given(booklet=booklet, superseded=earlier), office)
    sources = _sources(paper, in_force, earlier)
    layout_file = _layout_in_project(layout, declared)
    bank = load_params().bank.name
    documents = [
        Document(
            id=f"{exam}-{role}",
            bank=bank,
            kind="paper" if role == "paper" else "key",
            layout=declared.name,
            language=declared.language,
            jurisdiction=declared.jurisdiction,
            path=(RAW / exam / name).as_posix(),
            sha256=sha256_of(source),
            year=year,
            session=session,
            url={"paper": url, "key": key_url}.get(role),
            issuer=issuer,
            licence=licence,
            edition=booklet if role == "paper" else None,
            superseded_by=_successor(exam, role, len(earlier)),
        )
        for role, (name, source) in sources.items()
    ]
    twins = list(_twins(exam, documents))
    try:
        for name, source in sources.values():
            with replacing(RAW / exam / name) as temporary:
                shutil.copyfile(source, temporary)
        write_entry(Registered(exam=exam, course=course, documents=documents))
        declare_exam(exam, _declaration(layout_file, sources, booklet, office))
    except BaseException:  # also an interruption: the id must stay free
        shutil.rmtree(RAW / exam, ignore_errors=True)
        entry_path(exam).unlink(missing_ok=True)
        raise
    print(f"{exam}: {len(documents)} document(s) registered, {read} items on a trial reading. Next: `lexproof repro`")
    for twin in twins:
        print(f"lexproof: warning: {twin}; its items will be released twice", file=sys.stderr)
    return 0


def _sources(paper: Path, key: Path | None, earlier: tuple[Path, ...]) -> dict[str, tuple[str, Path]]:
    """Each document by its role: the name under which it is kept, and where it is now."""
    by_role = {"paper": paper, **{f"key-{n}": path for n, path in enumerate(earlier, 1)}}
    by_role |= {"key": key} if key else {}
    return {role: (f"{role}{source.suffix.lower()}", source) for role, source in by_role.items()}


def _successor(exam: str, role: str, earlier: int) -> str | None:
    """The id of the key sheet that replaced an earlier one (`key-1`, the oldest, by `key-2`, the last by `key`)."""
    _, _, number = role.partition("-")
    if not number:
        return None
    return f"{exam}-key-{int(number) + 1}" if int(number) < earlier else f"{exam}-key"


def _declaration(
    layout_file: str, sources: dict[str, tuple[str, Path]], booklet: str | None, office: bool
) -> ExamParams | ImportParams:
    names = {role: name for role, (name, _) in sources.items()}
    paper, key = names.pop("paper"), names.pop("key", None)
    if office:
        return ImportParams(layout=layout_file, paper=paper, key=key)
    return ExamParams(layout=layout_file, paper=paper, key=key, earlier_keys=[*names.values()], booklet=booklet)


def _is_office(documents: list[Path], booklet: str | None) -> bool:
    """Whether the exam is of office files, which are imported; by suffix, for the content is looked at in the trial.

    Raises:
        LexproofError: neither all PDF nor all office files, or earlier key sheets or a booklet with office files.
    """
    suffixes = [d.suffix.lower() for d in documents]
    if all(s == ".pdf" for s in suffixes):
        return False
    odd = next((d for d, s in zip(documents, suffixes, strict=True) if s not in OFFICE), None)
    if odd is not None:
        kinds = ", ".join(OFFICE)
        raise DocumentError(
            "not a PDF" if odd.suffix.lower() != ".pdf" else "is a PDF beside office files", where=str(odd),
            do=f"Paper and key are all PDF, or all of {kinds}.",
        )  # fmt: skip
    paper, *keys = documents
    if len(keys) > 1 or booklet is not None:
        raise LexproofError("--key-corrected and --booklet are for PDF papers", where=str(paper))
    return True


def _twins(exam: str, documents: list[Document]) -> Iterator[str]:
    """The declared exams that have one of these documents already, byte for byte, as their paper."""
    papers = {d.sha256 for d in documents if d.kind == "paper"}
    for other in load_params().declared:
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
    if exam in load_params().declared:
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


def _trial(exam: str, declared: Layout, paper: Path, key: Path | None, given: Given, office: bool) -> int:
    """Read the exam once, a PDF by the faster path, so that nothing is registered that can't be built; items read."""
    from pipeline.reading import PathName, read_one

    with page_progress(f"looking at {paper.name}") as on_page:
        if not office:
            extraction = read_one(PathName.GEOMETRY, exam, declared, paper, key, given, on_page)
            return len(extraction.items) or len(extraction.cases)
        from extract.office.reader import read

        return len(read(exam, declared, paper, key, on_page).items)


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
