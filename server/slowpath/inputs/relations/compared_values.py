"""Comparisons of decimals and words: `where a <= b` between two `float`, `where s != t` between two `word`.

Words are compared as dictionaries do, by code points. Values that break the comparison are swapped where that is
enough, a decimal is drawn anew from the room that the other side leaves it, all else is drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import Place, bare_names, over_rows, places, relation_names
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.single_elements import TESTS
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import (
    ROW,
    Array,
    ElementType,
    FloatType,
    InputFormat,
    IntType,
    Relation,
    Scalar,
    TextType,
    WordType,
)
from slowpath.model.nodes import bounds_of

_ROUNDS = 40
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def compares_other_values(fmt: InputFormat, relation: Relation) -> bool:
    """Whether a "compare" relation is about the values of decimals or words outside of queries, whose kinds may mean
    something else by the same name."""
    known = places(fmt)
    if relation.kind != "compare" or any(known[name].is_tagged for name in relation_names(relation) if name in known):
        return False
    return any(
        isinstance(_type_of(known.get(name)), FloatType | WordType | TextType)
        for side in (relation.left, relation.right)
        for name in bare_names(side.text)
    )


def unfit_comparison(fmt: InputFormat, relation: Relation) -> str:
    """Why such a comparison has no sense, "" where it has: words are compared with words alone, by their names."""
    if not compares_other_values(fmt, relation):
        return ""
    known = places(fmt)
    sides = (relation.left, relation.right)
    words = [
        any(isinstance(_type_of(known.get(name)), WordType | TextType) for name in bare_names(side.text))
        for side in sides
    ]
    if not any(words):
        return ""
    if not all(words):
        return "a word can't be compared with a number (its length is len(...))"
    return "" if all(side.text in known for side in sides) else "words can't be reckoned with"


def _type_of(place: Place | None) -> ElementType | None:
    return getattr(place.item, "type", None) if place is not None else None


@dataclass
class _Values:
    """What a relation is about in one scope, as columns of the same length: single values have one element."""

    relation: Relation
    items: Mapping[str, Scalar | Array]
    columns: dict[str, list]
    scope: Mapping[str, Any]
    rng: np.random.Generator

    @property
    def count(self) -> int:
        return len(next(iter(self.columns.values())))

    def side(self, left: bool) -> list:
        """The values of one side."""
        side = self.relation.left if left else self.relation.right
        known: dict[str, Any] = {ROW: np.arange(self.count), **self.columns}
        made = over_rows(side, self.scope, known, self.count)
        return made.tolist() if isinstance(made, np.ndarray) else [made] * self.count

    def at(self, left: bool, row: int) -> Any:
        """The value of one side in one row."""
        side = self.relation.left if left else self.relation.right
        return side.value({**self.scope, ROW: row, **{name: column[row] for name, column in self.columns.items()}})

    def wrong(self) -> list[int]:
        """The rows in which the relation fails."""
        test = TESTS[self.relation.operator]
        return [
            row
            for row, (left, right) in enumerate(zip(self.side(True), self.side(False), strict=True))
            if not test(left, right)
        ]


def repair_other_values(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Gives decimals, words, and integers in lists other values until the comparison holds. Raises `CannotGenerate`
    where nothing was found that makes it hold."""
    known = places(fmt)
    mine = {name: known[name] for name in sorted(relation_names(relation)) if name in instance and name in known}
    lists = {name for name, place in mine.items() if place.is_column or isinstance(place.item, Array)}
    free = {
        name: place.item
        for name, place in mine.items()
        if isinstance(place.item, Scalar | Array)
        and (name in lists or not isinstance(place.item.type, IntType))
        and (name in lists or not lists or not isinstance(place.item.type, WordType | TextType))
    }
    if lists:
        free = {name: item for name, item in free.items() if name in lists}
    if not free:
        return
    columns = {name: _listed(instance[name]) if name in lists else [instance[name]] for name in free}
    values = _Values(relation, free, columns, scope, rng)
    if not values.wrong():
        return
    _mend(values)
    for name, column in values.columns.items():
        like = instance[name]
        instance[name] = (
            (np.array(column, dtype=like.dtype) if isinstance(like, np.ndarray) else column)
            if name in lists
            else column[0]
        )


def _listed(values: Any) -> list:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _mend(values: _Values) -> None:
    for round_ in range(_ROUNDS):
        wrong = values.wrong()
        if not wrong:
            return
        left = round_ % 2 == 0
        for row in wrong:
            if not (round_ == 0 and _swapped(values, row)) and not _moved(values, row, left):
                _redraw(values, row, round_)
    if values.wrong():
        raise CannotGenerate(str(values.relation))


def _swapped(values: _Values, row: int) -> bool:
    """Whether both sides are variables of one type in order, whose values were swapped."""
    left, right = values.relation.left.text, values.relation.right.text
    if (
        values.relation.operator in ("==", "!=")
        or not values.columns.keys() >= {left, right}
        or values.items[left].type != values.items[right].type
    ):
        return False
    a, b = values.columns[left], values.columns[right]
    a[row], b[row] = b[row], a[row]
    return True


def _moved(values: _Values, row: int, left: bool) -> bool:
    """Whether one side is a decimal, drawn anew from the room that the other leaves it, or has to be equal to it."""
    relation = values.relation
    name, operator = (
        (relation.left.text, relation.operator) if left else (relation.right.text, _MIRRORED[relation.operator])
    )
    of = values.items[name].type if name in values.items else None
    other = values.at(not left, row)
    if operator == "==" and isinstance(of, WordType | TextType) and isinstance(other, str):
        fits = set(other) <= set(of.alphabet) and of.length_lo.value(values.scope) <= len(other) <= of.length_hi.value(
            values.scope
        )
        values.columns[name][row] = other if fits else values.columns[name][row]
        return fits
    if not isinstance(of, FloatType) or operator == "!=":
        return False
    step = 10.0**-of.decimals
    lo = {">": other + step, ">=": other, "==": other}.get(operator, of.lo)
    hi = {"<": other - step, "<=": other, "==": other}.get(operator, of.hi)
    lo, hi = max(lo, of.lo), min(hi, of.hi)
    if lo > hi:
        return False
    values.columns[name][row] = _decimal(of, lo, hi, values.rng)
    return True


def _decimal(of: FloatType, lo: float, hi: float, rng: np.random.Generator) -> float:
    """A decimal of a type within narrower bounds, or the nearest to them on its grid."""
    scale = 10**of.decimals
    low, high = -int(-lo * scale // 1), int(hi * scale // 1)
    return min(max(round(random_int(min(low, high), high, rng) / scale, of.decimals), of.lo), of.hi) + 0.0


def _redraw(values: _Values, row: int, round_: int) -> None:
    """Another value for each variable that has one in the row; words of other lengths from the third round on."""
    for name, column in values.columns.items():
        of = values.items[name].type
        if isinstance(of, FloatType):
            column[row] = _decimal(of, of.lo, of.hi, values.rng)
            continue
        visible = {**values.scope, **{other: each[row] for other, each in values.columns.items()}, ROW: row}
        lo, hi = (int(end.value(visible)) for end in bounds_of(of))
        if isinstance(of, IntType):
            column[row] = random_int(lo, max(lo, hi), values.rng)
            continue
        lo = max(lo, 1)
        length = len(column[row]) if round_ < 2 else random_int(lo, max(lo, hi), values.rng)
        column[row] = fill.word(length, of, None, values.rng)
