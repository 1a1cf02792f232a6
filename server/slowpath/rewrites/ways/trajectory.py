"""Trajectory (ECCO section 4.3): the version that comes after earlier ones of the same file."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RewriteWay


def _values(question: RewriteQuestion) -> Mapping[str, str]:
    return {**question.values(), "versions": question.versions_text()}


def _lacks(question: RewriteQuestion) -> str:
    return "" if question.versions else "No earlier version of the file is known: it has no local git history."


WAY = RewriteWay("trajectory", "the next version, after earlier ones", "optimise-trajectory", _values, lacks=_lacks)
