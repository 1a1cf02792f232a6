"""What an input looks like, in the words of people who write such inputs: "reversed, all values distinct", "a path",
"all letters 'a'". Pure; O(size log size).

One file a kind of value: `values` (lists of integers), `letters` (words and grids of letters), `networks` (trees and
graphs). What nothing simple can be said of is in no order, or random-looking: that is said too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.described.letters import grid_words, list_words, text_words
from slowpath.inputs.described.networks import network_words, parent_edges
from slowpath.inputs.described.values import number_words, value_words
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_model import size_model
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
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import items_of

MOST_PARTS = 6
MOST_KINDS = 6
"""Of kinds of queries, all are named up to so many."""


@dataclass(frozen=True)
class Described:
    """An input in words. `sizes` are its sizes ("n = 2,000"), `parts` says for each of its variables what it looks
    like, by name; "" for what has none."""

    sizes: tuple[tuple[str, int], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """All parts in a line; the only one without its name."""
        if len(self.parts) == 1:
            return self.parts[0][1]
        return "; ".join(f"{name}: {words}" if name else words for name, words in self.parts)


def described(fmt: InputFormat, instance: Instance) -> Described:
    """A valid instance in words. Of several test cases the longest one is described."""
    sizes = size_model(fmt).variables
    parts = tuple(
        _parts(
            fmt.nodes, instance, dict(instance), frozenset(name for name, variable in sizes.items() if variable.is_size)
        )
    )
    return Described(sizes_of(fmt, instance), parts[:MOST_PARTS])


def _parts(
    nodes: tuple[Node, ...], scope: Instance, outer: Mapping[str, Any], sizes: frozenset[str]
) -> Iterator[tuple[str, str]]:
    for item in items_of(nodes):
        if isinstance(item, Cases):
            yield from _cases(item, scope, outer, sizes)
        elif isinstance(item, Records):
            yield from _rows(item, scope, {**outer, **scope})
        elif isinstance(item, Tagged):
            yield from _queries(item, scope)
        elif not isinstance(item, Scalar):
            words = _words(item, scope.get(item.name))
            yield from [(item.name, words)] if words else []
        elif isinstance(item.type, WordType | TextType):
            yield item.name, text_words(str(scope.get(item.name, "")))
        elif item.name not in sizes and isinstance(scope.get(item.name), int):
            yield item.name, number_words(scope[item.name])


def _cases(item: Cases, scope: Instance, outer: Mapping[str, Any], sizes: frozenset[str]) -> Iterator[tuple[str, str]]:
    cases = scope.get(item.name) or []
    if len(cases) > 1:
        lengths = [_volume(case) for case in cases]
        alike = "all of one size" if min(lengths) == max(lengths) else "of different sizes"
        yield "", f"{len(cases):,} test cases, {alike}"
    if cases:
        longest = max(cases, key=_volume)
        yield from _parts(item.body, longest, {**outer, **scope}, sizes)


def _volume(value: Any) -> int:
    """How many values there are in it."""
    if isinstance(value, dict):
        return sum(_volume(inner) for inner in value.values())
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, list):
        return sum(_volume(inner) for inner in value)
    return len(value) if isinstance(value, str) else 1


def _words(item: Array | Matrix, value: Any) -> str:
    """A list or a table in words, "" where it is empty."""
    if value is None or not len(value):
        return ""
    if isinstance(item, Matrix):
        if isinstance(item.type, WordType | TextType):
            return grid_words([row if isinstance(row, str) else "".join(map(str, row)) for row in value])
        table = np.asarray(value)
        return f"{len(value)} by {table[0].size}, " + value_words(table.reshape(-1), is_table=True)
    if isinstance(item.type, WordType | TextType):
        return (
            list_words([str(word) for word in value])
            if item.separator or not isinstance(value, str)
            else text_words(value)
        )
    if isinstance(item.type, FloatType):
        return value_words(np.asarray(value, dtype=float))
    if isinstance(item.type, IntType):
        if isinstance(item, Array) and "parents" in item.traits:
            return network_words(*parent_edges(np.asarray(value)), 0)
        try:
            return value_words(np.asarray(value, dtype=np.int64))
        except (OverflowError, TypeError, ValueError):
            return ""
    return ""


def _rows(item: Records, scope: Instance, known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    ends = [scope.get(name) for name in item.endpoints] if item.structure in ("tree", "graph") else []
    drawn: tuple[str, ...] = ()
    if len(ends) == 2 and all(isinstance(end, np.ndarray) for end in ends):
        vertices = int(item.vertices.value(_integers(known))) if item.vertices is not None else 0
        yield "", network_words(np.asarray(ends[0]), np.asarray(ends[1]), vertices)
        drawn = item.endpoints
    for field in item.fields:
        value = scope.get(field.name)
        if field.name in drawn or value is None or not len(value) or not isinstance(field, Scalar):
            continue
        if isinstance(field.type, WordType | TextType):
            yield field.name, list_words([str(word) for word in value])
        elif isinstance(value, np.ndarray):
            yield field.name, value_words(value)


def _integers(known: Mapping[str, Any]) -> dict[str, int]:
    return {
        name: len(value) if isinstance(value, str) else value
        for name, value in known.items()
        if isinstance(value, int | str)
    }


def _queries(item: Tagged, scope: Instance) -> Iterator[tuple[str, str]]:
    """In what order the kinds of queries come."""
    tags = [str(row[0] if isinstance(row, tuple | list) else row) for row in scope.get(item.name) or []]
    if tags:
        yield item.name, order_of_kinds(tags)


def order_of_kinds(tags: list[str]) -> str:
    """`5 push, then 5 pop`, `push and pop by turns`, `push and pop mixed`."""
    blocks: list[tuple[str, int]] = []
    for tag in tags:
        if blocks and blocks[-1][0] == tag:
            blocks[-1] = (tag, blocks[-1][1] + 1)
        else:
            blocks.append((tag, 1))
    kinds = list(dict.fromkeys(tags))
    if len(blocks) <= MOST_KINDS:
        return ", then ".join(f"{count:,} {tag}" for tag, count in blocks)
    named = " and ".join(kinds) if len(kinds) <= MOST_KINDS else f"{len(kinds)} kinds"
    period = len(kinds)
    is_by_turns = all(tag == tags[place % period] for place, tag in enumerate(tags))
    return f"{named} by turns" if is_by_turns else f"{named} mixed"
