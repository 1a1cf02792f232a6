"""Numbers no two of which are equal, from numbers some of which are.

Where about as many are equal as chance makes, those are drawn again from what is unused, which leaves the others as
random as they were. Where a construction asks for fewer values than there are places (all the largest, two values by
turns), those that stand there already go to the nearest unused ones: what it asks for is kept as far as it can be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from slowpath.inputs.number_sets import without
from slowpath.inputs.sizes.assign import CannotGenerate, random_int

_LARGEST_SPAN = 2**62


def distinct_numbers(values: Any, lo: int, hi: int, rng: np.random.Generator, what: str) -> Any:
    """`values`, an array or a list of integers within `lo..hi`, with repetitions replaced by unused values. Raises
    `CannotGenerate` where there are too few."""
    if hi - lo + 1 < len(values):
        raise CannotGenerate(f"{len(values)} distinct values of {what} in {lo}..{hi}")
    return (_distinct_array if isinstance(values, np.ndarray) else _distinct_list)(values, lo, hi, rng)


def _distinct_array(values: np.ndarray, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    used, first = np.unique(values, return_index=True)
    missing = values.size - used.size
    if not missing:
        return values
    if not _is_chance(missing, values.size, hi - lo + 1):
        return _nearest_distinct(values, lo, hi).astype(np.int64)
    if hi - lo + 1 <= 8 * values.size:
        fresh = rng.permutation(np.setdiff1d(np.arange(lo, hi + 1), used, assume_unique=True))[:missing]
    else:
        fresh = np.empty(0, dtype=np.int64)
        while fresh.size < missing:
            more = np.concatenate((fresh, rng.integers(lo, hi, 2 * missing, endpoint=True)))
            fresh = without(more, used)
        fresh = rng.permutation(fresh)[:missing]
    made = values.copy()
    repeated = np.ones(values.size, dtype=bool)
    repeated[first] = False
    made[repeated] = fresh
    return made


def _is_chance(missing: int, count: int, among: int) -> bool:
    """Whether about so many repetitions are made by drawing `count` of `among` values, each as likely."""
    usual = max(0.0, count + among * math.expm1(-count / among))
    return missing <= 1.2 * usual + 3 * math.sqrt(usual)


def _nearest_distinct(values: np.ndarray, lo: int, hi: int) -> np.ndarray:
    """`values` with repetitions moved to the next larger unused values, at the upper end to the next smaller ones."""
    if hi - lo > _LARGEST_SPAN:
        values = values.astype(object)
    used, first = np.unique(values, return_index=True)
    repeated = without(np.arange(values.size), first)
    repeated = repeated[np.argsort(values[repeated], kind="stable")]
    # An unused value is known by how many unused ones are smaller.
    smaller = used - lo - np.arange(used.size).astype(values.dtype)
    places = np.arange(repeated.size).astype(values.dtype)
    wanted = values[repeated] - lo + 1 - np.searchsorted(used, values[repeated], side="right")
    taken = np.maximum.accumulate(wanted - places) + places
    taken = np.minimum(taken, hi - lo + 1 - values.size + places)
    made = values.copy()
    made[repeated] = lo + taken + np.searchsorted(smaller, taken, side="right")
    return made


def _distinct_list(values: Sequence[int], lo: int, hi: int, rng: np.random.Generator) -> list[int]:
    missing = len(values) - len(set(values))
    if missing and not _is_chance(missing, len(values), hi - lo + 1):
        return _nearest_distinct(np.array(values, dtype=object), lo, hi).tolist()
    seen: set[int] = set()
    made = []
    for value in values:
        while value in seen:
            value = random_int(lo, hi, rng)  # noqa: PLW2901 - drawn again until it is new
        seen.add(value)
        made.append(value)
    return made
