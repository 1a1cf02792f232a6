"""Makes relations over rows and elements hold: ends are swapped where that is enough, else drawn again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.assign import CannotGenerate, random_int
from slowpath.inputs.distinct import repair_distinct
from slowpath.inputs.layout import over_rows, places, relation_names
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations import OPERATORS, sides
from slowpath.model.format import Array, InputFormat, IntType, Relation, Scalar, Tagged

_ROUNDS = 40
_LAST_ROUNDS = 2
_IDLE = 3
_MANY = 500
_ORDERS = ("<", "<=", ">", ">=")


def repair_relations(fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any],
                     rng: np.random.Generator, changed: Collection[str] = ()) -> None:
    """Changes the columns (or arrays, or tagged rows) of `instance` until the relation holds.

    Relations between scalars alone are left as they are: sizes were assigned under them. What is in `changed`
    was just given its values, which a "distinct" relation then rather keeps than others. Raises
    `CannotGenerate` when no draw makes it hold.
    """
    if relation.kind == "distinct":
        repair_distinct(fmt, relation, instance, scope, changed, rng)
        return
    known = places(fmt)
    mine = [name for name in relation_names(relation) if name in known and (name in instance
            or known[name].is_tagged) and not (known[name].rows is None and isinstance(known[name].item, Scalar))]
    if not mine:
        return
    tagged = [name for name in mine if known[name].is_tagged]
    if tagged:
        rows = known[tagged[0]].rows
        assert isinstance(rows, Tagged)
        if rows.name in instance:
            instance[rows.name] = _tagged(fmt, relation, rows, instance[rows.name], scope, rng)
        return
    columns = {name: instance[name] for name in mine}
    items = {name: known[name].item for name in mine}
    if not all(isinstance(item, Scalar | Array) and isinstance(item.type, IntType) for item in items.values()):
        return
    instance.update(_repaired(fmt, relation, columns, items, {**scope, **instance}, rng))


def _repaired(fmt: InputFormat, relation: Relation, columns: dict[str, Any], items: Mapping[str, Any],
              scope: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """`columns` with the rows drawn again in which the relation fails."""
    left, right = relation.left.text, relation.right.text
    least_wrong, idle = len(next(iter(columns.values()))) + 1, 0
    for round_ in range(_ROUNDS):
        trial = {**scope, **columns}
        _, left_values, right_values = next(sides(fmt, relation, trial))
        wrong = ~np.asarray(OPERATORS[relation.operator](left_values, right_values), dtype=bool)
        if not wrong.any():
            return columns
        rows = np.flatnonzero(wrong) if wrong.ndim else np.arange(len(next(iter(columns.values()))))
        if not rows.size:
            break
        # Drawing again and again where nothing gets better is given up: some relations can't be met.
        least_wrong, idle = (rows.size, 0) if rows.size < least_wrong else (least_wrong, idle + 1)
        hopeless = idle > _IDLE and rows.size > _MANY
        if hopeless and idle > _IDLE + _LAST_ROUNDS:
            break
        swappable = left in columns and right in columns and relation.operator in _ORDERS
        if round_ == 0 and swappable and _bounds(items[left]) == _bounds(items[right]):
            columns = _swapped(columns, left, right, rows)
            continue
        if round_ == 0 and relation.operator == "==" and left in columns and right in columns:
            columns = _equalled(columns, items, left, right, rows, trial)
            continue
        extreme = (hopeless or round_ >= _ROUNDS - _LAST_ROUNDS) and relation.operator in _ORDERS
        for name in columns:
            sense = _sense(relation, name) if extreme else ""
            columns = {**columns, name: _redrawn(items[name], columns, name, rows, trial, sense, rng)}
    raise CannotGenerate(f"{left} {relation.operator} {right}")


def _bounds(item: Any) -> tuple[str, str]:
    return item.type.lo.text, item.type.hi.text


def _swapped(columns: dict[str, Any], left: str, right: str, rows: np.ndarray) -> dict[str, Any]:
    a, b = list(columns[left]), list(columns[right])
    for row in rows:
        a[row], b[row] = b[row], a[row]
    return {**columns, left: _like(columns[left], a), right: _like(columns[right], b)}


def _equalled(columns: dict[str, Any], items: Mapping[str, Any], left: str, right: str, rows: np.ndarray,
              scope: Mapping[str, Any]) -> dict[str, Any]:
    """Both columns given the left one's values, as far as the bounds of both allow."""
    a, b = list(columns[left]), list(columns[right])
    ends = [np.broadcast_to(over_rows(bound, scope, columns, len(a)), len(a))
            for name in (left, right) for bound in (items[name].type.lo, items[name].type.hi)]
    for row in rows:
        lo, hi = max(int(ends[0][row]), int(ends[2][row])), min(int(ends[1][row]), int(ends[3][row]))
        a[row] = b[row] = min(max(int(a[row]), lo), hi)
    return {**columns, left: _like(columns[left], a), right: _like(columns[right], b)}


def _sense(relation: Relation, name: str) -> str:
    """Towards which bound the variable helps the relation."""
    on_left, wants_small_left = name in relation.left.names, relation.operator in ("<", "<=")
    return "lo" if on_left == wants_small_left else "hi"


def _redrawn(item: Any, columns: Mapping[str, Any], name: str, rows: np.ndarray, scope: Mapping[str, Any],
             sense: str, rng: np.random.Generator) -> Any:
    earlier = {other: column for other, column in columns.items() if other != name}
    count = len(columns[name])
    lows, highs = (over_rows(bound, scope, earlier, count) for bound in (item.type.lo, item.type.hi))
    if isinstance(columns[name], np.ndarray) and not sense:
        return _drawn_at(columns[name], rows, lows, highs, rng)
    values = list(columns[name])
    for row in rows:
        lo, hi = (int(bound[row]) if isinstance(bound, np.ndarray) else int(bound) for bound in (lows, highs))
        if lo <= hi:
            values[row] = lo if sense == "lo" else hi if sense == "hi" else random_int(lo, hi, rng)
    return _like(columns[name], values)


def _drawn_at(column: np.ndarray, rows: np.ndarray, lows: Any, highs: Any,
              rng: np.random.Generator) -> np.ndarray:
    """Other values in `rows` where their bounds leave any."""
    low, high = (np.broadcast_to(np.asarray(bound, dtype=np.int64), column.size)[rows] for bound in (lows, highs))
    free = low <= high
    made = column.copy()
    made[rows[free]] = rng.integers(low[free], high[free], endpoint=True)
    return made


def _like(column: Any, values: list) -> Any:
    return np.array(values, dtype=np.int64) if isinstance(column, np.ndarray) else [int(v) for v in values]


def _tagged(fmt: InputFormat, relation: Relation, node: Tagged, rows: list[tuple], scope: Mapping[str, Any],
            rng: np.random.Generator) -> list[tuple]:
    """Tagged rows, each kind as columns of its own."""
    names = relation_names(relation)
    inner = {field.name for variant in node.variants for field in node.fields_of(variant)}
    made = list(rows)
    for variant in node.variants:
        fields = [field.name for field in node.fields_of(variant)]
        if not names & inner <= set(fields):
            continue
        numbers = [number for number, row in enumerate(made) if row[0] == variant.tag]
        items = {field.name: field for field in node.fields_of(variant) if field.name in names}
        for number in numbers:
            made[number] = _one_row(relation, made[number], fields, items, scope, rng)
    return made


def _one_row(relation: Relation, row: tuple, fields: list[str], items: Mapping[str, Any],
             scope: Mapping[str, Any], rng: np.random.Generator) -> tuple:
    values = dict(zip(fields, row[1:], strict=True))
    test = OPERATORS[relation.operator]
    left, right = relation.left.text, relation.right.text
    for round_ in range(_ROUNDS):
        visible = {**scope, **values}
        if test(relation.left.value(visible), relation.right.value(visible)):
            return (row[0], *values.values())
        if round_ == 0 and left in values and right in values and _bounds(items[left]) == _bounds(items[right]):
            values[left], values[right] = values[right], values[left]
            continue
        for name, item in items.items():
            visible = {**scope, **values}
            lo, hi = item.type.lo.value(visible), item.type.hi.value(visible)
            if lo <= hi:
                values[name] = random_int(lo, hi, rng)
    raise CannotGenerate(f"{left} {relation.operator} {right}")
