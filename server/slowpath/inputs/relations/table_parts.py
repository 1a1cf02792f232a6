"""Parts of a table that obey a comparison: its border, one cell. What breaks it is drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.present import all_changed, has_many
from slowpath.inputs.relations.single_elements import TESTS
from slowpath.inputs.relations.table_places import places_in
from slowpath.model.format import InputFormat, Matrix, Relation


def has_parts(place: Place | None, of_characters: bool) -> bool:
    """Whether a variable is a table of integers, or of characters."""
    return place is not None and isinstance(place.item, Matrix) and has_many(place, of_characters)


def part_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """What is wrong with the part of the table, "" where nothing is."""
    values = scope[relation.left.text]
    wrong = _breaking(relation, values, scope)
    if not wrong:
        return ""
    row, column = divmod(wrong[0], len(values[0]))
    return f"row {row + 1} has {values[row][column]!s} in column {column + 1}"


def repair_part(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Gives what breaks the relation other values. Raises `CannotGenerate` where the table's bounds don't let it."""
    name = relation.left.text
    if name not in instance:
        return
    values = instance[name]
    wrong = _breaking(relation, values, scope)
    if not wrong:
        return
    instance[name] = all_changed(fmt, relation, values, wrong, relation.operator, scope, rng)


def _breaking(relation: Relation, values: Any, scope: Mapping[str, Any]) -> list[int]:
    bound, test = relation.right.value(scope), TESTS[relation.operator]
    return [at for at in places_in(relation, values, scope).tolist() if not test(_element(values, at), bound)]


def _element(values: Any, at: int) -> int:
    """An element by its place, a character as its code point; the table may have a million others."""
    row, column = divmod(at, len(values[0]))
    found = values[row][column]
    return ord(found) if isinstance(found, str) else int(found)
