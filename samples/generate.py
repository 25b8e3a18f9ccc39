"""Renders the sample exams into `data/raw/<exam>/`: `python -m samples.generate [EXAM ...]`.

Which producer sets which document stands in each `source.yaml` (`documents`). Documents set by LibreOffice are
rendered only with `--office`: their bytes depend on its version, so that the committed files are what counts.
"""

import argparse
from pathlib import Path

from samples import designs
from samples.source import exam_ids, read_source

RAW = Path(__file__).resolve().parents[1] / "data" / "raw"


def generate(exam: str, office: bool, raw: Path = RAW) -> list[str]:
    """Render one exam's documents.

    Returns:
        What was set: one line per page of each document set by reportlab, one per document set by LibreOffice.
    """
    source = read_source(exam)
    said = []
    for document, settings in source.settings["documents"].items():
        target = raw / exam / f"{document}.pdf"
        if settings["producer"] == "libreoffice" and not office:
            said.append(f"{target.name}: left as it is (--office renders it)")
            continue
        said += [f"{target.name}: {line}" for line in designs.DESIGNS[settings["design"]](source, settings, target)]
    return said


def main() -> None:
    """Render all exams, or the ones named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exams", nargs="*", metavar="EXAM", help="exam ids (default: all)")
    parser.add_argument("--office", action="store_true", help="also render what LibreOffice sets")
    chosen = parser.parse_args()
    for exam in chosen.exams or exam_ids():
        for line in generate(exam, chosen.office):
            print(f"{exam}/{line}")


if __name__ == "__main__":
    main()
