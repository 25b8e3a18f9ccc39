"""The third engine's verdict on each field: confirmed, contradicted, or not applicable.

The visible characters in a field's boxes must be the field's text as read by the paths. More characters are allowed
only where something explains each of them: they stand in another field's boxes too, or they are the item's own printed
number or label, or the paths dropped as many glyphs of that page on purpose (hidden, drawn twice). A character of the
field that PDFium does not read there, or reads but finds without ink, is a contradiction.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from records.flags import FieldStatus, ItemStatus, Reason, flag
from records.model import BoxTuple, Disagreement, Extraction, Place, Provenance
from verify.glyph_text import glyph_form, same_but_hyphens
from verify.rendered import Asked, Name, Read, excess, read_pages
from verify.unit import Unit
from verify.unit import labels as printed_labels

UNREADABLE_SHARE = 0.01  # of a page's glyphs; above it the text layer is no reading of the page
AROUND_LABELS = "().:[]"  # signs printed with a number or a label


class Verdict(StrEnum):
    """What a witness says of a field."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    NOT_APPLICABLE = "not_applicable"


@dataclass(slots=True)
class Claim:
    """One field as the paths read it: where, what, and the labels that may stand in its boxes.

    `able`: PDFium can be asked, for the paths agree on the field and its document is at hand.
    """

    item: Unit
    name: str
    document: str
    form: str
    labels: str
    boxes: dict[int, list[BoxTuple]]
    places: list[Place]
    able: bool


@dataclass(slots=True)
class Testimony:
    """All that the third engine says of an exam."""

    disagreements: list[Disagreement]
    findings: list[str]
    verdicts: Counter[str]


def ask_pdfium(
    items: Sequence[Unit],
    accounts: Iterable[Extraction],
    sources: dict[str, Path],
    password: str | None = None,
    jobs: int = 2,
    printed: Sequence[str] = (),
) -> Testimony:
    """Let PDFium read every agreed field of the items.

    The items are gone through several times, and what is not simply confirmed is all that is kept of them.

    Args:
        items: merged items with the provenance of both paths.
        accounts: the two extractions, for what they dropped on purpose.
        sources: the PDFs by role (`paper`, `key`).
        password: of an encrypted document.
        jobs: processes.
        printed: glyphs that stand for labels on the page.
    """
    accounts = list(accounts)
    hearing = _Hearing(items, sources, "".join(printed), _beside(accounts))
    dropped = _dropped(accounts)
    testimony = Testimony([], [], Counter())
    for role, path in sources.items():
        doubtful: dict[Name, list[Read]] = defaultdict(list)
        unread: set[Name] = set()
        for page in read_pages(path, hearing.pages(role), password, jobs, "".join(printed)):
            if page.failure:
                unread |= hearing.names_on(role, page.page)
                testimony.findings.append(flag(Reason.PAGE_NOT_RENDERED, f"{role} page {page.page} {page.failure}"))
                continue
            if page.unreadable > UNREADABLE_SHARE * max(page.glyphs, 1):
                says = f"pdfium {role} page {page.page} {page.unreadable} of {page.glyphs} glyphs"
                testimony.findings.append(flag(Reason.UNREADABLE_TEXT_LAYER, says))
            for name, read in page.fields.items():
                if name[0] >= 0:
                    doubtful[name].append(read)
        for name in doubtful:
            claim = hearing.claim(name)
            against = _judge(claim, doubtful[name], dropped) if claim.able and name not in unread else None
            testimony.disagreements += [against] if against else []
        testimony.verdicts[Verdict.NOT_APPLICABLE] += hearing.count_of_unable(role) + len(hearing.able(unread))
        testimony.verdicts[Verdict.CONFIRMED] += hearing.count_of_able(role) - len(hearing.able(unread))
    testimony.verdicts[Verdict.NOT_APPLICABLE] += hearing.elsewhere
    testimony.verdicts[Verdict.CONTRADICTED] = len(testimony.disagreements)
    testimony.verdicts[Verdict.CONFIRMED] -= len(testimony.disagreements)
    return testimony


class _Hearing:
    """The claims of all items, made anew item by item whenever they are wanted."""

    def __init__(
        self,
        items: Sequence[Unit],
        sources: dict[str, Path],
        printed: str,
        beside: dict[tuple[str, int], list[BoxTuple]],
    ) -> None:
        self._items, self._sources, self._printed, self._beside = items, sources, printed, beside
        self._last: dict[str, dict[int, int]] = defaultdict(dict)  # of each document: page, last item on it
        self._counts: Counter[tuple[str, bool]] = Counter()
        self.elsewhere = 0  # claims in documents that are not at hand
        for at, item in enumerate(items):
            for claim in _claims(item, sources, printed):
                if claim.document not in sources:
                    self.elsewhere += 1
                    continue
                self._counts[claim.document, claim.able] += 1
                self._last[claim.document] |= dict.fromkeys(claim.boxes, at)

    def pages(self, role: str) -> Iterator[tuple[int, list[Asked]]]:
        """Each page of a document with its fields, as soon as no later item stands on it.

        Of fields that PDFium is not asked about, and of notes and furniture beside them, only the boxes count.
        """
        open_: dict[int, list[Asked]] = defaultdict(list)
        for at, item in enumerate(self._items):
            for number, claim in enumerate(_claims(item, self._sources, self._printed)):
                if claim.document == role:
                    expected = claim.form if claim.able and len(claim.boxes) == 1 else None
                    for page, boxes in claim.boxes.items():
                        open_[page].append(Asked((at, number), tuple(boxes), expected))
            for page in sorted(p for p in open_ if self._last[role][p] == at):
                beside = [Asked((-1, n), (box,), None) for n, box in enumerate(self._beside.get((role, page), ()))]
                yield page, open_.pop(page) + beside

    def names_on(self, role: str, page: int) -> set[Name]:
        """The fields of a page."""
        return {
            (at, number)
            for at, item in enumerate(self._items)
            for number, claim in enumerate(_claims(item, self._sources, self._printed))
            if claim.document == role and page in claim.boxes
        }

    def claim(self, name: Name) -> Claim:
        """One claim."""
        return _claims(self._items[name[0]], self._sources, self._printed)[name[1]]

    def able(self, names: set[Name]) -> list[Name]:
        """Those of some fields that PDFium can be asked about."""
        return [name for name in names if self.claim(name).able]

    def count_of_able(self, role: str) -> int:
        """The fields of a document that PDFium can be asked about."""
        return self._counts[role, True]

    def count_of_unable(self, role: str) -> int:
        """The fields of a document that PDFium cannot be asked about."""
        return self._counts[role, False]


def _claims(item: Unit, sources: dict[str, Path], printed: str) -> list[Claim]:
    """All fields of an item that the paths found at a place."""
    claims: list[Claim] = []
    labels = printed + "".join(text + AROUND_LABELS for text in printed_labels(item))
    grouped: dict[tuple[str, str], list[Provenance]] = defaultdict(list)
    for one in item.provenance:
        grouped[one.document, one.field].append(one)
    for (document, name), readings in grouped.items():
        boxes: dict[int, list[BoxTuple]] = defaultdict(list)
        places = [place for reading in readings for place in reading.places]
        for place in places:
            boxes[place.page].append(place.box)
        open_ = item.field_status.get(name) is FieldStatus.DISPUTED or item.status is ItemStatus.WITHDRAWN
        able = document in sources and bool(boxes) and not open_
        claims.append(Claim(item, name, document, glyph_form(readings[0].raw), labels, dict(boxes), places, able))
    return claims


def _judge(claim: Claim, reads: list[Read], dropped: Counter[tuple[str, int]]) -> Disagreement | None:
    """The contradiction of one field, if there is one."""
    content, ordered, hidden, shared = (
        glyph_form("".join(getattr(r, part) for r in reads)) for part in ("content", "ordered", "hidden", "shared")
    )
    spare = Counter(unicodedata.normalize("NFKC", shared + glyph_form(claim.labels)))
    if claim.name == "key":  # in running text signs stand around it
        spare += Counter(c for c in content if not c.isalnum())
    on_purpose = sum(dropped[claim.document, page] for page in claim.boxes)
    if any(_holds(claim.form, text, spare, on_purpose) for text in (content, ordered)):
        return None
    missing = excess(claim.form, content)
    unseen = bool(missing) and not missing - Counter(hidden)
    reason = flag(Reason.TEXT_NOT_VISIBLE if unseen else Reason.RENDERED_TEXT_DIFFERS, claim.name)
    text = next((p.raw for p in claim.item.provenance if p.field == claim.name), "")
    return Disagreement(
        exam=claim.item.exam, item=claim.item.id, field=claim.name, reason=reason,
        plumber=text, geometry=text, places=claim.places, witness=content,
    )  # fmt: skip


def _holds(expected: str, text: str, spare: Counter[str], on_purpose: int) -> bool:
    """Whether a text is the expected one plus nothing but characters that are explained."""
    if text == expected or same_but_hyphens(text, expected):
        return True
    rest = iter(text)
    if not all(character in rest for character in expected):
        return False
    plain = Counter[str]()  # labels may be printed full-width
    for character, count in excess(text, expected).items():
        plain[unicodedata.normalize("NFKC", character)] += count
    return (plain - spare).total() <= on_purpose


def _beside(accounts: Iterable[Extraction]) -> dict[tuple[str, int], list[BoxTuple]]:
    """The boxes of what stands on a page outside of all fields, by document and page."""
    boxes: dict[tuple[str, int], list[BoxTuple]] = defaultdict(list)
    for extraction in accounts:
        for page in extraction.pages:
            spans = (*page.notes, *page.furniture, *page.unassigned)
            boxes[page.document, page.page] += [span.place.box for span in spans]
    return boxes


def _dropped(accounts: Iterable[Extraction]) -> Counter[tuple[str, int]]:
    """Glyphs that a path dropped on purpose, by document and page; the greater count of the paths."""
    most: Counter[tuple[str, int]] = Counter()
    for extraction in accounts:
        for page in extraction.pages:
            place = page.document, page.page
            most[place] = max(most[place], page.glyphs.hidden + page.glyphs.doubled)
    return most
