"""2184G, "Nastiness of Segments"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, q = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        read.ints(n, 1, 2 * 10**5)
        for _ in range(q):
            kind, first, second = read.each((1, 2), (1, n), (1, 2 * 10**5))
            read.demand(kind == 1 or first <= second <= n, "1 <= l <= r <= n")
        read.add("n", n, 2 * 10**5)
        read.add("q", q, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
