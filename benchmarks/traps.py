"""`python -m benchmarks.traps [FOLDER] --out docs/traps.md`: what the paths and the witnesses say of one-page tables.

The tables are those of tests/data/cases/table-traps. Each path's rows are compared with what a person reads, white
space aside. The witnesses are asked about path B's rows as a verification asks them about fields: PDFium about visible
characters, the letters about look-alikes, the word list about the share of known words, and recognition
about the drawn page.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from extract.audit.distance import plain
from extract.audit.pictures import opened, picture
from extract.audit.tesseract import language_data, read_pictures
from records.errors import DocumentError, LexproofError
from records.model import Place, TableReading
from records.words import zipf
from verify.glyph_text import glyph_form
from verify.letters import KNOWN_ZIPF, LOWEST_RATE, word_proposals
from verify.rendered import Asked, read_pages

ROOT = Path(__file__).resolve().parents[1]
TRAPS = ROOT / "tests/data/cases/table-traps"
LANGUAGE = "uk"
DPI = 300
COLUMN = 4  # page segmentation: one column of text of several sizes, rules left out
WHOLE_PAGE = (-1e4, -1e4, 1e4, 1e4)
HIGHEST_ERROR = 0.05  # character error rate up to which recognition confirms a page
PASSWORDS = {"14enc_user_pw": "u"}
PREFACE = """\
# Traps
One-page tables, each with one thing that goes wrong in PDFs of exams (`tests/data/cases/table-traps`), printed by
`python -m benchmarks.traps`. *right*: the rows are those that a person reads on the page; *told*: they are not, but a
flag or a clear error says so; *silent*: neither. The witnesses look at path B's rows: PDFium at the visible characters
of the page, letters and words at the spelling, recognition (tesseract, 300 dpi) at the picture. A witness speaks of
what was read: where both paths refuse the page there is nothing to confirm. `lexproof table` alone asks no witness;
`lexproof verify` and `lexproof audit` do.

"""

Reader = Callable[..., TableReading]


def readers() -> dict[str, Reader]:
    """Both paths' table readers."""
    from extract.geometry.table import read_table as geometry
    from extract.plumber.table import read_table as plumber

    return {"plumber": plumber, "geometry": geometry}


def bare(rows: list[list[str | None]]) -> list[list[str]]:
    """The rows as they are compared."""
    return [[re.sub(r"[\s\u00ad]+", "", cell or "") for cell in row] for row in rows]


def verdict(read: Reader, pdf: Path, expected: list[list[str | None]] | None) -> tuple[str, TableReading | None]:
    """`right`, `told` or `silent`, with the reasons given, and the reading."""
    try:
        reading = read(pdf)
    except LexproofError as error:
        return f"told: {str(error).partition(': ')[2].split('. ')[0]}", None
    reasons = ", ".join(dict.fromkeys(f"`{f.reason}`" for f in reading.flags))
    if expected is not None and bare(reading.rows) == bare(expected):
        return f"right{f', {reasons}' if reasons else ''}", reading
    return (f"told: {reasons}" if reasons else "**silent**"), reading


def pdfium_says(pdf: Path, text: str) -> str:
    """What the third engine says of a page's text: the same visible characters, or those that differ."""
    read = next(iter(read_pages(pdf, [(1, [Asked((0, 0), (WHOLE_PAGE,), None)])], PASSWORDS.get(pdf.stem), 1)))
    if read.failure:
        return f"not rendered: {read.failure}"
    found, wanted = Counter(glyph_form(read.fields[0, 0].content)), Counter(glyph_form(text))
    missing, extra = "".join((wanted - found).elements()), "".join((found - wanted).elements())
    if not missing and not extra:
        return "confirmed"
    return (
        "contradicted"
        + (f", not on the page: `{missing[:12]}`" if missing else "")
        + (f", besides: `{extra[:12]}`" if extra else "")
    )


def letters_say(text: str) -> str:
    """Look-alikes with their repair, and the share of known words of four or more letters."""
    words = [w.lower() for w in re.findall(r"[^\W\d_]{4,}", text)]
    share = sum(zipf(w, LANGUAGE) >= KNOWN_ZIPF for w in words) / len(words) if words else None
    proposals = word_proposals(text, LANGUAGE)
    said = [f"look-alikes: {', '.join(proposals[:2])}"] if proposals else []
    said += [f"known words {share:.2f}{' (low)' if share < LOWEST_RATE else ''}"] if share is not None else []
    return "; ".join(said) or "nothing to say"


def recognition_says(pdf: Path, text: str) -> str:
    """The character error rate of the text against the page as recognised."""
    try:
        with opened(pdf, PASSWORDS.get(pdf.stem)) as document:
            width, height = document[0].get_size()
            drawn = picture(document, Place(page=1, box=(0, 0, width, height)), DPI)
    except DocumentError:
        drawn = None
    if drawn is None:
        return "not drawn"
    turned = [drawn.rotate(angle, expand=True) for angle in (0, 90, 180, 270)]
    read = read_pictures(turned, language_data(LANGUAGE), COLUMN, DPI)
    rate = min(_error_rate(text, seen) for seen in read)
    return f"{'confirmed' if rate <= HIGHEST_ERROR else 'contradicted'} ({rate:.2f})"


def _error_rate(text: str, seen: str) -> float:
    """Characters that one has beyond the other, without their order: lines are recognised across the cells."""
    wanted, found = Counter(plain(text)), Counter(plain(seen))
    return max((wanted - found).total(), (found - wanted).total()) / max(wanted.total(), 1)


def rows_of_page(folder: Path) -> list[tuple[str, ...]]:
    """One row for each trap: name, path A, path B, PDFium, letters, recognition."""
    expected = json.loads((folder / "expected_rows.json").read_text("utf-8"))
    table = []
    for name, rows in sorted(expected.items()):
        pdf = folder / f"{name}.pdf"
        said = {path: verdict(read, pdf, rows) for path, read in readers().items()}
        reading = said["geometry"][1]
        text = "\n".join(cell for row in reading.rows for cell in row if cell) if reading else ""
        witnesses = (pdfium_says(pdf, text), letters_say(text), recognition_says(pdf, text)) if text else ("–",) * 3
        table.append((name, said["plumber"][0], said["geometry"][0], *witnesses))
    return table


def page(folder: Path) -> str:
    """The whole page as Markdown."""
    table = rows_of_page(folder)
    lines = ["| trap | path A | path B | PDFium | letters and words | recognition |", "| --- " * 6 + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in table]
    totals = [
        f"{path}: " + ", ".join(f"{n} {k}" for k, n in sorted(Counter(_kind(row[at]) for row in table).items()))
        for at, path in ((1, "Path A"), (2, "Path B"))
    ]
    return PREFACE + "\n".join(lines) + "\n\n" + "; ".join(totals) + ".\n"


def _kind(cell: str) -> str:
    return "silent" if "silent" in cell else cell.partition(":")[0].partition(",")[0]


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=TRAPS)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    text = page(chosen.folder)
    if chosen.out:
        chosen.out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
