"""A first layout for an unknown document, proposed from its first pages and meant to be edited by a person.

What was seen (columns, header words, sample rows, sample lines) stands in comments beside what was concluded from it.
The proposal is always a valid layout; it claims nothing about pages that were not looked at.
"""

import re
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

from records.errors import DocumentError
from records.layout import Layout

Row = list[str | None]
ALPHABETS = {"latin": "ABCDEFGH", "cyrillic": "АБВГДЕЖЗ", "greek": "ΑΒΓΔΕΖΗΘ", "digits": "12345678"}
TRUE_FALSE = [("○", "X"), ("True", "False"), ("Tak", "Nie"), ("Так", "Ні"), ("Richtig", "Falsch"), ("Σωστό", "Λάθος")]
NUMBERED = 0.1  # share of a column's cells that must be numbers: of an item's rows only one has it, and some are lost
SAMPLE_ROWS = 6  # rows and lines quoted in the comments
_NUMBER = re.compile(r"\d{1,5}[.)]?")
_LABEL = re.compile(r"(?P<open>[(（]?)(?P<label>\w)(?P<close>[.)）])")


def draft_layout(paper: Path, key: Path | None, language: str, jurisdiction: str, pages: int) -> str:
    """Propose a layout as YAML text.

    Raises:
        DocumentError: the document cannot be read, or neither a table nor a numbered list is on its first pages.
    """
    rows, lines = _rows(paper, pages), _lines(paper, pages)
    reading, seen = _draft_table(rows) if rows else ({}, [])
    if not reading:
        reading, seen = _draft_list(lines)
    if not reading:
        raise DocumentError(
            f"neither a ruled table with numbers nor a numbered list on the first {pages} pages",
            where=paper.name,
            do="Look at later pages with --pages, or write the layout by hand from `lexproof layout show`.",
        )
    layout: dict[str, Any] = {
        "name": _slug(paper.stem),
        "title": f"Draft for {paper.name}",
        "language": language,
        "jurisdiction": jurisdiction,
        "paper": reading,
    }
    if key is not None:
        layout["key"], key_seen = _draft_key(_rows(key, pages), reading)
        seen += key_seen
    options = reading.get("options", {})
    layout["invariants"] = {"options_per_item": len(options.get("labels", [])), "keys_per_item": 1}
    Layout.model_validate(layout)
    return _as_yaml(layout, seen)


def _rows(pdf: Path, pages: int) -> list[Row]:
    from extract.geometry.table import read_table

    try:
        return list(read_table(pdf, 1, pages).rows)
    except DocumentError as error:
        if "table" in error.what:
            return []
        raise


def _lines(pdf: Path, pages: int) -> list[str]:
    from extract.geometry.source import opened

    with opened(pdf) as document:
        texts = [document[i].get_text("text", sort=True) for i in range(min(pages, len(document)))]
    return [line.strip() for text in texts for line in text.splitlines() if line.strip()]


def _draft_table(rows: list[Row]) -> tuple[dict[str, Any], list[str]]:
    width = Counter(len(row) for row in rows if any(row)).most_common(1)[0][0]
    body = [row for row in rows if len(row) == width]
    columns = [[row[i] or "" for row in body] for i in range(width)]
    numbers = next((i for i, cells in enumerate(columns) if _share(cells, _NUMBER.fullmatch) >= NUMBERED), None)
    if numbers is None or width < 2:
        return {}, []
    header: Row = body[0] if not _NUMBER.fullmatch(body[0][numbers] or "") else [None] * width
    data = [row for row in body if row != header]
    lettered = _lettered(header)
    plain = [i for i in range(width) if i not in lettered and i != numbers]
    text = max(plain, key=lambda i: mean([len(row[i] or "") for row in data] or [0]), default=numbers)
    roles, answers = _roles(data, numbers, text, lettered)
    options, answer_part = _table_options(data, roles, text, answers, [(header[i] or "").strip() for i in lettered])
    reading: dict[str, Any] = {
        "kind": "ruled_table",
        "columns": [_column(r, h) for r, h in zip(roles, header, strict=True)],
        "number": {"pattern": r"(?P<n>\d{1,5})[.)]?"},
        "options": options,
        **answer_part,
    }
    seen = [f"columns found: {width}; header: {header}", *(f"row: {row}" for row in data[:SAMPLE_ROWS])]
    return reading, seen


def _lettered(header: Row) -> list[int]:
    """The columns headed by consecutive letters of one alphabet, beginning with its first."""
    heads = [(i, (head or "").strip()) for i, head in enumerate(header)]
    for letters in ALPHABETS.values():
        found = [i for i, head in heads if len(head) == 1 and head in letters]
        if len(found) >= 2 and [heads[i][1] for i in found] == list(letters[: len(found)]):
            return found
    return []


def _roles(data: list[Row], numbers: int, text: int, lettered: list[int]) -> tuple[list[str], list[str]]:
    roles, answers = ["ignore"] * len(data[0] if data else []), list[str]()
    roles[text] = "text"
    roles[numbers] = "number"
    for i in lettered:
        roles[i] = "option"
    for i, role in enumerate(roles):
        values = Counter(v for row in data if (v := (row[i] or "").strip()))
        if role != "ignore" or not values:
            continue
        if _few_values(values):
            frequent = sorted(v for v, n in values.items() if n > 1 or values.total() < 10)
            stems = sum(bool((row[numbers] or "").strip()) for row in data)
            if len(frequent) == 2 and min(map(len, frequent)) > 3 and values.total() > stems:
                roles[i] = "mark"
            else:
                roles[i] = "area" if answers else "key"
            answers = answers or frequent
        elif _share(list(values), re.compile(r"(?i).*(?:\bart\.|§|\bст\.|άρθρ)").match) >= 0.5:
            roles[i] = "legal_basis"
    return roles, answers


def _few_values(values: Counter[str]) -> bool:
    """Whether a column draws its values from a small vocabulary, as keys and marks do."""
    if values.total() < 10:
        return max(map(len, values)) <= 5
    frequent = [n for _, n in values.most_common(10) if n > 1]
    return sum(frequent) >= 0.8 * values.total()


def _table_options(
    data: list[Row], roles: list[str], text: int, answers: list[str], heads: list[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    if "mark" in roles:
        cyrillic = any("\u0400" <= c <= "\u04ff" for row in data for c in row[text] or "")
        labels = list(ALPHABETS["cyrillic" if cyrillic else "latin"][:4])
        wrong = max(answers, key=len)
        marks = {"right": [a for a in answers if a != wrong], "wrong": [wrong]}
        return {"place": "rows", "labels": labels, "pattern": f"(?P<label>[{''.join(labels)}])[.)]"}, {"marks": marks}
    if heads:
        return {"place": "columns", "labels": heads}, {"answers": {"labels": list(heads)}}
    found = _labels_in([row[text] or "" for row in data])
    if found:
        labels, alphabet, pattern = found
        return {"place": "cell", "labels": labels, "alphabet": alphabet, "pattern": pattern}, {
            "answers": {"labels": labels}
        }
    pair = next(
        (p for p in TRUE_FALSE if {x.casefold() for x in p} >= {a.casefold() for a in answers} and answers), None
    )
    right, wrong = pair or (tuple(answers[:2]) if len(answers) >= 2 else ("True", "False"))
    return {"place": "none"}, {"marks": {"right": [right], "wrong": [wrong]}, "answers": {"labels": [right, wrong]}}


def _draft_list(lines: list[str]) -> tuple[dict[str, Any], list[str]]:
    numbered = [line for line in lines if re.match(r"\d{1,4}[.)](?:\s|$)", line)]
    found = _labels_in(lines, at_start=True)
    if not numbered or not found:
        return {}, []
    labels, alphabet, pattern = found
    dot = Counter(re.match(r"\d+([.)])", line)[1] for line in numbered).most_common(1)[0][0]  # type: ignore[index]
    reading = {
        "kind": "numbered_list",
        "number": {"pattern": rf"(?P<n>\d{{1,4}})[{dot}]"},
        "options": {"place": "lines", "labels": labels, "alphabet": alphabet, "pattern": pattern},
    }
    return reading, [f"line: {line[:100]}" for line in numbered[:SAMPLE_ROWS]]


def _draft_key(rows: list[Row], paper: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    table, seen = _draft_table(rows) if rows else ({}, [])
    if not table:
        raise DocumentError("no ruled table of numbers and answers in the key sheet", do="Write the key part by hand.")
    columns = table["columns"]
    labels = paper.get("options", {}).get("labels", [])
    if not any(c["role"] == "key" for c in columns):
        spare = next((c for c in columns if c["role"] == "text"), columns[-1])
        spare["role"] = "key"
    for column in columns:
        if column["role"] == "text":
            column["role"] = "legal_basis"
    at = next(i for i, c in enumerate(columns) if c["role"] == "key")
    others = Counter(v for row in rows[1:] if len(row) > at and (v := (row[at] or "").strip()) and _is_word(v, labels))
    answers = {
        "labels": list(labels),
        **({"withdrawn": "(?i)" + "|".join(map(re.escape, sorted(others)))} if others else {}),
    }
    return {"kind": "key_table", "columns": columns, "answers": answers}, [f"key {s}" for s in seen]


def _is_word(value: str, labels: list[str]) -> bool:
    """Whether a key cell holds a word rather than labels: it probably says that the item is annulled."""
    return value.isalpha() and len(value) > 3 and value not in labels


def _labels_in(texts: list[str], *, at_start: bool = False) -> tuple[list[str], str, str] | None:
    """The option labels that occur in order in at least a tenth of the texts, their alphabet, and their pattern."""
    counts: Counter[str] = Counter()
    shapes: Counter[tuple[bool, str]] = Counter()
    for text in texts:
        for match in [_LABEL.match(text)] if at_start else _LABEL.finditer(text):
            if match:
                counts[match["label"]] += 1
                shapes[(bool(match["open"]), match["close"])] += 1
    for alphabet, letters in ALPHABETS.items():
        if alphabet == "digits" and at_start:
            continue
        labels = [c for c in letters if counts[c] >= max(2, counts[letters[0]] * 0.3)]
        if len(labels) >= 2 and labels == list(letters[: len(labels)]) and counts[labels[0]] >= len(texts) * 0.02:
            opened = shapes.most_common(1)[0][0][0]
            pattern = (
                f"[(（]\\s*(?P<label>[{''.join(labels)}])\\s*[)）]" if opened else f"(?P<label>[{''.join(labels)}])[.)]"
            )
            return labels, alphabet, pattern
    return None


def _share(values: list[str], test: Any) -> float:
    return sum(bool(test(v.strip())) for v in values) / len(values) if values else 0.0


def _column(role: str, header: str | None) -> dict[str, Any]:
    column: dict[str, Any] = {"role": role, "header": [header] if header else []}
    return {**column, "label": (header or "").strip()} if role == "option" else column


def _slug(stem: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "draft"


def _as_yaml(layout: dict[str, Any], seen: list[str]) -> str:
    from io import StringIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = 4096
    yaml.representer.ignore_aliases = lambda *_: True
    buffer = StringIO()
    yaml.dump(layout, buffer)
    comments = "".join(f"# {' '.join(line.split())}\n" for line in seen)
    head = "# A draft from the first pages: check every line, then `lexproof layout check FILE`.\n"
    return head + comments + buffer.getvalue()
