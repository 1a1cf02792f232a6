"""Queries: which tags, and which ends or vertices they ask for.

STAB appendix G: deepest leaf queries (LCA), repeated full rescans (two pointers), repeated queries on
duplicates (binary search). Tag fillers are `(count, tags, rng) -> list`; the ends of a range are two columns,
each with an `ArrayFiller`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from slowpath.catalogue import arrays
from slowpath.catalogue.construction import Construction, by_name

FILLED = "structures filled, then asked"
STAB = "STAB appendix G, tree traversal and two pointers"


def only(position: int) -> Callable[..., list[str]]:
    """Every query of one kind, counted in the order in which the format lists the kinds."""

    def filler(count, tags, rng):
        return [tags[position % len(tags)]] * count

    return filler


def in_turn(count, tags, rng):
    return [tags[i % len(tags)] for i in range(count)]


def one_then(first: int, second: int, share: float = 1 / 2) -> Callable[..., list[str]]:
    """A share of the rows, half of them, of one kind, the others of another: fill, then ask. What is asked for leaves a
    queue that is walked through: then two thirds are to come before the others are served."""

    def filler(count, tags, rng):
        before, after = tags[first % len(tags)], tags[second % len(tags)]
        filled = int(count * share)
        return [before] * filled + [after] * (count - filled)

    return filler


def uniform(count, tags, rng):
    return [tags[i] for i in rng.integers(0, len(tags), size=count)]


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
IN_PAIRS = 4


def tag_constructions(kinds: int) -> dict[str, Construction]:
    """What is made of so many kinds of query: each alone, one and then another, by turns, most of one first. Of more
    than `IN_PAIRS` kinds only the first and what follows in the list go before another, of more than eight the first
    eight are meant."""
    known = range(min(kinds, len(ORDINALS)))
    pairs = [(a, b) for a in known for b in known if a != b and (kinds <= IN_PAIRS or a == 0 or b == a + 1)]
    made = [Construction("random kinds", uniform, "whatever is slow by size alone", STAB)]
    if kinds > 1:
        rising, falling = [(a, b) for a, b in pairs if a < b], [(a, b) for a, b in pairs if a > b]
        made += [
            Construction(f"{ORDINALS[one]} kind only", only(one), "the dearest kind of query", STAB) for one in known
        ]
        made += [_filled_then_asked("half {}, half {}", *pair) for pair in rising]
        made.append(Construction("kinds in turn", in_turn, "lazy structures that settle at every query", STAB))
        made += [_filled_then_asked("half {}, half {}", *pair) for pair in falling]
        made += [_filled_then_asked("two thirds {}, then {}", *pair, 2 / 3) for pair in (*rising, *falling)]
    return by_name(*made)


def _filled_then_asked(name: str, first: int, second: int, share: float = 1 / 2) -> Construction:
    said = name.format(f"{ORDINALS[first]} kind", ORDINALS[second])
    return Construction(said, one_then(first, second, share), FILLED, STAB)


def numbered_kinds(kinds: int) -> dict[str, Construction]:
    """One kind and then another, of rows that say by a number from the least to the largest of what kind they are."""
    return {
        name: replace(made, filler=_as_numbers(made.filler))
        for name, made in tag_constructions(kinds).items()
        if made.against == FILLED
    }


def _as_numbers(filler: Callable[..., list]) -> Callable[..., np.ndarray]:
    return lambda length, lo, hi, rng: np.array(filler(length, range(lo, hi + 1), rng), dtype=np.int64)


Ends = tuple[Callable[..., np.ndarray], Callable[..., np.ndarray]]
PAIRS: dict[str, Ends] = {
    "whole range": (arrays.all_min, arrays.all_max),
    "last against first": (arrays.all_max, arrays.all_min),
    "last against last but one": (
        arrays.all_max,
        lambda length, lo, hi, rng: np.full(length, max(lo, hi - 1), dtype=np.int64),
    ),
    "both last": (arrays.all_max, arrays.all_max),
    "near the end": (arrays.top_few, arrays.top_few),
    "upper half": (arrays.upper_half, arrays.upper_half),
    "growing ranges": (arrays.all_min, arrays.ascending),
    "alternating ends": (
        arrays.alternating,
        lambda length, lo, hi, rng: hi + lo - arrays.alternating(length, lo, hi, rng),
    ),
}
"""Two columns of one record, as (first, second) fillers, by the name that the user reads."""
