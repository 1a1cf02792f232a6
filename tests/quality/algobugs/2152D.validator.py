"""2152D, "Division Versus Addition"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, q = read.each((1, 250000), (1, 250000))
        read.ints(n, 2, 10**9)
        for _ in range(q):
            left, right = read.each((1, n), (1, n))
            read.demand(left <= right, "l <= r")
        read.add("n", n, 250000)
        read.add("q", q, 250000)


if __name__ == "__main__":
    judge(rule)
