"""Which parts of a format a construction can fill, and what can be put into each.

A *slot* is one fillable part: an array, a word, the edges of a graph, two columns that belong together, the
spread over test cases, a size. A *choice* is one construction for it, as a partial `Plan`. Choices are named,
so that slot and choice names are enough to make the same plan again (a recipe).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from slowpath.catalogue.bare_graphs import BARE
from slowpath.catalogue.cases import CASES
from slowpath.catalogue.choices import Choice, array_choices, column_choices, word_choices
from slowpath.catalogue.facts import TargetFacts
from slowpath.catalogue.flows import SIDED, Sides
from slowpath.catalogue.graphs import EDGES
from slowpath.catalogue.intervals import AGAINST as AGAINST_INTERVALS
from slowpath.catalogue.intervals import INTERVALS, mo_choices
from slowpath.catalogue.libraries import library_of
from slowpath.catalogue.matrices import MATRICES
from slowpath.catalogue.points import AGAINST as AGAINST_POINTS
from slowpath.catalogue.points import AXES
from slowpath.catalogue.queries import PAIRS, tag_constructions
from slowpath.catalogue.rectangles import rectangle_choices, sides_of
from slowpath.catalogue.scalars import SCALARS
from slowpath.catalogue.shortest_paths import WEIGHTED, WeightedGraph
from slowpath.catalogue.trees import LABELS, SHAPES, as_edges, as_parents
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.filling.word_patterns import kinds_of
from slowpath.inputs.graphs import most_drawn
from slowpath.inputs.relations.two_sides import are_two_sides
from slowpath.model.expression import Expr
from slowpath.model.format import (
    Array,
    Cases,
    InputFormat,
    IntType,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import Item, all_items

NOBODY_KNOWS = Expr("")
BARE_FROM = 7
"""Graphs without further edges are tried behind so many others."""


@dataclass(frozen=True)
class Slot:
    """One fillable part. `kind` is array, parents, word, matrix, edges, points, rectangles, pair, tags, scalar, size or
    cases.
    `same` are further names of what is among the choices, as the largest prime where the largest number is one."""

    name: str
    kind: str
    choices: tuple[Choice, ...]
    same: tuple[Choice, ...] = ()

    def choice(self, name: str) -> Choice:
        """The choice of that name. Raises `KeyError`."""
        for choice in (*self.choices, *self.same):
            if choice.name == name:
                return choice
        raise KeyError(f"{self.name}: {name}")


def find_slots(fmt: InputFormat, boundary: Boundary, facts: TargetFacts) -> tuple[Slot, ...]:
    """All slots of the format at that boundary, in the order of the format; sizes and cases last."""
    found: dict[str, Slot] = {}
    filled = (slot for _, node in all_items(fmt.nodes) for slot in _slots_of(node, boundary, facts) if slot.choices)
    for slot in (*filled, *_size_slots(boundary), *_case_slots(fmt)):
        found.setdefault(slot.name, slot)
    return tuple(found.values())


def _slots_of(node: Item, boundary: Boundary, facts: TargetFacts) -> Iterator[Slot]:
    if isinstance(node, Scalar):
        yield from _scalar_slots(node, boundary, facts)
    elif isinstance(node, Array):
        yield from _array_slots(node, facts)
    elif isinstance(node, Matrix):
        yield Slot(
            node.name,
            "matrix",
            tuple(
                Choice(name, Plan(matrices={node.name: made.filler}), made.against) for name, made in MATRICES.items()
            ),
        )
    elif isinstance(node, Records):
        yield from _record_slots(node, boundary, facts)
    elif isinstance(node, Tagged):
        yield _kind_slot(node.name, len(node.variants))
        for item in node.lead:
            yield from _field_slots(item, facts)
        for variant in node.variants:
            yield from _column_slots(variant.fields, boundary, facts)
            for own in variant.fields:
                yield from _field_slots(own, facts)


def _array_slots(node: Array, facts: TargetFacts) -> Iterator[Slot]:
    if isinstance(node.type, WordType | TextType):
        kinds = kinds_of(node.type) if node.separator else ()
        yield (
            _kind_slot(node.name, len(kinds))
            if kinds
            else Slot(node.name, "word", tuple(word_choices(node.name, node.type, facts)))
        )
    elif isinstance(node.type, IntType) and "parents" in node.traits:
        yield Slot(
            node.name,
            "parents",
            tuple(
                Choice(name, Plan(arrays={node.name: as_parents(made.filler)}), made.against)
                for name, made in SHAPES.items()
            ),
        )
    elif isinstance(node.type, IntType):
        yield Slot(node.name, "array", tuple(array_choices(node.name, node.type, facts)))


def _kind_slot(name: str, kinds: int) -> Slot:
    """Of what kind each row is: tags, or words that are one of a few."""
    made = tag_constructions(kinds).items()
    return Slot(
        name, "tags", tuple(Choice(label, Plan(tags={name: kind.filler}), kind.against) for label, kind in made)
    )


def _field_slots(item: Scalar | Array, facts: TargetFacts) -> Iterator[Slot]:
    """A column: the same as an array of its type, and numbers that may be kinds of rows."""
    if isinstance(item, Scalar) and isinstance(item.type, IntType):
        yield Slot(item.name, "array", tuple(column_choices(item.name, item.type, facts)))
    elif isinstance(item, Array):
        yield from _array_slots(item, facts)
    else:
        yield from _array_slots(Array(item.name, Expr("0"), item.type), facts)


def _scalar_slots(node: Scalar, boundary: Boundary, facts: TargetFacts) -> Iterator[Slot]:
    if isinstance(node.type, WordType | TextType):
        yield Slot(node.name, "word", tuple(word_choices(node.name, node.type, facts)))
    elif isinstance(node.type, IntType) and node.name not in boundary.sizes and not node.is_silent:
        yield _scalar_slot(node.name, node.type, boundary.sizes)


def _scalar_slot(name: str, kind: IntType, sizes: Mapping[str, int]) -> Slot:
    lo, hi = value_of(kind.lo, sizes), value_of(kind.hi, sizes)
    if lo is None or hi is None or lo > hi:
        ends = Choice("max", Plan(scalars={name: "max"})), Choice("min", Plan(scalars={name: "min"}))
        return Slot(name, "scalar", ends)
    values = {label: wish(lo, hi) for label, wish in SCALARS.items()}
    first = {value: label for label, value in reversed(values.items())}
    made = [Choice(label, Plan(scalars={name: value}), detail=str(value)) for label, value in values.items()]
    own = tuple(choice for choice in made if first[values[choice.name]] == choice.name)
    return Slot(name, "scalar", own, tuple(choice for choice in made if choice not in own))


def value_of(expression: Expr, variables: Mapping[str, object]) -> int | None:
    """The expression's value, None where it mentions something that isn't planned yet."""
    try:
        return expression.value(variables)
    except (KeyError, ArithmeticError, TypeError):
        return None


def _record_slots(node: Records, boundary: Boundary, facts: TargetFacts) -> Iterator[Slot]:
    if node.structure in ("tree", "graph") and node.endpoints:
        columns = [item for item in node.fields if item.name not in node.endpoints]
        yield _edge_slot(node, boundary, next(iter(_numbers(columns)), None))
    else:
        columns = list(node.fields)
        numbers = _numbers(columns)
        if (sides := sides_of(numbers)) is not None:
            yield Slot(f"rectangles {', '.join(sides)}", "rectangles", rectangle_choices(sides))
        if node.structure in ("points", "intervals"):
            numbers = [item for item in numbers if item.name in node.endpoints] or numbers
        if node.structure == "points" and len(numbers) >= 2:
            yield _point_slot(numbers)
        else:
            yield from _column_slots(numbers, boundary, facts, node.count)
    for item in columns:
        yield from _field_slots(item, facts)


def _numbers(items: Iterable[Scalar | Array]) -> list[Scalar]:
    return [item for item in items if isinstance(item, Scalar) and isinstance(item.type, IntType)]


def _column_slots(
    items: Sequence[Scalar | Array], boundary: Boundary, facts: TargetFacts, count: Expr = NOBODY_KNOWS
) -> Iterator[Slot]:
    """The first two columns of integers together: the ends of ranges, or edges and points that weren't recognised.
    `count` is how many rows there are."""
    numbers = _numbers(items)
    if len(numbers) >= 2:
        yield _pair_slot(numbers[0], numbers[1], boundary, facts, numbers[2] if len(numbers) > 2 else None, count)


def _point_slot(numbers: Sequence[Scalar]) -> Slot:
    """Points; coordinates beyond the second go with the first or second by turns."""
    names = [item.name for item in numbers]
    choices = tuple(
        Choice(label, Plan(arrays={name: axes[place % 2] for place, name in enumerate(names)}), AGAINST_POINTS[label])
        for label, axes in AXES.items()
    )
    return Slot(f"points {', '.join(names)}", "points", choices)


def _edge_slot(node: Records, boundary: Boundary, weight: Scalar | None) -> Slot:
    name = node.endpoints[0]
    choices = [
        Choice(label, Plan(edges={name: filler}), against)
        for label, filler, against in _edge_fillers(node.structure == "tree")
    ]
    vertices = (value_of(node.vertices, boundary.sizes) if node.vertices else None) or 1000
    if node.structure == "graph":
        choices[BARE_FROM:BARE_FROM] = [
            Choice(label, Plan(sizes=sizes, edges={name: filler}), against)
            for label, sizes, filler, against in _bare(node.count, vertices, boundary)
        ]
    if weight is not None and node.structure == "graph":
        choices[:0] = [
            Choice(label, Plan(edges={name: graph.edges}, arrays={weight.name: graph.weights}), against)
            for label, graph, against in _weighted(weight, vertices, boundary)
        ]
    return Slot(f"edges {'-'.join(node.endpoints)}", "edges", tuple(choices))


def _bare(
    count: Expr, vertices: int, boundary: Boundary
) -> Iterator[tuple[str, dict[str, int], Callable[..., tuple[np.ndarray, np.ndarray]], str]]:
    """Structures with no other edges, each with the size that says so; none where no size is the number of edges."""
    size = boundary.sizes.get(count.text)
    if size is not None:
        for label, bare in BARE.items():
            if 1 <= bare.count(vertices) <= size:
                yield label, {count.text: bare.count(vertices)}, bare.filler, bare.against


def _weighted(weight: Scalar, vertices: int, boundary: Boundary) -> Iterator[tuple[str, WeightedGraph, str]]:
    assert isinstance(weight.type, IntType)
    lo, hi = value_of(weight.type.lo, boundary.sizes), value_of(weight.type.hi, boundary.sizes)
    if lo is not None and hi is not None and lo <= hi:
        for label, made in WEIGHTED.items():
            yield label, WeightedGraph(made.filler, vertices, lo, hi), made.against


def _edge_fillers(tree: bool) -> Iterator[tuple[str, Callable[..., tuple[np.ndarray, np.ndarray]], str]]:
    if not tree:
        for label, made in EDGES.items():
            yield label, made.filler, made.against
        return
    for labels in LABELS:
        for label, made in SHAPES.items():
            yield (
                label if labels == "in order" else f"{label}, labels {labels}",
                as_edges(made.filler, labels),
                made.against,
            )


def _pair_slot(
    first: Scalar, second: Scalar, boundary: Boundary, facts: TargetFacts, third: Scalar | None, count: Expr
) -> Slot:
    """Two columns of rows about which nothing is known: ends of ranges, or edges that weren't recognised."""
    choices = [
        Choice(label, Plan(arrays={first.name: left, second.name: right}), AGAINST_INTERVALS.get(label, ""))
        for label, (left, right) in (*PAIRS.items(), *INTERVALS.items())
    ]
    choices += [
        Choice(
            label, Plan(arrays={first.name: left, second.name: right}), "Mo's order", needs_facts=True, is_unseen=True
        )
        for label, (left, right) in mo_choices(facts.blocks).items()
    ]
    choices += [
        Choice(label, Plan(arrays={first.name: left, second.name: right}), against, needs_facts=True, is_unseen=True)
        for label, ((left, right), against) in library_of(facts.library).pairs.items()
    ]
    assert isinstance(first.type, IntType)
    if not first.type.lo.names | first.type.hi.names:
        # Numbers whose bounds follow from nothing may be coordinates.
        choices += [
            Choice(label, Plan(arrays={first.name: axes[0], second.name: axes[1]}), AGAINST_POINTS[label])
            for label, axes in AXES.items()
        ]
    choices[:0] = _matching_choices(first, second, boundary)
    vertices = value_of(first.type.hi, boundary.sizes)
    if vertices and _may_be_edges(first, second, boundary):
        choices += _edge_like_choices(first.name, second.name, third, vertices, boundary, count)
    return Slot(f"columns {first.name}, {second.name}", "pair", tuple(choices))


def _matching_choices(first: Scalar, second: Scalar, boundary: Boundary) -> list[Choice]:
    """What is hard for matchings, where each column numbers things of its own: `u <= n`, `v <= m`."""
    assert isinstance(first.type, IntType) and isinstance(second.type, IntType)
    sides = value_of(first.type.hi, boundary.sizes), value_of(second.type.hi, boundary.sizes)
    if not (are_two_sides(first, second) and _may_be_edges(first, second, boundary) and all(sides)):
        return []
    return [
        Choice(
            label,
            Plan(arrays={item.name: _side(sided, which, sides) for which, item in enumerate((first, second))}),
            against,
        )
        for label, (sided, against, _) in SIDED.items()
    ]


def _side(sided: Sides, which: int, sides: Sequence[int | None]) -> Callable[..., np.ndarray]:
    """One end of the edges between both sides. Each column knows how long its own side is by then."""

    def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        left, right = ((hi - lo + 1) if place == which else (size or 1) for place, size in enumerate(sides))
        return sided(left, right, length)[which] + lo

    return fill


def _may_be_edges(first: Scalar, second: Scalar, boundary: Boundary) -> bool:
    """Whether both columns may be numbers of things that a size counts, from 0 or 1 on."""
    ends = [item.type for item in (first, second) if isinstance(item.type, IntType)]
    return (
        all(value_of(of.lo, boundary.sizes) in (0, 1, None) and of.hi.names for of in ends)
        and value_of(ends[0].lo, boundary.sizes) is not None
    )


def _edge_like_choices(
    first: str, second: str, third: Scalar | None, vertices: int, boundary: Boundary, count: Expr
) -> Iterator[Choice]:
    if third is not None:
        for label, graph, against in _weighted(third, vertices, boundary):
            left, right = _as_columns(graph.edges)
            yield Choice(label, Plan(arrays={first: left, second: right, third.name: graph.weights}), against)
    for label, sizes, filler, against in _bare(count, vertices, boundary):
        left, right = _as_columns(filler)
        yield Choice(f"edges: {label}", Plan(sizes=sizes, arrays={first: left, second: right}), against)
    for label, filler, against in (*_edge_fillers(False), *_edge_fillers(True)):
        left, right = _as_columns(filler)
        yield Choice(f"edges: {label}", Plan(arrays={first: left, second: right}), against)


def _as_columns(filler: Callable[..., tuple[np.ndarray, np.ndarray]]) -> tuple[Callable[..., np.ndarray], ...]:
    """An edge filler as two array fillers that agree, since both draw from a generator seeded by the length."""

    def column(which: int) -> Callable[..., np.ndarray]:
        def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
            ends = _seeded_edges(filler, most_drawn(hi - lo + 1, length), length)[which]
            return np.resize(ends, length).astype(np.int64) + (lo - 1)

        return fill

    return column(0), column(1)


@lru_cache(maxsize=2)
def _seeded_edges(
    filler: Callable[..., tuple[np.ndarray, np.ndarray]], vertices: int, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Kept until its second column is asked for as well."""
    return filler(vertices, count, np.random.default_rng(count))


def _size_slots(boundary: Boundary) -> Iterator[Slot]:
    """Each size made smaller while the others stay: a pattern half as long as its text, few vertices for many
    edges. With one size only the largest matters."""
    if len(boundary.sizes) < 2:
        return
    for name, size in boundary.sizes.items():
        smaller = {
            "half": size // 2,
            "a quarter": size // 4,
            "root": int(size**0.5),
            "a tenth": size // 10,
            "a few": 5,
            "one": 1,
        }
        choices = tuple(
            Choice(label, Plan(sizes={name: value}), detail=str(value))
            for label, value in smaller.items()
            if 1 <= value < size
        )
        if choices:
            yield Slot(f"size {name}", "size", choices)


def _case_slots(fmt: InputFormat) -> Iterator[Slot]:
    if any(isinstance(node, Cases) for node in fmt.nodes):
        yield Slot("cases", "cases", tuple(Choice(name, Plan(cases=case)) for name, case in CASES.items()))
