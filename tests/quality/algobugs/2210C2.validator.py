"""2210C2, "A Simple GCD Problem (Hard Version)"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n = read.one(2, 5 * 10**4)
        read.ints(n, 1, 10**9)
        read.ints(n, 1, 10**9)
        read.add("n", n, 5 * 10**4)


if __name__ == "__main__":
    judge(rule)
