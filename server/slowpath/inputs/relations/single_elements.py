"""A condition on one element of a list: `a[0] == 0`, `c[n-1] != 0`, `i[0] == 0` in rows.

The first coefficient of a power series, the leading one of a polynomial, the root's parent. Where the list is too
short to have the element, the condition holds.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, over_rows, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import ROW, Array, InputFormat, IntType, Records, Relation, Scalar

TESTS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""The comparison that says the same with its sides exchanged."""


def has_elements(place: Place | None) -> bool:
    """Whether single elements of a variable can be spoken of: an array of integers or a column of them."""
    if place is None or not isinstance(getattr(place.item, "type", None), IntType):
        return False
    return (isinstance(place.item, Array) and place.rows is None) or (
        isinstance(place.item, Scalar) and isinstance(place.rows, Records)
    )


def element_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """What is wrong with the element in one scope, "" where nothing is."""
    values, index = scope[relation.left.text], relation.others[0].value(scope)
    if not 0 <= index < len(values):
        return ""
    value, bound = int(values[index]), relation.right.value(scope)
    return "" if TESTS[relation.operator](value, bound) else f"element {index} is {value}, the bound {bound}"


def repair_element(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Gives the element a value that obeys the relation; others follow as the list's traits want it.

    Raises `CannotGenerate` where its bounds leave none.
    """
    name = relation.left.text
    if name not in instance or not element_flaw(relation, scope):
        return
    place, values = places(fmt)[name], instance[name]
    index = relation.others[0].value(scope)
    lo, hi = allowed(relation.operator, *element_bounds(place, values, index, scope), relation.right.value(scope))
    old = int(values[index])
    fresh = random_int(lo, hi, rng) if lo <= hi else old
    if relation.operator == "!=" and fresh == relation.right.value(scope):
        fresh = fresh + 1 if fresh < hi else fresh - 1
    if not lo <= fresh <= hi or lo > hi:
        raise CannotGenerate(str(relation))
    owner = place.rows if isinstance(place.rows, Records) and place.rows.fields[0] is place.item else place.item
    instance[name] = with_element(values, index, fresh, getattr(owner, "traits", frozenset()))


def element_bounds(place: Place, values: Any, index: int, scope: Mapping[str, Any]) -> tuple[int, int]:
    """The bounds of one element."""
    lows, highs = all_bounds(place, values, scope)
    return int(lows[index]), int(highs[index])


def all_bounds(place: Place, values: Any, scope: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The bounds of every element."""
    of: Any = place.item.type  # type: ignore[union-attr]
    columns = {ROW: np.arange(len(values))}
    if isinstance(place.rows, Records):
        columns |= {field.name: scope[field.name] for field in place.rows.fields if isinstance(field, Scalar)}
    lows, highs = (
        np.broadcast_to(np.asarray(over_rows(end, scope, columns, len(values)), dtype=object), len(values))
        for end in (of.lo, of.hi)
    )
    return lows, highs


def allowed(operator: str, lo: int, hi: int, bound: int) -> tuple[int, int]:
    """The part of `lo..hi` that a comparison with `bound` leaves (of "!=": all but the bound itself)."""
    match operator:
        case "==":
            return max(lo, bound), min(hi, bound)
        case "<" | "<=":
            return lo, min(hi, bound - (operator == "<"))
        case ">" | ">=":
            return max(lo, bound + (operator == ">")), hi
    return lo, hi


def with_element(values: Any, index: int, fresh: int, traits: frozenset[str]) -> Any:
    """`values` with another element at `index`: where none may stand twice the two change places, and in an order
    those beside it give way."""
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    if traits & {"distinct", "permutation"} and fresh in listed:
        listed[listed.index(fresh)] = listed[index]
    listed[index] = fresh
    if traits & {"sorted", "reverse-sorted"}:
        low, high = (max, min) if "sorted" in traits else (min, max)
        listed = [
            *(high(value, fresh) for value in listed[:index]),
            fresh,
            *(low(value, fresh) for value in listed[index + 1 :]),
        ]
    return np.array(listed, dtype=np.int64) if isinstance(values, np.ndarray) else listed
