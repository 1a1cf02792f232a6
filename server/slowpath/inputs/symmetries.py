"""Changes of an input of which it is known what they do to the answer of many a problem: what is listed in another
order, ends of edges exchanged, vertices under other names, values that are all moved or multiplied by the same number.

Whether a problem does mind is for others to say; here only what can't be so by the format alone is left out: of a list
whose places other values name (queries, parents), and of what must be sorted, the order matters; vertices that stand
elsewhere too, or have values, have names that matter; and only values of known bounds that count nothing are moved.
Where an input has test cases, each is changed by itself, and always alike, whatever stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.linear import SCALED, SHIFTED, Law, LinearChange, linear_changes, the_same
from slowpath.inputs.printing import Instance
from slowpath.model.format import Array, Cases, InputFormat, IntType, Records
from slowpath.model.nodes import Item, items_of, typed_parts

ORDER, ENDS, VERTICES = "order", "ends", "vertices"
LINEAR = (SHIFTED, SCALED)
LEAST_SIZE = 3
"""What has fewer rows or elements is left as it is."""
GRAPHS = ("graph", "tree")
_IN_ORDER = frozenset({"permutation", "sorted", "strictly-sorted", "reverse-sorted", "parents", "rooted"})
"""Traits of what has places, or an order."""
_ONE_WAY = frozenset({"directed", "acyclic", "rooted"})


@dataclass(frozen=True)
class Symmetry:
    """A change of the columns `names`, and what must become of the answer (`law`); `kind` is one of `ORDER`, `ENDS`,
    `VERTICES` and `LINEAR`, `said` names it for people ("a, b in another order"). `cases` is the name of the test cases
    that it is a change of, "" where there are none."""

    kind: str
    said: str
    names: tuple[str, ...]
    change: Callable[[dict[str, Any], np.random.Generator], dict[str, Any]]
    law: Law = the_same
    cases: str = ""

    def blocks(self, instance: Instance) -> Sequence[Instance]:
        """What is changed by itself: each test case, or the whole."""
        return instance[self.cases] if self.cases else (instance,)

    def applied(self, instance: Instance, way: int) -> Instance:
        """The instance changed in the way of that number. It may be invalid, or the same."""
        blocks = [self._changed(block, way) for block in self.blocks(instance)]
        return {**instance, self.cases: blocks} if self.cases else blocks[0]

    def _changed(self, block: Instance, way: int) -> Instance:
        if self.size(block) < LEAST_SIZE:
            return block
        columns = {name: block[name] for name in self.names}
        seed = [way, *(crc32(repr(part).encode()) for part in (self.kind, columns))]
        return {**block, **self.change(columns, np.random.default_rng(seed))}

    def are_changed(self, before: Instance, after: Instance) -> Sequence[bool]:
        """Of each test case, or the whole, whether it was changed in anything."""
        return [
            any(new[name] is not old[name] for name in self.names)
            for old, new in zip(self.blocks(before), self.blocks(after), strict=True)
        ]

    def size(self, block: Instance) -> int:
        """How many rows or elements there are."""
        return len(block[self.names[0]])


@per_format
def symmetries_of(fmt: InputFormat) -> tuple[Symmetry, ...]:
    """The changes that the format's inputs know, those that leave its values alone first."""
    items = list(items_of(fmt.nodes))
    cases = [item for item in items if isinstance(item, Cases)]
    if cases:
        items = list(items_of(cases[0].body))
        if len(cases) > 1 or any(isinstance(item, Cases) for item in items):
            return ()
    graphs = [item for item in items if isinstance(item, Records) and item.structure in GRAPHS]
    found = (*_reordered(items), *_turned(graphs), *_renamed(items, graphs), *map(_linear, linear_changes(items)))
    return tuple(replace(each, cases=cases[0].name) for each in found) if cases else found


def _linear(change: LinearChange) -> Symmetry:
    return Symmetry(change.kind, change.said, change.names, change.change, change.law)


def _reordered(items: Sequence[Item]) -> Iterator[Symmetry]:
    """Lists of one length stand side by side, so they are put into one and the same other order."""
    together: dict[str, list[Array | Records]] = {}
    for item in items:
        if isinstance(item, Array):
            together.setdefault(item.length.text, []).append(item)
        elif isinstance(item, Records):
            together.setdefault(item.count.text, []).append(item)
    named = _bounds_of_places(items)
    for count, lists in together.items():
        if count.isdigit() or {count, f"{count}-1"} & named or any(each.traits & _IN_ORDER for each in lists):
            continue
        names = tuple(field.name for each in lists for field in ([each] if isinstance(each, Array) else each.fields))
        yield Symmetry(ORDER, f"{', '.join(names)} in another order", names, _shuffled)


def _bounds_of_places(items: Sequence[Item]) -> set[str]:
    """What values are at most that may name places: ends of edges name vertices, not rows."""
    graphs = [item for item in items if isinstance(item, Records) and item.structure in GRAPHS]
    ends = {name for graph in graphs for name in graph.endpoints}
    values = [part for part in typed_parts(items) if part.name not in ends]
    return {part.type.hi.text for part in values if isinstance(part.type, IntType)} | {
        graph.vertices.text for graph in graphs if graph.vertices is not None
    }


def _turned(graphs: Sequence[Records]) -> Iterator[Symmetry]:
    """Edges of an undirected graph or tree, each named from its other end."""
    for graph in graphs:
        if not graph.traits & _ONE_WAY:
            yield Symmetry(ENDS, f"ends of {', '.join(graph.endpoints)} exchanged", graph.endpoints, _exchanged)


def _renamed(items: Sequence[Item], graphs: Sequence[Records]) -> Iterator[Symmetry]:
    """The vertices of the only graph under other names, where only its edges name them, and nothing belongs to one."""
    if len(graphs) != 1 or graphs[0].vertices is None or graphs[0].traits & {"rooted", "acyclic"}:
        return
    graph, vertices = graphs[0], graphs[0].vertices
    values = [part for part in typed_parts(items) if isinstance(part.type, IntType)]
    naming = {part.name for part in values if isinstance(part.type, IntType) and part.type.hi.text == vertices.text}
    lengths = {item.length.text for item in items if isinstance(item, Array)}
    if naming <= set(graph.endpoints) and vertices.text not in lengths:
        yield Symmetry(
            VERTICES, f"vertices {', '.join(graph.endpoints)} under other names", graph.endpoints, _relabelled
        )


def _shuffled(columns: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    order = rng.permutation(len(next(iter(columns.values()))))
    return {
        name: column[order] if isinstance(column, np.ndarray) else [column[place] for place in order]
        for name, column in columns.items()
    }


def _relabelled(columns: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Names that occur are dealt anew; the smaller end stays first where it always was."""
    used = sorted({int(name) for column in columns.values() for name in column})
    dealt = dict(zip(used, rng.permutation(used).tolist(), strict=True))
    (one, first), (other, second) = columns.items()
    ends = [(dealt[int(a)], dealt[int(b)]) for a, b in zip(first, second, strict=True)]
    if all(a < b for a, b in zip(first, second, strict=True)):
        ends = [(min(pair), max(pair)) for pair in ends]
    return _as_columns(one, other, ends, first)


def _exchanged(columns: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    (one, first), (other, second) = columns.items()
    turns = rng.random(len(first)) < 0.5
    ends = [(b, a) if turn else (a, b) for a, b, turn in zip(first, second, turns, strict=True)]
    return _as_columns(one, other, ends, first)


def _as_columns(one: str, other: str, ends: Sequence[tuple[Any, Any]], before: Any) -> dict[str, Any]:
    columns = [[a for a, _ in ends], [b for _, b in ends]]
    return dict(zip((one, other), map(np.asarray, columns) if isinstance(before, np.ndarray) else columns, strict=True))
