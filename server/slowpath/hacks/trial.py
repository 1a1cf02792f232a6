"""What running the program on a model's test showed, for the model's next round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Tried:
    """Whether the program fails on a test; `breaks` None where that can't be said. `told` is what goes back to the
    model where it doesn't ("the program prints 3, which is right")."""

    breaks: bool | None
    told: str = ""


Trial = Callable[[bytes], Tried]
"""Runs the program, and a reference where there is one, on a valid test."""


def untried(data: bytes) -> Tried:
    """For callers that run nothing: valid is all that a test then has to be."""
    return Tried(None)
