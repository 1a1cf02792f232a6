"""What a built-in rule is: one reason for slowness that source text shows, as constraints that can be tested.

A rule is a file. Its module docstring has a first line and these headings, which the editor shows as "Explain this
line" and a test requires: `HEADINGS`. Under "Example" stands a small whole program, indented, in which the rule finds
at least one constraint; under "Not here" one in which it must find none.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from slowpath.model.constraint import Constraint

HEADINGS = ("What it finds", "Why it is slow", "Evidence", "Example", "Not here", "False alarms", "Source")
RULE = "rule"

View = TypeVar("View")


@dataclass(frozen=True)
class Rule(Generic[View]):
    """A rule of one language. `find` gives the constraints that a program shows, in source order, without raising;
    `severity` ranks rules where a program shows more than can be tested (3: can change the growth, 2: a large
    factor, 1: a small one)."""

    id: str
    title: str
    language: str
    severity: int
    find: Callable[[View], Iterator[Constraint]]
    doc: str

    def section(self, heading: str) -> str:
        """The text under one of `HEADINGS`, dedented. Raises `KeyError` where it is missing."""
        found = re.search(rf"^{re.escape(heading)}:\n(.*?)(?=^\S|\Z)", self.doc, re.MULTILINE | re.DOTALL)
        if found is None:
            raise KeyError(f"{self.id}: no heading {heading!r}")
        return textwrap.dedent(found[1]).strip("\n")
