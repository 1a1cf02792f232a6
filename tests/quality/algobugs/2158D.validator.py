"""2158D, "Palindrome Flipping"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 5 * 10**3)):
        n = read.one(4, 100)
        read.word(n, n, "01")
        read.word(n, n, "01")
        read.add("n^2", n * n, 5 * 10**5)


if __name__ == "__main__":
    judge(rule)
