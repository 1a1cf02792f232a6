"""Work that every test case repeats, however small it is; tables filled from themselves."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.analysis.cues.seen import Rule, Seen
from slowpath.analysis.source import functions_of


def _clears(seen: Seen) -> Iterator[int]:
    """A whole table cleared, in a loop or in a function called per test case."""
    pattern = (
        r"\bmemset\s*\(|\bfill(_n)?\s*\(|\.assign\s*\(|=\s*\[[^\]]+\]\s*\*\s*\(?\s*[A-Z\d(]|"
        r"\bnew\s+\w+\s*\[\s*(\d[\d_]{3,}|[A-Z]{2,}\w*|N|M|1\s*<<)"
    )
    cleared = list(seen.matching(pattern))
    inside = set(seen.in_loops(iter(cleared)))
    callees = [f for f in functions_of(seen.root) if f.name not in ("main", "")]
    for line in cleared:
        if line in inside or any(f.first_line <= line <= f.last_line for f in callees):
            yield line


_FIXED_LOOPS = {
    "cpp": r"for\s*\(.*[<>]=?\s*(\d{4,}|[A-Z]{2,}\w*|N|M|1e\d)\s*;",
    "python": r"for\s+\w+\s+in\s+range\(\s*(?:\d+\s*,\s*)?(\d{4,}|[A-Z]{2,}|10\s*\*\*\s*\d)",
    "java": r"for\s*\(.*[<>]=?\s*([\d_]{4,}|[A-Z]{2,}\w*|N|M|\(int\)\s*1e\d)\s*;",
}


def _fixed_loops(seen: Seen) -> Iterator[int]:
    """A loop up to a large constant, whatever the input: dear when it is run per test case."""
    return seen.matching_own(_FIXED_LOOPS)


def _recurrences(seen: Seen) -> Iterator[int]:
    """A table whose entries are made of other entries of its own, in a loop."""
    table = r"\b(?P<table>\w+)\s*(\[[^\]]*\])+\s*[-+|^]?=(?!=).*\b(?P=table)\s*\[.*[-+][^\]]*\]"
    return iter(seen.in_loops(seen.matching(table)))


RULES: tuple[Rule, ...] = (
    Rule("clear-per-case", ("per test case", "per case", "clear", "tiny"), _clears),
    Rule("recurrence", (), _recurrences),
    Rule("fixed-bound-loop", ("per test case", "fixed"), _fixed_loops),
)
