"""One deadline, at which all that a campaign does looks: phases, runs, and whoever waits for them.

Theory of operation. `Deadline.within` lowers it for a phase or a part of one and gives the old one back; so a part has
at most what is left for the whole. `Timed` is the executor with every limit lowered to what is left. A run that was cut
only because time was up says nothing of the program: it ends the innermost part (`OutOfTime`), but where it took the
problem's time limit by then, which is an answer. A part that is ended keeps what it told. Where no clock may decide
(`Deadline()`), nothing of this happens.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from slowpath.errors import Interrupted, OutOfTime
from slowpath.model.constraint import RejectedCondition
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import Executor, Observation
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict

Made = TypeVar("Made", Execution, Confirmation)
LEAST_S = 0.02
"""With less left than that nothing is begun."""


class Deadline:
    """When all must have ended, by a clock in seconds."""

    def __init__(self, clock: Callable[[], float] = lambda: 0.0, ends_s: float = math.inf) -> None:
        self._clock = clock
        self._ends_s = ends_s

    @property
    def left_s(self) -> float:
        """Seconds left, 0 when there are none, infinite without a deadline."""
        return math.inf if self._ends_s == math.inf else max(0.0, self._ends_s - self._clock())

    @property
    def is_over(self) -> bool:
        """Whether nothing more may begin."""
        return self.left_s < LEAST_S

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Has at most so many seconds, less where less is left; when they are up, what is done in here ends early."""
        outer_s = self._ends_s
        self._ends_s = min(outer_s, self._clock() + seconds)
        try:
            yield
        except Interrupted:
            raise
        except OutOfTime:
            if self._clock() >= outer_s - LEAST_S:
                raise
        finally:
            self._ends_s = outer_s


class Timed:
    """An executor whose runs end by the deadline. A run that took `enough_s` by then is one that was cut by its limit.
    Raises `OutOfTime` where the deadline alone cut a run, or nothing may begin."""

    def __init__(self, executor: Executor, deadline: Deadline, enough_s: float | None = None) -> None:
        self._executor = executor
        self._deadline = deadline
        self._enough_s = math.inf if enough_s is None else enough_s
        self.counters = executor.counters
        self.probed: tuple[str, ...] = executor.probed
        self.unprobed: tuple[RejectedCondition, ...] = executor.unprobed

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        timed = self._timed(limits)
        return self._whole(
            self._executor.run(data, timed, keep_output=keep_output, keep_counters=keep_counters), timed, limits
        )

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        # What is taken late began late; the search's own end leaves time for one more run.
        return self._executor.run_many(
            [replace(request, limits=self._timed(request.limits)) for request in requests]
            if self._deadline.left_s < math.inf
            else requests,
            quick=quick,
        )

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        timed = self._timed(limits)
        return self._whole(self._executor.repeat(data, timed, keep_output=keep_output), timed, limits)

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        """Where not all runs are sure to end in time, the first says how many more are made."""
        timed = self._timed(limits)
        fewer = 1 if runs * limits.cpu_s > self._deadline.left_s else runs
        first = self._whole(
            self._executor.confirm(data, timed, runs=fewer, exact=exact, keep_output=keep_output), timed, limits
        )
        if fewer == runs or exact or first.verdict is not Verdict.OK:
            return first
        more = min(runs - fewer, int(self._deadline.left_s / (4 * first.cpu_s + LEAST_S)))
        if more < 1:
            return first
        return _together(first, self._executor.confirm(data, self._timed(limits), runs=more))

    def reading_count(self, input_bytes: int) -> int:
        return self._executor.reading_count(input_bytes)

    def profile(self, execution: Execution) -> Profile:
        return self._executor.profile(execution)

    def observe(self, data: bytes, limits: RunLimits, *, ends: bool = True) -> Observation:
        return self._executor.observe(data, self._timed(limits), ends=ends)

    def close(self) -> None:
        self._executor.close()

    def __enter__(self) -> Timed:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _timed(self, limits: RunLimits) -> RunLimits:
        left_s = self._deadline.left_s
        if left_s >= limits.wall_s:
            return limits
        if left_s < LEAST_S:
            raise OutOfTime
        return replace(limits, cpu_s=min(limits.cpu_s, left_s), wall_s=left_s)

    def _whole(self, made: Made, timed: RunLimits, limits: RunLimits) -> Made:
        """What a run came to; raises where nothing but the deadline ended it."""
        took_s = made.cpu_s if isinstance(made, Confirmation) else made.cpu_ns / 1e9
        if timed is not limits and made.verdict.is_out_of_time and took_s < min(limits.cpu_s, self._enough_s):
            raise OutOfTime
        return made


def _together(first: Confirmation, others: Confirmation) -> Confirmation:
    """Both confirmations of one input as one; the first alone where a later run ended otherwise."""
    if others.verdict is not first.verdict:
        return first
    least = min(first.cpu_s, others.cpu_s)
    most = max(first.cpu_s + first.cpu_s_spread, others.cpu_s + others.cpu_s_spread)
    return replace(
        first,
        cpu_s=least,
        cpu_s_spread=most - least,
        runs=first.runs + others.runs,
        peak_rss_bytes=max(first.peak_rss_bytes, others.peak_rss_bytes),
    )
