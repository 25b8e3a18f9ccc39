"""Which fields are audited: a seeded sample of each kind of field, and everything that is disputed or flagged."""

import random
from collections import defaultdict
from dataclasses import dataclass, replace

from records.flags import FieldStatus, ItemStatus
from records.model import Item, Place, Provenance

# Fields that hold no printed text of their own.
NOT_PRINTED = {"status"}


@dataclass(frozen=True, slots=True)
class Target:
    """One field to be read: its text as read by the paths, and where it stands (pages may be several)."""

    item: str
    field: str
    kind: str
    document: str
    raw: str
    places: tuple[Place, ...]
    crowded: bool
    sampled: bool


def choose(items: list[Item], roles: set[str], size: int, seed: int) -> list[Target]:
    """The fields to be audited, in the order of the paper.

    Args:
        items: verified items with provenance.
        roles: the documents at hand (`paper`, `key`).
        size: fields of each kind in the sample.
        seed: of the sampling.
    """
    everything = [target for item in items for target in _targets(item, roles)]
    kinds: dict[str, list[int]] = defaultdict(list)
    for index, (target, _) in enumerate(everything):
        kinds[target.kind].append(index)
    chooser = random.Random(seed)
    sampled = {i for kind in sorted(kinds) for i in chooser.sample(kinds[kind], min(size, len(kinds[kind])))}
    chosen = []
    for index, (target, doubtful) in enumerate(everything):
        if index in sampled:
            chosen.append(target)
        elif doubtful:
            chosen.append(replace(target, sampled=False))
    return chosen


def _targets(item: Item, roles: set[str]) -> list[tuple[Target, bool]]:
    read: dict[tuple[str, str], Provenance] = {}
    for one in item.provenance:
        if one.document in roles and one.places and one.raw.strip() and one.field not in NOT_PRINTED:
            read.setdefault((one.document, one.field), one)
    doubtful = item.status in (ItemStatus.DISPUTED, ItemStatus.MALFORMED)
    found = []
    for (document, field), one in read.items():
        others = [p for (d, f), o in read.items() if d == document and f != field for p in o.places]
        crowded = any(_overlap(p, q) for p in one.places for q in others)
        target = Target(
            item.id, field, field.partition(".")[0], document, one.raw, tuple(one.places), crowded, sampled=True
        )
        found.append((target, doubtful or item.field_status.get(field) is FieldStatus.DISPUTED))
    return found


def _overlap(one: Place, two: Place) -> bool:
    a, b = one.box, two.box
    return one.page == two.page and min(a[2], b[2]) > max(a[0], b[0]) + 1 and min(a[3], b[3]) > max(a[1], b[1]) + 3
