"""One run of the instrumented program, and the limits it ran under."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from slowpath.model.verdict import Verdict


@dataclass(frozen=True)
class RunLimits:
    """Limits of one run: CPU and wall seconds, address space and output in bytes.

    `memory_bytes` None means the machine's; a run over `output_bytes` is cut with verdict OLE.
    """

    cpu_s: float = 2.0
    wall_s: float = 10.0
    memory_bytes: int | None = 1 << 30
    output_bytes: int = 64 << 20


@dataclass(frozen=True)
class RunRequest:
    """One run that is asked for; `keep_output` asks for what it prints, up to the limit."""

    data: bytes = field(repr=False)
    limits: RunLimits
    keep_output: bool = False


@dataclass(frozen=True)
class Execution:
    """The outcome of one run of the search build.

    `count` is the deterministic cost (a lower bound when `cut`). `counters` holds the raw event counters
    (uint64, one slot per instrumented arc or block, the same slots for every run of one target); None
    when they weren't asked for. `output` is kept only when asked for, up to the limit; `output_bytes` is
    always the full length seen. `threads` says that the program started threads, so that counts may race. `idle_ns` is
    how much of `wall_ns` it slept or waited by itself, 0 where that isn't known.
    """

    verdict: Verdict
    count: int
    cpu_ns: int
    wall_ns: int
    peak_rss_bytes: int
    exit_code: int | None = None
    signal: int | None = None
    cut: bool = False
    threads: bool = False
    output: bytes | None = field(default=None, repr=False)
    output_bytes: int = 0
    stderr_tail: bytes = field(default=b"", repr=False)
    counters: array | None = field(default=None, repr=False, compare=False)
    idle_ns: int = 0


@dataclass(frozen=True)
class Confirmation:
    """Runs of one input on the clean build (the judge's flags), which alone confirms.

    `cpu_s` is the minimum of `runs` runs, `cpu_s_spread` maximum minus minimum. `instructions` is the
    mean of the counted runs (WEDGE section 4.1 averages five) or None; `instrument` names what counted:
    perf, qemu, cachegrind, callgrind or time. `idle_s` is how long the last run slept or waited by itself. `output` is
    the first run's, kept only when asked for, up to the limit.
    """

    verdict: Verdict
    cpu_s: float
    cpu_s_spread: float
    peak_rss_bytes: int
    runs: int
    instructions: int | None = None
    instrument: str = "time"
    cut: bool = False
    output_digest: str = ""
    output: bytes | None = field(default=None, repr=False)
    exit_code: int | None = None
    signal: int | None = None
    stderr_tail: bytes = field(default=b"", repr=False)
    idle_s: float = 0.0
