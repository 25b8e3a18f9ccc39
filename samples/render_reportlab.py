"""Sets ruled tables with reportlab: own line breaking, rows kept whole unless the source cuts one, stroked rules.

The same source gives the same bytes (reportlab's invariant mode). Units are points, y from the page's foot.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from samples.markup import RAISED_BY, RAISED_SIZE, Line, Run, wrap

WIDTH, HEIGHT = A4
LEADING = 1.32  # line distance, of the font size
PADDING = 4.0  # between a rule and the text of its cell
RULE = 0.6  # stroke width of the rules
FOLIO_AT = 34.0
HEADER_AT = HEIGHT - 40.0


@dataclass(frozen=True)
class Face:
    """A font family (registered names) and a size in points."""

    regular: str
    bold: str
    size: float

    def measure(self, bold: bool) -> Callable[[Run], float]:
        """The width of a run as it will be drawn."""
        name = self.bold if bold else self.regular
        return lambda run: pdfmetrics.stringWidth(run.text, name, self.size * (RAISED_SIZE if run.raised else 1.0))


@dataclass(frozen=True)
class Column:
    """One table column: width in points, heading (may hold a line feed), how its cells are set."""

    width: float
    heading: str
    align: str = "left"
    bold: bool = False
    middle: bool = False


@dataclass(frozen=True)
class Row:
    """One table row; a cell of None is covered by the one above it; `across` is one cell over the whole width.

    `cut` = number of text lines after which the page ends inside this row.
    """

    cells: list[str | None]
    across: bool = False
    cut: int | None = None
    bold: bool = False


@dataclass
class Sheet:
    """The page being set: where the next row or line goes, and what every page repeats."""

    canvas: Canvas
    face: Face
    left: float
    top: float
    bottom: float
    running: str = ""
    running_from: int = 2
    folio: str = "{page}"
    pages: int = 0
    page: int = 0
    y: float = 0.0
    log: list[str] = field(default_factory=list)

    def new_page(self) -> None:
        """End the page, begin the next one with its running header and folio."""
        if self.page:
            self.log.append(f"page {self.page}: {self.y - self.bottom:.0f} pt left")
            self.canvas.showPage()
        self.page += 1
        self.y = self.top
        self.canvas.setFont(self.face.regular, self.face.size - 1.5)
        self.canvas.drawCentredString(WIDTH / 2, FOLIO_AT, self.folio.format(page=self.page, pages=self.pages))
        if self.running and self.page >= self.running_from:
            self.canvas.drawCentredString(WIDTH / 2, HEADER_AT, self.running)

    def line(self, text: str, size: float, bold: bool = False, centred: bool = False, after: float = 2.0) -> None:
        """Set text outside a table, broken to the page's width."""
        face = Face(self.face.regular, self.face.bold, size)
        for runs in wrap(text, WIDTH - 2 * self.left, face.measure(bold)):
            self.y -= size * LEADING
            width = sum(face.measure(bold)(run) for run in runs)
            draw_line(self.canvas, runs, WIDTH / 2 - width / 2 if centred else self.left, self.y, face, bold)
        self.y -= after


def draw_line(canvas: Canvas, line: Line, x: float, y: float, face: Face, bold: bool) -> None:
    """Draw one line of runs; raised runs smaller and above the baseline."""
    name = face.bold if bold else face.regular
    text = canvas.beginText(x, y)
    for run in line:
        text.setFont(name, face.size * (RAISED_SIZE if run.raised else 1.0))
        text.setRise(face.size * RAISED_BY if run.raised else 0)
        text.textOut(run.text)
    canvas.drawText(text)


class Table:
    """A ruled table that flows over pages; its heading row is repeated at the top of each."""

    def __init__(self, sheet: Sheet, columns: list[Column], shade: float | None = None) -> None:
        self.sheet, self.columns, self.shade = sheet, columns, shade
        self.left = sheet.left
        self.width = sum(column.width for column in columns)

    def draw(self, rows: list[Row]) -> None:
        """Set all rows, beginning with the heading row at the present place."""
        self._heading()
        for at, row in enumerate(rows):
            cells = self._broken(row)
            if row.cut is not None:
                self._cut(row, cells)
                continue
            group = 1
            while at + group < len(rows) and None in rows[at + group].cells:
                group += 1
            heights = [self._height(self._broken(other)) for other in rows[at : at + group]]
            if None not in row.cells and self.sheet.y - sum(heights) < self.sheet.bottom:
                self._next_page()
            spans = [self._span(rows, at, column, heights) for column in range(len(row.cells))]
            self._row(row, cells, spans)
        self._rule_under()

    def _heading(self) -> None:
        row = Row([column.heading for column in self.columns], bold=True)
        lines = [
            [
                line
                for part in column.heading.split("\n")
                for line in wrap(part, column.width - 2 * PADDING, self._measure(True))
            ]
            for column in self.columns
        ]
        if self.shade is not None:
            self.sheet.canvas.setFillGray(self.shade)
            height = self._height(lines)
            self.sheet.canvas.rect(self.left, self.sheet.y - height, self.width, height, stroke=0, fill=1)
            self.sheet.canvas.setFillGray(0)
        self._row(row, lines, [self._height(lines)] * len(lines), centred=True)

    def _next_page(self) -> None:
        self._rule_under()
        self.sheet.new_page()
        self._heading()

    def _cut(self, row: Row, cells: list[list[Line]]) -> None:
        first = [lines[: row.cut] for lines in cells]
        rest = [lines[row.cut :] for lines in cells]
        if not any(rest):
            raise ValueError(f"nothing is left to cut in row {row.cells}")
        self._row(row, first, [self._height(first)] * len(first))
        self._next_page()
        self._row(row, rest, [self._height(rest)] * len(rest))

    def _measure(self, bold: bool) -> Callable[[Run], float]:
        return self.sheet.face.measure(bold)

    def _broken(self, row: Row) -> list[list[Line]]:
        if row.across:
            return [wrap(row.cells[0] or "", self.width - 2 * PADDING, self._measure(True))]
        return [
            wrap(cell or "", column.width - 2 * PADDING, self._measure(column.bold or row.bold))
            for cell, column in zip(row.cells, self.columns, strict=True)
        ]

    def _height(self, cells: list[list[Line]]) -> float:
        lines = max(1, *(len(lines) for lines in cells)) if len(cells) > 1 else max(1, len(cells[0]))
        return lines * self.sheet.face.size * LEADING + 2 * PADDING

    @staticmethod
    def _span(rows: list[Row], at: int, column: int, heights: list[float]) -> float:
        """The height of a cell with the rows below that it covers; `heights` begins with its own row's."""
        covered = 1
        while covered < len(heights) and rows[at + covered].cells[column] is None:
            covered += 1
        return sum(heights[:covered])

    def _row(self, row: Row, cells: list[list[Line]], spans: list[float], centred: bool = False) -> None:
        canvas, face, top = self.sheet.canvas, self.sheet.face, self.sheet.y
        height = self._height(cells)
        canvas.setLineWidth(RULE)
        x = self.left
        columns = [Column(self.width, "", "center", bold=True)] if row.across else self.columns
        for column, cell, lines, span in zip(columns, row.cells, cells, spans, strict=True):
            if cell is not None:
                canvas.line(x, top, x + column.width, top)
            canvas.line(x, top, x, top - height)
            canvas.line(x + column.width, top, x + column.width, top - height)
            bold = column.bold or row.bold
            free = (span if column.middle else height) - len(lines) * face.size * LEADING - 2 * PADDING
            y = top - PADDING - (free / 2 if column.middle or centred else 0)
            for line in lines:
                y -= face.size * LEADING
                width = sum(self._measure(bold)(run) for run in line)
                middle = centred or column.align == "center"
                start = x + (column.width - width) / 2 if middle else x + PADDING
                draw_line(canvas, line, start, y + 0.28 * face.size, face, bold)
            x += column.width
        self.sheet.y = top - height

    def _rule_under(self) -> None:
        self.sheet.canvas.line(self.left, self.sheet.y, self.left + self.width, self.sheet.y)


def register_fonts() -> None:
    """Register matplotlib's DejaVu fonts under their own names."""
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name in ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSans", "DejaVuSans-Bold"):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))


def render(target: Path, title: str, sheet: dict[str, Any], draw: Callable[[Sheet], None]) -> list[str]:
    """Write one PDF; it is set twice, so that the folio can name the number of pages.

    Returns:
        One line per page: how much of it was left empty (to place the cuts).
    """
    register_fonts()
    pages = 0
    for _ in range(2):
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1)
        canvas.setTitle(title)
        setting = Sheet(canvas=canvas, pages=pages, **sheet)
        setting.new_page()
        draw(setting)
        canvas.showPage()
        canvas.save()
        pages = setting.page
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(buffer.getvalue())
    return setting.log
