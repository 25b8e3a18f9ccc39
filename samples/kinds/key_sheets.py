"""Key sheets of several booklets in three forms: a grid for each booklet, grids in pairs, a row for each booklet.

`settings` of a sheet: `title`, `ruled`, `form` (`below`, `beside`, `rows`), `earlier` (the preliminary answers) and
`remarks`.
"""

from collections.abc import Callable, Iterator
from typing import Any

from samples.render_reportlab import WIDTH, Sheet

A_ROW = 12  # numbers of a row
CELL, CELL_HEIGHT = 36.0, 17.0
NARROW = 19.5  # a cell where two grids stand side by side
HEAD = 104.0  # the cell of a booklet's name
SIZE = 9.0


def drawing(source: dict[str, Any], settings: dict[str, Any]) -> Callable[[Sheet], None]:
    """What draws one key sheet."""
    answers = {part["name"]: [_printed(i, settings) for i in part["items"]] for part in source["parts"][:2]}
    form = {"below": _below, "beside": _beside, "rows": _by_rows}[settings["form"]]

    def draw(sheet: Sheet) -> None:
        for text in settings["title"]:
            sheet.line(text, 12, bold=True, centred=True, after=5)
        form(sheet, source, settings, answers)
        sheet.y -= 14
        for text in settings["remarks"]:
            sheet.line(text, SIZE, after=3)

    return draw


Answers = dict[str, list[str]]


def _below(sheet: Sheet, source: dict[str, Any], settings: dict[str, Any], answers: Answers) -> None:
    """A grid for each booklet, one below the other, that of the reserve questions under it."""
    for booklet in source["booklets"]:
        if sheet.y - sheet.bottom < 9 * CELL_HEIGHT:
            sheet.new_page()
        sheet.y -= 10
        sheet.line(_name(booklet), 10, bold=True, after=6)
        _grid(sheet, sheet.left, CELL, _ordered(answers["objetiva"], booklet["order"]), settings["ruled"])
        sheet.y -= 4
        sheet.line(source["parts"][1]["heading"], SIZE, after=5)
        _grid(sheet, sheet.left, CELL, _ordered(answers["reserva"], booklet["reserve"]), settings["ruled"])


def _beside(sheet: Sheet, source: dict[str, Any], settings: dict[str, Any], answers: Answers) -> None:
    """Two booklets side by side, with the headings of both on one line."""
    lefts = (sheet.left, WIDTH - sheet.left - A_ROW * NARROW)
    for pair in (source["booklets"][:2], source["booklets"][2:]):
        for part, order, bold in (("objetiva", "order", True), ("reserva", "reserve", False)):
            sheet.y -= 22
            for left, booklet in zip(lefts, pair, strict=True):
                sheet.canvas.setFont(sheet.face.bold if bold else sheet.face.regular, SIZE)
                text = _name(booklet) if part == "objetiva" else source["parts"][1]["heading"]
                sheet.canvas.drawString(left, sheet.y, text)
            sheet.y -= 6
            top = sheet.y
            for left, booklet in zip(lefts, pair, strict=True):
                sheet.y = top
                _grid(sheet, left, NARROW, _ordered(answers[part], booklet[order]), settings["ruled"])
        sheet.y -= 8


def _by_rows(sheet: Sheet, source: dict[str, Any], settings: dict[str, Any], answers: Answers) -> None:
    """A row of numbers with a row of answers for each booklet, whose name stands at the row's head."""
    sheet.y -= 10
    for part, order in (("objetiva", "order"), ("reserva", "reserve")):
        if part == "reserva":
            sheet.y -= 8
            sheet.line(source["parts"][1]["heading"], SIZE, after=5)
        count = len(answers[part])
        for start in range(0, count, A_ROW):
            places = range(start, min(start + A_ROW, count))
            _cells(sheet, sheet.left, HEAD, ["Questão"], settings["ruled"])
            _cells(sheet, sheet.left + HEAD, NARROW + 12, [str(at + 1) for at in places], settings["ruled"])
            sheet.y -= CELL_HEIGHT
            for booklet in source["booklets"]:
                row = _ordered(answers[part], booklet[order])[start : start + A_ROW]
                _cells(sheet, sheet.left, HEAD, [_name(booklet)], settings["ruled"])
                _cells(sheet, sheet.left + HEAD, NARROW + 12, row, settings["ruled"])
                sheet.y -= CELL_HEIGHT
            sheet.y -= 8


def _name(booklet: dict[str, Any]) -> str:
    return f"TIPO {booklet['number']} – {booklet['colour']}"


def _ordered(answers: list[str], order: list[int]) -> list[str]:
    return [answers[place - 1] for place in order]


def _printed(item: dict[str, Any], settings: dict[str, Any]) -> str:
    key = "earlier" if settings.get("earlier") else "sheet"
    printed: str = item.get(key, item["key"])
    return printed


def _grid(sheet: Sheet, left: float, width: float, answers: list[str], ruled: bool) -> None:
    """Rows of up to twelve numbers, the answers under them."""
    for cells in _rows(answers):
        _cells(sheet, left, width, cells, ruled)
        sheet.y -= CELL_HEIGHT


def _rows(answers: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(answers), A_ROW):
        row = answers[start : start + A_ROW]
        yield [str(start + count) for count, _ in enumerate(row, 1)]
        yield row


def _cells(sheet: Sheet, left: float, width: float, texts: list[str], ruled: bool) -> None:
    for at, text in enumerate(texts):
        x = left + at * width
        sheet.canvas.setFont(sheet.face.regular, SIZE)
        sheet.canvas.drawCentredString(x + width / 2, sheet.y - 0.68 * CELL_HEIGHT, text)
        if ruled:
            sheet.canvas.setLineWidth(0.6)
            sheet.canvas.rect(x, sheet.y - CELL_HEIGHT, width, CELL_HEIGHT)
