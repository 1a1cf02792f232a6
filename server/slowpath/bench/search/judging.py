"""Judges what a searcher claims: every input by the same validators, its cost by the same build.

An input counts when the program answers it or is cut on it under the search build, the format holds and the
problem's own `valid.py` accepts it. Its cost is measured again here, alone, on a build without probes, so that nobody's
own measurement decides: the deterministic count, or the clean build's CPU time where the work hides in library calls.
Of an hour's claims only those are judged that would change a curve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from slowpath.bench.known_worst import LIMITS, Example, keeps_the_rules
from slowpath.bench.search.jobs import Claim, Point
from slowpath.model.ports import Executor

LEAST_GAIN = 1.04
COSTLIEST = 4
TIMED_RUNS = 3

Accepts = Callable[[bytes], bool]
Measure = Callable[[bytes], int]


def measure_by(executor: Executor, by_time: bool) -> Measure:
    """Costs of inputs in counts, or in nanoseconds of the clean build's CPU time; 0 for one that the program fails
    on. Each is measured once."""
    known: dict[bytes, int] = {}

    def cost(data: bytes) -> int:
        if data not in known:
            known[data] = _timed(executor, data) if by_time else _counted(executor, data)
        return known[data]

    return cost


def _counted(executor: Executor, data: bytes) -> int:
    made = executor.run(data, LIMITS, keep_counters=False)
    return made.count if made.verdict.can_be_slow_input else 0


def _timed(executor: Executor, data: bytes) -> int:
    made = executor.confirm(data, LIMITS, runs=TIMED_RUNS)
    return int(made.cpu_s * 1e9) if made.verdict.can_be_slow_input else 0


def accepts_by(example: Example, holds: Accepts) -> Accepts:
    """Whether the format holds and the problem's own judge of inputs, where it has one, accepts."""
    has_judge = (example.folder / "valid.py").is_file()
    return lambda data: holds(data) and (not has_judge or keeps_the_rules(example, data))


def measured(claims: Sequence[Claim], measure: Measure, holds: Accepts) -> list[Claim]:
    """The claims with costs: those that a searcher gave without one are measured, and left out where the format
    doesn't hold, since what is invalid and dear would hide what is valid."""
    return [
        claim if claim.cost is not None else replace(claim, cost=measure(claim.data))
        for claim in claims
        if claim.cost is not None or holds(claim.data)
    ]


def judged(claims: Sequence[Claim], measure: Measure, accepts: Accepts) -> tuple[tuple[Point, ...], int]:
    """The points of the curve, and how many claims were refused. Claims are in the order of time."""
    points: list[Point] = []
    refused = best = 0
    for claim in worth_judging(claims):
        cost = measure(claim.data)
        if cost <= best:
            continue
        if accepts(claim.data):
            best = cost
            points.append(Point(claim.at_s, cost, claim.strategy, claim.label))
        else:
            refused += 1
    return tuple(points), refused


def worth_judging(claims: Sequence[Claim]) -> list[Claim]:
    """Those that say they cost more than all before by a few percent, and the costliest of all whatever they gain."""
    chosen = {id(claim) for claim in sorted(claims, key=lambda claim: -(claim.cost or 0))[:COSTLIEST]}
    best = 0.0
    for claim in claims:
        if (claim.cost or 0) > LEAST_GAIN * best:
            best = claim.cost or 0
            chosen.add(id(claim))
    return [claim for claim in claims if id(claim) in chosen]
