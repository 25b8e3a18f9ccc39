"""Reading one exam by one path or by both: what the stand-alone commands and the stages have in common."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Given:
    """What a person says beside the documents.

    Attributes:
        password: user password of encrypted documents.
        booklet: which booklet the paper is.
        superseded: key sheets that the key in force replaced, oldest first.
        jobs: processes.
    """

    password: str | None = None
    booklet: str | None = None
    superseded: tuple[Path, ...] = ()
    jobs: int = 1

    def documents(self, paper: Path, key: Path | None) -> dict[str, Path]:
        """All documents by role."""
        files = {"paper": paper, **({"key": key} if key else {})}
        return files | {f"superseded_key.{n}": path for n, path in enumerate(self.superseded, 1)}


NOTHING = Given()


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
    given: Given = NOTHING,
    on_page: OnPage | None = None,
) -> Extraction:
    """Read an exam by one path and check that the key sheet belongs to the paper."""
    from verify.witness import check_identity

    extraction = reader_of(path)(
        exam, layout, paper, key, given.password, on_page,
        booklet=given.booklet, superseded=given.superseded, jobs=given.jobs,
    )  # fmt: skip
    check_identity(extraction, layout, key)
    return extraction


def read_both(
    exam: str, layout: Layout, paper: Path, key: Path | None, given: Given = NOTHING
) -> tuple[Extraction, Extraction]:
    """Read an exam by both paths at the same time, in processes of their own."""
    with ProcessPoolExecutor(max_workers=2) as pool:
        work = [pool.submit(read_one, path, exam, layout, paper, key, given) for path in PathName]
        try:
            plumber, geometry = (one.result() for one in work)
        except BrokenProcessPool as error:
            raise LexproofError(
                "a reading process was killed", where=str(paper), do="Probably memory: give fewer --jobs."
            ) from error
    return plumber, geometry
