"""From medium to full size: the genomes that did best are built as large as the format allows.

The order is by the count that is foreseen there (`StrategyContext.promise`), but a construction that was already
promoted several times in other company waits: what is promoted next should differ from what was. Constructions whose
work no counter sees (the probes of a Python dict) tell nothing at medium size, where it takes less time than chance,
nor do those that answer a constant of the program: a few are promoted in any case. Where one run at full size takes a
good part of the time, nothing is promoted that costs no more than what was, as far as smaller inputs tell.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from slowpath.engine.batching import SIDE_BY_SIDE
from slowpath.engine.candidate import FULL, MEDIUM, Candidate, Outcome
from slowpath.engine.strategy_context import Scored, StrategyContext

CONSIDERED = 60
REPETITION_PENALTY = 0.5
WORTH_A_DEAR_RUN = 1.005
MOST_UNSEEN = 6


class Promotion:
    """Proposes each elite genome once at full size."""

    id = "pattern"
    batch = SIDE_BY_SIDE

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._done: set[tuple[int, tuple]] = set()
        self._used: Counter[tuple[str, str]] = Counter()
        self._promised = 0.0
        self._costliest: Counter[int] = Counter()
        self._unseen = islice(context.space.full[0].catalogue.unseen(), MOST_UNSEEN)

    def propose(self) -> Candidate | None:
        unseen = next(self._unseen, None)
        if unseen is not None:
            self._done.add((0, unseen))
            return self._context.space.build(self._context.space.full[0], unseen, self.id)
        waiting = [
            scored
            for scored in self._context.elite[:CONSIDERED]
            if (scored.site, scored.genome) not in self._done and self._is_worth_it(scored)
        ]
        if not waiting:
            return None
        chosen = max(waiting, key=self._value)
        self._done.add((chosen.site, chosen.genome))
        self._used.update(chosen.genome)
        if self._context.space.sites(MEDIUM)[chosen.site].level == FULL:
            return self.propose()
        site = self._context.space.full[chosen.site]
        self._promised = max(self._promised, self._context.promise(chosen))
        self._costliest[chosen.site] = max(self._costliest[chosen.site], chosen.count)
        return self._context.space.build(site, site.catalogue.known(chosen.genome), self.id)

    def _is_worth_it(self, scored: Scored) -> bool:
        """Whether it's worth a run at full size: where these are dear, only what costs more at medium size than all
        of its site that were promoted, or is foreseen to cost more than all of them."""
        return (
            not self._context.is_dear()
            or scored.count > WORTH_A_DEAR_RUN * self._costliest[scored.site]
            or self._context.promise(scored) > WORTH_A_DEAR_RUN * self._promised
        )

    def _value(self, scored: Scored) -> float:
        repeated = min((self._used[gene] for gene in scored.genome), default=0)
        return self._context.promise(scored) * REPETITION_PENALTY**repeated

    def observe(self, outcome: Outcome) -> None:
        return
