"""NL+exec-refine (ECCO section 4.2): the model reflects on what running a version showed, and writes the next."""

from __future__ import annotations

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import WORDS_ON_RESULTS, RewriteWay

WAY = RewriteWay(
    "nl-exec-refine",
    "refined by the model's words on what running it showed",
    "optimise-instruct",
    RewriteQuestion.values,
    WORDS_ON_RESULTS,
)
