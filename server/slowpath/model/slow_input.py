"""A confirmed slow input: the product of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from slowpath.model.cost import Cost
from slowpath.model.growth import Growth
from slowpath.model.origin import Origin
from slowpath.model.validity import Doubt, Validity, unanswered
from slowpath.model.verdict import Verdict


@dataclass(frozen=True)
class MinimisedInput:
    """A small input that is slow for the same reason as a large one. Its bytes lie in the store under `id`.

    `sizes` are the values of the format's sizes in it ("n = 37"), `count` and `cpu_s` its cost as measured, `typical`
    the count of a random input of the same sizes: `ratio`, the one over the other, is what was kept of the slowness.
    """

    id: str
    size: int
    sizes: tuple[tuple[str, int], ...]
    count: int
    cpu_s: float
    typical: int

    @property
    def ratio(self) -> float:
        """How many times a random input of the same sizes it costs."""
        return self.count / max(1, self.typical)


@dataclass(frozen=True)
class Fault:
    """An input on which the program fails: reported as such, never as a slow input.

    Its bytes lie in the store under `id`. `detail` is what the program said or how it ended; of inputs that fail in the
    same way (verdict and `reason`) the shortest is kept. `validity` and `doubts` as for a slow input.
    """

    id: str
    size: int
    origin: Origin
    verdict: Verdict
    reason: str
    detail: str
    found_at_execution: int
    validity: Validity = Validity.LIKELY
    doubts: tuple[Doubt, ...] = ()


TYPICAL_FACTOR = 1.5
"""An input that costs no more than so many times the typical one of its size isn't called slow: it is large."""


@dataclass(frozen=True)
class TypicalCost:
    """What random valid inputs of the same size cost: the median count of `draws` of them, and the least and the most.

    `at_least` says that runs were cut, so that the median is a lower bound.
    """

    draws: int
    count: int
    least: int
    most: int
    at_least: bool = False


@dataclass(frozen=True)
class SlowInput:
    """An input that was confirmed on the clean build. Its bytes lie in the store under `id`.

    `ratio` is its count over that of the slowest sample (or of the baseline where there is no sample).
    `profile_shape` groups inputs that are slow for the same reason. `found_at_execution` is the number of
    executions spent when it was found. `satisfies` are the ids of the constraints that its run satisfied.
    `growth` and `minimised` are there once they were measured: how the cost grows along inputs of this kind, and a
    small input that is slow for the same reason. `validity` says how sure it is that the input is valid, `doubts` why
    it may not be. `sizes` are the values of the format's sizes in it, `shape` says in plain words what it looks like
    ("reversed, all values distinct"), "" where nobody can tell. `typical` is there once inputs of its size were
    measured.
    """

    id: str
    size: int
    cost: Cost
    ratio: float
    origin: Origin
    verdict: Verdict
    found_at_execution: int
    instrument: str = "time"
    profile_shape: str = ""
    hits: dict[int, int] = field(default_factory=dict, hash=False, compare=False)
    satisfies: tuple[str, ...] = ()
    growth: Growth | None = None
    minimised: MinimisedInput | None = None
    validity: Validity = Validity.LIKELY
    doubts: tuple[Doubt, ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    shape: str = ""
    typical: TypicalCost | None = None

    @property
    def times_typical(self) -> float | None:
        """How many times a typical input of its size it costs; None while nobody knows, or where those were cut."""
        if self.typical is None or self.typical.at_least:
            return None
        return self.cost.count / max(1, self.typical.count)

    @property
    def is_over_limit(self) -> bool:
        """Whether the clean build took longer than the time limit, or was cut."""
        return self.verdict is Verdict.TIME_LIMIT

    @property
    def is_only_large(self) -> bool:
        """Whether it is known to be no slower than inputs of its size are: every such input takes that long."""
        if self.typical is None:
            return False
        times = self.times_typical
        return times is None or (times <= TYPICAL_FACTOR and not self.cost.at_least)


def ranked(slow_inputs: Iterable[SlowInput]) -> tuple[SlowInput, ...]:
    """Slowest first, doubtful ones behind all others: those over the time limit before those within it, then by real
    instructions where all have them, else by the count that is sure."""
    rows = list(slow_inputs)
    exact = all(slow.cost.instructions is not None and not slow.cost.count_spread for slow in rows)

    def place(slow: SlowInput) -> tuple[bool, bool, int, int, str]:
        count = slow.cost.instructions or 0 if exact else slow.cost.sure_count
        return not slow.validity.is_sure, not slow.is_over_limit, -count, slow.size, slow.id

    return tuple(sorted(rows, key=place))


Found = TypeVar("Found", SlowInput, Fault)


def doubted(found: Found, doubts: Sequence[Doubt]) -> Found:
    """A find with further doubts about the format; what a validator confirmed stays so."""
    if found.validity is Validity.CONFIRMED or not doubts:
        return found
    return replace(found, validity=Validity.DOUBTFUL, doubts=tuple(dict.fromkeys((*found.doubts, *doubts))))


def judged(found: SlowInput) -> SlowInput:
    """A find that a calibrated validator accepted: what was doubted of it for want of understanding isn't."""
    doubts = unanswered(found.doubts, is_calibrated=True)
    is_likely = found.validity is Validity.DOUBTFUL and not doubts
    return replace(found, validity=Validity.LIKELY if is_likely else found.validity, doubts=doubts)
