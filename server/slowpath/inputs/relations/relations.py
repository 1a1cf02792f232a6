"""What relations mean: both sides of a comparison, the places of a sum, and whether they hold."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import (
    Place,
    as_column,
    bare_names,
    exact_sum,
    is_local_sum,
    over_rows,
    places,
    relation_names,
    relation_path,
    scopes,
)
from slowpath.inputs.printing import Instance
from slowpath.inputs.relation_kinds import kind_of
from slowpath.inputs.validating.values import Violation, bound_at
from slowpath.model.expression import Expr
from slowpath.model.format import ROW, Array, InputFormat, Matrix, Relation, Scalar, Tagged, TextType, Variant, WordType

_MANY = 200

OPERATORS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def relation_holds(fmt: InputFormat, relation: Relation, scope: dict[str, Any]) -> bool:
    """Whether a relation of any kind but a "sum" over several scopes holds in one scope."""
    return next(_held(fmt, relation, scope, "", ""), None) is None


def relation_violations(fmt: InputFormat, instance: Instance) -> Iterator[Violation]:
    """The relations that `instance` breaks; its values must have the right shape."""
    for relation in fmt.relations:
        yield from _relation(fmt, relation, instance)


def _relation(fmt: InputFormat, relation: Relation, instance: Instance) -> Iterator[Violation]:
    text = str(relation)
    try:
        kind = kind_of(relation.kind)
        if kind is not None:
            for title, flaw in kind.flaws(fmt, relation, scopes(fmt, instance, relation_path(fmt, relation))):
                yield Violation(title + text, flaw)
            return
        if relation.kind == "sum" and not is_local_sum(fmt, relation):
            total, bound = sum_of(fmt, relation, instance), relation.right.value(instance)
            if not OPERATORS[relation.operator](total, bound):
                yield Violation(text, f"the sum of {relation.left} is {total}, the bound {bound}")
            return
        for title, scope in scopes(fmt, instance, relation_path(fmt, relation)):
            yield from _held(fmt, relation, scope, title, text)
    except (KeyError, ArithmeticError, TypeError, ValueError) as error:
        yield Violation(text, f"can't be checked: {error!r}")


def sum_of(fmt: InputFormat, relation: Relation, instance: Instance) -> int:
    """The left side of a "sum" relation, summed over all places where its names live."""
    path, left = relation_path(fmt, relation), relation.left
    if len(path) == 1 and left.text.isidentifier() and _is_plain(places(fmt)[left.text]):
        return sum([case[left.text] for case in instance[path[0]]])
    if all(name in places(fmt) and _is_plain(places(fmt)[name]) for name in left.names):
        return sum([int(left.value(scope)) for _, scope in scopes(fmt, instance, path)])
    total = 0
    for _, scope in scopes(fmt, instance, path):
        for part in parts(fmt, relation.left, scope, summing=True):
            total += exact_sum(part) if isinstance(part, np.ndarray) else int(part)
    return total


def _is_plain(place: Place) -> bool:
    """Whether a variable is one value per scope."""
    return place.rows is None and isinstance(place.item, Scalar)


def _held(fmt: InputFormat, relation: Relation, scope: dict[str, Any], title: str, text: str) -> Iterator[Violation]:
    """What breaks a relation of any kind but a "sum" over several scopes in one scope."""
    kind = kind_of(relation.kind)
    if kind is not None:
        yield from (Violation(f"{title}{text}", flaw) for _, flaw in kind.flaws(fmt, relation, [(title, scope)]))
        return
    if relation.kind == "sum":
        total = sum(
            exact_sum(part) if isinstance(part, np.ndarray) else int(part)
            for part in parts(fmt, relation.left, scope, summing=True)
        )
        bound = relation.right.value(scope)
        if not OPERATORS[relation.operator](total, bound):
            yield Violation(f"{title}{text}", f"the sum of {relation.left} is {total}, the bound {bound}")
        return
    yield from _compare(fmt, relation, scope, title, text)


def _compare(fmt: InputFormat, relation: Relation, scope: dict[str, Any], title: str, text: str) -> Iterator[Violation]:
    if _holds_in_columns(fmt, relation, scope):
        return
    for row, left, right in _sides(fmt, relation, scope):
        wrong = ~np.asarray(OPERATORS[relation.operator](left, right), dtype=bool)
        if wrong.ndim == 0:
            if wrong:
                yield Violation(title + row + text, f"{left} {relation.operator} {right} doesn't hold")
            continue
        for place in np.flatnonzero(wrong).tolist():
            yield Violation(
                f"{title}{text}",
                f"at {place + 1}: {bound_at(left, place)} {relation.operator} {bound_at(right, place)} doesn't hold",
            )


def _sides(fmt: InputFormat, relation: Relation, scope: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Both sides of a "compare" in one scope: once, or for every tagged row that has all of its fields."""
    known = places(fmt)
    names = relation_names(relation)
    tagged = [name for name in names if name in known and known[name].is_tagged]
    if tagged:
        for title, row in _tagged_rows(known[tagged[0]], scope, relation.left, relation.right):
            visible = {**scope, **row}
            yield title, relation.left.value(visible), relation.right.value(visible)
        return
    columns = _columns(known, relation.left, scope) | _columns(known, relation.right, scope)
    count = len(next(iter(columns.values()), ()))
    if ROW in names:
        columns[ROW] = np.arange(count)
    yield "", over_rows(relation.left, scope, columns, count), over_rows(relation.right, scope, columns, count)


def _holds_in_columns(fmt: InputFormat, relation: Relation, scope: dict[str, Any]) -> bool:
    """Whether a relation over many tagged rows holds in all of them, which columns tell faster than rows."""
    known = places(fmt)
    names = relation_names(relation)
    place = next((known[name] for name in names if name in known and known[name].is_tagged), None)
    if place is None or not isinstance(place.rows, Tagged) or len(scope[place.rows.name]) < _MANY:
        return False
    for variant in variants_meant(place.rows, relation.left, relation.right):
        fields = [field.name for field in place.rows.fields_of(variant)]
        rows = [row for row in scope[place.rows.name] if row[0] == variant.tag]
        columns = {name: as_column([row[at] for row in rows]) for at, name in enumerate(fields, 1) if name in names}
        sides = (over_rows(side, scope, columns, len(rows)) for side in (relation.left, relation.right))
        if not np.all(OPERATORS[relation.operator](*sides)):
            return False
    return True


def variants_meant(item: Tagged, *sides: Expr) -> list[Variant]:
    """The kinds of rows that have every field that `sides` mention, as what they use it for: what `len(s)` is about
    is no number, and a number is no word."""
    names, bare = (
        frozenset[str]().union(*of)
        for of in ((side.names for side in sides), (bare_names(side.text) for side in sides))
    )
    kinds = {
        variant.tag: {
            field.name: (isinstance(field, Array), isinstance(field.type, WordType | TextType))
            for field in item.fields_of(variant)
        }
        for variant in item.variants
    }
    inner = set().union(*kinds.values())

    def has(name: str, fields: dict[str, tuple[bool, bool]]) -> bool:
        is_list, is_word = fields.get(name, (False, False))
        return name in fields and (not is_word if name in bare else is_word or is_list)

    return [variant for variant in item.variants if all(has(name, kinds[variant.tag]) for name in names & inner)]


def parts(fmt: InputFormat, left: Expr, scope: dict[str, Any], summing: bool = False) -> Iterator[Any]:
    """The values of `left` in one scope: one, one array of them, or one per tagged row that has the fields."""
    known = places(fmt)
    tagged = [name for name in left.names if name in known and known[name].is_tagged]
    if tagged:
        for _, row in _tagged_rows(known[tagged[0]], scope, left):
            yield left.value({**scope, **row})
        return
    columns = _columns(known, left, scope, summing)
    if len(columns) == 1 and left.text == f"len({next(iter(columns))})":
        yield sum(map(len, next(iter(columns.values()))))
        return
    yield over_rows(left, scope, columns, len(next(iter(columns.values()), ())))


def _tagged_rows(place: Place, scope: Mapping[str, Any], *sides: Expr) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows that have every field that `sides` mention, with their titles."""
    assert isinstance(place.rows, Tagged)
    fields = {
        variant.tag: [field.name for field in place.rows.fields_of(variant)]
        for variant in variants_meant(place.rows, *sides)
    }
    for number, row in enumerate(scope[place.rows.name], 1):
        if row[0] in fields:
            yield f"{place.rows.name}[{number}].", dict(zip(fields[row[0]], row[1:], strict=True))


def _columns(
    known: Mapping[str, Place], expression: Expr, scope: Mapping[str, Any], summing: bool = False
) -> dict[str, Any]:
    """The variables of `expression` that are taken element by element."""
    made = {}
    bare = bare_names(expression.text)
    for name in expression.names:
        place = known.get(name)
        if place is None or not (place.is_column or isinstance(place.item, Array | Matrix)):
            continue
        of = getattr(place.item, "type", None)
        words = isinstance(of, WordType | TextType)
        if name in bare or place.is_column or (summing and words):
            value = scope[name]
            made[name] = value.reshape(-1) if isinstance(value, np.ndarray) else value
    return made
