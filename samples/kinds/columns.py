"""A two-column paper with several booklets and its key sheets: what is set, and the gold.

The gold functions never look into `print`, the setting functions never into the gold of a field that has a `print`.
"""

from pathlib import Path
from typing import Any

from samples.kinds import key_sheets, read_file
from samples.kinds.flow import Flow
from samples.render_reportlab import Face, Sheet, render

FACE = Face("DejaVuSerif", "DejaVuSerif-Bold", 9)
LEFT, TOP, BOTTOM = 50.0, 785.0, 60.0  # points
INDENT = 14.0  # of the lines of an option after its first
PAGE = {"face": FACE, "left": LEFT, "top": TOP, "bottom": BOTTOM}


def load_gold(name: str, booklet: str = "1") -> list[dict[str, Any]]:
    """The gold items of one booklet's paper, in printed order.

    Returns:
        One dict per item: id, number, part, stem, options (label and text each), key and accepted_answers (labels) of
        the definitive key, everybody (all score), status, superseded (labels of the preliminary key; None for open
        questions).
    """
    source = read_file(name)
    source = source | {"parts": _parts(source, booklet)}
    gold = []
    for part in source["parts"]:
        for item in part["items"]:
            key = item.get("key", [])
            gold.append(
                {
                    "id": f"{name}-{item['number']}" if part["name"] == "objetiva"
                    else f"{name}-{part['name']}-{item['number']}",
                    "number": item["number"],
                    "part": part["name"],
                    "stem": item["stem"],
                    "options": [
                        {"label": label, "text": text}
                        for label, text in zip(source["labels"], item.get("options", []), strict=False)
                    ],
                    "key": [key] if isinstance(key, str) else key,
                    "accepted_answers": item.get("accepted", []),
                    "everybody": item.get("everybody", False),
                    "status": item.get("status", "ok"),
                    "superseded": [item.get("earlier", key)] if "options" in item else None,
                }
            )  # fmt: skip
    return gold


def generate(name: str, folder: Path) -> list[str]:
    """Set `paper.pdf` (booklet 1), `paper-3.pdf` (booklet 3) and the key sheets that the source names into a folder.

    Returns:
        One line per page that was set.
    """
    source = read_file(name)
    said = []
    for booklet, file in (("1", "paper.pdf"), ("3", "paper-3.pdf")):
        said += [f"{file}: {line}" for line in _paper(source, booklet, folder / file)]
    for file, settings in source["keys"].items():
        draw = key_sheets.drawing(source, settings)
        said += [f"{file}.pdf: {line}" for line in render(folder / f"{file}.pdf", source["title"], PAGE, draw)]
    return said


def _parts(source: dict[str, Any], number: str) -> list[dict[str, Any]]:
    """The parts of a paper in the order of a booklet, numbered by place."""
    booklet = next(b for b in source["booklets"] if b["number"] == number)
    orders = {"objetiva": booklet["order"], "reserva": booklet["reserve"]}
    parts = []
    for part in source["parts"]:
        order = orders.get(part["name"], range(1, len(part["items"]) + 1))
        items = [part["items"][at - 1] | {"number": str(place)} for place, at in enumerate(order, 1)]
        parts.append(part | {"items": items})
    return parts


def _paper(source: dict[str, Any], booklet: str, target: Path) -> list[str]:
    settings, parts = source["paper"], _parts(source, booklet)
    kind = next(b for b in source["booklets"] if b["number"] == booklet)

    def draw(sheet: Sheet) -> None:
        sheet.y -= 90
        for form in settings["cover"]:
            text = form.format(**kind)
            sheet.line(text, 15 if text.isupper() else 9.5, bold=text.isupper(), centred=True, after=18)
        sheet.new_page()
        heading, *texts = settings["instructions"]
        sheet.line(heading, 12, bold=True, centred=True, after=12)
        for text in texts:
            sheet.line(text, 10, after=6)
        sheet.new_page()
        columns: Flow | None = None
        for part in parts:
            if part.get("full_width") and columns:
                sheet.new_page()
            if part.get("full_width") or columns is None:
                sheet.line(part["heading"], 12, bold=True, centred=True, after=8)
            else:
                columns.paragraph(part["heading"], bold=True, before=14, keep=3)
            if part.get("full_width"):
                for item in part["items"]:
                    _essay(sheet, item)
                continue
            columns = columns or Flow(sheet, columns=2)
            for item in part["items"]:
                _item(columns, item, source["labels"])

    page = PAGE | {"running": settings["running"].format(**kind), "folio": settings["folio"]}
    return render(target, source["title"], page, draw)


def _item(columns: Flow, item: dict[str, Any], labels: list[str]) -> None:
    columns.paragraph(f"Questão {item['number']}", bold=True, before=9, keep=1)
    printed = item | item.get("print", {})
    columns.paragraph(printed["stem"], before=3)
    columns.sheet.y -= 3
    texts = [f"{label}) {text}" for label, text in zip(labels, printed["options"], strict=True)]
    in_a_row = item.get("in_a_row", 1)
    for at in range(0, len(texts), in_a_row):
        if in_a_row > 1:
            columns.row(texts[at : at + in_a_row])
        else:
            columns.paragraph(texts[at], rest=INDENT)


def _essay(sheet: Sheet, item: dict[str, Any]) -> None:
    sheet.y -= 10
    sheet.line(f"Questão {item['number']}", FACE.size, bold=True, after=4)
    stem = item.get("print", {}).get("stem", item["stem"])
    for text in [stem] if isinstance(stem, str) else stem:
        sheet.line(text, FACE.size, after=3)
