"""The catalogue at medium size: hundreds of patterns compared in about a second, cheap ones telling of dear ones.

A quadratic pattern stands out at a thousand elements as it does at the largest size, at a millionth of the cost.
What is promoted to full size, and in what order, is decided by `promotion`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from slowpath.catalogue import Genome
from slowpath.engine.board import Board
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome

OTHER_SITES = 60


class Patterns:
    """Every genome of the first site, and of each further site the first `OTHER_SITES`, in turn."""

    id = "pattern"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sites = board.space.sites(MEDIUM)
        self._queue = self._points()
        self._last: tuple[int, Genome] = (0, ())

    def _points(self) -> Iterator[tuple[int, Genome]]:
        """(site, genome), the first site and the others by turns as long as both last."""
        queues = {0: self._sites[0].catalogue.genomes()}
        for place, site in enumerate(self._sites[1:], 1):
            queues[place] = islice(site.catalogue.genomes(), OTHER_SITES)
        while queues:
            for place in list(queues):
                genome = next(queues[place], None)
                if genome is None:
                    del queues[place]
                else:
                    yield place, genome

    def propose(self) -> Candidate | None:
        point = next(self._queue, None)
        if point is None:
            return None
        self._last = point
        return self._board.space.build(self._sites[point[0]], point[1], self.id)

    def observe(self, outcome: Outcome) -> None:
        if outcome.execution.verdict.can_be_slow_input:
            self._board.score(outcome.count, *self._last)
