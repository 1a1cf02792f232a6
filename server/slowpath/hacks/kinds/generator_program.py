"""A generator that aims at the flaw (TCGBench's targeted generators): every seed gives another test."""

from __future__ import annotations

from slowpath.hacks.kinds.kind import HackKind
from slowpath.hacks.question import HackQuestion

KIND = HackKind(
    "generator",
    "a generator of tests that aim at the flaw",
    "hack-generator",
    HackQuestion.values,
    lambda value: str(value.get("idea", "")),
    writes_program=True,
)
