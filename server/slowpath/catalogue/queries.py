"""Queries: which tags, and which ends or vertices they ask for.

STAB appendix G: deepest leaf queries (LCA), repeated full rescans (two pointers), repeated queries on
duplicates (binary search). Tag fillers are `(count, tags, rng) -> list`; the ends of a range are two columns,
each with an `ArrayFiller`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue import arrays
from slowpath.catalogue.construction import Construction, by_name

STAB = "STAB appendix G, tree traversal and two pointers"


def only(position: int) -> Callable[..., list[str]]:
    """Every query of one kind, counted in the order in which the format lists the kinds."""

    def filler(count, tags, rng):
        return [tags[position % len(tags)]] * count

    return filler


def in_turn(count, tags, rng):
    return [tags[i % len(tags)] for i in range(count)]


def first_then(position: int) -> Callable[..., list[str]]:
    """The first half of one kind, the second half of the next: fill, then ask."""

    def filler(count, tags, rng):
        before, after = tags[position % len(tags)], tags[(position + 1) % len(tags)]
        return [before] * (count // 2) + [after] * (count - count // 2)

    return filler


def uniform(count, tags, rng):
    return [tags[i] for i in rng.integers(0, len(tags), size=count)]


TAGS = by_name(
    Construction("random kinds", uniform, "whatever is slow by size alone", STAB),
    Construction("half first kind, half second", first_then(0), "structures filled, then asked", STAB),
    Construction("kinds in turn", in_turn, "lazy structures that settle at every query", STAB),
    Construction("first kind only", only(0), "the dearest kind of query", STAB),
    Construction("second kind only", only(1), "the dearest kind of query", STAB),
    Construction("half second kind, half third", first_then(1), "structures filled, then asked", STAB),
    Construction("third kind only", only(2), "the dearest kind of query", STAB),
)

Ends = tuple[Callable[..., np.ndarray], Callable[..., np.ndarray]]
PAIRS: dict[str, Ends] = {
    "whole range": (arrays.all_min, arrays.all_max),
    "last against first": (arrays.all_max, arrays.all_min),
    "last against last but one": (arrays.all_max, lambda length, lo, hi, rng:
                                  np.full(length, max(lo, hi - 1), dtype=np.int64)),
    "both last": (arrays.all_max, arrays.all_max),
    "near the end": (arrays.top_few, arrays.top_few),
    "upper half": (arrays.upper_half, arrays.upper_half),
    "growing ranges": (arrays.all_min, arrays.ascending),
    "alternating ends": (arrays.alternating, lambda length, lo, hi, rng:
                         hi + lo - arrays.alternating(length, lo, hi, rng)),
}
"""Two columns of one record, as (first, second) fillers, by the name that the user reads."""
