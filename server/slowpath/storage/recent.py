"""Bytes by their content ids, the most recent ones: for what is stored far more often than it is read again.

A search stores every slow input of the campaign within it and every smaller input that it tries; the few that it tells
of are told right after they were stored.
"""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.model.origin import input_id

MOST_BYTES = 64 << 20
ENTRY_BYTES = 200
"""What an id and its place take beside the bytes."""
LEAST = 8
"""So many are kept whatever their size: an input and both outputs belong together."""


class RecentBytes:
    """At most about `most_bytes` of them; the oldest go first, but for those that are held."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._data: dict[str, bytes] = {}
        self._size = 0
        self._held: frozenset[str] = frozenset()

    def put(self, data: bytes) -> str:
        """Stores bytes as the newest; returns their id."""
        name = input_id(data)
        self._drop(name)
        self._data[name] = data
        self._size += ENTRY_BYTES + len(data)
        while self._size > self._most_bytes and len(self._data) - len(self._held) > LEAST:
            self._drop(next(each for each in self._data if each not in self._held))
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes of an id, None where they are gone."""
        return self._data.get(name)

    def hold(self, names: Iterable[str]) -> None:
        """From now on these stay, instead of those that were held before."""
        self._held = frozenset(names)

    def _drop(self, name: str) -> None:
        if name in self._data:
            self._size -= ENTRY_BYTES + len(self._data.pop(name))
