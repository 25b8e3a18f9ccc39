"""Numbered papers in one column with key sheets: option labels as glyphs of the paper's own font, and statements.

The gold functions never look into `print`, the setting functions never into the gold of a field that has a `print`.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from samples.kinds import read_file
from samples.kinds.flow import Flow
from samples.render_reportlab import HEADER_AT, WIDTH, Face, Sheet, render

CJK = "DroidSansFallback"
LATIN = Face("DejaVuSerif", "DejaVuSerif-Bold", 10)
A_ROW = 10  # numbers of a row of the key grid
HEAD, CELL, CELL_HEIGHT = 52.0, 43.0, 19.0  # points
HANG = 22.0  # of the lines of an item after its number


def load_gold(name: str) -> list[dict[str, Any]]:
    """The gold items in printed order.

    Returns:
        One dict per item: id, number, part (None without parts), stem, options (label and text each), key and
        accepted_answers (labels), everybody (all score), status, superseded (labels of the first key sheet, empty
        without one).
    """
    source = read_file(name)
    parts = source.get("parts") or [{"name": None, "items": source["items"]}]
    return [_gold(name, source, part["name"], item) for part in parts for item in part["items"]]


def _gold(name: str, source: dict[str, Any], part: str | None, item: dict[str, Any]) -> dict[str, Any]:
    key = [item["key"]] if isinstance(item["key"], str) else item["key"]
    earlier = item.get("earlier", key) if "earlier_key" in source else []
    texts = zip(source.get("labels", []), item.get("options", []), strict=False)
    return {
        "id": f"{name}-{item['number']}",
        "number": item["number"],
        "part": part,
        "stem": item["stem"],
        "options": [{"label": label, "text": text} for label, text in texts],
        "key": key,
        "accepted_answers": item.get("accepted", []),
        "everybody": item.get("everybody", False),
        "status": item.get("status", "ok"),
        "superseded": [earlier] if isinstance(earlier, str) else earlier,
    }


def generate_glyphs(name: str, folder: Path) -> list[str]:
    """Set a paper whose option labels are no letters (glyphs of its own font, signs), and key sheets with grids."""
    source = read_file(name)
    _register_cjk(dict(zip(source["glyphs"], source["drawn_as"], strict=True)))
    face = Face(CJK, CJK, 10.5)
    page = {"face": face, "left": 60, "top": 785, "bottom": 62, "folio": ""}

    def running(sheet: Sheet) -> None:
        left, right = source["paper"]["running"]
        sheet.canvas.setFont(CJK, 9)
        sheet.canvas.drawString(sheet.left, HEADER_AT, left)
        said = right.format(page=sheet.page, pages=sheet.pages or 1)
        sheet.canvas.drawRightString(WIDTH - sheet.left, HEADER_AT, said)

    def draw(sheet: Sheet) -> None:
        running(sheet)
        title, *notes = source["paper"]["cover"]
        sheet.line(title, 14, centred=True, after=8)
        flow = Flow(sheet, on_page=running)
        for text in notes:
            flow.paragraph(text, before=3)
        for part in source.get("parts") or [source]:
            if "heading" in part:
                flow.paragraph(part["heading"], before=14, keep=3)
            for item in part["items"]:
                _glyph_item(flow, item, source)

    said = [f"paper.pdf: {line}" for line in render(folder / "paper.pdf", source["title"], page, draw)]
    for document in ("key", "earlier_key") if "earlier_key" in source else ("key",):
        target = folder / f"{document.replace('_', '-')}.pdf"
        said += [f"{target.name}: {line}" for line in _grid_sheet(source, document, page, target)]
    return said


def _register_cjk(drawn_as: dict[str, str]) -> None:
    """Register MuPDF's Droid Sans Fallback; some private-use characters are drawn as other characters are."""
    import pymupdf

    if CJK not in pdfmetrics.getRegisteredFontNames():  # a second font of that name would be ignored
        pdfmetrics.registerFont(TTFont(CJK, BytesIO(pymupdf.Font("cjk").buffer)))
    font = pdfmetrics.getFont(CJK)
    for private, shown in drawn_as.items():
        font.face.charToGlyph[ord(private)] = font.face.charToGlyph[ord(shown)]
        font.face.charWidths[ord(private)] = font.face.charWidths[ord(shown)]


def _glyph_item(flow: Flow, item: dict[str, Any], source: dict[str, Any]) -> None:
    stem = item.get("print", {}).get("stem", item["stem"])
    first, *more = [stem] if isinstance(stem, str) else stem
    number = source.get("item_number", "{number} ").format(number=item["number"])
    flow.paragraph(f"{number} {first}", rest=HANG, before=7)
    for text in more:
        flow.paragraph(text, first=HANG, rest=2 * HANG)
    texts = [f"{glyph}{text}" for glyph, text in zip(source["glyphs"], item["options"], strict=False)]
    in_a_row = item.get("in_a_row", 1)
    for row in _groups(texts, in_a_row):
        if in_a_row == 1:
            flow.paragraph(row[0], first=HANG, rest=2 * HANG)
        else:
            flow.row(row, indent=HANG)


def _grid_sheet(source: dict[str, Any], document: str, page: dict[str, Any], target: Path) -> list[str]:
    settings = source[document]
    items = [item for part in source.get("parts") or [source] for item in part["items"]]

    def printed(item: dict[str, Any]) -> str:
        answer = item.get("earlier", item["key"]) if document == "earlier_key" else item.get("sheet", item["key"])
        return "".join(answer)

    def draw(sheet: Sheet) -> None:
        for text in settings["title"]:
            sheet.line(text, 13, centred=True, after=6)
        sheet.y -= 12
        for group in _groups(items, A_ROW):
            numbers = [source["number"].format(number=item["number"]) for item in group]
            for cells in ([source["number_head"], *numbers], [source["answer_head"], *map(printed, group)]):
                _cells(sheet, cells, settings["ruled"])
            sheet.y -= 10
        for text in settings["remarks"]:
            sheet.line(text, 10.5, after=3)

    return render(target, source["title"], page, draw)


def _cells(sheet: Sheet, cells: list[str], ruled: bool) -> None:
    x = sheet.left
    for at, text in enumerate(cells):
        width = CELL if at else HEAD
        sheet.canvas.setFont(sheet.face.regular, sheet.face.size)
        sheet.canvas.drawCentredString(x + width / 2, sheet.y - 0.68 * CELL_HEIGHT, text)
        if ruled:
            sheet.canvas.setLineWidth(0.6)
            sheet.canvas.rect(x, sheet.y - CELL_HEIGHT, width, CELL_HEIGHT)
        x += width
    sheet.y -= CELL_HEIGHT


def generate_statements(name: str, folder: Path) -> list[str]:
    """Set a list of statements and the key as running text."""
    source = read_file(name)
    paper, key = source["paper"], source["key"]
    page = {"face": LATIN, "left": 62, "top": 780, "bottom": 66, "folio": paper["folio"]}

    def draw(sheet: Sheet) -> None:
        _title(sheet, paper["title"])
        for text in paper["notes"]:
            sheet.line(text, 10, after=4)
        sheet.y -= 6
        flow = Flow(sheet)
        for item in source["items"]:
            stem = item.get("print", {}).get("stem", item["stem"])
            first, *more = [stem] if isinstance(stem, str) else stem
            flow.paragraph(f"{item['number']}. {first}", rest=HANG, before=7)
            for text in more:
                flow.paragraph(text, first=2 * HANG, rest=2 * HANG)

    def draw_key(sheet: Sheet) -> None:
        _title(sheet, key["title"])
        answers = " ; ".join(f"{i['number']} – {i.get('sheet', i['key'])}" for i in source["items"])
        for text in key["text"]:
            sheet.line(text.format(answers=answers), 10.5, after=8)

    said = [f"paper.pdf: {line}" for line in render(folder / "paper.pdf", source["title"], page, draw)]
    return said + [f"key.pdf: {line}" for line in render(folder / "key.pdf", source["title"], page, draw_key)]


def _title(sheet: Sheet, texts: list[str]) -> None:
    for text in texts:
        sheet.line(text, 12, bold=True, centred=True, after=5)
    sheet.y -= 8


def _groups(entries: list[Any], size: int) -> Iterator[list[Any]]:
    yield from (entries[at : at + size] for at in range(0, len(entries), size))
