"""Keys in running text: numbers and answers one behind the other, each matching the layout's `entry` pattern."""

import re
from collections.abc import Iterable, Iterator

from extract.plumber.headings import Headings
from extract.plumber.keys import Entry
from extract.plumber.lines import Line, between
from records.layout import Reading


def listed_entries(reading: Reading, lines: Iterable[Line], headings: Headings) -> Iterator[Entry]:
    """The entries of a sheet's lines in reading order; an entry may be broken over two lines."""
    held: list[Line] = []
    for line in lines:
        before = (headings.section, headings.part, headings.booklets)
        if headings.take(line):
            yield from _entries(reading, held, *before)
            held = []
        else:
            held.append(line)
    yield from _entries(reading, held, headings.section, headings.part, headings.booklets)


def _entries(
    reading: Reading, lines: list[Line], section: str | None, part: str | None, booklets: list[tuple[float, float, str]]
) -> Iterator[Entry]:
    booklet = booklets[0][2] if booklets else None
    for match in re.finditer(reading.entry or "(?!)", " ".join(line.text for line in lines)):
        key = list(between(lines, *match.span("key")))
        number = list(between(lines, match.start(), match.start("key")))
        if match.start("n") > match.start("key"):
            number = list(between(lines, match.end("key"), match.end()))
        yield Entry(match["n"], key, section, part, booklet, others=number)
