"""Where the variables of a format live, and expressions over whole columns of rows.

A variable belongs to the whole input, to the cases of a `Cases` (nested ones too), to rows of `Records`, or to
rows of one kind in `Tagged`. A relation holds at the innermost of its variables' places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.relations.ordered_ends import with_free_ends
from slowpath.inputs.sizes.practical import practical_relations
from slowpath.model.expression import Expr
from slowpath.model.format import Array, Cases, InputFormat, IntType, Matrix, Records, Relation, Scalar, Tagged
from slowpath.model.nodes import all_items, changed_nodes, fields_of

_SAFE_FACTOR = 2**31


@dataclass(frozen=True)
class Place:
    """Where one variable lives: the names of the `Cases` around it, its item, and the rows that hold it."""

    path: tuple[str, ...]
    item: Scalar | Array | Matrix | Tagged | Cases
    rows: Records | Tagged | None = None

    @property
    def is_column(self) -> bool:
        """Whether it has one value per row of `Records`."""
        return isinstance(self.rows, Records)

    @property
    def is_tagged(self) -> bool:
        """Whether it lives in rows of `Tagged`."""
        return isinstance(self.rows, Tagged)


@per_format
def places(fmt: InputFormat) -> dict[str, Place]:
    """Every variable's place. A name that stands in several scopes has its first."""
    found: dict[str, Place] = {}
    for path, item in all_items(fmt.nodes):
        if not isinstance(item, Records):
            found.setdefault(item.name, Place(path, item))
        for field in fields_of(item):
            found.setdefault(field.name, Place(path, field, item))  # type: ignore[arg-type]
    return found


@per_format
def normalised(fmt: InputFormat) -> InputFormat:
    """`fmt` with what its relations say as traits too: `u != v` between the ends of edges is "no-loops", `u < v`
    makes a directed graph "acyclic" (also where one end bounds the other), and each of several arrays that are
    distinct together is "distinct"; and with the relations that keep inputs practical.

    It is for whoever makes inputs. Fewer may be valid than under `fmt`, never others.
    """
    free, orders = with_free_ends(fmt.nodes)
    apart = {
        frozenset((relation.left.text, relation.right.text)): relation.operator
        for relation in (*fmt.relations, *orders)
        if relation.kind == "compare" and relation.operator in ("!=", "<", ">")
    }
    distinct = frozenset(
        name for relation in fmt.relations if relation.kind == "distinct" for name in relation.distinct_names
    )
    nodes = changed_nodes(free, lambda item: _with_traits(item, apart, distinct), in_rows=False)
    caps = practical_relations(fmt)
    return fmt if nodes == fmt.nodes and not caps else InputFormat(nodes, (*fmt.relations, *orders, *caps))


def _with_traits(node: Any, apart: dict[frozenset[str], str], distinct: frozenset[str]) -> Any:
    match node:
        case Array() if node.name in distinct and "permutation" not in node.traits:
            return replace(node, traits=node.traits | {"distinct"})
        case Records() if node.structure in ("tree", "graph") and frozenset(node.endpoints) in apart:
            forward = apart[frozenset(node.endpoints)] != "!=" and "directed" in node.traits
            return replace(node, traits=node.traits | {"no-loops"} | ({"acyclic"} if forward else set()))
    return node


def relation_names(relation: Relation) -> frozenset[str]:
    """The variables that a relation mentions."""
    return relation.left.names.union(relation.right.names, *(other.names for other in relation.others))


def relation_path(fmt: InputFormat, relation: Relation) -> tuple[str, ...]:
    """The cases in which a relation holds: those of its innermost variable."""
    known = places(fmt)
    paths = [known[name].path for name in relation_names(relation) if name in known]
    return max(paths, key=len, default=())


def is_local_sum(fmt: InputFormat, relation: Relation) -> bool:
    """Whether a "sum" relation is about the elements of one array, matrix or column in a single scope: its bound
    mentions variables there, or it is more than an upper bound. Other sums are bounded above by a constant, and
    test cases share them."""
    if relation.kind != "sum" or (relation.right.constant is not None and relation.operator in ("<", "<=")):
        return False
    known = places(fmt)
    place = known.get(relation.left.text)
    if place is None or place.is_tagged or relation.operator == "!=" or not relation.right.names <= known.keys():
        return False
    of = getattr(place.item, "type", None)
    elements = (
        (isinstance(place.item, Matrix) and place.item.separator != "")
        or (isinstance(place.item, Array) and place.rows is None)
        or (place.is_column and isinstance(place.item, Scalar))
    )
    fixed = getattr(place.item, "traits", frozenset[str]()) & {"permutation", "distinct", "strictly-sorted", "parents"}
    deepest = max((known[name].path for name in relation.right.names), key=len, default=())
    single = all(known[name].rows is None and isinstance(known[name].item, Scalar) for name in relation.right.names)
    return bool(isinstance(of, IntType) and elements and not fixed and single and deepest == place.path)


def _fits(of: Any) -> bool:
    """Whether constant bounds say that values are kept in an int64 array."""
    ends = (of.lo.constant, of.hi.constant) if isinstance(of, IntType) else (None, None)
    return all(end is not None and -(2**63) <= end < 2**63 for end in ends)


def scopes(
    fmt: InputFormat, instance: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each case down `path` with the variables visible there, and its title ("tests[2]"; 1-based)."""
    yield from _scopes(dict(instance), path, "")


def walk(scope: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """As `scopes`, from the values visible in any scope down the rest of a path."""
    yield from _scopes(dict(scope), path, "")


def _scopes(scope: dict[str, Any], path: tuple[str, ...], title: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if not path:
        yield title, scope
        return
    for number, case in enumerate(scope[path[0]], 1):
        yield from _scopes({**scope, **case}, path[1:], f"{title}{path[0]}[{number}].")


@lru_cache(maxsize=4096)
def bare_names(text: str) -> frozenset[str]:
    """The names of an expression that stand outside of `len(...)`, whose own values are used."""
    without = text
    for name in Expr(text).names:
        without = without.replace(f"len({name})", "0")
    return Expr(without).names


@lru_cache(maxsize=4096)
def _vectorises(text: str) -> bool:
    """Whether arrays can stand for the variables: sums, differences, products, quotients, remainders, amounts."""
    return not any(word in text for word in ("min(", "max(", "len(", "**"))


@lru_cache(maxsize=4096)
def _divides(text: str) -> bool:
    return "/" in text or "%" in text


@lru_cache(maxsize=4096)
def _largest_written(text: str) -> int:
    """The largest number that stands in an expression."""
    return max(map(int, re.findall(r"\b\d+", text)), default=0)


def over_rows(
    expression: Expr, scope: Mapping[str, Any], columns: Mapping[str, Sequence | np.ndarray], count: int
) -> Any:
    """`expression` for `count` rows: one int where it mentions no column, else an array with one value a row.

    Exact: products that might leave int64 are taken over Python integers.
    """
    used = {name: columns[name] for name in expression.names if name in columns} if columns else {}
    if not used:
        return expression.value(scope)
    if _vectorises(expression.text) and all(isinstance(column, np.ndarray) for column in used.values()):
        if expression.text in used:
            return used[expression.text]
        known = {**scope, **_safe(expression, used, scope)}
        if not _divides(expression.text):
            return expression.value(known)
        with np.errstate(divide="raise"):  # An `ArithmeticError`, as for single numbers.
            return expression.value(known)
    if expression.text in used:
        values = list(_listed(used[expression.text]))
    else:
        rows = (dict(zip(used, row, strict=True)) for row in zip(*map(_listed, used.values()), strict=True))
        values = [expression.value({**scope, **row}) for row in rows]
    # Decimals and words are compared as they are.
    integers = all(type(value) is int for value in values)
    return np.array(values, dtype=np.int64 if integers and _all_fit(values) else object).reshape(len(values))


def _safe(expression: Expr, used: dict[str, Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    numbers = [abs(int(scope[name])) for name in expression.names - used.keys() if isinstance(scope.get(name), int)]
    known = [_largest_written(expression.text), *numbers]
    largest = max(known + [int(np.abs(column).max()) for column in used.values() if column.size])
    if largest < _SAFE_FACTOR and expression.text.count("*") <= 1:
        return used
    if largest < 2**61 and "*" not in expression.text:
        return used
    return {name: column.astype(object) for name, column in used.items()}


def as_column(values: list) -> Any:
    """Integers as an int64 array where all of them fit; anything else as it is."""
    if values and type(values[0]) is int:
        made = np.array(values)
        if made.dtype == np.int64:
            return made
    return values


def _all_fit(values: list[int]) -> bool:
    return all(-(2**63) <= value < 2**63 for value in values)


def _listed(column: Any) -> list:
    return column.tolist() if isinstance(column, np.ndarray) else column


def exact_sum(values: Any) -> int:
    """The sum of integers, exact beyond int64."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        if not values.size:
            return 0
        if max(abs(int(values.max())), abs(int(values.min()))) * values.size < 2**62:
            return int(values.sum())
        values = values.reshape(-1).tolist()
    return int(sum(values.reshape(-1).tolist() if isinstance(values, np.ndarray) else values))
