"""Progress on a terminal, and silence everywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OnPage = Callable[[int, int], None]


@contextmanager
def page_progress(title: str, *, quiet: bool = False) -> Iterator[OnPage | None]:
    """Yield a callback (page done, pages in all) that moves a bar on stderr, or None where nobody looks."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
