"""Bounds that follow from what a variable is, so that nobody has to assume any: a permutation's are those of its
length, up to n different numbers are numbers up to n, the characters of a grid stand alone, a string is as long as
another variable says.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from slowpath.inputs.layout import Place, places
from slowpath.inputs.traits import root_marked
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    HELD,
    Array,
    Cases,
    Evidence,
    InputFormat,
    IntType,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import all_items, changed_nodes, with_types


def with_implied_types(
    fmt: InputFormat,
    assumed: Sequence[str],
    lowest: Mapping[str, int],
    gathers: Mapping[str, bool],
    evidence: list[Evidence],
) -> tuple[InputFormat, list[str]]:
    """`fmt` with such bounds in place of assumed ones, and the variables of which bounds are still assumed. `lowest`
    has the least values in the samples, `gathers` is that of `Typer`; `evidence` tells which sums are only assumed, and
    gets what is found to be parents."""
    known: set[str] = set()
    open_names = frozenset(assumed)
    open_gathers = {name: gathers[name] for name in gathers if name in open_names}
    parents = partial(_parents, gathers=open_gathers, fmt=fmt, evidence=evidence)
    fmt = replace(fmt, nodes=changed_nodes(fmt.nodes, parents, in_rows=False))
    nodes = changed_nodes(fmt.nodes, lambda item: _implied(item, open_names, known, lowest), in_rows=False)
    guessed = {one.about for one in evidence if one.source == "assumed" and one.fact.startswith("sum of ")}
    stated = tuple(each for each in fmt.relations if each.kind != "sum" or not each.left.names & guessed)
    told = replace(fmt, relations=stated)
    for bound in (_within_total, _within_sum, _cases_within_sum, _as_listed):
        nodes = changed_nodes(nodes, partial(bound, fmt=told, assumed=open_names, known=known), in_rows=False)
    made, left = replace(fmt, nodes=nodes), open_names - known
    nodes = changed_nodes(nodes, lambda item: _left_over(item, made, left, known))
    return replace(fmt, nodes=nodes), [name for name in assumed if name not in known]


def _parents(node: Any, gathers: Mapping[str, bool], fmt: InputFormat, evidence: list[Evidence]) -> Any:
    """A list of which no sample tells, at whose numbers the program gathers the places of these, or to which it links
    them: one number less than there are vertices, or as many with 0 for the root, are parents."""
    if not isinstance(node, Array) or not isinstance(node.type, IntType) or node.name not in gathers:
        return node
    length, of = node.length.text, node.type
    if length.endswith("-1") and length[:-2] in places(fmt) and of.hi.names <= {length[:-2]}:
        of = of if of.hi.text == length else IntType(expr(1), expr(length[:-2]))
    elif gathers[node.name] and length in places(fmt):
        of = IntType(expr(0), node.length)
    else:
        return node
    evidence.append(Evidence(node.name, f"{node.name} are parents", "reads", "", 0, 0.5))
    return replace(node, type=of, traits=node.traits | {"parents"})


def _within_total(node: Any, fmt: InputFormat, assumed: frozenset[str], known: set[str]) -> Any:
    """A number that a sum reaches (`k <= b_1 + ... + b_n`) is at most as many times the largest as there are."""
    match node:
        case Scalar(type=IntType() as of) if node.name in assumed:
            summed = {
                relation.left.text
                for relation in fmt.relations
                if relation.kind == "sum"
                and relation.operator in (">=", ">", "==")
                and relation.right.text == node.name
            }
            if not summed:
                return node
            most = next(
                (
                    made
                    for name, place in places(fmt).items()
                    if name in summed and (made := _largest_total(place)) is not None
                ),
                None,
            )
            names = list(places(fmt))
            if most is not None and most.names <= set(names[: names.index(node.name)]):
                known.add(node.name)
                return replace(node, type=replace(of, hi=most))
    return node


def _within_sum(node: Any, fmt: InputFormat, assumed: frozenset[str], known: set[str]) -> Any:
    """A word is at most as long as all words together, a number of a list without negative ones at most their sum."""
    if not isinstance(node, Array | Scalar) or node.name not in assumed:
        return node
    is_word, names = isinstance(node.type, WordType), list(places(fmt))
    if not is_word and not (isinstance(node, Array) and isinstance(of := node.type, IntType) and _is_natural(of)):
        return node
    most = next(
        (
            relation.right
            for relation in fmt.relations
            if relation.kind == "sum"
            and relation.operator in ("<=", "==")
            and relation.left.text == (f"len({node.name})" if is_word else node.name)
            and relation.right.names <= set(names[: names.index(node.name)])
        ),
        None,
    )
    if most is None:
        return node
    known.add(node.name)
    return with_types((node,), (node.name,), **{"length_hi" if is_word else "hi": most})[0]


def _cases_within_sum(node: Any, fmt: InputFormat, assumed: frozenset[str], known: set[str]) -> Any:
    """There are at most as many test cases as a sum over all of them leaves room for: `t` where all `n >= 1` sum up to
    10^5 at most."""
    if not isinstance(node, Scalar) or node.name not in assumed or not isinstance(node.type, IntType):
        return node
    counted = {
        item.name for _, item in all_items(fmt.nodes) if isinstance(item, Cases) and item.count.text == node.name
    }
    most = [
        relation.right.constant // low
        for relation in fmt.relations
        if relation.kind == "sum"
        and relation.operator == "<="
        and relation.right.constant is not None
        and (low := _least_of_case(places(fmt).get(relation.left.text), counted)) > 0
    ]
    if not most:
        return node
    known.add(node.name)
    return replace(node, type=replace(node.type, hi=expr(min(most))))


def _as_listed(node: Any, fmt: InputFormat, assumed: frozenset[str], known: set[str]) -> Any:
    """A word that is one of those listed before is as they are."""
    listed = (
        places(fmt)[relation.right.text].item
        for relation in fmt.relations
        if relation.kind == "in" and relation.left.text == getattr(node, "name", "") in assumed - {relation.right.text}
    )
    of = getattr(next(listed, None), "type", None)
    if not isinstance(of, WordType) or not isinstance(getattr(node, "type", None), WordType):
        return node
    known.add(node.name)
    return replace(node, type=of)


def _least_of_case(place: Place | None, cases: Collection[str]) -> int:
    """The least value of a single number of each of these test cases, 0 where it is none."""
    is_single = place is not None and place.rows is None and place.path[-1:] and place.path[-1] in cases
    of = place.item.type if place is not None and is_single and isinstance(place.item, Scalar) else None
    return (of.lo.constant or 0) if isinstance(of, IntType) else 0


def _is_natural(of: IntType) -> bool:
    return of.lo.constant is not None and of.lo.constant >= 0


def _largest_total(place: Place) -> Expr | None:
    """The most that the elements of a list or column can sum up to, over what counts them."""
    item = place.item
    count = item.length if isinstance(item, Array) else place.rows.count if isinstance(place.rows, Records) else None
    high = item.type.hi.constant if isinstance(item, Array | Scalar) and isinstance(item.type, IntType) else None
    if count is None or high is None or high < 1 or (isinstance(item, Array) and place.rows is not None):
        return None
    return expr(f"{count}*{high}" if count.text.isidentifier() or count.constant is not None else f"({count})*{high}")


def _left_over(node: Any, fmt: InputFormat, assumed: frozenset[str], known: set[str]) -> Any:
    """Numbers of which a bounded sum or product is made are at most what the others leave: `c` in `p + c <= n + 1`,
    `r` in `r*s <= 10^5`."""
    match node:
        case Scalar(type=IntType() as of) if node.name in assumed:
            found = places(fmt)
            names = list(found)
            for relation in fmt.relations:
                is_product = "*" in relation.left.text
                parts = relation.left.text.split("*" if is_product else "+")
                if relation.kind != "compare" or relation.operator not in ("<=", "<", "==") or node.name not in parts:
                    continue
                others = [
                    getattr(found[part].item, "type", None) for part in parts if part != node.name and part in found
                ]
                lows = [other.lo.constant for other in others if isinstance(other, IntType)]
                if (
                    len(lows) != len(parts) - 1
                    or None in lows
                    or not relation.right.names <= set(names[: names.index(node.name)])
                ):
                    continue
                least, most = [low for low in lows if low is not None], relation.right.constant
                is_strict = relation.operator == "<"
                if not is_product:
                    known.add(node.name)
                    return replace(node, type=replace(of, hi=relation.right.plus(-sum(least) - is_strict)))
                if most is not None and min(least) > 0:
                    known.add(node.name)
                    return replace(node, type=replace(of, hi=expr((most - is_strict) // math.prod(least))))
    return node


def _implied(node: Any, assumed: frozenset[str], known: set[str], lowest: Mapping[str, int]) -> Any:
    match node:
        case Array():
            return _permuted(node, assumed, known, lowest)
        case Records():
            return replace(
                node,
                fields=tuple(
                    _counting(_chosen(field, node, known, lowest), node, known) if field.name in assumed else field
                    for field in node.fields
                ),
            )
        case Tagged():
            known.update(
                field.name
                for kind in node.variants
                for field in kind.fields
                if isinstance(field.type, IntType) and field.type.hi == expr(HELD)
            )
        case Scalar(type=WordType() as of) if of.length_lo == of.length_hi and of.length_lo.names:
            known.add(node.name)
        case Matrix(separator="", type=WordType() | TextType() as of) if node.name in assumed:
            known.add(node.name)
            return replace(node, type=replace(of, length_lo=expr(1), length_hi=expr(1)))
    return node


def _permuted(node: Array, assumed: frozenset[str], known: set[str], lowest: Mapping[str, int]) -> Array:
    """A permutation whose bounds were assumed runs from 0 or 1, as its low bound says, up to its length; parents are
    vertices that come before, which are counted from 1, assumed where no sample shows it."""
    of = node.type
    low = of.lo.constant if isinstance(of, IntType) else None
    if "parents" in node.traits and node.name in assumed and low in (0, 1):
        known |= {node.name} & lowest.keys()
        low = low if node.name in lowest or root_marked(node, low) else 1
        last = node.length if low == 0 else expr(node.length.text.removesuffix("-1"))
        return replace(node, type=IntType(expr(low), last))
    if "permutation" not in node.traits or node.name not in assumed or low not in (0, 1):
        return node
    known.add(node.name)
    return replace(node, type=IntType(expr(low), _last(node.length, low)))


def _chosen(field: Scalar | Array, node: Records, known: set[str], lowest: Mapping[str, int]) -> Scalar | Array:
    """Different numbers on each line, as many as up to `n`: they run up to `n`, from 0 only where a sample has that."""
    if isinstance(field, Array) and "permutation" in field.traits:
        known.add(field.name)  # Its bounds are those of its places.
    if not isinstance(field, Array) or "distinct" not in field.traits or not isinstance(field.type, IntType):
        return field
    count = next(
        (
            other.type.hi
            for other in node.fields
            if isinstance(other, Scalar) and isinstance(other.type, IntType) and other.name == field.length.text
        ),
        None,
    )
    low = 0 if lowest.get(field.name) == 0 else 1
    if count is None or not count.text.isidentifier() or field.name not in lowest:
        return field
    known.add(field.name)
    return replace(field, type=IntType(expr(low), _last(count, low)))


def _counting(field: Scalar | Array, node: Records, known: set[str]) -> Scalar | Array:
    """How many different numbers a line holds: at most all that there are."""
    of = next(
        (
            other.type
            for other in node.fields
            if isinstance(other, Array) and other.length.text == field.name and "distinct" in other.traits
        ),
        None,
    )
    if not isinstance(field.type, IntType) or not isinstance(of, IntType) or of.lo.constant is None:
        return field
    known.add(field.name)
    return replace(field, type=replace(field.type, hi=of.hi.plus(1 - of.lo.constant)))


def _last(length: Expr, low: int) -> Expr:
    return length if low else expr(length.constant - 1) if length.constant is not None else expr(f"{length}-1")
