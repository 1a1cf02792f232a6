"""The inputs worth mutating: who holds the maximum of some counter (PerfFuzz's rule), and who costs most.

Lemieux et al., "PerfFuzz: automatically generating pathological inputs" (ISSTA 2018): an input is kept when it
hits some counter more often than any input before. Maxima are kept per class of size (the bit length of the
input's bytes), since otherwise a larger input would always win and a bad shape of a small one be forgotten.

The slots of probes (`model.constraint`) are counters like others: who comes nearest to satisfying a constraint is kept.
But a slot is a fraction that may creep up by a thousandth a time, so only steps of 3 to 6% count; and those who
hold nothing but slots have places of their own, so that they crowd out nobody. Peak memory, where it's told, is one
counter more, in the same steps.

Of each class the costliest few are kept too, and of several that cost the same the latest beside the first: a search
that may drift over a plateau leaves it more often than one that waits on it for a rise.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass

import numpy as np

from slowpath.engine.candidate import Candidate
from slowpath.engine.shelf import Shelf
from slowpath.inputs.mutators.order import below

HOLDERS_PER_CLASS = 96
LEAST_HOLDERS = 6
CLASS_BYTES = 4 << 20
ELITES = 4
ELITE_SHARE = 0.8
DRAWN = 64
LARGER_CLASS_WEIGHT = 1.5
SLOT_HOLDERS_SHARE = 0.25
SLOT_STEPS = 32
MEMORY_SHIFT = 20


@dataclass
class Entry:
    """A kept input, its cost, and how often it was chosen as a parent. `held` is the input, without its instance where
    that is on the `shelf`."""

    held: Candidate
    count: int
    chosen: int = 0
    shelf: Shelf | None = None

    @property
    def candidate(self) -> Candidate:
        """The input, whole."""
        return self.held if self.shelf is None else self.shelf.whole(self.held)

    def put_away(self, shelf: Shelf) -> None:
        """Leaves a heavy instance to the shelf."""
        light = shelf.put_away(self.held) if self.shelf is None else None
        if light is not None:
            self.held, self.shelf = light, shelf


class _SizeClass:
    """The maxima of all counters over the inputs of one class of size, with their holders. The last `slots` counters
    are those of probes."""

    def __init__(self, slots: int = 0, shelf: Shelf | None = None) -> None:
        self._slots = slots
        self._shelf = shelf
        self.maxima: np.ndarray | None = None
        self.holders: np.ndarray | None = None
        self.entries: dict[int, Entry] = {}
        self.elites: list[Entry] = []
        self._next = 0

    @property
    def best(self) -> Entry | None:
        """The costliest, the first of several that cost the same."""
        return self.elites[0] if self.elites else None

    def consider(self, candidate: Candidate, count: int, counters: np.ndarray | None) -> int:
        """How many counters the input raised; it's kept when any, or when it's among those that cost most."""
        entry = Entry(candidate, count)
        self._rank(entry)
        novelty = 0 if counters is None else self._raise(entry, counters)
        if self._shelf is not None and (novelty or any(kept is entry for kept in self.elites)):
            entry.put_away(self._shelf)
        return novelty

    def _raise(self, entry: Entry, counters: np.ndarray) -> int:
        """Makes the input the holder of what it raised; returns how many counters these are."""
        if self.maxima is None or self.holders is None:
            self.maxima = np.zeros(len(counters), dtype=np.uint64)
            self.holders = np.full(len(counters), -1, dtype=np.int64)
        raised = counters > self.maxima
        novelty = int(np.count_nonzero(raised))
        if novelty:
            self.maxima[raised] = counters[raised]
            self.holders[raised] = self._next
            self.entries[self._next] = entry
            self._next += 1
            self._forget_beaten()
        return novelty

    def _rank(self, entry: Entry) -> None:
        """Puts the input among the costliest; one that costs as much as others takes the place of the last of them,
        but never the first place. Who costs less than `ELITE_SHARE` of the first isn't one of them."""
        ranked = self.elites
        if ranked and entry.count < ELITE_SHARE * ranked[0].count:
            return
        if ranked and entry.count > ranked[0].count:
            ranked[:] = [other for other in ranked if other.count >= ELITE_SHARE * entry.count]
        place = sum(other.count >= entry.count for other in ranked)
        if place >= 2 and ranked[place - 1].count == ranked[place - 2].count == entry.count:
            ranked[place - 1] = entry
        else:
            ranked.insert(place, entry)
            del ranked[ELITES:]

    def _forget_beaten(self) -> None:
        """Drops inputs that hold no maximum any more; of long inputs only those that hold most are kept."""
        longest = max(len(entry.held.data) for entry in self.entries.values())
        most = max(LEAST_HOLDERS, min(HOLDERS_PER_CLASS, CLASS_BYTES // max(1, longest)))
        if len(self.entries) <= most:
            return
        assert self.holders is not None
        events = len(self.holders) - self._slots
        kept = self._holding_most(self.holders[:events], most)
        if self._slots:
            kept += [
                key
                for key in self._holding_most(self.holders[events:], int(most * SLOT_HOLDERS_SHARE))
                if key not in kept
            ]
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


class _Drawn:
    """Inputs of one class of size kept by chance, each with the same: for a search without feedback."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self._rng = np.random.default_rng(DRAWN)
        self._offered = 0
        self.elites: list[Entry] = []

    def consider(self, candidate: Candidate, count: int) -> None:
        """Keeps the input, in place of another where there are `DRAWN` already (Vitter's algorithm R, 1985)."""
        self._offered += 1
        entry, is_full = Entry(candidate, count), len(self.elites) >= DRAWN
        place = int(self._rng.integers(self._offered)) if is_full else len(self.elites)
        if place >= DRAWN:
            return
        self.elites[place : place + is_full] = [entry]
        if self._shelf is not None:
            entry.put_away(self._shelf)


class Corpus:
    """All kept inputs, by level and class of size. `slots` says how many of the counters are those of probes.

    Heavy instances are left to the `shelf`, where there is one. Without `has_feedback` neither cost nor counters decide
    what is kept or chosen, only chance: an ablation.
    """

    def __init__(self, slots: int = 0, has_feedback: bool = True, shelf: Shelf | None = None) -> None:
        self._slots = slots
        self._shelf = shelf
        self.has_feedback = has_feedback
        self._classes: dict[tuple[str, int], _SizeClass] = {}
        self._drawn: dict[str, _Drawn] = {}

    def consider(self, candidate: Candidate, count: int, counters: array | None, peak_rss_bytes: int = 0) -> int:
        """Keeps the input where it is worth it; returns how many counters it raised in its class.

        Without counters (an input from an earlier process) only the count decides. A `peak_rss_bytes` of 0 isn't known.
        """
        if not self.has_feedback:
            self._drawn.setdefault(candidate.level, _Drawn(self._shelf)).consider(candidate, count)
            return 0
        key = (candidate.level, len(candidate.data).bit_length())
        kept = self._classes.setdefault(key, _SizeClass(self._slots, self._shelf))
        values = np.frombuffer(counters, dtype=np.uint64) if counters is not None and len(counters) else None
        return kept.consider(candidate, count, None if values is None else self._events(values, peak_rss_bytes))

    def _events(self, values: np.ndarray, peak_rss_bytes: int) -> np.ndarray:
        """The counters as they're compared: those of the program, memory, then the slots of probes."""
        memory = np.array([peak_rss_bytes >> MEMORY_SHIFT], dtype=np.uint64)
        if not self._slots:
            return np.concatenate([values, in_steps(memory) if peak_rss_bytes else memory])
        of_program, slots = values[: -self._slots], values[-self._slots :]
        return np.concatenate([of_program, in_steps(np.concatenate([memory, slots]))])

    def holders(self, level: str, slot: int) -> list[Entry]:
        """Who holds the largest values of a probe's slot at a level, one a class of size, largest value first."""
        found = [
            held for (at, _), kept in self._classes.items() if at == level and (held := kept.holder(slot)) is not None
        ]
        return [entry for _, entry in sorted(found, key=lambda held: (-held[0], len(held[1].held.data)))]

    def largest(self, level: str, slot: int) -> int:
        """The largest value of a probe's slot at a level, in its steps; 0 where none was seen."""
        return max((kept.largest(slot) for (at, _), kept in self._classes.items() if at == level), default=0)

    def best(self, level: str, most: int = 1) -> list[Entry]:
        """The costliest inputs of a level, one per class of size, costliest first; any where nothing is ranked."""
        if not self.has_feedback:
            return self._by_chance(level)[:most]
        entries = [kept.best for (at, _), kept in self._classes.items() if at == level and kept.best is not None]
        return sorted(entries, key=lambda entry: -entry.count)[:most]

    def elites(self, level: str, most: int) -> list[Entry]:
        """The costliest inputs of a level, several of a class of size, costliest first; any where nothing is ranked."""
        if not self.has_feedback:
            return self._by_chance(level)[:most]
        entries = [entry for (at, _), kept in self._classes.items() if at == level for entry in kept.elites]
        return sorted(entries, key=lambda entry: -entry.count)[:most]

    def _by_chance(self, level: str) -> list[Entry]:
        return self._drawn[level].elites if level in self._drawn else []

    def choose(self, level: str, rng: np.random.Generator) -> Entry | None:
        """A parent: in half of the cases one of the costliest of a class, else a holder of some maximum; the larger
        classes more often, and those chosen less often before."""
        if not self.has_feedback:
            pool = self._by_chance(level)
            return pool[below(len(pool), rng)] if pool else None
        classes = self._of_level(level)
        if not classes:
            return None
        kept = classes[_weighted(len(classes), rng)]
        if kept.elites and (not kept.entries or rng.random() < 0.5):
            entry = kept.elites[min(int(rng.geometric(0.6)), len(kept.elites)) - 1]
        else:
            pool = list(kept.entries.values())
            entry = min((pool[below(len(pool), rng)] for _ in range(3)), key=lambda e: e.chosen)
        entry.chosen += 1
        return entry

    def _of_level(self, level: str) -> list[_SizeClass]:
        """The classes of a level, smallest first."""
        return [self._classes[key] for key in sorted(key for key in self._classes if key[0] == level)]


def _weighted(count: int, rng: np.random.Generator) -> int:
    """A place, each `LARGER_CLASS_WEIGHT` times as likely as the one before."""
    whole = LARGER_CLASS_WEIGHT**count - 1.0
    return min(int(math.log(1.0 + rng.random() * whole, LARGER_CLASS_WEIGHT)), count - 1)


def in_steps(slots: np.ndarray) -> np.ndarray:
    """Slots rounded down to steps of 3 to 6%, small ones as they are."""
    mantissa, exponent = np.frexp(slots.astype(np.float64))
    return np.ldexp(np.floor(mantissa * SLOT_STEPS), exponent - SLOT_STEPS.bit_length() + 1).astype(np.uint64)
