"""Queries that add something and take something: how many things are held before each of them.

A queue that is popped only when it isn't empty, an index into a list that grows: `Tagged.held` is the number at first,
`Variant.effect` what a kind of query does to it, and `HELD` that number in the bounds of the fields. With `ROW` it is
what a query's fields may know of its place among the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.format import HELD, ROW, Tagged, Variant
from slowpath.model.nodes import mentioned

EFFECT_STEPS = {"adds": 1, "takes": -1}


def is_numbered(item: Tagged) -> bool:
    """Whether rows depend on their place: on how many things are held, or on their index."""
    return item.held is not None or any(
        ROW in mentioned(field) for variant in item.variants for field in variant.fields
    )


def wants_one(variant: Variant) -> bool:
    """Whether something must be held before such a query."""
    return variant.effect in ("takes", "needs")


def kinds_of_rows(item: Tagged, tags: Sequence[str]) -> np.ndarray:
    """Of which kind each row is, as an index into `item.variants`. Raises `KeyError` for a tag of no kind."""
    numbers = {variant.tag: number for number, variant in enumerate(item.variants)}
    return np.fromiter(map(numbers.__getitem__, tags), dtype=np.int64, count=len(tags))


def held_before(item: Tagged, kinds: np.ndarray, scope: Mapping[str, Any]) -> np.ndarray:
    """How many things are held before each row of these kinds; zeros where nothing is counted."""
    if item.held is None:
        return np.zeros(kinds.size, dtype=np.int64)
    changes = _steps(item)[kinds]
    return int(item.held.value(scope)) + np.cumsum(changes) - changes


def _steps(item: Tagged) -> np.ndarray:
    """By how much a row of each kind changes what is held."""
    return np.array([EFFECT_STEPS.get(variant.effect, 0) for variant in item.variants], dtype=np.int64)


def _wanting(item: Tagged) -> np.ndarray:
    """Which kinds want something to be held."""
    return np.array([wants_one(variant) for variant in item.variants], dtype=bool)


def places_of(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each row knows of its place."""
    held = held_before(item, kinds_of_rows(item, [row[0] for row in rows]), scope).tolist()
    return [{ROW: number, HELD: amount} for number, amount in enumerate(held)]


def first_unfit(item: Tagged, kinds: np.ndarray, scope: Mapping[str, Any]) -> int | None:
    """The first row (0-based) that wants something to be held where nothing is."""
    if item.held is None:
        return None
    missing = np.flatnonzero((held_before(item, kinds, scope) < 1) & _wanting(item)[kinds])
    return int(missing[0]) if missing.size else None


def fitting_places(item: Tagged, kinds: np.ndarray, kind: int, scope: Mapping[str, Any]) -> np.ndarray:
    """The rows (0-based) that may become queries of a kind, so that something is still held wherever it has to be; of
    these those that take nothing from later rows, where there are any."""
    if item.held is None:
        return np.arange(kinds.size)
    plenty = np.iinfo(np.int64).max // 2
    held, wanting, steps = held_before(item, kinds, scope), _wanting(item), _steps(item)
    change = steps[kind] - steps[kinds]
    wanted = np.where(wanting[kinds], held, plenty)
    later = np.append(np.minimum.accumulate(wanted[::-1])[::-1][1:], plenty)
    fits = (later + change >= 1) & ((held >= 1) | ~wanting[kind])
    gentle = fits & (change >= 0)
    return np.flatnonzero(gentle if gentle.any() else fits)


def fitting_kinds(item: Tagged, kinds: np.ndarray, scope: Mapping[str, Any], rng: np.random.Generator) -> np.ndarray:
    """`kinds` with others where something has to be held and nothing is."""
    if first_unfit(item, kinds, scope) is None:
        return kinds
    assert item.held is not None
    wanting, steps = _wanting(item).tolist(), _steps(item).tolist()
    others = [kind for kind, wants in enumerate(wanting) if not wants]
    if not others:
        raise CannotGenerate(f"queries of {item.name} that take nothing, when nothing is held")
    held, made = int(item.held.value(scope)), kinds.tolist()
    drawn = iter(rng.integers(len(others), size=len(made)).tolist())
    for place in range(len(made)):
        if held < 1 and wanting[made[place]]:
            made[place] = others[next(drawn)]
        held += steps[made[place]]
    return np.array(made, dtype=np.int64)
