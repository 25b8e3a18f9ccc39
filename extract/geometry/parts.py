"""Parts of a paper or key sheet that heading lines begin: choice, open and reserve questions.

Each part of a list is read by itself, with the labels and numbers that hold in it; what stands before the first heading
is read as a list of no part, if it is one.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from extract.geometry.fields import Draft, own_numbers_of
from extract.geometry.lines import Line
from extract.geometry.listing import Section, drafts_of, sections_of
from records.layout import Options, PaperPart, Reading

_LEAD = re.compile(r".{0,24}[\u2013\u2014\-:.)|]\s*|\s*")
NO_LABEL = r"(?!)(?P<label>)"


class Listed(NamedTuple):
    """The items of a list, and the positions of the lines that are headings, or notes before a part's first item."""

    drafts: list[Draft]
    headings: list[int]
    notes: list[int]


def opens(pattern: str, text: str) -> bool:
    """Whether a line begins a part: the heading stands at its start, or behind a short lead such as `II –`."""
    match = re.search(pattern, text)
    return match is not None and _LEAD.fullmatch(text[: match.start()]) is not None


def listed(lines: Sequence[Line], reading: Reading) -> Listed:
    """The items of a numbered list, part by part."""
    sections = sections_of(lines, reading)
    heads = [(i, p) for i, line in enumerate(lines) for p in reading.parts if opens(p.heading, line.text)]
    again = {heads[k][0] for k in range(1, len(heads)) if heads[k][1] == heads[k - 1][1]}  # on the part's next page
    starts: list[tuple[int, PaperPart | None]] = [(-1, None), *(h for h in heads if h[0] not in again)]
    found = Listed([], [*(s.line for s in sections), *(i for i, _ in heads)], [])
    for k, (head, part) in enumerate(starts):
        stop = starts[k + 1][0] if k + 1 < len(starts) else len(lines)
        kept = [i for i in range(head + 1, stop) if i not in again]
        here = [Section(bisect_left(kept, s.line) if s.line > head else -1, s.text, s.id) for s in sections
                if s.line < stop]  # fmt: skip
        drafts, first = drafts_of([lines[i] for i in kept], _reading_of(part, reading, found.drafts), here)
        found.notes.extend(kept if not drafts and part is None and k + 1 < len(starts) else kept[:first])
        found.drafts.extend(draft._replace(part=part.name) if part else draft for draft in drafts)
    return found if found.drafts else Listed([], [], [])


def _reading_of(part: PaperPart | None, reading: Reading, before: Sequence[Draft]) -> Reading:
    """How the lines of a part are read: with its own labels, and with the number that its first item must have."""
    if part is None:
        return reading
    assert reading.options is not None
    first = reading.number.first
    if before and not own_numbers_of(part.name, reading)[0]:
        last = before[-1].number
        first = int(last) + 1 if last.isdecimal() else None
    return reading.model_copy(
        update={
            "options": _options_of(part, reading.options),
            "number": reading.number.model_copy(update={"first": first}),
        }
    )


def _options_of(part: PaperPart, options: Options) -> Options:
    if part.kind == "open":
        return options.model_copy(update={"labels": [], "printed": [], "pattern": NO_LABEL})
    count = part.options_per_item
    if not count or count >= len(options.labels):
        return options
    return options.model_copy(update={"labels": options.labels[:count], "printed": options.printed[:count]})
