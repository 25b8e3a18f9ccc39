"""Records for tests, built in one line each."""

from pathlib import Path
from typing import Any

from extract.layouts import FOLDER
from records.layout import Layout, read_layout
from records.model import Count, Extraction, Extractor, Item, KeyEntry, Option, PageAccount, Place, Provenance


def layout(name: str = "numbered-list") -> Layout:
    """A shipped layout; the default wants four options and one key."""
    return read_layout(Path(FOLDER) / f"{name}.yaml")


def item(number: int | str, texts: str = "abcd", key: str | list[str] = "A", **update: Any) -> Item:
    """A validated item with options A, B, ... whose texts are the letters of `texts` with the number."""
    options = [Option(label="ABCDEFGH"[i], text=f"{t}{number}") for i, t in enumerate(texts)]
    keys = key if isinstance(key, list) else [key] if key else []
    base = {"id": f"e-{number}", "exam": "e", "number": str(number), "stem": f"Stem {number}?"}
    return Item.model_validate({**base, "options": options, "key": keys, **update})


def with_provenance(one: Item, extractor: Extractor) -> Item:
    """The item with raw readings equal to its texts."""
    raw = {"number": one.number, "stem": one.stem, "key": ", ".join(one.key)}
    raw |= {f"option.{i}": o.text for i, o in enumerate(one.options, 1)}
    if one.legal_basis is not None:
        raw["legal_basis"] = one.legal_basis
    place = Place(page=1, box=(0, 0, 10, 10))
    readings = [
        Provenance(field=f, extractor=extractor, document="paper", raw=r, places=[place]) for f, r in raw.items()
    ]
    return one.model_copy(update={"provenance": readings})


def extraction(
    items: list[Item], extractor: Extractor = "plumber", orphans: list[KeyEntry] | None = None
) -> Extraction:
    """An extraction of one clean page."""
    page = PageAccount(document="paper", page=1, width=595, height=842, glyphs=Count(field=100))
    read = [with_provenance(i, extractor) for i in items]
    return Extraction(exam="e", extractor=extractor, items=read, pages=[page], orphan_keys=orphans or [])
