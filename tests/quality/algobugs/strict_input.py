"""How the validators of this folder read an input: line by line, with nothing forgiven.

Numbers stand without signs or zeros that mean nothing, one blank apart; every line ends in a line feed, the last too.
A validator is a rule, `def rule(read)`, which takes lines from `read` and raises `Refused` where one breaks the
statement's rules; `judge(rule)` is its program. It shares no code with the tool whose inputs it judges.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import NoReturn

VALID, INVALID = 42, 43
_INTEGER = rb"(?:0|-?[1-9][0-9]*)"
_INTEGERS = re.compile(_INTEGER + rb"(?: " + _INTEGER + rb")*")


class Refused(Exception):
    """The input breaks a rule, which is the message."""


class Lines:
    """The lines of an input in order, and what is added up over its test cases."""

    def __init__(self, data: bytes) -> None:
        *self._lines, self._rest = data.split(b"\n")
        self._next = 0
        self._sums: dict[str, int] = {}

    def ints(self, count: int, low: int, high: int) -> list[int]:
        """A line of `count` integers, each from `low` to `high`."""
        values = self.free_ints()
        if len(values) != count:
            self.refuse(f"{len(values)} numbers instead of {count}")
        self._within(values, low, high)
        return values

    def each(self, *bounds: tuple[int, int]) -> list[int]:
        """A line with one integer for each pair of bounds."""
        values = self.free_ints()
        if len(values) != len(bounds):
            self.refuse(f"{len(values)} numbers instead of {len(bounds)}")
        for value, (low, high) in zip(values, bounds, strict=True):
            self._within([value], low, high)
        return values

    def one(self, low: int, high: int) -> int:
        """A line with one integer."""
        return self.ints(1, low, high)[0]

    def free_ints(self) -> list[int]:
        """A line of any number of integers, at least one."""
        line = self._line()
        if not _INTEGERS.fullmatch(line):
            self.refuse(f"no integers, one blank apart: {line[:40]!r}")
        return list(map(int, line.split(b" ")))

    def word(self, low: int, high: int, alphabet: str) -> str:
        """A line that is one word of `low` to `high` characters, all of the alphabet."""
        line = self._line()
        if not low <= len(line) <= high:
            self.refuse(f"a word of {len(line)} characters, not {low} to {high}")
        if line.translate(None, alphabet.encode()):
            self.refuse(f"characters other than {alphabet!r}: {line[:40]!r}")
        return line.decode()

    def add(self, name: str, value: int, most: int) -> None:
        """Adds to a sum over all test cases, which may be `most` at most."""
        self._sums[name] = self._sums.get(name, 0) + value
        if self._sums[name] > most:
            self.refuse(f"the sum of {name} is over {most}")

    def demand(self, holds: bool, rule: str) -> None:
        """Refuses the input where a rule of the statement doesn't hold."""
        if not holds:
            self.refuse(f"not so: {rule}")

    def end(self) -> None:
        """Nothing stands behind the last line."""
        if self._next < len(self._lines) or self._rest:
            self.refuse("more than the input should hold, or no line feed at its end")

    def refuse(self, why: str) -> NoReturn:
        """Raises `Refused` with the line that was read last."""
        raise Refused(f"line {self._next}: {why}")

    def _line(self) -> bytes:
        if self._next >= len(self._lines):
            self.refuse("the input ends too soon")
        self._next += 1
        return self._lines[self._next - 1]

    def _within(self, values: list[int], low: int, high: int) -> None:
        for extreme in (min(values), max(values)):
            if not low <= extreme <= high:
                self.refuse(f"{extreme} isn't within {low}..{high}")


def objection(rule: Callable[[Lines], None], data: bytes) -> str | None:
    """Why the rule refuses an input, None where it takes it."""
    lines = Lines(data)
    try:
        rule(lines)
        lines.end()
    except Refused as refused:
        return str(refused)
    return None


def judge(rule: Callable[[Lines], None]) -> NoReturn:
    """Judges standard input: ends with 42 where the rule takes it; else with 43, and says why on standard error."""
    why = objection(rule, sys.stdin.buffer.read())
    if why is not None:
        sys.stderr.write(f"{why}\n")
    sys.exit(VALID if why is None else INVALID)
