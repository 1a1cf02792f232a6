"""Elements compared with their own places: `where p != _row+1`, `where a <= _row+1`.

A number that isn't its own index, a choice among those before it. What breaks the relation is drawn again from what it
leaves; in a permutation, or where no value may stand twice, two elements change places instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import over_rows, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.single_elements import TESTS, TURNED, all_bounds, allowed, has_elements
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import ROW, InputFormat, Records, Relation

_TRIES = 40


def compares_with_place(fmt: InputFormat, relation: Relation) -> bool:
    """Whether a relation compares one list or column of integers, by itself on its side, with places in it."""
    name = _sides(relation)[0] if relation.kind == "compare" else ""
    return bool(name) and has_elements(places(fmt).get(name))


def _sides(relation: Relation) -> tuple[str, str, Any]:
    """(the bare name, the operator, what it is compared with), the name "" where the relation is another."""
    for side, other, operator in (
        (relation.left, relation.right, relation.operator),
        (relation.right, relation.left, TURNED.get(relation.operator, "")),
    ):
        if side.text.isidentifier() and side.text != ROW and ROW in other.names and side.text not in other.names:
            return side.text, operator, other
    return "", "", None


def repair_own_places(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Changes the elements that break the relation. Raises `CannotGenerate` where nothing else fits."""
    name, operator, other = _sides(relation)
    if name not in instance:
        return
    place, values = places(fmt)[name], instance[name]
    count = len(values)
    columns: dict[str, Any] = {ROW: np.arange(count)}
    if isinstance(place.rows, Records):
        columns |= {field.name: scope[field.name] for field in place.rows.fields if field.name != name}
    bounds = np.broadcast_to(np.asarray(over_rows(other, scope, columns, count)), count)
    numbers = values if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    test = TESTS[operator]
    wrong = np.flatnonzero(~np.asarray(test(numbers, bounds), dtype=bool)).tolist()
    if not wrong:
        return
    owner = place.rows if isinstance(place.rows, Records) and place.rows.fields[0] is place.item else place.item
    traits: frozenset[str] = getattr(owner, "traits", frozenset())
    made = numbers.copy()
    if traits & {"permutation", "distinct"}:
        _exchanged(made, wrong, bounds, operator, relation, rng)
    else:
        lows, highs = all_bounds(place, values, scope)
        for at in wrong:
            made[at] = _drawn(operator, int(lows[at]), int(highs[at]), int(bounds[at]), relation, rng)
    if traits & {"sorted", "reverse-sorted"}:
        made = np.sort(made) if "sorted" in traits else np.sort(made)[::-1].copy()
        if not np.asarray(test(made, bounds), dtype=bool).all():
            raise CannotGenerate(str(relation))
    instance[name] = made if isinstance(values, np.ndarray) else made.tolist()


def _drawn(operator: str, lo: int, hi: int, bound: int, relation: Relation, rng: np.random.Generator) -> int:
    lo, hi = allowed(operator, lo, hi, bound)
    is_barred = operator == "!=" and lo <= bound <= hi
    if lo > hi - is_barred:
        raise CannotGenerate(str(relation))
    fresh = random_int(lo, hi - is_barred, rng)
    return fresh + (is_barred and fresh >= bound)


def _exchanged(
    values: np.ndarray,
    wrong: list[int],
    bounds: np.ndarray,
    operator: str,
    relation: Relation,
    rng: np.random.Generator,
) -> None:
    """Wrong elements change places with others, until both hold at their new ones."""
    test, count = TESTS[operator], len(values)
    for at in wrong:
        if test(values[at], bounds[at]):
            continue
        # Some at random first; where few fit, all.
        for other in (*rng.integers(count, size=_TRIES).tolist(), *range(count)):
            if test(values[other], bounds[at]) and test(values[at], bounds[other]):
                values[at], values[other] = values[other], values[at]
                break
        else:
            raise CannotGenerate(str(relation))
