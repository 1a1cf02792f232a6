"""Which inputs were run already, in bounded memory: an hour of small inputs makes millions of them.

They are known by Python's own hash of their bytes or of their ids: 64 bits, as content ids have, so that two inputs are
as unlikely to be taken for one. Of the bytes it takes a third of an id's time, and most inputs are never named.
The hashes are kept in two generations; when the younger is full it becomes the older, and the one before is forgotten.
What is proposed again is mostly what was proposed lately, and running an input twice costs a run, nothing else.
"""

from __future__ import annotations

GENERATION = 200_000


class Seen:
    """A set of inputs that forgets the oldest: the last `generation` are always in it."""

    def __init__(self, generation: int = GENERATION) -> None:
        self._most = generation
        self._young: set[int] = set()
        self._old: set[int] = set()

    def __contains__(self, given: bytes | str) -> bool:
        key = hash(given)
        return key in self._young or key in self._old

    def add(self, given: bytes | str) -> None:
        """Takes note of an input, by its bytes or by its id: always by the same of both."""
        if len(self._young) >= self._most:
            self._old, self._young = self._young, set()
        self._young.add(hash(given))
