"""Case papers: facts, questions with points and reference answers, as a paper with or without a sheet of solutions, or
as an article of a journal in two columns with footnotes.

The gold functions never look into `print`, the setting functions never into the gold of a field that has a `print`.
"""

from pathlib import Path
from typing import Any

from samples.kinds import read_file
from samples.kinds.flow import Flow
from samples.render_reportlab import WIDTH, Face, Sheet, render

FACES = {"serif": ("DejaVuSerif", "DejaVuSerif-Bold"), "sans": ("DejaVuSans", "DejaVuSans-Bold")}
INDENT = 11.0  # points, of the first line of a paragraph in an article
APART = 5.0  # points between the paragraphs of a paper


def load_gold(name: str) -> list[dict[str, Any]]:
    """The gold cases in printed order.

    Returns:
        One dict per case: id, number, title, facts, questions (number, text, points, reference_answer each; paragraphs
        of the answer parted by a line feed).
    """
    return [
        {
            "id": f"{name}-{case['number']}",
            "number": case["number"],
            "title": case.get("title"),
            "facts": " ".join(case["facts"]),
            "questions": [
                {
                    "number": question["number"],
                    "text": question["text"],
                    "points": question.get("points"),
                    "reference_answer": "\n".join(question["answer"]) if "answer" in question else None,
                }
                for question in case["questions"]
            ],
        }
        for case in read_file(name)["cases"]
    ]


def generate(name: str, folder: Path) -> list[str]:
    """Set `paper.pdf`, and `key.pdf` where the solutions are a document of their own."""
    source = read_file(name)
    page = {"face": Face(*FACES[source["face"]], 10), "left": 66, "top": 776, "bottom": 66}
    said = []
    for document in ("paper", "key"):
        if document in source:
            setting = _Paper(source, document)
            settings = source[document]
            look = page | {"running": settings.get("running", ""), "running_from": 1, "folio": settings["folio"]}
            lines = render(folder / f"{document}.pdf", source["title"], look, setting.draw)
            said += [f"{document}.pdf: {line}" for line in lines]
    return said


class _Paper:
    """Sets one document of a case paper; `answers` says where its solutions stand: `after_each`, `at_end`, or none."""

    def __init__(self, source: dict[str, Any], document: str) -> None:
        self.source, self.settings, self.sheet_of_solutions = source, source[document], document == "key"
        self.headings: dict[str, str] = source["headings"]

    def draw(self, sheet: Sheet) -> None:
        for text in self.settings["title"]:
            sheet.line(text, 13, bold=True, centred=True, after=4)
        sheet.y -= 8
        flow = Flow(sheet)
        for text in self.settings.get("notes", []):
            flow.paragraph(text, before=4)
        for case in self.source["cases"]:
            self._case(flow, case)

    def _case(self, flow: Flow, case: dict[str, Any]) -> None:
        if "case" in self.headings:
            heading = self.headings["case"].format(number=case["number"], title=case.get("title", "")).strip()
            flow.paragraph(heading, bold=True, size=11.5, before=20, keep=3)
        if not self.sheet_of_solutions:
            self._facts(flow, case.get("print", {}).get("facts", case["facts"]))
            for question in case["questions"]:
                self._question(flow, question)
                if self.settings.get("answers") == "after_each":
                    self._answer(flow, question, len(case["questions"]))
        if self.sheet_of_solutions or self.settings.get("answers") == "at_end":
            for question in case["questions"]:
                if self.settings.get("repeats_questions"):
                    self._question(flow, question)
                self._answer(flow, question, len(case["questions"]))

    def _facts(self, flow: Flow, paragraphs: list[str]) -> None:
        heading = self.headings.get("facts", "")
        if heading.endswith(" "):
            paragraphs = [heading + paragraphs[0], *paragraphs[1:]]
        elif heading:
            flow.paragraph(heading, bold=True, before=9, keep=2)
        for text in paragraphs:
            flow.paragraph(text, before=APART)

    def _question(self, flow: Flow, question: dict[str, Any]) -> None:
        printed = question | question.get("print", {})
        form = "question" if "points" in question else "question_without_points"
        heading, *below = self.headings[form].format(**printed).split("\n")
        flow.paragraph(heading, bold=bool(below), before=11, keep=1)
        for text in below:
            flow.paragraph(text, before=2)

    def _answer(self, flow: Flow, question: dict[str, Any], count: int) -> None:
        if "answer" not in question:
            return
        form = "solution" if count > 1 or "only_solution" not in self.headings else "only_solution"
        heading = self.headings[form].format(number=question["number"])
        first, *more = question.get("print", {}).get("answer", question["answer"])
        if heading.endswith(" "):
            flow.paragraph(heading + first, before=APART)
        else:
            flow.paragraph(heading, bold=True, before=12, keep=2)
            flow.paragraph(first, before=APART)
        for text in more:
            flow.paragraph(text, before=APART)


def generate_article(name: str, folder: Path) -> list[str]:
    """Set an article of a journal: two columns, running heads that change sides, footnotes, indented paragraphs."""
    source = read_file(name)
    settings = source["paper"]
    case = source["cases"][0]
    page = {"face": Face(*FACES[source["face"]], 10), "left": 94, "top": 690, "bottom": 160, "folio": ""}
    head, foot = 716.0, 134.0
    crop = (60.0, 104.0, WIDTH - 60.0, 748.0)  # the journal's page on its sheet

    def running(sheet: Sheet) -> None:
        canvas, number = sheet.canvas, settings["first_page"] + sheet.page - 1
        canvas.setCropBox(crop)
        canvas.setFont(sheet.face.regular, 7.5)
        left, right = (
            (settings["section"], settings["author"]) if number % 2 else (settings["short"], settings["section"])
        )
        canvas.drawString(sheet.left, head, left)
        canvas.drawRightString(WIDTH - sheet.left, head, right)
        canvas.setLineWidth(0.5)
        canvas.line(sheet.left, head - 5, WIDTH - sheet.left, head - 5)
        if number % 2:
            canvas.drawRightString(WIDTH - sheet.left, foot, str(number))
        else:
            canvas.drawString(sheet.left, foot, str(number))
        canvas.drawCentredString(WIDTH / 2, foot, settings["journal"])

    def draw(sheet: Sheet) -> None:
        running(sheet)
        for text, size in zip(settings["title"], (14, 10, 9.5), strict=True):
            sheet.line(text, size, bold=size > 12, centred=True, after=6)
        sheet.y -= 8
        flow = Flow(sheet, columns=2, on_page=running)
        flow.notes = dict(source["footnotes"])
        printed = case.get("print", {})
        flow.note("*")
        for text in settings["notes"]:
            flow.paragraph(text)
        flow.paragraph(source["headings"]["facts"], bold=True, before=12, keep=2)
        _indented(flow, printed.get("facts", case["facts"]))
        question = case["questions"][0]
        flow.paragraph(source["headings"]["question"], bold=True, before=12, keep=2)
        flow.paragraph(question.get("print", {}).get("text", question["text"]), before=4)
        flow.paragraph(source["headings"]["solution"], bold=True, before=12, keep=2)
        _indented(flow, question.get("print", {}).get("answer", question["answer"]))
        flow.finish()

    return [f"paper.pdf: {line}" for line in render(folder / "paper.pdf", source["title"], page, draw)]


def _indented(flow: Flow, paragraphs: list[str]) -> None:
    """Paragraphs with an indented first line, the one under a heading without; `**` begins a heading."""
    after_heading = True
    for text in paragraphs:
        heading = text.startswith("**")
        if heading:
            flow.paragraph(text.removeprefix("**"), bold=True, before=8, keep=2)
        else:
            flow.paragraph(text, first=0.0 if after_heading else INDENT, before=4.0 if after_heading else 0.0)
        after_heading = heading
