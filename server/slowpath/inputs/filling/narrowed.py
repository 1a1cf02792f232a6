"""A format narrowed to the inputs that a constraint aims at: a value that boundaries, generation and mutation take
like any other format.

What an aim says of one variable alone moves that variable's own bounds, since a bound is kept by construction and
costs nothing, where a relation may have to be repaired; anything else is added to the relations. Whether inputs are
left is found out by resolving the boundaries (`saturate`, CP-SAT where sizes hang together) and making one small
input, never by searching on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.errors import SlowpathError
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.layout import places, relation_names
from slowpath.inputs.relations.relations import OPERATORS
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.practical import practical_relations
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.validating.validate import violations
from slowpath.model.constraint import LEAST, SAME, Aim, WithTrait
from slowpath.model.expression import Expr, expr
from slowpath.model.format import TRAITS, Array, InputFormat, IntType, Records, Relation, Scalar, TextType, WordType
from slowpath.model.nodes import changed_nodes

ARRAY_TRAITS = frozenset({"permutation", "distinct", "sorted", "strictly-sorted", "reverse-sorted", "parents"})
ROW_TRAITS = frozenset({"distinct", "sorted", "strictly-sorted", "reverse-sorted"})
GRAPH_TRAITS = TRAITS - ARRAY_TRAITS - {"rooted"}
TREE_TRAITS = frozenset({"rooted"})
COUNTED_FROM_BOUNDS = frozenset({"parents", "permutation"})
"""Traits whose meaning hangs on the bounds: vertices and places are numbered from the least value on, so that with
other bounds an array is another kind of thing, not a narrower one."""
_TRIAL_SIZE = 24


class CannotNarrow(SlowpathError):
    """No input of the format meets the aims, or an aim doesn't fit the format; the message says why."""

    code = "cannot-narrow"
    exit_code = 5

    def __init__(self, reason: str) -> None:
        super().__init__(f"the format can't be narrowed: {reason}.", "Search without this aim.")
        self.reason = reason


def narrowed(fmt: InputFormat, aims: Iterable[Aim]) -> InputFormat:
    """`fmt` with the aims as further conditions: every input of it is one of `fmt`.

    Raises `CannotNarrow` for names that the format doesn't have, traits that don't fit, bounds that leave nothing, and
    where no input can be made.
    """
    made = fmt
    for aim in aims:
        made = _with_trait(made, aim) if isinstance(aim, WithTrait) else _with_relation(made, aim)
    if made != fmt:
        _try(made, fmt)
    return made


def _try(fmt: InputFormat, whole: InputFormat) -> None:
    """Makes one small input. Raises `CannotNarrow` where sizes can't hold together within what is practical, none can
    be made, or it isn't one of the whole format."""
    try:
        resolved = boundaries(InputFormat(fmt.nodes, (*fmt.relations, *practical_relations(whole))))
        if not resolved:
            raise CannotNarrow(
                "no sizes meet the aims and the format's bounds together"
                if not boundaries(fmt)
                else "inputs that meet the aims are larger than any judge would send"
            )
        sizes = {name: min(value, _TRIAL_SIZE) for name, value in resolved[0].sizes.items()}
        small = Boundary("trial", sizes, "one")
        trial = generate(fmt, Plan(sizes=small.sizes, cases=small.cases), np.random.default_rng(0))
        wrong = violations(whole, trial, 1)
        if wrong:
            raise CannotNarrow(f"what the aims ask breaks the format ({wrong[0]})")
    except CannotGenerate as error:
        raise CannotNarrow(f"{error.constraint} can't be met") from error
    except (KeyError, ArithmeticError, ValueError, TypeError) as error:
        raise CannotNarrow(f"an aim can't be read with this format ({error!r})") from error


# Relations


def _with_relation(fmt: InputFormat, relation: Relation) -> InputFormat:
    known = places(fmt)
    unknown = sorted(relation_names(relation) - known.keys())
    if unknown:
        raise CannotNarrow(f"the format has no {', '.join(unknown)}")
    if relation.kind == "compare" and relation.operator not in OPERATORS:
        raise CannotNarrow(f"{relation} is no comparison")
    bound = _own_bound(relation)
    if bound is not None:
        moved = _mapped(fmt, _mover(*bound))
        if moved != fmt:
            return moved
    return fmt if relation in fmt.relations else replace(fmt, relations=(*fmt.relations, relation))


def _own_bound(relation: Relation) -> tuple[str, str, int] | None:
    """(variable, operator, constant) of a relation that bounds one variable, or the length of one word; the operator
    is "<=", ">=" or "=="."""
    left, operator, right = relation.left, relation.operator, relation.right
    if relation.kind != "compare" or operator == "!=":
        return None
    if left.constant is not None and right.constant is None:
        left, right = right, left
        operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}[operator]
    name = left.text.removeprefix("len(").removesuffix(")") if left.text.startswith("len(") else left.text
    if right.constant is None or not name.isidentifier() or left.text not in (name, f"len({name})"):
        return None
    value = right.constant + {"<": -1, ">": 1}.get(operator, 0)
    return left.text, {"<": "<=", ">": ">="}.get(operator, operator), value


def _mover(left: str, operator: str, value: int) -> Callable[[Any], Any]:
    """Moves the bounds of the item that `left` names: of its value, or as `len(s)` of a word's length."""
    of_length = left.startswith("len(")
    name = left.removeprefix("len(").removesuffix(")") if of_length else left

    def moved(item: Any) -> Any:
        if not isinstance(item, Scalar | Array) or item.name != name or _is_counted_from_bounds(item):
            return item
        if not of_length and isinstance(item.type, IntType):
            lo, hi = _between(name, item.type.lo, item.type.hi, operator, value)
            return replace(item, type=IntType(lo, hi))
        if of_length and isinstance(item, Scalar) and isinstance(item.type, WordType | TextType):
            lo, hi = _between(left, item.type.length_lo, item.type.length_hi, operator, value)
            return replace(item, type=replace(item.type, length_lo=lo, length_hi=hi))
        return item

    return moved


def _between(what: str, lo: Expr, hi: Expr, operator: str, value: int) -> tuple[Expr, Expr]:
    if operator in (">=", "=="):
        lo = _extreme("max", lo, value)
    if operator in ("<=", "=="):
        hi = _extreme("min", hi, value)
    if lo.constant is not None and hi.constant is not None and lo.constant > hi.constant:
        raise CannotNarrow(f"{what} {operator} {value} leaves nothing of its bounds")
    return lo, hi


def _extreme(word: str, bound: Expr, value: int) -> Expr:
    if bound.constant is None:
        return expr(f"{word}({bound}, {value})")
    return expr(max(bound.constant, value) if word == "max" else min(bound.constant, value))


# Traits


def _with_trait(fmt: InputFormat, aim: WithTrait) -> InputFormat:
    if aim.trait in SAME:
        return _mapped(fmt, lambda item: _made_same(item, aim.trait) if getattr(item, "name", "") == aim.name else item)
    if aim.trait not in TRAITS:
        raise CannotNarrow(f"{aim.trait} is no trait")
    if aim.name not in places(fmt):
        raise CannotNarrow(f"the format has no {aim.name}")
    met: list[bool] = []

    def moved(item: Any) -> Any:
        fits = _fitting(item, aim.name)
        if aim.trait not in fits:
            return item
        met.append(True)
        return replace(item, traits=item.traits | {aim.trait})

    made = _mapped(fmt, moved)
    if not met:
        raise CannotNarrow(f"{aim.name} can't be {aim.trait}")
    return made


def _made_same(item: Any, trait: str) -> Any:
    """An item whose numbers, or whose characters, are all the least or all the largest."""
    kind = getattr(item, "type", None)
    if isinstance(kind, IntType) and not _is_counted_from_bounds(item):
        bound = kind.lo if trait == LEAST else kind.hi
        return replace(item, type=IntType(bound, bound))
    if isinstance(kind, WordType | TextType) and not getattr(kind, "form", ""):
        return replace(item, type=replace(kind, alphabet=kind.alphabet[0 if trait == LEAST else -1]))
    return item


def _is_counted_from_bounds(item: Any) -> bool:
    return bool(getattr(item, "traits", frozenset[str]()) & COUNTED_FROM_BOUNDS)


def _fitting(item: Any, name: str) -> frozenset[str]:
    """The traits that an item may be given when the aim names it, or one of its columns."""
    if isinstance(item, Array) and item.name == name:
        return ARRAY_TRAITS if isinstance(item.type, IntType) else ARRAY_TRAITS - {"permutation", "parents"}
    if isinstance(item, Records) and any(field.name == name for field in item.fields):
        special = {"graph": GRAPH_TRAITS, "tree": TREE_TRAITS}.get(item.structure, frozenset())
        # Rows are ordered by their first field.
        return special | (ROW_TRAITS if item.fields[0].name == name else frozenset({"distinct"}))
    return frozenset()


# The format's parts


def _mapped(fmt: InputFormat, moved: Callable[[Any], Any]) -> InputFormat:
    """The format with each item, and each field of rows, as `moved` gives it."""
    nodes = changed_nodes(
        fmt.nodes,
        lambda item: moved(replace(item, fields=tuple(map(moved, item.fields))) if isinstance(item, Records) else item),
        in_rows=False,
    )
    return fmt if nodes == fmt.nodes else replace(fmt, nodes=nodes)
