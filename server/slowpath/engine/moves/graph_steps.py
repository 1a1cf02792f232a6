"""Graphs that grow by one step again and again: a vertex that is a copy of another, or joined to it, or both.

Where each vertex more makes a program take a factor longer, as in graphs on which it reaches each vertex in all
combinations of ways, the factor is that of a step: what the step does to the numbers of the edges matters, and what
the graph looked like at first doesn't. One step alone shows little of it, so a step is judged by what it came to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from slowpath.inputs.mutators.order import below

MOST_BITS = 20
MOST_EDGES = 200_000
MOST_DOUBLINGS = 60
MOST_LOOKED_AT = 1_000_000

Bounds = tuple[int, int]


@dataclass(frozen=True)
class GraphStep:
    """What one vertex more does to a graph whose edges carry numbers.

    `base` is the vertex that the new one has to do with: 0 the last, 1 the first, 2 the one that was made last. `place`
    is where the new one stands: 0 behind all, 1 before all, 2 just behind the base, 3 just before it. The edges of the
    base that are copied are those that lead to it, from it, or both (bits 1 and 2 of `copied`). `joined` is 1 where an
    edge leads from the base to the new one, 2 where one leads back, 3 from the first, 4 from the new one to the last.
    Numbers are `first` on the first edge; doubled before each step where it's `doubling`; copied edges have `more`, the
    joining one `apart` beyond `more`, and `slope` more with each step. `in_front` puts new edges before old ones.
    """

    base: int
    place: int
    copied: int
    joined: int
    doubling: int
    first: int
    more: int
    apart: int
    slope: int
    in_front: int

    @property
    def label(self) -> str:
        """What the user reads."""
        said = ["a copy of", "joined to"][not self.copied] + " " + ("the last", "the first", "the latest")[self.base]
        return f"vertex by vertex, each {said} one" + (", numbers doubled" if self.doubling else "")


def any_step(rng: np.random.Generator) -> GraphStep:
    """A step by chance; those that copy are likelier."""
    return GraphStep(
        below(3, rng),
        below(4, rng),
        (0, 1, 2, 3, 3)[below(5, rng)],
        (0, 1, 1, 2, 3, 4)[below(6, rng)],
        below(2, rng),
        _number(rng),
        _number(rng),
        _number(rng),
        (0, 0, _number(rng))[below(3, rng)],
        below(2, rng),
    )


def changed(step: GraphStep, rng: np.random.Generator) -> GraphStep:
    """The step with one or two things changed."""
    other = any_step(rng)
    names = [field.name for field in fields(GraphStep)]
    for _ in range(1 + below(2, rng)):
        name = names[below(len(names), rng)]
        step = replace(step, **{name: getattr(other, name)})
    return step


def _number(rng: np.random.Generator) -> int:
    """Small mostly, else a power of two; of either sign, or nothing."""
    sign = below(3, rng) - 1
    return sign * (1 + below(4, rng) if rng.random() < 0.75 else 1 << below(MOST_BITS, rng))


def grown_graph(step: GraphStep, vertices: int, edges: int, bounds: Sequence[Bounds]) -> tuple[int, np.ndarray]:
    """How many vertices came of it, at most `vertices`, and the edges, at most `edges`, as rows: both ends, numbered
    from 0, and numbers within these bounds. Ends before a step that there is no room for. A second at most, mostly
    some microseconds for each vertex."""
    room = min(edges, MOST_EDGES)
    if vertices < 2 or not room:
        return min(vertices, 1), np.zeros((0, 2 + len(bounds)), dtype=np.int64)
    least, most = (min(lo for lo, _ in bounds), max(hi for _, hi in bounds)) if bounds else (0, 0)
    made = [[0, 1, min(max(step.first, least), most)]]
    touching = [[0], [0]]
    order, latest, doublings, looked_at = deque([0, 1]), 1, MOST_DOUBLINGS * step.doubling, 0
    while len(order) < min(vertices, MOST_EDGES):
        place = (len(order) - 1, 0, latest)[step.base]
        base, new, ahead, last = order[place], len(order), order[0], order[-1]
        copied = touching[base] if step.copied else []
        looked_at += len(copied)
        if len(made) + len(copied) + 1 > room or looked_at > MOST_LOOKED_AT:
            break
        if doublings and least <= 2 * min(edge[2] for edge in made) and 2 * max(edge[2] for edge in made) <= most:
            doublings -= 1
            for edge in made:
                edge[2] *= 2
        else:
            doublings = 0
        added = [
            (new if u == base else u, new if v == base else v, number + step.more)
            for u, v, number in (made[at] for at in copied)
            if step.copied & (1 if v == base else 2)
        ]
        ends = ((), (base, new), (new, base), (ahead, new), (new, last))[step.joined]
        if ends:
            added.append((*ends, step.more + step.apart + step.slope * new))
        latest = (len(order), 0, place + 1, place)[step.place]
        order.insert(latest, new)
        touching.append([])
        for u, v, number in added:
            touching[u].append(len(made))
            touching[v].append(len(made))
            made.append([u, v, min(max(number, least), most)])
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    rows = np.array(made[::-1] if step.in_front else made, dtype=np.int64)
    return len(order), np.stack(
        [ranks[rows[:, 0]], ranks[rows[:, 1]], *(np.clip(rows[:, 2], lo, hi) for lo, hi in bounds)], axis=1
    )
