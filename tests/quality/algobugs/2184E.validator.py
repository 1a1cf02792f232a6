"""2184E, "Exquisite Array"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 25000)):
        n = read.one(2, 10**5)
        p = read.ints(n, 1, n)
        read.demand(len(set(p)) == n, "p is a permutation")
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
