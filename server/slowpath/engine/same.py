"""Which constraints of one place hold on the same inputs, and are therefore one constraint said several times.

Several rules, and a model, may see the same in a line ("the list is long", "the search walks far"). What tells two
conditions apart are inputs that satisfy the one and not the other. A sample of all valid runs is kept (Vitter's
algorithm R, 1985), whole slots, so that thresholds that change are judged by what is known already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from slowpath.analysis.evidence import ENOUGH

KEPT = 512


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

    def same(self, lines: Mapping[str, int], slot_of: Mapping[str, int], thresholds: np.ndarray,
             ranked: Sequence[str]) -> dict[str, str]:
        """By constraint, the one of the same line that holds on the same inputs and comes before it in `ranked`; those
        that stand for themselves are left out, as are all of which too few inputs satisfy, or violate, any."""
        satisfied = self._rows[:min(self._seen, KEPT)] >= thresholds
        is_telling = (satisfied.sum(axis=0) >= ENOUGH) & ((~satisfied).sum(axis=0) >= ENOUGH)
        telling = [name for name in ranked if name in slot_of and is_telling[slot_of[name]]]
        made: dict[str, str] = {}
        for _, names in groupby(sorted(telling, key=lines.__getitem__), key=lines.__getitem__):
            made.update(_stood_for(list(names), {name: satisfied[:, slot_of[name]] for name in telling}))
        return made


def _stood_for(names: Sequence[str], masks: Mapping[str, np.ndarray]) -> Iterator[tuple[str, str]]:
    """Each name whose mask is that of one before it, with that one."""
    first: dict[bytes, str] = {}
    for name in names:
        leader = first.setdefault(masks[name].tobytes(), name)
        if leader != name:
            yield name, leader
