"""What every valid execution said of every probed constraint, in bounded memory.

Counts and mean costs of both sides are over all executions. The inputs that are tested against each other are a
reservoir a side (Vitter's algorithm R, 1985), drawn with the campaign's seed, to which one family of inputs gives at
most `MOST_OF_A_FAMILY` (`analysis.evidence` says why). Entries keep the slot's value, so that a constraint whose
factor changes is judged anew by what is known already.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from slowpath.analysis.evidence import MOST_OF_A_FAMILY, Sample
from slowpath.engine.remembered import Remembered

RESERVOIR = 192
KNOWN_FAMILIES = 5_000
SATISFYING, VIOLATING = 0, 1


@dataclass(frozen=True)
class Reading:
    """One valid execution as constraints see it: a slot each, the cost, the number of elements, a number that stands
    for the input (`mark_of`), and the input that it descends from. Of a run that was cut the slots are lower bounds."""

    slots: np.ndarray
    cost: float
    size: int
    mark: int
    family: int
    is_cut: bool = False


@dataclass(frozen=True)
class Tally:
    """What is known of one constraint: how many inputs satisfy and violate it, their mean costs, and those tested."""

    satisfying: int
    violating: int
    mean_satisfying: float
    mean_violating: float
    tested_satisfying: Sample
    tested_violating: Sample

    @property
    def cost_ratio(self) -> float | None:
        """Mean cost of the satisfying over that of the violating; None while a side is empty."""
        if not self.satisfying or not self.violating:
            return None
        return self.mean_satisfying / max(1.0, self.mean_violating)


def mark_of(input_id: str) -> int:
    """An input's id as a number of 60 bits."""
    return int(input_id[:15], 16)


class Ledger:
    """Tallies of all probed constraints, in the order of their slots."""

    def __init__(self, thresholds: list[int], seed: int) -> None:
        shape = (2, len(thresholds))
        self.thresholds = np.array(thresholds, dtype=np.uint64)
        self._rng = np.random.default_rng([seed, 4243])
        self._counts = np.zeros(shape, dtype=np.int64)
        self._sums = np.zeros(shape)
        self._offered = np.zeros(shape, dtype=np.int64)
        self._filled = np.zeros(shape, dtype=np.int64)
        self._slots = np.zeros((*shape, RESERVOIR), dtype=np.uint64)
        self._costs = np.zeros((*shape, RESERVOIR))
        self._sizes = np.ones((*shape, RESERVOIR), dtype=np.int64)
        self._marks = np.zeros((*shape, RESERVOIR), dtype=np.int64)
        self._families: Remembered[np.ndarray] = Remembered(KNOWN_FAMILIES)

    def satisfied(self, slots: np.ndarray) -> np.ndarray:
        """Which constraints a run with these slots satisfies, as a mask."""
        return slots >= self.thresholds

    def add(self, reading: Reading) -> None:
        """Takes a run into account; of one that was cut only what it had satisfied by then is known."""
        is_satisfied = self.satisfied(reading.slots)
        which = np.flatnonzero(is_satisfied) if reading.is_cut else np.arange(len(self.thresholds))
        side = np.where(is_satisfied[which], SATISFYING, VIOLATING)
        self._counts[side, which] += 1
        self._sums[side, which] += reading.cost
        family = self._families.get(reading.family)
        if family is None:
            family = np.zeros(self._counts.shape, dtype=np.uint8)
            self._families.put(reading.family, family)
        is_tested = family[side, which] < MOST_OF_A_FAMILY
        which, side = which[is_tested], side[is_tested]
        family[side, which] += 1
        self._offered[side, which] += 1
        self._keep(reading, side, which)

    def _keep(self, reading: Reading, side: np.ndarray, which: np.ndarray) -> None:
        filled, offered = self._filled[side, which], self._offered[side, which]
        drawn = (self._rng.random(len(which)) * offered).astype(np.int64)
        place = np.where(filled < RESERVOIR, filled, drawn)
        is_kept = place < RESERVOIR
        side, which, place = side[is_kept], which[is_kept], place[is_kept]
        self._slots[side, which, place] = reading.slots[which]
        self._costs[side, which, place] = reading.cost
        self._sizes[side, which, place] = reading.size
        self._marks[side, which, place] = reading.mark
        self._filled[side, which] = np.maximum(self._filled[side, which], place + 1)

    def total(self, at: int) -> tuple[int, int]:
        """How many inputs satisfy and violate the constraint."""
        return int(self._counts[SATISFYING, at]), int(self._counts[VIOLATING, at])

    def tally(self, at: int) -> Tally:
        """All that is known of one constraint."""
        counts = self._counts[:, at]
        means = self._sums[:, at] / np.maximum(1, counts)
        samples = [
            Sample(self._costs[side, at, :filled], self._sizes[side, at, :filled])
            for side, filled in enumerate(self._filled[:, at].tolist())
        ]
        return Tally(int(counts[0]), int(counts[1]), float(means[0]), float(means[1]), samples[0], samples[1])

    def recalibrate(self, at: int, threshold: int, without: Collection[int]) -> None:
        """Judges what is kept of one constraint by another threshold, leaving the inputs in `without` out (the pair
        that the threshold was fitted to).

        Counts and means are exact as long as the reservoirs held every input, and estimated from them after.
        """
        self.thresholds[at] = threshold
        for family in self._families.values():
            family[:, at] = 0
        kept = [slice(0, int(self._filled[side, at])) for side in (0, 1)]
        columns = [
            np.concatenate([values[side, at, kept[side]] for side in (0, 1)])
            for values in (self._slots, self._costs, self._sizes, self._marks)
        ]
        weights = np.concatenate(
            [np.full(kept[side].stop, self._counts[side, at] / max(1, kept[side].stop)) for side in (0, 1)]
        )
        stays = ~np.isin(columns[3], np.fromiter(without, dtype=np.int64, count=len(without)))
        is_satisfied = columns[0] >= np.uint64(threshold)
        for side, belongs in ((SATISFYING, stays & is_satisfied), (VIOLATING, stays & ~is_satisfied)):
            self._refill(side, at, [column[belongs] for column in columns], weights[belongs])

    def _refill(self, side: int, at: int, columns: list[np.ndarray], weights: np.ndarray) -> None:
        self._counts[side, at] = round(float(weights.sum()))
        self._sums[side, at] = float((weights * columns[1]).sum())
        chosen = self._rng.permutation(len(weights))[:RESERVOIR]
        for values, column in zip((self._slots, self._costs, self._sizes, self._marks), columns, strict=True):
            values[side, at, : len(chosen)] = column[chosen]
        self._filled[side, at] = len(chosen)
        self._offered[side, at] = max(len(chosen), len(weights))
