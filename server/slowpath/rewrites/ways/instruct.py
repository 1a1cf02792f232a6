"""Instruction prompting (ECCO section 4.1): a faster version, asked for directly."""

from __future__ import annotations

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RewriteWay

WAY = RewriteWay("instruct", "a faster version, asked for directly", "optimise-instruct", RewriteQuestion.values)
