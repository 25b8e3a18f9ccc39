"""The bank: the verified items of the declared exams, in the order of declaration, with people's corrections applied.

Files of exams that are not declared are an error, never a silent part of the bank or a silent leftover.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from records.errors import ConfigError
from records.model import Correction, Item
from records.tables import read_items

# Exam id and its verified items -> items with corrections applied, the applied corrections, ids of excluded items.
Correct = Callable[[str, list[Item]], tuple[list[Item], list[Correction], list[str]]]


@dataclass(frozen=True)
class Bank:
    """The joined items of all declared exams, the corrections applied to them, and excluded ids by exam."""

    items: list[Item]
    errata: list[Correction]
    excluded: dict[str, list[str]]


def verified_files(folder: Path, exams: Iterable[str]) -> dict[str, Path]:
    """The verified items file of each declared exam, in the order the exams are declared.

    Raises:
        ConfigError: a declared exam is missing, or the folder holds something that belongs to no declared exam.
    """
    declared = list(exams)
    entries = folder.iterdir() if folder.is_dir() else ()
    present = {p.name for p in entries if not p.name.startswith(".")}
    if foreign := sorted(present - set(declared)):
        raise ConfigError(
            f"holds exams that params.yaml does not declare: {', '.join(foreign)}", where=str(folder),
            do="Declare them again, or take them out with `lexproof exams remove`.",
        )  # fmt: skip
    files = {exam: folder / exam / "items.parquet" for exam in declared}
    if missing := [exam for exam, file in files.items() if not file.is_file()]:
        raise ConfigError(
            f"verified items missing: {', '.join(missing)}", where=str(folder), do="Run `lexproof repro`."
        )
    return files


def load_verified(folder: Path, exams: Iterable[str]) -> dict[str, list[Item]]:
    """The verified items by exam, in the order the exams are declared.

    Raises:
        ConfigError: as `verified_files`; or a file holds items of another exam than its folder is named for.
    """
    verified = {exam: read_items(file) for exam, file in verified_files(folder, exams).items()}
    for exam, items in verified.items():
        if strangers := sorted({i.exam for i in items} - {exam}):
            raise ConfigError(
                f"holds items of another exam: {', '.join(strangers)}", where=str(folder / exam / "items.parquet"),
                do="Delete the folder and run `lexproof repro`.",
            )  # fmt: skip
    return verified


def join_exams(verified: Mapping[str, list[Item]], correct: Correct) -> Bank:
    """Join the exams in their order; within an exam the order of the paper stays.

    Raises:
        ConfigError: two items have the same id.
    """
    items: list[Item] = []
    errata: list[Correction] = []
    excluded: dict[str, list[str]] = {}
    for exam, own in verified.items():
        kept, applied, excluded[exam] = correct(exam, own)
        items += kept
        errata += applied
    return Bank(unique_ids(items), errata, excluded)


def unique_ids(items: list[Item]) -> list[Item]:
    """The items as they are.

    Raises:
        ConfigError: two items have the same id.
    """
    twice = sorted(name for name, count in Counter(i.id for i in items).items() if count > 1)
    if twice:
        raise ConfigError(f"item ids are not unique: {', '.join(twice[:5])}", do="Choose other exam ids.")
    return items
