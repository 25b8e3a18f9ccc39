"""Fields: from lines to an item's values, their provenance, and the account of where every word went.

A draft is what the list and the table readers hand over; this module turns it into a record and books its words.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from extract.geometry.frame import Box
from extract.geometry.glyphs import Word
from extract.geometry.lines import Line, bounds, lines_of
from extract.geometry.page import Page
from extract.geometry.scripts import LOOKALIKES, letters_by_script, mixed_script, unreadable_share, without
from records.flags import ItemStatus, Reason, flag
from records.layout import Options, Reading
from records.model import Count, Item, Option, PageAccount, Place, Provenance, Span
from records.text import Attested, join_lines, take_footnote_marks

Fate = Literal["field", "furniture", "note"]
DocumentKind = str  # `paper`, `key`, `superseded_key.1`: the role of a document, as in the records


class Value(NamedTuple):
    """Lines of one field, label and number taken off, and the places it stands in if it has no words."""

    lines: list[Line]
    empty_at: tuple[tuple[int, Box], ...] = ()


class Choice(NamedTuple):
    """An option as read: its label, its text, and in a list the line its label stands in."""

    label: str
    value: Value
    at: Line | None = None


class Draft(NamedTuple):
    """An item as read, before its texts are joined."""

    number: str
    number_at: Value
    stem: Value
    choices: list[Choice]
    key: list[str] = []
    key_at: Value = Value([])
    legal: Value | None = None
    area: Value | None = None
    section: str | None = None
    section_id: str | None = None
    flags: list[str] = []
    words: list[Word] = []
    suffix: str = ""
    part: str | None = None
    accepted: list[list[str]] = []


class Account:
    """Books every word of a document once: field, furniture or note; what is never booked stays unassigned."""

    def __init__(
        self,
        kind: DocumentKind,
        pages: Sequence[Page],
        celled: Mapping[int, set[int]] | None = None,
        known: Sequence[str] = (),
    ) -> None:
        """Open the account of a document: every word of its pages is unassigned.

        Args:
            kind: its role.
            pages: its pages.
            celled: for each page the words in table cells; None where no tables are read.
            known: private-use glyphs whose meaning is declared.
        """
        self.kind, self._pages, self._celled, self._known = kind, pages, celled, known
        self._fates: dict[tuple[int, int], Fate] = {}
        self.frames = {page.number: page.frame for page in pages}

    def book(self, words: Iterable[Word], fate: Fate) -> None:
        """Book words that are not booked yet."""
        for word in words:
            self._fates.setdefault((word.page, word.at), fate)

    def places(self, value: Value) -> list[Place]:
        """Where a value stands: one box for each page, as displayed."""
        held: dict[int, list[Word]] = {}
        for line in value.lines:
            for word in line.words:
                held.setdefault(word.page, []).append(word)
        boxes = [(number, bounds(words)) for number, words in sorted(held.items())] or list(value.empty_at)
        return [Place(page=number, box=self.frames[number].shown(box)) for number, box in boxes]

    def closed(self) -> list[PageAccount]:
        """The account of every page that is open."""
        return [self._closed(page) for page in self._pages]

    def open(self, page: Page, celled: set[int]) -> None:
        """Open the next page, with the words that stand in its table cells."""
        self._pages = [*self._pages, page]
        self.frames[page.number] = page.frame
        self._celled = {**(self._celled or {}), page.number: celled}

    def close(self, before: int) -> list[PageAccount]:
        """The accounts of the open pages before one; their words are forgotten, where they stand is not."""
        done = [page for page in self._pages if page.number < before]
        accounts = [self._closed(page) for page in done]
        self._pages = [page for page in self._pages if page.number >= before]
        self._celled = {number: words for number, words in (self._celled or {}).items() if number >= before}
        for page in done:
            for word in [*page.words, *page.askew]:
                self._fates.pop((page.number, word.at), None)
        return accounts

    def _closed(self, page: Page) -> PageAccount:
        groups: dict[str, list[Word]] = {"field": [], "furniture": [], "note": [], "unassigned": []}
        for word in [*page.words, *page.askew]:
            groups[self._fates.get((page.number, word.at), "unassigned")].append(word)
        sums = {name: sum(w.glyphs for w in words) for name, words in groups.items()}
        hidden, doubled = (sum(w.glyphs for w in words) for words in (page.hidden, page.doubled))
        spans = {name: _spans(page, groups[name]) for name in ("furniture", "note", "unassigned")}
        texts = [without(word.text, self._known) for group in groups.values() for word in group]
        free = [word for name, group in groups.items() if name != "furniture" for word in group]
        return PageAccount(
            document=self.kind,
            page=page.number,
            width=page.width,
            height=page.height,
            direction=page.direction,
            glyphs=Count(hidden=hidden, doubled=doubled, **sums),
            flags=page.flags,
            furniture=spans["furniture"],
            notes=spans["note"],
            unassigned=spans["unassigned"],
            readability=round(1 - unreadable_share(texts), 4) if any(texts) else None,
            scripts=letters_by_script(texts),
            words_outside=0 if self._celled is None else sum(w.at not in self._celled[page.number] for w in free),
        )


def _spans(page: Page, words: Sequence[Word]) -> list[Span]:
    return [
        Span(text=line.text, place=Place(page=page.number, box=page.frame.shown(line.box))) for line in lines_of(words)
    ]


@lru_cache(maxsize=4096)
def bare(text: str) -> str:
    """What marks and header words are compared by: no white space, case folded, full-width forms as plain ones."""
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def mark_of(text: str) -> str:
    """What a mark is compared by: as `bare`, a word cut by a hyphen joined, a full stop or semicolon at its end off."""
    joined = re.sub(r"(?<=[^\W\d_])[-\u00ad\u2010]+\s*(?=[^\W\d_])", "", text)
    return bare(joined.replace("\u00ad", "")).rstrip(".;,")


def declared_label(printed: str, options: Options | None, labels: Sequence[str]) -> tuple[str, bool]:
    """The declared label that a printed one is, and whether it took a look-alike letter to see it."""
    folded = {bare(label): label for label in labels}
    if printed in labels or bare(printed) in folded:
        return (printed if printed in labels else folded[bare(printed)]), False
    table = LOOKALIKES.get((options.alphabet if options else None) or "")
    twin = bare(printed.translate(table)) if table else ""
    return (folded[twin], True) if twin in folded else (unicodedata.normalize("NFKC", printed), False)


def label_at(text: str, start: int, options: Options, spaced: bool = False) -> tuple[str, int, bool] | None:
    """The option label printed at a place of a text: (label, where its text begins, look-alike); None if there is none.

    `spaced` asks for white space behind a label that ends without a bracket (`A. Kowalski` is one, `A.K.` is not).
    """
    pattern = re.compile(options.pattern or "(?P<label>\b)")
    match = pattern.match(text, start)
    if match is None and options.alphabet in LOOKALIKES:
        match = pattern.match(text[: start + 4].translate(LOOKALIKES[options.alphabet]) + text[start + 4 :], start)
    if match is None or not match.group("label"):
        return None
    end = match.end()
    glyph = match.group("label")
    if glyph in options.printed:
        return options.label_of(glyph), end, False
    if spaced and end < len(text) and not text[end].isspace() and text[end - 1] not in ")]）":
        return None
    label, twin = declared_label(text[match.start("label") : match.end("label")], options, options.labels)
    return label, end, twin


def begins_content(reading: Reading, text: str) -> bool:
    """Whether a text begins like an item or an option."""
    number = re.match(reading.number.pattern, text)
    if number is not None and text[number.end() :].strip():
        return True
    return reading.options is not None and label_at(text, 0, reading.options, spaced=True) is not None


def label_beyond(text: str, last: str, options: Options) -> tuple[str, int] | None:
    """A label like the declared ones that goes on where they end (D after A to C), and where its text begins."""
    final = options.labels[-1]
    if len(last) != 1 or len(final) != 1 or ord(last) < ord(final):
        return None
    after, glyph = ord(last) + 1 - ord(final), options.printed[-1] if options.printed else final
    if len(glyph) != 1 or text[:1] != chr(ord(glyph) + after):
        return None
    hit = label_at(glyph + text[1:], 0, options, spaced=True)
    return (chr(ord(last) + 1), hit[1]) if hit is not None and hit[0] == final else None


def item_of(exam: str, draft: Draft, reading: Reading, account: Account, attested: Attested) -> Item:
    """Join a draft's lines to an item with provenance, and book its words as fields."""
    flags = list(draft.flags)
    stem = _joined(draft.stem, attested, flags)
    options = [Option(label=c.label, text=_joined(c.value, attested, flags)) for c in draft.choices]
    legal = _joined(draft.legal, attested, flags) if draft.legal is not None else None
    area = _joined(draft.area, attested, flags) if draft.area is not None else None
    status, key = ItemStatus.OK, draft.key
    if flag(Reason.ANNULLED) in flags or flag(Reason.EVERYBODY_SCORES) in flags:
        status, key = ItemStatus.WITHDRAWN, []
    if reading.withdrawn is not None and re.search(reading.withdrawn, stem):
        status = ItemStatus.WITHDRAWN
        flags.append(flag(Reason.WITHDRAWN))
    values = _named(draft)
    words = [w for _, value in values for line in value.lines for w in line.words]
    account.book([*draft.words, *words], "field")
    flags.extend(doubts(words, reading.options.printed if reading.options else ()))
    own_numbers, reserve = own_numbers_of(draft.part, reading)
    flags.extend([flag(Reason.RESERVE)] if reserve else [])
    proofs = [proof(name, value, account, "paper") for name, value in values]
    return Item(
        id=item_id(exam, draft, own_numbers),
        exam=exam,
        number=draft.number,
        stem=stem,
        options=options,
        key=key,
        status=status,
        flags=list(dict.fromkeys(flags)),
        legal_basis=legal or None,
        section=draft.section,
        area=area or None,
        provenance=proofs,
        part=draft.part,
        accepted_answers=draft.accepted if len(draft.accepted) > 1 else [],
    )


def item_id(exam: str, draft: Draft, own_numbers: bool = False) -> str:
    """The id of an item; `own_numbers` tells that the numbers of its part begin again."""
    middle = f"-{draft.section_id}" if draft.section_id else ""
    middle += f"-{draft.part}" if own_numbers else ""
    return f"{exam}{middle}-{draft.number or draft.suffix}"


def own_numbers_of(part: str | None, reading: Reading) -> tuple[bool, bool]:
    """Whether the numbers of a part begin again, and whether it is one of reserve questions."""
    found = next((p for p in reading.parts if p.name == part), None)
    reserve = found is not None and found.kind == "reserve"
    return found is not None and (reserve or found.own_numbers), reserve


def doubts(words: Iterable[Word], known: Sequence[str] = ()) -> list[str]:
    """Flags for words that the text layer may not give as they are printed; `known` glyphs are understood."""
    flags = []
    for text in dict.fromkeys(without(word.text, known) for word in words):
        if mixed_script(text):
            flags.append(flag(Reason.MIXED_SCRIPT_WORD, text))
        if unreadable_share([text]):
            flags.append(flag(Reason.UNREADABLE_TEXT_LAYER, text))
        if text.startswith("^"):  # a raised figure that stands beside no word: what it belongs to is not known
            flags.append(flag(Reason.FOOTNOTE_MARK, text[1:]))
    return flags


def _named(draft: Draft) -> list[tuple[str, Value]]:
    values = [("number", draft.number_at), ("stem", draft.stem)]
    values += [(f"option.{i}", choice.value) for i, choice in enumerate(draft.choices, 1)]
    extra: Mapping[str, Value | None] = {"key": draft.key_at, "legal_basis": draft.legal, "area": draft.area}
    values += [(name, value) for name, value in extra.items() if value is not None and (value.lines or value.empty_at)]
    return [(name, value) for name, value in values if name != "number" or value.lines]


def proof(name: str, value: Value, account: Account, kind: DocumentKind) -> Provenance:
    """One field's reading as it stands on paper."""
    raw = "\n".join(line.text for line in value.lines)
    return Provenance(field=name, extractor="geometry", document=kind, raw=raw, places=account.places(value))


def _joined(value: Value, attested: Attested, flags: list[str]) -> str:
    text, unresolved = join_lines([line.text for line in value.lines], attested)
    text, marks = take_footnote_marks(text)
    flags.extend(flag(Reason.HYPHEN_UNRESOLVED, word) for word in unresolved)
    flags.extend(flag(Reason.FOOTNOTE_MARK, mark) for mark in marks)
    return text.strip()


def with_unique_ids(items: Iterable[Item]) -> Iterator[Item]:
    """Give a second item of one id `~2`, a third `~3`; nothing is overwritten."""
    seen: dict[str, int] = {}
    for item in items:
        seen[item.id] = seen.get(item.id, 0) + 1
        yield item if seen[item.id] == 1 else item.model_copy(update={"id": f"{item.id}~{seen[item.id]}"})
