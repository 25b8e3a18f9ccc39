"""What each kind of sample document looks like: from a source to the calls of one producer.

A design reads `Item.printed` only. Its signature: source, the document's settings, target file -> report lines.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from samples import render_libreoffice as office
from samples.render_reportlab import Column, Face, Row, Sheet, Table, render
from samples.source import Item, Source

Settings = dict[str, Any]
Design = Callable[[Source, Settings, Path], list[str]]
SERIF = ("DejaVuSerif", "DejaVuSerif-Bold")
SANS = ("DejaVuSans", "DejaVuSans-Bold")


def bank_rows(source: Source, items: list[Item], label: str = "") -> list[Row]:
    """The rows of a judges' bank: a stem row, then a row for each option with its mark."""
    right, wrong = source.settings["marks"]
    labels = source.settings["labels"]
    rows: list[Row] = []
    for item in items:
        cut = item.printed("cut", {})
        number = item.printed("number")
        lines = cut.get("lines") if cut.get("row") == "stem" else None
        rows.append(Row([f"{number}." if number else "", item.printed("stem"), ""], cut=lines))
        options = item.printed("options", [])
        key = item.printed("key")
        marks = item.printed("marks", [right if name == key else wrong for name in labels[: len(options)]])
        for at, (name, text, mark) in enumerate(zip(labels, options, marks, strict=False), 1):
            lines = cut.get("lines") if cut.get("row") == f"option.{at}" else None
            rows.append(Row(["", label.format(label=name) + text, mark], cut=lines))
    return rows


def judge_bank(source: Source, settings: Settings, target: Path) -> list[str]:
    """A ruled table of three columns by reportlab; a section begins with a line, or with a row across the table."""
    columns = [Column(42, "№", "center"), Column(352, "Питання"), Column(98, "Відповідь")]

    def draw(sheet: Sheet) -> None:
        for text in settings["title"]:
            sheet.line(text, 13, bold=True, centred=True)
        sheet.y -= 8
        for text in settings["notes"]:
            sheet.line(text, 9.5, after=5)
        rows: list[Row] = []
        for section in _sections(source):
            items = [item for item in source.items if item.section == section]
            if section.place == "line":
                if rows:
                    Table(sheet, columns).draw(rows)
                sheet.y -= 8
                sheet.line(section.heading, 11.5, bold=True, centred=True, after=8)
                rows = []
            else:
                rows.append(Row([section.heading], across=True, bold=True))
            rows += bank_rows(source, items, settings.get("label", ""))
        Table(sheet, columns).draw(rows)

    sheet = {"face": Face(*SERIF, 10), "left": 52, "top": 782, "bottom": 62, "running": settings["running"]}
    return render(target, settings["title"][0], sheet, draw)


def key_table(source: Source, settings: Settings, target: Path) -> list[str]:
    """The key sheet of a numbered paper by reportlab: number, letter, legal basis."""
    columns = [
        Column(62, "nr\npytania", "center", bold=True, middle=True),
        Column(88, "prawidłowa\nodpowiedź", "center", middle=True),
        Column(330, "podstawa prawna", middle=True),
    ]

    def draw(sheet: Sheet) -> None:
        for text in settings["title"]:
            sheet.line(text, 12, bold=True, centred=True, after=6)
        sheet.y -= 8
        rows = [
            Row([f"{item.printed('number')}.", item.printed("key"), item.printed("legal_basis")])
            for item in source.items
        ]
        Table(sheet, columns).draw(rows)

    sheet = {"face": Face(*SERIF, 10.5), "left": 57, "top": 790, "bottom": 70}
    return render(target, settings["title"][0], sheet, draw)


def true_false(source: Source, settings: Settings, target: Path) -> list[str]:
    """A true/false bank by reportlab: a legend of the areas on the first page, then the statements."""
    columns = [
        Column(48, "No.", "center", middle=True),
        Column(62, "Answer", "center", middle=True),
        Column(328, "Statement"),
        Column(54, "Area", "center", middle=True),
    ]

    def draw(sheet: Sheet) -> None:
        for text in settings["title"]:
            sheet.line(text, 14, bold=True, centred=True, after=5)
        sheet.y -= 6
        for text in settings["notes"]:
            sheet.line(text, 10, after=6)
        sheet.y -= 6
        legend = [Column(80, "Area", "center"), Column(412, "What the statements of this area are about")]
        Table(sheet, legend, shade=0.9).draw([Row([code, text]) for code, text in settings["legend"].items()])
        sheet.new_page()
        rows, covered = [], 0
        for item in source.items:
            covered -= 1
            area = item.printed("area") if covered <= 0 else None
            if area is not None:
                covered = item.printed("area_rows", 1)
            rows.append(Row([item.printed("number"), item.printed("key"), item.printed("stem"), area]))
        Table(sheet, columns, shade=0.9).draw(rows)

    sheet = {"face": Face(*SANS, 9.5), "left": 52, "top": 780, "bottom": 70, "folio": "Page {page} of {pages}"}
    return render(target, settings["title"][0], sheet, draw)


def _sections(source: Source) -> list[Any]:
    found: list[Any] = []
    for item in source.items:
        if item.section not in found:
            found.append(item.section)
    return found


DESIGNS: dict[str, Design] = {
    "judge-bank": judge_bank,
    "key-table": key_table,
    "true-false": true_false,
    "judge-bank-office": office.judge_bank,
    "numbered-office": office.numbered_paper,
}
