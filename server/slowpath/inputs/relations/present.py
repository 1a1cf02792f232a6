"""Elements that must be there: `where some a >= 0`, `where one g == "S"`, `where exactly k s == "1"`.

At least one, or just so many, of the elements of a list or table of integers, or of the characters of a string or grid,
obey a comparison. Where there are too few, others at places drawn at random are made to; of too many some give way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.single_elements import TESTS, all_bounds, allowed, element_bounds, with_element
from slowpath.inputs.relations.table_places import places_barred
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import CONTRARY, Array, InputFormat, IntType, Matrix, Records, Relation, Scalar, WordType


def has_many(place: Place | None, of_characters: bool) -> bool:
    """Whether a variable has elements of which some may be asked for: integers, or characters."""
    of = getattr(place.item, "type", None) if place is not None else None
    if place is None or not isinstance(of, WordType if of_characters else IntType):
        return False
    if place.rows is not None:
        return not of_characters and isinstance(place.rows, Records) and isinstance(place.item, Scalar)
    if isinstance(of, WordType) and isinstance(place.item, Scalar):
        return not of.form
    if isinstance(place.item, Matrix) and of_characters == bool(place.item.separator):
        return False
    return isinstance(place.item, Array | Matrix) and getattr(of, "form", "") == ""


def present_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """What is wrong with the number of elements that obey, "" where nothing is."""
    found = len(obeying(relation, elements_of(scope[relation.left.text]), scope))
    least, most = _wanted(relation, scope)
    if least <= found and (most is None or found <= most):
        return ""
    return f"{found} elements obey {relation.left} {relation.operator} {relation.shown_bound}"


def _wanted(relation: Relation, scope: Mapping[str, Any]) -> tuple[int, int | None]:
    """How many elements have to obey at least, and how many may."""
    if relation.others:
        return (count := relation.others[0].value(scope)), count
    return 1, None if relation.kind == "some" else 1


def repair_present(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Changes elements until the right number obeys. Raises `CannotGenerate` where none can."""
    name = relation.left.text
    if name not in instance or not present_flaw(relation, scope):
        return
    values = instance[name]
    barred = (
        places_barred(fmt, name, relation.right.value(scope), values, scope)
        if relation.operator == "=="
        else frozenset()
    )
    found = obeying(relation, elements_of(values), scope)
    wanted = _wanted(relation, scope)[0]
    if len(found) < wanted:
        taken = barred.union(found)
        size = len(elements_of(values))
        free: Sequence[int] = [index for index in range(size) if index not in taken] if taken else range(size)
        chosen, operator = _drawn_of(free, wanted - len(found), relation, rng), relation.operator
    else:
        chosen = sorted(
            {*found} - {*_drawn_of([one for one in found if one not in barred] or found, wanted, relation, rng)}
        )
        operator = CONTRARY[relation.operator]
    values = all_changed(fmt, relation, values, chosen, operator, scope, rng)
    if present_flaw(relation, {**scope, name: values}):
        raise CannotGenerate(str(relation))
    instance[name] = values


def _drawn_of(places: Sequence[int], count: int, relation: Relation, rng: np.random.Generator) -> list[int]:
    """So many different ones, drawn at random. Raises `CannotGenerate` where there are too few."""
    if count < 0 or len(places) < count:
        raise CannotGenerate(str(relation))
    if count == 1:
        return [places[int(rng.integers(len(places)))]]
    return [places[at] for at in rng.choice(len(places), count, replace=False).tolist()]


def elements_of(values: Any) -> np.ndarray:
    """The elements in order, row by row, characters as code points; of type object where int64 can't hold one."""
    if isinstance(values, np.ndarray):
        return values.reshape(-1)
    if isinstance(values, str) or (values and isinstance(values[0], str)):
        return np.frombuffer("".join(values).encode("utf-32-le"), dtype="<u4").astype(np.int64)
    flat = [int(value) for row in values for value in row] if _has_rows(values) else list(values)
    try:
        return np.array(flat, dtype=np.int64)
    except OverflowError:
        return np.array(flat, dtype=object)


def _has_rows(values: Any) -> bool:
    """Whether the elements are those of a table that no int64 array holds."""
    return isinstance(values, list) and bool(values) and isinstance(values[0], list | np.ndarray)


def obeying(relation: Relation, flat: np.ndarray, scope: Mapping[str, Any]) -> list[int]:
    """The indexes of the elements that stand in the relation's operator to its bound."""
    return np.flatnonzero(TESTS[relation.operator](flat, relation.right.value(scope))).tolist()


def all_changed(
    fmt: InputFormat,
    relation: Relation,
    values: Any,
    indexes: list[int],
    operator: str,
    scope: Mapping[str, Any],
    rng: np.random.Generator,
) -> Any:
    """`values` with other elements at `indexes` that obey `operator`: all at once where no order or difference ties
    them, since a grid may have a million."""
    if not indexes:
        return values
    place = places(fmt)[relation.left.text]
    if isinstance(place.item.type, WordType):  # type: ignore[union-attr]
        return _with_characters(values, indexes, _fitting(fmt, relation, operator, scope), rng)
    owner = place.rows if isinstance(place.rows, Records) and place.rows.fields[0] is place.item else place.item
    traits: frozenset[str] = getattr(owner, "traits", frozenset())
    if traits & {"distinct", "permutation", "sorted", "reverse-sorted"}:
        for index in indexes:
            fresh = _drawn(relation, operator, *element_bounds(place, values, index, scope), scope, rng)
            values = with_element(values, index, fresh, traits)
        return values
    made = values.copy() if isinstance(values, np.ndarray) else elements_of(values).tolist()
    flat = made.reshape(-1) if isinstance(made, np.ndarray) else made
    of: Any = place.item.type  # type: ignore[union-attr]
    lows, highs = (
        [np.broadcast_to(end.value(scope), len(flat)) for end in (of.lo, of.hi)]
        if isinstance(place.item, Matrix)
        else all_bounds(place, values, scope)
    )
    for index in indexes:
        flat[index] = _drawn(relation, operator, int(lows[index]), int(highs[index]), scope, rng)
    width = len(values[0]) if _has_rows(values) else 0
    return [made[begin : begin + width] for begin in range(0, len(made), width)] if width else made


def _drawn(
    relation: Relation, operator: str, lo: int, hi: int, scope: Mapping[str, Any], rng: np.random.Generator
) -> int:
    """A number within its bounds that obeys `operator`."""
    bound = relation.right.value(scope)
    lo, hi = allowed(operator, lo, hi, bound)
    if lo > hi or (lo == hi == bound and operator == "!="):
        raise CannotGenerate(str(relation))
    fresh = random_int(lo, hi, rng)
    if operator == "!=" and fresh == bound:
        fresh = fresh + 1 if fresh < hi else fresh - 1
    return fresh


def _fitting(fmt: InputFormat, relation: Relation, operator: str, scope: Mapping[str, Any]) -> list[str]:
    """The characters that obey `operator`; those of which there is one only left out where others remain."""
    name, bound = relation.left.text, relation.right.value(scope)
    of: Any = places(fmt)[name].item.type  # type: ignore[union-attr]
    free = [character for character in of.alphabet if TESTS[operator](ord(character), bound)]
    alone = [
        other
        for other in fmt.relations
        if other.kind in ("one", "exactly") and other.left.text == name and other != relation
    ]
    common = [
        character
        for character in free
        if not any(TESTS[other.operator](ord(character), other.right.value(scope)) for other in alone)
    ]
    return common or free


def _with_characters(values: Any, indexes: list[int], fitting: list[str], rng: np.random.Generator) -> Any:
    """`values` with characters drawn from `fitting` at places counted over all of its words. Raises `CannotGenerate`
    where none fits."""
    if indexes and not fitting:
        raise CannotGenerate("a character that has to be another")
    words = [values] if isinstance(values, str) else values
    joined = list("".join(words))
    for index, choice in zip(
        indexes, rng.integers(len(fitting), size=len(indexes)).tolist() if indexes else (), strict=True
    ):
        joined[index] = fitting[choice]
    whole, ends = "".join(joined), np.cumsum([len(word) for word in words]).tolist()
    made = [whole[end - len(word) : end] for word, end in zip(words, ends, strict=True)]
    return made[0] if isinstance(values, str) else made
