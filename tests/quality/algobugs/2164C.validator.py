"""2164C, "Dungeon". The sums of n and of m are bounded one by one ("respectively")."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        read.ints(n, 1, 10**9)
        read.ints(m, 1, 10**9)
        read.ints(m, 0, 10**9)
        read.add("n", n, 2 * 10**5)
        read.add("m", m, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
