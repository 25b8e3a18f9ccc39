"""The headings of a key sheet: which booklet, section and part its answers are for.

Headings that stand side by side on one line each govern what stands under them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from extract.plumber.lines import Line
from records.layout import Reading
from records.text import squeeze


def booklet_form(name: str) -> str:
    """The form in which booklets are compared: no white space, no case."""
    return "".join(name.split()).casefold()


@dataclass(slots=True)
class Headings:
    """What has been said last; `take` is told line after line, in reading order."""

    reading: Reading
    section: str | None = None
    part: str | None = None
    booklets: list[tuple[float, float, str]] = field(default_factory=list)  # from, to, name
    _sections: int = 0

    def take(self, line: Line) -> bool:
        """Whether a line is a heading; what it says holds from now on."""
        return self._booklet(line) or self._part(line) or self._section(line)

    def is_heading(self, line: Line) -> bool:
        """Whether a line would be one."""
        return Headings(self.reading).take(line)

    def booklet(self, u0: float, u1: float) -> str | None:
        """The booklet under whose heading a block of answers stands, from u0 to u1."""
        if not self.booklets:
            return None
        over = [name for start, end, name in self.booklets if u0 <= (start + end) / 2 <= u1]
        if len(over) == 1:
            return over[0]
        middle = (u0 + u1) / 2
        return min(self.booklets, key=lambda b: max(b[0] - middle, middle - b[1], 0.0))[2]

    def booklet_of(self, text: str) -> str | None:
        """The booklet that a row's head names."""
        heading = self.reading.booklets and re.search(self.reading.booklets.heading, text)
        return squeeze(heading["b"]) if heading else None

    def _booklet(self, line: Line) -> bool:
        if self.reading.booklets is None or self.booklet_of(line.text) is None:
            return False
        named = [(part, self.booklet_of(part.text)) for part in line.segments()]
        found = [(part.words[0].u0, part.u1 + part.origin, name) for part, name in named if name is not None]
        if not found:
            found = [(line.words[0].u0, line.words[-1].u1, self.booklet_of(line.text) or "")]
        self.booklets, self.part, self.section, self._sections = found, None, None, 0
        return True

    def _part(self, line: Line) -> bool:
        name = part_of(self.reading, line)
        if name is None:
            return False
        self.part = name
        return True

    def _section(self, line: Line) -> bool:
        match = re.search(self.reading.section, line.text) if self.reading.section else None
        if match is None:
            return False
        self._sections += 1
        self.section = (match.groupdict().get("s") or str(self._sections)).lower()
        return True


def part_of(reading: Reading, line: Line) -> str | None:
    """The part of a layout that a line begins."""
    return next((part.name for part in reading.parts if re.match(part.heading, line.text)), None)


def side_by_side(lines: Sequence[Line]) -> Line | None:
    """Lines of neighbouring cells as one line."""
    words = tuple(word for line in lines for word in line.words)
    return Line(lines[0].page, " ".join(line.text for line in lines), words) if words else None
