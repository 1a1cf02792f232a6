"""Values that are all different across several variables: what a "distinct" relation means and how it is met.

`relation_kinds/distinct.py` reads it in the text form; what statements say is read in `infer/` (CONTRIBUTING.md).

Repair keeps as many of the values as it can: the first of equal ones stays, where values that can't move
(of scopes around, of scalars that sizes depend on, of permutations) come first and those just changed next.
The others are drawn from the values that nobody uses. Where every variable has bounds of its own and drawing
finds nothing, all values are dealt anew, earliest deadline first, which finds a deal whenever there is one.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import Place, over_rows, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.inputs.traits import interval_fields
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Records,
    Relation,
    Scalar,
    TextType,
    WordType,
)

_DRAWS = 20


def unfit_name(known: Mapping[str, Place], names: Sequence[str]) -> tuple[str, str] | None:
    """The first of `names` that can't be distinct with those before it, and why; None when all can."""
    words: bool | None = None
    deepest: tuple[str, ...] = ()
    for name in names:
        place = known.get(name)
        of = getattr(place.item, "type", None) if place is not None else None
        joined = place is not None and isinstance(place.item, Matrix) and place.item.separator == ""
        if place is None or place.is_tagged or of is None or isinstance(of, FloatType) or joined:
            return name, "isn't made of integers or words that can be compared"
        if words is not None and words != isinstance(of, WordType | TextType):
            return name, "has values of another type than those before"
        shared = min(len(place.path), len(deepest))
        if place.path[:shared] != deepest[:shared]:
            return name, "lives in other test cases than those it is compared with"
        deepest = max(deepest, place.path, key=len)
        words = isinstance(of, WordType | TextType)
    return None


def repeated_value(relation: Relation, scope: Mapping[str, Any]) -> Any:
    """A value that stands twice among the relation's variables in one scope, None where there is none."""
    values = [_flat(scope[name]) for name in relation.distinct_names]
    if all(isinstance(part, np.ndarray) for part in values):
        ordered = np.sort(np.concatenate(values))
        twice = np.flatnonzero(ordered[1:] == ordered[:-1])
        return int(ordered[twice[0]]) if twice.size else None
    seen: set[Any] = set()
    for value in chain.from_iterable(_listed(part) for part in values):
        if value in seen:
            return value
        seen.add(value)
    return None


def repair_distinct(
    fmt: InputFormat,
    relation: Relation,
    instance: Instance,
    scope: Mapping[str, Any],
    changed: Collection[str],
    rng: np.random.Generator,
) -> None:
    """Changes variables of `instance` until the relation holds in `scope`, those in `changed` as little as can be.

    Raises `CannotGenerate` when no values make it hold.
    """
    scope = {**scope, **instance}
    if repeated_value(relation, scope) is None:
        return
    known = places(fmt)
    free = [name for name in relation.distinct_names if name in instance and _can_move(known[name])]
    taken = [_listed(_flat(scope[name])) for name in relation.distinct_names if name not in free]
    order = rng.permutation(len(free)).tolist()
    free = sorted((free[place] for place in order), key=lambda name: name not in changed)
    fixed = list(chain.from_iterable(taken))
    if not free or len(set(fixed)) < len(fixed):
        raise CannotGenerate(str(relation))
    values = [_flat(instance[name]) for name in free]
    if isinstance(known[free[0]].item.type, IntType):  # type: ignore[union-attr]
        made = _different_ints(relation, fixed, values, [_bounds(known, name, scope) for name in free], rng)
    else:
        made = _different_words(relation, fixed, values, [known[name].item for name in free], rng)
    for name, part in zip(free, made, strict=True):
        instance.update(_ordered(known[name], name, _shaped(instance[name], part), instance))


def _can_move(place: Place) -> bool:
    """Whether its values may change: an integer that others may depend on stays, as does a permutation."""
    if isinstance(place.item, Scalar) and place.rows is None:
        return not isinstance(place.item.type, IntType)
    return "permutation" not in getattr(place.item, "traits", ())


# Values in a row


def _flat(value: Any) -> Any:
    """All values of a variable: an int64 array where it is made of such, else a list."""
    if isinstance(value, np.ndarray):
        return value.reshape(-1)
    if not isinstance(value, list):
        return [value]
    if value and isinstance(value[0], list | np.ndarray):
        if all(isinstance(row, np.ndarray) for row in value):
            return np.concatenate(value)
        return [element for row in value for element in row]
    return value


def _listed(values: Any) -> list:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _shaped(like: Any, values: Sequence) -> Any:
    """`values` in the shape of a variable's former value."""
    if isinstance(like, np.ndarray):
        return np.asarray(values, dtype=np.int64).reshape(like.shape)
    if not isinstance(like, list):
        return values[0]
    if not (like and isinstance(like[0], list | np.ndarray)):
        return _listed(values)
    made, begin = [], 0
    for row in like:
        made.append(_shaped(row, values[begin : begin + len(row)]))
        begin += len(row)
    return made


def _bounds(known: Mapping[str, Place], name: str, scope: Mapping[str, Any]) -> tuple[Any, Any]:
    """The lowest and highest value of each element of a variable, or one for all."""
    place = known[name]
    of: Any = place.item.type  # type: ignore[union-attr]
    if not isinstance(place.rows, Records):
        return int(of.lo.value(scope)), int(of.hi.value(scope))
    columns = {field.name: scope[field.name] for field in place.rows.fields if field.name != name}
    count = len(scope[name])
    ends = _within_others(
        place.rows, name, columns, [over_rows(bound, scope, columns, count) for bound in (of.lo, of.hi)]
    )
    if isinstance(place.item, Array) and any(isinstance(end, np.ndarray) for end in ends):
        lengths = [len(row) for row in scope[name]]
        ends = [np.repeat(np.broadcast_to(end, count), lengths) for end in ends]
    return ends[0], ends[1]


def _within_others(rows: Records, name: str, columns: Mapping[str, Any], ends: list[Any]) -> list[Any]:
    """The bounds of a field drawn in so that others, whose bounds it is, keep their values: `e: int s..9`; and so that
    an interval's ends stay in order."""
    low, high = ends
    left, right = interval_fields(rows) if rows.structure == "intervals" and len(rows.fields) > 1 else ("", "")
    for field in rows.fields:
        if field.name == name or not isinstance(field, Scalar) or not isinstance(field.type, IntType):
            continue
        values = np.asarray(columns[field.name])
        for more in (0, 1):
            above, below = (expr(f"{name}{sign}{more}" if more else name) for sign in "+-")
            if field.type.lo == above or (not more and (left, right) == (name, field.name)):
                high = np.minimum(high, values - more)
            if field.type.hi == below or (not more and (right, left) == (name, field.name)):
                low = np.maximum(low, values + more)
    return [low, high]


def _ordered(place: Place, name: str, value: Any, instance: Mapping[str, Any]) -> dict[str, Any]:
    """The variable in the order that its traits ask for, with the rows that it is the first field of."""
    rows = place.rows if isinstance(place.rows, Records) else None
    traits = rows.traits if rows is not None and rows.fields[0].name == name else getattr(place.item, "traits", ())
    if not {"sorted", "strictly-sorted", "reverse-sorted"} & set(traits):
        return {name: value}
    order = sorted(range(len(value)), key=value.__getitem__, reverse="reverse-sorted" in traits)
    names = [field.name for field in rows.fields] if rows is not None else [name]
    columns = {other: value if other == name else instance[other] for other in names}
    return {
        other: column[order] if isinstance(column, np.ndarray) else [column[at] for at in order]
        for other, column in columns.items()
    }


# Words


def _different_words(
    relation: Relation,
    fixed: Iterable[str],
    values: Sequence[Sequence[str]],
    items: Sequence[Any],
    rng: np.random.Generator,
) -> list[list[str]]:
    """Repeated words replaced by random ones, of the same length as long as there are such."""
    seen, made = set(fixed), []
    for words, item in zip(values, items, strict=True):
        made.append(fill.distinct_words(words, rng, str(relation), item.type, seen))
        seen.update(made[-1])
    return made


# Integers


def _different_ints(
    relation: Relation,
    fixed: list[int],
    values: Sequence[Any],
    bounds: Sequence[tuple[Any, Any]],
    rng: np.random.Generator,
) -> list[Any]:
    """Each variable's integers, with repeated ones replaced."""
    lengths = [len(part) for part in values]
    ends = [end for pair in bounds for end in pair]
    if (
        all(type(end) is int for end in ends)
        and len(set(bounds)) == 1
        and all(isinstance(part, np.ndarray) for part in values)
    ):
        lo, hi = bounds[0]
        inside = np.array([value for value in fixed if lo <= value <= hi], dtype=np.int64)
        together = fill.made_distinct(np.concatenate([inside, *values]), lo, hi, rng, str(relation))[inside.size :]
    else:
        lows, highs = (
            [
                int(end)
                for pair, length in zip(bounds, lengths, strict=True)
                for end in np.broadcast_to(np.asarray(pair[side], dtype=object), length)
            ]
            for side in (0, 1)
        )
        together = _within_bounds(relation, set(fixed), [int(v) for part in values for v in part], lows, highs, rng)
    made, begin = [], 0
    for length in lengths:
        made.append(together[begin : begin + length])
        begin += length
    return made


def _within_bounds(
    relation: Relation, used: set[int], values: list[int], lows: list[int], highs: list[int], rng: np.random.Generator
) -> list[int]:
    """`values` with repeated ones drawn again, each within its own bounds; where that fails, all dealt anew."""
    fixed, repeated = set(used), []
    for place, value in enumerate(values):
        if value in used:
            repeated.append(place)
        used.add(value)
    left = []
    for place in repeated:
        for _ in range(_DRAWS if lows[place] <= highs[place] else 0):
            value = random_int(lows[place], highs[place], rng)
            if value not in used:
                values[place] = value
                used.add(value)
                break
        else:
            left.append(place)
    dealt = _dealt(left, lows, highs, used, rng)
    if dealt is None:
        dealt = _dealt(range(len(values)), lows, highs, fixed, rng)
    if dealt is None:
        raise CannotGenerate(str(relation))
    for place, value in dealt.items():
        values[place] = value
    return values


def _dealt(
    members: Collection[int], lows: Sequence[int], highs: Sequence[int], used: Collection[int], rng: np.random.Generator
) -> dict[int, int] | None:
    """A value for each member within its bounds, all different and none of `used`; None when there is no such deal.

    Earliest deadline first: every value goes to the open member with the lowest upper bound.
    """
    waiting = sorted(members, key=lambda member: lows[member], reverse=True)
    keys = dict(zip(waiting, rng.random(len(waiting)).tolist(), strict=True))
    ready: list[tuple[int, float, int]] = []
    dealt: dict[int, int] = {}
    value = lows[waiting[-1]] if waiting else 0
    while waiting or ready:
        if not ready:
            value = max(value, lows[waiting[-1]])
        while waiting and lows[waiting[-1]] <= value:
            member = waiting.pop()
            heapq.heappush(ready, (highs[member], keys[member], member))
        if value not in used:
            high, _, member = heapq.heappop(ready)
            if high < value:
                return None
            dealt[member] = value
        value += 1
    return dealt
