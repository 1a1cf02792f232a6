"""Tables of n rows and n columns: `where symmetric d`, `where diagonal d == 0`, `where offdiagonal d >= 1`.

Distances between places, who knows whom, the edges of a graph as a grid. A table that isn't symmetric is mended by
copying one half of it, the upper or the lower one, over the other; elements that break a comparison are drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.layout import Place
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.present import all_changed, elements_of, has_many, obeying
from slowpath.model.format import InputFormat, Matrix, Relation


@dataclass(frozen=True)
class Square:
    """What relations say of one table: whether it is symmetric, and the one value that its diagonal holds, if so, or
    its border, for which it needn't have as many rows as columns."""

    symmetric: bool = False
    diagonal: Relation | None = None
    border: Relation | None = None


@per_format
def squares(fmt: InputFormat) -> dict[str, Square]:
    """The tables that are symmetric, or whose diagonal or border is always the same, by name."""
    made: dict[str, Square] = {}
    for relation in fmt.relations:
        name = relation.left.text
        if relation.kind == "symmetric":
            made[name] = replace(made.get(name, Square()), symmetric=True)
        elif relation.kind == "diagonal" and relation.operator == "==":
            made[name] = replace(made.get(name, Square()), diagonal=relation)
        elif relation.kind == "border" and relation.operator == "==":
            made[name] = replace(made.get(name, Square()), border=relation)
    return made


def is_square(place: Place | None, of_characters: bool | None = None) -> bool:
    """Whether a variable is a table of as many rows as columns: of integers, or of characters (None: either)."""
    if place is None or not isinstance(place.item, Matrix) or place.item.rows.text != place.item.columns.text:
        return False
    kinds = (True, False) if of_characters is None else (of_characters,)
    return any(has_many(place, kind) for kind in kinds)


def symmetric_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """Where a table isn't its own transpose, "" where it is."""
    values = scope[relation.left.text]
    table = _table(values)
    wrong = np.argwhere(table != table.T)
    if not wrong.size:
        return ""
    row, column = wrong[0].tolist()
    return (
        f"row {row + 1} has {values[row][column]!s} in column {column + 1}, "
        f"row {column + 1} has {values[column][row]!s} in column {row + 1}"
    )


def repair_symmetric(
    relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Copies one half of a table over the other."""
    name = relation.left.text
    if name not in instance or not symmetric_flaw(relation, scope):
        return
    values = instance[name]
    table = _table(values)
    half = np.triu(table) if rng.random() < 0.5 else np.tril(table).T
    made = half + np.triu(half, 1).T
    if isinstance(values, np.ndarray):
        instance[name] = made
    else:
        strings = bool(values) and isinstance(values[0], str)
        instance[name] = ["".join(map(chr, row)) for row in made.tolist()] if strings else made.tolist()


def diagonal_flaw(relation: Relation, scope: Mapping[str, Any], is_on: bool) -> str:
    """What breaks the relation on the diagonal, or (not `is_on`) off it; "" where nothing does."""
    values = scope[relation.left.text]
    found = _breaking(relation, values, scope, is_on)
    if not found:
        return ""
    row, column = divmod(found[0], len(values))
    return f"row {row + 1} has {values[row][column]!s} in column {column + 1}"


def repair_diagonal(
    fmt: InputFormat,
    relation: Relation,
    instance: Instance,
    scope: Mapping[str, Any],
    rng: np.random.Generator,
    is_on: bool,
) -> None:
    """Changes the elements on or off the diagonal that break the relation. Raises `CannotGenerate` where their bounds
    don't let it."""
    name = relation.left.text
    if name in instance and (wrong := _breaking(relation, instance[name], scope, is_on)):
        instance[name] = all_changed(fmt, relation, instance[name], wrong, relation.operator, scope, rng)


def _breaking(relation: Relation, values: Any, scope: Mapping[str, Any], is_on: bool) -> list[int]:
    """The elements, counted row by row, that the relation is about and that break it."""
    flat, side = elements_of(values), len(values)
    is_meant = (np.arange(flat.size) % (side + 1) == 0) == is_on
    is_meant[obeying(relation, flat, scope)] = False
    return np.flatnonzero(is_meant).tolist()


def _table(values: Any) -> np.ndarray:
    """The table as an array of numbers, characters as code points."""
    if isinstance(values, np.ndarray):
        return values
    if values and isinstance(values[0], str):
        return np.array([list(map(ord, row)) for row in values], dtype=np.int64).reshape(len(values), -1)
    return np.array(values, dtype=object)
