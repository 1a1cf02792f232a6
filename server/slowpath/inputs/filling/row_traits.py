"""Gives rows what they mean together: intervals with ordered ends, rows in order, rows that are all different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import over_rows
from slowpath.inputs.number_sets import without
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.inputs.traits import distinct_fields, interval_fields, repeated_rows
from slowpath.model.format import ROW, Array, FloatType, IntType, Records, Scalar

_ROUNDS = 12
_MOST_ENUMERATED = 4_000_000
_ORDERS = frozenset({"sorted", "strictly-sorted", "reverse-sorted"})


def with_row_traits(
    item: Records, columns: dict[str, Any], scope: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    """`columns` (within their bounds) with the structure and traits of `item`, edges left out.

    Raises `CannotGenerate` where different rows can't be found.
    """
    count = len(next(iter(columns.values()), ()))
    if not count:
        return columns
    columns = _ordered_ends(item, columns)
    if "distinct" in item.traits:
        columns = _with_different_rows(item, columns, scope, rng)
    orders = item.traits & _ORDERS
    if orders:
        first = item.fields[0]
        values = columns[first.name]
        if "strictly-sorted" in orders and isinstance(first.type, IntType):
            lo, hi = first.type.lo.value(scope), first.type.hi.value(scope)
            values = fill.made_distinct(values, lo, hi, rng, first.name)
        elif "strictly-sorted" in orders and isinstance(first.type, FloatType):
            values = fill.distinct_floats(values, first.type, rng, first.name)
        columns = {**columns, first.name: values}
        order = sorted(range(count), key=values.__getitem__, reverse="reverse-sorted" in orders)
        columns = {name: _taken(column, order) for name, column in columns.items()}
    return columns


def _ordered_ends(item: Records, columns: dict[str, Any]) -> dict[str, Any]:
    if item.structure != "intervals":
        return columns
    left, right = interval_fields(item)
    a, b = columns[left], columns[right]
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return {**columns, left: np.minimum(a, b), right: np.maximum(a, b)}
    pairs = [sorted(pair) for pair in zip(a, b, strict=True)]
    return {**columns, left: [pair[0] for pair in pairs], right: [pair[1] for pair in pairs]}


def _taken(column: Any, order: Sequence[int]) -> Any:
    return column[order] if isinstance(column, np.ndarray) else [column[place] for place in order]


# Rows that are all different


def _with_different_rows(
    item: Records, columns: dict[str, Any], scope: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    """The first of equal rows stays; fields of the others are drawn again, one field after the other, in turn."""
    names = distinct_fields(item)
    fixed = item.endpoints if item.structure in ("tree", "graph") else ()
    movable = [
        field
        for field in item.fields
        if field.name in names and isinstance(field, Scalar) and not field.is_silent and field.name not in fixed
    ]
    for round_ in range(_ROUNDS * max(len(movable), 1)):
        wrong = _repeats([columns[name] for name in names])
        if not wrong.size:
            return columns
        if not movable:
            break
        field = movable[-1 - round_ % len(movable)]
        columns = _ordered_ends(item, {**columns, field.name: _redrawn(field, columns, wrong, scope, rng)})
    if fixed:
        raise CannotGenerate("rows are distinct")
    return _enumerated(item, columns, names, scope, rng)


def _repeats(columns: Sequence[Any]) -> np.ndarray:
    """The rows that repeat an earlier one."""
    if all(isinstance(column, np.ndarray) for column in columns):
        return repeated_rows(columns)
    seen: set = set()
    wrong = []
    for place, row in enumerate(zip(*(_hashable(column) for column in columns), strict=True)):
        if row in seen:
            wrong.append(place)
        seen.add(row)
    return np.array(wrong, dtype=np.int64)


def _hashable(column: Any) -> list:
    return [tuple(value) if isinstance(value, list | np.ndarray) else value for value in column]


def _redrawn(
    field: Scalar, columns: Mapping[str, Any], rows: np.ndarray, scope: Mapping[str, Any], rng: np.random.Generator
) -> Any:
    """The field's column with other values in `rows`, drawn within their bounds."""
    column, of = columns[field.name], field.type
    count = len(column)
    if isinstance(of, IntType):
        others = {ROW: np.arange(count), **{name: other for name, other in columns.items() if name != field.name}}
        lo, hi = (
            np.broadcast_to(np.asarray(over_rows(bound, scope, others, count), dtype=object), count)[rows]
            for bound in (of.lo, of.hi)
        )
        fresh: list[Any] = [random_int(int(low), int(high), rng) for low, high in zip(lo, hi, strict=True)]
    elif isinstance(of, FloatType):
        fresh = fill.floats(rows.size, of, None, rng)
    else:
        fresh = [fill.word(len(column[row]), of, None, rng) for row in rows.tolist()]
    made = column.copy() if isinstance(column, np.ndarray) else list(column)
    for row, value in zip(rows.tolist(), fresh, strict=True):
        made[row] = value
    return made


def _enumerated(
    item: Records, columns: dict[str, Any], names: Sequence[str], scope: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    """Where nearly all rows there are have to be used, and drawing finds the last ones no more."""
    fields = [field for field in item.fields if field.name in names]
    spans = []
    for field in fields:
        of = field.type
        if not isinstance(of, IntType) or isinstance(field, Array) or not (of.lo.names | of.hi.names) <= scope.keys():
            raise CannotGenerate("rows are distinct")
        spans.append((of.lo.value(scope), of.hi.value(scope)))
    count = len(columns[names[0]])
    total = int(np.prod([float(max(hi - lo + 1, 0)) for lo, hi in spans]))
    if not count <= total <= _MOST_ENUMERATED:
        raise CannotGenerate("rows are distinct")
    sides = tuple(hi - lo + 1 for lo, hi in spans)
    places = np.arange(total)
    if item.structure == "intervals":
        ends = [fields.index(next(field for field in fields if field.name == name)) for name in interval_fields(item)]
        values = np.unravel_index(places, sides)
        places = places[values[ends[0]] + spans[ends[0]][0] <= values[ends[1]] + spans[ends[1]][0]]
        if places.size < count:
            raise CannotGenerate("rows are distinct")
    given = [np.asarray(columns[field.name]) - lo for field, (lo, _) in zip(fields, spans, strict=True)]
    keys = np.ravel_multi_index(given, sides)
    wrong = _repeats([keys])
    free = without(places, keys)
    keys[wrong] = rng.choice(free, wrong.size, replace=False)
    values = np.unravel_index(keys, sides)
    return {**columns, **{field.name: value + lo for field, (lo, _), value in zip(fields, spans, values, strict=True)}}
