"""From a packed input on which the program fails to the few test cases that it fails on.

The first token that differs points at a case where every case has the same number of answers; that one is asked
first. Else the cases are halved as long as one half fails alone. Where neither does, the failure needs cases of both
(state that isn't reset), and the last cases that can go are taken away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slowpath.engine.candidate import Candidate
from slowpath.faults.contest import Bout
from slowpath.faults.fault_search_state import FaultSearchState
from slowpath.faults.packing import Packing
from slowpath.inputs.printing import Instance, print_input

MOST_ROUNDS = 40


def isolated(state: FaultSearchState, candidate: Candidate, bout: Bout) -> tuple[Candidate, Bout]:
    """The same failure with as few test cases as are found quickly; what came in where none can go."""
    packing = state.packing
    if packing is None or candidate.instance is None or len(candidate.instance[packing.name]) < 2:
        return candidate, bout
    return _Isolation(state, packing, candidate, bout).run()


class _Isolation:
    def __init__(self, state: FaultSearchState, packing: Packing, candidate: Candidate, bout: Bout) -> None:
        assert candidate.instance is not None
        self._state = state
        self._packing = packing
        self._instance = candidate.instance
        self._failing = bout.failing
        self.best = candidate
        self.bout = bout

    @property
    def _cases(self) -> list[Instance]:
        assert self.best.instance is not None
        return self.best.instance[self._packing.name]

    def run(self) -> tuple[Candidate, Bout]:
        pointed = self._pointed()
        if pointed is None or not self._take([self._cases[pointed]]):
            for _ in range(MOST_ROUNDS):
                if len(self._cases) < 2 or self._state.stop() or not any(map(self._take, self._parts())):
                    break
        return self.best, self.bout

    def _pointed(self) -> int | None:
        """The case that the first differing token belongs to, if all have as many tokens."""
        if self.bout.difference is None or self.bout.expected is None:
            return None
        tokens, cases = len(self.bout.expected.split()), len(self._cases)
        if tokens % cases or not tokens:
            return None
        place = (self.bout.difference.token - 1) * cases // tokens
        return place if place < cases else None

    def _parts(self) -> Iterator[list[Instance]]:
        """Both halves, then all but a quarter each, the last quarter first."""
        cases = self._cases
        half = len(cases) // 2
        yield cases[:half]
        yield cases[half:]
        step = max(1, len(cases) // 4)
        for begin in range(len(cases) - step, -1, -step):
            yield cases[:begin] + cases[begin + step :]

    def _take(self, cases: list[Instance]) -> bool:
        """Goes on with those cases, if the program still fails alike."""
        if not 0 < len(cases) < len(self._cases):
            return False
        instance = self._packing.with_cases(self._instance, cases)
        if not self._packing.is_valid(instance):
            return False
        data = print_input(self._state.spec.format, instance)
        bout = self._state.judge.judge(data)
        if bout.failing is not self._failing:
            return False
        origin = replace(self.best.origin, parent="")
        self.best, self.bout = Candidate(data, instance, origin, self.best.level, self.best.strategy, True), bout
        return True
