"""Small winners grown: each costliest small input as several plans (`generalise`), at medium size first.

A plan that does well at medium size, compared with the best pattern there, is built at full size.
"""

from __future__ import annotations

from collections import deque

from slowpath.engine.board import Board
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.generalise import grown
from slowpath.engine.space import rng_seed
from slowpath.model.origin import Origin

WINNERS = 4
PROMOTED_SHARE = 0.7


class ScaleUp:
    """Grows what the small world found since it was asked last."""

    id = "scale-up"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grown: set[str] = set()
        self._queue: deque[tuple[Candidate, str, int, str]] = deque()
        self._last: tuple[Candidate, str, int, str] | None = None

    def propose(self) -> Candidate | None:
        if not self._queue:
            self._refill()
        if not self._queue:
            return None
        self._last = self._queue.popleft()
        return self._built(*self._last)

    def _refill(self) -> None:
        space = self._board.space
        if space.small[0].level == FULL:
            return
        for entry in self._board.corpus.best(SMALL, WINNERS):
            if entry.candidate.id in self._grown or entry.candidate.instance is None:
                continue
            self._grown.add(entry.candidate.id)
            for place, site in enumerate(space.medium):
                for label, _ in grown(space.format, entry.candidate.instance, site.boundary):
                    self._queue.append((entry.candidate, label, place, MEDIUM))
            return

    def _built(self, small: Candidate, label: str, place: int, level: str) -> Candidate:
        space = self._board.space
        site = space.sites(level)[place]
        assert small.instance is not None
        plan = dict(grown(space.format, small.instance, site.boundary))[label]
        origin = Origin(self.id, f"{label} from #{small.id[:6]} ({small.origin.label})", parent=small.id)
        return space.from_plan(site, plan, rng_seed(space.seed, small.id, label, level), origin, self.id)

    def observe(self, outcome: Outcome) -> None:
        if self._last is None or outcome.candidate.level == FULL:
            return
        best = self._board.elite[0].count if self._board.elite else 0
        if outcome.execution.verdict.can_be_slow_input and outcome.count >= PROMOTED_SHARE * best:
            small, label, place, _ = self._last
            self._queue.appendleft((small, label, place, FULL))
