"""The bank: the verified items of the declared exams, in the order of declaration.

Files of exams that are not declared are an error, never a silent part of the bank or a silent leftover.
"""

from collections.abc import Iterable
from pathlib import Path

from records.errors import ConfigError
from records.model import Item
from records.tables import read_items


def load_verified(folder: Path, exams: Iterable[str]) -> dict[str, list[Item]]:
    """The verified items by exam, in the order the exams are declared.

    Raises:
        ConfigError: a declared exam is missing, or the folder holds exams that are not declared.
    """
    declared = list(exams)
    present = {p.name for p in folder.iterdir() if p.is_dir()} if folder.is_dir() else set()
    if foreign := sorted(present - set(declared)):
        raise ConfigError(
            f"holds exams that params.yaml does not declare: {', '.join(foreign)}", where=str(folder),
            do="Declare them again, or take them out with `lexproof exams remove`.",
        )  # fmt: skip
    if missing := [exam for exam in declared if exam not in present]:
        raise ConfigError(
            f"verified items missing: {', '.join(missing)}", where=str(folder), do="Run `lexproof repro`."
        )
    return {exam: read_items(folder / exam / "items.parquet") for exam in declared}


def unique_ids(items: list[Item]) -> list[Item]:
    """The items as they are.

    Raises:
        ConfigError: two items have the same id.
    """
    seen: set[str] = set()
    twice = sorted({i.id for i in items if i.id in seen or seen.add(i.id)})  # type: ignore[func-returns-value]
    if twice:
        raise ConfigError(f"item ids are not unique: {', '.join(twice[:5])}", do="Choose other exam ids.")
    return items
