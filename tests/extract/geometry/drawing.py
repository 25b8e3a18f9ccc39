"""Small PDFs drawn for one test each: ruled tables row by row, and pages of placed lines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595.0, 842.0
FONT = "DejaVuSans"
EDGES = (50.0, 90.0, 430.0, 540.0)  # number, text, mark
LINE = 14.0


class R(NamedTuple):
    """A table row: cells left to right (None = covered by the cell on its left)."""

    cells: Sequence[str | None]
    open_top: Sequence[int] = ()  # columns whose cell goes on from the row above


def canvas(path: Path) -> Canvas:
    if FONT not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(
            TTFont(FONT, str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
        )
    page = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1)
    page.setFont(FONT, 10)
    return page


def put(page: Canvas, x: float, y: float, text: str, size: float = 10) -> None:
    """Place a text with its baseline `y` below the page's top; `^12^` is raised."""
    for i, part in enumerate(text.split("^")):
        page.setFont(FONT, size * 0.65 if i % 2 else size)
        page.drawString(x, HEIGHT - y + (4 if i % 2 else 0), part)
        x += pdfmetrics.stringWidth(part, FONT, size * 0.65 if i % 2 else size)


def table(page: Canvas, top: float, rows: Sequence[R], edges: Sequence[float] = EDGES) -> float:
    """Draw a ruled table; cells hold lines parted by line feeds. Returns where it ends."""
    y = top
    for row in rows:
        height = LINE * max(len((cell or "").split("\n")) for cell in row.cells) + 6
        for i, cell in enumerate(row.cells):
            if i not in row.open_top:
                page.line(edges[i], HEIGHT - y, edges[i + 1], HEIGHT - y)
            if cell is None:
                continue
            page.line(edges[i], HEIGHT - y, edges[i], HEIGHT - y - height)
            for k, text in enumerate(cell.split("\n")):
                put(page, edges[i] + 4, y + 13 + k * LINE, text)
        page.line(edges[-1], HEIGHT - y, edges[-1], HEIGHT - y - height)
        y += height
    page.line(edges[0], HEIGHT - y, edges[-1], HEIGHT - y)
    return y


def bank(path: Path, pages: Sequence[Sequence[R]], edges: Sequence[float] = EDGES, **info: Any) -> Path:
    """A document of one ruled table on each page, a page number at the foot."""
    page = canvas(path)
    for number, rows in enumerate(pages, 1):
        table(page, info.get("top", 60.0), rows, edges)
        put(page, 290, 815, str(number), 8)
        page.showPage()
    page.save()
    return path


def sheet(path: Path, pages: Sequence[Sequence[tuple[float, float, str]]], size: float = 10) -> Path:
    """A document of lines placed by (x, y from the top, text)."""
    page = canvas(path)
    for lines in pages:
        for x, y, text in lines:
            put(page, x, y, text, size)
        page.showPage()
    page.save()
    return path
