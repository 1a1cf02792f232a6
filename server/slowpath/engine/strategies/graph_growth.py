"""Graphs grown by one step again and again, from an edge to full size: which step, is what is searched for
(`recipes`).

Copying a vertex with its edges, their numbers a little changed, and joining copy and original makes a program take
twice as long in the end and hardly longer at once, so that no climb from size to size finds it. A step (`graph_steps`)
is a few small numbers, and is judged by the graph that it came to at about a dozen vertices.
"""

from __future__ import annotations

from typing import Any

from slowpath.engine.candidate import FULL, SMALL, Candidate
from slowpath.engine.moves.graph_steps import Bounds, GraphStep, any_step, changed, grown_graph
from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.engine.strategies.recipes import Recipes
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import normalised
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat, IntType, Records, Scalar
from slowpath.model.nodes import items_of
from slowpath.model.origin import Origin

TRIED_AT = 14
SMALL_FULL = 32
"""Up to so many vertices all is tried at full size."""


class GraphGrowth(Recipes[GraphStep]):
    """The steps whose graphs cost most."""

    id = "graph-growth"

    def __init__(self, context: StrategyContext) -> None:
        super().__init__(context)
        self._rows = _graph_of(context.space.format)
        sizes = context.space.full[0].boundary.sizes
        self._vertices = sizes.get(self._rows.vertices.text, 0) if self._rows and self._rows.vertices else 0
        self._edges = sizes.get(self._rows.count.text, 0) if self._rows else 0
        self._small_sizes = dict(context.space.small[0].boundary.sizes) if self._edges else {}
        self._is_small, self._has_any = self._vertices <= SMALL_FULL, bool(self._vertices and self._edges)

    def _drawn(self) -> GraphStep:
        return any_step(self._rng)

    def _changed(self, recipe: GraphStep, other: GraphStep) -> GraphStep:
        return changed(recipe, self._rng)

    def _made(self, recipe: GraphStep, is_full: bool) -> Candidate | None:
        fmt, rows, level = self._context.space.format, self._rows, FULL if is_full else SMALL
        assert rows is not None and rows.vertices is not None
        ends = [field for field in rows.fields if field.name in rows.endpoints]
        others = [field for field in rows.fields if field.name not in rows.endpoints]
        vertices = self._vertices if is_full else TRIED_AT
        count, edges = grown_graph(recipe, vertices, self._edges, [_bounds(field) for field in others])
        others_small = {} if is_full else self._small_sizes
        sizes = {**others_small, rows.vertices.text: count, rows.count.text: len(edges)}
        try:
            made = generate(fmt, Plan(sizes=sizes), self._rng)
        except CannotGenerate:
            return None
        if len(made[ends[0].name]) != len(edges):
            return None
        columns: dict[str, Any] = {field.name: edges[:, place] + _least(field) for place, field in enumerate(ends)}
        columns |= {field.name: edges[:, 2 + place] for place, field in enumerate(others)}
        made = {**made, **columns}
        if violations(fmt, made, 1):
            return None
        return self._context.space.from_instance(made, Origin(self.id, recipe.label), level, self.id)


def _graph_of(fmt: InputFormat) -> Records | None:
    """The edges of a graph outside of test cases whose numbers of vertices and of edges are sizes of their own, and
    which have beside their ends integers alone."""
    return next(
        (
            item
            for item in items_of(normalised(fmt).nodes)
            if isinstance(item, Records)
            and item.structure == "graph"
            and item.vertices is not None
            and len(item.endpoints) == 2
            and all(isinstance(field, Scalar) and isinstance(field.type, IntType) for field in item.fields)
            and all(field.name in item.endpoints or _has_constant_bounds(field) for field in item.fields)
        ),
        None,
    )


def _has_constant_bounds(field: Any) -> bool:
    """Whether the bounds are known, and numbers between them fit into an int64 array."""
    ends = (field.type.lo.constant, field.type.hi.constant)
    return all(end is not None and abs(end) < FARTHEST for end in ends)


def _bounds(field: Any) -> Bounds:
    return int(field.type.lo.constant), int(field.type.hi.constant)


def _least(field: Any) -> int:
    """The number of the first vertex."""
    return int(field.type.lo.constant or 0)
