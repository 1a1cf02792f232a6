"""Which constraints of one place say the same of an input, and are therefore one constraint said several times.

Several rules, and a model, may see the same in a line ("the list is long", "the search walks far"). Two say the same
where they hold on the same inputs, or where what they measure ranks all inputs alike: then they differ only in how much
of it they ask for, and inputs in between tell nothing new. A sample of all valid runs is kept (Vitter's algorithm R,
1985), whole slots, so that thresholds that change are judged by what is known already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from slowpath.analysis.evidence import ENOUGH, ENOUGH_TO_REFUTE

KEPT = 512
ENOUGH_TO_RANK = ENOUGH_TO_REFUTE
"""Few inputs are ranked alike by whatever grows with their size."""


class Held:
    """The slots of a sample of the valid runs; `probes` is how many slots each has."""

    def __init__(self, probes: int, seed: int) -> None:
        self._rows = np.zeros((KEPT if probes else 0, probes), dtype=np.uint64)
        self._rng = np.random.default_rng([seed, 907])
        self._seen = 0

    def add(self, slots: np.ndarray) -> None:
        """Takes a run that came to its end into account."""
        place = self._seen if self._seen < KEPT else int(self._rng.integers(self._seen + 1))
        self._seen += 1
        if place < KEPT:
            self._rows[place] = slots

    def same(
        self, lines: Mapping[str, int], slot_of: Mapping[str, int], thresholds: np.ndarray, ranked: Sequence[str]
    ) -> dict[str, str]:
        """By constraint, the one of the same line that says the same and comes before it in `ranked`; those that stand
        for themselves are left out, as are all of which too few inputs satisfy, or violate, any."""
        rows = self._rows[: min(self._seen, KEPT)]
        satisfied = rows >= thresholds
        fewest = np.minimum(satisfied.sum(axis=0), (~satisfied).sum(axis=0))
        telling = [name for name in ranked if name in slot_of and fewest[slot_of[name]] >= ENOUGH]
        made: dict[str, str] = {}
        for _, of_line in groupby(sorted(telling, key=lines.__getitem__), key=lines.__getitem__):
            names = list(of_line)
            columns = [slot_of[name] for name in names]
            made.update(_stood_for(names, satisfied[:, columns], rows[:, columns], fewest[columns] >= ENOUGH_TO_RANK))
        return made


def _stood_for(
    names: Sequence[str], satisfied: np.ndarray, values: np.ndarray, are_ranked: np.ndarray
) -> Iterator[tuple[str, str]]:
    """Each name that says the same as one before it, with that one. A column for each name, a row for each run."""
    leaders: list[int] = []
    for at, name in enumerate(names):
        leader = next(
            (
                known
                for known in leaders
                if np.array_equal(satisfied[:, known], satisfied[:, at])
                or (are_ranked[known] and are_ranked[at] and rank_alike(values[:, known], values[:, at]))
            ),
            None,
        )
        if leader is None:
            leaders.append(at)
        else:
            yield name, names[leader]


def rank_alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether no two inputs are ranked in opposite ways by both; equal values rank nothing."""
    order = np.lexsort((other, one))
    return bool((np.diff(other[order].astype(np.int64)) >= 0).all())
