"""Small papers drawn by tests: a numbered list and a key sheet, with reportlab and matplotlib's fonts."""

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from samples.render_reportlab import register_fonts

TOP, STEP, ROW = 780.0, 16.0, 22.0


def canvas_on(target: Path) -> Canvas:
    """A canvas with the sample's fonts registered."""
    register_fonts()
    assert "DejaVuSerif" in pdfmetrics.getRegisteredFontNames()
    canvas = Canvas(str(target), pagesize=A4, invariant=1)
    canvas.setFont("DejaVuSerif", 10)
    return canvas


def numbered_paper(target: Path, items: Sequence[tuple[int, str, Sequence[str]]]) -> Path:
    """A paper "1. stem", "A. option" ...; a stem may hold line feeds."""
    canvas, y = canvas_on(target), TOP
    for number, stem, options in items:
        lines = stem.split("\n")
        if y < 80 + STEP * (len(lines) + len(options)):
            canvas.showPage()
            canvas.setFont("DejaVuSerif", 10)
            y = TOP
        canvas.drawString(60, y, f"{number}.")
        for line in lines:
            canvas.drawString(84, y, line)
            y -= STEP
        for label, text in zip("ABCDEF", options, strict=False):
            canvas.drawString(84, y, f"{label}.")
            canvas.drawString(104, y, text)
            y -= STEP
        y -= STEP / 2
    canvas.save()
    return target


def key_sheet(target: Path, rows: Sequence[tuple[int, str, str | None]]) -> Path:
    """A ruled key table: number, letter, legal basis; a basis of None continues the cell above."""
    canvas, y = canvas_on(target), TOP
    lefts, right = (60.0, 120.0, 220.0), 520.0
    heads = ("nr pytania", "odpowiedź", "podstawa prawna")
    cells: list[tuple[str, str, str | None]] = [heads, *((f"{n}.", k, b) for n, k, b in rows)]
    for row in cells:
        for left, end, text in zip(lefts, (*lefts[1:], right), row, strict=True):
            if text is not None:
                canvas.line(left, y, end, y)
                canvas.drawString(left + 4, y - 14, text)
        y -= ROW
    canvas.line(lefts[0], y, right, y)
    for x in (*lefts, right):
        canvas.line(x, TOP, x, y)
    canvas.save()
    return target
