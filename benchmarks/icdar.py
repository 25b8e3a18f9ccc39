"""`python -m benchmarks.icdar FOLDER`: table cells read, against the truth of the ICDAR 2013 table competition.

FOLDER holds NAME.pdf and NAME-str.xml. Two measures, white space aside, each as precision and recall over all
documents: cells (texts that are not empty, as a multiset per document), and the competition's own, the adjacency
relations between a cell and the next one that is not empty, to the right and below (Göbel et al., DocEng 2012). A
spanning cell stands in its first row and column, since that is where all readers put its text.
"""

import argparse
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from benchmarks.peers import PEERS, Rows, ask
from benchmarks.table import FOREIGN

READERS = (*PEERS, "path A table", "path B table")
Measure = Callable[[Rows], Counter[Any]]


def truth(xml: Path) -> list[Rows]:
    """The tables of a truth file as rows of texts."""
    tables = []
    for region in ElementTree.parse(xml).getroot().iter("region"):
        texts = {
            (int(cell.get("start-row", 0)), int(cell.get("start-col", 0))): cell.findtext("content")
            for cell in region.iter("cell")
        }
        height, width = (max(place[axis] for place in texts) + 1 for axis in (0, 1))
        tables.append([[texts.get((row, col)) for col in range(width)] for row in range(height)])
    return tables


def cells(rows: Rows) -> Counter[str]:
    """The texts of a table's cells."""
    return Counter(text for row in rows for text in _texts(row))


def relations(rows: Rows) -> Counter[tuple[str, str, str]]:
    """The adjacency relations of a table: text, text of the next cell, direction."""
    found: Counter[tuple[str, str, str]] = Counter()
    for lines, direction in ((rows, "right"), (zip_longest(*rows), "below")):
        for line in lines:
            found.update((one, two, direction) for one, two in pairwise(_texts(line)))
    return found


def _texts(line: Sequence[str | None]) -> list[str]:
    plain = (re.sub(r"\s+", "", unicodedata.normalize("NFKC", text or "")) for text in line)
    return [text for text in plain if text]


def rates(wanted: Sequence[Sequence[Rows]], read: Sequence[Sequence[Rows]], measure: Measure) -> tuple[float, float]:
    """Precision and recall of the tables read, counted document by document."""
    right = got = true = 0
    for one, two in zip(wanted, read, strict=True):
        expected, found = (sum((measure(rows) for rows in tables), Counter[Any]()) for tables in (one, two))
        right += (expected & found).total()
        got, true = got + found.total(), true + expected.total()
    return right / got if got else 0.0, right / true if true else 0.0


def compared(pdfs: Sequence[Path], peers: str) -> Iterator[str]:
    """A Markdown table: a row a reader."""
    wanted = [truth(pdf.with_name(f"{pdf.stem}-str.xml")) for pdf in pdfs]
    counts = f"{len(pdfs)} documents, {sum(map(len, wanted))} tables"
    yield f"| {counts} | cells: precision | recall | relations: precision | recall |"
    yield "| --- | --- | --- | --- | --- |"
    for reader in READERS:
        answers = [ask(reader, pdf, tables=True, python=peers if reader in FOREIGN else sys.executable) for pdf in pdfs]
        failed = [answer["failed"] for answer in answers if "failed" in answer]
        if failed:
            yield f"| {reader} | {failed[0]} | | | |"
            continue
        read = [[rows for _, rows in answer["tables"]] for answer in answers]
        figures = [*rates(wanted, read, cells), *rates(wanted, read, relations)]
        yield f"| {reader} | " + " | ".join(f"{value:.3f}" for value in figures) + " |"


def main(arguments: list[str]) -> int:
    """Print the table; exit 1 if the folder holds no pair of files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.icdar", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="has camelot and tabula")
    chosen = parser.parse_args(arguments)
    pdfs = [pdf for pdf in sorted(chosen.folder.glob("*.pdf")) if pdf.with_name(f"{pdf.stem}-str.xml").exists()]
    if not pdfs:
        print(f"{chosen.folder}: no NAME.pdf with NAME-str.xml")
        return 1
    print("\n".join(compared(pdfs, chosen.peers)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
