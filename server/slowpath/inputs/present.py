"""Elements that must be there: `where some a >= 0`, `where one g == "S"`.

At least one, or exactly one, of the elements of a list or table of integers, or of the characters of a string or grid,
obeys a comparison. An input without any is mended at a place drawn at random; of too many all but one give way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.assign import CannotGenerate, random_int
from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.single_elements import TESTS, allowed, element_bounds, with_element
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Records, Relation, Scalar, WordType

_NEGATED = {"<": ">=", ">=": "<", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}


def has_many(place: Place | None, of_characters: bool) -> bool:
    """Whether a variable has elements of which some may be asked for: integers, or characters."""
    of = getattr(place.item, "type", None) if place is not None else None
    if place is None or not isinstance(of, WordType if of_characters else IntType):
        return False
    if place.rows is not None:
        return not of_characters and isinstance(place.rows, Records) and isinstance(place.item, Scalar)
    if isinstance(of, WordType) and isinstance(place.item, Scalar):
        return not of.form
    if isinstance(place.item, Matrix) and of_characters and place.item.separator:
        return False
    return isinstance(place.item, Array | Matrix) and getattr(of, "form", "") == ""


def present_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """What is wrong with the number of elements that obey, "" where nothing is."""
    found = len(_obeying(relation, _flat(scope[relation.left.text]), scope))
    if found == 1 or (found and relation.kind == "some"):
        return ""
    return f"{found} elements obey {relation.left} {relation.operator} {relation.shown_bound}"


def repair_present(fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any],
                   rng: np.random.Generator) -> None:
    """Changes elements until the right number obeys. Raises `CannotGenerate` where none can."""
    name = relation.left.text
    if name not in instance or not present_flaw(relation, scope):
        return
    values = instance[name]
    found = _obeying(relation, _flat(values), scope)
    if not found:
        size = len(_flat(values))
        if not size:
            raise CannotGenerate(str(relation))
        instance[name] = _changed(fmt, relation, values, int(rng.integers(size)), relation.operator, scope, rng)
        return
    kept = found[int(rng.integers(len(found)))]
    for index in found:
        if index != kept:
            values = _changed(fmt, relation, values, index, _NEGATED[relation.operator], {**scope, name: values}, rng)
    if len(_obeying(relation, _flat(values), scope)) != 1:
        raise CannotGenerate(str(relation))
    instance[name] = values


def _flat(values: Any) -> list[int]:
    """The elements in order, characters as code points."""
    if isinstance(values, np.ndarray):
        return values.reshape(-1).tolist()
    if isinstance(values, str):
        return list(map(ord, values))
    return [ord(character) for word in values for character in word] if values and isinstance(values[0], str) \
        else list(values)


def _obeying(relation: Relation, flat: list[int], scope: Mapping[str, Any]) -> list[int]:
    bound, test = relation.right.value(scope), TESTS[relation.operator]
    return [index for index, value in enumerate(flat) if test(value, bound)]


def _changed(fmt: InputFormat, relation: Relation, values: Any, index: int, operator: str, scope: Mapping[str, Any],
             rng: np.random.Generator) -> Any:
    """`values` with another element at `index` that obeys `operator`."""
    place = places(fmt)[relation.left.text]
    of: Any = place.item.type  # type: ignore[union-attr]
    bound = relation.right.value(scope)
    if isinstance(of, WordType):
        fitting = [character for character in of.alphabet if TESTS[operator](ord(character), bound)]
        if not fitting:
            raise CannotGenerate(str(relation))
        return _with_character(values, index, fitting[int(rng.integers(len(fitting)))])
    matrix = isinstance(place.item, Matrix)
    lo, hi = (of.lo.value(scope), of.hi.value(scope)) if matrix else element_bounds(place, values, index, scope)
    lo, hi = allowed(operator, lo, hi, bound)
    if lo > hi or (lo == hi == bound and operator == "!="):
        raise CannotGenerate(str(relation))
    fresh = random_int(lo, hi, rng)
    if operator == "!=" and fresh == bound:
        fresh = fresh + 1 if fresh < hi else fresh - 1
    if matrix:
        made = values.copy()
        made.reshape(-1)[index] = fresh
        return made
    owner = place.rows if isinstance(place.rows, Records) and place.rows.fields[0] is place.item else place.item
    return with_element(values, index, fresh, getattr(owner, "traits", frozenset()))


def _with_character(values: Any, index: int, character: str) -> Any:
    if isinstance(values, str):
        return values[:index] + character + values[index + 1:]
    made = list(values)
    for number, word in enumerate(made):
        if index < len(word):
            made[number] = word[:index] + character + word[index + 1:]
            break
        index -= len(word)
    return made
