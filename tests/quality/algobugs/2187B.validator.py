"""2187B, "Shortest Statement Ever"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        read.ints(2, 0, 2**30 - 1)


if __name__ == "__main__":
    judge(rule)
