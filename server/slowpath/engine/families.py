"""The family of an input: inputs of the same kind at other sizes, along which its cost's growth is measured.

What a recipe made is made again at smaller sizes, from the same words and the same seed. Of any other input the first
part is taken: its governing sizes are lowered, and what has their lengths follows (`inputs.spot`); or, where what is
slow stands at its end, so many of its elements as the size says, evenly from all of it (`thinned`). Governing are the
sizes that are large; a small one beside them (5 columns of 100,000 rows) stays as it is while it can. An input that has
no sizes, only numbers, is made again under lower bounds of these (the largest prime below each); where nothing says how
its numbers were chosen it has no family, since other numbers of the same length needn't be of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from slowpath.engine import shaped
from slowpath.engine.lower_formats import GOVERNING, SUM_SLACK, with_most
from slowpath.engine.replay import remade
from slowpath.engine.scaled_values import scaled_scalars, scaled_values
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.scope_edit import ScopeEdit, anatomy
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Cases, InputFormat, Records
from slowpath.model.nodes import Path

MOST_CASES = 16
ABOVE = 2
BYTES = "bytes"
WITH_BOUNDARY = ("pattern", shaped.KIND)
"""The kinds of recipes that say at which sizes to make the input."""


@dataclass(frozen=True)
class Member:
    """One input of a family, with its size in the family's variable."""

    n: int
    data: bytes


class Family(Protocol):
    """`full` is the size of the input itself, `largest` the largest that the format allows, both in `variable`."""

    variable: str
    full: int
    largest: int

    def at(self, n: int) -> Member | None:
        """The member nearest to a size; None where none can be made."""
        ...


def family_of(
    fmt: InputFormat, boundaries: list[Boundary], recipe: Mapping[str, Any] | None, data: bytes
) -> Family | None:
    """The family of the input with these bytes and that recipe; None where it has no size that could be less."""
    try:
        instance = parse(fmt, data)
    except ParseError:
        return None
    made: Family
    if recipe is None or not _makes(fmt, recipe, data):
        made = FirstPart(fmt, boundaries, instance, data)
    elif recipe["boundary"].get("sizes"):
        made = FromRecipe(fmt, boundaries, dict(recipe), data)
    else:
        made = FromBounds(fmt, boundaries, dict(recipe), instance, data)
    if isinstance(made, FromRecipe) and made.size_of(data, instance) > ABOVE * made.full:
        # Its aims made it larger than its boundary says, and would make every smaller member as large.
        made = FirstPart(fmt, boundaries, instance, data)
    return made if made.full > 1 else None


def _makes(fmt: InputFormat, recipe: Mapping[str, Any], data: bytes) -> bool:
    """Whether a recipe makes these bytes: one for a narrowed format makes others under the format itself."""
    if recipe.get("kind") not in WITH_BOUNDARY or "boundary" not in recipe:
        return False
    try:
        return remade(fmt, dict(recipe)) == data
    except (CannotGenerate, KeyError, ValueError):
        return False


def thinned(fmt: InputFormat, boundaries: list[Boundary], data: bytes) -> Family | None:
    """The family of evenly thinned inputs; None where there is none, or nothing could be thinned: of trees and graphs
    other vertices would be another graph."""
    try:
        instance = parse(fmt, data)
    except ParseError:
        return None
    if any(
        isinstance(item, Cases) or (isinstance(item, Records) and item.structure in ("tree", "graph"))
        for item in fmt.nodes
    ):
        return None
    made = Thinned(fmt, boundaries, instance, data)
    return made if made.full > 1 else None


class _Measured:
    """What families share: which sizes govern, and what n is."""

    def __init__(
        self,
        fmt: InputFormat,
        boundaries: list[Boundary],
        sizes: Mapping[str, int],
        data: bytes,
        by_bytes: bool = False,
    ) -> None:
        self.format = fmt
        self.names = governing(sizes)
        counts = _case_counts(fmt)
        self._by_bytes = by_bytes or (len(self.names) > 1 and bool(set(self.names) & counts))
        if self._by_bytes or not self.names:
            self.variable, self.full, self.largest = BYTES, len(data) if self.names else 0, len(data)
            return
        words = {name for name, variable in size_model(normalised(fmt)).variables.items() if variable.is_word}
        self.variable = " + ".join(f"len({name})" if name in words else name for name in self.names)
        self.full = sum(sizes[name] for name in self.names)
        self.largest = max(
            self.full, *(sum(boundary.sizes.get(name, 0) for name in self.names) for boundary in boundaries), 0
        )

    def size_of(self, data: bytes, instance: Mapping[str, Any]) -> int:
        """An instance's size in the family's variable."""
        return len(data) if self._by_bytes else sum(_largest(instance, name) for name in self.names)


class FromRecipe(_Measured):
    """Made again at smaller sizes."""

    def __init__(self, fmt: InputFormat, boundaries: list[Boundary], recipe: dict[str, Any], data: bytes) -> None:
        self._where = recipe["boundary"]
        self._sizes = {name: int(size) for name, size in self._where["sizes"].items()}
        self._recipe = recipe
        # A case plan that shares out a sum over all cases decides sizes itself.
        self._shares_sum = self._where.get("cases") in ("tail", "random")
        super().__init__(fmt, boundaries, self._sizes, data, by_bytes=self._shares_sum)

    def at(self, n: int) -> Member | None:
        share = min(1.0, n / self.full)
        where = {**self._where, "sizes": scaled(self._sizes, self.names, share)}
        if self._shares_sum:
            where["sum_at_most"] = self._sum_at(share)
        try:
            data = remade(self.format, {**self._recipe, "boundary": where})
            return Member(self.size_of(data, parse(self.format, data)), data)
        except (CannotGenerate, ParseError, KeyError, ValueError):
            return None

    def _sum_at(self, share: float) -> int | None:
        sums = [
            relation.right.value({})
            for relation in self.format.relations
            if relation.kind == "sum" and relation.left.names <= self._sizes.keys()
        ]
        return max(1, round(share * max(sums) / SUM_SLACK)) if sums else None


class FirstPart(_Measured):
    """The first part of an instance: its sizes lowered, arrays, words and rows cut to them. Numbers whose upper bound
    is a size are scaled with it: cut down to it, most of them would be one value."""

    def __init__(self, fmt: InputFormat, boundaries: list[Boundary], instance: dict[str, Any], data: bytes) -> None:
        self._normal = normalised(fmt)
        self._instance = instance
        self._scopes = list(_scopes(self._normal, instance))
        sizes: dict[str, int] = {}
        for _, _, own in self._scopes:
            for name, value in own.items():
                sizes[name] = max(sizes.get(name, 0), value)
        super().__init__(fmt, boundaries, sizes, data)

    def at(self, n: int) -> Member | None:
        share = min(1.0, n / self.full)
        instance = self._arranged(share)
        try:
            for path, numbers, own in self._scopes:
                wishes = scaled({name: own[name] for name in self.names if name in own}, self.names, share)
                if wishes and _is_there(instance, path, numbers):
                    instance = self._lowered(instance, path, numbers, wishes)
        except CannotGenerate:
            return None
        data = print_input(self.format, instance)
        return Member(self.size_of(data, instance), data)

    def _arranged(self, share: float) -> dict[str, Any]:
        """The instance whose first part is taken."""
        return self._instance

    def _lowered(
        self, instance: dict[str, Any], path: Path, numbers: tuple[int, ...], wishes: Mapping[str, int]
    ) -> dict[str, Any]:
        edit = ScopeEdit(self._normal, instance, path, np.random.default_rng(0), numbers)
        before = dict(edit.scope)
        edit.reassigned({**scaled_scalars(self._normal, path, before, wishes), **wishes})
        for part in anatomy(self._normal).parts[path]:
            edit.put(scaled_values(part.item, before, edit.scope))
        if not edit.settled():
            raise CannotGenerate("the first part")
        return edit.root


class Thinned(FirstPart):
    """So many elements, evenly from all of an instance in their order, rows as a whole."""

    def _arranged(self, share: float) -> dict[str, Any]:
        sizes = {own[name] for path, _, own in self._scopes if not path for name in self.names if name in own}
        return {
            name: _evenly(value, share) if _length(value) in sizes else value for name, value in self._instance.items()
        }


def _length(value: Any) -> int:
    """How many elements a list, a word or a column has; -1 of anything else."""
    return len(value) if isinstance(value, str | list) or (isinstance(value, np.ndarray) and value.ndim == 1) else -1


def _evenly(value: Any, share: float) -> Any:
    """With the elements that are kept, both ends among them, before the others."""
    places = np.unique(np.linspace(0, len(value) - 1, max(1, round(share * len(value)))).round().astype(np.int64))
    others = np.setdiff1d(np.arange(len(value)), places, assume_unique=True)
    order = np.concatenate([places, others])
    if isinstance(value, np.ndarray):
        return value[order]
    made = [value[place] for place in order.tolist()]
    return "".join(made) if isinstance(value, str) else made


class FromBounds(_Measured):
    """An input of numbers alone, made again under lower bounds of the large ones."""

    def __init__(
        self,
        fmt: InputFormat,
        boundaries: list[Boundary],
        recipe: dict[str, Any],
        instance: dict[str, Any],
        data: bytes,
    ) -> None:
        self._recipe = recipe
        self._bounds = dict(_number_bounds(fmt))
        numbers = {name: instance[name] for name in self._bounds if isinstance(instance.get(name), int)}
        super().__init__(fmt, boundaries, numbers, data)
        self.largest = max(self.full, sum(self._bounds[name][1] for name in self.names))

    def at(self, n: int) -> Member | None:
        share, lowered = min(1.0, n / self.full), {}
        for name in self.names:
            least, most = self._bounds[name]
            lowered[name] = max(least, round(most * share))
        try:
            data = remade(with_most(self.format, lowered), self._recipe)
            return Member(self.size_of(data, parse(self.format, data)), data)
        except (CannotGenerate, ParseError, KeyError, ValueError):
            return None


def _number_bounds(fmt: InputFormat) -> Iterator[tuple[str, tuple[int, int]]]:
    """The integers of the input itself that are no sizes, with their bounds, where these are fixed."""
    for name, variable in size_model(normalised(fmt)).variables.items():
        least, most = variable.lo.constant, variable.hi.constant
        is_number = not (variable.path or variable.is_size or variable.in_rows)
        if is_number and least is not None and most is not None:
            yield name, (least, most)


def governing(sizes: Mapping[str, int]) -> tuple[str, ...]:
    """The large ones."""
    most = max(sizes.values(), default=0)
    return tuple(name for name, size in sizes.items() if size > 1 and size * GOVERNING >= most)


def scaled(sizes: Mapping[str, int], names: tuple[str, ...], share: float) -> dict[str, int]:
    """The sizes with those that govern lowered to a share, the others as they are while they aren't larger."""
    most = max((sizes[name] for name in names if name in sizes), default=0)
    limit = max(1, round(most * share))
    return {name: max(1, round(size * share)) if name in names else min(size, limit) for name, size in sizes.items()}


def _case_counts(fmt: InputFormat) -> set[str]:
    """The variables that say how many test cases there are."""
    model = size_model(normalised(fmt))
    return {name for count in model.counts.values() for name in count.names}


def _scopes(fmt: InputFormat, instance: Mapping[str, Any]) -> Iterator[tuple[Path, tuple[int, ...], dict[str, int]]]:
    """The scopes with their sizes: of a few cases each, of many their number alone."""
    paths = dict.fromkeys(variable.path for variable in size_model(fmt).variables.values())
    for path in sorted({(), *paths}, key=len):
        places = _places(instance, path)
        if path and len(places) > MOST_CASES:
            return
        for numbers, scope in places:
            own = {
                name: len(scope[name]) if isinstance(scope[name], str) else int(scope[name])
                for name, variable in size_model(fmt).variables.items()
                if variable.path == path
                and variable.is_size
                and not variable.in_rows
                and isinstance(scope.get(name), int | str)
            }
            yield path, numbers, own


def _is_there(instance: Mapping[str, Any], path: Path, numbers: tuple[int, ...]) -> bool:
    """Whether an instance still has a case, of which there are fewer once their number was lowered."""
    for name, number in zip(path, numbers, strict=True):
        if number >= len(instance[name]):
            return False
        instance = instance[name][number]
    return True


def _places(scope: Mapping[str, Any], path: Path) -> list[tuple[tuple[int, ...], Mapping[str, Any]]]:
    if not path:
        return [((), scope)]
    return [
        ((number, *rest), inner)
        for number, case in enumerate(scope.get(path[0], ()))
        for rest, inner in _places(case, path[1:])
    ]


def _largest(scope: Mapping[str, Any], name: str) -> int:
    """The largest value that a size has anywhere in an instance; of words and arrays the largest length or element."""
    if name in scope:
        return _largest_within(scope[name])
    inner = (case for value in scope.values() if isinstance(value, list) for case in value if isinstance(case, dict))
    return max((_largest(case, name) for case in inner), default=0)


def _largest_within(value: Any) -> int:
    """The largest number, or length of a word, in a value; rows may hold lists of their own."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return max(map(_largest_within, value), default=0)
    return int(np.max(value, initial=0))
