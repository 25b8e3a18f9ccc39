"""Small documents for the tests of path A, printed with reportlab in DejaVu Sans (Latin, Cyrillic, Greek).

Coordinates are points from the top left corner. `^x^` in a text is a raised, smaller x.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from records.layout import Layout, read_layout

WIDTH, HEIGHT = 595.0, 842.0
FONT = "DejaVuSans"
Row = Sequence[str | None]


@lru_cache(maxsize=1)
def font() -> str:
    """The name of the font, registered once."""
    import matplotlib

    pdfmetrics.registerFont(TTFont(FONT, Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
    return FONT


class Press:
    """Prints pages: text, rules and tables."""

    def __init__(self, path: Path, **settings: Any) -> None:
        self.path = path
        self.canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1, **settings)
        self.canvas.setLineWidth(0.5)

    def text(self, x: float, y: float, text: str, size: float = 10.0) -> float:
        """Print a line with its baseline at y; returns where it ends."""
        for index, part in enumerate(text.split("^")):
            small = size * 0.6 if index % 2 else size
            self.canvas.setFont(font(), small)
            self.canvas.drawString(x, HEIGHT - y + (size * 0.4 if index % 2 else 0), part)
            x += pdfmetrics.stringWidth(part, font(), small)
        return x

    def lines(self, x: float, y: float, texts: Sequence[str], size: float = 10.0, lead: float = 14.0) -> float:
        """Print lines one below the other; returns the baseline after the last one."""
        for text in texts:
            self.text(x, y, text, size)
            y += lead
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw a straight line."""
        self.canvas.line(x0, HEIGHT - y0, x1, HEIGHT - y1)

    def table(
        self,
        rows: Sequence[Row],
        widths: Sequence[float] = (40.0, 300.0, 100.0),
        left: float = 50.0,
        top: float = 100.0,
        rules: Callable[["Press", list[float], list[float]], None] | None = None,
    ) -> float:
        """Draw a ruled table; a cell's lines are parted by line feeds, None makes the cell before it wider."""
        xs = [left]
        for width in widths:
            xs.append(xs[-1] + width)
        ys = [top]
        for row in rows:
            ys.append(ys[-1] + 8 + 14 * max((cell or "").count("\n") + 1 for cell in row))
        if rules is not None:
            rules(self, xs, ys)
        else:
            self.grid(xs, ys, rows)
        for row, y in zip(rows, ys, strict=False):
            for cell, x in zip(row, xs, strict=False):
                self.lines(x + 4, y + 15, (cell or "").split("\n"))
        return ys[-1]

    def grid(self, xs: Sequence[float], ys: Sequence[float], rows: Sequence[Row] = ()) -> None:
        """Draw all rules of a table but those inside a wider cell."""
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        for index, x in enumerate(xs):
            for row, (y0, y1) in enumerate(zip(ys, ys[1:], strict=False)):
                if not (rows and index < len(rows[row]) and rows[row][index] is None):
                    self.rule(x, y0, x, y1)

    def next_page(self) -> None:
        """Begin a new page."""
        self.canvas.showPage()
        self.canvas.setLineWidth(0.5)

    def done(self) -> Path:
        """Write the file."""
        self.canvas.save()
        return self.path


def layout(name: str, **changes: Any) -> Layout:
    """A shipped layout, with parts of its paper replaced."""
    from extract.layouts import locate

    data = read_layout(locate(name)).model_dump(mode="json")
    data["paper"].update(changes)
    return Layout.model_validate(data)
