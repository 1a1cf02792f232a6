"""Which inputs were run already, in bounded memory: an hour of small inputs makes millions of them.

Ids are kept in two generations; when the younger is full it becomes the older, and the one before is forgotten. What
is proposed again is mostly what was proposed lately, and running an input twice costs a run, nothing else.
"""

from __future__ import annotations

GENERATION = 200_000


class Seen:
    """A set of content ids that forgets the oldest: the last `generation` are always in it."""

    def __init__(self, generation: int = GENERATION) -> None:
        self._most = generation
        self._young: set[int] = set()
        self._old: set[int] = set()

    def __contains__(self, input_id: str) -> bool:
        key = int(input_id, 16)
        return key in self._young or key in self._old

    def add(self, input_id: str) -> None:
        """Takes note of an id."""
        if len(self._young) >= self._most:
            self._old, self._young = self._young, set()
        self._young.add(int(input_id, 16))
