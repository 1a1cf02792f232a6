"""Where a term of a shape is evaluated: which places of how long a sequence, and what else is known there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

ROWS, COLUMNS = "_rows", "_columns"
"""As sizes in the term of a matrix: its sides."""


class Scene(NamedTuple):
    """Where a term is evaluated: the places asked for, the length of the whole, its bounds, the input's other numbers.

    `columns` computes another part for a length; `origin` are the places in the whole sequence that `places` stand for.
    `in_order` is true where `places` are known to be all of them, from the first to the last. A tuple, since thousands
    are made a second.
    """

    places: np.ndarray
    length: int
    lo: int
    hi: int
    sizes: Mapping[str, int] = MappingProxyType({})
    columns: Mapping[str, Callable[[int], np.ndarray]] = MappingProxyType({})
    origin: np.ndarray | None = None
    whole: int = 0
    in_order: bool = False

    @staticmethod
    def of(
        length: int,
        lo: int,
        hi: int,
        sizes: Mapping[str, int] | None = None,
        columns: Mapping[str, Callable[[int], np.ndarray]] | None = None,
    ) -> Scene:
        """All places of a sequence; none where what was reckoned as its length is below 0."""
        length = max(0, length)
        places = np.arange(length, dtype=np.int64)
        return Scene(places, length, lo, hi, sizes or {}, columns or {}, places, length, True)

    @staticmethod
    def beside(
        length: int,
        lo: int,
        hi: int,
        sizes: Mapping[str, int] | None = None,
        columns: Mapping[str, Callable[[int], np.ndarray]] | None = None,
    ) -> Scene:
        """One place, for a number that stands beside a sequence of that length, however long."""
        return Scene(np.zeros(1, dtype=np.int64), length, lo, hi, sizes or {}, columns or {})

    def at(self, places: np.ndarray, length: int) -> Scene:
        """The same numbers around other places of another length."""
        return Scene(places, max(0, length), *self[2:8])

    def whole_of(self, length: int) -> Scene:
        """All places of a part of that length."""
        length = max(0, length)
        return Scene(np.arange(length, dtype=np.int64), length, *self[2:8], True)

    def part(self, stretch: slice, length: int) -> Scene:
        """All places of a part of that length, which stands for a stretch of a scene that is in order."""
        has_origin = self.origin is not None and len(self.origin) == len(self.places)
        origin = self.origin[stretch] if self.origin is not None and has_origin else None
        return Scene(np.arange(length, dtype=np.int64), length, *self[2:6], origin, self.whole, True)

    def within(self, mask: np.ndarray, places: np.ndarray, length: int) -> Scene:
        """Some of the places, which are `places` of a part of that length."""
        origin = self.origin[mask] if self.origin is not None and len(self.origin) == len(mask) else None
        return Scene(places, max(0, length), *self[2:6], origin, self.whole)

    @property
    def own_places(self) -> np.ndarray:
        """The places in the whole sequence, as far as they are known."""
        return self.origin if self.origin is not None and len(self.origin) == len(self.places) else self.places
