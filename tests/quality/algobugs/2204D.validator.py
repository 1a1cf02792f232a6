"""2204D, "Alternating Path"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((1, 2 * 10**5), (0, 2 * 10**5))
        edges = set()
        for _ in range(m):
            v, u = read.each((1, n), (1, n))
            read.demand(v != u, "no edge is a loop")
            edges.add((min(v, u), max(v, u)))
        read.demand(len(edges) == m, "no edge stands twice")
        read.add("n", n, 2 * 10**5)
        read.add("m", m, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
