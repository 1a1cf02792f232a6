"""Random inputs in the styles that programs stumble over: small ones, many cases at once, then larger and larger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from slowpath.engine.candidate import MEDIUM, SMALL, Candidate
from slowpath.faults.fault_search_state import FaultSearchState
from slowpath.faults.packing import Packing, packs
from slowpath.faults.sources.source import Stream
from slowpath.faults.sources.styled import StyledPlans, parts_of
from slowpath.faults.sources.styles import LARGE_STYLES, SMALL_STYLES
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import ArrayFiller
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.model.origin import Origin

CASES = 120
SMALL_SIZES = (2, 3, 4, 5, 6, 8, 12, 30)
BOUNDARY_SIZES = (1, 2, 3, 6, 20)
GROWING_SIZES = (20, 50, 100, 300, 1000, 3000)
MOST_FAILURES = 200


class _Draws:
    """Draws plans and makes inputs of them; `sizes` are the caps that are gone through again and again."""

    def __init__(
        self,
        state: FaultSearchState,
        name: str,
        styles: Sequence[tuple[str, ArrayFiller]],
        sizes: Sequence[int],
        level: str,
    ) -> None:
        self._state = state
        self._name = name
        self._level = level
        self._sizes = sizes
        self._rng = state.rng(name)
        self._plans = StyledPlans(parts_of(state.spec.format), styles, state.literals, state.texts, self._rng)

    def _instances(self, most: int | None = None) -> Iterator[tuple[Instance, str]]:
        """Instances one after the other, until hardly any can be made."""
        fmt, failed, number = self._state.spec.format, 0, 0
        while failed < MOST_FAILURES and (most is None or number < most):
            size = self._sizes[number % len(self._sizes)]
            number += 1
            plan, said = self._plans.drawn(size)
            try:
                yield generate(fmt, plan, self._rng), said
                failed = 0
            except CannotGenerate:
                failed += 1

    def plain(self) -> Iterator[Candidate]:
        """One input a plan."""
        for instance, said in self._instances():
            yield self._candidate(instance, said)

    def packed(self, packing: Packing, cases: int) -> Iterator[Candidate]:
        """So many cases an input."""
        while True:
            drawn = [instance for instance, _ in self._instances(cases)]
            if not drawn:
                return
            for packed in packs(packing, drawn, cases):
                yield self._candidate(packed, f"cases with sizes up to {max(self._sizes)}")

    def _candidate(self, instance: Instance, said: str) -> Candidate:
        return self._state.candidate(instance, Origin(self._name, f"random: {said}"), self._level, is_validated=True)


def small_inputs(state: FaultSearchState) -> Stream:
    """Small ones with few and small values."""
    return _small(state, "random-small", "Trying random inputs of small size.", SMALL_STYLES, SMALL_SIZES, CASES)


def boundary_inputs(state: FaultSearchState) -> Stream:
    """Small ones with values at the ends of their ranges."""
    return _small(
        state, "boundaries", "Trying values at the ends of their ranges.", LARGE_STYLES, BOUNDARY_SIZES, CASES // 2
    )


def _small(
    state: FaultSearchState,
    name: str,
    said: str,
    styles: Sequence[tuple[str, ArrayFiller]],
    sizes: Sequence[int],
    cases: int,
) -> Stream:
    draws = _Draws(state, name, styles, sizes, SMALL)
    if state.packing is None:
        return Stream(name, said, 32, draws.plain())
    return Stream(name, said, 4, draws.packed(state.packing, cases))


def growing_inputs(state: FaultSearchState) -> Stream:
    """Larger and larger ones, up to a few thousand elements."""
    return Stream("random-growing", "Trying random inputs of growing size.", 4, _growing(state))


def _growing(state: FaultSearchState) -> Iterator[Candidate]:
    with state.preparing():
        first = boundaries(state.spec.format)[:1]
    largest = max((size for boundary in first for size in boundary.sizes.values()), default=1)
    sizes = tuple(int(size) for size in np.unique(np.minimum(largest, GROWING_SIZES)))
    yield from _Draws(state, "random-growing", (*SMALL_STYLES, *LARGE_STYLES), sizes, MEDIUM).plain()
