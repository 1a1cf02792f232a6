"""What a proof is: a small implementation that counts its steps, an attack, and the usual input of the same size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.catalogue.arrays import ARRAYS

LO, HI = 1, 10**9


@dataclass(frozen=True)
class Proof:
    """`construction` (a name in the entry) makes `implementation` of `scenario` cost at least `factor` times as much as
    the usual input does; exactly `worst` where the worst is known."""

    scenario: str
    implementation: str
    construction: str
    cost: Callable[[Any], int]
    attack: Callable[[], Any]
    usual: Callable[[np.random.Generator], Any]
    factor: float
    worst: int | None = None

    def __str__(self) -> str:
        return f"{self.implementation}: {self.construction}"


def array(name: str, length: int, lo: int = LO, hi: int = HI) -> Callable[[], list[int]]:
    """The array construction of that name."""
    return lambda: ARRAYS[name].filler(length, lo, hi, np.random.default_rng(5)).tolist()


def random_array(length: int, lo: int = LO, hi: int = HI) -> Callable[[np.random.Generator], list[int]]:
    """A random array of that length."""
    return lambda rng: rng.integers(lo, hi, size=length, endpoint=True).tolist()
