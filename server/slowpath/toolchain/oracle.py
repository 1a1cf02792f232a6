"""The program as an oracle: an executor seen through `model.ports.ProgramOracle`.

Theory of operation. The executor is opened with the first question, since that costs a build, and closed with the
oracle. Every question is a run under short limits; a run that crashes, hangs or prints without end is an answer like
any other. What questions cost is booked in CPU time, the program's and ours, so that a busy machine doesn't keep any
from being asked; a run that only slept is charged `ASLEEP_COST_S`. Only what keeps all questions from being asked (no
compiler, a program that doesn't compile, a target that can't be driven) is raised, as a `SlowpathError`, and again for
every later question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor, Observation
from slowpath.model.verdict import Verdict
from slowpath.sandbox.open_input import LARGEST_OPEN_INPUT, can_see_waiting

ORACLE_LIMITS = RunLimits(cpu_s=0.25, wall_s=3.0, memory_bytes=512 << 20, output_bytes=1 << 18)
"""What an input of some dozens of tokens may take. The wall clock is for programs that sleep: it runs on while a busy
machine does something else, hence it has much more."""
ASLEEP_COST_S = 1.0
PATIENT_RUNS = 2
IMPATIENT_S = 0.06
"""CPU seconds for a program that was cut `PATIENT_RUNS` times, where its runs that ended took much less: one that never
ends on some inputs would else use up what all questions may cost before the right one is asked."""


class ExecutorOracle:
    """Implements `model.ports.ProgramOracle`. A context manager; not thread-safe."""

    def __init__(
        self,
        open_executor: Callable[[], Executor],
        limits: RunLimits = ORACLE_LIMITS,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._open = open_executor
        self._limits = limits
        self._clock = clock
        self._opened_s: float | None = None
        self._runs_s = 0.0
        self._cut = 0
        self._longest_s = 0.0
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
            limits = self._limits_now()
            seen = self._executor.observe(data, limits, ends=ends)
            if seen.verdict.is_out_of_time and not seen.waiting and seen.cost_s < limits.cpu_s / 2:
                seen = replace(seen, cost_s=ASLEEP_COST_S)
            self._runs_s += seen.cost_s
            if (seen.verdict.is_out_of_time or seen.verdict is Verdict.MEMORY_LIMIT) and not seen.waiting:
                self._cut += 1
            elif seen.verdict is Verdict.OK:
                self._longest_s = max(self._longest_s, seen.cost_s)
            return seen
        except SlowpathError as error:
            self._failure = error
            raise

    def _limits_now(self) -> RunLimits:
        is_quick = self._longest_s < IMPATIENT_S / 4
        return (
            replace(self._limits, cpu_s=min(self._limits.cpu_s, IMPATIENT_S))
            if self._cut >= PATIENT_RUNS and is_quick
            else self._limits
        )

    @property
    def spent_s(self) -> float:
        """CPU seconds of all questions and of this thread since the program could be asked; the build before that
        isn't counted."""
        return 0.0 if self._opened_s is None else self._clock() - self._opened_s + self._runs_s

    def close(self) -> None:
        """Ends every process that it started. Idempotent."""
        if self._executor is not None:
            self._executor.close()
            self._executor = None

    def __enter__(self) -> ExecutorOracle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
