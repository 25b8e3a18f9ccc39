"""Items of a ruled table: from data rows to drafts, by passes.

Rows cut by page breaks are joined, then each row is given its part (stem or option), then rows are grouped, and last
the numbers of items whose number cell was lost are counted from their neighbours. No pass changes what is printed.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from extract.geometry.fields import Choice, Draft, Value, label_at, label_beyond, mark_of
from extract.geometry.keys import merged, said_in
from extract.geometry.lines import Line, cut
from extract.geometry.rows import Row
from records.flags import Reason, flag
from records.layout import Options, Reading


def drafts_of_rows(rows: Sequence[Row], reading: Reading) -> list[Draft]:
    """The items of a table's rows, in order, with the numbers that are printed."""
    assert reading.options is not None
    drafts: list[Draft] = []
    for _, group in groupby(rows, key=lambda row: row.section):
        part = list(group)
        if reading.options.place == "rows":
            grouped = _grouped(_without_cuts(part, reading), reading)
            drafts.extend(_from_rows(rows_of_item, reading) for rows_of_item in grouped)
        else:
            drafts.extend(_from_row(row, reading, reading.options) for row in _without_breaks(part))
    return drafts


def numbered(drafts: Sequence[Draft]) -> list[Draft]:
    """All items of a document, with numbers for those whose number cell was lost, where they can be told."""
    return [d for _, part in groupby(drafts, key=lambda draft: draft.section_id) for d in _numbered(list(part))]


def begins_surely(row: Row, reading: Reading) -> bool:
    """Whether a row begins an item whatever stands before it and behind it."""
    if reading.options is not None and reading.options.place == "rows":
        return _own_number(row) and not _marked(row)
    return bool(row.text("number"))


def _marked(row: Row) -> bool:
    return bool(row.text("mark"))


def _own_number(row: Row) -> bool:
    return bool(row.text("number")) and "number" in row.own


def _add(one: Row, two: Row) -> Row:
    """Two parts of one row, cell by cell."""
    values = {role: merged(one.values.get(role), two.values.get(role)) for role in {**one.values, **two.values}}
    return one._replace(values=values, flags=one.flags + two.flags, joined=True)


def _without_breaks(rows: Sequence[Row]) -> list[Row]:
    """Tables of one row for each item: join what a page break has cut.

    The first row of a page without a number goes on from the page before, unless both rows carry a key of their own.
    """
    whole: list[Row] = []
    for row in rows:
        cut_off = row.first and not row.text("number") and whole and whole[-1].page < row.page
        if cut_off and not (row.text("key") and whole[-1].text("key")):
            whole[-1] = _add(whole[-1], row)
        else:
            whole.append(row)
    return whole


def _without_cuts(rows: Sequence[Row], reading: Reading) -> list[Row]:
    """Options as rows: join what a page break has cut.

    A row on top of a page without number and mark goes on from the page before if the item still lacks options, or if
    no option row follows it; else it is a stem that lost its number. A marked one belongs to an unmarked option before.
    """
    whole: list[Row] = []
    for i, row in enumerate(rows):
        if not (row.first and whole and whole[-1].page < row.page and not _own_number(row)):
            whole.append(row)
            continue
        options, has_stem = _options_since_stem(whole)
        stem = next((r for r in reversed(whole) if not _marked(r)), None)
        bare = stem is not None and not options and _withdrawn(stem, reading)
        complete = bare or options >= _count(reading)
        follows = i + 1 < len(rows) and _marked(rows[i + 1])
        if not _marked(row):
            goes_on = not complete or not follows
        else:
            halved = not _marked(whole[-1]) and not _own_number(whole[-1])
            goes_on = has_stem and halved and not complete and (options > 0 or _begun(whole[-1], row, reading))
        if goes_on:
            whole[-1] = _add(whole[-1], row)
        else:
            whole.append(row)
    return whole


def _begun(row: Row, following: Row, reading: Reading) -> bool:
    """Whether a row begins with an option's label and the one behind it does not: an item's first option, cut."""
    assert reading.options is not None
    one, two = (r.values.get("text", Value([])) for r in (row, following))
    return _labelled(one, reading.options) and not _labelled(two, reading.options)


def _count(reading: Reading) -> int:
    assert reading.options is not None
    return len(reading.options.labels)


def _options_since_stem(rows: Sequence[Row]) -> tuple[int, bool]:
    options = 0
    for row in reversed(rows):
        if not _marked(row):
            if _own_number(row) or options or row is not rows[-1]:
                return options, True
            continue
        options += 1
    return options, False


def _grouped(rows: Sequence[Row], reading: Reading) -> list[list[Row]]:
    """Group rows to items: one begins with a number and no mark, or with neither while the item before is done."""
    groups: list[list[Row]] = []
    for i, row in enumerate(rows):
        if not groups or _begins(row, groups[-1], rows, i + 1, reading):
            groups.append([row])
        else:
            groups[-1].append(row)
    return groups


def _begins(row: Row, current: Sequence[Row], rows: Sequence[Row], behind: int, reading: Reading) -> bool:
    """Whether a row begins an item; `behind` is the place among `rows` of the row after it."""
    options = sum(_marked(r) for r in current[1:])
    complete = options >= _count(reading) or _withdrawn(current[0], reading)
    if _own_number(row):
        return not _marked(row) or complete
    if _marked(row):
        return False
    if complete:
        return True
    ahead = 0
    for place in range(behind, len(rows)):
        if not _marked(rows[place]):
            break
        ahead += 1
    return options > 0 and ahead >= _count(reading)


def _withdrawn(row: Row, reading: Reading) -> bool:
    return bool(reading.withdrawn and re.search(reading.withdrawn, row.text("text")))


def _number_of(row: Row, reading: Reading) -> tuple[str, Value]:
    value = row.values.get("number", Value([]))
    match = re.fullmatch(reading.number.pattern, row.text("number"))
    return (match.group("n") if match else row.text("number").rstrip(".)")), value


def _from_rows(rows: Sequence[Row], reading: Reading) -> Draft:
    """An item of a stem row and option rows."""
    options = reading.options
    assert options is not None
    stem = rows[0].values.get("text", Value([]))
    choices: list[Choice] = []
    key: list[str] = []
    marks: list[Value] = []
    flags = [text for row in rows for text in row.flags]
    right, wrong = {mark_of(m) for m in reading.marks.right}, {mark_of(m) for m in reading.marks.wrong}
    for row in rows[1:]:
        value = row.values.get("text", Value([]))
        if not _marked(row) and not choices and not _labelled(value, options):
            stem = merged(stem, value)
            continue
        label, rest, twin = _taken(value, options, len(choices))
        choices.append(Choice(label, rest))
        mark = mark_of(row.text("mark"))
        if mark in right:
            key.append(label)
        elif mark not in wrong:
            flags.append(flag(Reason.MARK_UNKNOWN, row.text("mark")))
        marks.append(row.values.get("mark", Value([])))
        flags.extend([flag(Reason.MIXED_SCRIPT_WORD, label)] if twin else [])
    if _marked(rows[0]):
        flags.append(flag(Reason.MARK_UNKNOWN, rows[0].text("mark")))
        marks.append(rows[0].values["mark"])
    number, at = _number_of(rows[0], reading)
    key_at = Value([line for value in marks for line in value.lines])
    draft = _draft(rows, number, at, stem, choices)
    return draft._replace(key=list(dict.fromkeys(key)), key_at=key_at, flags=flags)


def _labelled(value: Value, options: Options) -> bool:
    return bool(options.pattern and value.lines and label_at(value.lines[0].text, 0, options))


def _taken(value: Value, options: Options, place: int) -> tuple[str, Value, bool]:
    """Part an option's label from its text; an option that prints none gets its label by position."""
    by_place = options.labels[place] if place < len(options.labels) else str(place + 1)
    hit = label_at(value.lines[0].text, 0, options) if options.pattern and value.lines else None
    if hit is None and place >= len(options.labels) and value.lines:
        before = chr(ord(options.labels[-1][-1]) + place - len(options.labels))
        further = label_beyond(value.lines[0].text, before, options)
        hit = (*further, False) if further is not None else None
    if hit is None:
        return by_place, value, False
    rest = cut(value.lines[0], hit[1])
    lines = ([rest] if rest is not None else []) + value.lines[1:]
    return hit[0], Value(lines, value.empty_at or _spot(value.lines[0])), hit[2]


def _spot(line: Line) -> tuple[tuple[int, tuple[float, float, float, float]], ...]:
    return ((line.page, line.box),)


def _draft(rows: Sequence[Row], number: str, at: Value, stem: Value, choices: list[Choice]) -> Draft:
    head = rows[0]
    words = [w for row in rows for value in row.values.values() for line in value.lines for w in line.words]
    area, legal = head.values.get("area"), head.values.get("legal_basis")
    return Draft(
        number, at, stem, choices, legal=legal, area=area, section=head.heading, section_id=head.section, words=words
    )


def _from_row(row: Row, reading: Reading, options: Options) -> Draft:
    """An item of one row: options in columns, inside the cell, or none."""
    number, at = _number_of(row, reading)
    stem, choices, flags = row.values.get("text", Value([])), [], list(row.flags)
    if options.place == "columns":
        for label in options.labels:
            value = row.values.get(f"option:{label}")
            if value is not None:
                choices.append(Choice(label, _bare_option(value, options, label)))
    elif options.place == "cell":
        stem, choices, twins = _split_cell(stem, options)
        flags.extend(flag(Reason.MIXED_SCRIPT_WORD, label) for label in twins)
    accepted, more = _key_of(row, reading)
    draft = _draft([row], number, at, stem, choices)
    return draft._replace(
        key=accepted[0] if accepted else [],
        key_at=row.values.get("key") or row.values.get("mark") or Value([]),
        flags=flags + more,
        accepted=accepted,
    )


def _key_of(row: Row, reading: Reading) -> tuple[list[list[str]], list[str]]:
    """The sets of labels of which any one scores, and flags."""
    mark = row.text("mark")
    if mark and not row.text("key"):
        known = {mark_of(m) for m in [*reading.marks.right, *reading.marks.wrong]}
        return [[mark]], ([] if mark_of(mark) in known else [flag(Reason.MARK_UNKNOWN, mark)])
    said = said_in(row.text("key"), reading)
    several = [flag(Reason.SEVERAL_ANSWERS_ACCEPTED)] if len(said.accepted) > 1 else []
    return said.accepted, [*said.flags, *several]


def _bare_option(value: Value, options: Options, label: str) -> Value:
    if not options.pattern or not value.lines:
        return value
    hit = label_at(value.lines[0].text, 0, options)
    return _taken(value, options, 0)[1] if hit is not None and hit[0] == label else value


def _split_cell(value: Value, options: Options) -> tuple[Value, list[Choice], list[str]]:
    """Part a cell at its labels, the first sequence of them in declared order."""
    places: list[tuple[int, int, int]] = []
    twins = []
    for i, line in enumerate(value.lines):
        start = 0
        while len(places) < len(options.labels) and start < len(line.text):
            hit = label_at(line.text, start, options)
            if hit is not None and hit[0] == options.labels[len(places)]:
                places.append((i, start, hit[1]))
                twins.extend([hit[0]] if hit[2] else [])
                start = hit[1]
            else:
                start += 1
    marks = [(0, 0), *((i, end) for i, _, end in places)]
    stops = [*((i, begin) for i, begin, _ in places), (len(value.lines), 0)]
    parts = [_slice(value, a, b) for a, b in zip(marks, stops, strict=True)]
    return parts[0], [Choice(label, part) for label, part in zip(options.labels, parts[1:], strict=False)], twins


def _slice(value: Value, begin: tuple[int, int], stop: tuple[int, int]) -> Value:
    lines = []
    for i, line in enumerate(value.lines):
        if begin[0] <= i <= stop[0]:
            part = cut(line, begin[1] if i == begin[0] else 0, stop[1] if i == stop[0] else None)
            lines.extend([part] if part is not None else [])
    return Value(lines, value.empty_at)


def _numbered(drafts: Sequence[Draft]) -> list[Draft]:
    """Give items without a number the one after their predecessor's, if no item of the section prints it."""
    printed = {int(d.number) for d in drafts if d.number.isdecimal()}
    result: list[Draft] = []
    lost = next((i for i, draft in enumerate(drafts) if draft.number), len(drafts))
    from_one = lost == len(drafts) or drafts[lost].number.lstrip("0") == str(lost + 1)
    last = "0" if from_one else ""  # the first numbers may be lost too, if the first one printed leaves room for them
    for draft in drafts:
        if draft.number:
            last = draft.number
            result.append(draft)
            continue
        following = int(last) + 1 if last.isdecimal() else None
        if following is None or following in printed:
            suffix = f"after-{last or '0'}"
            result.append(draft._replace(suffix=suffix, flags=[*draft.flags, flag(Reason.NUMBER_MISSING)]))
            continue
        printed.add(following)
        last = str(following).zfill(len(last) if last.startswith("0") and last != "0" else 0)
        result.append(draft._replace(number=last, flags=[*draft.flags, flag(Reason.NUMBER_RECOVERED)]))
    return result
