"""The bytes that a search's events name, on their way up.

A search stores far more bytes than its events ever name, so they go up with the first event that does, and what isn't
named for long is forgotten (`storage.recent`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from slowpath.model.breaking import BreakEvent, BreakFound
from slowpath.model.optimizing import OptimizeEvent
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite
from slowpath.storage.recent import RecentBytes


class Naming:
    """The bytes of one search. `say` sends bytes up, those of each id once."""

    def __init__(self, say: Callable[[bytes], None], recent: RecentBytes | None = None) -> None:
        self._say = say
        self._recent = recent or RecentBytes()
        self._said: set[str] = set()

    def keep(self, data: bytes) -> str:
        """Stores bytes that an event may name; returns their id."""
        return self._recent.put(data)

    def tell(self, event: BreakEvent | OptimizeEvent) -> None:
        """Sends up what the event names, before it is said itself. That stays until the next one names something."""
        names = tuple(_names(event))
        if names:
            self._recent.hold(names)
        for name in names:
            data = self._recent.get(name)
            if data is not None and name not in self._said:
                self._said.add(name)
                self._say(data)

    def read(self, name: str) -> bytes | None:
        """Bytes that were stored, None where they are forgotten."""
        return self._recent.get(name)


def _names(event: BreakEvent | OptimizeEvent) -> Iterator[str]:
    """The ids of the bytes that an event names."""
    match event:
        case BreakFound():
            yield from event.breaking.named
        case RefusedRewrite():
            yield from (name for name in (event.input_id,) if name)
        case ProvenRewrite():
            yield from (name for test in event.tests for name in (test.input_id, test.answer_id))
