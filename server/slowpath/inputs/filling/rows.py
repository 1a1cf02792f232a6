"""Fills the rows of records (with what they mean together) and tagged queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import repeat
from typing import Any

import numpy as np

from slowpath.inputs.filling.avoid import clear_of_ending
from slowpath.inputs.filling.edges import random_edges, repaired, rules_of
from slowpath.inputs.filling.filler import Filler, sized
from slowpath.inputs.filling.held import fitting_kinds, held_before, is_numbered
from slowpath.inputs.filling.row_traits import with_row_traits
from slowpath.inputs.graphs import most_drawn
from slowpath.inputs.parsing.silent import Ending
from slowpath.inputs.traits import first_vertex, vertex_count
from slowpath.model.format import HELD, ROW, Array, Records, Scalar, Tagged


def filled_records(filler: Filler, item: Records, ending: Ending | None = None) -> dict[str, Any]:
    """The columns of records, no row of which looks like `ending`."""
    count = filler.afford(sized(item.count, filler.scope, "the number of rows"), "rows")
    edges: dict[str, Any] = {}
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
        edges = _edges(filler, item, count)
    made: dict[str, Any] = {}
    for place, field in enumerate(item.fields, 1):
        made[field.name] = (
            edges[field.name] if field.name in edges else _field(filler, field, count, {ROW: np.arange(count), **made})
        )
        if ending is not None and place == _head(item, ending):
            # As soon as the tokens that might look like the sentinel are there: lengths may depend on them.
            made = clear_of_ending(ending, replace(item, fields=item.fields[:place]), made, filler.scope, filler.rng)
    return with_row_traits(item, made, filler.scope, filler.rng)


def _head(item: Records, ending: Ending) -> int:
    """How many fields come first that are single tokens and may look like the sentinel."""
    scalars = next(
        (place for place, field in enumerate(item.fields) if isinstance(field, Array) or field.is_silent),
        len(item.fields),
    )
    return min(scalars, len(ending.words))


def _field(filler: Filler, field: Scalar | Array, count: int, columns: Mapping[str, Any]) -> Any:
    """A field of `count` rows, where the `columns` before it are known."""
    if isinstance(field, Scalar):
        return filler.column(field, count, filler.scope, columns)
    filler.afford(int(filler.lengths(field, count, columns).sum()), field.name)
    made = filler.lists(field, count, columns)
    if made is not None:
        return made
    rows = []
    for place in range(count):
        row = {name: column[place] for name, column in columns.items()}
        rows.append(filler.array(field, {**filler.scope, **row}))
    return rows


def _edges(filler: Filler, item: Records, count: int) -> dict[str, np.ndarray]:
    rules, vertices = rules_of(item.structure, item.traits), vertex_count(item, filler.scope)
    proposer = filler.plan.edges.get(item.endpoints[0])
    if proposer is None or vertices < 1:
        u, v = random_edges(rules, vertices, count, filler.rng)
    else:
        ends = [np.asarray(side, dtype=np.int64) for side in proposer(most_drawn(vertices, count), count, filler.rng)]
        u, v = ((_extended(side, count, vertices, filler.rng) - 1) % vertices for side in ends)
        u, v = repaired(rules, vertices, u, v, filler.rng)
    first = first_vertex(item, filler.scope)
    return {item.endpoints[0]: u + first, item.endpoints[1]: v + first}


def _extended(side: np.ndarray, count: int, vertices: int, rng: np.random.Generator) -> np.ndarray:
    """Exactly `count` endpoints: too many are cut, missing ones drawn."""
    if side.size >= count:
        return side[:count]
    return np.concatenate((side, rng.integers(1, vertices, count - side.size, endpoint=True)))


def filled_tagged(filler: Filler, item: Tagged) -> list[tuple]:
    """Tagged queries, their kinds as proposed or at random."""
    count = filler.afford(sized(item.count, filler.scope, f"the number of {item.name}"), item.name)
    kinds = fitting_kinds(item, _kinds(filler, item, count), filler.scope, filler.rng)
    held = held_before(item, kinds, filler.scope) if is_numbered(item) else None
    rows: list[tuple] = [()] * count
    for kind, variant in enumerate(item.variants):
        mine = np.flatnonzero(kinds == kind)
        columns: dict[str, Any] = {}
        for field in item.fields_of(variant):
            places = {ROW: mine, HELD: held[mine]} if held is not None else {}
            columns[field.name] = _field(filler, field, mine.size, {**places, **columns})
        listed = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns.values()]
        for place, row in zip(mine.tolist(), zip(repeat(variant.tag), *listed, strict=False), strict=False):
            rows[place] = row
    return rows


def _kinds(filler: Filler, item: Tagged, count: int) -> np.ndarray:
    """Of which kind each row is to be, as an index into `item.variants`."""
    tags = tuple(variant.tag for variant in item.variants)
    chosen = filler.rng.integers(0, len(tags), count)
    proposer = filler.plan.tags.get(item.name)
    if proposer is not None:
        numbers = {tag: number for number, tag in enumerate(tags)}
        proposed = [numbers.get(tag, 0) for tag in proposer(count, tags, filler.rng)][:count]
        chosen[: len(proposed)] = proposed
    return chosen
