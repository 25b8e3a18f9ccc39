"""Papers drawn by tests whose text layer does not say what the page shows."""

import re
from collections.abc import Sequence
from pathlib import Path

import pymupdf

from tests.samples.drawn import canvas_on, numbered_paper

ITEMS: list[tuple[int, str, Sequence[str]]] = [
    (1, "Umowa zawarta przez osobę fizyczną niemającą zdolności jest nieważna", ("zawsze", "nigdy", "czasami")),
    (2, "Zarząd spółki akcyjnej powołuje i odwołuje, co do zasady", ("rada nadzorcza", "prokurent", "notariusz")),
    (3, "Termin zawity prawa materialnego może zostać przywrócony przez", ("nikogo", "sąd", "ministra")),
    (4, "Podstawą nabycia własności nieruchomości przez zasiedzenie jest", ("posiadanie", "umowa", "darowizna")),
    (5, "Sprawca przestępstwa umyślnego podlega karze pozbawienia wolności", ("zawsze", "nigdy", "w ustawie")),
]


def paper(target: Path) -> Path:
    """Five Polish items that hide nothing."""
    return numbered_paper(target, ITEMS)


def mapped(source: Path, target: Path, letters: dict[str, str]) -> Path:
    """The paper with its character maps (ToUnicode) changed: a letter is drawn as before and extracted as another."""
    codes = {f"{ord(a):04x}": f"{ord(b):04x}" for a, b in letters.items()}
    pattern = re.compile(rb"<([0-9A-Fa-f]{4})>(?=[\s\]<])")
    with pymupdf.open(source) as document:
        for xref in range(1, document.xref_length()):
            kind, value = document.xref_get_key(xref, "ToUnicode")
            if kind == "xref":
                stream = int(value.split()[0])
                changed = pattern.sub(
                    lambda m: f"<{codes.get(m.group(1).decode().lower(), m.group(1).decode())}>".encode(),
                    document.xref_stream(stream),
                )
                document.update_stream(stream, changed)
        document.save(target)
    return target


def with_lines(target: Path, stem_content: str) -> Path:
    """One item whose stem is drawn by raw operators around the words, for instance `3 Tr` for invisible text."""
    canvas = canvas_on(target)
    y = 780.0
    for number in (1, 2):
        canvas.drawString(60, y, f"{number}.")
        if number == 2:
            canvas.saveState()
            canvas._code.append(stem_content)
        canvas.drawString(84, y, "Zarząd spółki akcyjnej powołuje i odwołuje")
        if number == 2:
            if "BDC" in stem_content:
                canvas._code.append("EMC")
            canvas.restoreState()
        for label, text in zip("ABC", ("rada nadzorcza", "prokurent", "notariusz"), strict=True):
            y -= 16
            canvas.drawString(84, y, f"{label}.")
            canvas.drawString(104, y, text)
        y -= 24
    canvas.save()
    return target
