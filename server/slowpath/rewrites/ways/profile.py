"""Profile feedback (Effi-Learner; WEDGE section 4.3): the program with the hit counts of every line on a slow input."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.rewrites.listing import profiled_listing
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RewriteWay


def _values(question: RewriteQuestion) -> Mapping[str, str]:
    return {
        **question.task(),
        "listing": profiled_listing(question.source, question.hits),
        "slow_inputs": question.slow_text(),
    }


WAY = RewriteWay("profile", "a faster version, from the profile on slow inputs", "optimise-profile", _values)
