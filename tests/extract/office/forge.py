"""Small office files with planted traps, and the layouts that read them."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docx import Document
from docx.document import Document as Docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from extract.office.reader import read
from records.layout import Layout, read_layout
from records.model import Extraction, Item

ROOT = Path(__file__).resolve().parents[3]
LIST: dict[str, Any] = {
    "kind": "numbered_list",
    "number": {"pattern": r"(?P<n>\d{1,3})\.", "first": 1},
    "options": {"place": "lines", "labels": ["A", "B", "C"], "pattern": r"(?P<label>[A-C])[.)]"},
}
KEY: dict[str, Any] = {
    "kind": "key_table",
    "columns": [{"role": "number", "header": ["No."]}, {"role": "key", "header": ["Answer"]},
                {"role": "legal_basis", "header": ["Basis"]}],
    "number": {"pattern": r"(?P<n>\d{1,3})\.?"},
    "answers": {"labels": ["A", "B", "C"], "withdrawn": "(?i)annulled"},
}  # fmt: skip
RECORDS: dict[str, Any] = {
    "kind": "records",
    "columns": [{"role": "number", "header": ["No."]}, {"role": "text", "header": ["Question"]}]
    + [{"role": "option", "label": label, "header": [label]} for label in "ABC"]
    + [{"role": "key", "header": ["Answer"]}, {"role": "legal_basis", "header": ["Basis"]}],
    "options": {"place": "columns", "labels": ["A", "B", "C"]},
}  # fmt: skip
HEAD = ["No.", "Question", "A", "B", "C", "Answer", "Basis"]


def layout(paper: dict[str, Any], key: dict[str, Any] | None = None, options: int = 3) -> Layout:
    """A layout of a paper's and a key's reading."""
    data = {"name": "test", "title": "Test", "language": "en", "jurisdiction": "int", "paper": paper, "key": key}
    return Layout.model_validate({**data, "invariants": {"options_per_item": options}})


def shipped(name: str) -> Layout:
    """A layout that the project ships."""
    return read_layout(ROOT / "extract" / "layouts" / f"{name}.yaml")


def read_list(path: Path, key: Path | None = None) -> Extraction:
    """A paper read as a numbered list."""
    return read("exam", layout(LIST, KEY), path, key)


def texts(item: Item) -> list[str]:
    """Stem and options of an item."""
    return [item.stem, *(o.text for o in item.options)]


def unassigned(found: Extraction) -> list[str]:
    """What is in no field, note or furniture."""
    return [span.text for page in found.pages for span in page.unassigned]


def glyphs(found: Extraction) -> int:
    """Characters that are accounted for."""
    return sum(sum(page.glyphs.model_dump().values()) for page in found.pages)


def runs(document: Docx, *xml: str, properties: str = "") -> None:
    """Add a paragraph of raw WordprocessingML."""
    body = f"<w:p {nsdecls('w')}>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{''.join(xml)}</w:p>"
    document.element.body.insert(len(document.element.body) - 1, parse_xml(body))


def run(text: str, properties: str = "") -> str:
    """A run as WordprocessingML."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def plain(path: Path, lines: Sequence[str]) -> Path:
    """A docx of plain paragraphs."""
    document = Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(str(path))
    return path


def add_list(document: Docx, number: int, levels: Sequence[tuple[str, str, int]], override: int | None = None) -> None:
    """Add a list to numbering.xml: format, text and start of each level; the abstract list has the same number."""
    root = document.part.numbering_part.element
    inner = "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for i, (form, text, start) in enumerate(levels)
    )
    abstract = parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}">{inner}</w:abstractNum>')
    root.insert(0, abstract)
    add_num(document, number, number, override)


def add_num(document: Docx, number: int, abstract: int, override: int | None = None) -> None:
    """Add a list that uses an abstract list, beginning again if `override` is given."""
    start = f'<w:lvlOverride w:ilvl="0"><w:startOverride w:val="{override}"/></w:lvlOverride>' if override else ""
    num = f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{abstract}"/>{start}</w:num>'
    document.part.numbering_part.element.append(parse_xml(num))


def numbered(number: int, level: int = 0) -> str:
    """Paragraph properties of a list level."""
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def with_part(path: Path, name: str, data: bytes, kind: str = "") -> Path:
    """Put a part into a package, or replace it; `kind` adds a relation of the main part."""
    with zipfile.ZipFile(path) as package:
        parts = {n: package.read(n) for n in package.namelist()}
    parts[name] = data
    if kind:
        rels = "word/_rels/document.xml.rels"
        link = f'<Relationship Id="rX{kind}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"'
        link += f' Target="{name.removeprefix("word/")}"/></Relationships>'
        parts[rels] = parts[rels].replace(b"</Relationships>", link.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for part, content_bytes in parts.items():
            package.writestr(part, content_bytes)
    return path
