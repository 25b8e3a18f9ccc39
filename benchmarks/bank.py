"""`python -m benchmarks.bank --pages 1672 --out DIR`: a synthetic question bank of any size with its gold.

It has the layout of `extract/layouts/ua-judge-bank.yaml`: a ruled table, options as rows with their marks, numbers that
begin again in each section, rows that cross pages, questions taken out, number cells lost. DIR gets `paper.pdf`,
`gold.jsonl` (one question a line, as meant) and `bank.json` (counts and settings). Pages are written as they are set.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.inks import MupdfInk, NoInk, ReportlabInk, Style, word_width
from benchmarks.questions import LABELS, PAGES, RIGHT, WRONG, Bank, Question, phrases
from benchmarks.typeset import Ink, Setter

INKS: dict[str, Callable[[Path, Style], Ink]] = {"pymupdf": MupdfInk, "reportlab": ReportlabInk}
PRODUCERS = (*INKS, "libreoffice")


def make_bank(
    pages: int, out: Path, producer: str = "pymupdf", style: Style = "rects", seed: int = 1, repeat: bool = True
) -> dict[str, Any]:
    """Write one bank.

    Args:
        pages: its size; LibreOffice breaks pages itself and comes near it.
        out: the folder for the three files.
        producer: one of PRODUCERS.
        style: how rules are drawn; LibreOffice draws its own.
        seed: of texts and damages; the same for all producers.
        repeat: whether the heading row stands on every page of a table, not only on its first.

    Returns:
        What `bank.json` holds: settings, and how many items, withdrawn, lost numbers and rows cut by a page's end.
    """
    out.mkdir(parents=True, exist_ok=True)
    bank = Bank(pages, seed)
    said = {"pages": pages, "producer": producer, "style": style, "seed": seed}
    with (out / "gold.jsonl").open("w", encoding="utf-8") as gold:
        ink: Ink = INKS[producer](out / "paper.pdf", style) if producer in INKS else NoInk()
        setter = Setter(ink, word_width(), pages, repeat)
        questions = _written(setter.set(bank), gold)
        if producer == "libreoffice":
            said |= {"style": "own"} | _by_libreoffice(questions, out / "paper.pdf")
        else:
            for _ in questions:
                pass
            said |= {"pages": setter.page, "cut_rows": setter.cut}
        ink.close()
    said |= {"items": bank.items, "withdrawn": bank.withdrawn, "lost_numbers": bank.lost}
    (out / "bank.json").write_text(json.dumps(said, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return said


def _written(questions: Iterable[Question], gold: Any) -> Iterator[Question]:
    """Pass questions on, each written down as gold."""
    for question in questions:
        gold.write(json.dumps(question.gold(), ensure_ascii=False) + "\n")
        yield question


def _by_libreoffice(questions: Iterable[Question], target: Path) -> dict[str, Any]:
    """Have LibreOffice set the questions by the template of the sample banks."""
    import pymupdf

    from samples import render_libreoffice, source

    items = []
    for question in questions:
        section = source.Section(question.section.id, question.section.heading)
        printed = {"number": "" if question.damage else question.number}
        values = {"stem": question.stem, "options": list(question.options), "key": question.key, "print": printed}
        items.append(source.Item(values, section))
    paper = source.Source("bank", {"labels": list(LABELS), "marks": [RIGHT, WRONG]}, items)
    title = phrases()["title"]
    render_libreoffice.judge_bank(paper, {"title": title, "notes": phrases()["notes"], "running": title[0]}, target)
    with pymupdf.open(target) as document:
        return {"pages": document.page_count}


def main(arguments: list[str]) -> None:
    """Write the bank that the arguments describe and say what it holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bank", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="how many pages (1672: 11,990 items)")
    parser.add_argument("--out", type=Path, required=True, help="folder for paper.pdf, gold.jsonl and bank.json")
    parser.add_argument("--producer", choices=PRODUCERS, default="pymupdf")
    parser.add_argument("--style", choices=("strokes", "rects"), default="rects", help="how rules are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heading", choices=("every", "first"), default="every", help="pages with the heading row")
    chosen = parser.parse_args(arguments)
    said = make_bank(chosen.pages, chosen.out, chosen.producer, chosen.style, chosen.seed, chosen.heading == "every")
    print(f"{chosen.out}: " + ", ".join(f"{name} {value}" for name, value in said.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
