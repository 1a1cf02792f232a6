"""2144D, "Price Tags". The statement bounds no sum."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10)):
        n, _y = read.each((1, 2 * 10**5), (1, 10**9))
        read.ints(n, 1, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
