"""2122C, "Manhattan Pairs"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n = read.one(2, 2 * 10**5)
        read.demand(n % 2 == 0, "n is even")
        for _ in range(n):
            read.ints(2, -(10**6), 10**6)
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
