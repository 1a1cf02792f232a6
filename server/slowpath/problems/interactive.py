"""Is the problem interactive? Its program talks with a judge, so that no file of input drives it."""

from __future__ import annotations

import re
from dataclasses import replace

from slowpath.model.problem import Problem

REMARK = "This is an interactive problem: a file of input alone doesn't drive its solutions."
_SAID = re.compile(r"\b(?:this|it|problem|task) is (?:an )?(?:\W{0,3}|\\\w{2,6}\{)interactive\b|"
                   r"(?<!not an )(?<!n't an )\binteractive (?:problem|task)\b|"
                   r"^(?:#+ *|\*\*|\\(?:sub)?section\*?\{)interaction\b", re.IGNORECASE | re.MULTILINE)


def with_interaction_said(problem: Problem) -> Problem:
    """`problem` with a remark where its statement calls it interactive."""
    if REMARK in problem.notes or not _SAID.search(problem.statement):
        return problem
    return replace(problem, notes=(*problem.notes, REMARK))
