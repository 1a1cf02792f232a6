"""2158C, "Annoying Game"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, _k = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        read.ints(n, -(10**9), 10**9)
        read.ints(n, 0, 10**9)
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
