"""How many candidates a strategy proposes at once: many where runs are short, few where each is dear.

A batch is decided on what is known before it; where one run takes a third of a second, thirty of them are a whole
search's time spent on old knowledge. Never fewer than a small machine runs side by side: one alone would leave a core
idle. Reckoned from counts, never from a clock.
"""

from __future__ import annotations

from slowpath.engine.candidate import Outcome
from slowpath.engine.run_cost import run_cost

BATCH_COST = 120_000_000
FADING = 0.8
SIDE_BY_SIDE = 2


class Batching:
    """The size of the next batch, between `SIDE_BY_SIDE` and `most`, from what the last runs cost; all of it is to cost
    `worth`."""

    def __init__(self, most: int, first: int = 8, worth: int = BATCH_COST) -> None:
        self._most = most
        self._worth = worth
        self._mean = worth / first

    @property
    def size(self) -> int:
        """How many runs now are worth one look at what became of them."""
        return min(self._most, max(SIDE_BY_SIDE, int(self._worth / self._mean)))

    def observe(self, outcome: Outcome) -> None:
        """Takes note of what a run cost."""
        self._mean = FADING * self._mean + (1.0 - FADING) * run_cost(outcome)


class Batched:
    """A strategy that proposes as many at once as its `_batching` says; it has that told of each of its runs."""

    _batching: Batching

    @property
    def batch(self) -> int:
        """How many it proposes before it's told of any of them."""
        return self._batching.size
