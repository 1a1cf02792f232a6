"""Chain of thought (AlgoBugs section III-B): the program is analysed step by step, then one test follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.hacks.kinds.kind import HackKind
from slowpath.hacks.question import HackQuestion


def _flaw(value: Mapping[str, Any]) -> str:
    """The analysis' last line, which names the flaw."""
    lines = [line.strip() for line in str(value.get("analysis", "")).splitlines() if line.strip()]
    return lines[-1] if lines else ""


KIND = HackKind("cot", "analysis step by step, then one test", "hack-chain-of-thought", HackQuestion.values, _flaw)
