"""Sums of terms that a variable bounds: `where sum len(w) <= k`, `where sum x*y <= budget`.

The sum is over the rows, queries or elements in one scope (one test case), where the bound lives too. Sums of single
integers over an array are "sum" relations with a bound of their scope; those that test cases share are bounded by a
number.

"total": the sum of the terms `left` stands in `operator` to `right`, which is over scalars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.layout import Place, bare_names, exact_sum, over_rows, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import is_there, put_rows, rows_in
from slowpath.inputs.relations.single_elements import TESTS
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import rows_of, substituted
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Matrix, Relation, Scalar, TextType, WordType

_FIXED = frozenset({"permutation", "distinct", "strictly-sorted", "parents"})
"""Traits with which values can't just be made larger or smaller."""
_WHOLE = 1 << 20
_LARGE = 1 << 40
_Row = tuple[Any, ...]
_Columns = list[np.ndarray]


class Total(RelationKind):
    """See the module. It is read where other sums are (`inputs.text_relations`)."""

    name = "total"

    def begins(self, words: Words) -> bool:
        return False

    def read(self, reader: Reader, words: Words) -> Relation:
        raise NotImplementedError

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        names = _terms(fmt, relation.left)
        total = _Sum(relation.left, names, scope).of(_columns(places(fmt), names, scope))
        bound = relation.right.value(scope)
        holds = TESTS[relation.operator](total, bound)
        return "" if holds else f"the sum of {relation.left} is {total}, the bound {bound}"

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), _terms(at.fmt, at.relation.left)
        if not _is_own(known, names, at) or not self.flaw(at.fmt, at.relation, at.scope):
            return
        operator = at.relation.operator
        goal = at.relation.right.value(at.scope) - (operator == "<") + (operator == ">")
        summing = _Sum(at.relation.left, names, at.scope)
        columns = _columns(known, names, at.scope)
        lows, highs = (_ends(known, names, columns, at, low) for low in (True, False))
        made = _towards(columns, lows if summing.of(columns) > goal else highs, goal, summing)
        rows = _as_rows(made)
        if operator == "==":
            rows = _stepped(rows, _as_rows(lows), _as_rows(highs), goal - summing.of(made), summing.term)
        _put(known, names, at, rows)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        known, names = places(fmt), _terms(fmt, relation.left)
        count = rows_of(known[names[0]])
        assert count is not None
        if known[names[0]].is_tagged:
            return []
        made: list[SizeConstraint] = []
        for low in (True, False):
            ends = {name: _bound(known[name], low) for name in names}
            if any(end.names & set(names) or ROW in end.names for end in ends.values()):
                return made
            text = relation.left.text
            for name, end in ends.items():
                text = text.replace(f"len({name})", f"({end})")
            term = substituted(expr(text), {name: f"({end})" for name, end in ends.items()})
            if low and relation.operator in ("<=", "<", "=="):
                made.append(
                    SizeConstraint(
                        expr(f"({count})*({term})"),
                        relation.operator.replace("==", "<="),
                        relation.right,
                        str(relation),
                    )
                )
            if not low and relation.operator in (">=", ">", "=="):
                made.append(
                    SizeConstraint(
                        expr(f"({count})*({term})"),
                        relation.operator.replace("==", ">="),
                        relation.right,
                        str(relation),
                    )
                )
        return made


def is_total(fmt: InputFormat, left: Expr, operator: str, right: Expr) -> bool:
    """Whether a sum is one of terms of the rows, queries or array of one scope, bounded in that scope."""
    known, names = places(fmt), _terms(fmt, left)
    if not names or operator == "!=" or not right.names <= known.keys() or not left.names <= known.keys():
        return False
    terms = [known[name] for name in names]
    others = [known[name] for name in (left.names | right.names) - set(names)]
    alike = all(place.rows is terms[0].rows and place.path == terms[0].path for place in terms)
    single = all(
        place.rows is None and isinstance(place.item, Scalar) and place.path == terms[0].path[: len(place.path)]
        for place in others
    )
    is_fixed = any(getattr(place.item, "traits", frozenset()) & _FIXED for place in terms)
    words = bool(bare_names(left.text) & {name for name in names if not isinstance(_type(known[name]), IntType)})
    return alike and single and not words and not is_fixed and (terms[0].rows is not None or len(names) == 1)


def _terms(fmt: InputFormat, left: Expr) -> list[str]:
    """The variables of a term that have a value for each row or element."""
    known = places(fmt)
    made = []
    for name in sorted(left.names & known.keys()):
        item, of = known[name].item, _type(known[name])
        if not isinstance(of, IntType | WordType | TextType) or isinstance(item, Matrix):
            continue
        if (known[name].rows is not None and isinstance(item, Scalar)) or (
            known[name].rows is None and isinstance(item, Array) and item.separator != ""
        ):
            made.append(name)
    return made


def _type(place: Place) -> Any:
    return getattr(place.item, "type", None)


class _Sum:
    """The sum of a term over columns of values, and the term of one row."""

    def __init__(self, left: Expr, names: Sequence[str], scope: Mapping[str, Any]) -> None:
        # Words are known by their lengths here.
        self._term = expr(re.sub(r"len\((\w+)\)", lambda match: match[1] if match[1] in names else match[0], left.text))
        self._names, self._known = names, dict(scope)

    def of(self, columns: _Columns) -> int:
        """The sum."""
        count = len(columns[0])
        named = {ROW: np.arange(count), **dict(zip(self._names, columns, strict=True))}
        made = over_rows(self._term, self._known, named, count)
        return exact_sum(made) if isinstance(made, np.ndarray) else int(made) * count

    def term(self, number: int, row: _Row) -> int:
        """The term of the row at a place."""
        self._known.update(zip(self._names, row, strict=True))
        self._known[ROW] = number
        return self._term.value(self._known)


def _columns(known: Mapping[str, Place], names: list[str], scope: Mapping[str, Any]) -> _Columns:
    """The values of each variable, words by their lengths."""
    rows = _values(known, names, scope)
    listed = [
        [len(value) if isinstance(value, str) else int(value) for value in column] for column in zip(*rows, strict=True)
    ] or [[] for _ in names]
    small = all(abs(value) < _LARGE for column in listed for value in column)
    return [np.array(column, dtype=np.int64 if small else object) for column in listed]


def _values(known: Mapping[str, Place], names: list[str], scope: Mapping[str, Any]) -> list[_Row]:
    if known[names[0]].rows is not None:
        return rows_in(known, names, scope)
    values = scope[names[0]]
    return [(value,) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def _as_rows(columns: _Columns) -> list[_Row]:
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _is_own(known: Mapping[str, Place], names: list[str], at: Repairing) -> bool:
    return is_there(known, names, at.instance) if known[names[0]].rows is not None else names[0] in at.instance


def _bound(place: Place, low: bool) -> Expr:
    of = _type(place)
    if isinstance(of, IntType):
        return of.lo if low else of.hi
    if low:
        return expr(f"max({of.length_lo},1)") if isinstance(of, WordType) else of.length_lo
    return of.length_hi


def _ends(known: Mapping[str, Place], names: list[str], columns: _Columns, at: Repairing, low: bool) -> _Columns:
    """The bounds of all values while the other terms are as they are; a value itself where that isn't known."""
    named = {ROW: np.arange(len(columns[0])), **dict(zip(names, columns, strict=True))}
    made = []
    for name, column in zip(names, columns, strict=True):
        try:
            end = over_rows(_bound(known[name], low), at.scope, named, len(column))
            made.append(np.array(np.broadcast_to(np.asarray(end, dtype=column.dtype), column.shape)))
        except (KeyError, TypeError, OverflowError):
            made.append(column)
    return made


def _towards(columns: _Columns, ends: _Columns, goal: int, summing: _Sum) -> _Columns:
    """All values moved by the same share of their way to `ends`, the least at which the sum reaches the goal, from
    above or from below."""
    above = summing.of(columns) > goal

    def moved(share: int) -> _Columns:
        return [column + (end - column) * share // _WHOLE for column, end in zip(columns, ends, strict=True)]

    def has_reached(made: _Columns) -> bool:
        return summing.of(made) <= goal if above else summing.of(made) >= goal

    if not has_reached(ends):
        raise CannotGenerate(f"a sum of {goal}")
    near, far = 0, _WHOLE
    while far - near > 1:
        middle = (near + far) // 2
        near, far = (near, middle) if has_reached(moved(middle)) else (middle, far)
    return moved(far)


def _stepped(
    rows: list[_Row], lows: Sequence[_Row], highs: Sequence[_Row], missing: int, term_of: Callable[[int, _Row], int]
) -> list[_Row]:
    """Values moved by one each until the sum has grown by `missing`, as far as that goes, round by round."""
    made, idle, number = list(rows), 0, 0
    while missing and idle < len(made):
        sign = 1 if missing > 0 else -1
        before, idle = term_of(number, made[number]), idle + 1
        for place, value in enumerate(made[number]):
            if not lows[number][place] <= value + sign <= highs[number][place]:
                continue
            trial = (*made[number][:place], value + sign, *made[number][place + 1 :])
            gained = term_of(number, trial) - before
            if gained and 0 < gained * sign <= missing * sign:
                made[number], missing, idle = trial, missing - gained, 0
                break
        number = (number + 1) % len(made)
    return made


def _put(known: Mapping[str, Place], names: list[str], at: Repairing, rows: Sequence[_Row]) -> None:
    """The instance with these values, words cut or made longer."""
    made = [
        tuple(
            _resized(known[name], old, value, at) if isinstance(old, str) else value
            for name, old, value in zip(names, was, row, strict=True)
        )
        for was, row in zip(_values(known, names, at.scope), rows, strict=True)
    ]
    if known[names[0]].rows is not None:
        put_rows(known, names, at.instance, made)
        return
    listed, like = [row[0] for row in made], at.instance[names[0]]
    at.instance[names[0]] = np.array(listed, dtype=like.dtype) if isinstance(like, np.ndarray) else listed


def _resized(place: Place, word: str, length: int, at: Repairing) -> str:
    if len(word) == length:
        return word
    of = _type(place)
    if getattr(of, "form", "") or len(word) < length:
        fresh = fill.word(length, of, None, at.rng)
        return fresh if getattr(of, "form", "") else word + fresh[len(word) :]
    return word[:length]


KINDS = (Total(),)
