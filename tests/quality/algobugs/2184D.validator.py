"""2184D, "Unfair Game"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, _k = read.each((1, 10**9), (1, 10**9))
        read.demand(n & (n - 1) == 0, "n is a power of two")


if __name__ == "__main__":
    judge(rule)
