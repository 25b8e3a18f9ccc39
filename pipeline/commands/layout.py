"""`lexproof layout`: list and show the shipped layouts, check a file, draft one from a document."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arguments import load_layout

app = typer.Typer(no_args_is_help=True, help="Layouts: how a kind of exam document is read.")


@app.command("list")
def list_layouts() -> int:
    """Print the shipped layouts with what they read."""
    from extract.layouts import FOLDER, names
    from records.layout import read_layout

    for name in names():
        layout = read_layout(FOLDER / f"{name}.yaml")
        kinds = layout.paper.kind + (" + key_table" if layout.key else "")
        print(f"{name:24} {layout.language}  {kinds:26} {layout.title}")
    return 0


@app.command("show")
def show(name: Annotated[str, typer.Argument(help="Name of a shipped layout, or a layout file.")]) -> int:
    """Print a layout file (after checking it), to start a new one from."""
    from extract.layouts import locate

    load_layout(name)
    print(locate(name).read_text(encoding="utf-8"), end="")
    return 0


@app.command("check")
def check(file: Annotated[str, typer.Argument(help="A layout file, or a shipped name.")]) -> int:
    """Check a layout file against the schema."""
    layout = load_layout(file)
    print(f"{layout.name}: fine")
    return 0


@app.command("draft")
def draft(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The document to look at.")],
    key: Annotated[Path | None, typer.Option("--key", help="Its key sheet, if it has one.")] = None,
    language: Annotated[str, typer.Option("--language", help="ISO 639-1 code of the paper.")] = "en",
    jurisdiction: Annotated[str, typer.Option("--jurisdiction", help="Two letters, e.g. pl.")] = "int",
    pages: Annotated[int, typer.Option("--pages", min=1, help="How many first pages to look at.")] = 4,
) -> int:
    """Propose a layout from the first pages, as YAML with what was seen in comments; edit it before use."""
    from extract.draft import draft_layout

    print(draft_layout(file, key, language, jurisdiction, pages), end="")
    return 0
