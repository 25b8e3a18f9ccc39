"""Running text in one or two columns, with footnotes at the foot of the column that holds their marks.

Units are points, y from the page's foot. Lines are broken by `samples.markup`; between two ideographs or kana a line
may end anywhere but before a closing sign.
"""

import re
from collections.abc import Callable

from samples.markup import Line, Run, wrap
from samples.render_reportlab import LEADING, WIDTH, Face, Sheet, draw_line

GUTTER = 24.0
NOTE_SIZE = 7.0
NOTE_GAP = 12.0  # between the text and the first footnote, with the rule in its middle
NOTE_RULE = 70.0  # length of the rule
_START = "\ufdd0"  # stands before the first word; no character
_SPACELESS = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_NOT_AT_START = "、。，；：？！）」』】"
_BREAKABLE = re.compile(rf"(?<={_SPACELESS})(?=(?![{_NOT_AT_START}]){_SPACELESS})(?<![（「『【])")


class Flow:
    """Sets paragraphs column after column, page after page; nothing but headings is kept with what follows."""

    def __init__(self, sheet: Sheet, columns: int = 1, on_page: Callable[[Sheet], None] | None = None) -> None:
        self.sheet, self.columns, self.at, self.start = sheet, columns, 0, sheet.y
        self.width = (WIDTH - 2 * sheet.left - (columns - 1) * GUTTER) / columns
        self.on_page = on_page
        self.notes: dict[str, str] = {}
        self._foot: list[Line] = []

    def paragraph(
        self, text: str, *, first: float = 0.0, rest: float = 0.0, bold: bool = False, before: float = 0.0,
        size: float | None = None, keep: int = 0,
    ) -> None:  # fmt: skip
        """Set one paragraph; `first` moves its first line, `rest` the others; it stays whole
        and together with `keep` lines below it."""
        face = self._face(size)
        lines = self._wrapped(text, first - rest, self.width - rest, face.measure(bold))
        if self._at_top():
            before = 0.0
        self.sheet.y -= before
        for count, runs in enumerate(lines):
            x = self._next_line(face, runs, keep and keep + len(lines) - 1 - count) + (rest if count else first)
            draw_line(self.sheet.canvas, runs, x, self.sheet.y, face, bold)

    def row(self, texts: list[str], indent: float = 0.0) -> None:
        """Set short texts side by side on one line."""
        x, step = self._next_line(self.sheet.face, [], 0) + indent, (self.width - indent) / len(texts)
        for at, text in enumerate(texts):
            runs = wrap(text, step, self.sheet.face.measure(False))
            draw_line(self.sheet.canvas, runs[0], x + at * step, self.sheet.y, self.sheet.face, False)

    def note(self, mark: str) -> None:
        """Set a footnote, whose mark stands outside the columns, at the foot of this one."""
        self._foot += self._notes_of([Run(mark, raised=True)])

    def finish(self) -> None:
        """Set the footnotes of the last column."""
        sheet, face = self.sheet, self._face(NOTE_SIZE)
        if not self._foot:
            return
        y = sheet.bottom + self._foot_height() - NOTE_GAP / 2
        sheet.canvas.setLineWidth(0.5)
        sheet.canvas.line(self._left(), y, self._left() + NOTE_RULE, y)
        y -= NOTE_GAP / 2
        for runs in self._foot:
            y -= NOTE_SIZE * LEADING
            draw_line(sheet.canvas, runs, self._left(), y, face, False)
        self._foot = []

    def next_page(self) -> None:
        """Begin a page, whatever is left of this one."""
        self.finish()
        self.sheet.new_page()
        self.at, self.start = 0, self.sheet.y
        if self.on_page is not None:
            self.on_page(self.sheet)

    @staticmethod
    def _wrapped(text: str, indent: float, width: float, measure: Callable[[Run], float]) -> list[Line]:
        """Lines no wider than `width`, the first of them narrower by `indent`."""

        def indented(run: Run) -> float:
            return measure(Run(run.text.replace(_START, ""), run.raised)) + (indent if _START in run.text else 0.0)

        lines = wrap(_START + breakable(text), width, indented)
        return [[Run(run.text.replace(_START, ""), run.raised) for run in line] for line in lines]

    def _face(self, size: float | None) -> Face:
        face = self.sheet.face
        return face if size is None else Face(face.regular, face.bold, size)

    def _left(self) -> float:
        left: float = self.sheet.left + self.at * (self.width + GUTTER)
        return left

    def _at_top(self) -> bool:
        return self.sheet.y == self.start

    def _foot_height(self) -> float:
        return NOTE_GAP + len(self._foot) * NOTE_SIZE * LEADING if self._foot else 0.0

    def _next_line(self, face: Face, runs: Line, keep: int) -> float:
        """Go to the next line's baseline and return where it begins."""
        sheet, height = self.sheet, face.size * LEADING
        kept = len(self._foot)
        self._foot += self._notes_of(runs)
        if sheet.y - height * (1 + keep) < sheet.bottom + self._foot_height():
            moved, self._foot = self._foot[kept:], self._foot[:kept]
            self._next_column()
            self._foot = moved
        sheet.y -= height
        return self._left()

    def _next_column(self) -> None:
        if self.at + 1 == self.columns:
            self.next_page()
        else:
            self.finish()
            self.at += 1
        self.sheet.y = self.start

    def _notes_of(self, runs: Line) -> list[Line]:
        face, lines = self._face(NOTE_SIZE), []
        for run in runs:
            if run.raised and run.text in self.notes:
                text = breakable(f"{{^{run.text}}} {self.notes.pop(run.text)}")
                lines += wrap(text, self.width, face.measure(False))
        return lines


def breakable(text: str) -> str:
    """A text with places to break a line between characters of scripts without spaces."""
    return _BREAKABLE.sub("{=}", text)
