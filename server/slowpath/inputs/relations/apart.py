"""Neighbours that differ: `where apart a` says that no two elements of a list that stand side by side are equal.

Said of an array of integers, of a field of rows from one row to the next, or of the characters of a word. What is drawn
otherwise is mended from left to right: an element that equals the one before it is drawn again, unlike both of its
neighbours where its bounds leave such a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.single_elements import all_bounds, has_elements
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import Array, InputFormat, Relation, Scalar, WordType

_TIED = frozenset({"sorted", "reverse-sorted", "parents"})
_FEW = 8


def can_be_apart(place: Place | None) -> bool:
    """Whether a variable has neighbours: a list or column of integers, joined characters, or a word of any form."""
    if place is None:
        return False
    of = getattr(place.item, "type", None)
    if isinstance(of, WordType) and place.rows is None:
        single = isinstance(place.item, Scalar) and not of.form
        return single or (isinstance(place.item, Array) and place.item.separator == "")
    return has_elements(place)


def apart_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """Which neighbours are equal, "" where none are."""
    values = scope[relation.left.text]
    wrong = _equal_to_last(values)
    if not wrong:
        return ""
    return f"elements {wrong[0]} and {wrong[0] + 1} are both {values[wrong[0]]!s}"


def repair_apart(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Draws elements again that equal the one before them. Raises `CannotGenerate` where bounds or an order leave no
    other value."""
    name = relation.left.text
    wrong = _equal_to_last(instance[name]) if name in instance else []
    if not wrong:
        return
    place, values = places(fmt)[name], instance[name]
    item: Any = place.item
    traits: frozenset[str] = getattr(item, "traits", frozenset())
    if traits & _TIED:
        raise CannotGenerate(str(relation))
    if isinstance(item.type, WordType):
        listed = [item.type.alphabet.index(letter) for letter in values]
        lows: Any = np.zeros(len(listed), dtype=np.int64)
        highs: Any = np.full(len(listed), len(item.type.alphabet) - 1)
    else:
        listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
        lows, highs = all_bounds(place, values, scope)
    for at in wrong:
        _mended(listed, at, lows, highs, relation, rng)
    if isinstance(item.type, WordType):
        letters = [item.type.alphabet[number] for number in listed]
        instance[name] = "".join(letters) if isinstance(values, str) else letters
    else:
        instance[name] = np.array(listed, dtype=np.int64) if isinstance(values, np.ndarray) else listed


def _equal_to_last(values: Any) -> list[int]:
    """The indexes of the elements that equal the one before them."""
    if isinstance(values, np.ndarray):
        return (np.flatnonzero(values[1:] == values[:-1]) + 1).tolist()
    return [at for at in range(1, len(values)) if values[at] == values[at - 1]]


def _mended(values: list[int], at: int, lows: Any, highs: Any, relation: Relation, rng: np.random.Generator) -> None:
    """Another value at `at`, and at those behind it that it is equal to."""
    while at < len(values) and values[at] == values[at - 1]:
        lo, hi = int(lows[at]), int(highs[at])
        barred = {values[at - 1], *values[at + 1 : at + 2]}
        if hi - lo < _FEW:
            free = [value for value in range(lo, hi + 1) if value not in barred] or [
                value for value in range(lo, hi + 1) if value != values[at - 1]
            ]
            if not free:
                raise CannotGenerate(str(relation))
            values[at] = free[int(rng.integers(len(free)))]
        else:
            while values[at] in barred:
                values[at] = random_int(lo, hi, rng)
        at += 1
