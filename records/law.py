"""The records of law: articles of statutes in their editions, and citations of them.

Numbers are in normal form: `454^1` (raised or inserted, never `4541`), `93a`, `1bis`. Offsets are code points.
"""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field

from records.model import Place, Record

KEYS = (
    "code_id", "code_raw", "article", "article_to", "paragraph", "paragraph_to", "number", "number_to", "letter",
    "letter_to", "sentence", "variant", "subparagraph", "following", "start", "end", "raw", "article_id", "reason",
)  # fmt: skip


def _checked_date(text: str) -> str:
    date.fromisoformat(text)
    return text


IsoDate = Annotated[str, AfterValidator(_checked_date)]


class Edition(Record):
    """The days on which a text was in force: both inclusive, None where the source does not say."""

    valid_from: IsoDate | None = None
    valid_to: IsoDate | None = None


class Paragraph(Record):
    """One numbered unit of an article: `text[start:end]` of the article is its words, number included."""

    number: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Article(Record):
    """One article of one edition of a law.

    `id` is `{law}:{number}`; `law` a code id of etc/codes (`de.bgb`), `path` the headings above it from the outermost,
    `chapter_id` the id of the innermost heading (`{law}/{position of each heading, joined by dots}`), by which chapter
    contexts are joined. `source` names the declared statute, `location` the line or provision, `places` the pages.
    """

    id: str
    law: str
    number: str
    heading: str | None = None
    text: str
    path: list[str] = []
    chapter_id: str | None = None
    paragraphs: list[Paragraph] = []
    repealed: bool = False
    edition: Edition = Edition()
    source: str
    location: str | None = None
    places: list[Place] = []
    flags: list[str] = []


class Citation(Record):
    """One cited unit; the keys are those of `KEYS`, absent is None, values are strings.

    `following` is `f` or `ff`; `text[start:end] == raw` in the cited text, without the code's name; `article_id` is the
    article that it resolves to, and `reason` says why there is none or why it is a guess.
    """

    code_id: str | None = None
    code_raw: str | None = None
    article: str | None = None
    article_to: str | None = None
    paragraph: str | None = None
    paragraph_to: str | None = None
    number: str | None = None
    number_to: str | None = None
    letter: str | None = None
    letter_to: str | None = None
    sentence: str | None = None
    variant: str | None = None
    subparagraph: str | None = None
    following: str | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    raw: str
    article_id: str | None = None
    reason: str | None = None


class CitationOf(Record):
    """Where a citation stands: the id of the item or case, its field (as in Provenance), and the unit cited."""

    source: str
    field: str
    citation: Citation
