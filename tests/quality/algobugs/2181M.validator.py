"""2181M, "Medical Parity".

The statement bounds t by the total length alone, since every string has a character.
"""

from __future__ import annotations

from strict_input import Lines, judge


def rule(read: Lines) -> None:
    for _ in range(read.one(1, 10**6)):
        x = read.word(1, 10**6, "01")
        read.word(len(x), len(x), "01")
        read.add("the lengths", len(x), 10**6)


if __name__ == "__main__":
    judge(rule)
