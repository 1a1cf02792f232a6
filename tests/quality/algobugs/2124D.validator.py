"""2124D, "Make a Palindrome"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, k = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        read.demand(k <= n, "k <= n")
        read.ints(n, 1, n)
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
