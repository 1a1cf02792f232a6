"""Takes names, and what rows and arrays are together (trees, graphs, permutations), from another format of the same
layout.

A validator's bounds are exact, but it seldom says "graph", and it has names of its own; the statement says both. Where
both have the same layout, the structures and names of the one go into the other: the result is no wider.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from slowpath.inputs.checktestdata.patterns import LONGEST_UNSAID
from slowpath.inputs.layout import places
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    Array,
    Cases,
    ElementType,
    InputFormat,
    Line,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    WordType,
)
from slowpath.model.patterns import late_regex

_NAME = late_regex(r"[A-Za-z_]\w*")
_FUNCTIONS = frozenset({"min", "max", "len", "abs"})


def with_structures(
    fmt: InputFormat, other: InputFormat, is_wider: bool = False
) -> tuple[InputFormat, dict[str, str]] | None:
    """`fmt` with the structures, traits and smaller alphabets of `other` where it has none of its own, and the names
    that its parts have in `other`, which `with_names` gives to it; None where the layouts differ. Where `is_wider` says
    that `fmt` lacks something it gets the relations of `other` too."""
    names: dict[str, str] = {}
    merged = _nodes(fmt.nodes, other.nodes, names)
    if merged is None:
        return None
    more = tuple(_relations(fmt, other, names)) if is_wider else ()
    return replace(fmt, nodes=merged, relations=(*fmt.relations, *more)), {own: given for given, own in names.items()}


def with_names(part: Any, names: Mapping[str, str]) -> Any:
    """A format, or a part of one, in which what has a name in `names` has the one that stands there."""
    if isinstance(part, Expr):
        return expr(in_names(part.text, names))
    if isinstance(part, tuple):
        return tuple(with_names(each, names) for each in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    values = {each.name: getattr(part, each.name) for each in fields(part)}
    made = {
        name: names.get(value, value)
        if name == "name"
        else tuple(names.get(each, each) for each in value)
        if name == "endpoints"
        else with_names(value, names)
        for name, value in values.items()
    }
    return replace(part, **made)


def told_names(fmt: InputFormat, names: Mapping[str, str], statement: str) -> dict[str, str]:
    """Those of `names`, by the names that parts of the format have, that the statement has as well, where no two parts
    come to one name."""
    told = {
        own: given
        for own, given in names.items()
        if own != given and re.search(rf"(?<![A-Za-z]){re.escape(given)}(?![A-Za-z])", statement)
    }
    made = [told.get(name, name) for name in places(fmt)]
    return told if len(set(made)) == len(made) and not _FUNCTIONS & set(told.values()) else {}


def in_names(text: str, names: Mapping[str, str]) -> str:
    """A text in which names stand, with those of `names` in place of its own."""
    return _NAME.sub(lambda match: names.get(match.group(), match.group()), text)


def _relations(fmt: InputFormat, other: InputFormat, names: dict[str, str]) -> Iterator[Relation]:
    """The relations of `other` over the names of `fmt`, those that it doesn't have."""
    for relation in other.relations:
        left, right, *others = [_renamed(side, names) for side in (relation.left, relation.right, *relation.others)]
        if left is not None and right is not None and None not in others:
            made = replace(relation, left=left, right=right, others=tuple(side for side in others if side is not None))
            if made not in fmt.relations:
                yield made


def _nodes(mine: Sequence[Node], theirs: Sequence[Node], names: dict[str, str]) -> tuple[Node, ...] | None:
    mine, theirs = _flat(mine), _flat(theirs)
    if len(mine) != len(theirs):
        return None
    made = []
    for own, given in zip(mine, theirs, strict=True):
        merged = _node(own, given, names)
        if merged is None:
            return None
        made.append(merged)
    return tuple(made)


def _flat(nodes: Sequence[Node]) -> list[Node]:
    """A line of one item as that item."""
    return [node.items[0] if isinstance(node, Line) and len(node.items) == 1 else node for node in nodes]


def _node(own: Any, given: Any, names: dict[str, str]) -> Any:
    """The merged node, None where the two are of different kinds."""
    if isinstance(own, Records) and isinstance(given, Tagged) and not given.lead:
        # Kinds of queries that all have as many fields are rows with a number in front, and the other way round.
        return own if all(len(variant.fields) == len(own.fields) - 1 for variant in given.variants) else None
    if type(own) is not type(given):
        return None
    match own:
        case Scalar() | Matrix():
            names[given.name] = own.name
            return replace(own, type=_narrowed(own.type, given.type, names))
        case Array():
            names[given.name] = own.name
            made = replace(own, type=_narrowed(own.type, given.type, names))
            return made if own.traits else replace(made, traits=given.traits)
        case Line():
            items = _nodes(own.items, given.items, names)
            return None if items is None else Line(items)  # type: ignore[arg-type]
        case Records():
            return _records(own, given, names)
        case Cases():
            body = _nodes(own.body, given.body, names)
            return None if body is None else replace(own, body=body)
        case Tagged():
            return own
    return None


def _narrowed(own: ElementType, given: ElementType, names: dict[str, str]) -> ElementType:
    """Words with the smaller alphabet of the two, and with lengths where the validator's source says none."""
    if not (isinstance(own, WordType) and isinstance(given, WordType)):
        return own
    lo, hi = _renamed(given.length_lo, names), _renamed(given.length_hi, names)
    if own.length_hi.constant == LONGEST_UNSAID and lo is not None and hi is not None:
        own = replace(own, length_lo=lo, length_hi=hi)
    return replace(own, alphabet=given.alphabet) if set(given.alphabet) < set(own.alphabet) else own


def _records(own: Records, given: Records, names: dict[str, str]) -> Records | None:
    if len(own.fields) != len(given.fields):
        return None
    for mine, theirs in zip(own.fields, given.fields, strict=True):
        names[theirs.name] = mine.name
    fields = tuple(
        replace(mine, type=_narrowed(mine.type, theirs.type, names))
        for mine, theirs in zip(own.fields, given.fields, strict=True)
    )
    own = replace(own, fields=fields)
    vertices = _renamed(given.vertices, names)
    if own.structure or not given.structure or (given.vertices is not None and vertices is None):
        return own
    return replace(
        own,
        structure=given.structure,
        endpoints=tuple(names[name] for name in given.endpoints),
        vertices=vertices,
        traits=own.traits | given.traits,
    )


def _renamed(expression: Expr | None, names: dict[str, str]) -> Expr | None:
    if expression is None or not expression.names <= names.keys():
        return None
    return expr(in_names(expression.text, names))
