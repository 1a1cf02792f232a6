"""What a run costs: one number that repeats, then time with its spread."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """A measured cost.

    `count` is the deterministic count (about instructions; see `analysis.cost_model`). `cpu_s` is the
    minimum user+system time over the runs made, `cpu_s_spread` their maximum minus minimum, both in
    seconds. `peak_rss_bytes` is the largest resident set. `instructions` are real ones where the machine
    or an installed tool can count them, else None. `at_least` is true when the run was cut at a limit,
    so that the time is a lower bound; so is the count, but with a
    budget in executions it is then one stand-in for all cut runs (`engine.candidate.without_chance`).
    `count_spread` is the largest minus the least count of repeated runs: not 0 where the program reads a clock, draws
    random numbers or keeps state; `count` is then the least of them.
    """

    count: int
    cpu_s: float
    cpu_s_spread: float
    peak_rss_bytes: int
    instructions: int | None = None
    at_least: bool = False
    count_spread: int = 0

    @property
    def sure_count(self) -> int:
        """What a run surely costs: the least count minus what chance added to another run."""
        return max(0, self.count - self.count_spread)
