"""Reads the shape of a small slow input as plans that grow it to any size.

After Singularity (Wei et al., FSE 2018), which searches such patterns as programs. Here the shapes are fixed ways
of growing: repeat it, stretch it, stretch it with its values, repeat it upwards (each copy above the last), or
keep its ends and repeat its middle. Each is applied to all parts of the instance at once, so that what belongs
together stays together; scalars keep their value or their place between the bounds of the small input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.plan import Boundary, Plan
from slowpath.model.format import Array, Cases, InputFormat, Line, Matrix, Node, Records, Scalar, Tagged

Grow = Callable[[np.ndarray, int], np.ndarray]
"""Grows positions: (small array, length) -> array of that length."""


def repeated(small: np.ndarray, length: int) -> np.ndarray:
    """The values again and again."""
    return np.resize(small, length)


def stretched(small: np.ndarray, length: int) -> np.ndarray:
    """Each value in a run of equal length."""
    return small[np.arange(length) * len(small) // max(1, length)]


def interpolated(small: np.ndarray, length: int) -> np.ndarray:
    """The values as a line through the points, as many points as wanted."""
    if len(small) < 2:
        return np.resize(small, length)
    return np.interp(np.linspace(0, len(small) - 1, length), np.arange(len(small)), small)


def repeated_upwards(small: np.ndarray, length: int) -> np.ndarray:
    """The values again and again, each copy above the one before."""
    height = int(small.max() - small.min() + 1)
    return np.resize(small, length) + np.arange(length) // len(small) * height


def middle_repeated(small: np.ndarray, length: int) -> np.ndarray:
    """The first and last quarter as they are, the middle half again and again."""
    quarter = len(small) // 4
    head, tail = small[:quarter], small[len(small) - quarter:]
    middle = small[quarter:len(small) - quarter]
    return np.concatenate([head, np.resize(middle, max(0, length - 2 * quarter)), tail])[:length]


GROWTHS: dict[str, tuple[Grow, bool]] = {
    "repeated": (repeated, False),
    "stretched": (interpolated, True),
    "in runs": (stretched, False),
    "repeated upwards": (repeated_upwards, False),
    "middle repeated": (middle_repeated, False),
    "runs of scaled values": (stretched, True),
}
"""How to grow, and whether values are scaled to the bounds of the large input."""


def grown(fmt: InputFormat, instance: Mapping[str, Any], boundary: Boundary) -> Iterator[tuple[str, Plan]]:
    """(label, plan) for each way of growing the instance to the boundary."""
    values = dict(_flat_values(fmt.nodes, instance))
    for label, (grow, is_scaled) in GROWTHS.items():
        yield label, _plan(fmt.nodes, values, boundary, grow, is_scaled)


def _flat_values(nodes: tuple[Node, ...], instance: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All variables; of test cases those of the longest case."""
    for node in nodes:
        if isinstance(node, Cases):
            cases = instance.get(node.name) or [{}]
            yield from _flat_values(node.body, max(cases, key=lambda case: len(str(case))))
        elif isinstance(node, Line):
            yield from _flat_values(node.items, instance)
        elif isinstance(node, Records):
            yield from ((item.name, instance[item.name]) for item in node.fields if item.name in instance)
        elif node.name in instance:
            yield node.name, instance[node.name]


def _plan(nodes: tuple[Node, ...], values: Mapping[str, Any], boundary: Boundary, grow: Grow,
          is_scaled: bool) -> Plan:
    parts: dict[str, dict[str, Any]] = {"arrays": {}, "words": {}, "matrices": {}, "edges": {}, "scalars": {},
                                        "tags": {}}
    for node in _nodes(nodes):
        _add(node, values, boundary, grow, is_scaled, parts)
    return Plan(sizes=dict(boundary.sizes), cases=boundary.cases, **parts)


def _nodes(nodes: tuple[Node, ...]) -> Iterator[Scalar | Array | Matrix | Records | Tagged]:
    for node in nodes:
        if isinstance(node, Cases):
            yield from _nodes(node.body)
        elif isinstance(node, Line):
            yield from node.items
        else:
            yield node


def _add(node: Scalar | Array | Matrix | Records | Tagged, values: Mapping[str, Any], boundary: Boundary,
         grow: Grow, is_scaled: bool, parts: dict[str, dict[str, Any]]) -> None:
    if isinstance(node, Records):
        if node.endpoints and all(name in values for name in node.endpoints):
            parts["edges"][node.endpoints[0]] = _edge_filler(*(np.asarray(values[n]) for n in node.endpoints[:2]))
        for item in node.fields:
            if item.name not in node.endpoints:
                _add_column(item.name, values.get(item.name), grow, is_scaled, parts)
        return
    value = values.get(node.name)
    if isinstance(node, Tagged):
        parts["tags"][node.name] = _tag_filler([row[0] for row in value or ()], grow)
    elif isinstance(node, Matrix):
        if isinstance(value, np.ndarray) and value.size:
            parts["matrices"][node.name] = _matrix_filler(value)
    elif isinstance(node, Scalar) and isinstance(value, int) and node.name not in boundary.sizes:
        parts["scalars"][node.name] = value
    elif isinstance(node, Scalar) and isinstance(value, str) and value:
        parts["words"][node.name] = _word_filler(value, grow)
    else:
        _add_column(node.name, value, grow, is_scaled, parts)


def _add_column(name: str, value: Any, grow: Grow, is_scaled: bool, parts: dict[str, dict[str, Any]]) -> None:
    if isinstance(value, np.ndarray) and value.ndim == 1 and len(value) and value.dtype.kind in "iu":
        parts["arrays"][name] = _array_filler(value, grow, is_scaled)
    elif isinstance(value, list) and value and isinstance(value[0], str) and value[0]:
        parts["words"][name] = _word_filler(value[0], grow)


def _array_filler(small: np.ndarray, grow: Grow, is_scaled: bool) -> Callable[..., np.ndarray]:
    def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        large = grow(small, length)
        if is_scaled and small.max() > small.min():
            large = lo + (large - small.min()) * ((hi - lo) / float(small.max() - small.min()))
        return np.clip(np.round(large), lo, hi).astype(np.int64)

    return fill


def _word_filler(small: str, grow: Grow) -> Callable[..., str]:
    def fill(length: int, alphabet: str, rng: np.random.Generator) -> str:
        letters = np.array([max(0, alphabet.find(letter)) for letter in small])
        indices = np.clip(np.round(grow(letters, length)), 0, len(alphabet) - 1).astype(np.int64)
        return "".join(np.array(list(alphabet))[indices].tolist())

    return fill


def _matrix_filler(small: np.ndarray) -> Callable[..., np.ndarray]:
    def fill(rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        copies = (-(-rows // small.shape[0]), -(-columns // small.shape[1]))
        return np.clip(np.tile(small, copies)[:rows, :columns], lo, hi)

    return fill


def _tag_filler(small: list[str], grow: Grow) -> Callable[..., list[str]]:
    def fill(count: int, tags: tuple[str, ...], rng: np.random.Generator) -> list[str]:
        places = np.array([tags.index(tag) for tag in small if tag in tags] or [0])
        return [tags[int(i)] for i in np.clip(np.round(grow(places, count)), 0, len(tags) - 1)]

    return fill


def _edge_filler(u: np.ndarray, v: np.ndarray) -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """Copies of the small graph in a row, the last vertex of one the first of the next."""
    def fill(vertices: int, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        if not len(u):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        width = max(1, int(max(u.max(), v.max())) - 1)
        shift = np.arange(count) // len(u) * width % max(1, vertices - width)
        return (np.clip(np.resize(u, count) + shift, 1, vertices).astype(np.int64),
                np.clip(np.resize(v, count) + shift, 1, vertices).astype(np.int64))

    return fill
