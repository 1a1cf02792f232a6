"""Bounds that follow from what a variable is, so that nobody has to assume any: a permutation's are those of its
length, the characters of a grid stand alone, a string is as long as another variable says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, Cases, InputFormat, IntType, Line, Matrix, Node, Scalar, TextType, WordType


def with_implied_types(fmt: InputFormat, assumed: Sequence[str]) -> tuple[InputFormat, list[str]]:
    """`fmt` with such bounds in place of assumed ones, and the variables of which bounds are still assumed."""
    known: set[str] = set()
    nodes = tuple(_node(node, frozenset(assumed), known) for node in fmt.nodes)
    return replace(fmt, nodes=nodes), [name for name in assumed if name not in known]


def _node(node: Node, assumed: frozenset[str], known: set[str]) -> Node:
    match node:
        case Cases():
            return replace(node, body=tuple(_node(inner, assumed, known) for inner in node.body))
        case Line():
            return replace(node, items=tuple(_permuted(item, assumed, known) if isinstance(item, Array) else item
                                             for item in node.items))
        case Array():
            return _permuted(node, assumed, known)
        case Scalar(type=WordType() as of) if of.length_lo == of.length_hi and of.length_lo.names:
            known.add(node.name)
        case Matrix(separator="", type=WordType() | TextType() as of) if node.name in assumed:
            known.add(node.name)
            return replace(node, type=replace(of, length_lo=expr(1), length_hi=expr(1)))
    return node


def _permuted(node: Array, assumed: frozenset[str], known: set[str]) -> Array:
    """A permutation whose bounds were assumed runs from 0 or 1, as its low bound says, up to its length."""
    of = node.type
    low = of.lo.constant if isinstance(of, IntType) else None
    if "permutation" not in node.traits or node.name not in assumed or low not in (0, 1):
        return node
    known.add(node.name)
    return replace(node, type=IntType(expr(low), _last(node.length, low)))


def _last(length: Expr, low: int) -> Expr:
    return length if low else expr(length.constant - 1) if length.constant is not None else expr(f"{length}-1")
