"""Reads the tables of a PDF by one reader in a process of its own: `python -m benchmarks.peers READER PDF`.

Printed is one JSON object: CPU seconds of the best round (child processes such as a Java machine counted; from the
second round on imports are done), and with `--tables` what was read, as (page, rows), page 0 where a reader tells none.
Peers are called as their manuals say, with ruled tables asked for.
"""

import argparse
import contextlib
import io
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
Rows = list[list[str | None]]
Tables = Iterator[tuple[int, Rows]]


def pdfplumber_tables(pdf: Path, layout: Path | None) -> Tables:
    """Stock pdfplumber."""
    import pdfplumber

    with pdfplumber.open(pdf) as document:
        for page in document.pages:
            for rows in page.extract_tables():
                yield page.page_number, rows
            page.close()


def camelot_tables(pdf: Path, layout: Path | None) -> Tables:
    """Camelot's reader of ruled tables."""
    camelot: Any = import_module("camelot")
    for table in camelot.read_pdf(str(pdf), pages="all", flavor="lattice"):
        yield int(table.page), table.df.values.tolist()


def tabula_tables(pdf: Path, layout: Path | None) -> Tables:
    """Tabula's reader of ruled tables, one Java machine for the document; it tells no pages (0)."""
    tabula: Any = import_module("tabula")
    for table in tabula.read_pdf(str(pdf), pages="all", lattice=True, output_format="json", silent=True):
        yield 0, [[cell["text"] for cell in row] for row in table["data"]]


def find_tables(pdf: Path, layout: Path | None) -> Tables:
    """PyMuPDF's own."""
    import pymupdf

    with pymupdf.open(pdf) as document:
        for page in document:
            for table in page.find_tables().tables:
                yield page.number + 1, table.extract()


def mupdf_floor(pdf: Path, layout: Path | None) -> Tables:
    """What any reader over MuPDF must pay: its words and its drawings, and no table."""
    import pymupdf

    with pymupdf.open(pdf) as document:
        for page in document:
            page.get_text("words")
            page.get_cdrawings()
    yield from ()


def plumber_table(pdf: Path, layout: Path | None) -> Tables:
    """Path A's `lexproof table`."""
    from extract.plumber.table import read_table

    return _rows(read_table, pdf)


def geometry_table(pdf: Path, layout: Path | None) -> Tables:
    """Path B's `lexproof table`."""
    from extract.geometry.table import read_table

    return _rows(read_table, pdf)


def plumber_items(pdf: Path, layout: Path | None) -> Tables:
    """Path A's `lexproof extract`."""
    from extract.plumber.reader import read

    return _items(read, pdf, layout)


def geometry_items(pdf: Path, layout: Path | None) -> Tables:
    """Path B's `lexproof extract`."""
    from extract.geometry.reader import read

    return _items(read, pdf, layout)


READERS: dict[str, Callable[[Path, Path | None], Tables]] = {
    "pdfplumber extract_tables": pdfplumber_tables,
    "camelot lattice": camelot_tables,
    "tabula lattice": tabula_tables,
    "PyMuPDF find_tables": find_tables,
    "MuPDF words + cdrawings": mupdf_floor,
    "path A table": plumber_table,
    "path A items": plumber_items,
    "path B table": geometry_table,
    "path B items": geometry_items,
}
PEERS = tuple(READERS)[:4]


def _rows(read_table: Callable[..., Any], pdf: Path) -> Tables:
    """All rows of all pages; none where no table is drawn."""
    from records.errors import DocumentError

    try:
        reading = read_table(pdf)
    except DocumentError:
        return
    yield 0, reading.rows


def _items(read: Callable[..., Any], pdf: Path, layout: Path | None) -> Tables:
    from records.layout import read_layout

    if layout is None:
        raise ValueError("items need a layout")
    items = read("bench", read_layout(layout), pdf).items
    yield 0, [[item.number, item.stem, *(option.text for option in item.options)] for item in items]


def ask(
    reader: str, pdf: Path, *, rounds: int = 1, layout: Path | None = None, python: str = sys.executable,
    timeout: float = 600, tables: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Have one reader read a document in a fresh process.

    Returns:
        `cpu` (seconds of the best round), and `tables` if asked for; or `failed` with the last line of what it said.
    """
    command = [python, "-m", "benchmarks.peers", reader, str(pdf), "--rounds", str(rounds)]
    command += ["--tables"] * tables + (["--layout", str(layout)] if layout else [])
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, check=False, env=environment, cwd=ROOT
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"more than {timeout:.0f} s"}
    except OSError as error:
        return {"failed": str(error)}
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["no word"])[-1]}
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def main(arguments: list[str]) -> None:
    """Read, time, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("pdf", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--layout", type=Path)
    parser.add_argument("--tables", action="store_true")
    chosen = parser.parse_args(arguments)
    read = READERS[chosen.reader]
    best, found = float("inf"), []
    for _ in range(chosen.rounds):
        with contextlib.redirect_stdout(io.StringIO()):
            start = _cpu()
            found = list(read(chosen.pdf, chosen.layout))
            best = min(best, _cpu() - start)
    print(json.dumps({"cpu": best, **({"tables": found} if chosen.tables else {})}, ensure_ascii=False))


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


if __name__ == "__main__":
    main(sys.argv[1:])
