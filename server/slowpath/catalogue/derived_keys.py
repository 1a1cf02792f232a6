"""Values whose derived keys fall together: keys that a program reckons from a value and its place, or as a running sum.

`seen[a[i] - i]`, `count[prefix]`: what `hashing` says of keys holds of these, so the values follow from the keys. A key
that is looked up again and again is then another value at each place.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Filler = Callable[..., np.ndarray]
_LARGEST_SUM = 1 << 62


def less_place(keys: Filler, first: int) -> Filler:
    """Values that are the keys once their places, counted from `first`, are subtracted."""

    def filler(length, lo, hi, rng):
        most = hi - (first + length - 1)
        return (
            rng.integers(lo, hi, length, endpoint=True)
            if most < lo
            else keys(length, lo, most, rng) + np.arange(first, first + length)
        )

    return filler


def with_place(keys: Filler, first: int) -> Filler:
    """Values that are the keys once their places, counted from `first`, are added."""

    def filler(length, lo, hi, rng):
        least = lo + first + length - 1
        return (
            rng.integers(lo, hi, length, endpoint=True)
            if least > hi
            else keys(length, least, hi, rng) - np.arange(first, first + length)
        )

    return filler


def running_sum(keys: Filler) -> Filler:
    """Values whose sums from the first on are the keys, as long as one key follows from the last within bounds. Where
    the largest key is the last they rise."""

    def filler(length, lo, hi, rng):
        most = min(max(hi, 0) * length, _LARGEST_SUM)
        sums = keys(length, min(max(lo, 0), most), most, rng)
        if sums[-1] == sums.max():
            sums = np.sort(sums)
        return np.clip(np.diff(sums, prepend=0), lo, hi)

    return filler


WAYS: dict[str, tuple[tuple[str, Callable[[Filler], Filler]], ...]] = {
    "less place": (
        ("less their place", lambda keys: less_place(keys, 0)),
        ("less their place from 1", lambda keys: less_place(keys, 1)),
    ),
    "with place": (
        ("plus their place", lambda keys: with_place(keys, 0)),
        ("plus their place from 1", lambda keys: with_place(keys, 1)),
    ),
    "running sum": (("as sums from the first on", running_sum),),
}
"""By the way in which a program derives keys (`analysis.cues.derived_keys`): what is said of values, and how they are
made. Where places are counted from is no matter to a table that takes keys modulo a prime, but to one that has a fixed
order of probes."""
