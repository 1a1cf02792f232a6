"""How sure a search is that there is nothing worse than what it found.

What it found is told elsewhere (`pipeline/telling.py`); this is what stands beside it: how near the limit that is, what
its cost comes to at sizes that weren't run, or how it grows where that stays within the limit, and how much of the
search found nothing slower. A search that was still finding costlier inputs when it ended says so: its best is no
bound, as one that ran few inputs does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.model.growth import EXPONENTIAL, Growth
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

SETTLED_SHARE = 0.5
"""With no gain in so much of the search, at least, it had stopped improving."""
FEW = 100
"""So many inputs without a gain say little, however long they took."""
NEAR = 0.5
"""The share of the limit from which on another machine, or a little more, decides."""
WHOLE_FROM_S = 10.0
"""Seconds that are foreseen are told without a fraction from here on."""


@dataclass(frozen=True)
class Search:
    """How a search went: the share of it at which the costliest input last was beaten, None where none was found at all
    or the search was stopped, the time limit, None where nobody says it or no clock may decide, and how many inputs
    were run since that share."""

    gained_at: float | None
    time_limit_s: float | None
    runs_since: int


def sureness(rows: Sequence[SlowInput], search: Search) -> str:
    """In a few sentences, "" where an input over the limit says all there is to say. `rows` are slowest first."""
    limit_s = search.time_limit_s
    sure = [slow for slow in rows if slow.validity.is_sure]
    longest_s = max((slow.cost.cpu_s for slow in sure), default=0.0)
    if limit_s is not None and longest_s > limit_s:
        return ""
    said = []
    if limit_s is not None and longest_s >= NEAR * limit_s:
        said.append(f"The longest run takes {longest_s / limit_s:.0%} of the limit: a slower machine may pass it.")
    if limit_s is not None and sure and sure[0].verdict is Verdict.CUT:
        said.append("The search had no time for a run up to the limit.")
    if sure and sure[0].growth is not None:
        said.append(_beyond(sure[0].growth, limit_s))
    return " ".join(filter(None, (*said, _settled(search))))


def _beyond(growth: Growth, limit_s: float | None) -> str:
    """What larger inputs than were run come to, or how the cost grows up to the largest there may be."""
    if growth.model == EXPONENTIAL:
        return "Larger inputs than were run may take far longer."
    seconds = growth.predicted_s
    if limit_s is None or not seconds:
        return ""
    largest = f"{growth.variable} = {growth.largest_n:,}"
    if seconds > limit_s:
        said = f"{seconds:,.0f}" if seconds >= WHOLE_FROM_S else f"{seconds:.2g}"
        return f"At {largest} it would take about {said} s, by runs of {len(growth.points)} sizes."
    most_s = seconds * growth.predicted_high / max(1, growth.predicted)
    if growth.remark or most_s > limit_s:
        return ""
    return (
        f"Its cost grows as {growth.formula}, by runs of {len(growth.points)} sizes: at {largest} it takes about "
        f"{seconds:.2g} s of {limit_s:g} s."
    )


def _settled(search: Search) -> str:
    if search.gained_at is None:
        return ""
    without = 1.0 - search.gained_at
    if without < SETTLED_SHARE:
        return (
            f"Slower inputs were still found when {search.gained_at:.0%} of the search was over: a longer one "
            "may find more."
        )
    if search.runs_since < FEW:
        return (
            f"The last {without:.0%} of the search found nothing slower, but ran {search.runs_since} inputs only: a "
            "longer one may find more."
        )
    return f"The last {without:.0%} of the search found nothing slower."
