"""A docx as blocks and tables in reading order: what a reader sees, in place, with a flag where it is not plain text.

Deleted text is no text; inserted text is, flagged. Hidden runs are dropped, flagged and counted. Text boxes stand after
the paragraph that anchors them. Headers and footers are furniture; footnotes, endnotes and comments are notes.
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element

from extract.office.blocks import Block, Cell, Sheet, Source, Table
from extract.office.numbering import Numbering
from extract.office.package import Package
from extract.office.paragraphs import Paragraph
from extract.office.wordxml import MC, Styles, W, int_val, switch
from records.flags import Reason, flag

_WRAPPERS = {f"{W}{n}" for n in ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo")}
_NOTES = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
_SIDES = {"header": "header", "footer": "footer"}


def read_docx(path: Path, data: bytes) -> Source:
    """Read a docx.

    Raises:
        DocumentError: a part is damaged or missing.
    """
    return Source(path, "docx", [_Reader(Package(path, data)).sheet()])


class _Reader:
    def __init__(self, package: Package) -> None:
        self._package = package
        self._main = package.main_part()
        folder = PurePosixPath(self._main).parent
        self._related = self._relations(folder)
        self._styles = Styles(self._optional("styles"))
        self._numbering = Numbering(self._optional("numbering"))
        self._flags: list[str] = []
        self._paragraphs = 0
        self._tables = 0

    def _relations(self, folder: PurePosixPath) -> list[tuple[str, str]]:
        """Kind and part name of what the main part refers to."""
        name = str(folder / "_rels" / f"{PurePosixPath(self._main).name}.rels")
        if name not in self._package.names:
            return []
        found = []
        for relation in self._package.xml(name):
            target = relation.get("Target", "")
            part = target.lstrip("/") if target.startswith("/") else str(folder / target)
            if relation.get("TargetMode") != "External" and part in self._package.names:
                found.append((relation.get("Type", "").rpartition("/")[2], part))
        return found

    def _optional(self, kind: str) -> Element | None:
        return next((self._package.xml(part) for k, part in self._related if k == kind), None)

    def sheet(self) -> Sheet:
        """The whole document."""
        sheet = Sheet("document")
        root = self._package.xml(self._main)
        body = root.find(f"{W}body")
        if body is not None:
            sheet.body = list(self._flow(body, "", None))
        for kind, part in self._related:
            if kind in _SIDES:
                sheet.aside += self._aside(self._package.xml(part), _SIDES[kind], "furniture")
            elif kind in _NOTES:
                sheet.aside += self._aside(self._package.xml(part), _NOTES[kind], "note")
        sheet.flags = list(dict.fromkeys([f for b in sheet.blocks() for _, f in b.marks] + self._flags))
        return sheet

    def _aside(self, root: Element, kind: str, fate: str) -> Iterator[Block]:
        """The text of a part that is not the body, claimed as what it is."""
        for paragraph in root.iter(f"{W}p"):
            for block in self._paragraph(paragraph, kind):
                block.claim("furniture" if fate == "furniture" else "note")
                yield block

    def _flow(self, parent: Element, location: str, mark: str | None) -> Iterator[Block | Table]:
        """Paragraphs and tables in order, through content controls and tracked insertions."""
        for element in parent:
            if element.tag == f"{W}p":
                where = location or f"paragraph {self._next_paragraph()}"
                yield from self._paragraph(element, where, mark)
            elif element.tag == f"{W}tbl":
                yield from self._table(element, location, mark)
            elif element.tag in _WRAPPERS:
                inserted = (
                    flag(Reason.TRACKED_CHANGE, "inserted") if element.tag.endswith(("}ins", "}moveTo")) else mark
                )
                yield from self._flow(element, location, inserted)
            elif element.tag == f"{MC}AlternateContent":
                yield from self._flow(_choice(element), location, mark)
            elif element.tag == f"{W}altChunk":
                self._flags.append(flag(Reason.UNASSIGNED_TEXT, "embedded document"))

    def _next_paragraph(self) -> int:
        self._paragraphs += 1
        return self._paragraphs

    def _paragraph(self, element: Element, location: str, mark: str | None = None) -> Iterator[Block]:
        properties = element.find(f"{W}pPr")
        place = self._styles.list_of(properties)
        label = self._numbering.label(*place) if place is not None else ""
        reading = Paragraph(self._styles, properties, label, mark)
        reading.read(element)
        yield reading.block(location)
        for number, box in enumerate(reading.boxes, 1):
            for part in self._flow(box, f"{location} text box {number}", mark):
                yield from [part] if isinstance(part, Block) else (b for c in part.cells for b in c.blocks)

    def _table(self, element: Element, outer: str, mark: str | None) -> Iterator[Table]:
        self._tables += 1
        name = f"{outer} table" if outer else f"table {self._tables}"
        above: dict[int, Cell] = {}
        cells: list[Cell] = []
        flags: dict[int, list[str]] = {}
        inner: list[Table] = []
        row = 0
        for entry in _children(element, "tr"):
            properties = entry.find(f"{W}trPr")
            if properties is not None and properties.find(f"{W}del") is not None:
                self._flags.append(flag(Reason.TRACKED_CHANGE, "deleted row"))
                continue
            own = mark
            if properties is not None and properties.find(f"{W}ins") is not None:
                own = flag(Reason.TRACKED_CHANGE, "inserted")
            if switch(properties, "hidden"):
                flags.setdefault(row, []).append(flag(Reason.HIDDEN_TEXT, f"{name} row {row + 1}"))
                self._flags += flags[row]
            col = int_val(properties, "gridBefore", 0)
            for column in _children(entry, "tc"):
                column_properties = column.find(f"{W}tcPr")
                span = max(1, int_val(column_properties, "gridSpan", 1))
                merge = None if column_properties is None else column_properties.find(f"{W}vMerge")
                location = f"{name} row {row + 1} column {col + 1}"
                parts = list(self._flow(column, location, own))
                blocks = [p for p in parts if isinstance(p, Block)]
                inner += [p for p in parts if isinstance(p, Table)]
                if merge is not None and merge.get(f"{W}val", "continue") == "continue" and col in above:
                    above[col].rows = row - above[col].row + 1
                    above[col].blocks += [b for b in blocks if b.text.strip()]
                else:
                    cell = Cell(row, col, blocks, 1, span)
                    cells.append(cell)
                    above = {k: c for k, c in above.items() if not col <= k < col + span}
                    if merge is not None:
                        above[col] = cell
                col += span
            row += 1
        yield Table(cells, flags)
        yield from inner


def _children(parent: Element, name: str) -> Iterator[Element]:
    """Rows or cells, also those inside content controls and tracked insertions."""
    for element in parent:
        if element.tag == f"{W}{name}":
            yield element
        elif element.tag in _WRAPPERS:
            yield from _children(element, name)


def _choice(element: Element) -> Element:
    """The newer of two forms of one content, or the older one if there is no other."""
    found = element.find(f"{MC}Choice")
    found = element.find(f"{MC}Fallback") if found is None else found
    return element if found is None else found
