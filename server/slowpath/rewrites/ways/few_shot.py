"""Few-shot (ECCO section 4.1): the same after pairs of a slow and a fast program in its language."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.llm.prompts import prompt_part_of
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.ways.way import RewriteWay

PROMPT = "optimise-few-shot"
OTHERS = "cpp"
"""Whose examples a program in a further language is shown."""


def _values(question: RewriteQuestion) -> Mapping[str, str]:
    return {**question.values(), "examples": prompt_part_of(PROMPT, "examples", question.language, OTHERS)}


WAY = RewriteWay("few-shot", "a faster version, after examples", PROMPT, _values)
