"""Graphs grown by one step again and again, from an edge to full size: which step, is what is searched for.

Copying a vertex with its edges, their numbers a little changed, and joining copy and original makes a program take
twice as long in the end and hardly longer at once, so that no climb from size to size finds it. A step (`graph_steps`)
is a few small numbers, and is judged by the graph that it came to at about a dozen vertices, or at full size where that
is small; the best ones are changed, and tried at full size.
"""

from __future__ import annotations

from typing import Any

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.moves.graph_steps import Bounds, GraphStep, any_step, changed, grown_graph
from slowpath.engine.shapes.arithmetic import FARTHEST
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
MOST_AT_ONCE = 24
POOL = 8
BY_CHANCE = 0.4
TRIES = 20
SETTLED_AFTER = 20
"""So many runs without a better step, before the best ones are tried at full size."""


class GraphGrowth(Batched):
    """A pool of the steps whose graphs cost most, and what is drawn or changed from them."""

    id = "graph-growth"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._rng = context.rng(self.id)
        self._rows = _graph_of(context.space.format)
        self._pool: list[tuple[float, GraphStep]] = []
        self._awaited = Awaited[GraphStep](4 * MOST_AT_ONCE)
        self._promoted: set[GraphStep] = set()
        self._idle = 0
        sizes = context.space.full[0].boundary.sizes
        self._vertices = sizes.get(self._rows.vertices.text, 0) if self._rows and self._rows.vertices else 0
        self._edges = sizes.get(self._rows.count.text, 0) if self._rows else 0
        self._small_sizes = dict(context.space.small[0].boundary.sizes) if self._edges else {}

    def propose(self) -> Candidate | None:
        if not self._vertices or not self._edges:
            return None
        is_small = self._vertices <= SMALL_FULL
        waiting = next((step for _, step in self._pool[:2] if step not in self._promoted), None)
        if waiting is not None and not is_small and self._idle >= SETTLED_AFTER:
            self._promoted.add(waiting)
            made = self._made(waiting, self._vertices, FULL)
            if made is not None:
                return made
        for _ in range(TRIES):
            step = (
                any_step(self._rng)
                if not self._pool or self._rng.random() < BY_CHANCE
                else changed(self._pool[min(int(self._rng.geometric(0.4)), len(self._pool)) - 1][1], self._rng)
            )
            made = self._made(step, self._vertices if is_small else TRIED_AT, FULL if is_small else SMALL)
            if made is not None:
                return self._awaited.add(made, step)
        return None

    def _made(self, step: GraphStep, vertices: int, level: str) -> Candidate | None:
        """The graph that a step comes to, in an input that is drawn for the rest; None where that isn't valid."""
        fmt, rows = self._context.space.format, self._rows
        assert rows is not None and rows.vertices is not None
        ends = [field for field in rows.fields if field.name in rows.endpoints]
        others = [field for field in rows.fields if field.name not in rows.endpoints]
        count, edges = grown_graph(step, vertices, self._edges, [_bounds(field) for field in others])
        others_small = {} if level == FULL else self._small_sizes
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
        return self._context.space.from_instance(made, Origin(self.id, step.label), level, self.id)

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        step = self._awaited.take(outcome)
        if step is None or not outcome.execution.verdict.can_be_slow_input:
            return
        count = float(outcome.count) if self._context.corpus.has_feedback else float(self._rng.random())
        self._idle = 0 if not self._pool or count > self._pool[0][0] else self._idle + 1
        if all(count != known for known, _ in self._pool):
            self._pool.append((count, step))
            self._pool.sort(key=lambda ranked: -ranked[0])
            del self._pool[POOL:]


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
