"""2203C, "Test Generator"."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        read.each((1, 10**18), (1, 10**18))


if __name__ == "__main__":
    judge(rule)
