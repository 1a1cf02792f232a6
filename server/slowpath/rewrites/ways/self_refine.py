"""Self-refine (ECCO section 4.2): the model finds fault with its version in words, then writes the next one."""

from __future__ import annotations

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import WORDS, RewriteWay

WAY = RewriteWay("self-refine", "refined by the model's own words", "optimise-instruct", RewriteQuestion.values, WORDS)
