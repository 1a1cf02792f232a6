"""Small inputs that are slow for the same reason as large ones ("n = 37"), for people to look at.

How slow an input is for its size is its work over that of a random input of the same sizes; reading the bytes, which
every input of that length costs, is left out of both. Of a weakness whose ratio is the same at every size the twin
keeps at least 90% of it. Where the ratio grows with the size (quadratic against n log n), no small input can have that
of the large one: then the twin is the smallest at which the weakness is plain (three times a random one), and it keeps
at least 90% of what inputs of its kind have at that size.

The small winners of the search are tried, and the family of the input (`families`) at rising sizes, then the medium
winners; the smallest one that will do is then minimised by the format's elements and values (`inputs.minimise`), under
an oracle that asks for the ratio and for a profile like that of the large input.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median_low

import numpy as np

from slowpath.analysis.profile_shape import ProfileShape, shape_of
from slowpath.engine.candidate import MEDIUM, SMALL, Candidate
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.families import family_of
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import rng_seed
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.redrawn import redrawn, sizes_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.smaller.minimise import minimise
from slowpath.inputs.smaller.shrinking import Spent
from slowpath.model.origin import Origin
from slowpath.model.slow_input import MinimisedInput, SlowInput
from slowpath.model.verdict import Verdict

KEPT = 0.9
PLAIN = 3.0
LEAST_RATIO = 1.5
SMALL_SHARE = 0.01
LARGEST_SHARE = 0.2
LARGEST_OF_ROW = 0.5
LIKENESS = 0.5
"""How far the profiles of a small and a large input must overlap: in a small one, what happens once weighs more."""
SHORT_BYTES = 2000
LEAST_N = 2
FEW = 40
"""Where the large input itself has no more than that, every size is tried."""
DRAWS = 3
WINNERS = 6
MOST_CANDIDATES = 150
RUN_S = 2.0


@dataclass(frozen=True)
class Small:
    """A small input with what it costs: `work` without reading, `typical` that of a random one of its sizes."""

    instance: Instance
    data: bytes
    work: int
    typical: int

    @property
    def ratio(self) -> float:
        """How slow it is for its size."""
        return self.work / self.typical


class Twins:
    """Finds the small twins of one campaign's rows, in `most_runs` runs at most, none once `is_out_of_time`."""

    def __init__(
        self,
        state: SearchState,
        context: StrategyContext,
        is_out_of_time: Callable[[], bool],
        most_runs: float = math.inf,
    ) -> None:
        self._state = state
        self._context = context
        self._format = state.spec.format
        self._is_out_of_time = is_out_of_time
        self._runs_left = most_runs
        self._limits = replace(state.spec.limits, cpu_s=min(RUN_S, state.spec.limits.cpu_s))
        self._typical: dict[tuple, int | None] = {}

    @property
    def is_spent(self) -> bool:
        """Whether no further run may be made."""
        return self._runs_left < 1 or self._is_out_of_time()

    def of(self, slow: SlowInput, data: bytes) -> MinimisedInput | None:
        """The twin of a row with these bytes; None where there is none that is much smaller and still plainly slow."""
        try:
            whole = self._ratio_of(slow, data)
            if whole < LEAST_RATIO:
                return None
            begun = self._begun(slow, data, whole)
            return None if begun is None else self._told(self._minimised(begun, shape_of(slow.hits)), slow)
        except (Spent, ParseError, CannotGenerate):
            return None

    def _ratio_of(self, slow: SlowInput, data: bytes) -> float:
        """How slow the row is for its size; 0.0 where a random input of its sizes is slow as well."""
        typical = self._typical_of(parse(self._format, data), draws=1)
        counted = self._state.findings.count_of(slow)
        return (counted - self._state.executor.reading_count(len(data))) / typical if typical else 0.0

    def _begun(self, slow: SlowInput, data: bytes, whole: float) -> Small | None:
        """The smallest input to begin with: one that keeps the whole ratio at a hundredth of the size, else the
        smallest that is plainly slow."""
        tried: list[Small] = []
        for small in self._smaller(slow, data):
            tried.append(small)
            is_small = len(small.data) <= SMALL_SHARE * len(data)
            if small.ratio >= KEPT * whole or (not is_small and small.ratio >= PLAIN):
                break
        if not any(small.ratio >= min(PLAIN, KEPT * whole) for small in tried):
            tried += self._winners(MEDIUM, slow, LARGEST_SHARE * len(data))
        wanted = KEPT * whole if any(small.ratio >= KEPT * whole for small in tried) else PLAIN
        return min((small for small in tried if small.ratio >= wanted), key=lambda small: len(small.data), default=None)

    def _smaller(self, slow: SlowInput, data: bytes) -> Iterator[Small]:
        """Inputs of the row's kind: the small winners of the search, then its family at rising sizes."""
        shape = shape_of(slow.hits)
        yield from self._winners(SMALL, slow, SMALL_SHARE * len(data))
        family = family_of(self._format, [site.boundary for site in self._context.space.full], slow.origin.recipe, data)
        most_bytes = max(LARGEST_SHARE * len(data), min(LARGEST_OF_ROW * len(data), SHORT_BYTES))
        for n in rising(family.full) if family is not None else ():
            member = family.at(n) if family is not None else None
            if member is not None and len(member.data) > most_bytes:
                return
            if member is not None:
                yield from self._measured(parse(self._format, member.data), shape)

    def _winners(self, level: str, slow: SlowInput, most_bytes: float) -> Iterator[Small]:
        """The costliest inputs of a level that run like the row."""
        for entry in self._context.corpus.best(level, WINNERS):
            if entry.candidate.instance is not None and len(entry.candidate.data) <= most_bytes:
                yield from self._measured(entry.candidate.instance, shape_of(slow.hits))

    def _measured(self, instance: Instance, shape: ProfileShape) -> Iterator[Small]:
        """The input with its cost, where it runs like the row and has a random one beside it."""
        work = self._work(instance, shape)
        typical = self._typical_of(instance) if work is not None else None
        if work is not None and typical is not None:
            yield Small(instance, print_input(self._format, instance), work, typical)

    def _work(self, instance: Instance, shape: ProfileShape | None = None) -> int | None:
        """The count of a run without reading; None where it's cut, fails, or has another profile than `shape`."""
        if self.is_spent:
            raise Spent
        self._runs_left -= 1
        executor = self._state.executor
        data = print_input(self._format, instance)
        execution = executor.run(data, self._limits)
        if execution.verdict is not Verdict.OK:
            return None
        if shape is not None and shape.roots and shape.overlap(shape_of(executor.profile(execution).hits)) < LIKENESS:
            return None
        return max(1, execution.count - executor.reading_count(len(data)))

    def _typical_of(self, instance: Instance, draws: int = DRAWS) -> int | None:
        """The work of a random input of the same sizes, the median of a few; None where it can't be told."""
        sizes = sizes_of(self._format, instance)
        # The sizes within many test cases aren't named; their length stands for them.
        key = (draws, sizes, len(print_input(self._format, instance)) if self._has_cases(instance) else 0)
        if key not in self._typical:
            rng = np.random.default_rng(rng_seed(self._state.seed, "typical", key))
            works = []
            for _ in range(draws):
                try:
                    works.append(self._work(redrawn(self._format, instance, rng)))
                except CannotGenerate:
                    works.append(None)
            known = [work for work in works if work is not None]
            self._typical[key] = median_low(known) if known else None
        return self._typical[key]

    @staticmethod
    def _has_cases(instance: Instance) -> bool:
        return any(
            isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict) for value in instance.values()
        )

    def _minimised(self, begun: Small, shape: ProfileShape) -> Small:
        """The smallest input that keeps the ratio it begins with; as far as the allowance goes."""
        best = {begun.data: begun}

        def keeps(instance: Instance) -> bool:
            made = next(self._measured(instance, shape), None)
            if made is None or made.ratio < KEPT * begun.ratio:
                return False
            best[made.data] = made
            return True

        found = minimise(self._format, begun.instance, keeps, MOST_CANDIDATES)
        return best[print_input(self._format, found)]

    def _told(self, small: Small, slow: SlowInput) -> MinimisedInput | None:
        """The twin as a value, once the validators accepted it and the clean build answered it."""
        state = self._state
        origin = Origin("minimised", f"minimised {slow.origin.label}", parent=slow.id)
        candidate = Candidate(small.data, small.instance, origin, SMALL, "minimised")
        if len(small.data) > LARGEST_OF_ROW * slow.size or not state.findings.accepts(candidate):
            return None
        confirmation = state.executor.confirm(small.data, confirm_limits(state.spec), runs=1)
        if confirmation.verdict is not Verdict.OK:
            return None
        state.keep_input(small.data)
        return MinimisedInput(
            candidate.id,
            len(small.data),
            sizes_of(self._format, small.instance),
            small.work,
            confirmation.cpu_s,
            small.typical,
        )


def rising(full: int) -> Iterator[int]:
    """Sizes below that of the large input, by half more each time; all where it is small itself."""
    n = LEAST_N
    while n < full:
        yield n
        n += 1 if full <= FEW else max(1, n // 2)
