"""2165C, "Binary Wine"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, q = read.each((1, 5 * 10**5), (1, 5 * 10**4))
        read.ints(n, 0, 2**30 - 1)
        for _ in range(q):
            read.one(0, 2**30 - 1)
        read.add("n", n, 5 * 10**5)
        read.add("q", q, 5 * 10**4)


if __name__ == "__main__":
    judge(rule)
