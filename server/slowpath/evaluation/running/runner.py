"""What runs units gives rows, in any order. It takes few units ahead, so that memory doesn't grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from slowpath.bench.separate import done_apart
from slowpath.evaluation.rows import FAILED, Row
from slowpath.evaluation.units import Unit, Work
from slowpath.wire import decode

LOCAL, RAY = "local", "ray"
MODULE = "slowpath.evaluation.work.unit"
"""What does one unit in a process of its own."""
AHEAD = 2
"""Units in flight for each core."""
WALL_GRACE_S, WALL_PER_SECOND = 1800.0, 40.0
"""A unit is ended after so long: building and a closer look on a busy machine take many times the search's CPU time."""

Prepare = Callable[[Unit], Work | Row]
"""Reads what a unit needs just before it is done, or gives the row that says why it can't be read."""


class Runner(Protocol):
    """Does units. `cores` is how many at once."""

    cores: int

    def rows(self, units: Iterable[Unit], prepare: Prepare) -> Iterator[Row]:
        """The rows of the units as they come; a unit whose process, worker or node is lost is done again, or stays
        without a row."""
        ...


@dataclass(frozen=True)
class Place:
    """Where to run: `LOCAL` or `RAY`, at most `jobs` units at once (None: as there are cores), on the Ray cluster at
    `address` ("" for one of this machine alone)."""

    on: str = LOCAL
    jobs: int | None = None
    address: str = ""
    module: str = MODULE


def row_of_process(work: Work, module: str) -> Row:
    """Does a unit in a process of its own, and gives its row; one that says so where the process fails."""
    seconds = work.unit.budget.seconds or 0.0
    made = done_apart(module, work, WALL_GRACE_S + WALL_PER_SECOND * (seconds + work.existing_s))
    if isinstance(made, dict):
        return replace(decode(Row, made), unit=work.unit)
    return Row(work.unit, FAILED, "process", f"The unit's process failed: {made}.")
