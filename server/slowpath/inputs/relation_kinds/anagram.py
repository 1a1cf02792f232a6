"""Two words or lists of the same elements in any order: `where anagram t, s`.

"anagram": `left` and `right` are the bare names of two words, of words side by side, each of which is one of the other,
of two arrays of integers, or of two integer fields of the same rows. Both have the same elements to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Records, Relation, Scalar, WordType
from slowpath.model.format_text import FormatCompletion

_FREE = frozenset({"distinct", "permutation"})
"""Traits that an array keeps in any order."""


class Anagram(RelationKind):
    """See the module."""

    name = "anagram"
    offered = FormatCompletion("anagram", "keyword", "the same elements in any order", "anagram |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        names = [reader.known_name(words, "the name of a word or of an array")]
        words.expect(",")
        names.append(reader.known_name(words, "the name of the other one"))
        one, other = (reader.places[name.text] for name in names)
        if names[0].text == names[1].text or not can_be_anagrams(one, other, [name.text for name in names]):
            raise words.error(
                f"{names[0].text!r} and {names[1].text!r} can't have the same elements: only two words, or two arrays"
                " of integers, with the same bounds that stand side by side can",
                names[1],
            )
        reader.end(words)
        return Relation(self.name, Expr(names[0].text), "", Expr(names[1].text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        left, right = relation.left.text, relation.right.text
        wrong = next((one for one, other in _pairs(scope[left], scope[right]) if not _same(one, other)), None)
        shown = wrong if isinstance(wrong, str) else left
        return "" if wrong is None else f"{shown} hasn't the same elements as {right}"

    def repair(self, at: Repairing) -> None:
        left, right = at.relation.left.text, at.relation.right.text
        if not {left, right} <= at.instance.keys():
            return
        changed, kept = (right, left) if left in at.changed and right not in at.changed else (left, right)
        values = at.instance[kept]
        if _are_words(values):
            pairs = zip(at.instance[changed], values, strict=False)
            at.instance[changed] = [one if _same(one, other) else _shuffled(other, at.rng) for one, other in pairs]
        elif not _same(at.instance[changed], values):
            at.instance[changed] = _shuffled(values, at.rng)


def can_be_anagrams(one: Place, other: Place, names: Sequence[str]) -> bool:
    """Whether each of two variables, called so, may have the values of the other in any order."""
    types = [getattr(place.item, "type", None) for place in (one, other)]
    if one.path != other.path or one.rows is not other.rows or one.is_tagged or type(one.item) is not type(other.item):
        return False
    if isinstance(types[0], WordType) and isinstance(types[1], WordType):
        ends = [{each.length_lo, each.length_hi} for each in types]  # type: ignore[union-attr]
        are_as_long = ends[0] == ends[1] or any({expr(f"len({name})")} in ends for name in names)
        are_free = not any(each.form or each.pattern for each in types)  # type: ignore[union-attr]
        is_side_by_side = not isinstance(one.item, Array) or _length(one) == _length(other)
        same = types[0].alphabet == types[1].alphabet and are_as_long and are_free
        return same and is_side_by_side and isinstance(one.item, Scalar | Array)
    if not (isinstance(types[0], IntType) and types[0] == types[1]) or {ROW} & (types[0].lo.names | types[0].hi.names):
        return False
    if isinstance(one.rows, Records):
        return isinstance(one.item, Scalar)
    are_arrays = isinstance(one.item, Array) and isinstance(other.item, Array)
    return are_arrays and _length(one) == _length(other) and _traits(one) | _traits(other) <= _FREE


def _length(place: Place) -> Expr | None:
    return getattr(place.item, "length", None)


def _traits(place: Place) -> frozenset[str]:
    return frozenset(getattr(place.item, "traits", ()))


def _pairs(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """What is to have the same elements: two words or lists, or each of several words and the one beside it."""
    yield from zip(one, other, strict=False) if _are_words(one) and _are_words(other) else [(one, other)]


def _are_words(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) for each in values)


def _same(one: Any, other: Any) -> bool:
    return len(one) == len(other) and sorted(one) == sorted(other)


def _shuffled(values: Any, rng: np.random.Generator) -> Any:
    """The values in an order that is drawn."""
    order = rng.permutation(len(values))
    if isinstance(values, np.ndarray):
        return values[order]
    drawn = [values[place] for place in order.tolist()]
    return "".join(drawn) if isinstance(values, str) else drawn


KINDS = (Anagram(),)
