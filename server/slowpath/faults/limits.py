"""The limits under which program and references are run, and what of them is the problem's own.

The problem's limits decide what is too slow or too large; where nobody says them, the usual ones are assumed. The
search build is slower than the clean one, so a run is cut there no earlier than the problem's limit: what is over it
there is a suspicion, which the clean build confirms.
"""

from __future__ import annotations

from dataclasses import replace

from slowpath.model.breaking import BreakSpec, Role
from slowpath.model.execution import RunLimits

ASSUMED_TIME_S = 2.0
ASSUMED_MEMORY_BYTES = 256 << 20
COMPARED_OUTPUT_BYTES = 16 << 20
"""What is kept of an output in the search: ten times what a judge's largest answers are."""
OUTPUT_FLOOR_BYTES = 1 << 20
OUTPUT_FACTOR = 8
"""Where a reference answers, an output is too long that is longer than this floor and so many times as long as the
answer: a program that prints without end is cut long before the absolute limit."""
SAMPLE_CPU_S = 10.0
BRUTE_CPU_S = 1.0
TINY_BYTES = 300
QUICK_SHARE = 0.1
QUICK_RUNS = 2
"""A program is quick on tiny inputs where so many took it less than this share of the time limit, and none more."""
_REFERENCE_FACTOR = 2.0
_SLOWER = 2.0
"""What the counters cost at most: a run of the search build that takes longer is over the limit in any case."""
_CLEARLY_OVER = 1.5
_WALL_FACTOR = 5.0
_ROOM_BYTES = 512 << 20


def time_limit_s(spec: BreakSpec) -> float:
    """The problem's time limit in CPU seconds, or the one that is assumed."""
    return spec.time_limit_s or ASSUMED_TIME_S


def memory_limit_bytes(spec: BreakSpec) -> int:
    """The problem's limit of resident memory, or the one that is assumed."""
    return spec.memory_limit_bytes or ASSUMED_MEMORY_BYTES


def program_limits(spec: BreakSpec) -> RunLimits:
    """Of a run of the program in the search."""
    limit_s = time_limit_s(spec)
    return _limits(spec, min(max(spec.limits.cpu_s, limit_s), _SLOWER * limit_s))


def tiny_limits(spec: BreakSpec) -> RunLimits:
    """Of a run of the program in the search on a tiny input, where it hardly took any time on others: who is over the
    limit there doesn't end, or is asked of the clean build in any case."""
    return _limits(spec, min(spec.limits.cpu_s, time_limit_s(spec)))


def reference_limits(spec: BreakSpec, role: Role) -> RunLimits:
    """Of a run of a reference in the search. A brute force is there for small inputs."""
    return _limits(spec, BRUTE_CPU_S if role is Role.BRUTE else _REFERENCE_FACTOR * time_limit_s(spec))


def sample_limits(spec: BreakSpec) -> RunLimits:
    """Of a reference on a sample, where it may be slow."""
    return _limits(spec, max(SAMPLE_CPU_S, _REFERENCE_FACTOR * time_limit_s(spec)))


def output_bytes(most: int, longest_answer: int) -> int:
    """How much a program may print where the right answers have at most so many bytes; never more than `most`."""
    return min(most, max(OUTPUT_FLOOR_BYTES, OUTPUT_FACTOR * longest_answer))


def clean_limits(spec: BreakSpec) -> RunLimits:
    """Of a run that confirms: cut where the program is clearly over the problem's limits. A judge counts resident
    memory, the sandbox limits addresses, which a program may take without using them."""
    limits = _limits(spec, _CLEARLY_OVER * time_limit_s(spec))
    return replace(
        limits,
        output_bytes=spec.limits.output_bytes,
        memory_bytes=max(2 * memory_limit_bytes(spec) + _ROOM_BYTES, limits.memory_bytes or 0),
    )


def _limits(spec: BreakSpec, cpu_s: float) -> RunLimits:
    return replace(
        spec.limits,
        cpu_s=cpu_s,
        wall_s=max(spec.limits.wall_s, _WALL_FACTOR * cpu_s),
        output_bytes=min(spec.limits.output_bytes, COMPARED_OUTPUT_BYTES),
    )
