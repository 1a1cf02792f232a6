"""Keeps repetitions from being taken for their own end: what begins like the sentinel is changed a little.

Usually bounds exclude that, and nothing is done. Else one of the values that look like the sentinel moves to its
nearest neighbour within bounds; rows and queries that can't move are replaced by others that stand beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import over_rows
from slowpath.inputs.number_sets import without
from slowpath.inputs.parsing.sentinels import taken_for_ending
from slowpath.inputs.parsing.silent import Ending
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.format import ROW, Array, FloatType, IntType, Records, Scalar, Tagged

_ROUNDS = 4


def clear_of_ending(
    ending: Ending,
    item: Array | Records | Tagged,
    values: dict[str, Any],
    scope: Mapping[str, Any],
    rng: np.random.Generator,
) -> dict[str, Any]:
    """`values` of `item` without repetitions that look like the end. Raises `CannotGenerate` when that fails."""
    for _ in range(_ROUNDS):
        wrong = taken_for_ending(ending, item, values)
        if not wrong:
            return values
        values = _changed(ending, item, values, wrong, scope, rng)
    raise CannotGenerate(f"no repetition begins with {ending.counter.until!r}, which ends those of {ending.name}")


def _changed(
    ending: Ending,
    item: Any,
    values: dict[str, Any],
    wrong: list[int],
    scope: Mapping[str, Any],
    rng: np.random.Generator,
) -> dict[str, Any]:
    if isinstance(item, Array):
        made = _moved(item.type, values[item.name], wrong, scope, {}, rng)
        if made is None:
            raise CannotGenerate(f"an element of {item.name} that isn't {ending.counter.until!r}")
        return {item.name: _with_traits(item, made, scope, rng)}
    if isinstance(item, Records):
        fixed = item.endpoints if item.structure in ("tree", "graph") else ()
        covered = [field for field in item.fields if isinstance(field, Scalar) and not field.is_silent]
        # The last of the fields that the sentinel covers moves first: the right end of an interval may grow.
        for field in reversed(covered[: max(len(ending.words), 1)]):
            if field.name in fixed:
                continue
            made = _moved(field.type, values[field.name], wrong, scope, {ROW: _row_numbers(values), **values}, rng)
            if made is not None:
                return {**values, field.name: made}
        return {name: _replaced(column, wrong) for name, column in values.items()}
    return {item.name: _replaced(values[item.name], wrong)}


def _row_numbers(values: Mapping[str, Any]) -> np.ndarray:
    return np.arange(len(next(iter(values.values()))))


def _with_traits(item: Array, values: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> Any:
    if not item.traits or not isinstance(item.type, IntType):
        return values
    return fill.with_traits(item, values, int(item.type.lo.value(scope)), int(item.type.hi.value(scope)), rng)


def _moved(
    of: Any,
    values: Any,
    wrong: list[int],
    scope: Mapping[str, Any],
    columns: Mapping[str, Any],
    rng: np.random.Generator,
) -> Any:
    """`values` with others at the places in `wrong`; None where bounds leave one of them no neighbour."""
    made = values.copy() if isinstance(values, np.ndarray) else list(values)
    if isinstance(of, IntType):
        count = len(values)
        lows, highs = (
            np.broadcast_to(np.asarray(over_rows(bound, scope, columns, count), dtype=object), count)
            for bound in (of.lo, of.hi)
        )
        for place in wrong:
            if made[place] < highs[place]:
                made[place] += 1
            elif made[place] > lows[place]:
                made[place] -= 1
            else:
                return None
        return made
    if isinstance(of, FloatType):
        fresh: list[Any] = fill.floats(len(wrong), of, None, rng)
    else:
        fresh = [fill.word(len(values[place]), of, None, rng) for place in wrong]
    for place, value in zip(wrong, fresh, strict=True):
        made[place] = value
    return made


def _replaced(column: Any, wrong: list[int]) -> Any:
    """The rows in `wrong` replaced by others of the same column; all columns of rows take the same ones."""
    good = without(np.arange(len(column)), np.array(wrong))
    if not good.size:
        raise CannotGenerate("a repetition that doesn't begin with the tokens that end them")
    made = column.copy() if isinstance(column, np.ndarray) else list(column)
    for number, place in enumerate(wrong):
        made[place] = made[int(good[number % good.size])]
    return made
