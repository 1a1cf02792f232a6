"""A fuzzer of bytes that is a program of its own and takes part in a search by turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

Mutate = Callable[[bytes, int, int], Sequence[bytes]]
"""From a parent, how many children are wanted and their largest length in bytes, to as many children; b"" for one that
couldn't be made."""


class ByteFuzzer(Protocol):
    """Fuzzes the program under test with children that `mutate` makes. `largest_bytes` is the longest input it
    handles. It stands still but while it's advanced; what it does there hangs on clocks."""

    largest_bytes: int

    def begin(self, seeds: Sequence[bytes], mutate: Mutate, rng_seed: int) -> None:
        """Starts it, once. `seeds` are valid inputs, at least one."""
        ...

    def advance(self, seconds: float) -> list[bytes]:
        """Lets it run so long, and returns what it kept since the last time, first found first. Raises `TargetBroken`
        when it ended by itself."""
        ...
