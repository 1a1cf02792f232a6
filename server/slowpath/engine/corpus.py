"""The inputs worth mutating: who holds the maximum of some counter (PerfFuzz's rule), and who costs most.

Lemieux et al., "PerfFuzz: automatically generating pathological inputs" (ISSTA 2018): an input is kept when it
hits some counter more often than any input before. Maxima are kept per class of size (the bit length of the
input's bytes), since otherwise a larger input would always win and a bad shape of a small one be forgotten.

The slots of probes (`model.constraint`) are counters like others: who comes nearest to satisfying a constraint is kept.
But a slot is a fraction that may creep up by a thousandth a time, so only steps of 3 to 6% count; and those who
hold nothing but slots have places of their own, so that they crowd out nobody.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np

from slowpath.engine.candidate import Candidate

HOLDERS_PER_CLASS = 96
LEAST_HOLDERS = 6
CLASS_BYTES = 16 << 20
SLOT_HOLDERS_SHARE = 0.25
SLOT_STEPS = 32


@dataclass
class Entry:
    """A kept input, its cost, and how often it was chosen as a parent."""

    candidate: Candidate
    count: int
    chosen: int = 0


class _SizeClass:
    """The maxima of all counters over the inputs of one class of size, with their holders. The last `slots` counters
    are those of probes."""

    def __init__(self, slots: int = 0) -> None:
        self._slots = slots
        self.maxima: np.ndarray | None = None
        self.holders: np.ndarray | None = None
        self.entries: dict[int, Entry] = {}
        self.best: Entry | None = None
        self._next = 0

    def consider(self, candidate: Candidate, count: int, counters: np.ndarray | None) -> int:
        """How many counters the input raised; it's kept when any, or when it costs most."""
        if counters is None:
            if self.best is None or count > self.best.count:
                self.best = Entry(candidate, count)
            return 0
        if self.maxima is None or self.holders is None:
            self.maxima = np.zeros(len(counters), dtype=np.uint64)
            self.holders = np.full(len(counters), -1, dtype=np.int64)
        raised = counters > self.maxima
        novelty = int(raised.sum())
        costs_most = self.best is None or count > self.best.count
        if not novelty and not costs_most:
            return 0
        entry = Entry(candidate, count)
        if costs_most:
            self.best = entry
        if novelty:
            self.maxima[raised] = counters[raised]
            self.holders[raised] = self._next
            self.entries[self._next] = entry
            self._next += 1
            self._forget_beaten()
        return novelty

    def _forget_beaten(self) -> None:
        """Drops inputs that hold no maximum any more; of long inputs only those that hold most are kept."""
        longest = max(len(entry.candidate.data) for entry in self.entries.values())
        most = max(LEAST_HOLDERS, min(HOLDERS_PER_CLASS, CLASS_BYTES // max(1, longest)))
        if len(self.entries) <= most:
            return
        assert self.holders is not None
        events = len(self.holders) - self._slots
        kept = self._holding_most(self.holders[:events], most)
        if self._slots:
            kept += [key for key in self._holding_most(self.holders[events:], int(most * SLOT_HOLDERS_SHARE))
                     if key not in kept]
        self.entries = {key: self.entries[key] for key in sorted(kept)}

    def _holding_most(self, holders: np.ndarray, most: int) -> list[int]:
        held, times = np.unique(holders, return_counts=True)
        order = sorted(zip((-times).tolist(), (-held).tolist(), strict=True))
        return [-key for _, key in order if -key in self.entries][:most]

    def holder(self, slot: int) -> tuple[int, Entry] | None:
        """The largest value of a probe's slot, and who holds it; None where nobody raised it or he was dropped."""
        if self.maxima is None or self.holders is None or not self._slots:
            return None
        at = len(self.maxima) - self._slots + slot
        entry = self.entries.get(int(self.holders[at]))
        return (int(self.maxima[at]), entry) if entry is not None else None

    def largest(self, slot: int) -> int:
        """The largest value of a probe's slot, 0 where none was seen."""
        return int(self.maxima[len(self.maxima) - self._slots + slot]) if self.maxima is not None else 0


class Corpus:
    """All kept inputs, by level and class of size. `slots` says how many of the counters are those of probes."""

    def __init__(self, slots: int = 0) -> None:
        self._slots = slots
        self._classes: dict[tuple[str, int], _SizeClass] = {}

    def consider(self, candidate: Candidate, count: int, counters: array | None) -> int:
        """Keeps the input where it is worth it; returns how many counters it raised in its class.

        Without counters (an input from an earlier process) only the count decides.
        """
        key = (candidate.level, len(candidate.data).bit_length())
        kept = self._classes.setdefault(key, _SizeClass(self._slots))
        values = np.frombuffer(counters, dtype=np.uint64) if counters is not None and len(counters) else None
        if values is not None and self._slots:
            values = np.concatenate([values[:-self._slots], in_steps(values[-self._slots:])])
        return kept.consider(candidate, count, values)

    def holders(self, level: str, slot: int) -> list[Entry]:
        """Who holds the largest values of a probe's slot at a level, one a class of size, largest value first."""
        found = [held for (at, _), kept in self._classes.items()
                 if at == level and (held := kept.holder(slot)) is not None]
        return [entry for _, entry in sorted(found, key=lambda held: (-held[0], len(held[1].candidate.data)))]

    def largest(self, level: str, slot: int) -> int:
        """The largest value of a probe's slot at a level, in its steps; 0 where none was seen."""
        return max((kept.largest(slot) for (at, _), kept in self._classes.items() if at == level), default=0)

    def best(self, level: str, most: int = 1) -> list[Entry]:
        """The costliest inputs of a level, one per class of size, costliest first."""
        entries = [kept.best for (at, _), kept in self._classes.items() if at == level and kept.best is not None]
        return sorted(entries, key=lambda entry: -entry.count)[:most]

    def choose(self, level: str, rng: np.random.Generator) -> Entry | None:
        """A parent: in half of the cases the costliest of a class, else a holder of some maximum; the larger
        classes more often, and those chosen less often before."""
        classes = sorted((size, kept) for (at, size), kept in self._classes.items() if at == level)
        if not classes:
            return None
        weights = np.array([2.0**place for place in range(len(classes))])
        kept = classes[int(rng.choice(len(classes), p=weights / weights.sum()))][1]
        if kept.best is not None and (not kept.entries or rng.random() < 0.5):
            kept.best.chosen += 1
            return kept.best
        pool = list(kept.entries.values())
        entry = min((pool[int(i)] for i in rng.integers(0, len(pool), size=3)), key=lambda e: e.chosen)
        entry.chosen += 1
        return entry


def in_steps(slots: np.ndarray) -> np.ndarray:
    """Slots rounded down to steps of 3 to 6%, small ones as they are."""
    mantissa, exponent = np.frexp(slots.astype(np.float64))
    return np.ldexp(np.floor(mantissa * SLOT_STEPS), exponent - SLOT_STEPS.bit_length() + 1).astype(np.uint64)
