"""Which inputs were run already, in little memory: an hour of small inputs makes millions of them.

They are known by Python's own hash of their bytes or of their ids: 64 bits, as content ids have, so that two inputs are
as unlikely to be taken for one. Of the bytes it takes a third of an id's time, and most inputs are never named.
The hashes are kept in two generations; when the younger is full it becomes the older, and the one before is forgotten.
What is proposed again is mostly what was proposed lately, and running an input twice costs a run, nothing else.
A generation is an open table of plain numbers, 16 to 32 bytes an input: a set of integers takes four times that.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable

GENERATION = 200_000
_FIRST_SLOTS = 1 << 8


class Seen:
    """A set of inputs, or of what else is hashed, that forgets the oldest: the last `generation` are always in it."""

    def __init__(self, generation: int = GENERATION) -> None:
        self._most = generation
        self._young, self._old = _Hashes(), _Hashes()

    def __contains__(self, given: Hashable) -> bool:
        key = hash(given)
        return key in self._young or key in self._old

    def add(self, given: Hashable) -> None:
        """Takes note of an input, by its bytes or by its id: always by the same of both."""
        if len(self._young) >= self._most:
            self._old, self._young = self._young, _Hashes()
        self._young.add(hash(given))


class _Hashes:
    """A set of hashes by linear probing, at most half full; 0 is a free slot, so that 0 itself is kept as 1."""

    def __init__(self) -> None:
        self._slots = _free(_FIRST_SLOTS)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: int) -> bool:
        return self._slots[self._place(key or 1)] != 0

    def add(self, key: int) -> None:
        key = key or 1
        place = self._place(key)
        if self._slots[place]:
            return
        self._slots[place] = key
        self._count += 1
        if 2 * self._count > len(self._slots):
            kept, self._slots = self._slots, _free(2 * len(self._slots))
            for each in filter(None, kept):
                self._slots[self._place(each)] = each

    def _place(self, key: int) -> int:
        """Where it stands, or the free slot where it would."""
        slots = self._slots
        last = len(slots) - 1
        at = key & last
        while slots[at] and slots[at] != key:
            at = (at + 1) & last
        return at


def _free(slots: int) -> array:
    return array("q", [0]) * slots
