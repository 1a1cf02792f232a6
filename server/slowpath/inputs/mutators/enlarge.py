"""A valid instance grown to larger sizes, in one of several ways that keep what it looks like.

A *way* says where each new element comes from (the old ones again, each several times, mirrored, put in between, before
or behind) and what becomes of its value (kept, moved with the bounds, higher with each copy, or so that copies lie side
by side in the order of values). It is applied to all parts at once, elements at equal places to equal places, so that
what belongs together stays together. Sizes keep their share of their bound. Growing by a factor of two again and again
builds self-similar inputs, which no formula over indices describes (a treap's, a heap's); growing once by much repeats.

What a way leaves broken (bounds, traits, relations) is mended as after mutation (`edit`, `refit`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from slowpath.inputs.filling.refit import taken
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.cases import size_of
from slowpath.inputs.mutators.graph_growth import GRAPH_WAYS, grown_graph
from slowpath.inputs.mutators.order import below
from slowpath.inputs.mutators.saplings import TREE_WAYS, grown_edges, grown_parents
from slowpath.inputs.mutators.scope_edit import ScopeEdit, anatomy
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Array, Cases, InputFormat, IntType, Matrix, Node, Records, Scalar, Tagged
from slowpath.model.nodes import Path, items_of, mentioned

PLACES = ("repeated", "each several times", "mirrored", "put in between", "put behind", "put before", "middle repeated")
JOINED = (
    ("moved with the bounds", "edges divided"),
    ("moved with the bounds", "a leaf at each vertex"),
    ("from the upper bound", "a path at the end"),
    ("from the upper bound", "copies in a chain"),
    ("kept", "copies at the root"),
)
"""Ways of values and of trees after which a value that names a vertex names the one that took its place."""
VALUES = (
    "kept",
    "moved with the bounds",
    "from the upper bound",
    "higher with each copy",
    "lower with each copy",
    "side by side",
    "side by side, turned",
    "new",
)


@dataclass(frozen=True)
class Way:
    """Where elements come from, what becomes of their values, and how trees grow."""

    places: str
    values: str
    trees: str

    def __str__(self) -> str:
        return f"{self.places}, values {self.values}"


def any_way(rng: np.random.Generator) -> Way:
    """A way drawn at random, in half of the cases one in which vertices keep what names them."""
    places = PLACES[below(len(PLACES), rng)]
    if rng.random() < 0.5:
        return Way(places, *JOINED[below(len(JOINED), rng)])
    return Way(places, VALUES[below(len(VALUES), rng)], TREE_WAYS[below(len(TREE_WAYS), rng)])


def enlarged(
    fmt: InputFormat, instance: Instance, sizes: Mapping[str, int], way: Way, rng: np.random.Generator
) -> Instance:
    """A valid instance with the given sizes as far as they hold together, grown from a valid one; `instance` stays as
    it is. Of test cases the longest grows. Raises `CannotGenerate` where nothing valid comes of it."""
    fmt = normalised(fmt)
    path: Path = ()
    numbers: tuple[int, ...] = ()
    scope: Mapping[str, Any] = instance
    nodes: tuple[Node, ...] = fmt.nodes
    while True:
        edit = ScopeEdit(fmt, instance, path, rng, numbers)
        _Growth(edit, way, rng).grow(sizes)
        if edit.changed:
            if not edit.settled():
                raise CannotGenerate("what was grown")
            instance = edit.root
        inner = next((item for item in items_of(nodes) if isinstance(item, Cases)), None)
        scope = instance
        for name, number in zip(path, numbers, strict=True):
            scope = scope[name][number]
        if inner is None or not scope[inner.name]:
            return instance
        cases = scope[inner.name]
        numbers = (*numbers, max(range(len(cases)), key=lambda number: _extent(cases[number])))
        path, nodes = (*path, inner.name), inner.body


def _extent(case: Mapping[str, Any]) -> int:
    return sum(len(value) if hasattr(value, "__len__") else 1 for value in case.values())


@dataclass
class _Growth:
    """The growth of one scope. Places are drawn once for each pair of lengths, for all parts of that length."""

    edit: ScopeEdit
    way: Way
    rng: np.random.Generator
    _drawn: dict[tuple[int, int], np.ndarray] = field(default_factory=dict)

    def grow(self, sizes: Mapping[str, int]) -> None:
        edit = self.edit
        variables = size_model(edit.fmt).variables
        old = dict(edit.scope)
        wishes = {
            name: size
            for name, size in sizes.items()
            if name in variables
            and variables[name].path == edit.path
            and not variables[name].in_rows
            and size > size_of(old[name])
        }
        if not wishes:
            return
        edit.reassigned(wishes)
        for part in anatomy(edit.fmt).parts[edit.path]:
            self._grow_item(part.item, old)

    def _grow_item(self, item: Any, old: Mapping[str, Any]) -> None:
        edit = self.edit
        match item:
            case Scalar() if isinstance(old[item.name], str):
                word = old[item.name]
                if 0 < len(word) < len(edit.instance[item.name]):
                    places = self._places(len(word), len(edit.instance[item.name]))
                    edit.put({item.name: "".join(taken(list(word), places))})
            case Scalar() if isinstance(item.type, IntType) and not edit.changed.isdisjoint(mentioned(item)):
                value = np.array([old[item.name]])
                if item.name not in edit.changed:
                    bounds = _bounds(item.type, old), _bounds(item.type, edit.scope)
                    edit.reassigned({item.name: int(self._valued(value, np.zeros(1, int), *bounds)[0])})
            case Array():
                length = int(item.length.value(edit.scope))
                values = old[item.name]
                if 0 < len(values) <= length and not edit.changed.isdisjoint(mentioned(item)):
                    edit.put({item.name: self._grown_array(item, values, length, old)})
            case Matrix():
                self._grow_matrix(item, old[item.name])
            case Records():
                self._grow_rows(item, old)
            case Tagged():
                rows, count = old[item.name], int(item.count.value(edit.scope))
                if 0 < len(rows) < count:
                    edit.put({item.name: taken(rows, self._places(len(rows), count))})

    def _grown_array(self, item: Array, values: Any, length: int, old: Mapping[str, Any]) -> Any:
        if "parents" in item.traits and isinstance(values, np.ndarray):
            lo = int(item.type.lo.value(self.edit.scope))  # type: ignore[union-attr]
            return grown_parents(values - lo, length, self.way.trees) + lo
        places = self._places(len(values), length)
        made = taken(values, places)
        if not isinstance(item.type, IntType) or not isinstance(made, np.ndarray):
            return made
        bounds = _bounds(item.type, old), _bounds(item.type, self.edit.scope)
        return self._valued(made, places, *bounds, ranked="permutation" in item.traits)

    def _grow_matrix(self, item: Matrix, values: Any) -> None:
        edit = self.edit
        rows, columns = int(item.rows.value(edit.scope)), int(item.columns.value(edit.scope))
        if not len(values) or not len(values[0]) or (rows, columns) == (len(values), len(values[0])):
            return
        down, across = self._places(len(values), rows), self._places(len(values[0]), columns)
        if isinstance(values, np.ndarray):
            edit.put({item.name: values[np.ix_(down, across)]})
            return
        made = [taken(list(row), across) for row in values]
        is_text = isinstance(values[0], str)
        edit.put({item.name: taken(["".join(row) if is_text else row for row in made], down)})

    def _grow_rows(self, item: Records, old: Mapping[str, Any]) -> None:
        edit = self.edit
        count = int(item.count.value(edit.scope))
        columns = {each.name: old[each.name] for each in item.fields}
        before = len(next(iter(columns.values())))
        if not 0 < before <= count or edit.changed.isdisjoint(mentioned(item)):
            return
        if item.structure == "graph" and self.way.trees in GRAPH_WAYS and (grown := self._grown_graph(item, old)):
            edit.put(grown)
            return
        places = self._places(before, count)
        made: dict[str, Any] = {}
        for each in item.fields:
            column = taken(columns[each.name], places)
            if isinstance(each.type, IntType) and isinstance(each, Scalar) and isinstance(column, np.ndarray):
                column = self._valued(column, places, _bounds(each.type, old), _bounds(each.type, edit.scope))
            made[each.name] = column
        if item.structure == "tree" and len(item.endpoints) == 2:
            u, v = (columns[name] for name in item.endpoints)
            if before < count and all(isinstance(end, np.ndarray) and end.dtype == np.int64 for end in (u, v)):
                made.update(zip(item.endpoints, grown_edges(u, v, count, self.way.trees), strict=True))
        edit.put(made)

    def _grown_graph(self, item: Records, old: Mapping[str, Any]) -> dict[str, Any] | None:
        """The rows of a graph grown by vertices, None for one that isn't. Edges beyond as many new ones as vertices
        come from any old ones, and are mended where they may not be there twice."""
        ends = [old[name] for name in item.endpoints]
        first = next(_bounds(each.type, old) for each in item.fields if each.name == item.endpoints[0])  # type: ignore[arg-type]
        if (
            item.vertices is None
            or first is None
            or any(not isinstance(end, np.ndarray) or end.ndim != 1 for end in ends)
        ):
            return None
        (u, v), lo = ends, first[0]
        vertices, before, count = int(item.vertices.value(old)), len(u), int(item.count.value(self.edit.scope))
        more = min(int(item.vertices.value(self.edit.scope)) - vertices, count - before)
        if more <= 0:
            return None
        one, two, of = grown_graph(u - lo, v - lo, vertices, more, self.way.trees)
        if (u < v).all():
            one, two = np.minimum(one, two), np.maximum(one, two)
        rest = self._places(before, count - len(of) + before)[before:] if count > len(of) else np.zeros(0, int)
        of = np.concatenate((of, rest))
        made = {each.name: taken(old[each.name], of) for each in item.fields}
        made.update(
            zip(item.endpoints, (np.concatenate((one + lo, u[rest])), np.concatenate((two + lo, v[rest]))), strict=True)
        )
        return made

    def _places(self, old: int, new: int) -> np.ndarray:
        if new <= old:
            return np.arange(new)
        if (old, new) not in self._drawn:
            self._drawn[(old, new)] = _drawn_places(self.way.places, old, new, self.rng)
        return self._drawn[(old, new)]

    def _valued(
        self,
        made: np.ndarray,
        places: np.ndarray,
        before: tuple[int, int] | None,
        now: tuple[int, int] | None,
        ranked: bool = False,
    ) -> np.ndarray:
        """The values of elements that came from `places`, under other bounds; None where these hang on the row."""
        if before is None or now is None or made.dtype != np.int64:
            return made
        copies = _copies(places)
        if ranked:
            return now[0] + _ranks(made, copies, self.way.values)
        (lo, hi), (new_lo, new_hi) = before, now
        match self.way.values:
            case "moved with the bounds" if hi > lo:
                made = new_lo + ((made - lo) * ((new_hi - new_lo) / (hi - lo))).astype(np.int64)
            case "from the upper bound":
                made = made + (new_hi - hi)
            case "higher with each copy":
                made = made + copies * (int(made.max()) - int(made.min()) + 1)
            case "lower with each copy":
                made = made - copies * (int(made.max()) - int(made.min()) + 1)
            case "side by side" | "side by side, turned":
                most = int(copies.max()) + 1
                beside = copies if self.way.values == "side by side" else most - 1 - copies
                if new_lo + (int(made.max()) - new_lo) * most + most <= new_hi:
                    made = new_lo + (made - new_lo) * most + beside
            case "new":
                fresh = np.flatnonzero(copies)
                made = made.copy()
                made[fresh] = self.rng.integers(new_lo, new_hi, size=fresh.size, endpoint=True)
        return np.clip(made, new_lo, new_hi)


def _bounds(of: IntType, scope: Mapping[str, Any]) -> tuple[int, int] | None:
    try:
        lo, hi = int(of.lo.value(scope)), int(of.hi.value(scope))
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None
    return (lo, hi) if -(2**62) < lo <= hi < 2**62 else None


def _drawn_places(kind: str, old: int, new: int, rng: np.random.Generator) -> np.ndarray:
    """Which of `old` elements each of `new` is a copy of."""
    more = new - old
    match kind:
        case "each several times":
            return np.arange(new) * old // new
        case "mirrored":
            return old - 1 - np.abs(np.arange(new) % max(2 * old - 1, 1) - (old - 1)) if old > 1 else np.zeros(new, int)
        case "put in between":
            return np.sort(np.concatenate((np.arange(old), rng.integers(0, old, more))))
        case "put behind":
            return np.concatenate((np.arange(old), rng.integers(0, old, more)))
        case "put before":
            return np.concatenate((rng.integers(0, old, more), np.arange(old)))
        case "middle repeated":
            ends = old // 4
            middle = ends + np.arange(new - 2 * ends) % max(1, old - 2 * ends)
            return np.concatenate((np.arange(ends), middle, np.arange(old - ends, old)))
    return np.arange(new) % old


def _copies(places: np.ndarray) -> np.ndarray:
    """How many elements before each came from the same place."""
    order = np.argsort(places, kind="stable")
    ranked = places[order]
    starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))
    counts = np.diff(np.concatenate((starts, [len(places)])))
    copies = np.empty(len(places), dtype=np.int64)
    copies[order] = np.arange(len(places)) - np.repeat(starts, counts)
    return copies


def _ranks(values: np.ndarray, copies: np.ndarray, kind: str) -> np.ndarray:
    """Values of a permutation for copies of another's elements: in the order of copies, or side by side."""
    keys = {
        "higher with each copy": (values, copies),
        "kept": (values, copies),
        "from the upper bound": (values, -copies),
        "lower with each copy": (values, -copies),
        "side by side, turned": (-copies, values),
    }
    order = np.lexsort(keys.get(kind, (copies, values)))
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[order] = np.arange(len(values))
    return ranks
