"""Sets sample papers with LibreOffice: writes a flat OpenDocument text and has `soffice` convert it to PDF.

LibreOffice breaks lines and pages itself; a place to break a word is handed to it as a soft hyphen. Needs the
commands `soffice` and the DejaVu fonts (Debian: libreoffice-writer, fonts-dejavu-core).
"""

import subprocess
import tempfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from samples.markup import SOFT_HYPHEN, Run, spans
from samples.source import Item, Source

HERE = Path(__file__).resolve().parent
PATIENCE = 180  # seconds for one conversion


def judge_bank(source: Source, settings: dict[str, Any], target: Path) -> list[str]:
    """A judges' bank: one table for each section, option labels printed where `label` says so."""
    body = [_paragraph("Title", text) for text in settings["title"]] + [
        _paragraph("Note", text) for text in settings["notes"]
    ]
    for section in dict.fromkeys(item.section for item in source.items):
        body.append(_paragraph("Heading", section.heading if section else ""))
        rows = [row for item in source.items if item.section == section for row in _bank_rows(source, item, settings)]
        body.append(_table(["№", "Питання", "Відповідь"], rows))
    return _convert("judge-bank.fodt", "\n".join(body), settings, target)


def numbered_paper(source: Source, settings: dict[str, Any], target: Path) -> list[str]:
    """A numbered paper: a page of instructions, then bold stems with hanging numbers and options A, B, C."""
    body = [_paragraph("Code", settings["code"])]
    body += [_paragraph("Title", text) for text in settings["title"]]
    body += [_paragraph("Note", text) for text in settings["notes"]]
    for at, item in enumerate(source.items):
        first = "StemFirst" if at == 0 else "Stem"
        body.append(_paragraph(first, f"{item.printed('number')}.\t{item.printed('stem')}"))
        options = list(zip(source.settings["labels"], item.printed("options"), strict=True))
        for place, (label, text) in enumerate(options, 1):
            last = "OptionLast" if place == len(options) else "Option"
            body.append(_paragraph(last, f"{label}.\t{text}"))
    return _convert("numbered-paper.fodt", "\n".join(body), settings, target)


def _bank_rows(source: Source, item: Item, settings: dict[str, Any]) -> list[list[str]]:
    right, wrong = source.settings["marks"]
    labels, options, key = source.settings["labels"], item.printed("options", []), item.printed("key")
    marks = item.printed("marks", [right if name == key else wrong for name in labels[: len(options)]])
    number = item.printed("number")
    rows = [[f"{number}." if number else "", item.printed("stem"), ""]]
    named = zip(labels, options, marks, strict=False)
    return rows + [["", settings.get("label", "").format(label=name) + text, mark] for name, text, mark in named]


def _table(heading: list[str], rows: list[list[str]]) -> str:
    def row(cells: list[str], styles: list[str], look: str) -> str:
        inner = "".join(
            f'<table:table-cell table:style-name="{look}">{_paragraph(style, text)}</table:table-cell>'
            for style, text in zip(styles, cells, strict=True)
        )
        return f'<table:table-row table:style-name="Row">{inner}</table:table-row>'

    columns = "".join(f'<table:table-column table:style-name="Column{n}"/>' for n in range(1, len(heading) + 1))
    head = row(heading, ["HeadCell"] * len(heading), "HeadBox")
    body = "\n".join(row(cells, ["NumberCell", "TextCell", "TextCell"], "Box") for cells in rows)
    return (
        f'<table:table table:style-name="Table">{columns}<table:table-header-rows>{head}</table:table-header-rows>\n'
        f"{body}</table:table>"
    )


def _paragraph(style: str, text: str) -> str:
    inner = ""
    for piece in spans(text):
        if isinstance(piece, Run) and piece.raised:
            inner += f'<text:span text:style-name="Raised">{escape(piece.text)}</text:span>'
        elif isinstance(piece, Run):
            inner += escape(piece.text).replace("\t", "<text:tab/>")
        elif piece != "=":
            inner += SOFT_HYPHEN
    return f'<text:p text:style-name="{style}">{inner}</text:p>'


def _convert(template: str, body: str, settings: dict[str, Any], target: Path) -> list[str]:
    frame = (HERE / "templates" / template).read_text(encoding="utf-8")
    text = frame.replace("@RUNNING@", escape(settings["running"])).replace("@BODY@", body)
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / f"{target.stem}.fodt"
        document.write_text(text, encoding="utf-8")
        profile = (Path(folder) / "profile").as_uri()
        command = [
            "soffice",
            f"-env:UserInstallation={profile}",
            "--headless",
            "--convert-to",
            "pdf",
            "--outdir",
            folder,
        ]
        subprocess.run([*command, str(document)], check=True, capture_output=True, timeout=PATIENCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(document.with_suffix(".pdf").read_bytes())
    return ["set by LibreOffice"]
