"""The program as an oracle: an executor seen through `model.ports.ProgramOracle`.

Theory of operation. The executor is opened with the first question, since that costs a build, and closed with the
oracle. Every question is a run under short limits; a run that crashes, hangs or prints without end is an answer like
any other. Only what keeps all questions from being asked (no compiler, a program that doesn't compile, a target
that can't be driven) is raised, as a `SlowpathError`, and again for every later question.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor, Observation
from slowpath.sandbox.open_input import LARGEST_OPEN_INPUT, can_see_waiting

ORACLE_LIMITS = RunLimits(cpu_s=0.25, wall_s=0.5, memory_bytes=512 << 20, output_bytes=1 << 18)
"""What an input of some dozens of tokens may take."""


class ExecutorOracle:
    """Implements `model.ports.ProgramOracle`. A context manager; not thread-safe."""

    def __init__(self, open_executor: Callable[[], Executor], limits: RunLimits = ORACLE_LIMITS,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._open = open_executor
        self._limits = limits
        self._clock = clock
        self._opened_s: float | None = None
        self._executor: Executor | None = None
        self._failure: SlowpathError | None = None
        self.asks_for_more = can_see_waiting()

    def __call__(self, data: bytes, *, ends: bool = True) -> Observation:
        if self._failure is not None:
            raise self._failure
        try:
            if self._executor is None:
                self._executor = self._open()
                self._opened_s = self._clock()
            ends = ends or not self.asks_for_more or len(data) > LARGEST_OPEN_INPUT
            return self._executor.observe(data, self._limits, ends=ends)
        except SlowpathError as error:
            self._failure = error
            raise

    @property
    def age_s(self) -> float:
        """Seconds since the program could be asked; the build before that isn't counted."""
        return 0.0 if self._opened_s is None else self._clock() - self._opened_s

    def close(self) -> None:
        """Ends every process that it started. Idempotent."""
        if self._executor is not None:
            self._executor.close()
            self._executor = None

    def __enter__(self) -> ExecutorOracle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
