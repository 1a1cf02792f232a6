"""Makes relations over rows and elements hold: ends are swapped where that is enough, else drawn again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.filling.held import is_numbered, places_of
from slowpath.inputs.layout import as_column, over_rows, places, relation_names
from slowpath.inputs.printing import Instance
from slowpath.inputs.relation_kinds import kind_of
from slowpath.inputs.relation_kinds.kind import Repairing
from slowpath.inputs.relations.absolutes import Limits, moved_columns
from slowpath.inputs.relations.compared_values import compares_other_values, repair_other_values
from slowpath.inputs.relations.congruence import congruences, nearest_columns
from slowpath.inputs.relations.own_places import compares_with_place, repair_own_places
from slowpath.inputs.relations.relations import OPERATORS, variants_meant
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import (
    ROW,
    Array,
    FloatType,
    InputFormat,
    IntType,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

_ROUNDS = 40
_LAST_ROUNDS = 2
_IDLE = 3
_MANY = 500
_FEW = 40
_MOST_SOLUTIONS = 50
_ORDERS = ("<", "<=", ">", ">=")


def repair_relations(
    fmt: InputFormat,
    relation: Relation,
    instance: Instance,
    scope: Mapping[str, Any],
    rng: np.random.Generator,
    changed: Collection[str] = (),
) -> bool:
    """Changes the columns (or arrays, or tagged rows) of `instance` until the relation holds; whether it had to.

    Relations between scalars alone are left as they are: sizes were assigned under them. What is in `changed`
    was just given its values, which a "distinct" relation then rather keeps than others. Raises
    `CannotGenerate` when no draw makes it hold.
    """
    before = dict(instance)
    kind = kind_of(relation.kind)
    if kind is not None:
        kind.repair(Repairing(fmt, relation, instance, {**scope, **instance}, rng, changed))
    elif compares_with_place(fmt, relation):
        repair_own_places(fmt, relation, instance, {**scope, **instance}, rng)
    elif relation.kind == "sum":
        _summed(fmt, relation, instance, {**scope, **instance})
    elif compares_other_values(fmt, relation):
        repair_other_values(fmt, relation, instance, {**scope, **instance}, rng)
    else:
        _compared(fmt, relation, instance, scope, rng)
    return any(instance[name] is not value for name, value in before.items())


def _summed(fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any]) -> None:
    """Gives the elements of a local sum a total that fits its bound."""
    name = relation.left.text
    if name not in instance:
        return
    place, values = places(fmt)[name], instance[name]
    of: Any = place.item.type  # type: ignore[union-attr]
    flat = values.reshape(-1) if isinstance(values, np.ndarray) else values
    columns = (
        {field.name: scope[field.name] for field in place.rows.fields if field.name != name}
        if isinstance(place.rows, Records)
        else {}
    )
    columns[ROW] = np.arange(len(flat))
    lows, highs = (over_rows(end, scope, columns, len(flat)) for end in (of.lo, of.hi))
    bound = relation.right.value(scope)
    least = {">=": bound, ">": bound + 1, "==": bound}.get(relation.operator)
    most = {"<=": bound, "<": bound - 1, "==": bound}.get(relation.operator)
    made = fill.summing_to(flat, lows, highs, least, most, str(relation))
    if made is flat:
        return
    orders = getattr(place.item, "traits", frozenset[str]()) & {"sorted", "reverse-sorted"}
    if orders:
        made = sorted(made, reverse="reverse-sorted" in orders)
    instance[name] = np.array(made, dtype=np.int64).reshape(values.shape) if isinstance(values, np.ndarray) else made


def _compared(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    known = places(fmt)
    mine = [
        name
        for name in sorted(relation_names(relation))
        if name in known
        and (name in instance or known[name].is_tagged)
        and not (known[name].rows is None and isinstance(known[name].item, Scalar))
    ]
    if not mine:
        return
    tagged = [name for name in mine if known[name].is_tagged]
    if tagged:
        rows = known[tagged[0]].rows
        assert isinstance(rows, Tagged)
        if rows.name in instance:
            instance[rows.name] = _tagged(relation, rows, instance[rows.name], scope, rng)
        return
    columns = {name: instance[name] for name in mine}
    items = {name: known[name].item for name in mine}
    if not all(isinstance(item, Scalar | Array) and isinstance(item.type, IntType) for item in items.values()):
        return
    instance.update(_repaired(relation, columns, items, {**scope, **instance}, rng))


def _repaired(
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
    for round_ in range(_ROUNDS):
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
        if round_ == 0 and swappable and _bounds(items[left]) == _bounds(items[right]):
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
        extreme = (hopeless or round_ >= _ROUNDS - _LAST_ROUNDS) and relation.operator in _ORDERS
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


def _bounds(item: Any) -> tuple[str, str]:
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


def _tagged(
    relation: Relation, node: Tagged, rows: list[tuple], scope: Mapping[str, Any], rng: np.random.Generator
) -> list[tuple]:
    """Tagged rows, each kind as columns of its own."""
    made, changed = list(rows), False
    places = places_of(node, rows, scope) if is_numbered(node) else []
    for variant in variants_meant(node, relation.left, relation.right):
        fields = node.fields_of(variant)
        numbers = [number for number, row in enumerate(made) if row[0] == variant.tag]
        mine = [made[number] for number in numbers]
        known = [places[number] for number in numbers] if places else []
        repaired = _one_kind(relation, fields, mine, scope, rng, known)
        if repaired is mine:
            continue
        changed = True
        for number, row in zip(numbers, repaired, strict=True):
            made[number] = row
    return made if changed else rows


def _one_kind(
    relation: Relation,
    fields: Sequence[Scalar | Array],
    rows: list[tuple],
    scope: Mapping[str, Any],
    rng: np.random.Generator,
    places: Sequence[Mapping[str, int]],
) -> list[tuple]:
    """The rows of one kind: as columns where they are many, else one by one. `places` is what each knows of its
    place, empty where none does."""
    names = [field.name for field in fields]
    items = {field.name: field for field in fields if field.name in relation_names(relation)}
    scalars = all(isinstance(field, Scalar) and isinstance(field.type, IntType) for field in items.values())
    if len(rows) < _FEW or not scalars or not items or places:
        return [
            _one_row(relation, row, names, items, {**scope, **place}, rng)
            for row, place in zip(rows, places or [{}] * len(rows), strict=True)
        ]
    columns = {name: as_column([row[place] for row in rows]) for place, name in enumerate(names, 1)}
    wanted = {name: columns[name] for name in items}
    made = _repaired(relation, wanted, items, {**scope, **columns}, rng)
    if made is wanted:
        return rows
    listed = [column.tolist() if isinstance(column, np.ndarray) else column for column in {**columns, **made}.values()]
    return list(zip([row[0] for row in rows], *listed, strict=True))


def _one_row(
    relation: Relation,
    row: tuple,
    fields: list[str],
    items: Mapping[str, Any],
    scope: Mapping[str, Any],
    rng: np.random.Generator,
) -> tuple:
    values = dict(zip(fields, row[1:], strict=True))
    test = OPERATORS[relation.operator]
    left, right = relation.left.text, relation.right.text
    integers = {
        name: item for name, item in items.items() if isinstance(item, Scalar) and isinstance(item.type, IntType)
    }
    words = {
        name: item.type
        for name, item in items.items()
        if isinstance(item, Scalar) and isinstance(item.type, WordType | TextType)
    }
    decimals = {name: item.type for name, item in items.items() if isinstance(item.type, FloatType)}
    for round_ in range(_ROUNDS):
        visible = {**scope, **values}
        if test(relation.left.value(visible), relation.right.value(visible)):
            return (row[0], *values.values())
        if round_ == 0 and left in integers and right in integers and _bounds(items[left]) == _bounds(items[right]):
            values[left], values[right] = values[right], values[left]
            continue
        if round_ <= 1 and _solved(relation, values, integers, scope):
            continue
        for name, item in integers.items():
            lo, hi = _limits(item, {**scope, **values})
            if lo <= hi:
                values[name] = random_int(lo, hi, rng)
        for name, of in words.items():
            lo, hi = (bound.value({**scope, **values}) for bound in (of.length_lo, of.length_hi))
            values[name] = fill.word(random_int(lo, max(lo, hi), rng), of, None, rng)
        for name, kind in decimals.items():
            values[name] = fill.floats(1, kind, None, rng)[0]
    raise CannotGenerate(f"{left} {relation.operator} {right}")


def _solved(relation: Relation, values: dict[str, Any], items: Mapping[str, Any], scope: Mapping[str, Any]) -> bool:
    """Moves one of the values of a query to the nearest that leaves the right remainder, where there is one."""
    for congruence in congruences(relation.left, relation.operator, relation.right):
        for name in sorted(items.keys() & (congruence.left.names | congruence.modulus.names), reverse=True):
            visible = {**scope, **values}
            lo, hi = _limits(items[name], visible)
            for value in islice(congruence.solutions(name, values[name], visible), _MOST_SOLUTIONS):
                trial = {**visible, name: value}
                if lo <= value <= hi and relation.left.value(trial) == relation.right.value(trial):
                    values[name] = value
                    return True
    return False


def _limits(item: Any, visible: Mapping[str, Any]) -> tuple[int, int]:
    return item.type.lo.value(visible), item.type.hi.value(visible)
