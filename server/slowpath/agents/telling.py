"""What several tools tell in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from slowpath.agents.fields import described
from slowpath.model.campaign import Warned
from slowpath.model.contrast import LineContrast
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Solution

SHOWN_BYTES = 2000
"""A longer input or output stays in its file."""
MOST_LINES = 8
REMEDIES = {
    "no-reference": "Give references: a solution that is right, or simple and slow.",
    "any-answer": "Give the problem's checker.",
    "no-slow-input": "Give inputs on which it is slow.",
    "not-measured": "Give it more seconds, or inputs on which it ends.",
}
"""What an agent can do about a warning whose own remedy is an option of the command line."""
_OF_COMMANDS = late_regex(r"(?<!\w)--[a-z]|`slowpath ")


@dataclass(frozen=True)
class HotLine:
    """A line of the program under a fast and a slow input."""

    line: int = described("Counted from 1.")
    code: str = described("Its text.")
    fast: int = described("How often it runs on the fast input.")
    slow: int = described("How often it runs on the slow input.")
    share: float = described("Its part of all that runs on the slow input, 0 to 1.")


def hot_lines(lines: Iterable[LineContrast], solution: Solution) -> tuple[HotLine, ...]:
    """The lines that explain the difference, at most `MOST_LINES`, in the program's order."""
    texts = solution.source.decode("utf-8", "replace").splitlines()
    hottest = sorted((line for line in lines if line.hot), key=lambda line: -line.slow)[:MOST_LINES]
    return tuple(
        HotLine(
            line.line,
            texts[line.line - 1].strip() if line.line <= len(texts) else "",
            line.fast,
            line.slow,
            round(line.share, 3),
        )
        for line in sorted(hottest, key=lambda line: line.line)
    )


def shown(data: bytes | None) -> str | None:
    """An input or an output as text where it is short, else None."""
    return data.decode("utf-8", "replace") if data is not None and len(data) <= SHOWN_BYTES else None


def warnings_of(warnings: Iterable[Warned]) -> tuple[str, ...]:
    """What a search warned of, in sentences."""
    return tuple(f"{each.message} {remedy_of(each.code, each.remedy)}".strip() for each in warnings)


def remedy_of(code: str, remedy: str) -> str:
    """What an agent can do: of a remedy only the sentences that name neither options of commands nor commands."""
    if code in REMEDIES:
        return REMEDIES[code]
    return " ".join(each for each in re.split(r"(?<=[.]) ", remedy) if not _OF_COMMANDS.search(each))
