"""2159B, "Rectangles"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, m = read.each((2, 250000), (2, 250000))
        read.demand(n * m <= 250000, "n * m <= 250000")
        for _ in range(n):
            read.word(m, m, "01")
        read.add("n * m", n * m, 250000)


if __name__ == "__main__":
    judge(rule)
