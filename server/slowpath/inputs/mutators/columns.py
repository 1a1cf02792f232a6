"""Changes of arrays and columns: elements rearranged, or one or several of them changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.filling.refit import taken
from slowpath.inputs.mutators.change import UNCHANGED, Change
from slowpath.inputs.mutators.numbers import changed_ints
from slowpath.inputs.mutators.order import KEEPING, below, rearranged
from slowpath.inputs.mutators.words import edited
from slowpath.model.format import Array, ElementType, FloatType, IntType, Scalar, TextType, WordType

REARRANGING = 0.35


def changed_array(item: Array, values: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Change:
    """Elements rearranged or changed, as the traits allow. `values` aren't empty."""
    fixed = bool(item.traits & {"permutation", "distinct", "strictly-sorted"})
    chance = 0.9 if "permutation" in item.traits else REARRANGING
    if len(values) > 1 and rng.random() < chance:
        key = values if isinstance(item.type, IntType) else None
        places, label = rearranged(len(values), rng, not fixed, key)
        return Change(taken(values, places), label, label in KEEPING)
    return changed_column(item.type, values, scope, rng, item.separator == "")


def changed_column(
    of: ElementType, values: Any, scope: Mapping[str, Any], rng: np.random.Generator, joined: bool = False
) -> Change:
    """One or several elements of a column (not empty) changed."""
    if isinstance(of, IntType):
        return _changed_integers(of, values, scope, rng)
    if isinstance(of, FloatType):
        scale = 10**of.decimals
        steps = np.array([round(value * scale) for value in values], dtype=object)
        made, label = changed_ints(steps, round(of.lo * scale), round(of.hi * scale), rng)
        return Change([round(step / scale, of.decimals) + 0.0 for step in made.tolist()], label)
    if joined:
        word, label = edited("".join(values), of, rng)
        return Change(list(word), label)
    at = below(len(values), rng)
    if not values[at]:
        return Change(values, UNCHANGED)
    word, label = _word(of, values[at], scope, rng)
    return Change([*values[:at], word, *values[at + 1 :]], label)


def changed_value(field: Scalar | Array, value: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Change:
    """The value of one field of a row, changed; `scope` has the row's other fields."""
    if isinstance(field, Array):
        return changed_array(field, value, scope, rng) if len(value) else Change(value, UNCHANGED)
    if isinstance(field.type, IntType):
        made, label = changed_ints(
            np.array([value], dtype=object), field.type.lo.value(scope), field.type.hi.value(scope), rng
        )
        return Change(int(made[0]), label)
    change = changed_column(field.type, [value], scope, rng)
    return Change(change.values[0], change.label)


def _changed_integers(of: IntType, values: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Change:
    lo, hi = (_extreme(bound, scope) for bound in (of.lo, of.hi))
    if isinstance(values, np.ndarray):
        return Change(
            *changed_ints(
                values, lo if lo is not None else int(values.min()), hi if hi is not None else int(values.max()), rng
            )
        )
    wide = np.array(values, dtype=object)
    made, label = changed_ints(wide, min(values) if lo is None else lo, max(values) if hi is None else hi, rng)
    return Change(made.tolist(), label)


def _word(of: WordType | TextType, word: str, scope: Mapping[str, Any], rng: np.random.Generator) -> tuple[str, str]:
    if rng.random() < 0.7:
        return edited(word, of, rng)
    longest = _extreme(of.length_hi, scope)
    if rng.random() < 0.5 and longest is not None and len(word) < longest:
        return (word * 2)[:longest], "doubled"
    return word[: 1 + below(len(word), rng)], "cut"


def _extreme(bound: Any, scope: Mapping[str, Any]) -> int | None:
    """A bound's value where it doesn't mention other fields of the row."""
    try:
        return int(bound.value(scope))
    except (KeyError, TypeError, ValueError):
        return None
