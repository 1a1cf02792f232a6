"""Kinds of queries that all have the same fields, as one table: `1 x` and `2 x` are rows of a kind, 1 or 2, and an x.

What the kinds are told by is a number like any other then, and whoever looks for rows that follow each other sees all
of them together.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from slowpath.inputs.layout import places, relation_names
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Node, Records, Relation, Scalar, Tagged
from slowpath.model.nodes import changed_nodes

_KIND_NAMES = ("t", "type", "kind", "t_", "kind_")


def in_one_table(fmt: InputFormat) -> tuple[InputFormat, frozenset[str]]:
    """`fmt` with such queries as rows, and the names that it hasn't any more."""
    related = frozenset(
        name
        for relation in fmt.relations
        if relation.kind != "includes" or " " in relation.character  # "1" or "2": no single value of a field
        for name in relation_names(relation)
    )
    used = frozenset(places(fmt))
    free = next((name for name in _KIND_NAMES if name not in used), "")
    nodes = changed_nodes(fmt.nodes, lambda node: _joined(node, free, related)) if free else fmt.nodes
    if nodes == fmt.nodes:
        return fmt, frozenset()
    gone = used - places(replace(fmt, nodes=nodes, relations=())).keys()
    return replace(fmt, nodes=nodes, relations=tuple(_of_rows(one, gone, free) for one in fmt.relations)), gone


def _joined(node: Node, name: str, related: frozenset[str]) -> Node:
    if not isinstance(node, Tagged) or node.lead or node.held is not None or node.name in related:
        return node
    tags = sorted(int(kind.tag) for kind in node.variants if kind.tag.isdigit())
    first, *others = node.variants
    if (
        len(tags) < len(node.variants)
        or tags != list(range(tags[0], tags[0] + len(tags)))
        or not first.fields
        or any(kind.effect for kind in node.variants)
    ):
        return node
    for kind in others:
        names = {mine.name: theirs.name for mine, theirs in zip(kind.fields, first.fields, strict=False)}
        if (
            {*names, *names.values()} & related
            or len(kind.fields) != len(first.fields)
            or not all(_renamed(mine, names) == theirs for mine, theirs in zip(kind.fields, first.fields, strict=True))
        ):
            return node
    of = IntType(expr(tags[0]), expr(tags[-1]))
    return Records(node.count, (Scalar(name, of), *first.fields))


def _of_rows(relation: Relation, gone: Collection[str], name: str) -> Relation:
    """A kind that is among queries which became rows, as a value of their first field."""
    if relation.kind != "includes" or relation.left.text not in gone:
        return relation
    return Relation("some", Expr(name), "==", expr(relation.character))


def _renamed(field: object, names: dict[str, str]) -> object:
    """A single integer under its name in another kind, its bounds too; None of anything else."""
    if not isinstance(field, Scalar) or not isinstance(field.type, IntType):
        return None
    low, high = (
        re.sub(r"[A-Za-z_]\w*", lambda word: names.get(word.group(), word.group()), end.text)
        for end in (field.type.lo, field.type.hi)
    )
    return Scalar(names[field.name], IntType(expr(low), expr(high)))
