"""Who has the next turn: sources share the work by their weights (stride scheduling; Waldspurger and Weihl 1995).

Each source's pass grows by what its turn cost over its weight, and the one with the smallest pass is next. A source
may begin later than the others: its pass starts at what it waits for. One whose inputs bring news gets up to twice its
weight. Costs are counts of work; with a budget in seconds, time where that is more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.engine.candidate import Candidate
from slowpath.faults.sources.source import Source

FADING = 0.9
LEAST_COST = 200_000
MOST_IDLE = 32
"""A source that has so many idle turns in a row has nothing more to propose that is new."""


@dataclass
class Turn:
    """A source with its weight, its pass, the share of its inputs that brought news lately, and how many turns in a row
    were idle; `left` was proposed and not run yet, since a turn got dear, and `is_dear` says that the last one did."""

    source: Source
    weight: float
    passed: float
    news: float = 0.0
    idle: int = 0
    left: list[Candidate] = field(default_factory=list)
    is_dear: bool = False

    def charge(self, cost: float) -> None:
        """Takes note of what a turn cost."""
        self.passed += max(cost, LEAST_COST) / (self.weight * (1.0 + self.news))

    def ended(self, is_idle: bool) -> None:
        """Takes note of whether nothing was run in a turn."""
        self.idle = self.idle + 1 if is_idle else 0

    def heard(self, is_news: bool) -> None:
        """Takes note of whether an input brought news."""
        self.news = FADING * self.news + (1.0 - FADING) * is_news


class Turns:
    """All sources of a search."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []

    def add(self, source: Source, weight: float, waits_for: float = 0.0) -> None:
        """A source that has its first turn when the others' passes have come to `waits_for`."""
        self._turns.append(Turn(source, weight, waits_for))

    def next(self) -> Turn | None:
        """Whose turn it is; None when all have proposed what they have."""
        self._turns = [turn for turn in self._turns if (turn.source.has_more or turn.left) and turn.idle < MOST_IDLE]
        return min(self._turns, key=lambda turn: turn.passed, default=None)

    def leave_out(self, name: str) -> None:
        """Gives that source no turns any more."""
        self._turns = [turn for turn in self._turns if turn.source.id != name]

    def favour(self, names: frozenset[str], factor: float) -> None:
        """Gives sources more weight, since something speaks for what they try."""
        for turn in self._turns:
            if turn.source.id in names:
                turn.weight *= factor
