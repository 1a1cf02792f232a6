"""The worker's end of the pipe downwards."""

from __future__ import annotations

import os
from collections.abc import Iterator


def incoming_lines() -> Iterator[bytes]:
    """Lines on stdin until its end, as long as known inputs make them. Not through `sys.stdin`, whose lock a reading
    thread would still hold when the interpreter ends and wants to close it."""
    begun: list[bytes] = []
    while piece := os.read(0, 1 << 20):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            yield b"".join([*begun, end])
            begun = []
        begun.append(rest)
