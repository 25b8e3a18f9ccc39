"""`python -m benchmarks.extraction [PDF ...]`: CPU milliseconds a page of both paths and of the libraries' own tables.

All are run one after another in fresh processes on the same pages; only the ratios inside one run mean anything.
"""

import subprocess
import sys
from pathlib import Path

SAMPLE = Path("data/raw/sample-ua-judges/paper.pdf")
ROUNDS = 3  # the best of them counts: the least disturbed
READERS = {
    "pdfplumber extract_tables": """
import pdfplumber
with pdfplumber.open(pdf) as document:
    for page in document.pages:
        page.extract_tables(); page.close()""",
    "path A (plumber)": "from extract.plumber.table import read_table as get; import pathlib; get(pathlib.Path(pdf))",
    "PyMuPDF find_tables": """
import pymupdf, contextlib, io
with pymupdf.open(pdf) as document, contextlib.redirect_stdout(io.StringIO()):
    for page in document:
        [table.extract() for table in page.find_tables().tables]""",
    "path B (geometry)": "from extract.geometry.table import read_table as get; import pathlib; get(pathlib.Path(pdf))",
    "MuPDF words + cdrawings": """
import pymupdf
with pymupdf.open(pdf) as document:
    for page in document:
        page.get_text("words"); page.get_cdrawings()""",
}
TIMER = """
import sys, time
pdf = sys.argv[1]
def read():
    {body}
import pdfplumber, pymupdf, extract.plumber.table, extract.geometry.table
times = []
for _ in range(int(sys.argv[2])):
    start = time.process_time(); read(); times.append(time.process_time() - start)
print(min(times))
"""


def seconds(body: str, pdf: Path) -> float:
    """CPU seconds of the best round of one reader on one document, in a process of its own."""
    code = TIMER.format(body=body.strip().replace("\n", "\n    "))
    command = [sys.executable, "-c", code, str(pdf), str(ROUNDS)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(result.stdout.split()[-1])


def main(arguments: list[str]) -> None:
    """Print a table for each document."""
    import pymupdf

    for pdf in [Path(a) for a in arguments] or [SAMPLE]:
        with pymupdf.open(pdf) as document:
            pages = len(document)
        times = {name: seconds(body, pdf) / pages * 1000 for name, body in READERS.items()}
        base = times["pdfplumber extract_tables"]
        print(f"{pdf.parent.name}/{pdf.name}, {pages} pages, best of {ROUNDS}, CPU ms a page")
        for name, value in times.items():
            print(f"  {name:28} {value:8.1f}   {base / value:6.1f} x pdfplumber extract_tables")


if __name__ == "__main__":
    main(sys.argv[1:])
