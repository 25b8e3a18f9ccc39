"""`python -m benchmarks.table`: CPU milliseconds a page of both paths and of other readers of tables, in one run.

Each reader reads the first pages of each document in a process of its own, one after the other on one core; only ratios
inside one run mean anything. Documents that are not here, and readers that are not installed, are named as such.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.bank import make_bank
from benchmarks.peers import READERS, ROOT, ask

BASE = "pdfplumber extract_tables"
FLOOR = "MuPDF words + cdrawings"
FOREIGN = ("camelot lattice", "tabula lattice")  # of the extra `bench`; may live in an environment of their own
LAYOUTS = ROOT / "extract" / "layouts"


@dataclass(frozen=True)
class Document:
    """A document to read: `ruled` tells whether its items stand in drawn tables."""

    name: str
    pdf: Path
    layout: str
    ruled: bool = True


def documents(folder: Path, pages: int) -> Iterator[Document]:
    """The documents of the table; banks are made, real papers are read where they are."""
    yield Document("sample bank", ROOT / "data/raw/sample-ua-judges/paper.pdf", "ua-judge-bank")
    for producer in ("pymupdf", "libreoffice"):
        make_bank(pages, folder / producer, producer)
        yield Document(f"bank by {producer}", folder / producer / "paper.pdf", "ua-judge-bank")
    real = Path(os.environ.get("LEXPROOF_REALDATA", ROOT.parent / "shared" / "data")) / "exams"
    yield Document("Taiwan driver law", real / "tw-driver-law/car-rule-mc.pdf", "tw-driver-mc")
    yield Document("Polish paper", real / "pl-adwokacki-radcowski-2023/questions.pdf", "polish-entry-exam", ruled=False)


def first_pages(pdf: Path, pages: int, target: Path) -> int:
    """Copy the first pages, as they are, to `target`, and tell how many there are."""
    import pymupdf

    with pymupdf.open(pdf) as document, pymupdf.open() as copy:
        count = min(pages, int(document.page_count))
        copy.insert_pdf(document, to_page=count - 1)
        copy.save(target, garbage=1, deflate=True)
    return count


def timed(document: Document, pages: int, rounds: int, peers: str, folder: Path) -> dict[str, Any]:
    """CPU milliseconds a page by reader; a text says why there is no figure."""
    pdf = folder / "pages.pdf"
    count = first_pages(document.pdf, pages, pdf)
    found: dict[str, Any] = {"pages": count}
    for reader in READERS:
        if reader.endswith(" table") and not document.ruled:
            found[reader] = "no tables"
            continue
        python = peers if reader in FOREIGN else sys.executable
        answer = ask(reader, pdf, rounds=rounds, layout=LAYOUTS / f"{document.layout}.yaml", python=python)
        found[reader] = answer.get("failed") or answer["cpu"] / count * 1000
    return found


def markdown(columns: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The table: a row a reader, a column a document; in brackets how many times faster than stock pdfplumber."""
    yield (
        "| CPU ms a page (x "
        + BASE
        + ") | "
        + " | ".join(f"{n}, {c['pages']} pages" for n, c in columns.items())
        + " |"
    )
    yield "| --- |" + " --- |" * len(columns)
    for reader in READERS:
        yield f"| {reader} | " + " | ".join(_cell(column, reader) for column in columns.values()) + " |"
    yield "| path B over MuPDF's floor | " + " | ".join(_over_floor(column) for column in columns.values()) + " |"


def _cell(column: dict[str, Any], reader: str) -> str:
    value, base = column[reader], column[BASE]
    if isinstance(value, str):
        return "not installed" if "No module named" in value else value
    return f"{value:.1f} ({base / value:.1f} x)" if isinstance(base, float) else f"{value:.1f}"


def _over_floor(column: dict[str, Any]) -> str:
    ours = next(v for r in ("path B table", "path B items") if isinstance(v := column[r], float))
    return f"{ours / column[FLOOR]:.1f} x"


def main(arguments: list[str]) -> None:
    """Make the banks, time all readers, print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description=__doc__)
    parser.add_argument("--pages", type=int, default=40, help="pages of each document that are read, at most")
    parser.add_argument("--rounds", type=int, default=2, help="the best of them counts")
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="has camelot and tabula")
    chosen = parser.parse_args(arguments)
    columns = {}
    with tempfile.TemporaryDirectory() as folder:
        for document in documents(Path(folder), chosen.pages):
            if not document.pdf.exists():
                print(f"not here: {document.name} (set LEXPROOF_REALDATA)")
                continue
            print(f"reading {document.name}", file=sys.stderr)
            columns[document.name] = timed(document, chosen.pages, chosen.rounds, chosen.peers, Path(folder))
    print("\n".join(markdown(columns)))


if __name__ == "__main__":
    main(sys.argv[1:])
