"""`lexproof audit`: a sample of an exam's fields is read by optical recognition on the drawn pages."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arguments import QuietOption


def audit(
    exam: Annotated[str, typer.Argument(metavar="EXAM", help="A declared exam that `dvc repro` has verified.")],
    size: Annotated[int, typer.Option("--size", min=1, help="Fields of each kind in the sample.")] = 40,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the sample.")] = 1,
    dpi: Annotated[int, typer.Option("--dpi", min=100, max=600, help="Resolution of the pictures.")] = 300,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Processes; by default one for each core.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="File for the report as JSON.")] = None,
    password: Annotated[str | None, typer.Option("--password", help="User password of an encrypted document.")] = None,
    quiet: QuietOption = False,
) -> int:
    """Read a sample of fields as a person would, off the drawn page, and exit with 2 if the page contradicts any."""
    from extract.audit.audit import audit as read_pages
    from pipeline.outputs import verified_folder
    from pipeline.progress import page_progress
    from pipeline.stages.sources import load_sources
    from records.errors import ConfigError
    from records.files import read_jsonl, write_json
    from records.model import Item
    from records.parallel import cores

    sources = load_sources(exam)
    verified = verified_folder(exam) / "items.jsonl"
    if not verified.exists():
        raise ConfigError("the exam is not verified yet", where=str(verified), do="Run `dvc repro`.")
    language = sources.entry.documents[0].language
    with page_progress(f"audit: {exam}", quiet=quiet) as on_field:
        report = read_pages(
            sources.documents(), list(read_jsonl(verified, Item)), language, size, seed, dpi,
            layout=sources.layout, password=password, jobs=jobs or cores(), on_field=on_field,
        )  # fmt: skip
    if out is not None:
        write_json(out, report.model_dump(mode="json"))
    if not quiet:
        print("\n".join([f"{exam}: {report.lines()[0]}", *report.lines()[1:]]))
    return 2 if report.contradicted or report.substitutions else 0
