"""Reading one exam by one path or by both: what the stand-alone commands and the stages have in common."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import StrEnum
from pathlib import Path

from pipeline.progress import OnPage
from records.errors import LexproofError
from records.layout import Layout
from records.model import Extraction

ReadPath = Callable[..., Extraction]


class PathName(StrEnum):
    """The two extraction paths."""

    PLUMBER = "plumber"
    GEOMETRY = "geometry"


def reader_of(path: PathName) -> ReadPath:
    """The reading function of a path, imported only now."""
    if path is PathName.PLUMBER:
        from extract.plumber.reader import read as read_plumber

        return read_plumber
    from extract.geometry.reader import read as read_geometry

    return read_geometry


def read_one(
    path: PathName,
    exam: str,
    layout: Layout,
    paper: Path,
    key: Path | None,
    password: str | None = None,
    on_page: OnPage | None = None,
) -> Extraction:
    """Read an exam by one path and check that the key sheet belongs to the paper."""
    from verify.witness import check_identity

    extraction = reader_of(path)(exam, layout, paper, key, password, on_page)
    check_identity(extraction, layout, key)
    return extraction


def read_both(
    exam: str, layout: Layout, paper: Path, key: Path | None, password: str | None = None
) -> tuple[Extraction, Extraction]:
    """Read an exam by both paths at the same time, a process each."""
    with ProcessPoolExecutor(max_workers=2) as pool:
        jobs = [pool.submit(read_one, path, exam, layout, paper, key, password) for path in PathName]
        try:
            plumber, geometry = (job.result() for job in jobs)
        except BrokenProcessPool as error:
            raise LexproofError(
                "a reading process was killed", where=str(paper), do="Probably memory: read fewer pages at once."
            ) from error
    return plumber, geometry
