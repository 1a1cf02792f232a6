"""Limits that the statement itself gives, as Codeforces, AtCoder and Kattis print them, and olymp.sty has them.

"time limit per test: 2 seconds", "Time Limit: 2 sec / Memory Limit: 1024 MB", "CPU Time limit 1 second", "time limit
500 ms", `\\begin{problem}{Title}{standard input}{standard output}{1 second}{256 megabytes}`. Megabytes are taken as
judges mean them: 2**20 bytes.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.model.problem import ProblemLimits
from slowpath.problems.values import positive_seconds

_GAP = r"(?:\s+per\s+test(?:\s+case)?)?[\s:*|_=]*"
_SECONDS = r"(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?)\b"
_BYTES = r"(\d+(?:\.\d+)?)\s*(k|m|g)(?:i?b|ilobytes?|egabytes?|igabytes?|ebibytes?)\b"
_OLYMP = r"\\begin\s*\{problem\}(?:\s*\{[^{}]*\}){%d}\s*\{\s*"
"""What stands before olymp.sty's limits: the title, where input comes from, where output goes."""
_TIME = late_regex(rf"(?:time[\s-]*limit{_GAP}|{_OLYMP % 3}){_SECONDS}", re.IGNORECASE)
_MEMORY = late_regex(rf"(?:memory[\s-]*limit{_GAP}|{_OLYMP % 4}){_BYTES}", re.IGNORECASE)
_UNIT_BYTES = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def stated_limits(statement: str) -> ProblemLimits:
    """The limits that `statement` gives; None for those that it doesn't."""
    time, memory = _TIME.search(statement), _MEMORY.search(statement)
    time_s = positive_seconds(float(time[1]) / (1000 if time[2].lower().startswith("m") else 1)) if time else None
    return ProblemLimits(time_s, int(float(memory[1]) * _UNIT_BYTES[memory[2].lower()]) if memory else None)
