"""How much faster one program is than another: paired runs in turn, on the clean builds.

Both programs run on an input right after one another, each time in the other order, so that what slows the machine down
for a while slows both. A ratio is that of one pair; the interval comes from how the pairs differ (Student's t). A
speed-up whose interval reaches one is none. Where a large one does, so that noise alone can have hidden it, as many
pairs again are run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.rewrite import InputSpeed, Speed

ROUNDS, LEAST_ROUNDS = 5, 3
LONG_S = 2.0
"""Runs this long are repeated less often: what differs between them is small beside them."""
_LEAST_S = 0.001
"""Shorter runs can't be told apart; a program that takes less is taken to take this long."""
_CLEAR = 2.0
"""A ratio of the means from which on a small gain isn't what is in doubt."""
_STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26}


def compared(before: Executor, after: Executor, inputs: Sequence[tuple[str, bytes]], limits: RunLimits, *,
             rounds: int = ROUNDS, stop: Callable[[], bool] = lambda: False,
             is_over: Callable[[], bool] = lambda: False) -> Speed | None:
    """The speed of `after` over `before` on each (name, bytes); None where there is nothing to compare, or it was
    stopped before anything was. Once it `is_over`, only what is needed for an interval on the first is run."""
    made: list[tuple[InputSpeed, float]] = []
    for name, data in inputs:
        if stop() or (made and is_over()):
            break
        made.append(_on(before, after, name, data, limits, rounds, lambda: stop() or is_over()))
    if not made:
        return None
    speeds = [speed for speed, _ in made]
    return Speed(tuple(speeds), _mean([speed.ratio for speed in speeds]), _mean([speed.low for speed in speeds]),
                 _mean([speed.high for speed in speeds]), _mean([memory for _, memory in made]))


def _on(before: Executor, after: Executor, name: str, data: bytes, limits: RunLimits, rounds: int,
        stop: Callable[[], bool]) -> tuple[InputSpeed, float]:
    pairs: list[tuple[Confirmation, Confirmation]] = []
    wanted = rounds
    while len(pairs) < wanted:
        if len(pairs) % 2 == 0:
            first = before.confirm(data, limits, runs=1)
            second = after.confirm(data, limits, runs=1)
        else:
            second = after.confirm(data, limits, runs=1)
            first = before.confirm(data, limits, runs=1)
        pairs.append((first, second))
        if len(pairs) >= LEAST_ROUNDS and stop():
            break
        is_long = max(first.cpu_s, second.cpu_s) > LONG_S
        if len(pairs) == (LEAST_ROUNDS if is_long else rounds):
            wanted = len(pairs) if not _is_hidden(pairs) else rounds if is_long else 2 * rounds
    mean, reach = interval(_logs(pairs))
    speed = InputSpeed(name, len(data), min(first.cpu_s for first, _ in pairs),
                       min(second.cpu_s for _, second in pairs), math.exp(mean), math.exp(mean - reach),
                       math.exp(mean + reach), any(first.cut for first, _ in pairs))
    first, second = pairs[0]
    return speed, max(1, first.peak_rss_bytes) / max(1, second.peak_rss_bytes)


def _logs(pairs: Sequence[tuple[Confirmation, Confirmation]]) -> list[float]:
    return [math.log(_seconds(first) / _seconds(second)) for first, second in pairs]


def _is_hidden(pairs: Sequence[tuple[Confirmation, Confirmation]]) -> bool:
    """Whether the gain is large and its interval reaches none all the same: the machine does something else beside."""
    mean, reach = interval(_logs(pairs))
    return mean >= math.log(_CLEAR) and mean <= reach


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some measurements and how far its 95% interval reaches to each side; infinitely far for one alone."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, _STUDENT.get(len(values) - 1, 2.0) * spread / math.sqrt(len(values))


def _seconds(confirmation: Confirmation) -> float:
    return max(_LEAST_S, confirmation.cpu_s)


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(math.log(max(1e-12, ratio)) for ratio in ratios) / len(ratios))
