"""A long sequence of records in little memory: each is kept as compressed JSON and made anew when it is looked at.

A bank of 12,000 items takes about 12 kB an item as records and 1 kB an item so.
"""

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, overload

from records.model import Record

R = TypeVar("R", bound=Record)
LEVEL = 1  # of compression; higher ones cost more time than they save memory


class Packed(Sequence[R], Generic[R]):
    """Records of one model that are read one after another; equal to any sequence of equal records.

    Args:
        model: the records' class.
        records: taken one by one.
    """

    def __init__(self, model: type[R], records: Iterable[R] = ()) -> None:
        self._model = model
        self._held = [_pack(record) for record in records]

    def append(self, record: R) -> None:
        """Add a record at the end."""
        self._held.append(_pack(record))

    def replaced(self, records: Mapping[int, R]) -> "Packed[R]":
        """The same sequence with other records at some positions."""
        other = Packed(self._model)
        other._held = list(self._held)
        for position, record in records.items():
            other._held[position] = _pack(record)
        return other

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[R]:
        return map(self._unpack, self._held)

    @overload
    def __getitem__(self, at: int) -> R: ...
    @overload
    def __getitem__(self, at: slice) -> list[R]: ...
    def __getitem__(self, at: int | slice) -> R | list[R]:
        return [self._unpack(h) for h in self._held[at]] if isinstance(at, slice) else self._unpack(self._held[at])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def _unpack(self, held: bytes) -> R:
        return self._model.model_validate_json(zlib.decompress(held))


def _pack(record: Record) -> bytes:
    return zlib.compress(record.model_dump_json().encode(), LEVEL)
