"""What a typical input of a row's size costs: the median of a few random valid inputs of that size.

A program that takes long on every large input has no slow one among them, only large ones; one that takes a hundred
times as long on a reversed list as on a random one has. The counts are those of the search build, like the row's own.
Inputs of the same sizes are measured once.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median_low

import numpy as np

from slowpath.engine.candidate import ranking_count, without_chance
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import rng_seed
from slowpath.errors import OutOfTime
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.redrawn import redrawn, sizes_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.model.execution import Execution
from slowpath.model.slow_input import TypicalCost

DRAWS = 5


class TypicalInputs:
    """The typical costs of one campaign, by size."""

    def __init__(self, state: SearchState) -> None:
        self._state = state
        self._format = state.spec.format
        self._known: dict[tuple, TypicalCost | None] = {}

    def of(self, data: bytes, is_spent: Callable[[], bool]) -> TypicalCost | None:
        """What inputs of the size of `data` cost. None where none can be made, all fail, or `is_spent` says at once
        that there is no time; then it is asked again. Blocks for up to `DRAWS` runs."""
        try:
            instance = parse(self._format, data)
        except ParseError:
            return None
        key = self._size(instance, len(data))
        if key not in self._known:
            counts, is_cut = self._counts(instance, key, is_spent)
            if not counts and is_spent():
                return None
            self._known[key] = (
                TypicalCost(len(counts), median_low(counts), min(counts), max(counts), is_cut) if counts else None
            )
        return self._known[key]

    def _size(self, instance: Instance, length: int) -> tuple:
        """What says that two inputs are of one size: their sizes, lone numbers by their bits, and of several test
        cases, whose sizes have no names, the length."""
        lone = tuple((name, value.bit_length()) for name, value in instance.items() if isinstance(value, int))
        has_cases = any(
            isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict) for value in instance.values()
        )
        return sizes_of(self._format, instance), lone, length if has_cases else 0

    def _counts(self, instance: Instance, key: tuple, is_spent: Callable[[], bool]) -> tuple[list[int], bool]:
        """The counts of random inputs, and whether a run was cut: the first that is ends it, more would be as well."""
        rng = np.random.default_rng(rng_seed(self._state.seed, "typical", key))
        counts: list[int] = []
        for _ in range(DRAWS):
            if is_spent():
                break
            try:
                data = print_input(self._format, redrawn(self._format, instance, rng))
            except CannotGenerate:
                continue
            try:
                execution = self._run(data)
            except OutOfTime:
                if not counts:
                    raise
                break
            if execution.verdict.can_be_slow_input:
                counts.append(max(1, ranking_count(execution, self._state.meter.counted)))
            if execution.cut:
                return counts, bool(counts)
        return counts, False

    def _run(self, data: bytes) -> Execution:
        # Where no clock may decide no run is cut sooner than those of the search.
        limits = self._state.spec.limits if self._state.meter.counted else confirm_limits(self._state.spec)
        execution = self._state.executor.run(data, limits)
        return without_chance(execution, limits.cpu_s) if execution.cut and self._state.meter.counted else execution
