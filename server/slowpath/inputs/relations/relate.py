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
from slowpath.inputs.relations.compared_columns import ROUNDS, bound_texts, columns_repaired
from slowpath.inputs.relations.compared_values import compares_other_values, repair_other_values
from slowpath.inputs.relations.congruence import congruences
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

_FEW = 40
_MOST_SOLUTIONS = 50


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
    instance.update(columns_repaired(relation, columns, items, {**scope, **instance}, rng))


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
    made = columns_repaired(relation, wanted, items, {**scope, **columns}, rng)
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
    for round_ in range(ROUNDS):
        visible = {**scope, **values}
        if test(relation.left.value(visible), relation.right.value(visible)):
            return (row[0], *values.values())
        if (
            round_ == 0
            and left in integers
            and right in integers
            and bound_texts(items[left]) == bound_texts(items[right])
        ):
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
