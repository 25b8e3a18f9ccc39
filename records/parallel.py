"""Work on page ranges in several processes, results in order.

A range is read by a process that opens the document itself (opening walks the whole page tree: about 180 ms for 400
pages by pdfminer), so ranges are no shorter than needed; a process that dies (memory, a crash in a C library) is told
as an error of the document.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from records.errors import DocumentError, LexproofError

PAGES_A_RANGE = 50  # pages

Result = TypeVar("Result")


def cores() -> int:
    """How many cores this process may use: what `--jobs` is unless it is given."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def page_spans(first: int, last: int, size: int = PAGES_A_RANGE) -> list[tuple[int, int]]:
    """Cut pages `first` to `last` (from 1, both included) into ranges of at most `size` pages, evenly filled."""
    count = last - first + 1
    if count <= 0:
        return []
    parts = -(-count // size)
    edges = [first + count * part // parts for part in range(parts + 1)]
    return [(start, stop - 1) for start, stop in zip(edges, edges[1:], strict=False)]


def in_order(work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], jobs: int, where: str) -> Iterator[Result]:
    """Call `work(*task)` for each task, with at most `jobs` processes, and yield the results in the order of tasks.

    With one job or one task the work is done in this process. Never more than a few results wait to be taken.

    Args:
        work: a function of a module (processes import it by name); the first of its errors, by tasks, is raised.
        tasks: positional arguments of each call.
        jobs: processes.
        where: the document, for the error.

    Raises:
        DocumentError: a process died.
    """
    if jobs <= 1 or len(tasks) <= 1:
        yield from (work(*task) for task in tasks)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    parallel = Parallel(
        n_jobs=min(jobs, len(tasks)), backend="loky", return_as="generator", pre_dispatch="n_jobs + 1", batch_size=1
    )
    results = parallel(delayed(_told)(work, task) for task in tasks)
    try:
        for result, error in results:
            if error is not None:
                raise error
            yield result
    except TerminatedWorkerError as error:
        what = "a process that read pages of it was killed"
        raise DocumentError(what, where=where, do="Probably memory: give fewer --jobs.") from error
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # tasks that an error left undone
            results.close()


def _told(work: Callable[..., Any], task: tuple[Any, ...]) -> tuple[Any, LexproofError | None]:
    """The result of one task, or its error, so that errors come in the order of tasks as well."""
    try:
        return work(*task), None
    except LexproofError as error:
        return None, error
