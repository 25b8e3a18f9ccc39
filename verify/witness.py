"""Witnesses beside agreement: the account of every glyph, the readability of pages, and whose key sheet this is.

Two paths can agree and both be wrong. What blocks a release: text that is in no field, a page whose text layer can't be
read, a page without text, a page of which one path saw much less than the other. A key sheet of another exam stops the
reading at once.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from records.errors import LexproofError
from records.flags import Reason, reason_of
from records.layout import Layout
from records.model import Extraction, PageAccount

BLOCKING = {
    Reason.UNASSIGNED_TEXT,
    Reason.UNREADABLE_TEXT_LAYER,
    Reason.NO_TEXT_LAYER,
    Reason.GLYPHS_MISSING,
    Reason.LOW_LEXICON_RATE,
    Reason.DAMAGED_STREAM,
}
# Share of a page's glyphs by which the two accounts may differ: engines expand ligatures and see covered glyphs
# differently. On 242 pages of nine papers the largest difference was 0.3 %; a line is about 3 % of a page.
GLYPH_TOLERANCE = 0.02
KEY_OVERLAP = 0.5  # a key sheet that names fewer of the paper's numbers than this belongs to something else


def check_identity(extraction: Extraction, layout: Layout, key: Path | None) -> None:
    """Refuse a key sheet that belongs to another exam.

    Raises:
        LexproofError: paper and key print different values of an identity pattern, or their numbers do not fit.
    """
    if key is None:
        return
    paper_text, key_text = (_loose_text(extraction, document) for document in ("paper", "key"))
    for pattern in layout.identity:
        paper_values, key_values = _values(pattern, paper_text), _values(pattern, key_text)
        if paper_values and key_values and not paper_values & key_values:
            says = f"the paper says {_quoted(paper_values)}, the key sheet {_quoted(key_values)}"
            raise LexproofError(
                f"key sheet belongs to another exam: {says}", where=key.name, do="Give the key sheet of this exam."
            )
    asked = [i for i in extraction.items if layout.invariants_of(i.part).keys_per_item or not i.part]
    out = (Reason.ANNULLED, Reason.EVERYBODY_SCORES)
    keyed = sum(bool(item.key) or any(f.startswith(out) for f in item.flags) for item in asked)
    if keyed < KEY_OVERLAP * len(asked):
        raise LexproofError(
            f"key sheet names {keyed} of the paper's {len(asked)} numbers", where=key.name,
            do="Give the key sheet of this exam.",
        )  # fmt: skip


def page_findings(extraction: Extraction) -> list[str]:
    """What the account of one path says against its own reading, as `reason:extractor document page detail`."""
    found = []
    for page in extraction.pages:
        where = f"{extraction.extractor} {page.document} page {page.page}"
        found += [f"{flag.partition(':')[0]}:{where} {flag.partition(':')[2]}".rstrip() for flag in page.flags]
        if page.glyphs.unassigned:
            quoted = " | ".join(span.text for span in page.unassigned)[:120]
            found.append(f"{Reason.UNASSIGNED_TEXT}:{where} {page.glyphs.unassigned} glyphs: {quoted}")
    return found + [
        f"{f.partition(':')[0]}:{extraction.extractor} {f.partition(':')[2]}".rstrip() for f in extraction.flags
    ]


def blocking(findings: list[str]) -> list[str]:
    """The findings that stop a release."""
    return [f for f in findings if reason_of(f) in BLOCKING]


def account_findings(plumber: Extraction, geometry: Extraction) -> list[str]:
    """Pages on which the two paths count glyphs differently, as `reason:document page counts`."""
    one, two = _totals(plumber.pages), _totals(geometry.pages)
    found = []
    for place in sorted({*one, *two}):
        left, right = one.get(place, 0), two.get(place, 0)
        if left != right:
            beyond = abs(left - right) > GLYPH_TOLERANCE * max(left, right)
            reason = Reason.GLYPHS_MISSING if beyond else Reason.GLYPH_COUNTS_DIFFER
            found.append(f"{reason}:{place[0]} page {place[1]} plumber {left} glyphs, geometry {right}")
    return found


def account_of(extraction: Extraction) -> dict[str, int]:
    """Glyphs of all pages by where they went."""
    totals: dict[str, int] = {}
    for page in extraction.pages:
        for where, count in page.glyphs.model_dump().items():
            totals[where] = totals.get(where, 0) + count
    return totals


def _totals(pages: list[PageAccount]) -> dict[tuple[str, int], int]:
    return {(p.document, p.page): sum(p.glyphs.model_dump().values()) for p in pages}


def _loose_text(extraction: Extraction, document: str) -> str:
    """What a document prints outside its items: titles, running headers, instructions."""
    pages = [p for p in extraction.pages if p.document == document]
    return "\n".join(span.text for page in pages for span in (*page.notes, *page.furniture))


def _values(pattern: str, text: str) -> set[str]:
    def found() -> Iterator[str]:
        for match in re.finditer(pattern, " ".join(text.split())):
            yield "".join(match.group(1).split()).casefold()

    return set(found())


def _quoted(values: set[str]) -> str:
    return " and ".join(repr(v) for v in sorted(values)[:3])
