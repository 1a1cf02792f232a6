"""Smaller inputs that still show what they showed, by the format: fewer cases, fewer rows, smaller values.

`keeps` is the oracle ("still at least 90% of the cost"); it sees valid instances only, at most `max_executions`
of them. Rows and elements are removed in chunks that halve (delta debugging, Zeller and Hildebrandt 2002),
with everything of the same length following. The result is locally minimal when the budget sufficed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.assign import CannotGenerate
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutate import put_cases
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.refit import taken
from slowpath.inputs.size_model import size_model
from slowpath.inputs.spot import Part, Path, Spot, anatomy
from slowpath.model.format import (
    Array,
    Cases,
    InputFormat,
    IntType,
    Matrix,
    Records,
    Scalar,
    Tagged,
    TextType,
    WordType,
)

_MOST_CASES = 16
_FINEST = 4096


def minimise(fmt: InputFormat, instance: Instance, keeps: Callable[[Instance], bool],
             max_executions: int) -> Instance:
    """The smallest instance found for which `keeps` is true, `instance` itself when no smaller one does.

    `instance` must be valid and is taken to satisfy `keeps`. The same arguments give the same result.
    """
    search = _Search(normalised(fmt), instance, keeps, max_executions)
    try:
        while any([search.fewer_cases(), search.smaller_sizes(), search.fewer_elements(),
                   search.smaller_values()]):
            pass
    except _Spent:
        pass
    return search.best


class _Spent(Exception):
    """The budget is used up."""


class _Search:
    def __init__(self, fmt: InputFormat, instance: Instance, keeps: Callable[[Instance], bool],
                 max_executions: int) -> None:
        self.fmt = fmt
        self.keeps = keeps
        self.left = max_executions
        self.best = instance
        self.printed = print_input(fmt, instance)
        self.seen = {hash(self.printed)}
        self.anatomy = anatomy(fmt)

    def _accepts(self, make: Callable[[], Spot]) -> bool:
        """Makes a candidate and takes it over when it is valid, no longer, new, and keeps the oracle."""
        try:
            spot = make()
            if not spot.settled():
                return False
        except CannotGenerate:
            return False
        printed = print_input(self.fmt, spot.root)
        if len(printed) > len(self.printed) or hash(printed) in self.seen:
            return False
        if self.left <= 0:
            raise _Spent
        self.left -= 1
        self.seen.add(hash(printed))
        if not self.keeps(spot.root):
            return False
        self.best, self.printed = spot.root, printed
        return True

    def _spot(self, path: Path, numbers: tuple[int, ...]) -> Spot:
        return Spot(self.fmt, self.best, path, np.random.default_rng(0), numbers)

    def _scopes(self) -> Iterator[tuple[Path, tuple[int, ...]]]:
        """The scopes with the 0-based numbers of their cases; of many cases only the first ones."""
        for path in self.anatomy.parts:
            yield from ((path, numbers) for numbers in self._numbers(self.best, path))

    def _numbers(self, scope: Instance, path: Path) -> list[tuple[int, ...]]:
        if not path:
            return [()]
        return [(number, *rest) for number, case in enumerate(scope[path[0]][:_MOST_CASES])
                for rest in self._numbers(case, path[1:])]

    def _standing(self, path: Path, numbers: tuple[int, ...]) -> Instance | None:
        """The scope's current instance, None when it was removed meanwhile."""
        scope = self.best
        for name, number in zip(path, numbers, strict=True):
            if number >= len(scope[name]):
                return None
            scope = scope[name][number]
        return scope

    # Fewer cases

    def fewer_cases(self) -> bool:
        """Removes cases in chunks."""
        changed = False
        for path, numbers in list(self._scopes()):
            for part in self.anatomy.parts[path]:
                if isinstance(part.item, Cases) and self._standing(path, numbers) is not None:
                    changed |= self._fewer(path, numbers, part, self._with_cases)
        return changed

    def _with_cases(self, path: Path, numbers: tuple[int, ...], item: Cases, kept: np.ndarray) -> Spot:
        spot = self._spot(path, numbers)
        if not put_cases(spot, item, taken(spot.instance[item.name], kept)):
            raise CannotGenerate("this number of cases")
        return spot

    def _chunks(self, length: Callable[[], int], without: Callable[[np.ndarray], Spot]) -> bool:
        """Delta debugging: `without(places that stay)` for chunks of halving size."""
        changed, size = False, length()
        size -= size // 2
        while size >= 1 and length() > 0 and length() // size <= _FINEST:
            begin = 0
            while begin < length():
                places = np.arange(length())
                kept = np.concatenate((places[:begin], places[begin + size:]))
                if self._accepts(partial(without, kept)):
                    changed = True
                else:
                    begin += size
            size //= 2
        return changed

    # Smaller sizes

    def smaller_sizes(self) -> bool:
        """Each size at its least, else halved as often as it goes."""
        changed = False
        variables = size_model(self.fmt).variables
        for path, numbers in list(self._scopes()):
            for name, variable in variables.items():
                if variable.path == path and variable.is_size and not variable.in_rows:
                    changed |= self._halved(path, numbers, name)
        return changed

    def _halved(self, path: Path, numbers: tuple[int, ...], name: str) -> bool:
        """Tries the least value, then halves the way between it and the present one."""
        changed = False
        while (here := self._standing(path, numbers)) is not None:
            value = here[name]
            now = len(value) if isinstance(value, str) else value
            low = self._least(path, numbers, name)
            if low >= now or not any(self._accepts(partial(self._sized, path, numbers, name, wish))
                                     for wish in dict.fromkeys((low, (low + now) // 2, (low + 3 * now) // 4))
                                     if wish < now):
                break
            changed = True
        return changed

    def _least(self, path: Path, numbers: tuple[int, ...], name: str) -> int:
        spot = self._spot(path, numbers)
        scope = {key: len(value) if isinstance(value, str) else value for key, value in spot.scope.items()}
        return int(size_model(self.fmt).variables[name].lo.value(scope))

    def _sized(self, path: Path, numbers: tuple[int, ...], name: str, wish: int) -> Spot:
        spot = self._spot(path, numbers)
        spot.reassigned({name: wish})
        return spot

    # Fewer elements

    def fewer_elements(self) -> bool:
        """Removes rows and elements in chunks, with all that has the same length."""
        changed = False
        for path, numbers in list(self._scopes()):
            for part in self.anatomy.parts[path]:
                item = part.item
                if self._standing(path, numbers) is None or isinstance(item, Cases):
                    continue
                if isinstance(item, Scalar) and isinstance(item.type, WordType | TextType):
                    changed |= self._fewer(path, numbers, part, self._with_letters)
                elif not isinstance(item, Scalar):
                    changed |= self._fewer(path, numbers, part, self._with_elements)
        return changed

    def _fewer(self, path: Path, numbers: tuple[int, ...], part: Part,
               without: Callable[[Path, tuple[int, ...], Any, np.ndarray], Spot]) -> bool:
        name = min(part.names)
        return self._chunks(lambda: len((self._standing(path, numbers) or {}).get(name, ())),
                            lambda kept: without(path, numbers, part.item, kept))

    def _with_letters(self, path: Path, numbers: tuple[int, ...], item: Scalar, kept: np.ndarray) -> Spot:
        spot = self._spot(path, numbers)
        word = spot.instance[item.name]
        spot.put({item.name: "".join([word[place] for place in kept.tolist()])})
        spot.reassigned({})
        return spot

    def _with_elements(self, path: Path, numbers: tuple[int, ...], item: Any, kept: np.ndarray) -> Spot:
        spot = self._spot(path, numbers)
        length = _length_of(item)
        if len(length.names) != 1:
            raise CannotGenerate("a size of its own")
        (name,) = length.names
        if not isinstance(spot.instance.get(name), int):
            raise CannotGenerate("a size of this scope")
        old = int(length.value(spot.scope))
        new = spot.instance[name] - (old - kept.size)
        if length.value({**spot.scope, name: new}) != kept.size:
            raise CannotGenerate("a size that grows by one")
        for part in self.anatomy.parts[path]:
            other = part.item
            if isinstance(other, Scalar | Cases) or _length_of(other).names != {name} \
                    or _length_of(other).value(spot.scope) != old:
                continue
            spot.put({key: taken(spot.instance[key], kept) for key in part.names})
        spot.reassigned({name: new})
        if spot.instance[name] != new:
            raise CannotGenerate(f"{name} of {new}")
        return spot

    # Smaller values

    def smaller_values(self) -> bool:
        """Numbers at their least, all at once or in chunks; scalars halved."""
        changed = False
        for path, numbers in list(self._scopes()):
            for part in self.anatomy.parts[path]:
                if self._standing(path, numbers) is None:
                    continue
                for name, item in _numeric(part.item):
                    if isinstance(part.item, Scalar):
                        changed |= self._halved(path, numbers, name) if self._assignable(name) else False
                    else:
                        changed |= self._lowered(path, numbers, name, item)
        return changed

    def _assignable(self, name: str) -> bool:
        variable = size_model(self.fmt).variables.get(name)
        return variable is not None and not variable.is_size

    def _lowered(self, path: Path, numbers: tuple[int, ...], name: str, item: Any) -> bool:
        """Chunks of an array or column at the element's least value, else half the way to it."""
        here = self._standing(path, numbers) or {}
        size, changed = len(here.get(name, ())), False
        while size >= 1 and len(here[name]) // size <= _FINEST:
            for begin in range(0, len(here[name]), size):
                chunk = slice(begin, begin + size)
                for share in (1, 2):
                    made = self._accepts(partial(self._lower, path, numbers, name, item, chunk, share))
                    changed |= made
                    if made:
                        break
            size //= 2
        return changed

    def _lower(self, path: Path, numbers: tuple[int, ...], name: str, item: Any, chunk: slice,
               share: int) -> Spot:
        """The chunk brought down by one `share`-th of its distance from the least value, rounded up."""
        spot = self._spot(path, numbers)
        bound = item.type.lo.value(spot.scope)
        if np.ndim(bound):
            raise CannotGenerate("a bound of its own")
        low = int(bound)
        values = spot.instance[name]
        lowered = values.copy()
        if isinstance(values, np.ndarray):
            lowered[chunk] = values[chunk] - (values[chunk] - low + share - 1) // share
        elif values and isinstance(values[0], list):
            raise CannotGenerate("a matrix beyond int64 is left as it is")
        else:
            lowered[chunk] = [value - (value - low + share - 1) // share for value in values[chunk]]
        spot.put({name: lowered})
        return spot


def _length_of(item: Any) -> Any:
    match item:
        case Array():
            return item.length
        case Matrix():
            return item.rows
        case Records() | Tagged():
            return item.count
    raise AssertionError(item)


def _numeric(item: Any) -> list[tuple[str, Any]]:
    """The variables of integers that an item declares."""
    if isinstance(item, Records):
        return [(field.name, field) for field in item.fields
                if isinstance(field, Scalar) and isinstance(field.type, IntType)]
    if isinstance(item, Scalar | Array) and isinstance(item.type, IntType):
        return [(item.name, item)]
    if isinstance(item, Matrix) and isinstance(item.type, IntType) and item.separator != "":
        return [(item.name, item)]
    return []
