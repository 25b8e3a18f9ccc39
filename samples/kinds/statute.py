"""A statute: lines as they are printed on each page, with running heads, centred headings and raised numbers."""

from pathlib import Path
from typing import Any

from samples.kinds import read_file
from samples.markup import wrap
from samples.render_reportlab import LEADING, WIDTH, Face, Sheet, draw_line, render

FACE = Face("DejaVuSerif", "DejaVuSerif-Bold", 10)
INDENTS = {"article": 16.0, "text": 0.0, "point": 16.0, "letter": 32.0}  # points


def load_gold(name: str) -> list[dict[str, Any]]:
    """The gold passages: page and text of each line, in reading order."""
    return [
        {"page": count, "text": line.get("gold", line["text"])}
        for count, page in enumerate(read_file(name)["pages"], 1)
        for line in page
    ]


def generate(name: str, folder: Path) -> list[str]:
    """Set `paper.pdf`, line by line as the source says."""
    source = read_file(name)

    def draw(sheet: Sheet) -> None:
        for count, lines in enumerate(source["pages"]):
            if count:
                sheet.new_page()
            for line in lines:
                _line(sheet, line)

    page = {
        "face": FACE, "left": 70, "top": 770, "bottom": 66, "running": source["running"], "running_from": 1,
        "folio": source["folio"],
    }  # fmt: skip
    return [f"paper.pdf: {line}" for line in render(folder / "paper.pdf", source["title"], page, draw)]


def _line(sheet: Sheet, line: dict[str, Any]) -> None:
    bold = line.get("bold", False)
    sheet.y -= FACE.size * LEADING + line.get("before", 0)
    (runs,) = wrap(line["text"], WIDTH, FACE.measure(bold))
    width = sum(FACE.measure(bold)(run) for run in runs)
    kind = line.get("kind", "text")
    if kind != "centred" and sheet.left + INDENTS[kind] + width > WIDTH - sheet.left:
        raise ValueError(f"a line of the source is too long for the page: {line['text']}")
    x = WIDTH / 2 - width / 2 if kind == "centred" else sheet.left + INDENTS[kind]
    draw_line(sheet.canvas, runs, x, sheet.y, FACE, bold)
