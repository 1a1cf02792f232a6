"""Draws one instance of a format by numbered choices: few elements, few and simple values.

A `Tininess` says how few. What traits and structures ask for is drawn as such (a permutation by what is left, a tree
by its Prüfer code, a simple graph by edges in order); what relations ask for is left to who checks the instance, but
for those between single numbers, which end a draw as soon as they fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.layout import normalised
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.squares import Square, squares
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.tiny.choices import Choose, DeadEnd
from slowpath.inputs.tiny.edges import chosen_edges
from slowpath.inputs.tiny.values import Tininess, chosen_value, chosen_word, simplest
from slowpath.inputs.traits import interval_fields, root_marked
from slowpath.model.expression import expr
from slowpath.model.format import (
    HELD,
    ROW,
    Array,
    Cases,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of

_MOST_ELEMENTS = 64


@dataclass(frozen=True)
class _Sizes:
    """What the format says of its single numbers: those that govern sizes, those that count cases, and the
    constraints by each of the names that they mention."""

    governing: frozenset[str]
    case_counts: frozenset[str]
    constraints: Mapping[str, tuple[SizeConstraint, ...]]


@per_format
def _sizes(fmt: InputFormat) -> _Sizes:
    model = size_model(fmt)
    by_name: dict[str, tuple[SizeConstraint, ...]] = {}
    for constraint in model.constraints:
        for name in sorted(constraint.names):
            by_name[name] = (*by_name.get(name, ()), constraint)
    counts = frozenset().union(*(count.names for count in model.counts.values()), frozenset())
    governing = frozenset(name for name, variable in model.variables.items() if variable.is_size)
    return _Sizes(governing, counts, by_name)


def tiny_instance(fmt: InputFormat, tininess: Tininess, choose: Choose) -> Instance:
    """One instance; as few test cases as the format allows, but one. It may break relations between many values.

    Raises `DeadEnd` where the choices lead to nothing.
    """
    fmt = normalised(fmt)
    return _Draw(_sizes(fmt), squares(fmt), tininess, choose).scope(fmt.nodes, {})


class _Draw:
    def __init__(self, sizes: _Sizes, known_squares: Mapping[str, Square], tininess: Tininess, choose: Choose) -> None:
        self._sizes = sizes
        self._squares = known_squares
        self._tininess = tininess
        self._choose = choose

    def scope(self, nodes: Sequence[Node], outer: Mapping[str, Any]) -> Instance:
        """One instance of `nodes`, where the values around it are known."""
        instance: Instance = {}
        visible = dict(outer)
        for item in items_of(nodes):
            made = self._item(item, visible)
            instance.update(made)
            visible.update(made)
        return instance

    def _item(self, item: Any, scope: dict[str, Any]) -> dict[str, Any]:
        match item:
            case Scalar():
                return {item.name: self._scalar(item, scope)}
            case Array():
                return {item.name: self._array(item, scope)}
            case Matrix():
                return {item.name: self._matrix(item, scope)}
            case Records():
                return self._records(item, scope)
            case Tagged():
                return {item.name: self._tagged(item, scope)}
            case Cases():
                return {item.name: [self.scope(item.body, scope) for _ in range(_counted(item.count.value(scope)))]}
        raise AssertionError(item)

    def _scalar(self, item: Scalar, scope: Mapping[str, Any]) -> Any:
        if isinstance(item.type, IntType):
            value = self._integer(item.name, item.type, scope)
        else:
            value = self._value(item.type, scope)
        known = {**scope, item.name: value}
        sizes = {name: len(known[name]) if isinstance(known[name], str) else known[name] for name in known}
        for constraint in self._sizes.constraints.get(item.name, ()):
            if constraint.names <= sizes.keys() and not constraint.holds(sizes):
                raise DeadEnd
        return value

    def _integer(self, name: str, of: IntType, scope: Mapping[str, Any]) -> int:
        lo, hi = int(of.lo.value(scope)), int(of.hi.value(scope))
        if name in self._sizes.case_counts:
            if hi < 1:
                raise DeadEnd
            return max(lo, 1)
        if name in self._sizes.governing:
            return lo + self._choose(min(hi, max(lo, self._tininess.size)) - lo + 1)
        values = simplest(lo, hi, self._tininess.reach, self._tininess.has_ends)
        return values[self._choose(len(values))]

    def _value(self, of: Any, scope: Mapping[str, Any]) -> Any:
        """One element."""
        if isinstance(of, WordType | TextType):
            return chosen_word(of, None, scope, self._tininess, self._choose)
        return chosen_value(of, scope, self._tininess, self._choose)

    # Arrays

    def _array(self, item: Array, scope: Mapping[str, Any]) -> Any:
        length = _counted(item.length.value(scope))
        if item.separator == "" and isinstance(item.type, WordType | TextType):
            return list(chosen_word(item.type, length, scope, self._tininess, self._choose))
        if isinstance(item.type, IntType) and item.traits:
            values = self._with_traits(item, length, scope)
        else:
            values = [self._value(item.type, scope) for _ in range(length)]
        return _column(item.type, values, scope)

    def _with_traits(self, item: Array, length: int, scope: Mapping[str, Any]) -> list[int]:
        assert isinstance(item.type, IntType)
        lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))
        if "permutation" in item.traits:
            return self._distinct(list(range(lo, lo + length)), length)
        if "parents" in item.traits:
            return self._parents(item, length, lo)
        span = self._tininess.span
        if item.traits & {"distinct", "strictly-sorted"}:
            offered = simplest(lo, hi, max(span, length + 1), self._tininess.has_ends)
            if "strictly-sorted" not in item.traits and "sorted" not in item.traits:
                return self._distinct(offered, length)
            return self._rising(sorted(offered), length, 1)
        offered = sorted(simplest(lo, hi, span, self._tininess.has_ends))
        if "sorted" in item.traits:
            return self._rising(offered, length, 0)
        if "reverse-sorted" in item.traits:
            return self._rising(offered, length, 0)[::-1]
        return [offered[self._choose(len(offered))] for _ in range(length)]

    def _distinct(self, offered: list[int], length: int) -> list[int]:
        left = list(offered)
        return [left.pop(self._choose(len(left))) for _ in range(length)]

    def _rising(self, offered: list[int], length: int, step: int) -> list[int]:
        """Values in order, each `step` places or more behind the one before."""
        made, first = [], 0
        for number in range(length):
            room = len(offered) - first - step * (length - number - 1)
            first += self._choose(room)
            made.append(offered[first])
            first += step
        return made

    def _parents(self, item: Array, length: int, lo: int) -> list[int]:
        """Parents that are all before their children, so that they make a tree."""
        if root_marked(item, lo):
            return [lo if own == 0 else lo + 1 + self._choose(own) for own in range(length)]
        return [lo + self._choose(own) for own in range(1, length + 1)]

    # Tables

    def _matrix(self, item: Matrix, scope: Mapping[str, Any]) -> Any:
        rows, columns = _counted(item.rows.value(scope)), _counted(item.columns.value(scope))
        if rows * columns > _MOST_ELEMENTS:
            raise DeadEnd
        rules = self._squares.get(item.name, Square())
        table: list[list[Any]] = [[] for _ in range(rows)]
        for row, column in product(range(rows), range(columns)):
            if rules.symmetric and column < row < columns:
                table[row].append(table[column][row])
            elif row == column and rules.diagonal is not None:
                table[row].append(rules.diagonal.character or rules.diagonal.right.value(scope))
            elif rules.border is not None and (row in (0, rows - 1) or column in (0, columns - 1)):
                table[row].append(rules.border.character or rules.border.right.value(scope))
            else:
                table[row].append(
                    self._letter(item.type, scope) if item.separator == "" else self._value(item.type, scope)
                )
        if item.separator == "":
            return ["".join(row) for row in table]
        if not isinstance(item.type, IntType):
            return table
        flat = _column(item.type, [value for row in table for value in row], scope)
        return table if isinstance(flat, list) else flat.reshape(rows, columns)

    def _letter(self, of: Any, scope: Mapping[str, Any]) -> str:
        if isinstance(of, IntType):
            return str(chosen_value(of, scope, self._tininess, self._choose))
        letters = of.alphabet[: self._tininess.span]
        return letters[self._choose(len(letters))]

    def _records(self, item: Records, scope: Mapping[str, Any]) -> dict[str, Any]:
        count = _counted(item.count.value(scope))
        edges: dict[str, list[int]] = {}
        if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
            edges = chosen_edges(item, count, scope, self._choose)
        ends = interval_fields(item) if item.structure == "intervals" else None
        columns: dict[str, list[Any]] = {field.name: [] for field in item.fields}
        for number in range(count):
            visible = {**scope, ROW: number}
            for field in item.fields:
                value = edges[field.name][number] if field.name in edges else self._field(field, visible, ends)
                visible[field.name] = value
                columns[field.name].append(value)
        return {
            field.name: columns[field.name]
            if isinstance(field, Array)
            else _column(field.type, columns[field.name], scope)
            for field in item.fields
        }

    def _field(self, field: Scalar | Array, scope: Mapping[str, Any], ends: tuple[str, str] | None = None) -> Any:
        """A field of a row; the second of an interval's ends isn't before the first."""
        if isinstance(field, Array):
            return self._array(field, scope)
        if ends is not None and field.name == ends[1] and ends[0] in scope and isinstance(field.type, IntType):
            return self._value(_not_before(field.type, ends[0]), scope)
        if isinstance(field.type, IntType) and field.name in self._sizes.governing:
            return self._integer(field.name, field.type, scope)
        return self._value(field.type, scope)

    def _tagged(self, item: Tagged, scope: Mapping[str, Any]) -> list[tuple]:
        held = int(item.held.value(scope)) if item.held is not None else 0
        rows = []
        for number in range(_counted(item.count.value(scope))):
            offered = [
                variant
                for variant in item.variants
                if item.held is None or held > 0 or variant.effect not in ("takes", "needs")
            ]
            variant = offered[self._choose(len(offered))]
            visible = {**scope, ROW: number, HELD: held}
            values = []
            for field in item.fields_of(variant):
                visible[field.name] = self._field(field, visible)
                values.append(visible[field.name])
            held += {"adds": 1, "takes": -1}.get(variant.effect, 0)
            rows.append((variant.tag, *values))
        return rows


@lru_cache(maxsize=256)
def _not_before(of: IntType, first: str) -> IntType:
    return IntType(expr(f"max({of.lo},{first})"), of.hi)


def _counted(count: int) -> int:
    """A length or count. Raises `DeadEnd` where nothing has it, or nothing tiny."""
    if not 0 <= count <= _MOST_ELEMENTS:
        raise DeadEnd
    return int(count)


def _column(of: Any, values: list[Any], scope: Mapping[str, Any]) -> Any:
    """A list of values as instances hold it. Bounds that mention other fields of the row are taken to fit int64."""
    if not isinstance(of, IntType):
        return values
    try:
        is_narrow = of.lo.value(scope) >= -(2**63) and of.hi.value(scope) < 2**63
    except KeyError:
        is_narrow = True
    return np.array(values, dtype=np.int64) if is_narrow else values
