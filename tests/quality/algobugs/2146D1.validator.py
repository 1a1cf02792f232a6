"""2146D1, "Max Sum OR (Easy Version)": l is always 0."""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**4)):
        low, high = read.each((0, 0), (0, 2 * 10**5 - 1))
        read.add("n", high - low + 1, 2 * 10**5)


if __name__ == "__main__":
    judge(rule)
