"""How an input is to be filled: the `Plan` that catalogue and engine hand to `generate`, and its fillers.

A plan says only what it wants; `slowpath.inputs.filling.generate` makes it valid. Every mapping is by variable name
and may leave names out. What a plan doesn't say is drawn at random within the format's bounds.

| mapping    | for                                                 | value                                   |
|------------|-----------------------------------------------------|-----------------------------------------|
| `sizes`    | scalars that govern lengths and counts; words       | the value; a word's is its length       |
| `scalars`  | any other scalar                                    | "max", "min", "random" or an int        |
| `arrays`   | arrays and record columns of integers or floats     | `ArrayFiller`                           |
| `words`    | words and texts: scalar, array, column, grid rows   | `WordFiller`, called once per word      |
| `matrices` | matrices, and character grids (as alphabet indices) | `MatrixFiller`                          |
| `edges`    | trees and graphs, by the name of the first endpoint | `EdgeFiller`                            |
| `tags`     | tagged queries; words in rows that are one of few   | `TagFiller`                             |

Sizes are wishes: one that can't hold beside the others is clipped to what can. Fillers propose values; those
outside of the bounds are clipped, and traits and relations are repaired, keeping what can be kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

CasePlan = Literal["even", "one", "tiny", "tail", "random"]
"""How sizes spread over test cases. "even": every case takes the planned sizes, cut to its equal share of
each sum bound. "one": as few cases as allowed, the first with the planned sizes, the others smallest.
"tiny": as many cases as allowed (or as planned), each smallest. "tail": as "tiny", and the last case takes
all that the sum bounds leave. "random": sizes drawn at random within the sum bounds. A planned count of
cases is kept in all of them."""

Proof = Literal["rules", "optimal", "feasible", "greedy"]

MOST_VALUES = 50_000_000
_TAKES_ROWS = "takes_rows"

ScalarWish = int | Literal["max", "min", "random"]


class ArrayFiller(Protocol):
    """Proposes `length` integers in `[lo, hi]`, as an int64 array."""

    def __call__(self, length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray: ...


def for_each_row(filler: ArrayFiller) -> ArrayFiller:
    """Marks a filler that takes an array of bounds as well: where each element has its own, such as a place in a list
    that grows, its proposals are within these, and others within the least and the largest, clipped."""
    setattr(filler, _TAKES_ROWS, True)
    return filler


def takes_rows(filler: ArrayFiller) -> bool:
    """Whether a filler may be called with one bound for each element."""
    return bool(getattr(filler, _TAKES_ROWS, False))


class WordFiller(Protocol):
    """Proposes a word of `length` characters of `alphabet`."""

    def __call__(self, length: int, alphabet: str, rng: np.random.Generator) -> str: ...


class EdgeFiller(Protocol):
    """Proposes `count` edges among vertices `1..vertices`, as two int64 arrays."""

    def __call__(self, vertices: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]: ...


class MatrixFiller(Protocol):
    """Proposes a `rows` by `columns` int64 array with values in `[lo, hi]`."""

    def __call__(self, rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray: ...


class TagFiller(Protocol):
    """Proposes `count` tags out of `tags`, in order."""

    def __call__(self, count: int, tags: tuple[str, ...], rng: np.random.Generator) -> list[str]: ...


@dataclass(frozen=True)
class Plan:
    """What an input is to look like; see the module's table. `Plan()` is a random input. One with more than
    `most_values` values, or characters of words, isn't made: by default some hundred megabytes."""

    sizes: Mapping[str, int] = field(default_factory=dict)
    arrays: Mapping[str, ArrayFiller] = field(default_factory=dict)
    words: Mapping[str, WordFiller] = field(default_factory=dict)
    matrices: Mapping[str, MatrixFiller] = field(default_factory=dict)
    edges: Mapping[str, EdgeFiller] = field(default_factory=dict)
    scalars: Mapping[str, ScalarWish] = field(default_factory=dict)
    tags: Mapping[str, TagFiller] = field(default_factory=dict)
    cases: CasePlan = "even"
    most_values: int = MOST_VALUES


@dataclass(frozen=True)
class Boundary:
    """A resolved boundary (STAB section 3.1): sizes that hold together under all constraints of a format.

    `sizes` has an entry per size variable (a word's is its length); `cases` is the case plan to use it with.
    Every boundary was checked against the constraints. `proof` says how far it is known to be the largest:
    "rules" (every size at its own bound), "optimal" (the solver proved it), "feasible" (the solver reached its
    limit of effort: larger ones may exist), "greedy" (numbers beyond the solver: each as far as the rest allows).
    """

    label: str
    sizes: dict[str, int]
    cases: CasePlan = "even"
    proof: Proof = "rules"
