"""Makes the values of an item fit its lengths, bounds, traits and structure again, keeping what can be kept.

Everything that changes an instance goes through here: a mutator may leave values out of bounds or arrays too
short, and a changed size lets all that depends on it follow. Values are never changed in place: an instance
shares what it didn't change with the one it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.filling.avoid import clear_of_ending
from slowpath.inputs.filling.edges import repaired, rules_of
from slowpath.inputs.filling.held import fitting_kinds, is_numbered, kinds_of_rows, places_of
from slowpath.inputs.filling.row_traits import with_row_traits
from slowpath.inputs.filling.word_forms import formed
from slowpath.inputs.layout import over_rows
from slowpath.inputs.parsing.silent import ending_of
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.traits import edges_of, first_vertex
from slowpath.inputs.validating.rows import are_sound_queries
from slowpath.model.expression import expr
from slowpath.model.format import (
    ROW,
    Array,
    Cases,
    ElementType,
    FloatType,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of

_FEW = 8

Fresh = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
"""New random values for an item in a scope, where there is nothing to keep."""


def refitted(
    item: Any, instance: Mapping[str, Any], scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> dict[str, Any]:
    """The values of `item`, made to fit under `scope`. Raises `CannotGenerate` when nothing fits."""
    match item:
        case Scalar():
            return {item.name: _value(item.type, instance[item.name], scope, rng)}
        case Array():
            return {item.name: _array(item, instance[item.name], scope, rng, fresh)}
        case Matrix():
            return {item.name: _matrix(item, instance[item.name], scope, rng, fresh)}
        case Records():
            return _records(item, instance, scope, rng, fresh)
        case Tagged():
            return {item.name: _tagged(item, instance[item.name], scope, rng, fresh)}
        case Cases():
            return {item.name: _cases(item, instance[item.name], scope, rng, fresh)}
    raise AssertionError(item)


def stretched(old: int, new: int, rng: np.random.Generator) -> np.ndarray:
    """Places (0-based) of `old` elements that make `new` ones: a cut, or repeated, held, mirrored or drawn."""
    if new <= old:
        return np.arange(new)
    match int(rng.random() * 4):
        case 0:
            return np.arange(new) % old
        case 1:
            return np.minimum(np.arange(new), old - 1)
        case 2:
            return old - 1 - np.abs(np.arange(new) % max(2 * old - 2, 1) - (old - 1))
    return np.concatenate((np.arange(old), rng.integers(0, old, new - old)))


def taken(values: Any, places: np.ndarray | Sequence[int]) -> Any:
    """The elements of an array or list at `places`."""
    if isinstance(values, np.ndarray):
        return values[places]
    return [values[place] for place in (places.tolist() if isinstance(places, np.ndarray) else places)]


def _size(expression: Any, scope: Mapping[str, Any]) -> int:
    size = int(expression.value(scope))
    if size < 0:
        raise CannotGenerate(f"{expression} is {size}, at least 0")
    return size


def _value(of: ElementType, value: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Any:
    if isinstance(of, IntType):
        lo, hi = of.lo.value(scope), of.hi.value(scope)
        if lo > hi:
            raise CannotGenerate(f"a value in {of.lo}..{of.hi}")
        return min(max(value, lo), hi)
    if isinstance(of, FloatType):
        return min(max(value, of.lo), of.hi)
    shortest = max(of.length_lo.value(scope), isinstance(of, WordType))
    return _word(value, shortest, of.length_hi.value(scope), of, rng)


def _word(word: str, shortest: int, longest: int, of: WordType | TextType, rng: np.random.Generator) -> str:
    if not (isinstance(of, WordType) and of.form):
        return _resized(word, shortest, longest, of.alphabet, rng)
    if of.form == "brackets":
        shortest, longest = shortest + shortest % 2, longest - longest % 2
        if len(word) % 2 and len(word) < longest:
            shortest = max(shortest, len(word) + 1)
        elif len(word) % 2:
            longest = min(longest, len(word) - 1)
    return formed(_resized(word, shortest, longest, of.alphabet, rng), of, rng)


def _resized(word: str, shortest: int, longest: int, alphabet: str, rng: np.random.Generator) -> str:
    if shortest > longest:
        raise CannotGenerate(f"a word of {shortest}..{longest} characters")
    if len(word) > longest:
        return word[:longest]
    if len(word) < shortest:
        missing = shortest - len(word)
        if word and rng.random() < 0.5:
            return (word * (missing // len(word) + 2))[:shortest]
        return word + fill.random_word(missing, alphabet, rng)
    return word


def _array(item: Array, values: Any, scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh) -> Any:
    length = _size(item.length, scope)
    if len(values) != length:
        if not len(values):
            return fresh(item, scope)[item.name]
        values = taken(values, stretched(len(values), length, rng))
    values = _column(item.type, values, scope, {}, rng, item.separator == "")
    if item.traits and length:
        lo, hi = 0, 0
        if isinstance(item.type, IntType):
            lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))
        values = fill.with_traits(item, values, lo, hi, rng)
    return values


def _column(
    of: ElementType,
    values: Any,
    scope: Mapping[str, Any],
    columns: Mapping[str, Any],
    rng: np.random.Generator,
    joined: bool = False,
) -> Any:
    """`values` clipped into bounds, which may mention earlier `columns`."""
    count = len(values)
    if not count or (joined and not isinstance(of, IntType)):
        return values
    if isinstance(of, IntType):
        lo, hi = over_rows(of.lo, scope, columns, count), over_rows(of.hi, scope, columns, count)
        return _clipped(values, lo, hi, of)
    if isinstance(of, FloatType):
        return [min(max(value, of.lo), of.hi) for value in values]
    lows, highs = (
        np.broadcast_to(over_rows(bound, scope, columns, count), count).tolist()
        for bound in (of.length_lo, of.length_hi)
    )
    least = isinstance(of, WordType)
    return [_word(word, max(low, least), high, of, rng) for word, low, high in zip(values, lows, highs, strict=True)]


def _clipped(values: Any, lo: Any, hi: Any, of: IntType) -> Any:
    if (lo > hi) if type(lo) is int and type(hi) is int else np.any(np.asarray(lo > hi)):
        raise CannotGenerate(f"a value in {of.lo}..{of.hi}")
    if isinstance(values, np.ndarray) and values.dtype == np.int64:
        low = np.maximum(lo, fill.INT64_LEAST) if isinstance(lo, np.ndarray) else max(lo, fill.INT64_LEAST)
        high = np.minimum(hi, fill.INT64_LARGEST) if isinstance(hi, np.ndarray) else min(hi, fill.INT64_LARGEST)
        return np.minimum(np.maximum(values, low), high).astype(np.int64, copy=False)
    lows = np.broadcast_to(np.asarray(lo, dtype=object), len(values))
    highs = np.broadcast_to(np.asarray(hi, dtype=object), len(values))
    return [min(max(int(value), int(low)), int(high)) for value, low, high in zip(values, lows, highs, strict=True)]


def _matrix(item: Matrix, values: Any, scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh) -> Any:
    rows, columns = _size(item.rows, scope), _size(item.columns, scope)
    if len(values) != rows or (rows and len(values[0]) != columns):
        if not rows or not len(values) or not len(values[0]):
            return fresh(item, scope)[item.name]
        values = _reshaped(values, rows, columns)
    if isinstance(item.type, IntType) and isinstance(values, np.ndarray):
        return _clipped(values, item.type.lo.value(scope), item.type.hi.value(scope), item.type)
    if item.separator != "":
        return [_column(item.type, row, scope, {}, rng) for row in values]
    return values


def _reshaped(values: Any, rows: int, columns: int) -> Any:
    """The matrix tiled or cut to `rows` by `columns`."""
    down, across = np.arange(rows) % len(values), np.arange(columns) % len(values[0])
    if isinstance(values, np.ndarray):
        return values[np.ix_(down, across)]
    if isinstance(values[0], str):
        return [(values[row] * (columns // len(values[row]) + 1))[:columns] for row in down.tolist()]
    return [[values[row][column] for column in across.tolist()] for row in down.tolist()]


def _records(
    item: Records, instance: Mapping[str, Any], scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> dict[str, Any]:
    count = _size(item.count, scope)
    columns = {field.name: instance[field.name] for field in item.fields}
    old = len(next(iter(columns.values())))
    if old != count:
        if not old:
            return fresh(item, scope)
        places = stretched(old, count, rng)
        columns = {name: taken(column, places) for name, column in columns.items()}
    seen: dict[str, Any] = {ROW: np.arange(count)}
    for field in item.fields:
        column = columns[field.name]
        if isinstance(field, Scalar):
            seen[field.name] = _column(field.type, column, scope, seen, rng)
            continue
        seen[field.name] = [
            _array(field, values, {**scope, **{name: other[place] for name, other in seen.items()}}, rng, fresh)
            for place, values in enumerate(column)
        ]
    del seen[ROW]
    return _structured(item, seen, scope, rng) if item.structure or item.traits else seen


def _structured(
    item: Records, columns: dict[str, Any], scope: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
        vertices, u, v = edges_of(item, columns, scope)
        if vertices >= 1:
            u, v = repaired(rules_of(item.structure, item.traits), vertices, u % vertices, v % vertices, rng)
            first = first_vertex(item, scope)
            columns = {**columns, item.endpoints[0]: u + first, item.endpoints[1]: v + first}
    return with_row_traits(item, columns, scope, rng)


def _tagged(
    item: Tagged, rows: list[tuple], scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> list[tuple]:
    count = _size(item.count, scope)
    if len(rows) != count:
        if not rows:
            return fresh(item, scope)[item.name]
        rows = taken(rows, stretched(len(rows), count, rng))
    variants = {variant.tag: variant for variant in item.variants}
    if len(rows) >= _FEW and _are_kept(item) and are_sound_queries(item, rows, scope):
        return rows
    if not is_numbered(item):
        return [_tagged_row(item.fields_of(variants[row[0]]), row, scope, rng, fresh) for row in rows]
    rows = _of_fitting_kinds(item, rows, scope, rng, fresh)
    return [
        _tagged_row(item.fields_of(variants[row[0]]), row, {**scope, **place}, rng, fresh)
        for row, place in zip(rows, places_of(item, rows, scope), strict=True)
    ]


def _are_kept(item: Tagged) -> bool:
    """Whether values that are right stay as they are: what has a form may be formed anew."""
    return all(
        isinstance(field, Scalar) and not (isinstance(field.type, WordType) and field.type.form)
        for variant in item.variants
        for field in item.fields_of(variant)
    )


def _of_fitting_kinds(
    item: Tagged, rows: list[tuple], scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> list[tuple]:
    """`rows` with others where something has to be held and nothing is: of a kind's rows the first, or a new one."""
    kinds = fitting_kinds(item, kinds_of_rows(item, [row[0] for row in rows]), scope, rng)
    tags = [item.variants[kind].tag for kind in kinds.tolist()]
    known = {row[0]: row for row in reversed(rows)}
    for tag in {*tags} - known.keys():
        only = tuple(variant for variant in item.variants if variant.tag == tag)
        known[tag] = fresh(replace(item, count=expr(1), variants=only), scope)[item.name][0]
    return [row if row[0] == tag else known[tag] for row, tag in zip(rows, tags, strict=True)]


def _tagged_row(
    fields: Sequence[Scalar | Array], row: tuple, scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> tuple:
    if not fields:
        return row
    visible = dict(scope)
    made = [row[0]]
    for field, value in zip(fields, row[1:], strict=True):
        fitted = (
            _value(field.type, value, visible, rng)
            if isinstance(field, Scalar)
            else _array(field, value, visible, rng, fresh)
        )
        visible[field.name] = fitted
        made.append(fitted)
    return tuple(made)


def _cases(item: Cases, cases: list, scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh) -> list:
    count = _size(item.count, scope)
    if len(cases) != count:
        if not cases:
            raise CannotGenerate(f"{count} cases out of none")
        cases = taken(cases, stretched(len(cases), count, rng))
    return [refitted_scope(item.body, case, scope, rng, fresh) for case in cases]


def refitted_scope(
    nodes: tuple[Node, ...],
    instance: Mapping[str, Any],
    outer: Mapping[str, Any],
    rng: np.random.Generator,
    fresh: Fresh,
) -> dict[str, Any]:
    """All items of one scope, in order."""
    scope, made = {**outer, **instance}, {}
    counter: Scalar | None = None
    for item in items_of(nodes):
        values = refitted(item, instance, scope, rng, fresh)
        ending = ending_of(counter, item)
        if ending is not None and isinstance(item, Array | Records | Tagged):
            cleared = clear_of_ending(ending, item, values, scope, rng)
            # What moved away from the sentinel may be a length of its row.
            values = values if cleared is values else refitted(item, cleared, scope, rng, fresh)
        made.update(values)
        scope.update(values)
        counter = item if isinstance(item, Scalar) and item.is_silent else None
    return made
