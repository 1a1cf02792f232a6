"""Few-shot (AlgoBugs section III-B): one test, after three programs in its language and what broke them."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.hacks.kinds.kind import HackKind
from slowpath.hacks.question import HackQuestion
from slowpath.llm.prompts import prompt_part_of

PROMPT = "hack-few-shot"
OTHERS = "cpp"
"""Whose examples a program in a further language is shown."""


def _values(question: HackQuestion) -> Mapping[str, str]:
    return {**question.values(), "examples": prompt_part_of(PROMPT, "examples", question.language, OTHERS)}


KIND = HackKind("few-shot", "one test, after examples", PROMPT, _values, lambda _: "")
