"""2217D, "Flip the Bit (Hard Version)"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        n, k = read.each((1, 2 * 10**5), (1, 2 * 10**5))
        read.demand(k <= n, "k <= n")
        a = read.ints(n, 0, 1)
        p = read.ints(k, 1, n)
        read.demand(all(left < right for left, right in zip(p, p[1:], strict=False)), "p grows strictly")
        read.demand(len({a[index - 1] for index in p}) == 1, "a is the same at all special indices")
        read.add("n", n, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
