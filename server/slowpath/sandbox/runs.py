"""What a target is started with, and how one run of it ended."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from slowpath.model.execution import RunLimits
from slowpath.model.verdict import Verdict
from slowpath.sandbox import wire
from slowpath.sandbox.jail import Confinement

_NANO = 1_000_000_000


BEFORE_MAIN = "Look at what it does before main (global objects' constructors, imports, libraries it can't load)."


@dataclass(frozen=True)
class Launch:
    """How to start a target. `environment` is added to a minimal one; `name` is the word for messages.

    With `scratch` the directory `cwd` is emptied before each run, so that a run finds nothing of an earlier one there.
    With `fixed_addresses` memory lies at the same addresses in all servers of the target, where the system allows it,
    so that what a program does with addresses (hashing pointers) is the same whichever of them runs it.
    With `with_start` the time of a run has in it what the program did before main, which its server did once for all.
    `allowed` is what it may touch beside `cwd` and the files that `argv` names. With `kept` what a run leaves in `cwd`
    is wanted outside; else such a folder that is emptied lies in memory where the jail can do that.
    A target that `tells_waiting` says itself where a run wants more of an input without an end. `start_remedy` is what
    to do where it doesn't get to its first run.
    """

    argv: tuple[str, ...]
    cwd: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    name: str = "the program"
    scratch: bool = False
    fixed_addresses: bool = False
    with_start: bool = False
    allowed: Confinement = Confinement()
    kept: bool = False
    tells_waiting: bool = False
    start_remedy: str = BEFORE_MAIN

    @property
    def confinement(self) -> Confinement:
        """What it may touch, its folder among it."""
        if self.cwd is None:
            return self.allowed
        if self.scratch and not self.kept:
            return replace(self.allowed, emptied=self.cwd)
        return replace(self.allowed, writable=(*self.allowed.writable, self.cwd))


@dataclass(frozen=True)
class Run:
    """How one run ended. Times in ns; `counted` says that the counters are this run's.

    `cut` means that a limit ended it. `extra` is cost that the counters don't see (see docs/wire.md).
    `quick` says that it shared a process with other runs; its peak memory isn't known then, and 0. `idle_ns` is how
    long it slept or waited by itself.
    """

    verdict: Verdict
    exit_code: int | None
    signal: int | None
    cpu_ns: int
    wall_ns: int
    peak_rss_bytes: int
    cut: bool
    counted: bool
    threads: bool
    processes: bool
    stack_overflow: bool
    extra: int
    input_read_bytes: int
    output_bytes: int
    output: bytes | None
    stderr_tail: bytes
    waiting: bool = False
    quick: bool = False
    idle_ns: int = 0


def verdict_of(
    how: int,
    exit_code: int,
    signal_number: int,
    cpu_ns: int,
    peak_rss_bytes: int,
    output_bytes: int,
    flags: int,
    limits: RunLimits,
) -> tuple[Verdict, bool]:
    """The verdict, and whether a limit cut the run (its counts are then lower bounds)."""
    # The system's own limit ends a run that a starved server didn't end in time.
    late = signal_number == signal.SIGKILL and cpu_ns > limits.cpu_s * _NANO
    if how in (wire.END_CPU, wire.END_WALL) or signal_number == signal.SIGXCPU or late:
        # Without memory a run gets nowhere, and its time is over for that.
        return (Verdict.MEMORY_LIMIT if flags & wire.RUN_ALLOCATION_FAILED else Verdict.TIME_LIMIT), True
    if signal_number == signal.SIGXFSZ or output_bytes >= limits.output_bytes:
        return Verdict.OUTPUT_LIMIT, True
    if exit_code != 0:
        full = limits.memory_bytes is not None and peak_rss_bytes >= 0.9 * limits.memory_bytes
        starved = flags & wire.RUN_ALLOCATION_FAILED or (full and not flags & wire.RUN_STACK_OVERFLOW)
        return (Verdict.MEMORY_LIMIT, True) if starved else (Verdict.RUNTIME_ERROR, False)
    return (Verdict.TIME_LIMIT if cpu_ns > limits.cpu_s * _NANO else Verdict.OK), False
