"""Edges whose bounds order their ends: `rows[m] graph(u, v; n): u: int 1..n-1; v: int u+1..n`.

What makes edges draws both ends from all vertices and turns an edge round where a relation asks for it. So for making
inputs such bounds are said as that relation, `u < v` over ends that have the same bounds: the same edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from slowpath.model.expression import Expr
from slowpath.model.format import IntType, Node, Records, Relation, Scalar
from slowpath.model.nodes import changed_nodes


def with_free_ends(nodes: Sequence[Node]) -> tuple[tuple[Node, ...], tuple[Relation, ...]]:
    """The nodes with the same bounds for both ends of all edges, and the relations that their bounds said."""
    relations: list[Relation] = []
    made = changed_nodes(nodes, lambda item: _freed(item, relations) if isinstance(item, Records) else item)
    return made, tuple(relations)


def _freed(node: Records, relations: list[Relation]) -> Records:
    ends = [field for name in node.endpoints for field in node.fields if field.name == name]
    if (
        node.structure not in ("tree", "graph")
        or len(ends) != 2
        or not all(isinstance(end, Scalar) and isinstance(end.type, IntType) for end in ends)
    ):
        return node
    for bounds, order in _orders(*sorted(ends, key=node.fields.index)):
        fields = tuple(replace(field, type=bounds) if field in ends else field for field in node.fields)
        relations.append(order)
        return replace(node, fields=fields)
    return node


def _orders(early: Any, late: Any) -> Iterator[tuple[IntType, Relation]]:
    """The bounds that both ends may have and how they are ordered, where the later one's bounds say so."""
    first, second = early.type, late.type
    for by, sign in ((early.name, "<="), (f"{early.name}+1", "<")):
        if second.lo.text == by and _is_next(first.hi, second.hi, sign):
            yield IntType(first.lo, second.hi), Relation("compare", Expr(early.name), sign, Expr(late.name))
    for by, sign in ((early.name, ">="), (f"{early.name}-1", ">")):
        if second.hi.text == by and _is_next(second.lo, first.lo, sign):
            yield IntType(second.lo, first.hi), Relation("compare", Expr(early.name), sign, Expr(late.name))


def _is_next(inner: Expr, outer: Expr, sign: str) -> bool:
    """Whether two bounds are equal, or for a strict order differ by one."""
    if inner == outer:
        return True
    lows = inner.constant, outer.constant
    if None not in lows:
        return sign in "<>" and lows[1] - lows[0] == 1  # type: ignore[operator]
    name, _, taken = outer.text.partition("-")
    less = f"{name}-{int(taken) + 1}" if taken.isdigit() else f"{outer}-1"
    return sign in "<>" and less == inner.text
