"""Is the problem of a kind whose solutions no file of input alone drives: interactive, multi-pass, submit-answer?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.model.problem import Problem

REMARK = "This is an interactive problem: a file of input alone doesn't drive its solutions."
KINDS = {
    "interactive": REMARK,
    "multi-pass": "This is a multi-pass problem: only the first pass is driven by the input file.",
    "submit-answer": "This is a submit-answer problem: answers are handed in, and no program is run.",
}
"""What the package format calls them, and what is said."""
_SAID = late_regex(
    r"\b(?:this|it|problem|task) is (?:an )?(?:\W{0,3}|\\\w{2,6}\{)interactive\b|"
    r"(?<!not an )(?<!n't an )\binteractive (?:problem|task)\b|"
    r"^[ \t]*(?:#+ *|\*\*|\\(?:sub)?section\*?\{|\\begin\{)interacti(?:on|vity)\b",
    re.IGNORECASE | re.MULTILINE,
)


def with_interaction_said(problem: Problem) -> Problem:
    """`problem` with a remark where its statement calls it interactive."""
    if problem.special or not _SAID.search(problem.statement):
        return problem
    return replace(problem, special=REMARK, notes=tuple(dict.fromkeys((*problem.notes, REMARK))))


def kind_in(words: Iterable[str], samples: Iterable[str]) -> str:
    """What is said of a package whose metadata has these words and whose samples these file names, "" for nothing."""
    told = {word.strip("\"',[]").lower() for word in words}
    if any(name.endswith(".interaction") for name in samples):
        told.add("interactive")
    return next((said for kind, said in KINDS.items() if kind in told), "")
