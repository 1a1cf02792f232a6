"""What strategies propose and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from slowpath.model.execution import Execution
from slowpath.model.origin import Origin, input_id

SMALL, MEDIUM, FULL = "small", "medium", "full"
LEVELS = (SMALL, MEDIUM, FULL)
"""Sizes at which inputs are tried: a few dozen elements, about a thousand, and the largest allowed."""


@dataclass(frozen=True)
class Candidate:
    """An input that a strategy proposes. `instance` is None for bytes that the format doesn't parse;
    `is_validated` says that whoever made it has checked it against the format."""

    data: bytes = field(repr=False)
    instance: dict[str, Any] | None = field(repr=False)
    origin: Origin
    level: str
    strategy: str
    is_validated: bool = False

    @cached_property
    def id(self) -> str:
        """The content id of its bytes."""
        return input_id(self.data)


@dataclass(frozen=True)
class Outcome:
    """A run candidate. `count` is what the search ranks by (`ranking_count`), a lower bound when the run was cut;
    `novelty` is how many counters it raised above all earlier inputs of its size class."""

    candidate: Candidate
    execution: Execution
    count: int
    novelty: int
    found_at_execution: int
    cap_s: float


UNSEEN_WORK_FROM_NS = 5_000_000
CLEARLY_UNSEEN = 4.0
"""How many times its count a small input's time must be to be believed instead."""


def ranking_count(execution: Execution, counted: bool, clearly: float = 1.0) -> int:
    """The deterministic count, raised where CPU time shows work that no counter sees.

    `memset`, `list.pop(0)` and other library calls run outside of the program's own code. No program runs fewer than
    about one instruction a nanosecond for long, so a run's nanoseconds beyond the first five milliseconds (launching,
    reading) are a floor of its instructions. Not so with a budget in executions alone (`counted`), which promises
    events that repeat: there the count stands as it is. Where runs are short their time is mostly chance: it's believed
    only where it is `clearly` times the count.
    """
    unseen = execution.cpu_ns - UNSEEN_WORK_FROM_NS
    return execution.count if counted or unseen < clearly * execution.count else unseen


COUNT_PER_CUT_S = 10_000_000_000
"""More than any program counts in a second of CPU time: a run that is cut ranks above all that end in time."""


def without_chance(execution: Execution, cpu_s: float) -> Execution:
    """A run that was cut after `cpu_s`, without what the place of the cut decides: for events that repeat.

    Where the limit strikes is chance, and so are the counts until then; the run gets one count for all such runs and
    no counters.
    """
    return replace(execution, count=int(COUNT_PER_CUT_S * cpu_s), counters=None)
