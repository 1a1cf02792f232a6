"""2190B1, "Sub-RBS (Easy Version)"."""

from __future__ import annotations

from strict_input import Lines, judge


def is_regular(brackets: str) -> bool:
    """Whether every bracket has its partner."""
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n = read.one(2, 2 * 10**5)
        read.demand(n % 2 == 0, "n is even")
        read.demand(is_regular(read.word(n, n, "()")), "the brackets are regular")
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
