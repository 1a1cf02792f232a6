"""How many different values there are: `where different a <= k`, of numbers, words, or the characters of a word.

"different": the number of different values of `left` stands in `operator` to `right`, which is over scalars; `left` is
the bare name of an array, matrix or field of rows of integers or words, or of a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.filling.word_draws import WordDraws
from slowpath.inputs.layout import Place, places
from slowpath.inputs.number_sets import without
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import drawn_row
from slowpath.inputs.relations.single_elements import TESTS
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import rows_of, span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Records, Relation, Scalar, WordType
from slowpath.model.format_text import FormatCompletion

_DRAWS = 400
_DENSE = 8
"""A range so many times as large as what is wanted of it is listed; from larger ones numbers are drawn."""
_LEAST, _MOST = {">=": 0, ">": 1, "==": 0}, {"<=": 0, "<": -1, "==": 0}


class Different(RelationKind):
    """See the module."""

    name = "different"
    offered = FormatCompletion("different", "keyword", "how many values there are", "different | >= 2")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "a list, a table or a word")
        if not _has_values(reader.places[name.text]):
            raise words.error(f"{name.text!r} is no list, table or field of numbers or words, and no plain word", name)
        operator = reader.operator(words)
        right = reader.over_scalars(words)
        reader.end(words)
        return Relation(self.name, Expr(name.text), operator, right)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        count = len(set(_flat(scope[relation.left.text])))
        bound = relation.right.value(scope)
        holds = TESTS[relation.operator](count, bound)
        return "" if holds else f"there are {count} different values, the bound {bound}"

    def repair(self, at: Repairing) -> None:
        name, operator = at.relation.left.text, at.relation.operator
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        values = _flat(at.instance[name])
        bound = at.relation.right.value(at.scope)
        least = bound + _LEAST[operator] if operator in _LEAST else None
        most = bound + _MOST[operator] if operator in _MOST else None
        if operator == "!=":
            least = bound + 1 if len(values) > bound else None
            most = bound - 1 if least is None else None
        if (most is not None and most < 1 <= len(values)) or (least is not None and least > len(values)):
            raise CannotGenerate(str(at.relation))
        if most is not None:
            values = _with_fewer(values, most, at.rng)
        if least is not None:
            values = _with_more(values, least, at)
        at.instance[name] = _shaped_like(at.instance[name], values)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        place, text = places(fmt)[relation.left.text], str(relation)
        of = getattr(place.item, "type", None)
        count = rows_of(place) or expr(f"len({relation.left})")
        made = []
        if relation.operator in (">=", ">", "=="):
            strict = relation.operator.replace("==", ">=")
            made.append(SizeConstraint(count, strict, relation.right, text))
            if isinstance(of, IntType):
                made.append(SizeConstraint(span_of(of), strict, relation.right, text))
            elif isinstance(of, WordType) and (isinstance(place.item, Scalar) and place.rows is None):
                made.append(SizeConstraint(expr(len(of.alphabet)), strict, relation.right, text))
        if relation.operator in ("<=", "<", "=="):
            made.append(
                SizeConstraint(expr(f"min({count},1)"), relation.operator.replace("==", "<="), relation.right, text)
            )
        return made

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place, name = places(fmt)[relation.left.text], relation.left.text
        if not sizes_stored(place):
            return False
        seen, count, new = scribe.fresh("seen"), scribe.fresh("count"), scribe.fresh("new")
        noted = (
            f"SET({new}=1) IF({count}>0) IF(INARRAY(?,{seen})) SET({new}=0) END END "
            f"IF({new}==1) SET({seen}[{count}]=?,{count}={count}+1) END"
        )
        scribe.line(f"UNSET({seen}) SET({count}=0)")
        write_each(scribe, place, name, lambda value, *_: noted.replace("?", value))
        scribe.line(f"ASSERT({count}{relation.operator}{scribe.expression(relation.right, {})})")
        return True


def _has_values(place: Place) -> bool:
    of = getattr(place.item, "type", None)
    if not isinstance(of, IntType | WordType) or place.is_tagged:
        return False
    if isinstance(place.rows, Records):
        return isinstance(place.item, Scalar)
    if isinstance(place.item, Scalar):
        return isinstance(of, WordType) and not of.form
    return isinstance(place.item, Array | Matrix)


def _flat(values: Any) -> list[Any]:
    if isinstance(values, np.ndarray):
        return values.reshape(-1).tolist()
    if isinstance(values, str):
        return list(values)
    if values and isinstance(values[0], list):
        return [value for row in values for value in row]
    return list(values)


def _shaped_like(values: Any, flat: list[Any]) -> Any:
    if isinstance(values, np.ndarray):
        return np.array(flat, dtype=values.dtype).reshape(values.shape)
    if isinstance(values, str):
        return "".join(flat)
    if values and isinstance(values[0], list):
        width = len(values[0])
        return [flat[begin : begin + width] for begin in range(0, len(flat), width)]
    return flat


def _with_fewer(values: list[Any], most: int, rng: np.random.Generator) -> list[Any]:
    """The values with all but `most` of them replaced by those that stay, each by its neighbour in order, so that what
    was sorted stays so."""
    known = sorted(set(values))
    if len(known) <= most:
        return values
    kept = np.sort(rng.permutation(len(known))[:most])
    nearest = {
        value: known[kept[max(int(np.searchsorted(kept, number, side="right")) - 1, 0)]]
        for number, value in enumerate(known)
    }
    return [nearest[value] for value in values]


def _with_more(values: list[Any], least: int, at: Repairing) -> list[Any]:
    """The values with repeated ones replaced by new ones until there are `least`."""
    made, seen = list(values), set(values)
    spare: list[int] = []
    met: set[Any] = set()
    for place, value in enumerate(values):
        if value in met:
            spare.append(place)
        met.add(value)
    spare = [spare[number] for number in at.rng.permutation(len(spare)).tolist()]
    missing = max(least - len(seen), 0)
    fresh = _new_integers(at, seen, missing)
    for place in spare[:missing]:
        made[place] = next(fresh) if fresh is not None else _new_value(at, place, values[place], seen)
        seen.add(made[place])
    if len(seen) < least:
        raise CannotGenerate(str(at.relation))
    return made


def _new_integers(at: Repairing, seen: set[Any], count: int) -> Iterator[int] | None:
    """So many integers of a list's range that aren't there yet; None where the values aren't of one range."""
    place = places(at.fmt)[at.relation.left.text]
    of = getattr(place.item, "type", None)
    if not isinstance(of, IntType) or isinstance(place.rows, Records):
        return None
    lo, hi = (int(end.value(at.scope)) for end in (of.lo, of.hi))
    if hi - lo + 1 < len(seen) + count:
        raise CannotGenerate(str(at.relation))
    if hi - lo < _DENSE * (len(seen) + count):
        free = without(np.arange(lo, hi + 1, dtype=np.int64), np.array(sorted(seen), dtype=np.int64))
        return iter(at.rng.permutation(free)[:count].tolist())
    drawn: dict[int, None] = {}
    while len(drawn) < count:
        values = at.rng.integers(lo, hi, size=2 * (count - len(drawn)), endpoint=True).tolist()
        drawn |= dict.fromkeys(value for value in values if value not in seen)
    return iter(list(drawn)[:count])


def _new_value(at: Repairing, number: int, old: Any, seen: set[Any]) -> Any:
    """A value that isn't there yet, found by drawing; of the integers of a list `_new_integers` finds them together."""
    name = at.relation.left.text
    place = places(at.fmt)[name]
    of: Any = place.item.type  # type: ignore[union-attr]
    if isinstance(of, WordType) and isinstance(at.instance[name], str):
        free = [letter for letter in of.alphabet if letter not in seen]
        if free:
            return free[int(at.rng.integers(len(free)))]
        raise CannotGenerate(str(at.relation))
    if isinstance(of, WordType):
        fresh = WordDraws(of.alphabet, at.rng).fresh(len(old), seen) if not of.form else None
        if fresh is not None:
            return fresh
        raise CannotGenerate(str(at.relation))
    if isinstance(place.rows, Records):
        draws = (drawn_row(places(at.fmt), [name], number, at.scope, at.rng)[0] for _ in range(_DRAWS))
        found = next((value for value in draws if value not in seen), None)
        if found is None:
            raise CannotGenerate(str(at.relation))
        return found
    raise CannotGenerate(str(at.relation))


KINDS = (Different(),)
