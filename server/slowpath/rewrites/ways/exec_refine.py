"""Exec-refine (ECCO section 4.2): what running a version showed goes back to the model, which writes the next one."""

from __future__ import annotations

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RESULTS, RewriteWay

WAY = RewriteWay(
    "exec-refine", "refined by what running it showed", "optimise-instruct", RewriteQuestion.values, RESULTS
)
