"""2205E, "Simons and Dividing the Rhythm"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 8000)):
        n = read.one(1, 8000)
        read.ints(n, 1, 8000)
        read.add("n", n, 8000)


if __name__ == "__main__":
    judge(rule)
