"""Sums over test cases that no source bounds: assumed, so that inputs with many cases stay finite."""

from __future__ import annotations

from slowpath.inputs.infer.facts.types import Typer
from slowpath.inputs.infer.facts.usual_values import USUAL_SIZE
from slowpath.model.expression import expr
from slowpath.model.format import Cases, Evidence, IntType, Node, Relation, Scalar
from slowpath.model.nodes import items_of

MOST_IN_ALL = 1_000_000
"""So large is the sum over test cases where the statement bounds what is summed, but no sum: some megabytes."""


def assumed_sums(
    nodes: tuple[Node, ...], relations: list[Relation], typer: Typer, evidence: list[Evidence]
) -> list[Relation]:
    """Where the statement bounds no sum over test cases, one large case's worth, so that inputs stay finite."""
    made: list[Relation] = []
    for node in nodes:
        if not isinstance(node, Cases):
            continue
        bounded = {name for relation in relations if relation.kind == "sum" for name in relation.left.names}
        sizes = [pair for pair in _integers(node.body) if pair[0] in typer.roles.sizes]
        cases = _largest(node.count.text, nodes)
        for name, kind in sizes:
            high = kind.hi.constant
            usual = USUAL_SIZE if name in typer.assumed else MOST_IN_ALL
            if name in bounded or high is None or bounded or cases * high <= MOST_IN_ALL:
                continue
            most = max(high, usual)
            made.append(Relation("sum", expr(name), "<=", expr(most)))
            evidence.append(
                Evidence(
                    name, f"sum of {name} <= {most}", "assumed", "no source bounds the sum over test cases", 0, 0.4
                )
            )
    return made


def without_needless_sums(
    relations: list[Relation], assumed: list[Relation], evidence: list[Evidence]
) -> list[Relation]:
    """The relations without assumed sums of what a sum that is stated bounds too, such as that of a product."""
    stated = [one for one in relations if one.kind in ("sum", "total") and one not in assumed and one.operator != ">="]
    needless = [one for one in assumed if any(one.left.names & other.left.names for other in stated)]
    about = {name for one in needless for name in one.left.names}
    evidence[:] = [
        one
        for one in evidence
        if not (one.source == "assumed" and one.about in about and one.fact.startswith("sum of "))
    ]
    return [one for one in relations if one not in needless]


def _largest(count: str, nodes: tuple[Node, ...]) -> int:
    return next((kind.hi.constant or 1 for name, kind in _integers(nodes) if name == count), 1)


def _integers(nodes: tuple[Node, ...]) -> list[tuple[str, IntType]]:
    """The names and types of the integers that stand alone in `nodes`, not inside blocks."""
    items = list(items_of(nodes))
    return [(item.name, item.type) for item in items if isinstance(item, Scalar) and isinstance(item.type, IntType)]
