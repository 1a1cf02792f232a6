"""Confirmation on the clean build: time with its spread, memory, and instructions by the best means there is.

Ground truth for instructions, in this order: hardware counters (perf_event_open), qemu-user with a plugin that counts
them (a run takes 2 to 15 times as long), cachegrind (10 to 25 times); only when asked for, callgrind (25 to 110). None
is used on a run that it would make longer than the limit of wall time. Where none can be, the least of the times is
the only word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox.forkserver import ForkServer, Launch, Run

_NANO = 1_000_000_000
_LONG_S = 0.5
_VERY_LONG_S = 2.0


class InstructionCounter(Protocol):
    """Counts the instructions of one plain run of a program. `name` is the `Confirmation.instrument`, `slowdown` how
    many times as long as natively that takes, at most, all repetitions together."""

    @property
    def name(self) -> str: ...

    @property
    def slowdown(self) -> float: ...

    def count(self, launch: Launch, data: bytes, limits: RunLimits) -> int | None:
        """User-level instructions of one run, or None when it couldn't count this one."""
        ...


def confirm(
    clean: ForkServer,
    launch: Launch,
    data: bytes,
    limits: RunLimits,
    runs: int,
    instructions: InstructionCounter | None = None,
    *,
    keep_output: bool = False,
) -> Confirmation:
    """Runs the clean build up to `runs` times and sums up; `keep_output` keeps what the first run prints.

    The first run that isn't OK ends it: its verdict is the answer. Runs longer than 0.5 s are made three times at
    most and those longer than 2 s twice, since their spread is small against their length.
    """
    first = clean.run(data, limits, keep_output=True)
    done = [first]
    while len(done) < _wanted_runs(first, runs) and done[-1].verdict is Verdict.OK:
        done.append(clean.run(data, limits))
    found = _summed(done, launch, data, limits, instructions)
    return replace(found, output=first.output) if keep_output else found


def _wanted_runs(first: Run, runs: int) -> int:
    took_s = (first.cpu_ns + first.idle_ns) / _NANO
    if took_s > _VERY_LONG_S:
        return min(runs, 2)
    return min(runs, 3) if took_s > _LONG_S else runs


def _summed(
    done: Sequence[Run], launch: Launch, data: bytes, limits: RunLimits, instructions: InstructionCounter | None
) -> Confirmation:
    first, last = done[0], done[-1]
    times = [run.cpu_ns for run in done]
    found = Confirmation(
        verdict=last.verdict,
        cpu_s=min(times) / _NANO,
        cpu_s_spread=(max(times) - min(times)) / _NANO,
        peak_rss_bytes=max(run.peak_rss_bytes for run in done),
        runs=len(done),
        cut=last.cut,
        output_digest=hashlib.sha256(first.output or b"").hexdigest(),
        exit_code=last.exit_code,
        signal=last.signal,
        stderr_tail=with_remark(last),
        idle_s=last.idle_ns / _NANO,
    )
    if instructions is None or last.verdict is not Verdict.OK or instructions.slowdown * found.cpu_s > limits.wall_s:
        return found
    counted = instructions.count(launch, data, limits)
    return found if counted is None else replace(found, instructions=counted, instrument=instructions.name)


def with_remark(run: Run) -> bytes:
    """The program's own last words, and ours where a sandbox rule explains its failure."""
    if run.stack_overflow:
        return run.stderr_tail + b"[slowpath] the stack overflowed (endless or too deep recursion)\n"
    if run.processes and run.verdict is not Verdict.OK:
        return run.stderr_tail + b"[slowpath] the program tried to start a process, which isn't allowed\n"
    return run.stderr_tail
