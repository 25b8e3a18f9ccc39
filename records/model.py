"""The records of multiple-choice corpora: documents, items, keys and the account of every page.

All are frozen and reject unknown fields. Exam text is always a string; missing is None or an empty list, never a
word such as "None". Pages count from 1. Boxes are (x0, y0, x1, y1) in points from the top left corner of the page as
a reader sees it (after /Rotate, inside the crop box), rounded to 0.1.
"""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_serializer

from records.flags import FieldStatus, ItemStatus, reason_of

Extractor = Literal["plumber", "geometry", "office"]


def _checked_flag(text: str) -> str:
    reason_of(text)
    return text


def _checked_date(text: str) -> str:
    date.fromisoformat(text)
    return text


Flag = Annotated[str, AfterValidator(_checked_flag)]
BoxTuple = tuple[float, float, float, float]
# Which of an exam's documents: the paper, the key in force, or the keys that it replaced, oldest first.
Role = Annotated[str, Field(pattern=r"^(?:paper|key|superseded_key\.[1-9])$")]


class Record(BaseModel):
    """Base of all records: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)

    def model_post_init(self, context: Any, /) -> None:
        """Share the set of field names among the records of a kind: one each would be half of a bank's memory."""
        object.__setattr__(self, "__pydantic_fields_set__", _field_names(type(self)))


@cache
def _field_names(kind: type[Record]) -> set[str]:
    return set(kind.model_fields)


class Place(Record):
    """Where a text stands: page from 1, box in points."""

    page: int = Field(ge=1)
    box: BoxTuple


class Document(Record):
    """One source file of an exam as registered in `etc/exams/<exam>.yaml`."""

    id: str
    bank: str
    kind: Literal["bank", "paper", "key", "statute", "office"]
    layout: str
    language: str
    jurisdiction: str
    path: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    year: int | None = Field(default=None, ge=1000, le=2999)
    session: str | None = None
    section: str | None = None
    url: str | None = None
    issuer: str | None = None
    licence: str | None = None
    edition: str | None = None
    superseded_by: str | None = None


class Option(Record):
    """One answer option: the bare label or mark as printed (no `.` or `)`), and its text (may be empty as printed)."""

    label: str
    text: str


class Provenance(Record):
    """One path's reading of one field.

    `field` is `number`, `stem`, `option.1` (position from 1), `key`, `legal_basis`, `area` or `section`; `raw` holds
    the lines as read, joined by a line feed, superscripts marked, number and label taken off. What has no pages
    (extractor `office`) says where in `location` (`paragraph 12`, `sheet Paper!B12`, `questions[3].a`), without places.
    """

    field: str
    extractor: Extractor
    document: Role
    raw: str
    places: list[Place]
    location: str | None = None


class SupersededKey(Record):
    """What a key sheet said before it was replaced: `document` names the sheet, the rest is as in Item."""

    document: Role
    key: list[str]
    accepted_answers: list[list[str]] = []


class Item(Record):
    """One multiple-choice, true/false or, in a part that is so declared, open question (`options` and `key` empty).

    `id` is `{exam}-{number}` or `{exam}-{section}-{number}`; `number` is as printed without its dot; `key` lists
    labels (true/false items: `options` empty, `key` the mark as printed). `accepted_answers` is empty unless the key
    sheet accepts several answers; then any one of these sets of labels scores, and `key` is the first of them. `part`
    is the layout's name of the part the item stands in, `superseded_keys` what earlier key sheets said.
    """

    id: str
    exam: str
    number: str
    stem: str
    options: list[Option]
    key: list[str]
    status: ItemStatus = ItemStatus.OK
    flags: list[Flag] = []
    legal_basis: str | None = None
    section: str | None = None
    area: str | None = None
    course: str | None = None
    bank: str | None = None
    jurisdiction: str | None = None
    language: str | None = None
    year: int | None = None
    n_statements: int | None = None
    none_as_an_option: bool | None = None
    negative_question: bool | None = None
    field_status: dict[str, FieldStatus] = {}
    provenance: list[Provenance] = []
    part: str | None = None
    accepted_answers: list[list[str]] = []
    superseded_keys: list[SupersededKey] = []


class KeyEntry(Record):
    """One row of a key sheet: the number, the labels it names, what stands beside them, and its part, if any."""

    number: str
    key: list[str]
    raw: str
    section: str | None = None
    legal_basis: str | None = None
    withdrawn: bool = False
    places: list[Place] = []
    accepted_answers: list[list[str]] = []
    everybody_scores: bool = False
    part: str | None = None


class Span(Record):
    """A run of words that is in no field: its text and place (with `location` where there are no pages)."""

    text: str
    place: Place
    location: str | None = None


class Count(Record):
    """Glyphs (characters other than white space) of one page by where they went; the sum is all that was read.

    `hidden` was dropped because a reader can't see it, `doubled` because it was drawn twice; both carry a page flag.
    """

    field: int = 0
    furniture: int = 0
    note: int = 0
    hidden: int = 0
    doubled: int = 0
    unassigned: int = 0


class PageAccount(Record):
    """What became of every glyph of one page, as one path saw it.

    `direction` is the text's turn in degrees clockwise as displayed (0 = upright); `readability` the share of glyphs
    that stand for a character a reader knows; `scripts` the letters by script; `words_outside` the words in no
    table cell of a page that is read as tables.
    """

    document: Role
    page: int = Field(ge=1)
    width: float
    height: float
    direction: int = 0
    glyphs: Count
    flags: list[Flag] = []
    furniture: list[Span] = []
    notes: list[Span] = []
    unassigned: list[Span] = []
    readability: float | None = Field(default=None, ge=0, le=1)
    scripts: dict[str, int] = {}
    words_outside: int = 0


class CaseQuestion(Record):
    """A question of a case: number as printed, text without number and points, points, reference answer.

    Lines are joined as in an item's stem; paragraphs of a reference answer are parted by a line feed.
    """

    number: str
    text: str
    points: float | None = None
    reference_answer: str | None = None


class Case(Record):
    """One case of a case paper: `id` is `{exam}-{number}`, numbers as printed or counted from 1.

    Fields of `field_status` and `provenance`: `title`, `facts`, and `question.1`, `points.1`, `solution.1` by position.
    """

    id: str
    exam: str
    number: str
    facts: str
    questions: list[CaseQuestion]
    title: str | None = None
    status: ItemStatus = ItemStatus.OK
    flags: list[Flag] = []
    bank: str | None = None
    jurisdiction: str | None = None
    language: str | None = None
    year: int | None = None
    course: str | None = None
    field_status: dict[str, FieldStatus] = {}
    provenance: list[Provenance] = []


class Extraction(Record):
    """All that one path read of one exam. `orphan_keys` are key rows whose number is not in the paper.

    `cases` are those of a case paper, `passages` the lines of a statute in reading order.
    """

    exam: str
    extractor: Extractor
    items: Sequence[Item]
    pages: list[PageAccount]
    orphan_keys: list[KeyEntry] = []
    flags: list[Flag] = []
    cases: list[Case] = []
    passages: list[Span] = []

    @field_serializer("items")
    def _whole(self, items: Sequence[Item]) -> list[Item]:
        """Items may wait packed (records.packed)."""
        return list(items)


class TableFlag(Record):
    """Why a table needs a look: row and col count from 0 into `rows`; None where the flag is the page's."""

    reason: str
    page: int
    row: int | None = None
    col: int | None = None
    text: str = ""


class TableReading(Record):
    """What `lexproof table` prints: the drawn tables' rows in reading order, None where a neighbour's span covers."""

    rows: list[list[str | None]]
    flags: list[TableFlag] = []


class Disagreement(Record):
    """One field on which the two paths differ, which only one of them has, or which another witness contradicts.

    `witness` is what that other witness read, or the repair it proposes.
    """

    exam: str
    item: str
    field: str
    reason: Flag
    plumber: str | None
    geometry: str | None
    places: list[Place] = []
    witness: str | None = None


class Correction(Record):
    """One decision of a person, kept in `etc/corrections/<exam>.yaml`.

    `field` is a field name as in Provenance, or `item` (with `corrected` = `withdrawn` or `excluded`); `as_printed`
    must equal the verified reading, or the correction is stale and the release stops.
    """

    item: str
    field: str
    as_printed: str
    corrected: str
    who: str = Field(min_length=1)
    when: Annotated[str, AfterValidator(_checked_date)] = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    why: str = Field(min_length=1)
