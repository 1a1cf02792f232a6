"""2206H, "Reflect Sort": a single test."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    read.ints(read.one(2, 100000), 1, 10**9)


if __name__ == "__main__":
    judge(rule)
