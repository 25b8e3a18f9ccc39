"""Rewrites the registry entries of the sample exams from the rendered files: `python -m samples.register [EXAM ...]`.

Run it after `python -m samples.generate`: the entries hold the hashes of what stands in `data/raw/<exam>/`.
"""

import argparse
from pathlib import Path
from typing import Literal, get_args

from pipeline.params import load_params
from pipeline.registry import RAW, Registered, write_entry
from records.files import sha256_of
from records.layout import read_layout
from records.model import Document
from samples.source import exam_ids, read_source

ROOT = Path(__file__).resolve().parents[1]
ISSUER = "lexproof (self-written sample)"
LICENCE = "CC0-1.0"
YEAR = 2026
Kind = Literal["paper", "key"]


def entry_of(exam: str, root: Path = ROOT) -> Registered:
    """The entry of one sample exam as its rendered files demand it.

    Raises:
        FileNotFoundError: a document that the source describes is not rendered.
    """
    params = load_params(root)
    layout = read_layout(root / params.exams[exam].layout)
    settings = read_source(exam).settings
    documents = []
    for kind in get_args(Kind):
        path = RAW / exam / f"{kind}.pdf"
        if kind not in settings["documents"]:
            continue
        documents.append(
            Document(
                id=f"{exam}-{kind}", bank=params.bank.name, kind=kind, layout=layout.name, language=layout.language,
                jurisdiction=layout.jurisdiction, path=path.as_posix(), sha256=sha256_of(root / path), year=YEAR,
                issuer=ISSUER, licence=LICENCE,
            )
        )  # fmt: skip
    return Registered(exam=exam, course=settings.get("course"), documents=documents)


def main() -> None:
    """Register all exams, or the ones named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exams", nargs="*", metavar="EXAM", help="exam ids (default: all)")
    for exam in parser.parse_args().exams or exam_ids():
        entry = entry_of(exam)
        write_entry(entry, ROOT)
        print(f"{exam}: {len(entry.documents)} document(s) registered")


if __name__ == "__main__":
    main()
