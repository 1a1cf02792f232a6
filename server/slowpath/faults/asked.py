"""A reference as it is asked: how it is run, and on which inputs it isn't worth a try any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.faults import limits
from slowpath.faults.contest import Contender
from slowpath.model.breaking import BreakSpec, Role
from slowpath.model.execution import Execution, RunRequest

MOST_CUTS = 3


class AskedReference:
    """A reference, and on what sizes it was cut. `says_of_time` is whether its time says how long the program may take:
    it is in the same language and no brute force."""

    def __init__(self, spec: BreakSpec, contender: Contender) -> None:
        assert contender.executor is not None, "a reference that can't be run isn't usable"
        self.contender = contender
        self.executor = contender.executor
        self.name = contender.reference.name
        self.role = contender.reference.role
        self.is_itself = contender.reference.is_itself
        is_alike = contender.reference.solution.language == spec.language
        self.says_of_time = is_alike and self.role is not Role.BRUTE and not self.is_itself
        self.broken = False
        self._limits = limits.reference_limits(spec, self.role)
        self._cut_at: list[int] = []

    def is_worth(self, data: bytes) -> bool:
        """Whether it may be expected to answer: it wasn't cut on several inputs no larger than this one."""
        return sum(size <= len(data) for size in self._cut_at) < MOST_CUTS

    def learn(self, data: bytes, execution: Execution) -> None:
        """Takes note of a run."""
        if execution.verdict.is_out_of_time:
            self._cut_at.append(len(data))

    def run(self, data: bytes) -> Execution:
        """Its run on an input, with what it prints."""
        return self.executor.run(data, self._limits, keep_output=True)

    def run_many(self, datas: Sequence[bytes]) -> Iterator[Execution]:
        """Its runs on inputs, in order, as they are there."""
        return self.executor.run_many([RunRequest(data, self._limits, True) for data in datas], quick=True)
