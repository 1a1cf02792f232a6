"""Numbers that are one of a few: `where a one of 1 2 5`, and short `a: int one of 1 2 5`.

"among": every value of `left`, the bare name of integers, is one of the numbers `others`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import DISTINCT, ORDERS, traits_of
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Records, Relation, Scalar, Tagged


def among(name: str, numbers: list[int]) -> Relation:
    """The relation that says so of a variable."""
    return Relation("among", Expr(name), "", Expr(name), tuple(map(expr, sorted(set(numbers)))))


def choices_of_items(fmt: InputFormat) -> tuple[Relation, ...]:
    """The relations that can be written with the types of their variables: those that come first, in the order of the
    variables, whose least and largest numbers are the bounds."""
    known = places(fmt)
    order = {name: number for number, name in enumerate(known)}
    made: list[Relation] = []
    for relation in fmt.relations:
        place = known.get(relation.left.text) if relation.kind == "among" else None
        of = getattr(place.item, "type", None) if place is not None else None
        if (
            place is None
            or not isinstance(of, IntType)
            or place.is_tagged
            or (of.lo.constant, of.hi.constant) != (relation.others[0].value({}), relation.others[-1].value({}))
            or (made and order[made[-1].left.text] >= order[relation.left.text])
        ):
            break
        made.append(relation)
    return tuple(made)


def read_numbers(words: Words) -> list[int]:
    """The numbers behind "one of", as many as there are."""
    made = []
    while words.next.kind == "number" or (words.next.text == "-" and words.peek().kind == "number"):
        sign = -1 if words.accept("-") else 1
        at = words.take()
        if not at.text.isdigit():
            raise words.error("choices are integers, or words in double quotes", at)
        power = int(words.take().text) if words.accept("^") else 1
        made.append(sign * int(at.text) ** power)
    if not made:
        raise words.error("expected a number")
    return made


class Among(RelationKind):
    """See the module."""

    name = "among"

    def begins(self, words: Words) -> bool:
        return words.next.kind == "name" and words.peek().text == "one" and words.peek(2).text == "of"

    def read(self, reader: Reader, words: Words) -> Relation:
        name = reader.known_name(words, "the name of integers")
        place = reader.places[name.text]
        whole = not (place.rows is not None and isinstance(place.item, Array))
        if not whole or not isinstance(getattr(place.item, "type", None), IntType):
            raise words.error(f"{name.text!r} isn't an integer, nor a list, table or field of integers", name)
        words.expect("one")
        words.expect("of")
        made = among(name.text, read_numbers(words))
        reader.end(words)
        return made

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        wrong = set(_flat(_values(places(fmt)[relation.left.text], relation.left.text, scope))) - _choices(relation)
        return f"{min(wrong)} is none of {', '.join(map(str, sorted(_choices(relation))))}" if wrong else ""

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        place = places(at.fmt)[name]
        if isinstance(place.rows, Tagged):
            if place.rows.name in at.instance:
                at.instance[place.rows.name] = _mended_rows(place.rows, name, at)
            return
        if name not in at.instance or (isinstance(place.item, Scalar) and place.rows is None):
            return  # Single numbers were assigned so.
        values = at.instance[name]
        flat = _flat(values)
        traits = traits_of(place)
        made = _mended(flat, sorted(_choices(at.relation)), bool(traits & DISTINCT), at.rng)
        if made is flat:
            return
        if traits & ORDERS:
            made = sorted(made, reverse="reverse-sorted" in traits)
        at.instance[name] = _shaped_like(values, made)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        place = places(fmt)[relation.left.text]
        if place.rows is None and isinstance(place.item, Scalar):
            choices = tuple(sorted(_choices(relation)))
            return [SizeConstraint(relation.left, "among", expr(0), str(relation), choices)]
        if place.rows is None and isinstance(place.item, Array) and place.item.traits & DISTINCT:
            return [SizeConstraint(place.item.length, "<=", expr(len(relation.others)), str(relation))]
        return []

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place = places(fmt)[relation.left.text]
        name, index, end = scribe.name(relation.left.text), "", ""
        if (
            isinstance(place.rows, Tagged)
            or isinstance(place.item, Matrix)
            or getattr(place.item, "separator", " ") == ""
        ):
            return False
        length = place.rows.count if isinstance(place.rows, Records) else getattr(place.item, "length", None)
        if length is not None:
            counter = scribe.fresh("i")
            scribe.line(f"REPI({counter},{scribe.expression(length, {})})")
            index, end = f"[{counter}]", " END"
        tests = " || ".join(f"{name}{index}=={number}" for number in relation.others)
        scribe.line(f"ASSERT({tests}){end}")
        return True


def _choices(relation: Relation) -> set[int]:
    return {number.value({}) for number in relation.others}


def _values(place: Place, name: str, scope: Mapping[str, Any]) -> Any:
    """All values of a variable in a scope."""
    if not isinstance(place.rows, Tagged):
        return scope[name]
    spots = _spots(place.rows, name)
    return [row[spots[row[0]]] for row in scope[place.rows.name] if row[0] in spots]


def _spots(rows: Tagged, name: str) -> dict[str, int]:
    """Where the values of a field stand in the rows of each kind that has it."""
    return {
        variant.tag: number
        for variant in rows.variants
        for number, field in enumerate(rows.fields_of(variant), 1)
        if field.name == name and isinstance(field.type, IntType) and isinstance(field, Scalar)
    }


def _flat(values: Any) -> list[int]:
    if isinstance(values, np.ndarray):
        return values.reshape(-1).tolist()
    if not isinstance(values, list):
        return [values]
    return [value for row in values for value in row] if values and isinstance(values[0], list) else values


def _mended(flat: list[int], choices: list[int], distinct: bool, rng: np.random.Generator) -> list[int]:
    """`flat` with each number that is no choice, or stands there already where all are `distinct`, drawn anew; itself
    where there is none."""
    allowed, seen = set(choices), set[int]()
    wrong = []
    for place, value in enumerate(flat):
        if value not in allowed or (distinct and value in seen):
            wrong.append(place)
        seen.add(value)
    if not wrong:
        return flat
    free = [number for number in choices if number not in seen] if distinct else choices
    if len(free) < len(wrong) and distinct:
        raise CannotGenerate("distinct values among the choices")
    drawn = rng.permutation(len(free))[: len(wrong)] if distinct else rng.integers(len(free), size=len(wrong))
    made = list(flat)
    for place, choice in zip(wrong, drawn.tolist(), strict=True):
        made[place] = free[choice]
    return made


def _mended_rows(rows: Tagged, name: str, at: Repairing) -> list[tuple]:
    spots, choices = _spots(rows, name), sorted(_choices(at.relation))
    made, was_right = [], True
    for row in at.instance[rows.name]:
        spot = spots.get(row[0])
        if spot is None or row[spot] in choices:
            made.append(row)
            continue
        was_right = False
        made.append((*row[:spot], choices[int(at.rng.integers(len(choices)))], *row[spot + 1 :]))
    return at.instance[rows.name] if was_right else made


def _shaped_like(values: Any, flat: list[int]) -> Any:
    if isinstance(values, np.ndarray):
        return np.array(flat, dtype=values.dtype).reshape(values.shape)
    if values and isinstance(values[0], list):
        width = len(values[0])
        return [flat[begin : begin + width] for begin in range(0, len(flat), width)]
    return flat


KINDS = (Among(),)
