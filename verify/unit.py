"""What is verified: an item or a case, and its running texts by field."""

from collections.abc import Iterator
from typing import TypeVar

from records.model import Case, Item

Unit = Item | Case
U = TypeVar("U", Item, Case)


def texts(unit: Unit) -> Iterator[tuple[str, str]]:
    """The running texts of an item or a case by field."""
    if isinstance(unit, Case):
        yield "facts", unit.facts
        for position, question in enumerate(unit.questions, 1):
            yield f"question.{position}", question.text
            if question.reference_answer is not None:
                yield f"solution.{position}", question.reference_answer
        return
    yield "stem", unit.stem
    yield from ((f"option.{position}", o.text) for position, o in enumerate(unit.options, 1))
    if unit.legal_basis:
        yield "legal_basis", unit.legal_basis


def labels(unit: Unit) -> list[str]:
    """Number, labels and points that are printed with the texts of an item or a case."""
    if isinstance(unit, Case):
        points = [f"{q.points:g}" for q in unit.questions if q.points is not None]
        return [unit.number, *(q.number for q in unit.questions), *points, *(p.replace(".", ",") for p in points)]
    return [unit.number, *(o.label for o in unit.options)]
