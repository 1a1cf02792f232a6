"""Which variables of a format are sizes, and the same format or plan in a small world.

Feedback search works at small sizes and dies at large ones (design, engine.md section 5), so the search first
runs under `scaled(fmt, limit)`; what is valid there is valid under the format itself.
"""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.layout import items_of
from slowpath.inputs.plan import Plan
from slowpath.inputs.size_model import size_model
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    Array,
    Cases,
    ElementType,
    InputFormat,
    IntType,
    Line,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

__all__ = ["items_of", "scaled", "scaled_plan", "size_variables"]


def size_variables(fmt: InputFormat) -> tuple[str, ...]:
    """Names that govern the size of an input, in the input's order: scalars in lengths and counts, size
    fields of rows, and words whose length may vary (under the word's name)."""
    return tuple(variable.name for variable in size_model(fmt).variables.values()
                 if variable.is_size and variable.lo.text != variable.hi.text)


def scaled(fmt: InputFormat, limit: int) -> InputFormat:
    """`fmt` with every size variable at most `limit` (or its own least value, where that is larger)."""
    names = frozenset(size_variables(fmt))
    return replace(fmt, nodes=tuple(_scaled(node, names, limit) for node in fmt.nodes))


def scaled_plan(plan: Plan, limit: int) -> Plan:
    """`plan` with every size at most `limit`."""
    return replace(plan, sizes={name: min(size, limit) for name, size in plan.sizes.items()})


def _scaled(node: Node, names: frozenset[str], limit: int) -> Node:
    match node:
        case Scalar() | Array():
            return _scaled_item(node, names, limit)
        case Line():
            return replace(node, items=tuple(_scaled_item(item, names, limit) for item in node.items))
        case Records():
            return replace(node, fields=tuple(_scaled_item(item, names, limit) for item in node.fields))
        case Tagged():
            return replace(node, lead=tuple(replace(item, type=_scaled_type(item.type, limit)) if item.name in names
                                            else item for item in node.lead), variants=tuple(
                replace(variant, fields=tuple(_scaled_item(item, names, limit) for item in variant.fields))
                for variant in node.variants))
        case Cases():
            return replace(node, body=tuple(_scaled(child, names, limit) for child in node.body))
    return node


def _scaled_item(item: Scalar | Array, names: frozenset[str], limit: int) -> Scalar | Array:
    if item.name not in names or (isinstance(item, Array) and not isinstance(item.type, WordType | TextType)):
        return item
    return replace(item, type=_scaled_type(item.type, limit))


def _scaled_type(of: ElementType, limit: int) -> ElementType:
    if isinstance(of, IntType):
        return replace(of, hi=_least(of.lo, of.hi, limit))
    if isinstance(of, WordType) and of.form == "brackets":
        even = max(limit - limit % 2, 2, ((of.length_lo.constant or 0) + 1) // 2 * 2)
        return replace(of, length_hi=_least(of.length_lo, of.length_hi, even))
    if isinstance(of, WordType | TextType):
        return replace(of, length_hi=_least(of.length_lo, of.length_hi, limit))
    return of


def _least(lo: Expr, hi: Expr, limit: int) -> Expr:
    if lo.constant is not None and hi.constant is not None:
        return expr(max(lo.constant, min(hi.constant, limit)))
    if lo.constant is not None and lo.constant <= limit:
        return expr(f"min({hi},{limit})")
    return expr(f"min({hi},max({lo},{limit}))")
