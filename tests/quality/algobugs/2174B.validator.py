"""2174B, "Wishing Cards"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**3)):
        n, k = read.each((1, 10**5), (1, 360))
        read.ints(n, 0, k)
        read.add("n", n, 5 * 10**5)
        read.add("k", k, 1800)


if __name__ == "__main__":
    judge(rule)
