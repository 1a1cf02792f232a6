"""Lines of the text form that tell accepted inputs from refused ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np

from slowpath.inputs.infer.oracle.trials import NOTHING_SMALL
from slowpath.inputs.layout import Place, is_local_sum, places, relation_path, scopes
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.relations import parts, relation_violations, sum_of
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.reader import from_text
from slowpath.inputs.text_form.text import to_text
from slowpath.model.expression import expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Records, Relation, Scalar, WordType

_MOST_SUMMED = 4
_MOST_NAMES = 12
_MOST_LETTERS = 12
_FEW_NAMES = 7
_OF_TWO = ("anagram {a}, {b}", "{a} != {b}", "{a} <= {b}", "{a} < {b}", "{a} == {b}")
_OF_LIST = (
    "next {a} != {a}",
    "next {a} >= {a}",
    "next {a} <= {a}",
    "next {a} > {a}",
    "next {a} < {a}",
    "next {a} >= {a}-1",
    "next {a} <= {a}+1",
    "distinct {a}",
    "palindrome {a}",
    "symmetric {a}",
    "len({a}) % 2 == 0",
    "len({a}) % 3 == 0",
    "len({a}) % 4 == 0",
)
_OF_LIST_AND_NUMBER = (
    "{a} <= {n}",
    "{a} < {n}",
    "{a} != {n}",
    "sum {a} == {n}",
    "sum {a} <= {n}",
    "sum {a} >= {n}",
    "different {a} == {n}",
    "times {a} <= {n}",
)
_OF_LISTS = ("distinct {a}, {b}",)
_OF_FIELDS = (
    "distinct pair {a}, {b}",
    "distinct key {a}, {b}",
    "disjoint {a}, {b} touching",
    "disjoint {a}, {b}",
    "sorted {a}, {b}",
    "polygon {a}, {b}",
    "convex polygon {a}, {b}",
    "strictly convex polygon {a}, {b}",
)
_OF_ENDS = (
    "acyclic graph {a}, {b} on {n}",
    "directed acyclic graph {a}, {b} on {n}",
    "connected graph {a}, {b} on {n}",
    "connected simple graph {a}, {b} on {n}",
    "tree {a}, {b} on {n}",
)
_OF_LETTER = (
    'border {a} == "{c}"',
    'some {a} == "{c}"',
    'one {a} == "{c}"',
    'exactly 2 {a} == "{c}"',
    'exactly 3 {a} == "{c}"',
)
_OF_LETTER_AND_NUMBER = ('exactly {n} {a} == "{c}"',)


class Lines:
    """The lines that a format may have beyond what it says, simple ones first. Parsed as they are wanted."""

    def __init__(self, fmt: InputFormat) -> None:
        self._format = fmt
        self._text = to_text(fmt).rstrip()
        self._known = frozenset(map(str, fmt.relations))

    def __iter__(self) -> Iterator[Relation]:
        for text in dict.fromkeys(_texts(self._format)):
            if text not in self._known and (relation := self.relation(text)) is not None:
                yield relation

    def relation(self, text: str) -> Relation | None:
        """What stands behind "where", None where the format can't have it."""
        try:
            made = from_text(f"{self._text}\nwhere {text}\n").relations
        except (FormatSyntaxError, LookupError, ValueError, TypeError):
            return None
        return made[-1] if len(made) > len(self._format.relations) else None


def _texts(fmt: InputFormat) -> Iterator[str]:
    known = {
        name: place
        for name, place in list(places(fmt).items())[: 2 * _MOST_NAMES]
        if not place.is_tagged and isinstance(place.item, Scalar | Array | Matrix)
    }
    alone = [name for name, place in known.items() if isinstance(place.item, Scalar) and place.rows is None]
    numbers = [name for name in alone if _is_integer(known[name])][:_MOST_NAMES]
    words = [name for name in alone if name not in numbers][:_MOST_NAMES]
    lists = [name for name in known if name not in alone][:_MOST_NAMES]
    for group in (numbers, words):
        for one, other in permutations(group, 2):
            yield from (line.format(a=one, b=other) for line in _OF_TWO)
    for name in [*lists, *words]:
        yield from (line.format(a=name) for line in _OF_LIST)
    for name in lists:
        for number in numbers:
            yield from (line.format(a=name, n=number) for line in _OF_LIST_AND_NUMBER)
    for one, other in permutations(lists, 2):
        is_row = known[one].rows is not None and known[one].rows is known[other].rows
        yield from (line.format(a=one, b=other) for line in (*_OF_LISTS, *_OF_TWO, *(_OF_FIELDS if is_row else ())))
        for number in numbers if _is_integer(known[one]) and _is_integer(known[other]) else ():
            yield from (line.format(a=one, b=other, n=number) for line in _OF_ENDS)
    for name in (*lists, *words):
        of = getattr(known[name].item, "type", None)
        for letter in of.alphabet if isinstance(of, WordType) and len(of.alphabet) <= _MOST_LETTERS else ():
            yield from (line.format(a=name, c=letter) for line in _OF_LETTER)
            yield from (line.format(a=name, c=letter, n=one) for one in numbers for line in _OF_LETTER_AND_NUMBER)


def terms(fmt: InputFormat) -> Iterator[str]:
    """What validators bound: sums and products of single numbers, sums in rows and of lists."""
    known = places(fmt)
    alone = [name for name, place in known.items() if isinstance(place.item, Scalar) and place.rows is None]
    numbers = [name for name in alone if _is_integer(known[name])][:_MOST_NAMES]
    for count in range(2, _MOST_SUMMED + 1 if len(numbers) <= _FEW_NAMES else 3):
        yield from ("+".join(some) for some in combinations(numbers, count))
    yield from (f"{one}*{other}" for one, other in combinations(numbers, 2))
    for rows in dict.fromkeys(place.rows for place in known.values() if isinstance(place.rows, Records)):
        fields = [one.name for one in rows.fields if isinstance(one, Scalar) and _is_integer(known[one.name])]
        yield from ("+".join(some) for some in combinations(fields, 2))
    yield from (f"sum {name}" for name, place in known.items() if name not in alone and _is_integer(place))


def _is_integer(place: Place) -> bool:
    return isinstance(getattr(place.item, "type", None), IntType)


def keeps(fmt: InputFormat, relation: Relation, instances: Sequence[Instance]) -> list[bool]:
    """Which instances keep a relation; one that can't be told of an instance is kept by none."""
    alone = InputFormat(fmt.nodes, (relation,))
    return [_keeps(alone, one) for one in instances]


def keep_all(fmt: InputFormat, relation: Relation, instances: list[Instance]) -> bool:
    """Whether all keep it. One that doesn't is looked at first from then on."""
    alone = InputFormat(fmt.nodes, (relation,))
    for at, one in enumerate(instances):
        if not _keeps(alone, one):
            instances.insert(0, instances.pop(at))
            return False
    return True


def _keeps(alone: InputFormat, instance: Instance) -> bool:
    try:
        return next(relation_violations(alone, instance), None) is None
    except NOTHING_SMALL:  # It makes no sense there: an edge between vertices that there aren't.
        return False


def left_values(fmt: InputFormat, relation: Relation, instance: Instance) -> list[int]:
    """What the left side of a comparison or sum comes to in an instance, wherever it holds."""
    if relation.kind == "sum" and not is_local_sum(fmt, relation):
        return [sum_of(fmt, relation, instance)]
    is_sum = relation.kind == "sum"
    found: list[int] = []
    for _, scope in scopes(fmt, instance, relation_path(fmt, relation)):
        for part in parts(fmt, relation.left, scope, summing=is_sum):
            values = part.reshape(-1).tolist() if isinstance(part, np.ndarray) else [part]
            found += [sum(values)] if is_sum else values
    return [int(value) for value in found]


def bounded(relation: Relation, number: int) -> Relation:
    """The relation with another number on its right."""
    return replace(relation, right=expr(number))
