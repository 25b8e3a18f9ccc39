"""An exam in office files into items, with the account of every character.

The kind of a file is found by its content. The layout decides how it becomes items, as for PDFs; nothing is left out
without an error, a flag or an entry in the account.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from extract.office.blocks import Block, Line, Source, Table, account_of, claim
from extract.office.drafts import Draft, row_drafts
from extract.office.items import Entry, Finisher, join_keys, key_entries, recover_numbers
from extract.office.listing import ListItems
from extract.office.package import kind_of, load
from extract.office.rows import RowReader
from records.errors import LayoutError
from records.layout import Layout, Reading
from records.model import Extraction, KeyEntry
from records.text import squeeze
from records.words import Attestation

KINDS = ("numbered_list", "ruled_table", "key_table", "records")
Progress = Callable[[int, int], None]


def read(
    exam: str, layout: Layout, paper: Path, key: Path | None = None, on_page: Progress | None = None,
    encoding: str | None = None,
) -> Extraction:  # fmt: skip
    """Read one exam from docx, xlsx, csv, json or jsonl.

    Args:
        exam: the exam's id, the head of every item id.
        layout: how paper and key are read.
        paper: the question paper.
        key: the key, if it is a document of its own; without it items of such a layout have no key.
        on_page: told after each document: documents done, documents in all.
        encoding: of text files, overrides the layout's.

    Raises:
        DocumentError: a file cannot be read, or is of another kind.
        LayoutError: the layout finds no item, or no key row, in its document.
    """
    readings = [layout.paper] + ([layout.key] if key is not None and layout.key is not None else [])
    paths = [paper] + ([key] if key is not None and layout.key is not None else [])
    sources = []
    for path, reading in zip(paths, readings, strict=True):
        _check_kind(reading, layout, path)
        sources.append(_source(path, reading, encoding))
        if on_page is not None:
            on_page(len(sources), len(paths))
    texts = [b.text for source in sources for s in source.sheets for b in s.blocks()]
    attested = Attestation(layout.language, texts)
    drafts = list(_drafts(sources[0], layout))
    recover_numbers(drafts)
    finisher = Finisher(exam, attested, layout.paper.withdrawn)
    items = [finisher.item(d) for d in drafts]
    orphans: list[KeyEntry] = []
    if len(sources) > 1:
        entries = _entries(sources[1], readings[1], layout, attested)
        items, orphans = join_keys(items, [d.section_id for d in drafts], entries)
    roles: tuple[Literal["paper", "key"], ...] = ("paper", "key")
    return Extraction(
        exam=exam,
        extractor="office",
        items=items,
        pages=[
            account_of(sheet, number, role)
            for role, source in zip(roles, sources, strict=False)
            for number, sheet in enumerate(source.sheets, 1)
        ],
        orphan_keys=orphans,
        flags=list(dict.fromkeys(f for source in sources for f in source.flags)),
    )


def _check_kind(reading: Reading, layout: Layout, path: Path) -> None:
    """Refuse what only PDFs are read by."""
    unread = [name for name in ("parts", "remarks", "booklets") if getattr(reading, name, None)]
    unread += [reading.kind] if reading.kind not in KINDS else []
    if unread:
        what = f"layout {layout.name} uses {', '.join(unread)}, which is read in PDFs only"
        raise LayoutError(what, where=str(path), do=f"Give a layout of kind {', '.join(KINDS)}, or the PDF.")


def _source(path: Path, reading: Reading, encoding: str | None) -> Source:
    data = load(path)
    kind = kind_of(path, data)
    if kind == "docx":
        from extract.office.docx import read_docx

        return read_docx(path, data)
    if kind == "xlsx":
        from extract.office.xlsx import read_xlsx

        return read_xlsx(path, data)
    from extract.office.textfile import read_text

    return read_text(path, data, reading, encoding)


def _entries(source: Source, reading: Reading, layout: Layout, attested: Attestation) -> list[Entry]:
    labels = layout.paper.options.labels if layout.paper.options else []
    entries = key_entries(reading, labels, RowReader(reading).rows(source), lambda: attested)
    if not entries:
        raise LayoutError(
            f"no key row found with layout {layout.name}: looked for rows of numbers and answers, found "
            f"{_inventory(source)}",
            where=str(source.path), do="Give the key of this exam, or a layout that fits it.",
        )  # fmt: skip
    return entries


def _drafts(source: Source, layout: Layout) -> Iterator[Draft]:
    reading, count = layout.paper, 0
    listed = reading.kind == "numbered_list"
    found = _listed(source, reading) if listed else row_drafts(reading, RowReader(reading).rows(source))
    for draft in found:
        count += 1
        yield draft
    if count == 0:
        labels = ", ".join(reading.options.labels) if reading.options else ""
        sought = f"{reading.kind} items numbered {reading.number.pattern}" + (
            f" with options {labels}" if labels else ""
        )
        raise LayoutError(
            f"no item found with layout {layout.name}: looked for {sought}, found {_inventory(source)}",
            where=str(source.path), do="Give the layout that fits, or draft one.",
        )  # fmt: skip


def _listed(source: Source, reading: Reading) -> Iterator[Draft]:
    """The items of a list, section by section."""
    section = re.compile(reading.section) if reading.section else None
    notes = [re.compile(p) for p in reading.notes]
    furniture = [re.compile(f.pattern) for f in reading.furniture]
    heading, name, count, begun = None, None, 0, False
    kept: list[Line] = []
    for line in [*_lines(source), None]:
        match = section.search(line.text) if section and line is not None else None
        if line is not None and match is None:
            if line.opens and any(p.fullmatch(line.text) for p in furniture):
                claim([line], "furniture")
            elif any(p.search(line.text) for p in notes):
                claim([line], "note")
            else:
                kept.append(line)
            continue
        for draft in ListItems(reading, kept).drafts():
            draft.section, draft.section_id, begun = heading, name, True
            yield draft
        if not begun:
            claim(kept, "note")
        kept = []
        if line is not None and match is not None:
            claim([line], "field")
            count += 1
            heading, name = squeeze(line.text), (match.groupdict().get("s") or str(count)).lower()


def _lines(source: Source) -> Iterator[Line]:
    """Every line of the body; the cells of tables one after another."""
    for sheet in source.sheets:
        for part in sheet.body:
            if isinstance(part, Block):
                yield from part.lines()
            else:
                for row in range(part.height):
                    yield from (line for cell in part.starting(row) for line in cell.lines())


def _inventory(source: Source) -> str:
    tables = [p for s in source.sheets for p in s.body if isinstance(p, Table)]
    sizes = ", ".join(f"a table of {t.height} rows and {t.width} columns" for t in tables[:3])
    lines = list(_lines(source))
    sample = f", the first is {lines[0].text[:60]!r}" if lines else ""
    return f"a {source.kind} of {f'{sizes} and ' if sizes else ''}{len(lines)} lines{sample}"
