"""The largest sizes that a program answers, where it fails on inputs of full size.

A program whose arrays are smaller than the bounds of the statement, or that solves the small cases alone, fails
wherever the catalogue would be tried, and nothing slow is found. Up to where it answers random inputs is found by
halving: first of all sizes together, in the proportions that they have, then of each one beside the others. These are
the largest sizes of the search from then on. What failed is told as a fault, as ever.

Where it fails on all that is larger than the samples, or on some inputs of a size and not on others, sizes needn't be
why: the format may be wrong, which the search says if many inputs fail (`engine/faults.py`). Then nothing is lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from math import isqrt

from slowpath.engine.lower_formats import growing_ranges, lowered, ranges_of, size_of
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import Space
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.model.campaign import Warned

SHARE = 0.25
"""Of the budget, at most."""
NEAR_TOGETHER, NEAR = 8, 64
"""The largest size that is answered is found to one part in so many, of all sizes together and of each."""
BEYOND_SAMPLES = 2
"""It is at least so many times that of the samples."""
TRIALS = range(2, 5)
BEYOND = 4
"""Random inputs that all have to be answered there, and all to fail where sizes are larger by one part in so many."""


def lower_to_answered_sizes(state: SearchState, context: StrategyContext):
    """Lowers the sizes of the space to those that the program answers, where it failed on the largest inputs so far.
    Yields the events, and returns whether that was done: then all strategies begin anew."""
    space, full = context.space, context.space.full[0].boundary
    if not state.runner.fails_when_large or size_of(full) < 2:
        return False
    yield from state.enter("patterns", "Looking for the largest sizes at which the program doesn't fail.")
    trying = _Trying(state, space)
    answered = trying.answered()
    yield from state.runner.drain()
    if not answered or answered == trying.full:
        return False
    space.limit_sizes(answered)
    state.begin_anew(context)
    said = ", ".join(f"{name} = {size:,}" for name, size in answered.items())
    state.runner.tell(
        Warned(
            "fails-at-full-size",
            f"The program fails on inputs of the largest sizes: slow ones are searched up to {said}.",
            "Mend what the failing input shows, so that all sizes are searched.",
        )
    )
    yield from state.runner.drain()
    return True


class _Trying:
    """Random inputs of growing sizes, as far as the budget's share goes."""

    def __init__(self, state: SearchState, space: Space) -> None:
        self._state = state
        self._space = space
        self._boundary = space.full[0].boundary
        self._until = state.meter.share + SHARE
        self._numbers = growing_ranges(space.format, self._boundary)
        self.full = {**self._boundary.sizes, **{name: hi for name, (_, hi) in self._numbers.items()}}

    def answered(self) -> dict[str, int]:
        """The largest sizes that are answered, and numbers that grow along with them; none where not even the smallest
        are."""
        most = self._largest(0, size_of(self._boundary), self._all_lowered, NEAR_TOGETHER)
        if not most or not self._is_beyond_samples(most) or not self._is_sharp(most):
            return {}
        made = self._all_lowered(most)
        for name, full in self.full.items():
            made[name] = self._largest(made[name], full, partial(_with, made, name))
        return made

    def _all_lowered(self, most: int) -> dict[str, int]:
        numbers = ranges_of(self._space.format, self._boundary, most)
        return {**self.full, **lowered(self._boundary.sizes, most), **numbers}

    def _largest(self, answered: int, most: int, sizes_at: Callable[[int], dict[str, int]], near: int = NEAR) -> int:
        """The largest size up to `most` that the program answers, `answered` where that is the largest known to be."""
        if answered >= most or self._answers(sizes_at(most)):
            return most
        failing = most
        while failing - answered > max(1, answered // near) and not self._is_spent:
            size = max(answered + 1, isqrt(max(1, answered) * failing))
            if self._answers(sizes_at(size)):
                answered = size
            else:
                failing = size
        return answered

    def _is_beyond_samples(self, most: int) -> bool:
        """Whether a size is clearly larger than in all samples that were read."""
        known: dict[str, int] = {}
        for _, data in self._state.spec.samples:
            with suppress(ParseError):
                for name, size in sizes_of(self._space.format, parse(self._space.format, data)):
                    known[name] = max(size, known.get(name, 0))
        made = self._all_lowered(most)
        return not known or any(made.get(name, 0) >= BEYOND_SAMPLES * size for name, size in known.items())

    def _is_sharp(self, most: int) -> bool:
        """Whether size alone decides."""
        within = self._all_lowered(most)
        beyond = self._all_lowered(min(size_of(self._boundary), most + max(1, most // BEYOND)))
        return all(self._answers(within, trial) for trial in TRIALS) and not any(
            self._answers(beyond, trial) for trial in TRIALS
        )

    @property
    def _is_spent(self) -> bool:
        return self._state.is_over or self._state.meter.share > self._until

    def _answers(self, sizes: Mapping[str, int], trial: int = 1) -> bool:
        """Whether the program answers a random input of these sizes, or computes for too long."""
        site = self._space.sized(self._boundary, sizes)
        with suppress(CannotGenerate):
            largest = site.catalogue.known((name, "max") for name in self._numbers)
            candidate = self._space.build(site, largest, "saturation", trial)
            # Not judged: whoever reads of a fault is better served by one that was found otherwise than by the shortest
            # random input that shows it.
            cap_s = self._state.spec.limits.cpu_s if self._state.meter.counted else self._state.runner.cap.seconds
            return self._state.runner.run(candidate, cap_s).execution.verdict.can_be_slow_input
        return False


def _with(sizes: Mapping[str, int], name: str, size: int) -> dict[str, int]:
    return {**sizes, name: size}
