"""Changes of matrices and character grids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.filling.refit import taken
from slowpath.inputs.mutators.change import Change
from slowpath.inputs.mutators.columns import REARRANGING, changed_column
from slowpath.inputs.mutators.order import below, block, rearranged
from slowpath.inputs.mutators.words import edited
from slowpath.model.expression import expr
from slowpath.model.format import Matrix, TextType, WordType


def changed_matrix(item: Matrix, values: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Change:
    """Rows rearranged, or a row, column or rectangle changed. The matrix isn't empty."""
    if len(values) > 1 and rng.random() < REARRANGING:
        places, label = rearranged(len(values), rng)
        return Change(taken(values, places), f"rows {label}")
    at = below(len(values), rng)
    if item.separator == "":
        return _changed_grid(values, _figures(item, scope), rng, at)
    if isinstance(values, np.ndarray):
        return _changed_numbers(item, values, scope, rng, at)
    change = changed_column(item.type, values[at], scope, rng)
    return Change([*values[:at], change.values, *values[at + 1 :]], f"row {change.label}")


def _changed_numbers(
    item: Matrix, values: np.ndarray, scope: Mapping[str, Any], rng: np.random.Generator, at: int
) -> Change:
    made = values.copy()
    choice = rng.random()
    if choice < 0.4:
        change = changed_column(item.type, values[at], scope, rng)
        made[at] = change.values
        return Change(made, f"row {change.label}")
    if choice < 0.8:
        across = below(values.shape[1], rng)
        change = changed_column(item.type, values[:, across], scope, rng)
        made[:, across] = change.values
        return Change(made, f"column {change.label}")
    (top, bottom), (left, right) = block(values.shape[0], rng), block(values.shape[1], rng)
    made[top:bottom, left:right] = values[at, below(values.shape[1], rng)]
    return Change(made, "rectangle")


def _figures(item: Matrix, scope: Mapping[str, Any]) -> WordType:
    """The characters of a grid; those of a grid of digits from its bounds."""
    of = item.type
    if isinstance(of, WordType | TextType):
        return WordType(of.length_lo, of.length_hi, of.alphabet)
    digits = "0123456789"[max(of.lo.value(scope), 0) : of.hi.value(scope) + 1]  # type: ignore[union-attr]
    return WordType(expr(0), expr(0), digits)


def _changed_grid(rows: list[str], of: WordType, rng: np.random.Generator, at: int) -> Change:
    if rng.random() < 0.5:
        row, label = edited(rows[at], of, rng)
        return Change([*rows[:at], row, *rows[at + 1 :]], f"row {label}")
    (top, bottom), (left, right) = block(len(rows), rng), block(len(rows[0]), rng)
    letter = of.alphabet[below(len(of.alphabet), rng)]
    return Change(
        [
            row[:left] + letter * (right - left) + row[right:] if top <= number < bottom else row
            for number, row in enumerate(rows)
        ],
        "rectangle",
    )
