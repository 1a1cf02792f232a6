"""Makes a comparison hold in each row of columns: swapped, moved to where it holds, or drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import over_rows
from slowpath.inputs.relations.absolutes import Limits, moved_columns
from slowpath.inputs.relations.congruence import congruences, nearest_columns
from slowpath.inputs.relations.relations import OPERATORS
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import ROW, Relation

ROUNDS = 40
_LAST_ROUNDS = 2
_IDLE = 3
_MANY = 500
_ORDERS = ("<", "<=", ">", ">=")


def columns_repaired(
    relation: Relation,
    columns: dict[str, Any],
    items: Mapping[str, Any],
    scope: dict[str, Any],
    rng: np.random.Generator,
) -> dict[str, Any]:
    """`columns` with the rows drawn again in which the relation fails."""
    left, right = relation.left.text, relation.right.text
    count = len(next(iter(columns.values())))
    rowed = {ROW: np.arange(count)}
    least_wrong, idle = count + 1, 0
    for round_ in range(ROUNDS):
        columns = _without_zeros(relation, columns, items, scope)
        trial = {**scope, **columns}
        left_values, right_values = (
            over_rows(side, trial, columns | rowed, count) for side in (relation.left, relation.right)
        )
        wrong = ~np.asarray(OPERATORS[relation.operator](left_values, right_values), dtype=bool)
        if not wrong.any():
            return columns
        rows = np.flatnonzero(wrong) if wrong.ndim else np.arange(count)
        if not rows.size:
            break
        # Drawing again and again where nothing gets better is given up: some relations can't be met.
        least_wrong, idle = (rows.size, 0) if rows.size < least_wrong else (least_wrong, idle + 1)
        hopeless = idle > _IDLE and rows.size > _MANY
        if hopeless and idle > _IDLE + _LAST_ROUNDS:
            break
        swappable = left in columns and right in columns and relation.operator in _ORDERS
        if round_ == 0 and swappable and bound_texts(items[left]) == bound_texts(items[right]):
            columns = _swapped(columns, left, right, rows)
            continue
        if round_ == 0 and relation.operator == "==" and left in columns and right in columns:
            columns = _equalled(columns, items, left, right, rows, trial)
            continue
        if round_ == 0:
            solved = _congruent(relation, columns, items, scope)
            if solved is not None:
                columns = solved
                continue
        near = moved_columns(
            relation.left,
            relation.operator,
            relation.right,
            columns,
            _limits_of(items, columns, scope, count),
            scope,
            rows,
            rng,
        )
        if near is not None and round_ % 2 == 0:
            columns = near
            continue
        extreme = (hopeless or round_ >= ROUNDS - _LAST_ROUNDS) and relation.operator in _ORDERS
        for name in columns:
            sense = _sense(relation, name) if extreme else ""
            columns = {**columns, name: _redrawn(items[name], columns, name, rows, trial, sense, rng)}
    raise CannotGenerate(f"{left} {relation.operator} {right}")


def _without_zeros(
    relation: Relation, columns: dict[str, Any], items: Mapping[str, Any], scope: Mapping[str, Any]
) -> dict[str, Any]:
    """`columns` with 1 or -1, where the bounds allow it, for each 0 by which something is divided."""
    for congruence in congruences(relation.left, relation.operator, relation.right):
        name = congruence.modulus.text
        if name not in columns or 0 not in columns[name]:
            continue
        ends = (items[name].type.lo, items[name].type.hi)
        others = {ROW: np.arange(len(columns[name])), **{one: made for one, made in columns.items() if one != name}}
        lows, highs = (
            np.broadcast_to(
                np.asarray(over_rows(end, scope, others, len(columns[name])), dtype=object), len(columns[name])
            ).tolist()
            for end in ends
        )
        filled = [
            value or (1 if high >= 1 else -1 if low <= -1 else 0)
            for value, low, high in zip(columns[name], lows, highs, strict=True)
        ]
        columns = {**columns, name: _like(columns[name], filled)}
    return columns


def _limits_of(items: Mapping[str, Any], columns: Mapping[str, Any], scope: Mapping[str, Any], count: int) -> Limits:
    """Tells the bounds of a column over the other ones."""

    def limits(name: str) -> tuple[Any, Any]:
        others = {ROW: np.arange(count), **{other: column for other, column in columns.items() if other != name}}
        of = items[name].type
        return over_rows(of.lo, scope, others, count), over_rows(of.hi, scope, others, count)

    return limits


def bound_texts(item: Any) -> tuple[str, str]:
    return item.type.lo.text, item.type.hi.text


def _swapped(columns: dict[str, Any], left: str, right: str, rows: np.ndarray) -> dict[str, Any]:
    a, b = columns[left], columns[right]
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        wrong = np.zeros(len(a), dtype=bool)
        wrong[rows] = True
        return {**columns, left: np.where(wrong, b, a), right: np.where(wrong, a, b)}
    a, b = list(a), list(b)
    for row in rows:
        a[row], b[row] = b[row], a[row]
    return {**columns, left: _like(columns[left], a), right: _like(columns[right], b)}


def _equalled(
    columns: dict[str, Any], items: Mapping[str, Any], left: str, right: str, rows: np.ndarray, scope: Mapping[str, Any]
) -> dict[str, Any]:
    """Both columns given the left one's values, as far as the bounds of both allow."""
    a, b = list(columns[left]), list(columns[right])
    ends = [
        np.broadcast_to(over_rows(bound, scope, columns, len(a)), len(a))
        for name in (left, right)
        for bound in (items[name].type.lo, items[name].type.hi)
    ]
    for row in rows:
        lo, hi = max(int(ends[0][row]), int(ends[2][row])), min(int(ends[1][row]), int(ends[3][row]))
        a[row] = b[row] = min(max(int(a[row]), lo), hi)
    return {**columns, left: _like(columns[left], a), right: _like(columns[right], b)}


def _congruent(
    relation: Relation, columns: dict[str, Any], items: Mapping[str, Any], scope: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The columns after one of them moved to the nearest values that leave the right remainder; None where the
    relation is no such one, or no column can be solved for."""
    for congruence in congruences(relation.left, relation.operator, relation.right):
        for name in sorted(columns.keys() & (congruence.left.names | congruence.modulus.names), reverse=True):
            count = len(columns[name])
            others = {other: column for other, column in columns.items() if other != name}
            arrays = {
                other: np.asarray(column, dtype=None if isinstance(column, np.ndarray) else object)
                for other, column in columns.items()
            }
            lows, highs = (
                over_rows(bound, scope, others, count) for bound in (items[name].type.lo, items[name].type.hi)
            )
            moved = nearest_columns(congruence, name, arrays[name], lows, highs, {**scope, **arrays})
            if moved is not None:
                return {**columns, name: _like(columns[name], moved.tolist())}
    return None


def _sense(relation: Relation, name: str) -> str:
    """Towards which bound the variable helps the relation."""
    on_left, wants_small_left = name in relation.left.names, relation.operator in ("<", "<=")
    return "lo" if on_left == wants_small_left else "hi"


def _redrawn(
    item: Any,
    columns: Mapping[str, Any],
    name: str,
    rows: np.ndarray,
    scope: Mapping[str, Any],
    sense: str,
    rng: np.random.Generator,
) -> Any:
    count = len(columns[name])
    earlier = {ROW: np.arange(count), **{other: column for other, column in columns.items() if other != name}}
    lows, highs = (over_rows(bound, scope, earlier, count) for bound in (item.type.lo, item.type.hi))
    if isinstance(columns[name], np.ndarray) and not sense:
        return _drawn_at(columns[name], rows, lows, highs, rng)
    values = list(columns[name])
    for row in rows:
        lo, hi = (int(bound[row]) if isinstance(bound, np.ndarray) else int(bound) for bound in (lows, highs))
        if lo <= hi:
            values[row] = lo if sense == "lo" else hi if sense == "hi" else random_int(lo, hi, rng)
    return _like(columns[name], values)


def _drawn_at(column: np.ndarray, rows: np.ndarray, lows: Any, highs: Any, rng: np.random.Generator) -> np.ndarray:
    """Other values in `rows` where their bounds leave any."""
    low, high = (np.broadcast_to(np.asarray(bound, dtype=np.int64), column.size)[rows] for bound in (lows, highs))
    free = low <= high
    made = column.copy()
    made[rows[free]] = rng.integers(low[free], high[free], endpoint=True)
    return made


def _like(column: Any, values: list) -> Any:
    return np.array(values, dtype=np.int64) if isinstance(column, np.ndarray) else [int(v) for v in values]
