"""The clock of a unit's search: CPU seconds from when its programs are built.

What a search begins with, building, takes as much CPU as a small budget has, and nothing where another unit built the
program before: counted, it would decide what is found. So the clock stands at 0 until an event says that the search
does something else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from slowpath.bench.cpu_clock import CpuClock
from slowpath.model.breaking import BreakStarted
from slowpath.model.campaign import Budget, CampaignStarted, PhaseEntered

BUILDING = "building"
Event = TypeVar("Event")


class SearchClock:
    """Seconds of `clock` since the programs of the search were built; whoever takes its events has them `heard`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._from_s: float | None = None

    @classmethod
    def of(cls, budget: Budget) -> SearchClock:
        """In CPU seconds where the budget is in seconds, else in those of the wall."""
        return cls(CpuClock() if budget.seconds is not None else time.monotonic)

    def __call__(self) -> float:
        return 0.0 if self._from_s is None else self._clock() - self._from_s

    def heard(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events as they come; the clock goes on with the first after those of building."""
        for event in events:
            if self._from_s is None and not _is_building(event):
                self._from_s = self._clock()
            yield event


def _is_building(event: object) -> bool:
    return isinstance(event, CampaignStarted | BreakStarted) or (
        isinstance(event, PhaseEntered) and event.phase == BUILDING
    )
