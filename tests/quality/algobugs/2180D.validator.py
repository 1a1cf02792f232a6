"""2180D, "Insolvable Disks"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n = read.one(1, 2 * 10**6)
        x = read.ints(n, 0, 10**9)
        read.demand(all(left < right for left, right in zip(x, x[1:], strict=False)), "x grows strictly")
        read.add("n", n, 2 * 10**6)


if __name__ == "__main__":
    judge(rule)
