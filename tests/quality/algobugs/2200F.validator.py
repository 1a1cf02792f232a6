"""2200F, "Mooclear Reactor 2"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        for _ in range(n + m):
            read.each((1, 10**9), (0, n))
        read.add("n", n, 2 * 10**5)
        read.add("m", m, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
