"""The parts of a small input, as integer sequences with their bounds: what shapes are read from.

Every part of a format that a `Plan` can fill becomes one `Part`: a word the places of its letters in the alphabet, a
matrix its cells row by row, decimals their last digits' multiples, the edges of a tree or graph their two ends. Of
test cases the longest is taken, of many words the longest. What int64 can't hold has no part and stays random.

A tree or graph has further *views*: its vertices numbered as a walk from the first meets them, its edges in the order
of the vertices that they lead to; what belongs to edges or vertices moves along. A chain is a chain in any numbering,
but can be read off only in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.engine.shapes.scene import COLUMNS, ROWS
from slowpath.inputs.filling.word_patterns import kinds_of
from slowpath.inputs.graphs import is_sparse
from slowpath.inputs.layout import over_rows
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.traits import edges_of
from slowpath.model.format import (
    ROW,
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of

_ORDERED = {"permutation", "distinct", "strictly-sorted"}


@dataclass(frozen=True)
class Part:
    """One part of an input. `kind` is the field of `Plan` that it goes to ("grids" are words of one length, which go to
    `words` too), `values` has two rows for edges.

    `is_order` says that only the order of the elements is free. `rows` names what its elements belong to: edges and
    columns of the same rows have the same; `sizes` are numbers that it has beyond those of the view.
    """

    kind: str
    name: str
    values: np.ndarray
    lo: int
    hi: int
    is_order: bool = False
    rows: str = ""
    sizes: tuple[tuple[str, int], ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """By what it is found in other views."""
        return self.kind, self.name


@dataclass(frozen=True)
class View:
    """The parts of one input, in the format's order, and its numbers by name."""

    parts: tuple[Part, ...]
    sizes: Mapping[str, int]
    numbering: str = ""

    def part(self, key: tuple[str, str]) -> Part | None:
        """The part of that kind and name."""
        return next((part for part in self.parts if part.key == key), None)


def view_of(fmt: InputFormat, instance: Mapping[str, Any]) -> View:
    """The input as it stands; also of large ones, in time that is linear."""
    sizes: dict[str, int] = {}
    counts = frozenset().union(*(count.names for count in size_model(fmt).counts.values()), frozenset())
    parts = tuple(
        part
        for part in _parts(fmt, fmt.nodes, dict(instance), sizes)
        if part.kind != "sizes" or part.name not in counts
    )
    return View(parts, sizes)


def views_of(fmt: InputFormat, instance: Mapping[str, Any]) -> list[View]:
    """The input as it stands, then with vertices numbered anew where it has a tree or graph: of small ones, since each
    vertex is walked to in Python."""
    view = view_of(fmt, instance)
    graph = next((part for part in view.parts if part.kind == "edges" and part.values.shape[1] > 1), None)
    if graph is None:
        return [view]
    return [view, *_renumbered(view, graph)]


def _parts(fmt: InputFormat, nodes: tuple[Node, ...], scope: dict[str, Any], sizes: dict[str, int]) -> Iterator[Part]:
    for item in items_of(nodes):
        if isinstance(item, Cases):
            cases = scope.get(item.name) or [{}]
            longest = max(cases, key=_weight)
            yield from _parts(fmt, item.body, {**scope, **longest}, sizes)
        elif isinstance(item, Records):
            yield from _record_parts(item, scope)
        elif item.name in scope:
            yield from _item_parts(fmt, item, scope, sizes)


def _weight(case: Mapping[str, Any]) -> int:
    return sum(len(value) if isinstance(value, np.ndarray | list | str) else 1 for value in case.values())


def _item_parts(
    fmt: InputFormat, item: Scalar | Array | Matrix | Tagged, scope: dict[str, Any], sizes: dict[str, int]
) -> Iterator[Part]:
    value = scope[item.name]
    if isinstance(item, Scalar) and isinstance(item.type, IntType):
        variable = size_model(fmt).variables.get(item.name)
        lo, hi = _bounds(item.type, scope, {}, 1)
        sizes[item.name] = int(value)
        if abs(int(value)) < FARTHEST:
            kind = "sizes" if variable is not None and variable.is_size else "scalars"
            yield Part(kind, item.name, np.array([value], dtype=np.int64), lo, hi)
    elif isinstance(item, Scalar) and isinstance(item.type, WordType | TextType):
        sizes[item.name] = len(value)
        variable = size_model(fmt).variables.get(item.name)
        if variable is not None and variable.lo.text != variable.hi.text:
            lo, hi = _bounds(IntType(variable.lo, variable.hi), _lengths(scope), {}, 1)
            yield Part("sizes", item.name, np.array([len(value)], dtype=np.int64), lo, hi)
        yield from _word_part(item.name, value, item.type)
    elif isinstance(item, Matrix):
        yield from _matrix_part(item, value, scope)
    elif isinstance(item, Tagged):
        yield from _tagged_parts(item, value, scope)
    elif isinstance(item, Array) and item.separator == "" and isinstance(item.type, WordType | TextType):
        yield from _word_part(item.name, "".join(value), item.type)
    else:
        column = [value] if isinstance(item, Scalar) else value
        yield from _column_part(item, column, scope, {})


def _lengths(scope: Mapping[str, Any]) -> dict[str, Any]:
    return {name: len(value) if isinstance(value, str) else value for name, value in scope.items()}


def _bounds(
    of: IntType | FloatType, scope: Mapping[str, Any], columns: Mapping[str, Any], count: int
) -> tuple[int, int]:
    if isinstance(of, FloatType):
        scale = 10**of.decimals
        return max(-FARTHEST, int(of.lo * scale)), min(FARTHEST, int(of.hi * scale))
    lo, hi = (over_rows(bound, scope, columns, count) for bound in (of.lo, of.hi))
    return max(-FARTHEST, int(np.min(lo))), min(FARTHEST, int(np.max(hi)))


def _word_part(name: str, word: str, of: WordType | TextType) -> Iterator[Part]:
    if word:
        letters = np.array([max(0, of.alphabet.find(letter)) for letter in word], dtype=np.int64)
        yield Part("words", name, letters, 0, max(0, len(of.alphabet) - 1))


def _column_part(
    item: Scalar | Array, values: Any, scope: Mapping[str, Any], columns: Mapping[str, Any], rows: str = ""
) -> Iterator[Part]:
    """An array, or a column of rows: numbers as they are, of words the longest."""
    if values is None or not len(values):
        return
    of = item.type
    if isinstance(of, WordType | TextType):
        if (kinds := kinds_of(of)) and isinstance(values[0], str):
            places = [kinds.index(word) for word in values]
            yield Part("tags", item.name, np.array(places, dtype=np.int64), 0, len(kinds) - 1, rows=rows)
        elif len(values) > 1 and len(values[0]) and len(set(map(len, values))) == 1:
            yield _grid(item.name, values, of.alphabet)
        else:
            yield from _word_part(item.name, max(values, key=len), of)
        return
    if isinstance(item, Array) and rows:
        return
    lo, hi = _bounds(of, scope, {**columns, ROW: np.arange(len(values))}, len(values))
    numbers = [round(value * 10**of.decimals) for value in values] if isinstance(of, FloatType) else values
    array = np.asarray(numbers)
    if array.ndim == 1 and array.dtype.kind in "iu" and lo <= hi:
        ordered = bool(_ORDERED & getattr(item, "traits", frozenset()))
        yield Part("arrays", item.name, array.astype(np.int64), lo, hi, ordered, rows)


def _record_parts(item: Records, scope: dict[str, Any]) -> Iterator[Part]:
    columns = {field.name: scope[field.name] for field in item.fields if field.name in scope}
    rows = item.fields[0].name
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2 and all(n in columns for n in item.endpoints):
        vertices, u, v = edges_of(item, columns, scope)
        if len(u) and not is_sparse(vertices, len(u)):
            yield Part("edges", item.endpoints[0], np.stack((u, v)) + 1, 1, max(1, vertices), False, rows)
    earlier: dict[str, Any] = {}
    for field in item.fields:
        if field.name in columns and not (item.structure in ("tree", "graph") and field.name in item.endpoints):
            yield from _column_part(field, columns[field.name], scope, earlier, rows)
        earlier[field.name] = columns.get(field.name, ())


def _matrix_part(item: Matrix, value: Any, scope: Mapping[str, Any]) -> Iterator[Part]:
    if not len(value) or not len(value[0]):
        return
    of = item.type
    sizes = ((ROWS, len(value)), (COLUMNS, len(value[0])))
    if item.separator == "":
        if isinstance(of, WordType | TextType):
            yield _grid(item.name, value, of.alphabet, "matrices")
            return
        if isinstance(of, IntType):
            lo, hi = _bounds(of, scope, {}, 1)
            yield _grid(item.name, value, "0123456789"[max(lo, 0) : hi + 1], "matrices")
    elif isinstance(of, IntType) and isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        lo, hi = _bounds(of, scope, {}, 1)
        yield Part("matrices", item.name, value.reshape(-1).astype(np.int64), lo, hi, sizes=sizes)


def _grid(name: str, rows: list[str], alphabet: str, kind: str = "grids") -> Part:
    """Words of one length, one below the other."""
    cells = [max(0, alphabet.find(letter)) for row in rows for letter in row]
    return Part(
        kind,
        name,
        np.array(cells, dtype=np.int64),
        0,
        max(0, len(alphabet) - 1),
        sizes=((ROWS, len(rows)), (COLUMNS, len(rows[0]))),
    )


def _tagged_parts(item: Tagged, rows: list[tuple], scope: Mapping[str, Any]) -> Iterator[Part]:
    """The kinds of the rows, then each kind's columns; a name that several kinds have is taken from the longest."""
    tags = [variant.tag for variant in item.variants]
    if not rows:
        return
    yield Part("tags", item.name, np.array([tags.index(row[0]) for row in rows], dtype=np.int64), 0, len(tags) - 1)
    longest: dict[str, Part] = {}
    for variant in item.variants:
        of_kind = [row for row in rows if row[0] == variant.tag]
        columns: dict[str, Any] = {}
        for place, field in enumerate(item.fields_of(variant), 1):
            values = [row[place] for row in of_kind]
            columns[field.name] = np.asarray(values) if isinstance(field.type, IntType) else values
            if not of_kind or isinstance(field, Array):
                continue
            try:
                made = list(_column_part(field, columns[field.name], scope, columns, item.name))
            except (KeyError, ArithmeticError):
                continue  # Bounds by what is held are known only where the rows are filled.
            for part in made:
                if field.name not in longest or len(part.values) > len(longest[field.name].values):
                    longest[field.name] = part
    yield from longest.values()


# Trees and graphs


def _renumbered(view: View, graph: Part) -> Iterator[View]:
    """The view with vertices in the order in which a walk in width, then one in depth, meets them; and one in depth
    from a vertex that is farthest from the first."""
    vertices, (u, v) = graph.hi, graph.values - 1
    seen = set()
    far = int(_walked(vertices, u, v, False)[-1])
    for numbering, start, is_deep in (("in width", 0, False), ("in depth", 0, True), ("from an end", far, True)):
        order = _walked(vertices, u, v, is_deep, start)
        number = np.empty(vertices, dtype=np.int64)
        number[order] = np.arange(vertices)
        a, b = number[u], number[v]
        low, high = np.minimum(a, b), np.maximum(a, b)
        by_child = np.lexsort((low, high))
        ends = np.stack((low, high))[:, by_child] + 1
        if ends.tobytes() in seen or np.array_equal(ends, graph.values):
            continue
        seen.add(ends.tobytes())
        parts = tuple(
            replace(part, values=ends) if part is graph else _moved(part, graph, order, by_child) for part in view.parts
        )
        yield View(parts, view.sizes, numbering)


def _moved(part: Part, graph: Part, order: np.ndarray, by_child: np.ndarray) -> Part:
    if part.kind != "arrays":
        return part
    if part.rows == graph.rows and len(part.values) == len(by_child):
        return replace(part, values=part.values[by_child])
    return replace(part, values=part.values[order]) if not part.rows and len(part.values) == len(order) else part


def _walked(vertices: int, u: np.ndarray, v: np.ndarray, is_deep: bool, first: int = 0) -> np.ndarray:
    """All vertices from the first on as a walk meets them, a new one wherever a component ends. In depth, leaves come
    before branches, so that a caterpillar's legs stand beside its spine."""
    neighbours: list[list[int]] = [[] for _ in range(vertices)]
    for a, b in zip(u.tolist(), v.tolist(), strict=True):
        neighbours[a].append(b)
        neighbours[b].append(a)
    seen, order = [False] * vertices, []
    for start in (first, *range(vertices)):
        if seen[start]:
            continue
        seen[start] = True
        waiting = [start]
        while waiting:
            vertex = waiting.pop() if is_deep else waiting.pop(0)
            order.append(vertex)
            fresh = [other for other in sorted(set(neighbours[vertex])) if not seen[other]]
            fresh.sort(key=lambda other: -len(neighbours[other]) if is_deep else 0)
            for other in fresh:
                seen[other] = True
            waiting += fresh
    return np.array(order, dtype=np.int64)
