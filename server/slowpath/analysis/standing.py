"""What the end of a search says of a program: is it slow, and how sure is it that there is nothing worse?

"Nothing slow here" is an answer with grounds: how long the slowest input takes of the limit, how the cost grows along
inputs like it and what that comes to at the largest size, and how much of the search brought nothing costlier. A search
that was still finding costlier inputs when it ended says so: its best is no bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.model.growth import EXPONENTIAL, Growth
from slowpath.model.slow_input import SlowInput

SETTLED_SHARE = 0.5
"""With no gain in so much of the search, at least, it had stopped improving."""
NEAR = 0.5
"""The share of the limit from which on another machine, or a little more, decides."""


@dataclass(frozen=True)
class Search:
    """How a search went: inputs tried, the share of its budget at which the costliest input last was beaten (None where
    none was found at all), and the time limit, None where nobody says it or no clock may decide."""

    executions: int
    gained_at: float | None
    time_limit_s: float | None


def standing(rows: Sequence[SlowInput], search: Search) -> str:
    """In a few sentences, "" where an input over the limit says all there is to say. `rows` are slowest first."""
    slowest = next((slow for slow in rows if slow.validity.is_sure), None)
    if slowest is None:
        return f"No input was found that costs more than the samples. {_tried(search)}"
    limit_s = search.time_limit_s
    if limit_s is not None and max(slow.cost.cpu_s for slow in rows if slow.validity.is_sure) > limit_s:
        return ""
    said = [] if limit_s is None else [_within(slowest, limit_s)]
    if slowest.growth is not None:
        said.append(_grows(slowest.growth, None if limit_s is None else slowest.growth.predicted_s))
    return " ".join((*said, _tried(search)))


def _within(slowest: SlowInput, limit_s: float) -> str:
    share = slowest.cost.cpu_s / limit_s
    near = ", which is near" if share >= NEAR else ""
    return (f"Nothing over the time limit of {limit_s:g} s was found: the slowest input takes "
            f"{slowest.cost.cpu_s:.2g} s, {share:.0%} of it{near}.")


def _grows(growth: Growth, seconds: float | None) -> str:
    comes_to = f", which comes to {seconds:.2g} s at {growth.variable} = {growth.largest_n:,}" if seconds else ""
    is_open = " Larger inputs than were run may be far dearer." if growth.model == EXPONENTIAL else ""
    return f"Along inputs like it the cost grows like {growth.formula}{comes_to}.{is_open}"


def _tried(search: Search) -> str:
    tried = f"The search tried {search.executions:,} inputs"
    if search.gained_at is None:
        return f"{tried}."
    without = 1.0 - search.gained_at
    if without < SETTLED_SHARE:
        return (f"{tried} and was still finding costlier ones when {search.gained_at:.0%} of it was over: a longer one "
                "may find more.")
    return f"{tried}; it had stopped improving: its last {without:.0%} brought no costlier one."
