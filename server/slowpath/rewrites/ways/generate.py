"""NL-instructed generation (ECCO section 4.1): an efficient program from the statement alone."""

from __future__ import annotations

from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RewriteWay


def _lacks(question: RewriteQuestion) -> str:
    return "" if question.statement.strip() else "There is no statement to write a program from."


WAY = RewriteWay(
    "generate", "a program from the statement alone", "optimise-generate", RewriteQuestion.task, lacks=_lacks
)
