"""2193F, "Pizza Delivery"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, start, _ay, goal, _by = read.each((1, 2 * 10**5), *[(1, 10**9)] * 4)
        read.ints(n, start + 1, goal - 1)
        read.ints(n, 1, 10**9)
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
