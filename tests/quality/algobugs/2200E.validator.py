"""2200E, "Divisive Battle"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n = read.one(1, 10**5)
        read.ints(n, 1, 10**6)
        read.add("n", n, 10**5)


if __name__ == "__main__":
    judge(rule)
