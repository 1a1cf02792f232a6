"""Changes of tagged queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.held import is_numbered, places_of
from slowpath.inputs.filling.refit import Fresh, taken
from slowpath.inputs.mutators.change import Change
from slowpath.inputs.mutators.columns import REARRANGING, changed_value
from slowpath.inputs.mutators.order import KEEPING, below, block, rearranged
from slowpath.model.expression import expr
from slowpath.model.format import Tagged


def changed_tagged(
    item: Tagged, rows: list[tuple], scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> Change:
    """Queries rearranged, one changed, a block of one kind, or two kinds by turns. `rows` aren't empty."""
    if len(rows) > 1 and rng.random() < REARRANGING:
        places, label = rearranged(len(rows), rng)
        return Change(taken(rows, places), label, label in KEEPING, range(0))
    at = below(len(rows), rng)
    fields = _fields(item, rows[at][0])
    if rng.random() < 0.4 or not fields:
        return _drawn(item, rows, at, scope, rng, fresh)
    row = rows[at]
    place = below(len(fields), rng)
    names = {field.name: value for field, value in zip(fields, row[1:], strict=True)}
    if is_numbered(item):
        names |= places_of(item, rows, scope)[at]
    change = changed_value(fields[place], row[place + 1], {**scope, **names}, rng)
    made = (*row[: place + 1], change.values, *row[place + 2 :])
    return _replaced(rows, at, [made], f"{fields[place].name} {change.label}")


def _fields(item: Tagged, tag: str) -> tuple:
    variant = next(variant for variant in item.variants if variant.tag == tag)
    return item.fields_of(variant)


def _drawn(
    item: Tagged, rows: list[tuple], at: int, scope: Mapping[str, Any], rng: np.random.Generator, fresh: Fresh
) -> Change:
    """New queries at one place, in a block, or at every other place of a block."""
    drawn = fresh(replace(item, count=expr(2)), scope)[item.name]
    begin, end = block(len(rows), rng)
    size = end - begin
    match below(4, rng):
        case 0 | 1:
            return _replaced(rows, at, drawn[:1], "query drawn")
        case 2:
            return _replaced(rows, begin, drawn[:1] * size, "block of one query")
    return _replaced(rows, begin, (drawn * (size // 2 + 1))[:size], "two queries by turns")


def _replaced(rows: list[tuple], begin: int, fresh: list[tuple], label: str) -> Change:
    made = rows.copy()
    made[begin : begin + len(fresh)] = fresh
    return Change(made, label, fresh=range(begin, begin + len(fresh)))
