"""2194E, "The Turtle Strikes Back"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((1, 10**6), (1, 10**6))
        read.add("n * m", n * m, 10**6)
        best = max(max(read.ints(m, -(10**9), 10**9)) for _ in range(n))
        read.demand(best >= 0, "some slice isn't negative")


if __name__ == "__main__":
    judge(rule)
