"""Changes of rows: rearranged, edges rewired, intervals stretched, points put in line, or a column changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.filling.refit import taken
from slowpath.inputs.mutators.change import UNCHANGED, Change
from slowpath.inputs.mutators.columns import REARRANGING, changed_array, changed_column
from slowpath.inputs.mutators.edges import rewired
from slowpath.inputs.mutators.order import KEEPING, below, block, rearranged
from slowpath.model.format import Array, IntType, Records, Scalar

_STRUCTURED = 0.8


def changed_records(
    item: Records, columns: dict[str, Any], scope: Mapping[str, Any], rng: np.random.Generator
) -> Change:
    """The columns with rows rearranged or changed. `columns` aren't empty."""
    count = len(next(iter(columns.values())))
    choice = rng.random()
    if choice < REARRANGING and count > 1:
        return _rearranged_rows(item, columns, count, rng)
    if choice < _STRUCTURED and len(item.endpoints) >= 2:
        ends = [columns[name] for name in item.endpoints]
        if all(isinstance(end, np.ndarray) and end.dtype == np.int64 for end in ends):
            change = _structured(item, ends, rng)
            if change is not None:
                return Change(
                    {**columns, **dict(zip(item.endpoints, change.values, strict=True))}, change.label, change.is_whole
                )
    return _changed_field(item, columns, {n: v for n, v in scope.items() if n not in columns}, count, rng)


def _rearranged_rows(item: Records, columns: dict[str, Any], count: int, rng: np.random.Generator) -> Change:
    keys = [
        columns[field.name] for field in item.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)
    ]
    key = keys[below(len(keys), rng)] if keys else None
    repeats = not item.traits & {"distinct", "simple"} and item.structure != "tree"
    places, label = rearranged(count, rng, repeats, key)
    return Change({name: taken(column, places) for name, column in columns.items()}, f"rows {label}", label in KEEPING)


def _structured(item: Records, ends: list[np.ndarray], rng: np.random.Generator) -> Change | None:
    """The columns of the structure changed in its own way, None where it has none."""
    if item.structure in ("tree", "graph"):
        return rewired(item, ends[0], ends[1], rng)
    if item.structure == "intervals":
        return _intervals(ends[0], ends[1], rng)
    if item.structure == "points":
        return _points(ends, rng)
    return None


def _intervals(left: np.ndarray, right: np.ndarray, rng: np.random.Generator) -> Change:
    """A block of intervals nested, made a staircase, made equal, or stretched over everything."""
    low, high = left.copy(), right.copy()
    begin, end = block(left.size, rng)
    steps = np.arange(end - begin)
    first, last = int(left[begin:end].min()), int(right[begin:end].max())
    kind = ("nested", "staircase", "made equal", "stretched")[below(4, rng)]
    match kind:
        case "nested":
            inward = np.minimum(steps, max(last - first, 0) // 2)
            low[begin:end], high[begin:end] = first + inward, last - inward
        case "staircase":
            width = max((last - first) // 2, 0)
            low[begin:end] = np.minimum(first + steps, last - width)
            high[begin:end] = low[begin:end] + width
        case "made equal":
            at = begin + below(end - begin, rng)
            low[begin:end], high[begin:end] = left[at], right[at]
        case _:
            low[begin:end], high[begin:end] = int(left.min()), int(right.max())
    return Change((low, high), f"intervals {kind}")


def _points(axes: list[np.ndarray], rng: np.random.Generator) -> Change:
    """A block of points put on a line or grid, mirrored, or moved together."""
    made = [axis.copy() for axis in axes]
    begin, end = block(axes[0].size, rng)
    kind = ("in line", "on a diagonal", "on a grid", "mirrored", "moved")[below(5, rng)]
    which = below(len(made), rng)
    steps = np.arange(end - begin)
    match kind:
        case "in line":
            made[which][begin:end] = made[which][begin]
        case "on a diagonal":
            for axis in made:
                axis[begin:end] = axis[begin] + steps
        case "on a grid":
            side = max(int((end - begin) ** 0.5), 1)
            made[0][begin:end] = made[0][begin] + steps % side
            made[1][begin:end] = made[1][begin] + steps // side
        case "mirrored":
            axis = made[which]
            made[which] = axis.max() + axis.min() - axis
        case _:
            for axis in made:
                axis[begin:end] += 1 - 2 * below(2, rng)
    return Change(tuple(made), f"points {kind}")


def _changed_field(
    item: Records, columns: dict[str, Any], outer: Mapping[str, Any], count: int, rng: np.random.Generator
) -> Change:
    field = item.fields[below(len(item.fields), rng)]
    column = columns[field.name]
    if not isinstance(field, Array):
        change = changed_column(field.type, column, outer, rng)
        return Change({**columns, field.name: change.values}, f"{field.name} {change.label}")
    at = below(count, rng)
    if not len(column[at]):
        return Change(columns, UNCHANGED)
    row = {name: values[at] for name, values in columns.items()}
    change = changed_array(field, column[at], {**outer, **row}, rng)
    return Change(
        {**columns, field.name: [*column[:at], change.values, *column[at + 1 :]]}, f"{field.name} {change.label}"
    )
