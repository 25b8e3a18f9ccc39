"""A key sheet as a whole: its headings, the booklet and the part that each answer belongs to, remarks on single items.

A booklet is never guessed: where a sheet holds several, the one to take must be named. Answers of other booklets are
notes; what is no answer, heading or remark stays unassigned.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from extract.geometry.fields import Account, bare
from extract.geometry.glyphs import Word
from extract.geometry.keycells import Cell, cells_of_grid, cells_of_list
from extract.geometry.keys import FULL_WIDTH, Answer, Said, entry_of, joined_rows, number_in, rank, said_in
from extract.geometry.lines import Line
from extract.geometry.listing import sections_of
from extract.geometry.parts import opens
from extract.geometry.rows import Row
from records.errors import LayoutError
from records.flags import Reason, flag
from records.layout import Layout, Reading
from records.model import KeyEntry
from records.text import Attested, squeeze


class Stretch(NamedTuple):
    """What the headings above a line say: booklets (several if they stand side by side), part, section."""

    booklets: tuple[str, ...] = ()
    part: str | None = None
    heading: str | None = None
    section: str | None = None


class Remark(NamedTuple):
    """A remark on one item: its number, what it says, the booklets of the stretch it stands in."""

    number: str
    said: Said
    booklets: tuple[str, ...]
    line: int


class Sheet(NamedTuple):
    """A key sheet's lines in reading order, for each the stretch it stands in, and which of them are headings."""

    lines: list[Line]
    stretches: list[Stretch]
    headings: set[int]


class Placed(NamedTuple):
    """A row with what it says, the booklet and the part that it belongs to."""

    row: Row
    line: int
    booklet: str | None
    part: str | None


def sheet_of(lines: list[Line], reading: Reading, rows: Iterable[int] = ()) -> Sheet:
    """Tell a key sheet's headings; `rows` are lines of answers: a booklet that heads one is that of its row only."""
    sections = {s.line: s for s in sections_of(lines, reading)}
    stretches: list[Stretch] = []
    headings: set[int] = set()
    now = Stretch()
    answered = frozenset(rows)
    for i, line in enumerate(lines):
        booklets = booklets_in(line.text, reading.booklets.heading if reading.booklets else None)
        part = next((p.name for p in reading.parts if opens(p.heading, line.text)), None)
        if booklets and i not in answered:
            now = now._replace(booklets=booklets, part=now.part if booklets == now.booklets else None)
        if part:
            now = now._replace(part=part)
        if i in sections:
            now = now._replace(heading=sections[i].text, section=sections[i].id)
        headings |= {i} if booklets or part or i in sections else set()
        stretches.append(now._replace(booklets=booklets) if i in answered and booklets else now)
    return Sheet(lines, stretches, headings)


def booklets_in(text: str, pattern: str | None) -> tuple[str, ...]:
    """The booklets that a text names, each once."""
    found = (match.group("b") for match in re.finditer(pattern, text)) if pattern else ()
    return tuple(dict.fromkeys(squeeze(b) for b in found if b))


def answers_of_sheet(
    sheet: Sheet,
    table: Sequence[Row] | None,
    layout: Layout,
    reading: Reading,
    account: Account,
    attested: Attested,
    choose: Callable[[list[str]], str | None],
) -> list[Answer]:
    """The answers of one key sheet for one booklet; every word that is understood is booked.

    Args:
        sheet: its lines.
        table: the rows of its ruled tables; None where it is read from its lines.
        layout: the exam's layout.
        reading: how the sheet is read.
        account: the sheet's account.
        attested: tells which words exist.
        choose: which of the booklets found is read; raises LayoutError.
    """
    labels = reading.answers.labels or (layout.paper.options.labels if layout.paper.options else [])
    reading = reading.model_copy(update={"answers": reading.answers.model_copy(update={"labels": labels})})
    unread: frozenset[int] = frozenset()
    if table is not None:
        placed, notes = _of_table(sheet, table), list[Word]()
    else:
        sheet, placed, notes, unread = _of_lines(sheet, reading)
    found = list(dict.fromkeys(p.booklet for p in placed if p.booklet is not None))
    chosen = choose(found)
    taken = {(w.page, w.at) for w in [*(w for p in placed for w in _words(p.row)), *notes]}
    remarks = _remarks(sheet, reading, account, taken)
    own = [p for p in placed if p.booklet in (chosen, None)]
    account.book((w for p in placed if p not in own for w in _words(p.row)), "note")
    mark = reading.remarks.mark if reading.remarks else None
    marked = {rank(number_in(p.row, reading)) for p in placed if mark and re.search(mark, _plain(p.row))}
    answers = []
    for one in own:
        read = entry_of(one.row, reading, account, attested)
        about = [r for r in remarks if rank(r.number) == rank(read.entry.number)]
        if mark and re.search(mark, _plain(one.row)):
            read = entry_of(one.row, reading, account, attested, _said_by(about, chosen, _plain(one.row)))
        elif rank(read.entry.number) not in marked and any(_contradicts(r, read, chosen) for r in about):
            read = read._replace(row=_flagged(read.row, flag(Reason.KEY_AMBIGUOUS)))
        answers.append(_in_part(read, one.part, layout, reading))
    account.book((w for p in own for w in _words(p.row)), "field")
    account.book(notes, "note")
    if table is None:
        _book_lines(
            sheet,
            reading,
            account,
            [i for i in range(min((p.line for p in placed), default=0)) if i not in unread],
            taken,
        )
    return [*answers, *_unasked(remarks, placed, reading, chosen)]


def _of_table(sheet: Sheet, table: Sequence[Row]) -> list[Placed]:
    at = {(w.page, w.at): i for i, line in enumerate(sheet.lines) for w in line.words}
    result = []
    for row in joined_rows(table):
        if not row.text("number"):
            continue
        line = next((at[w.page, w.at] for w in _words(row) if (w.page, w.at) in at), None)
        if line is None:  # below the line that ends the sheet
            continue
        stretch = sheet.stretches[line]
        result.append(Placed(row, line, _only(stretch.booklets), stretch.part))
    return result


def _only(booklets: tuple[str, ...]) -> str | None:
    if len(booklets) > 1:
        _side_by_side(booklets)
    return booklets[0] if booklets else None


def _side_by_side(booklets: tuple[str, ...]) -> None:
    what = f"answers of booklets {', '.join(booklets)} stand side by side, and which are whose cannot be told"
    raise LayoutError(what, do="Give a key sheet with one booklet under the other, or of the one booklet alone.")


def _of_lines(sheet: Sheet, reading: Reading) -> tuple[Sheet, list[Placed], list[Word], frozenset[int]]:
    cells = cells_of_list if reading.kind == "key_list" else cells_of_grid
    read = cells(sheet.lines, reading, lambda i: i in sheet.headings)
    pattern = reading.booklets.heading if reading.booklets else None
    sheet = sheet_of(sheet.lines, reading, (cell.line for cell in read.cells if booklets_in(cell.head, pattern)))
    return sheet, [_placed(cell, sheet, pattern) for cell in read.cells], read.notes, read.unread


def entries_among(lines: list[Line], reading: Reading) -> list[Word]:
    """The words of all numbers and answers among the lines of a key sheet that is no ruled table."""
    cells = cells_of_list if reading.kind == "key_list" else cells_of_grid
    headings = sheet_of(lines, reading).headings
    return [w for cell in cells(lines, reading, lambda i: i in headings).cells for w in _words(cell.row)]


def _placed(cell: Cell, sheet: Sheet, pattern: str | None) -> Placed:
    """A cell with its booklet: that of its row, of its run of numbers side by side, or of the heading above."""
    stretch = sheet.stretches[cell.line]
    heads = booklets_in(cell.head, pattern)
    booklets = heads or stretch.booklets
    if len(booklets) > 1 and len(booklets) == cell.segments:
        booklets = (booklets[cell.segment],)
    row = cell.row._replace(heading=stretch.heading, section=stretch.section)
    return Placed(row, cell.line, _only(booklets), stretch.part)


def _words(row: Row) -> list[Word]:
    return [w for value in row.values.values() for line in value.lines for w in line.words]


def _plain(row: Row) -> str:
    return row.text("key").translate(FULL_WIDTH)


def _in_part(answer: Answer, part: str | None, layout: Layout, reading: Reading) -> Answer:
    if part is None or not _own_numbers(part, layout, reading):
        return answer
    return answer._replace(part=part, entry=answer.entry.model_copy(update={"section": part}))


def _contradicts(remark: Remark, answer: Answer, booklet: str | None) -> bool:
    """Whether a remark on an answer that does not point to it says something else."""
    return (booklet is None or booklet in remark.booklets) and _differs(remark.said, answer)


def _own_numbers(part: str, layout: Layout, reading: Reading) -> bool:
    named = (p for p in reading.parts if p.name == part)
    return layout.has_own_numbers(part) or any(p.own_numbers or p.kind == "reserve" for p in named)


def _flagged(row: Row, text: str) -> Row:
    return row._replace(flags=(*row.flags, text))


def _differs(said: Said, answer: Answer) -> bool:
    entry = answer.entry
    accepted = entry.accepted_answers or ([entry.key] if entry.key else [])
    return (said.accepted, said.withdrawn, said.everybody) != (accepted, entry.withdrawn, entry.everybody_scores)


def _said_by(remarks: Sequence[Remark], booklet: str | None, mark: str) -> Said:
    """What the remarks on a marked answer say: those of its own booklet before others, one meaning only."""
    near = [r for r in remarks if booklet is not None and booklet in r.booklets]
    meanings = [r.said for r in remarks]
    if any(said != meanings[0] for said in meanings[1:]) and near:
        meanings = [r.said for r in near]
    if not meanings:
        return Said([], [flag(Reason.MARK_UNKNOWN, mark)], known=False)
    if any(said != meanings[0] for said in meanings[1:]):
        accepted = [labels for said in meanings for labels in said.accepted]
        return Said(accepted, [flag(Reason.KEY_AMBIGUOUS)], known=False)
    return meanings[0]


def _remarks(sheet: Sheet, reading: Reading, account: Account, taken: set[tuple[int, int]]) -> list[Remark]:
    """The remarks on single items, found all through the lines that hold no answer (`taken`); their lines are notes."""
    if reading.remarks is None:
        return []
    text = ""
    starts: list[tuple[int, int]] = []
    for i, line in enumerate(sheet.lines):
        if not any((w.page, w.at) in taken for w in line.words):
            starts.append((len(text), i))
            text += line.text.translate(FULL_WIDTH) + " "
    result = []
    for match in re.finditer(reading.remarks.pattern, text):
        lines = [i for start, i in starts if match.start() - len(sheet.lines[i].text) <= start < match.end()]
        account.book((w for i in lines for w in sheet.lines[i].words), "note")
        said = said_in(match.group("answers"), reading)
        result.append(Remark(match.group("n"), said, sheet.stretches[lines[0]].booklets, lines[0]))
    return result


def _unasked(
    remarks: Sequence[Remark],
    placed: Sequence[Placed],
    reading: Reading,
    booklet: str | None,
) -> list[Answer]:
    """Remarks on a number that the sheet has in no booklet: answers of their own, so that they are not lost."""
    numbers = {rank(number_in(p.row, reading)) for p in placed}
    lost = [r for r in remarks if rank(r.number) not in numbers and (not r.booklets or booklet in (None, *r.booklets))]
    return [_orphan(remark) for remark in lost]


def _orphan(remark: Remark) -> Answer:
    accepted = remark.said.accepted
    entry = KeyEntry(
        number=remark.number,
        key=accepted[0] if accepted else [],
        raw="",
        withdrawn=remark.said.withdrawn,
        accepted_answers=accepted if len(accepted) > 1 else [],
        everybody_scores=remark.said.everybody,
    )
    return Answer(entry, Row(0, False, {}, frozenset(), None, None, tuple(remark.said.flags)))


def _book_lines(
    sheet: Sheet, reading: Reading, account: Account, before: list[int], taken: set[tuple[int, int]]
) -> None:
    """Book headings as fields, lines before the first answer and declared notes as notes."""
    account.book((w for i in sheet.headings for w in sheet.lines[i].words), "field")
    free = (sheet.lines[i] for i in before if not any((w.page, w.at) in taken for w in sheet.lines[i].words))
    titles = {line.text for line in free}  # printed again on the next page they are the same notes
    for i, line in enumerate(sheet.lines):
        if i in before or line.text in titles or any(re.search(pattern, line.text) for pattern in reading.notes):
            account.book(line.words, "note")


def choose_booklet(found: Sequence[str], given: str | None, printed: Iterable[str], where: str) -> str | None:
    """The booklet of a key sheet that is read; None where the sheet names none.

    Args:
        found: the booklets that have answers on the sheet.
        given: the one that is declared for the exam.
        printed: the booklets that the paper names.
        where: the key sheet, for the error.

    Raises:
        LayoutError: several on the sheet and none given, the one given is not on it, or the paper is another one.
    """
    on_sheet = ", ".join(found) or "none"
    if given is None and len(found) > 1:
        what = f"holds the answers of several booklets: {on_sheet}"
        raise LayoutError(what, where=where, do="Say which one the paper is: give --booklet.")
    if given is not None and bare(given) not in map(bare, found):
        what = f"has no answers of booklet {given}; booklets found: {on_sheet}"
        raise LayoutError(what, where=where, do="Give --booklet as the key sheet names it.")
    chosen = next((b for b in found if given is None or bare(b) == bare(given)), None)
    names = {bare(name): name for name in printed}
    if chosen is not None and names and bare(chosen) not in names:
        what = f"the key is read for booklet {chosen}, but the paper is booklet {', '.join(names.values())}"
        raise LayoutError(what, where=where, do="Give the --booklet of the paper, or the paper of that booklet.")
    return chosen
