"""Runs before their turn: of strategies whose proposals hang on no outcome.

Theory of operation. Such a strategy proposes the same whatever becomes of its candidates, so several are made at once
and run as a batch; each is handed out at its own turn, and what its run said is kept until then. The events are
those of single runs. What is saved is the changing to and fro between search and program, each of which finds the
caches full of the other's data: of long inputs that is half of the search's own time. Begun with few at a time, since
nobody knows yet what they cost; dear ones run side by side and no more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from slowpath.engine.batching import Batching
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.runner import Runner

AHEAD_COST = 400_000_000
"""About a third of a second: nothing is decided on what is old by then, but who stops the search waits for it."""


@runtime_checkable
class Unswayed(Protocol):
    """A strategy whose proposals don't depend on what it's told; `most_ahead` may be made before it's told of any."""

    id: str
    most_ahead: int


class Ahead:
    """The stock of one such strategy."""

    def __init__(self, strategy: Unswayed, runner: Runner) -> None:
        self._runner = runner
        self._batching = Batching(strategy.most_ahead, 1, AHEAD_COST)
        self._stock: deque[Candidate] = deque()

    def next(self, propose: Callable[[], Candidate | None]) -> Candidate | None:
        """The strategy's next candidate, None where it has none; `propose` asks it for one."""
        if not self._stock:
            for _ in range(self._batching.size):
                candidate = propose()
                if candidate is None:
                    break
                self._stock.append(candidate)
            self._runner.run_ahead(self._stock)
        return self._stock.popleft() if self._stock else None

    def observe(self, outcome: Outcome) -> None:
        """Takes note of what a run cost."""
        self._batching.observe(outcome)
