"""Saturated sizes with random content (STAB section 3.1): what is slow by size alone, and the first to be shown."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.batching import SIDE_BY_SIDE
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.strategy_context import StrategyContext


class Saturation:
    """One random input of medium size, so that something shows at once, then one per boundary at full size.

    The campaign begins with the first; the full sizes have their turn in the search, unless their medium inputs were
    dear enough to be promoted before. One run at full size may take as long as all patterns at medium size.
    """

    id = "saturation"
    batch = SIDE_BY_SIDE

    def __init__(self, context: StrategyContext) -> None:
        self._queue: Iterator[Candidate] = (
            context.space.build(site, (), self.id) for site in (*context.space.medium[:1], *context.space.full)
        )

    def propose(self) -> Candidate | None:
        return next(self._queue, None)

    def observe(self, outcome: Outcome) -> None:
        return
