"""2194D, "Table Cut"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((1, 3 * 10**5), (1, 3 * 10**5))
        read.demand(n * m >= 2, "n * m >= 2")
        read.add("n * m", n * m, 3 * 10**5)
        for _ in range(n):
            read.ints(m, 0, 1)


if __name__ == "__main__":
    judge(rule)
