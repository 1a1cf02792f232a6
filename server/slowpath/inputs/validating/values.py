"""Whether single values, arrays and matrices obey their types: bounds, lengths, alphabets, forms, traits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from slowpath.inputs.filling.word_forms import form_flaw
from slowpath.inputs.layout import over_rows
from slowpath.inputs.number_sets import parts_with_repetitions
from slowpath.inputs.traits import array_flaw
from slowpath.model.expression import Expr
from slowpath.model.format import Array, ElementType, FloatType, IntType, Matrix, TextType, WordType
from slowpath.model.nodes import bounds_of

MOST = 20
_SHOWN = 40
_FEW = 50


@dataclass(frozen=True)
class Violation:
    """One rule that an instance breaks. `where` is the variable with its place, as in `tests[2].a[7]`."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


# Single values


def value_flaws(of: ElementType, value: Any, scope: Mapping[str, Any], where: str) -> Iterator[Violation]:
    """What is wrong with a single value."""
    if isinstance(of, IntType):
        lo, hi = of.lo.value(scope), of.hi.value(scope)
        if not lo <= value <= hi:
            yield _outside(where, value, lo, hi, of)
    elif isinstance(of, FloatType):
        if not (math.isfinite(value) and of.lo <= value <= of.hi):
            yield Violation(where, f"{value} is outside of {of.lo}..{of.hi}")
    else:
        yield from _word(of, value, of.length_lo.value(scope), of.length_hi.value(scope), where)


def _outside(where: str, value: Any, lo: Any, hi: Any, of: IntType) -> Violation:
    if value < lo:
        return Violation(where, f"{value} is less than {shown_bound(of.lo, lo)}")
    return Violation(where, f"{value} is greater than {shown_bound(of.hi, hi)}")


def shown_bound(expression: Expr, value: Any) -> str:
    """A bound as it is written and, where that is no number, its value."""
    return str(value) if expression.text == str(value) else f"{expression} = {value}"


def _word(of: WordType | TextType, word: str, shortest: int, longest: int, where: str) -> Iterator[Violation]:
    if not shortest <= len(word) <= longest:
        yield Violation(where, f"{_short(word)} has {len(word)} characters, not {shortest}..{longest}")
    elif not word and isinstance(of, WordType):
        yield Violation(where, "a word can't be empty")
    foreign = list(_alphabet(of.alphabet, word, where))
    yield from foreign
    if isinstance(of, WordType) and of.form and not foreign:
        flaw = _form_flaw(of, word)
        if flaw:
            yield Violation(where, f"{_short(word)} {flaw}")


def _form_flaw(of: WordType, word: str) -> str:
    return form_flaw(of.form, word, of.alphabet, of.pattern)


def _alphabet(alphabet: str, word: str, where: str) -> Iterator[Violation]:
    foreign = set(word).difference(alphabet)
    if foreign:
        place = min(word.index(character) for character in foreign)
        yield Violation(where, f"character {place + 1} is {word[place]!r}, which isn't in the alphabet")


def _short(word: str) -> str:
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "...")


# Many values


def array_flaws(item: Array, values: Any, scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    """What is wrong with an array; places in it are counted from 1 behind `title` and its name."""
    where = title + item.name
    length = item.length.value(scope)
    if len(values) != length:
        yield Violation(where, f"has {len(values)} elements, not {shown_bound(item.length, length)}")
        return
    flaws = list(islice(column_flaws(item.type, values, scope, {}, where, joined=item.separator == ""), MOST))
    yield from flaws
    if item.traits and not flaws:
        lo = item.type.lo.value(scope) if isinstance(item.type, IntType) else 0
        flaw = array_flaw(item, values, int(lo))
        if flaw:
            yield Violation(where, flaw)


def are_sound_lists(item: Array, lists: Sequence[Any], scope: Mapping[str, Any], columns: Mapping[str, Any]) -> bool:
    """Whether the arrays of integers or words in all rows are surely right, looked at together. Where this can't tell,
    because bounds mention other `columns` or there are other traits than `distinct`, it is False."""
    of, count = item.type, len(lists)
    is_plain = isinstance(of, IntType) and item.traits <= {"distinct"}
    if (item.traits and not is_plain) or isinstance(of, FloatType) or item.separator == "":
        return False
    low, high = bounds_of(of)
    if (low.names | high.names) & columns.keys() or (
        isinstance(of, IntType) and not all(isinstance(values, np.ndarray) for values in lists)
    ):
        return False
    try:
        lengths = over_rows(item.length, scope, columns, count)
        lo, hi = low.value(scope), high.value(scope)
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return False
    if not count or np.any(np.fromiter(map(len, lists), dtype=np.int64, count=count) != lengths):
        return not count
    if not isinstance(of, IntType):
        return not any(column_flaws(of, [word for words in lists for word in words], scope, {}, item.name))
    joined = np.concatenate(lists)
    return bool(
        joined.dtype == np.int64
        and joined.ndim == 1
        and (not joined.size or (lo <= joined.min() and joined.max() <= hi))
        and not (item.traits and parts_with_repetitions(joined, np.broadcast_to(lengths, count)).size)
    )


def column_flaws(
    of: ElementType, values: Any, scope: Mapping[str, Any], columns: Mapping[str, Any], where: str, joined: bool = False
) -> Iterator[Violation]:
    """Checks each element of an array or of a column whose bounds may mention other `columns`."""
    count = len(values)
    if isinstance(of, IntType):
        lo, hi = over_rows(of.lo, scope, columns, count), over_rows(of.hi, scope, columns, count)
        yield from _int_column(of, values, lo, hi, where)
    elif isinstance(of, FloatType):
        numbers = np.asarray(values, dtype=float)
        for place in np.flatnonzero(~((of.lo <= numbers) & (numbers <= of.hi))).tolist():
            yield from value_flaws(of, values[place], scope, f"{where}[{place + 1}]")
    elif joined:
        yield from _joined_words(of, values, where)
    else:
        lo, hi = (over_rows(bound, scope, columns, count) for bound in (of.length_lo, of.length_hi))
        lengths = np.fromiter(map(len, values), dtype=np.int64, count=count)
        if not (
            np.any(lengths < np.maximum(lo, isinstance(of, WordType)))
            or np.any(lengths > hi)
            or set("".join(values)).difference(of.alphabet)
            or (isinstance(of, WordType) and of.form and any(_form_flaw(of, word) for word in set(values)))
        ):
            return
        for place, word in enumerate(values):
            shortest, longest = (bound[place] if isinstance(bound, np.ndarray) else bound for bound in (lo, hi))
            yield from _word(of, word, shortest, longest, f"{where}[{place + 1}]")


def _int_column(of: IntType, values: Any, lo: Any, hi: Any, where: str) -> Iterator[Violation]:
    if isinstance(values, np.ndarray):
        if type(lo) is int and type(hi) is int and all_within(values, lo, hi):
            return
        wrong = np.flatnonzero((values < lo) | (values > hi)).tolist()
    else:
        wrong = [place for place, value in enumerate(values) if not bound_at(lo, place) <= value <= bound_at(hi, place)]
    for place in wrong:
        yield _outside(f"{where}[{place + 1}]", values[place], bound_at(lo, place), bound_at(hi, place), of)


def all_within(values: np.ndarray, lo: int, hi: int) -> bool:
    """Whether all of an array's integers are surely within bounds."""
    if values.size > _FEW or values.ndim != 1:
        return bool(values.size and lo <= int(values.min()) <= int(values.max()) <= hi)
    listed = values.tolist()  # A tenth of what numpy takes for so few.
    return not listed or (lo <= min(listed) and max(listed) <= hi)


def bound_at(bound: Any, place: int) -> Any:
    """One element's bound."""
    return bound.item(place) if isinstance(bound, np.ndarray) else bound


def _joined_words(of: WordType | TextType, values: Sequence[str], where: str) -> Iterator[Violation]:
    for place, word in enumerate(values, 1):
        if len(word) != 1:
            yield Violation(f"{where}[{place}]", f"{_short(word)} isn't one character")
    yield from _alphabet(of.alphabet, "".join(values), where)


def matrix_flaws(item: Matrix, values: Any, scope: Mapping[str, Any], title: str) -> Iterator[Violation]:
    """What is wrong with a matrix or grid."""
    where = title + item.name
    rows, columns = item.rows.value(scope), item.columns.value(scope)
    if len(values) != rows:
        yield Violation(where, f"has {len(values)} rows, not {shown_bound(item.rows, rows)}")
        return
    for number, row in enumerate(values, 1):
        if len(row) != columns:
            yield Violation(f"{where}[{number}]", f"has {len(row)} columns, not {shown_bound(item.columns, columns)}")
            return
    if isinstance(values, np.ndarray):
        yield from _int_matrix(item, values, scope, where)
        return
    for number, row in enumerate(values, 1):
        if item.separator == "":
            alphabet = item.type.alphabet if isinstance(item.type, WordType | TextType) else _figures(item, scope)
            yield from _alphabet(alphabet, row, f"{where}[{number}]")
        else:
            yield from column_flaws(item.type, row, scope, {}, f"{where}[{number}]")


def _figures(item: Matrix, scope: Mapping[str, Any]) -> str:
    """The digits that a grid of joined integers may hold."""
    if not isinstance(item.type, IntType):
        return ""
    return "0123456789"[max(item.type.lo.value(scope), 0) : item.type.hi.value(scope) + 1]


def _int_matrix(item: Matrix, values: np.ndarray, scope: Mapping[str, Any], where: str) -> Iterator[Violation]:
    of = item.type
    if not isinstance(of, IntType):
        yield Violation(where, "holds integers where the format has none")
        return
    lo, hi = of.lo.value(scope), of.hi.value(scope)
    for row, column in np.argwhere((values < lo) | (values > hi)):
        yield _outside(f"{where}[{row + 1}][{column + 1}]", values[row, column], lo, hi, of)
