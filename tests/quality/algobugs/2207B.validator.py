"""2207B, "One Night At Freddy's"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m, seconds = read.each(*[(1, 2 * 10**5)] * 3)
        read.demand(n <= seconds, "n <= l")
        read.add("m * l", m * seconds, 2 * 10**5)
        a = read.ints(n, 1, seconds)
        read.demand(all(left < right for left, right in zip(a, a[1:], strict=False)), "a grows strictly")


if __name__ == "__main__":
    judge(rule)
