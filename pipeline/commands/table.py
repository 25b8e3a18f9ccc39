"""`lexproof table`: the drawn tables of a document as rows, read by one path."""

import json
from typing import Annotated

import typer

from pipeline.arguments import PasswordOption, PathOption, PdfArgument, page_range
from pipeline.reading import PathName


def table(
    pdf: PdfArgument,
    path: PathOption = PathName.GEOMETRY,
    pages: Annotated[str | None, typer.Option("--pages", help="A page or a range: 3, 3-7, 3-, -7.")] = None,
    password: PasswordOption = None,
) -> int:
    """Print the drawn tables of a PDF as JSON: rows in reading order, and flags with reason and place."""
    first, last = page_range(pages)
    if path is PathName.PLUMBER:
        from extract.plumber.table import read_table as read_plumber

        reading = read_plumber(pdf, first, last, password)
    else:
        from extract.geometry.table import read_table as read_geometry

        reading = read_geometry(pdf, first, last, password)
    print(json.dumps(reading.model_dump(mode="json"), ensure_ascii=False))
    return 0
