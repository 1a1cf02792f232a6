"""Which variables of a format are sizes, and the same format or plan in a small world.

Feedback search works at small sizes and dies at large ones (design, engine.md section 5), so the search first
runs under `scaled(fmt, limit)`; what is valid there is valid under the format itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, ElementType, InputFormat, IntType, Scalar, TextType, WordType
from slowpath.model.nodes import changed_nodes


def size_variables(fmt: InputFormat) -> tuple[str, ...]:
    """Names that govern the size of an input, in the input's order: scalars in lengths and counts, size
    fields of rows, and words whose length may vary (under the word's name)."""
    return tuple(
        variable.name
        for variable in size_model(fmt).variables.values()
        if variable.is_size and variable.lo.text != variable.hi.text
    )


def scaled(fmt: InputFormat, limit: int, numbers: bool = False) -> InputFormat:
    """`fmt` with every size variable at most `limit` (or its own least value, where that is larger); with `numbers`
    every integer, by its absolute value."""
    names = frozenset(size_variables(fmt))

    def cut(item: Any) -> Any:
        if numbers and isinstance(getattr(item, "type", None), IntType):
            least = item.type.lo.constant
            lo = expr(-limit) if least is not None and least < -limit else item.type.lo
            return replace(item, type=_scaled_type(replace(item.type, lo=lo), limit))
        if getattr(item, "name", "") in names and (
            isinstance(item, Scalar) or (isinstance(item, Array) and isinstance(item.type, WordType | TextType))
        ):
            return replace(item, type=_scaled_type(item.type, limit))
        return item

    return replace(fmt, nodes=changed_nodes(fmt.nodes, cut))


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
