"""What a breaking input is, in words: the terminal and agents are told the same. Pure."""

from __future__ import annotations

from slowpath.model.breaking import BreakingInput, Failing, FaultCategory
from slowpath.model.figures import human_bytes

FAILING_WORDS = {
    Failing.WRONG_ANSWER: "wrong answer",
    Failing.TIME_LIMIT: "over the time limit",
    Failing.MEMORY_LIMIT: "over the memory limit",
    Failing.RUNTIME_ERROR: "crash",
    Failing.OUTPUT_LIMIT: "prints too much",
    Failing.UNSTEADY: "answers differ from run to run",
    Failing.UNDEFINED: "undefined behaviour, though the answer is right",
}
CATEGORY_WORDS = {
    FaultCategory.DP: "DP state or transition",
    FaultCategory.GREEDY: "flawed greedy choice",
    FaultCategory.CONSTRAINT: "a constraint misunderstood",
    FaultCategory.TIME: "too slow",
    FaultCategory.MEMORY: "too much memory",
    FaultCategory.NUMERIC: "numeric boundary or overflow",
    FaultCategory.STRUCTURAL: "structural edge case",
}


def headline(found: BreakingInput) -> str:
    """`WA: wrong answer on n = 3 (8 B), judged by brute.cpp`."""
    judge = f", judged by {found.judged_by}" if found.judged_by else ""
    return f"{found.failing.value}: {FAILING_WORDS[found.failing]} on {sizes_of(found)}{judge}"


def sizes_of(found: BreakingInput) -> str:
    """`n = 3 (8 B)`, or the bytes alone where no size has a name."""
    sizes = ", ".join(f"{name} = {value:,}" for name, value in found.sizes)
    return f"{sizes} ({human_bytes(found.size)})" if sizes else human_bytes(found.size)
