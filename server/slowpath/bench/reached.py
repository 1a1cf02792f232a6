"""What a search had reached when: the curve of its best counts over its budget, and how two of them compare.

All inputs that a campaign showed are counted again by one executor without probes, so that searches that were led by
different means are compared by the same build. A best count says little where both searches come to the worst input
long before the budget ends; how soon they come there does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from slowpath.model.campaign import Budget, CampaignEvent, SlowInputFound
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor

THERE = 0.98
"""A count of this part of another is as good as it: what is between them is chance."""
_SOONEST = 0.002
"""Who is there with the first few inputs is as soon there as anybody."""
_LIMITS = RunLimits(cpu_s=20.0, wall_s=120.0)


@dataclass(frozen=True)
class Curve:
    """`steps` are (spent share of the budget, best count since then), both rising; `start` is the best count before
    any, that of the baseline."""

    start: int
    steps: tuple[tuple[float, int], ...] = ()

    @property
    def best(self) -> int:
        """The best count in the end."""
        return self.steps[-1][1] if self.steps else self.start

    def when(self, count: float) -> float:
        """The share of the budget after which the best count was at least `count`; 1 where it never was."""
        if self.start >= count:
            return 0.0
        return next((share for share, best in self.steps if best >= count), 1.0)

    @property
    def area(self) -> float:
        """The mean of the best count over the budget."""
        ends = [*(share for share, _ in self.steps[1:]), 1.0]
        first = self.steps[0][0] if self.steps else 1.0
        return self.start * first + sum(
            best * max(0.0, end - share) for (share, best), end in zip(self.steps, ends, strict=False)
        )


@dataclass(frozen=True)
class Race:
    """Two searches of one problem with one seed and the same budget, the guided one and another."""

    guided: Curve
    other: Curve

    @property
    def best_ratio(self) -> float:
        """The guided search's best count over the other's."""
        return (self.guided.best + 1) / (self.other.best + 1)

    @property
    def area_ratio(self) -> float:
        """The same of the areas under the curves."""
        return (self.guided.area + 1) / (self.other.area + 1)

    @property
    def speed(self) -> float:
        """How many times sooner the guided search came to what both came to. Where one came further than the other,
        this favours neither: the goal is the lesser of both best counts."""
        goal = THERE * min(self.guided.best, self.other.best)
        return max(self.other.when(goal), _SOONEST) / max(self.guided.when(goal), _SOONEST)

    @property
    def arrival(self) -> float:
        """After which share of the budget the guided search was where the other ended; 1 where it never was."""
        return self.guided.when(THERE * self.other.best)


def curve(events: Iterable[CampaignEvent], budget: Budget, start: int, count_of: Callable[[str], int]) -> Curve:
    """The curve of a campaign; `count_of` gives the count of an input by its id."""
    steps: list[tuple[float, int]] = []
    best, seen = start, set()
    for event in events:
        if not isinstance(event, SlowInputFound) or event.slow_input.id in seen:
            continue
        seen.add(event.slow_input.id)
        count = count_of(event.slow_input.id)
        if count > best:
            best = count
            steps.append((_spent(event, budget), count))
    return Curve(start, tuple(steps))


def _spent(event: SlowInputFound, budget: Budget) -> float:
    if budget.seconds is not None:
        return min(1.0, event.elapsed_s / budget.seconds)
    return min(1.0, event.slow_input.found_at_execution / max(1, budget.executions or 1))


class CleanCounts:
    """Counts inputs by an executor without probes, each once."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._known: dict[str, int] = {}

    def count(self, name: str, data: bytes) -> int:
        """The count of the input with that id."""
        if name not in self._known:
            self._known[name] = self._executor.run(data, _LIMITS, keep_counters=False).count
        return self._known[name]
