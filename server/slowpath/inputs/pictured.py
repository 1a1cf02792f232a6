"""An input as pictures: values against their index, small graphs, points and grids. Pure; positions are in 0..1.

A picture holds few numbers, however large the input is: of long lists the least and the greatest of each stretch, so
that what sticks out stays; of large grids some of the rows and columns. Large graphs aren't drawn: nothing is seen in
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.described import described
from slowpath.inputs.described.networks import parent_edges
from slowpath.inputs.graph_layout import laid_out
from slowpath.inputs.number_sets import different
from slowpath.inputs.printing import Instance
from slowpath.model.format import (
    Array,
    Cases,
    FloatType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of
from slowpath.model.picture import GRID, NETWORK, POINTS, VALUES, Picture

MOST_PICTURES = 3
MOST_STRETCHES = 240
MOST_POINTS = 500
MOST_VERTICES, MOST_EDGES = 60, 180
MOST_ROWS, MOST_COLUMNS = 48, 96
MOST_LETTERS = 6
MOST_RARE = 8
"""A letter that stands in a word no more often than that is shown wherever it is."""
LEVELS = 5
"""Shades in which a table of numbers is drawn."""
OTHER = "other"


def pictured(fmt: InputFormat, instance: Instance) -> tuple[Picture, ...]:
    """The pictures of a valid instance, at most `MOST_PICTURES`; of several test cases of the longest one."""
    words = dict(described(fmt, instance).parts)
    found = []
    for picture in _pictures(fmt.nodes, instance, {}, words):
        found.append(picture)
        if len(found) == MOST_PICTURES:
            break
    return tuple(found)


def has_large_network(fmt: InputFormat, instance: Instance) -> bool:
    """Whether it holds a graph that is too large to be drawn, so that a small twin says more."""
    return any(
        not _is_drawable(len(instance.get(item.endpoints[0], ())), 0)
        for item in items_of(fmt.nodes)
        if isinstance(item, Records) and item.structure in ("tree", "graph") and len(item.endpoints) == 2
    )


def _pictures(
    nodes: tuple[Node, ...], scope: Instance, outer: Mapping[str, Any], words: Mapping[str, str]
) -> Iterator[Picture]:
    for item in items_of(nodes):
        if isinstance(item, Cases):
            cases = scope.get(item.name) or []
            if cases:
                yield from _pictures(item.body, max(cases, key=_volume), {**outer, **scope}, words)
        elif isinstance(item, Records):
            yield from _of_rows(item, scope, words)
        elif isinstance(item, Matrix):
            yield from _of_table(item, scope.get(item.name), words.get(item.name, ""))
        elif isinstance(item, Array):
            yield from _of_list(item, scope.get(item.name), words.get(item.name, ""))
        elif isinstance(item, Scalar) and isinstance(item.type, WordType | TextType):
            text = str(scope.get(item.name, ""))
            yield from _of_letters(item.name, [text], words.get(item.name, "")) if len(text) > 1 else ()


def _volume(case: Mapping[str, Any]) -> int:
    return sum(
        int(getattr(value, "size", 0)) or (len(value) if isinstance(value, list | str) else 1)
        for value in case.values()
    )


def _of_list(item: Array, value: Any, words: str) -> Iterator[Picture]:
    if value is None or len(value) < 2:
        return
    if isinstance(item.type, IntType | FloatType):
        if "parents" in item.traits and len(value) < MOST_VERTICES:
            yield _network(item.name, words, *parent_edges(np.asarray(value)))
            return
        yield values_picture(item.name, words, np.asarray(value))
    elif isinstance(value, str):
        yield from _of_letters(item.name, [value], words)
    elif sum(map(len, value)) > len(value):
        yield from _of_letters(item.name, [str(word) for word in value], words)


def values_picture(name: str, words: str, values: np.ndarray) -> Picture:
    """Values against their index. Of more than `MOST_STRETCHES` twice, the least and the greatest of each stretch."""
    length = len(values)
    at = np.arange(length)
    if length > 2 * MOST_STRETCHES:
        cuts = np.linspace(0, length, MOST_STRETCHES + 1).astype(np.int64)
        kept = [
            begin + each
            for begin, end in zip(cuts[:-1], cuts[1:], strict=True)
            for each in sorted({int(values[begin:end].argmin()), int(values[begin:end].argmax())})
        ]
        at = np.asarray(kept)
    low, high = values.min(), values.max()
    x = at / max(1, length - 1)
    y = _share(values[at], low, high)
    return Picture(VALUES, name, words, length, _plain(low), _plain(high), _positions(x, y))


def _share(values: np.ndarray, low: Any, high: Any) -> np.ndarray:
    span = float(high) - float(low)
    return (values.astype(float) - float(low)) / span if span > 0 else np.full(len(values), 0.5)


def _positions(x: np.ndarray, y: np.ndarray) -> tuple[tuple[float, float], ...]:
    return tuple(zip(np.round(x, 4).tolist(), np.round(y, 4).tolist(), strict=True))


def _plain(value: Any) -> int | float:
    return float(value) if isinstance(value, float | np.floating) else int(value)


def _of_rows(item: Records, scope: Instance, words: Mapping[str, str]) -> Iterator[Picture]:
    ends: list[Any] = [scope.get(name) for name in item.endpoints]
    are_columns = len(ends) == 2 and all(isinstance(end, np.ndarray) for end in ends)
    rest = [field for field in item.fields if field.name not in item.endpoints or not are_columns]
    if are_columns and len(ends[0]) and item.structure in ("tree", "graph"):
        u, v = np.asarray(ends[0]), np.asarray(ends[1])
        if _is_drawable(len(u), len(different(np.append(u, v)))):
            yield _network("", words.get("", ""), u, v)
    elif are_columns and len(ends[0]) and item.structure == "points":
        yield _scattered(item.endpoints, np.asarray(ends[0]), np.asarray(ends[1]))
    else:
        rest = list(item.fields)
    for field in rest:
        value = scope.get(field.name)
        if isinstance(field, Scalar) and isinstance(value, np.ndarray) and len(value) > 1:
            yield values_picture(field.name, words.get(field.name, ""), value)


def _is_drawable(edges: int, vertices: int) -> bool:
    return edges <= MOST_EDGES and vertices <= MOST_VERTICES


def _network(name: str, words: str, u: np.ndarray, v: np.ndarray) -> Picture:
    numbers, ends = np.unique(np.concatenate((u, v)), return_inverse=True)
    tails, heads = ends[: len(u)].tolist(), ends[len(u) :].tolist()
    edges = tuple(zip(tails, heads, strict=True))
    return Picture(
        NETWORK,
        name,
        words,
        len(numbers),
        points=laid_out(len(numbers), edges),
        edges=edges,
        labels=tuple(str(number) for number in numbers.tolist()),
    )


def _scattered(names: Sequence[str], x: np.ndarray, y: np.ndarray) -> Picture:
    kept = np.unique(np.linspace(0, len(x) - 1, min(len(x), MOST_POINTS)).astype(np.int64))
    return Picture(
        POINTS,
        ", ".join(names),
        "",
        len(x),
        _plain(y.min()),
        _plain(y.max()),
        _positions(_share(x[kept], x.min(), x.max()), _share(y[kept], y.min(), y.max())),
    )


def _of_table(item: Matrix, value: Any, words: str) -> Iterator[Picture]:
    if value is None or not len(value):
        return
    if isinstance(item.type, WordType | TextType):
        yield from _of_letters(
            item.name, [row if isinstance(row, str) else "".join(map(str, row)) for row in value], words
        )
        return
    table = np.asarray(value)
    if table.ndim != 2 or not table.size:
        return
    rows, columns = (
        np.unique(np.linspace(0, length - 1, min(length, most)).astype(np.int64))
        for length, most in zip(table.shape, (MOST_ROWS, MOST_COLUMNS), strict=True)
    )
    low, high = table.min(), table.max()
    shades = np.minimum(
        LEVELS - 1, (_share(table[np.ix_(rows, columns)].reshape(-1), low, high) * LEVELS).astype(np.int64)
    ).reshape(len(rows), len(columns))
    yield Picture(
        GRID,
        item.name,
        words,
        int(table.size),
        _plain(low),
        _plain(high),
        cells=tuple("".join(map(str, row)) for row in shades.tolist()),
    )


def _of_letters(name: str, rows: Sequence[str], words: str) -> Iterator[Picture]:
    """Letters as colours: the commonest have one each, all others share one."""
    if len(rows) == 1 and len(rows[0]) > MOST_COLUMNS:
        # One long word, a letter of each stretch: one that is rare, which is what sticks out, else its first.
        rows = [_stretched(rows[0])]
    height, width = len(rows), max(map(len, rows))
    shown = [rows[at] for at in np.unique(np.linspace(0, height - 1, min(height, MOST_ROWS)).astype(int)).tolist()]
    kept = np.unique(np.linspace(0, width - 1, min(width, MOST_COLUMNS)).astype(int)).tolist()
    counts = Counter(letter for row in rows for letter in row)
    common = [letter for letter, _ in counts.most_common(MOST_LETTERS)]
    legend = [*common, *([OTHER] if len(counts) > len(common) else [])]
    places = {letter: str(place) for place, letter in enumerate(common)}
    cells = tuple(
        "".join(places.get(row[at], str(len(common))) if at < len(row) else " " for at in kept) for row in shown
    )
    yield Picture(GRID, name, words, sum(map(len, rows)), cells=cells, legend=tuple(legend))


def _stretched(text: str) -> str:
    counts = Counter(text)
    cuts = np.linspace(0, len(text), MOST_COLUMNS + 1).astype(int).tolist()
    rarest = [
        min(text[begin:end], key=lambda letter: (counts[letter], letter))
        for begin, end in zip(cuts[:-1], cuts[1:], strict=True)
    ]
    return "".join(
        rare if counts[rare] <= MOST_RARE else text[begin] for rare, begin in zip(rarest, cuts[:-1], strict=True)
    )
