"""Steps of minimising that make values simpler: numbers near to zero, decimals whole, words of one letter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.filling.held import places_of
from slowpath.inputs.mutators.scope_edit import ScopeEdit
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.smaller.shrinking import FINEST, Numbers, Shrinking
from slowpath.model.format import (
    Array,
    ElementType,
    FloatType,
    IntType,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import Path

_MOST_QUERIES = 256
_SHARES = (2, 8, 2**62)
_ALL_SHARES = tuple(2**bits for bits in range(1, 63))
_FEW = 8
"""Up to so many values each is brought as near to its threshold as it goes, in one pass of halving steps, and is left
with as few digits as do."""
_BASE = 10
_DIGITS = (4, 1)


def simpler_values(search: Shrinking) -> bool:
    """Everything simpler, all at once or in chunks; a number that can't be the simplest goes as near as it can."""
    changed = False
    for path, numbers in list(search.scopes()):
        for part in search.anatomy.parts[path]:
            if search.standing(path, numbers) is None:
                continue
            if isinstance(part.item, Tagged):
                changed |= _simpler_queries(search, path, numbers, part.item)
            for name, of in _simplifiable(part.item):
                if isinstance(part.item, Scalar):
                    changed |= _simpler_scalar(search, path, numbers, name, of)
                else:
                    changed |= _simpler_column(search, path, numbers, name, of)
    return changed


def simplest(lo: int, hi: int) -> int:
    """The value of `lo..hi` that is nearest to zero."""
    return min(max(0, lo), hi)


def _simplifiable(item: Any) -> Iterator[tuple[str, ElementType]]:
    """The variables of an item whose values can be made simpler one by one, with their types."""
    if isinstance(item, Records):
        yield from ((field.name, field.type) for field in item.fields if isinstance(field, Scalar))
    elif isinstance(item, Scalar | Array) or (isinstance(item, Matrix) and not isinstance(item.type, FloatType)):
        yield item.name, item.type


# Scalars


def _simpler_scalar(search: Shrinking, path: Path, numbers: Numbers, name: str, of: ElementType) -> bool:
    if isinstance(of, WordType | TextType):
        return _simpler_word(search, path, numbers, name, of)
    if isinstance(of, FloatType):
        return search.accepts(partial(_put_float, search, path, numbers, name, of))
    variable = size_model(search.fmt).variables.get(name)
    if variable is None or variable.is_size:
        return False
    changed = False
    while (here := search.standing(path, numbers)) is not None:
        scope = search.edit(path, numbers).scope
        now, goal = here[name], simplest(int(of.lo.value(scope)), int(of.hi.value(scope)))
        assigned = partial(search.assigned, path, numbers, name)
        if not search.towards(now, goal, assigned) and not (
            abs(now) >= _BASE and search.accepts(partial(assigned, _shorter(now, 1)))
        ):
            break
        changed = True
    return changed


def _put_float(search: Shrinking, path: Path, numbers: Numbers, name: str, of: FloatType) -> ScopeEdit:
    edit = search.edit(path, numbers)
    edit.put({name: _whole(of, edit.instance[name])})
    return edit


def _whole(of: FloatType, value: float) -> float:
    """Zero where that is in bounds, else the value without its digits after the point."""
    return float(min(max(0.0 if of.lo <= 0 <= of.hi else float(int(value)), of.lo), of.hi))


def _simpler_word(search: Shrinking, path: Path, numbers: Numbers, name: str, of: WordType | TextType) -> bool:
    """Letters made the alphabet's first one, in chunks."""

    def put(begin: int, end: int) -> ScopeEdit:
        edit = search.edit(path, numbers)
        word = edit.instance[name]
        edit.put({name: word[:begin] + of.alphabet[0] * (min(end, len(word)) - begin) + word[end:]})
        return edit

    if isinstance(of, WordType) and of.form:
        return False
    length = len((search.standing(path, numbers) or {}).get(name, ""))
    return _in_chunks(search, length, put)


def _in_chunks(search: Shrinking, length: int, put: Any) -> bool:
    changed, size = False, length
    while size >= 1 and length // size <= FINEST:
        for begin in range(0, length, size):
            changed |= search.accepts(partial(put, begin, begin + size))
        size //= 2
    return changed


# Many values


def _simpler_column(search: Shrinking, path: Path, numbers: Numbers, name: str, of: ElementType) -> bool:
    """Chunks of an array or column at the element's simplest value, else nearer to it, by one in the end."""
    length = len((search.standing(path, numbers) or {}).get(name, ()))
    changed = _in_chunks(search, length, partial(_simplified, search, path, numbers, name, of, 1))
    shares = _ALL_SHARES if length <= _FEW else _SHARES
    for share in shares if isinstance(of, IntType) else ():
        changed |= _in_chunks(search, length, partial(_simplified, search, path, numbers, name, of, share))
    for digits in _DIGITS if isinstance(of, IntType) and length <= _FEW else ():
        changed |= _in_chunks(search, length, partial(_shortened, search, path, numbers, name, digits))
    return changed


def _shortened(
    search: Shrinking, path: Path, numbers: Numbers, name: str, digits: int, begin: int, end: int
) -> ScopeEdit:
    """The chunk's numbers without their last digits: what goes by the digits of a number needs no large one."""
    edit = search.edit(path, numbers)
    values = edit.instance[name]
    chunk = values[begin:end].tolist() if isinstance(values, np.ndarray) else values[begin:end]
    if not all(isinstance(value, int) for value in chunk) or max(map(abs, chunk), default=0) < _BASE**digits:
        raise CannotGenerate("no digit can be left out")
    made = values.copy()
    made[begin:end] = [_shorter(value, digits) for value in chunk]
    edit.put({name: made})
    return edit


def _shorter(value: int, digits: int) -> int:
    """A number without its last digits, the first of them kept."""
    for _ in range(digits):
        if abs(value) >= _BASE:
            value = abs(value) // _BASE * (1 if value > 0 else -1)
    return value


def _simplified(
    search: Shrinking, path: Path, numbers: Numbers, name: str, of: ElementType, share: int, begin: int, end: int
) -> ScopeEdit:
    """The chunk made simplest, or brought nearer to it by one `share`-th of the distance, rounded up."""
    edit = search.edit(path, numbers)
    values = edit.instance[name]
    chunk = slice(begin, end)
    made = values.copy()
    if isinstance(of, IntType):
        goal = _goal(of, edit)
        if isinstance(values, np.ndarray):
            away = values[chunk] - goal
            made[chunk] = values[chunk] + np.sign(away) * (-np.abs(away) // share)
        elif values and isinstance(values[0], list | str):
            raise CannotGenerate("rows of their own are left as they are")
        else:
            made[chunk] = [_nearer(value, goal, share) for value in values[chunk]]
    elif isinstance(of, FloatType):
        made[chunk] = [_whole(of, value) for value in values[chunk]]
    elif isinstance(of, WordType) and of.form:
        raise CannotGenerate("words of a form are left as they are")
    else:
        made[chunk] = [of.alphabet[0] * len(value) for value in values[chunk]]
    # A float may be written otherwise than an equal one.
    if not isinstance(of, FloatType) and _is_same(made[chunk], values[chunk]):
        raise CannotGenerate("these are as simple as they can be")
    edit.put({name: made})
    return edit


def _is_same(made: Any, values: Any) -> bool:
    """Whether two parts of a list hold the same, each value as it is: words and large numbers don't become arrays."""
    if isinstance(made, np.ndarray) and isinstance(values, np.ndarray):
        return np.array_equal(made, values)
    return list(made) == list(values)


def _goal(of: IntType, edit: ScopeEdit) -> int:
    try:
        return simplest(int(of.lo.value(edit.scope)), int(of.hi.value(edit.scope)))
    except (KeyError, TypeError, ValueError):
        raise CannotGenerate("a bound of each row's own") from None


def _nearer(value: int, goal: int, share: int) -> int:
    step = -(-abs(value - goal) // share)
    return value - step if value > goal else value + step


def _simpler_queries(search: Shrinking, path: Path, numbers: Numbers, item: Tagged) -> bool:
    """The integers of single queries at their simplest, one query after the other."""
    changed = False
    for place in range(min(len((search.standing(path, numbers) or {}).get(item.name, ())), _MOST_QUERIES)):
        changed |= search.accepts(partial(_simpler_query, search, path, numbers, item, place))
    return changed


def _simpler_query(search: Shrinking, path: Path, numbers: Numbers, item: Tagged, place: int) -> ScopeEdit:
    edit = search.edit(path, numbers)
    rows = list(edit.instance[item.name])
    row = rows[place]
    variant = next(variant for variant in item.variants if variant.tag == row[0])
    visible, made = {**edit.scope, **places_of(item, rows[: place + 1], edit.scope)[place]}, [row[0]]
    for field, value in zip((*item.lead, *variant.fields), row[1:], strict=True):
        simple = value
        if isinstance(field, Scalar) and isinstance(field.type, IntType):
            simple = simplest(int(field.type.lo.value(visible)), int(field.type.hi.value(visible)))
        visible[field.name] = simple
        made.append(simple)
    rows[place] = tuple(made)
    edit.put({item.name: rows}, fresh=range(place, place + 1))
    return edit
