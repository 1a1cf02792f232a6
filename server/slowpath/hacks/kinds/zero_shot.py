"""Zero-shot (AlgoBugs section III-B): one test, asked for directly."""

from __future__ import annotations

from slowpath.hacks.kinds.kind import HackKind
from slowpath.hacks.question import HackQuestion

KIND = HackKind("zero-shot", "one test, asked for directly", "hack-zero-shot", HackQuestion.values, lambda _: "")
