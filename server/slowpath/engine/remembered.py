"""A mapping in bounded memory, which forgets what wasn't used for longest: an hour of small inputs makes millions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """Values by number, in two generations of at most `generation` each: when the younger is full it becomes the older,
    and the one before is forgotten. What is read becomes young again."""

    def __init__(self, generation: int) -> None:
        self._most = generation
        self._young: dict[int, Value] = {}
        self._old: dict[int, Value] = {}

    def get(self, key: int) -> Value | None:
        """The value, or None where there is none (any more)."""
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: int, value: Value) -> None:
        """Keeps the value under that number."""
        if len(self._young) >= self._most and key not in self._young:
            self._old, self._young = self._young, {}
        self._young[key] = value

    def values(self) -> Iterator[Value]:
        """All that are kept; one that became young again may come twice."""
        yield from self._young.values()
        yield from self._old.values()
