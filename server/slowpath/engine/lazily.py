"""A sequence whose elements are made when they are first asked for: each costs something, and few may be needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Lazily(Sequence[T], Generic[T]):
    """`length` elements, each what `make` makes of its place, once."""

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        self._places = range(length)
        self._make = make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, index: Any) -> Any:
        """An element, or a list of those of a slice. Raises `IndexError` beyond the end."""
        if isinstance(index, slice):
            return [self[place] for place in self._places[index]]
        place = self._places[index]
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]
