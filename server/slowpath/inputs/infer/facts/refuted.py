"""Bounds over other variables (`m_x >= p`) that a sample breaks: names that mean something else, or words misread."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, IntType, Node
from slowpath.model.nodes import typed_parts, with_types

Refuted = frozenset[tuple[str, str]]
"""(variable, "low" or "high")."""
_WIDEST = {"low": expr(-(10**40)), "high": expr(10**40)}


def refuted_bounds(nodes: tuple[Node, ...], samples: tuple[tuple[str, bytes], ...]) -> Refuted:
    """The bounds over other variables that give the samples a flaw. None where a sample doesn't parse."""
    instances = []
    for _, data in samples:
        try:
            instances.append(parse(InputFormat(nodes), data))
        except ParseError:
            return frozenset()
    if not _flaws(nodes, instances):
        return frozenset()
    bounds = frozenset(
        (name, which)
        for name, of in integers_of(nodes)
        for which in ("low", "high")
        if (of.lo if which == "low" else of.hi).names
    )
    least = _flaws(_without(nodes, bounds), instances)
    return frozenset(bound for bound in bounds if _flaws(_without(nodes, bounds - {bound}), instances) > least)


def _flaws(nodes: tuple[Node, ...], instances: list[dict]) -> int:
    return sum(len(violations(InputFormat(nodes), instance)) for instance in instances)


def integers_of(nodes: tuple[Node, ...]) -> Iterator[tuple[str, IntType]]:
    """The integers of the nodes by their names."""
    yield from ((part.name, part.type) for part in typed_parts(nodes) if isinstance(part.type, IntType))


def _without(nodes: tuple[Node, ...], bounds: Refuted) -> tuple[Node, ...]:
    """The nodes without some bounds."""
    for name, which in bounds:
        end = {"lo" if which == "low" else "hi": _WIDEST[which]}
        nodes = with_types(nodes, (name,), **end)
    return nodes
