"""Conditions on single elements of a list, as statements write them: `a_0 = 0`, `a_1 != 0`, `c_n != 0`, `x <= a_1`.

Read where the input and its constraints are described only: elsewhere `a_0 = 1` begins a recurrence. What a sample
contradicts is dropped by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.layout import Place
from slowpath.inputs.relations.single_elements import TURNED, has_elements
from slowpath.model.expression import expr
from slowpath.model.format import IntType, Relation
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.scope import rank

_SIGNS = {"=": "==", "!=": "!="}


def conditions_on_elements(gathered: Gathered) -> None:
    """Gathers the "element" relations that sentences state."""
    for chain in gathered.knowledge.chains:
        if chain.summed or rank(chain.sentence) != 0:
            continue
        for left, written, right in chain.pairs():
            sign = _SIGNS.get(written, written)
            for one, other, operator in ((left, right, sign), (right, left, TURNED[sign])) if sign in TURNED else ():
                if operator in _SIGNS.values() or _is_only_one(one, other, chain):
                    for relation in _conditions(one, other, operator, gathered):
                        gathered.add(relation, chain.sentence, 0.9)


def _is_only_one(elements: tuple[Operand, ...], bounds: tuple[Operand, ...], chain: Chain) -> bool:
    """Whether a chain ends with one element, and bounds a variable by it: `1 <= x <= a_1`. Where it goes on, or has
    more elements of the list, it bounds these: `1 <= a_n <= m`."""
    stems = [operand.name.rstrip("0123456789") for operands in chain.operands for operand in operands]
    return (
        any(elements is end for end in (chain.operands[0], chain.operands[-1]))
        and len(chain.operators) > 1
        and all(bound.name for bound in bounds)
        and all(stems.count(one.name.rstrip("0123456789")) == 1 for one in elements)
    )


def _conditions(
    elements: tuple[Operand, ...], bounds: tuple[Operand, ...], operator: str, gathered: Gathered
) -> Iterator[Relation]:
    only = bounds[0] if len(bounds) == 1 and not bounds[0].form and not bounds[0].subscript else None
    bound = only and (only.text if re.fullmatch(r"-?\d+", only.text) else gathered.single(only.name))
    if not bound:
        return
    for operand in elements:
        if not operand.name or operand.form or not re.fullmatch(r"\d|[A-Za-z]\w*(?:[+-]\d)?", operand.subscript):
            continue
        stem = operand.name.removesuffix(operand.subscript) if operand.subscript.isdigit() else operand.name
        name = gathered.named(stem, has_elements)
        is_scalar = operand.subscript.isdigit() and operand.name in gathered.places
        if name is None or is_scalar or not _may_be(gathered.places[name], expr(bound).constant, operator):
            continue
        index = _index(operand.subscript, _first(stem, gathered.knowledge), gathered)
        if index is not None:
            yield Relation("element", expr(name), operator, expr(bound), (expr(index),))


def _may_be(place: Place, value: int | None, operator: str) -> bool:
    """Whether the bounds of the list, where they are constant, have room for the value, or for others."""
    of = place.item.type  # type: ignore[union-attr]
    assert isinstance(of, IntType)
    lo, hi = of.lo.constant, of.hi.constant
    if operator == "!=":
        return lo is None or hi is None or lo < hi
    return value is None or ((lo is None or lo <= value) and (hi is None or value <= hi))


def _first(stem: str, knowledge: Knowledge) -> int:
    """The subscript of the first element: 0 where the statement speaks of `a_0`, else 1."""
    statement = knowledge.statement
    zero = late_regex(rf"\b{re.escape(stem)}_?0\b")
    return 0 if any(zero.search(sentence.text) for sentence in (*statement.sentences, *statement.blocks)) else 1


def _index(subscript: str, first: int, gathered: Gathered) -> str | None:
    """The subscript as an index from 0 over the input's numbers; None for one that runs (`a_i != 0`)."""
    if subscript.isdigit():
        return str(int(subscript) - first) if int(subscript) >= first else None
    stem, rest = re.match(r"(\w+?)((?:[+-]\d)?)$", subscript).groups()  # type: ignore[union-attr]
    name = gathered.single(stem)
    if name is None:
        return None
    return f"{name}{rest}-{first}" if first else f"{name}{rest}"
