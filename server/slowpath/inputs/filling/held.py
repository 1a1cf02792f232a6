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


def held_before(item: Tagged, tags: Sequence[str], scope: Mapping[str, Any]) -> np.ndarray:
    """How many things are held before each row; zeros where nothing is counted."""
    if item.held is None:
        return np.zeros(len(tags), dtype=np.int64)
    steps = {variant.tag: EFFECT_STEPS.get(variant.effect, 0) for variant in item.variants}
    changes = np.array([steps[tag] for tag in tags], dtype=np.int64)
    return int(item.held.value(scope)) + np.cumsum(changes) - changes


def places_of(item: Tagged, rows: Sequence[tuple], scope: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each row knows of its place."""
    held = held_before(item, [row[0] for row in rows], scope).tolist()
    return [{ROW: number, HELD: amount} for number, amount in enumerate(held)]


def first_unfit(item: Tagged, tags: Sequence[str], scope: Mapping[str, Any]) -> int | None:
    """The first row (0-based) that wants something to be held where nothing is."""
    if item.held is None:
        return None
    wanting = {variant.tag for variant in item.variants if wants_one(variant)}
    missing = np.flatnonzero((held_before(item, tags, scope) < 1) & np.array([tag in wanting for tag in tags], bool))
    return int(missing[0]) if missing.size else None


def fitting_tags(item: Tagged, tags: Sequence[str], scope: Mapping[str, Any], rng: np.random.Generator) -> list[str]:
    """`tags` with other kinds where something has to be held and nothing is."""
    made = list(tags)
    if first_unfit(item, made, scope) is None:
        return made
    assert item.held is not None
    variants = {variant.tag: variant for variant in item.variants}
    others = [variant.tag for variant in item.variants if not wants_one(variant)]
    if not others:
        raise CannotGenerate(f"queries of {item.name} that take nothing, when nothing is held")
    held = int(item.held.value(scope))
    drawn = iter(rng.integers(len(others), size=len(made)).tolist())
    for place, tag in enumerate(made):
        if held < 1 and wants_one(variants[tag]):
            made[place] = others[next(drawn)]
        held += EFFECT_STEPS.get(variants[made[place]].effect, 0)
    return made
