"""The elements of a table that a relation is about: `where border g == "#"`, `where g[r-1][c-1] != "#"`.

Labyrinths whose border is walls, the cell where somebody starts and where no wall stands. Elements are counted row by
row, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.relations.single_elements import TESTS
from slowpath.model.format import PARTS, InputFormat, Relation


def places_in(relation: Relation, values: Any, scope: Mapping[str, Any]) -> np.ndarray:
    """The elements of the table that a "border" or "cell" relation is about; none where the table has no such cell."""
    rows = len(values)
    columns = len(values[0]) if rows else 0
    if relation.others:
        row, column = (index.value(scope) for index in relation.others)
        inside = 0 <= row < rows and 0 <= column < columns
        return np.array([row * columns + column] if inside else [], dtype=np.int64)
    numbers = np.arange(rows * columns).reshape(rows, columns)
    return np.unique(
        np.concatenate([numbers[:1].ravel(), numbers[-1:].ravel(), numbers[:, :1].ravel(), numbers[:, -1:].ravel()])
    )


def places_barred(fmt: InputFormat, name: str, value: int, values: Any, scope: Mapping[str, Any]) -> frozenset[int]:
    """The elements of the table `name` that can't be `value`, by what is said of its border and cells."""
    made: set[int] = set()
    for relation in fmt.relations:
        if (
            relation.kind in PARTS
            and relation.left.text == name
            and relation.right.names <= scope.keys()
            and all(index.names <= scope.keys() for index in relation.others)
            and not TESTS[relation.operator](value, relation.right.value(scope))
        ):
            made.update(places_in(relation, values, scope).tolist())
    return frozenset(made)
