"""Which item of one reading is which item of the other.

Items that agree in section, number and stem are paired in the order of the paper. Between them, where the two sequences
part (something misread, an item lost or added by one path), items are paired by number or likeness, and what has no
like stands alone: a fault in one item never shifts the others, also where numbers begin again without a heading.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from records.model import Item
from records.text import comparison_form

ItemPair = tuple[Item | None, Item | None]
LIKE = 0.5  # share of equal texts (stem, options) from which two items with unlike numbers are the same item


def pair(plumber: Sequence[Item], geometry: Sequence[Item]) -> Iterator[ItemPair]:
    """Pair the items of two readings; None where only one path has the item."""
    left, right = ([(*_number(i), hash(comparison_form(i.stem))) for i in items] for items in (plumber, geometry))
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from ((plumber[a], geometry[b]) for a, b in zip(range(a0, a1), range(b0, b1), strict=True))
        else:
            yield from _by_likeness(plumber[a0:a1], geometry[b0:b1])


def _by_likeness(plumber: Sequence[Item], geometry: Sequence[Item]) -> Iterator[ItemPair]:
    """Pair each item with the next one on the other side that has its number or is like it."""
    others = [(_number(item), _texts(item)) for item in geometry]
    at = 0
    for item in plumber:
        number, texts = _number(item), _texts(item)
        matching = (
            i for i, (n, t) in enumerate(others) if i >= at and ((item.number and n == number) or _alike(texts, t))
        )
        found = next(matching, None)
        if found is None:
            yield item, None
            continue
        yield from ((None, other) for other in geometry[at:found])
        yield item, geometry[found]
        at = found + 1
    yield from ((None, other) for other in geometry[at:])


def _number(item: Item) -> tuple[str, str, str]:
    return comparison_form(item.section or ""), item.part or "", item.number.lstrip("0")


def _texts(item: Item) -> list[str]:
    return [comparison_form(item.stem), *(comparison_form(o.text) for o in item.options)]


def _alike(one: list[str], two: list[str]) -> bool:
    equal = sum(a == b for a, b in zip(one, two, strict=False))
    return equal >= LIKE * max(len(one), len(two))
