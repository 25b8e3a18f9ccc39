"""Reads a sample exam's source files: what is printed and what it means, both written by hand.

A value that stands at the item itself is printed as it stands and is the gold as well. Where print and meaning
differ, `print` holds what is set and `gold` what it means; `Item.printed` never looks into `gold` and `Item.meant`
never into `print`.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

HERE = Path(__file__).resolve().parent
ITEM_KEYS = {"number", "stem", "options", "key", "status", "legal_basis", "area", "print", "gold"}
PRINT_KEYS = ITEM_KEYS - {"status", "print", "gold"} | {"marks", "cut", "area_rows"}


@dataclass(frozen=True)
class Item:
    """One question of a source file; `section` is None where the exam has none."""

    values: dict[str, Any]
    section: "Section | None" = None

    def printed(self, name: str, default: Any = "") -> Any:
        """What the typesetter sets for a field."""
        return self._either("print", name, default)

    def meant(self, name: str, default: Any = None) -> Any:
        """The gold of a field."""
        return self._either("gold", name, default)

    def _either(self, block: str, name: str, default: Any) -> Any:
        special = self.values.get(block, {})
        return special[name] if name in special else self.values.get(name, default)


@dataclass(frozen=True)
class Section:
    """A part of an exam with a heading (`place`: a `line` above the table or a `row` across it)."""

    id: str
    heading: str
    place: str = "line"


@dataclass(frozen=True)
class Source:
    """One exam as its source files describe it; `settings` is what `source.yaml` says beside the items."""

    exam: str
    settings: dict[str, Any]
    items: list[Item] = field(default_factory=list)


def exam_ids() -> list[str]:
    """The sample exams, by name."""
    return sorted(path.parent.name for path in HERE.glob("*/source.yaml"))


def read_source(exam: str) -> Source:
    """Read one exam: its `source.yaml` and the section files that it names.

    Raises:
        ValueError: a source file has unknown keys or a value that is not text.
    """
    settings = _load(HERE / exam / "source.yaml")
    items = [Item(values) for values in settings.pop("items", [])]
    for name in settings.pop("sections", []):
        part = _load(HERE / exam / name)
        section = Section(part["id"], part["heading"], part.get("place", "line"))
        items += [Item(values, section) for values in part["items"]]
    for item in items:
        _check(item, exam)
    return Source(exam, settings, items)


def _load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return data


def _check(item: Item, exam: str) -> None:
    values = item.values
    where = f"{exam}: item {item.meant('number')}"
    unknown = (
        set(values) - ITEM_KEYS | set(values.get("print", {})) - PRINT_KEYS | set(values.get("gold", {})) - ITEM_KEYS
    )
    if unknown:
        raise ValueError(f"{where}: unknown keys {sorted(unknown)}")
    for block in (values, values.get("print", {}), values.get("gold", {})):
        texts = [block.get(name) for name in ("number", "stem", "legal_basis", "area")] + list(block.get("options", []))
        if any(text is not None and not isinstance(text, str) for text in texts):
            raise ValueError(f"{where}: a text is no string (quote it)")
    for name in ("number", "stem", "key"):
        if item.meant(name) is None:
            raise ValueError(f"{where}: no gold for {name}")
