"""Proposes terms for a part of an input, whatever its kind, and says how many bits a term leaves of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slowpath.engine.shapes.bits import order_bits, random_bits, residual_bits
from slowpath.engine.shapes.compounds import best_simple, compounds, segments, two_sides
from slowpath.engine.shapes.naming import meanings, totals
from slowpath.engine.shapes.ordering import orders
from slowpath.engine.shapes.parts import Part, View
from slowpath.engine.shapes.scene import COLUMNS, ROWS, Scene
from slowpath.engine.shapes.sequences import LEAST_SEEN, most_common, simple
from slowpath.engine.shapes.terms import Term, evaluate

_MOST_ROW_KINDS = 4
_MATRIX_SHARE = 0.85
_COLUMN: Term = ("size", COLUMNS)


def scene_of(part: Part, view: View) -> Scene:
    """Where the terms of a part are evaluated; single numbers stand beside the largest size."""
    columns = {
        other.name: lambda _, values=other.values: values
        for other in view.parts
        if other.kind == "arrays" and other.rows == part.rows and other.name != part.name
    }
    count = part.values.shape[-1]
    if part.kind in ("sizes", "scalars"):
        others = {name: size for name, size in view.sizes.items() if name != part.name}
        arrays = {other.name: lambda _, values=other.values: values for other in view.parts if other.kind == "arrays"}
        return Scene.beside(max([*(abs(size) for size in others.values()), 1]), part.lo, part.hi, others, arrays)
    return Scene.of(count, part.lo, part.hi, {**view.sizes, **dict(part.sizes)}, columns)


def proposals(part: Part, view: View) -> Iterator[Term]:
    """Terms that the part may follow; some several times."""
    if part.kind in ("sizes", "scalars"):
        scene = scene_of(part, view)
        yield from meanings(int(part.values[0]), scene)
        if part.kind == "scalars":
            yield from totals(int(part.values[0]), scene)
    elif part.kind == "edges":
        yield from _edges(part, view)
    elif part.kind in ("matrices", "grids"):
        yield from _matrix(part, view)
    else:
        scene = scene_of(part, view)
        yield from _sequence(part.values, scene)
        if part.kind == "arrays":
            yield from _by_order(part, scene)
            yield from _beside(part, view, scene)


def left_over(term: Term, part: Part, view: View) -> float:
    """The bits that the term leaves of the part."""
    scene = scene_of(part, view)
    if part.kind in ("sizes", "scalars"):
        return residual_bits(term, part.values, scene)
    if part.kind == "edges":
        return _left_of_edges(term, part, view)
    if part.is_order:
        return order_bits(term, part.values, scene)
    return residual_bits(term, part.values, scene, by_order=part.kind == "arrays" and spreads(term))


def nothing_said(part: Part) -> float:
    """The bits of the part where nothing is known of it."""
    if part.is_order:
        count = part.values.size
        return float(np.log2(np.arange(1, count + 1)).sum())
    return random_bits(part.values.size, part.lo, part.hi)


def spreads(term: Term) -> bool:
    """Whether it is an order that is spread over the range."""
    return isinstance(term, tuple) and term[0] == "fitted"


def _sequence(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    yield from simple(values, scene)
    yield from compounds(values, scene)


def _by_order(part: Part, scene: Scene) -> Iterator[Term]:
    for term in orders(part.values, scene):
        yield ("fitted", term)
        if part.is_order or scene.hi - scene.lo > 4 * scene.length:
            yield ("+", "lo", term)


def _beside(part: Part, view: View, scene: Scene) -> Iterator[Term]:
    """What the part is beside another column of the same rows, or another array as long: equal, or so much more."""
    for other in view.parts:
        if other is part:
            return
        if other.kind == "arrays" and other.rows == part.rows and len(other.values) == len(part.values) >= LEAST_SEEN:
            column: Term = ("column", other.name)
            gap = part.values - other.values
            away, times = most_common(gap)
            if not away and times > 1:
                yield column
            best = best_simple(gap, Scene.of(len(gap), int(gap.min()), int(gap.max()), scene.sizes))[1]
            for term in dict.fromkeys((away, best)):
                if term is not None and term != 0 and not (isinstance(term, tuple) and term[0] == "random"):
                    yield ("+", column, term)


# Matrices


def _matrix(part: Part, view: View) -> Iterator[Term]:
    scene = scene_of(part, view)
    sides = dict(part.sizes)
    cells = part.values.reshape(sides[ROWS], sides[COLUMNS])
    yield from simple(part.values, scene)
    yield from _rows_by_turns(cells, scene)
    turned = {**scene.sizes, ROWS: sides[COLUMNS], COLUMNS: sides[ROWS]}
    for term in _rows_by_turns(cells.T, Scene.of(cells.size, scene.lo, scene.hi, turned)):
        yield ("transposed", term)
    yield from _along_diagonals(cells, scene)


def _rows_by_turns(cells: np.ndarray, scene: Scene) -> Iterator[Term]:
    """One to four kinds of rows by turns, each a sequence; or rows of one value each."""
    rows, columns = cells.shape
    inner = scene.whole_of(columns)
    for kinds in range(1, min(_MOST_ROW_KINDS, max(1, rows // 2)) + 1):
        parts: list[Term] = []
        for turn in range(kinds):
            typical = np.array([most_common(column)[0] for column in cells[turn::kinds].T], dtype=np.int64)
            parts.append(_best_row(typical, inner))
        if kinds == 1 or len(set(parts)) > 1:
            yield ("rows", _COLUMN, *parts)
    levels = np.array([most_common(row)[0] for row in cells], dtype=np.int64)
    for term in _sequence(levels, scene.whole_of(rows)):
        yield ("blocks", _COLUMN, term)


def _best_row(values: np.ndarray, scene: Scene) -> Term:
    options = [best_simple(values, scene)[1], *segments(values, scene), *two_sides(values, scene)]
    known = [term for term in options if term is not None]
    return min(
        known,
        key=lambda term: residual_bits(term, values, scene) + 4 * len(str(term)) / 8,
        default=("random", "lo", "hi", 0),
    )


def _along_diagonals(cells: np.ndarray, scene: Scene) -> Iterator[Term]:
    """One value a diagonal, a ring around the middle, or a side between the two main diagonals."""
    rows, columns = cells.shape
    if min(rows, columns) < LEAST_SEEN:
        return
    row: Term = ("//", "i", _COLUMN)
    column: Term = ("%", "i", _COLUMN)
    many: Term = ("+", ("size", ROWS), _COLUMN)
    at = np.add.outer(np.arange(rows), np.arange(columns))
    down, right = np.divmod(np.arange(cells.size).reshape(rows, columns), columns)
    ring = np.minimum(np.minimum(down, rows - 1 - down), np.minimum(right, columns - 1 - right))
    up: Term = ("-", ("-", ("size", ROWS), 1), row)
    left: Term = ("-", ("-", _COLUMN, 1), column)
    for index, place in (
        (at, ("+", row, column)),
        (at[:, ::-1], ("+", row, left)),
        (ring, ("min", ("min", row, up), ("min", column, left))),
    ):
        typical = np.array([most_common(cells[index == level])[0] for level in range(int(index.max()) + 1)])
        if (typical[index] == cells).mean() >= _MATRIX_SHARE:
            for term in simple(typical, scene.whole_of(len(typical) + (index is not ring))):
                yield ("at", place, many, term)
    by_side = evaluate(("corners", ("sides", 0, 1, 2, 3), 4, 5, 6, 7), scene).reshape(rows, columns)
    common = [most_common(cells[by_side == side])[0] if (by_side == side).any() else 0 for side in range(8)]
    yield ("sides", *common[:4])
    yield ("corners", ("sides", *common[:4]), *common[4:])


# Trees and graphs


def _edges(part: Part, view: View) -> Iterator[Term]:
    """Both ends as sequences; or, where the edges are ordered so, the rule of parents."""
    (u, v), scene = part.values, scene_of(part, view)
    firsts = _best_of(u, scene, 4)
    seconds = _best_of(v, scene, 3)
    gap = best_simple(v - u, Scene.of(len(u), int((v - u).min()), int((v - u).max()), scene.sizes))[1]
    if gap is not None and not (isinstance(gap, tuple) and gap[0] == "random"):
        seconds.append(("+", ("column", "u"), gap))
    for first in firsts:
        for second in seconds:
            yield ("edges", first, second)
    split = parents_of(part)
    if split is not None:
        parents, (a, b) = split
        own = Scene.of(len(parents), 1, part.hi, scene.sizes)
        rules: list[Term] = _best_of(parents, own, 5)
        back = np.arange(len(parents)) + 1 - parents
        rules += [
            ("-", ("+", 1, "i"), term)
            for term in _best_of(back, Scene.of(len(back), 0, part.hi, scene.sizes), 4)
            if term != 0
        ]
        extra: list[tuple[Term, Term]] = [(("random", "lo", "hi", 1), ("random", "lo", "hi", 2))]
        if len(a) >= LEAST_SEEN:
            rest = scene.whole_of(len(a))
            extra = [(x, y) for x in _best_of(a, rest, 2) for y in _best_of(b, rest, 2)]
        for rule in rules:
            for x, y in extra:
                yield ("parents", rule, x, y)


def _best_of(values: np.ndarray, scene: Scene, most: int) -> list[Term]:
    bits = {term: residual_bits(term, values, scene) + 3.0 * len(str(term)) / 4 for term in _sequence(values, scene)}
    bits[("random", "lo", "hi", len(values) % 7)] = random_bits(len(values), scene.lo, scene.hi)
    return sorted(bits, key=lambda term: (bits[term], str(term)))[:most]


def parents_of(part: Part) -> tuple[np.ndarray, np.ndarray] | None:
    """The parents of vertices 2, 3 ... and the other edges; None where some vertex has no neighbour before it."""
    low, high = part.values.min(axis=0), part.values.max(axis=0)
    first = np.full(part.hi + 1, -1, dtype=np.int64)
    for place in range(len(low) - 1, -1, -1):
        if low[place] < high[place]:
            first[high[place]] = place
    chosen = first[2:]
    if part.hi < 2 or (chosen < 0).any():
        return None
    others = np.ones(len(low), dtype=bool)
    others[chosen] = False
    return low[chosen], part.values[:, others]


def _left_of_edges(term: Term, part: Part, view: View) -> float:
    if not isinstance(term, tuple):
        return nothing_said(part)
    scene = scene_of(part, view)
    if term[0] == "parents":
        split = parents_of(part)
        if split is None:
            return nothing_said(part)
        parents, (a, b) = split
        own = Scene.of(len(parents), 1, part.hi, scene.sizes)
        rest = scene.whole_of(len(a))
        left = residual_bits(term[1], parents, own)
        return left + residual_bits(term[2], a, rest) + residual_bits(term[3], b, rest)
    u, v = part.values
    beside = Scene.of(len(u), part.lo, part.hi, scene.sizes, {"u": lambda _: u})
    return residual_bits(term[1], u, scene) + residual_bits(term[2], v, beside)
