"""Changes of columns, edges, tagged queries and matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.mutators.numbers import changed_ints
from slowpath.inputs.mutators.order import below, block, rearranged
from slowpath.inputs.mutators.words import edited
from slowpath.inputs.refit import Fresh, taken
from slowpath.model.format import (
    Array,
    ElementType,
    FloatType,
    IntType,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

_REARRANGING = 0.35


def changed_column(of: ElementType, values: Any, scope: Mapping[str, Any], rng: np.random.Generator,
                   joined: bool = False) -> tuple[Any, str]:
    """One or several elements of a column (not empty) changed."""
    if isinstance(of, IntType):
        lo, hi = (_extreme(bound, scope) for bound in (of.lo, of.hi))
        if isinstance(values, np.ndarray):
            return changed_ints(values, lo if lo is not None else int(values.min()),
                                hi if hi is not None else int(values.max()), rng)
        wide = np.array(values, dtype=object)
        made, label = changed_ints(wide, min(values) if lo is None else lo, max(values) if hi is None else hi, rng)
        return made.tolist(), label
    if isinstance(of, FloatType):
        scale = 10**of.decimals
        steps = np.array([round(value * scale) for value in values], dtype=object)
        made, label = changed_ints(steps, round(of.lo * scale), round(of.hi * scale), rng)
        return [round(step / scale, of.decimals) + 0.0 for step in made.tolist()], label
    if joined:
        word, label = edited("".join(values), of.alphabet, rng)
        return list(word), label
    at = below(len(values), rng)
    if not values[at]:
        return values, "unchanged"
    word, label = _word(of, values[at], scope, rng)
    return [*values[:at], word, *values[at + 1:]], label


def _word(of: WordType | TextType, word: str, scope: Mapping[str, Any],
          rng: np.random.Generator) -> tuple[str, str]:
    if rng.random() < 0.7:
        return edited(word, of.alphabet, rng)
    longest = _extreme(of.length_hi, scope)
    if rng.random() < 0.5 and longest is not None and len(word) < longest:
        return (word * 2)[:longest], "doubled"
    return word[:1 + below(len(word), rng)], "cut"


def _extreme(bound: Any, scope: Mapping[str, Any]) -> int | None:
    """A bound's value where it doesn't mention other fields of the row."""
    try:
        return int(bound.value(scope))
    except (KeyError, TypeError, ValueError):
        return None


def changed_records(item: Records, columns: dict[str, Any], scope: Mapping[str, Any],
                    rng: np.random.Generator) -> tuple[dict[str, Any], str]:
    """Rows rearranged, edges rewired, or a column changed. `columns` aren't empty."""
    count = len(next(iter(columns.values())))
    outer = {name: value for name, value in scope.items() if name not in columns}
    choice = rng.random()
    if choice < _REARRANGING and count > 1:
        keys = [columns[field.name] for field in item.fields
                if isinstance(field, Scalar) and isinstance(field.type, IntType)]
        key = keys[below(len(keys), rng)] if keys else None
        repeats = not item.traits & {"distinct", "simple"} and item.structure != "tree"
        places, label = rearranged(count, rng, repeats, key)
        return {name: taken(column, places) for name, column in columns.items()}, f"rows {label}"
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2 and choice < 0.8:
        return _rewired(item, columns, rng)
    field = item.fields[below(len(item.fields), rng)]
    column = columns[field.name]
    if isinstance(field, Array):
        at = below(count, rng)
        if not len(column[at]):
            return columns, "unchanged"
        row = {name: values[at] for name, values in columns.items()}
        made, label = changed_array(field, column[at], {**outer, **row}, rng)
        return {**columns, field.name: [*column[:at], made, *column[at + 1:]]}, f"{field.name} {label}"
    made, label = changed_column(field.type, column, outer, rng)
    return {**columns, field.name: made}, f"{field.name} {label}"


def _rewired(item: Records, columns: dict[str, Any],
             rng: np.random.Generator) -> tuple[dict[str, Any], str]:
    """Edges bent to a hub, along a path, or to other vertices; vertices renamed."""
    first, second = item.endpoints
    u, v = columns[first].copy(), columns[second].copy()
    begin, end = block(u.size, rng)
    at = below(u.size, rng)
    match below(6, rng):
        case 0:
            u[at] = u[below(u.size, rng)]
            label = "edge rewired"
        case 1:
            v[at] = u[below(u.size, rng)]
            label = "edge rewired"
        case 2:
            u[begin:end] = u[at]
            label = "edges to one hub"
        case 3:
            u[begin + 1:end] = v[begin:end - 1]
            label = "edges along a path"
        case 4:
            a, b = u[at], v[below(u.size, rng)]
            u, v = (np.where(side == a, b, np.where(side == b, a, side)) for side in (u, v))
            label = "vertices renamed"
        case _:
            u[begin:end], v[begin:end] = v[begin:end].copy(), u[begin:end].copy()
            label = "edges turned"
    return {**columns, first: u, second: v}, label


def changed_array(item: Array, values: Any, scope: Mapping[str, Any],
                  rng: np.random.Generator) -> tuple[Any, str]:
    """Elements rearranged or changed, as the traits allow. `values` aren't empty."""
    fixed = bool(item.traits & {"permutation", "distinct", "strictly-sorted"})
    chance = 0.9 if "permutation" in item.traits else _REARRANGING
    if len(values) > 1 and rng.random() < chance:
        key = values if isinstance(item.type, IntType) else None
        places, label = rearranged(len(values), rng, not fixed, key)
        return taken(values, places), label
    return changed_column(item.type, values, scope, rng, item.separator == "")


def changed_tagged(item: Tagged, rows: list[tuple], scope: Mapping[str, Any], rng: np.random.Generator,
                   fresh: Fresh) -> tuple[list[tuple], str]:
    """Queries rearranged, one changed, or a block of one kind."""
    if len(rows) > 1 and rng.random() < _REARRANGING:
        places, label = rearranged(len(rows), rng)
        return taken(rows, places), label
    at = below(len(rows), rng)
    row = rows[at]
    variant = next(variant for variant in item.variants if variant.tag == row[0])
    if rng.random() < 0.3 or not variant.fields:
        drawn = fresh(item, scope)[item.name]
        if rng.random() < 0.5:
            return [*rows[:at], drawn[at], *rows[at + 1:]], "query drawn"
        begin, end = block(len(rows), rng)
        return [*rows[:begin], *([drawn[at]] * (end - begin)), *rows[end:]], "block of one query"
    place = below(len(variant.fields), rng)
    field, value = variant.fields[place], row[place + 1]
    names = {field.name: value for field, value in zip(variant.fields, row[1:], strict=True)}
    made, label = _changed_value(field, value, {**scope, **names}, rng)
    return [*rows[:at], (*row[:place + 1], made, *row[place + 2:]), *rows[at + 1:]], f"{field.name} {label}"


def _changed_value(field: Scalar | Array, value: Any, scope: Mapping[str, Any],
                   rng: np.random.Generator) -> tuple[Any, str]:
    if isinstance(field, Array):
        return changed_array(field, value, scope, rng) if len(value) else (value, "unchanged")
    if isinstance(field.type, IntType):
        made, label = changed_ints(np.array([value], dtype=object), field.type.lo.value(scope),
                                   field.type.hi.value(scope), rng)
        return int(made[0]), label
    made, label = changed_column(field.type, [value], scope, rng)
    return made[0], label


def changed_matrix(item: Matrix, values: Any, scope: Mapping[str, Any],
                   rng: np.random.Generator) -> tuple[Any, str]:
    """Rows rearranged, or a row, column or rectangle changed. The matrix isn't empty."""
    if len(values) > 1 and rng.random() < _REARRANGING:
        places, label = rearranged(len(values), rng)
        return taken(values, places), f"rows {label}"
    at = below(len(values), rng)
    if item.separator == "":
        alphabet = item.type.alphabet if isinstance(item.type, WordType | TextType) else _figures(item, scope)
        return _changed_grid(values, alphabet, rng, at)
    if isinstance(values, np.ndarray):
        made = values.copy()
        if rng.random() < 0.5:
            made[at], label = changed_column(item.type, values[at], scope, rng)
            return made, f"row {label}"
        across = below(values.shape[1], rng)
        made[:, across], label = changed_column(item.type, values[:, across], scope, rng)
        return made, f"column {label}"
    row, label = changed_column(item.type, values[at], scope, rng)
    return [*values[:at], row, *values[at + 1:]], f"row {label}"


def _figures(item: Matrix, scope: Mapping[str, Any]) -> str:
    assert isinstance(item.type, IntType)
    return "0123456789"[max(item.type.lo.value(scope), 0):item.type.hi.value(scope) + 1]


def _changed_grid(rows: list[str], alphabet: str, rng: np.random.Generator, at: int) -> tuple[list[str], str]:
    if rng.random() < 0.5:
        row, label = edited(rows[at], alphabet, rng)
        return [*rows[:at], row, *rows[at + 1:]], f"row {label}"
    (top, bottom), (left, right) = block(len(rows), rng), block(len(rows[0]), rng)
    letter = alphabet[below(len(alphabet), rng)]
    return [row[:left] + letter * (right - left) + row[right:] if top <= number < bottom else row
            for number, row in enumerate(rows)], "rectangle"
