"""The account of every page: where each glyph went, and the words that are in no field.

The sum of the counts is the number of glyphs read; a word nobody claimed is `unassigned`.
"""

from collections import Counter
from collections.abc import Iterator

from extract.plumber.content import Content
from extract.plumber.lines import box_of, lines_of
from extract.plumber.scripts import letters_by_script
from extract.plumber.words import Word
from records.model import Count, PageAccount, Place, Span


def account_of(content: Content, document: str, tables: bool) -> PageAccount:
    """Sum up one page after its words have been claimed; `tables`: whether the document is read as tables."""
    sheet = content.sheet
    counts: Counter[str] = Counter()
    for word in content.words:
        counts[word.use or "unassigned"] += word.count
    counts["unassigned"] += sum(n for _, _, n in sheet.turned)
    spans = {use: list(_spans(content, use)) for use in ("furniture", "note", "")}
    sideways = [Span(text=t, place=Place(page=sheet.number, box=box)) for t, box, _ in sheet.turned]
    texts = [w.text for w in content.words] + [t for t, _, _ in sheet.turned]
    celled = sum(len(cell.words) for grid in content.grids for cell in grid.cells())
    notices = [str(n.reason) for grid in content.grids for n in grid.notices]
    return PageAccount(
        document=document,
        page=sheet.number,
        width=round(sheet.frame.width, 1),
        height=round(sheet.frame.height, 1),
        direction=-90 * sheet.frame.quarter % 360,
        glyphs=Count(hidden=sheet.hidden, doubled=sheet.doubled, **counts),
        flags=list(dict.fromkeys([*sheet.flags, *notices])),
        furniture=spans["furniture"],
        notes=spans["note"],
        unassigned=spans[""] + sideways,
        readability=sheet.readability,
        scripts=letters_by_script(texts),
        words_outside=len(content.words) - celled if tables else 0,
    )


def _spans(content: Content, use: str) -> Iterator[Span]:
    words: list[Word] = [w for w in content.words if w.use == use]
    for line in lines_of(content.sheet.number, words):
        box = box_of(line.words, content.sheet.frame)
        yield Span(text=line.text, place=Place(page=content.sheet.number, box=box))
