"""2205D, "Simons and Beating Peaks"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 5 * 10**4)):
        n = read.one(3, 5 * 10**5)
        a = read.ints(n, 1, n)
        read.demand(len(set(a)) == n, "all numbers are distinct")
        read.add("n", n, 5 * 10**5)


if __name__ == "__main__":
    judge(rule)
