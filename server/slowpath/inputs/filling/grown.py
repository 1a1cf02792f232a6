"""Inputs that pass the checks of their format, put together from small ones: what no draw of full size fulfils is often
fulfilled by its first elements, and by more of them one block after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling.checked import without_checks
from slowpath.inputs.filling.refit import taken
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.scope_edit import Part, ScopeEdit, anatomy
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.validating.checks import passing
from slowpath.model.expression import Expr
from slowpath.model.format import Cases, InputFormat, Scalar
from slowpath.model.nodes import extents_of

_TRIED = 8
_RUNS = 24


def grown(fmt: InputFormat, drawn: Sequence[Instance], rng: np.random.Generator) -> Instance | None:
    """The first part of one of the drawn instances that passes, with more of their elements as far as it still does;
    None where there is none. Sizes of the input itself are lowered and raised, each by itself."""
    growth = _Growth(fmt, drawn, rng)
    best: Instance | None = None
    for name in growth.sizes:
        begun = growth.first_part(name) if best is None else best
        best = growth.with_more(begun, name) if begun is not None else None
    return best


class _Growth:
    def __init__(self, fmt: InputFormat, drawn: Sequence[Instance], rng: np.random.Generator) -> None:
        self._fmt, self._plain = fmt, normalised(without_checks(fmt))
        self._drawn, self._rng = drawn, rng
        names = [
            next(iter(length.names))
            for part in anatomy(self._plain).parts[()]
            if (length := _length_of(part.item)) is not None and len(length.names) == 1
        ]
        self.sizes = [name for name in dict.fromkeys(names) if type(drawn[0].get(name)) is int]

    def first_part(self, name: str) -> Instance | None:
        """The largest first part of a drawn instance that passes, of sizes that halve."""
        made = [part for instance in self._drawn[:_TRIED] for part in self._first_parts(instance, name)]
        sound = [part for part, passed in zip(made, passing(self._fmt, made), strict=True) if passed]
        return max(sound, key=lambda part: part[name], default=None)

    def _first_parts(self, instance: Instance, name: str) -> Iterator[Instance]:
        size = instance[name]
        while size > 0:
            size //= 2
            part = self._resized(instance, name, size, None)
            if part is not None:
                yield part

    def with_more(self, begun: Instance, name: str) -> Instance:
        """The instance with elements of the drawn ones behind its own, in blocks that get smaller where none passes."""
        best, goal = begun, max(instance[name] for instance in self._drawn)
        block = goal - best[name]
        for _ in range(_RUNS):
            block = min(block, goal - best[name])
            if block <= 0:
                break
            others = [self._drawn[number % len(self._drawn)] for number in range(_TRIED)]
            tried = [
                made for other in others if (made := self._resized(best, name, best[name] + block, other)) is not None
            ]
            found = next((made for made, passed in zip(tried, passing(self._fmt, tried), strict=True) if passed), None)
            best, block = (found, block * 2) if found is not None else (best, block // 2)
        return best

    def _resized(self, instance: Instance, name: str, size: int, other: Instance | None) -> Instance | None:
        """The instance with another size, longer by elements of `other`; None where that breaks something else."""
        edit = ScopeEdit(self._plain, instance, (), self._rng)
        before = dict(edit.scope)
        try:
            edit.reassigned({name: size})
            if edit.instance[name] != size:
                return None
            for part in anatomy(self._plain).parts[()]:
                length = _length_of(part.item)
                if length is not None and length.names == {name}:
                    self._resize_part(edit, part, int(length.value(before)), int(length.value(edit.scope)), other)
        except CannotGenerate:
            return None
        return edit.root if edit.settled() else None

    def _resize_part(self, edit: ScopeEdit, part: Part, old: int, new: int, other: Instance | None) -> None:
        names = sorted(part.names)
        count = len(other[names[0]]) if other is not None else 0
        if new > old and not count:
            raise CannotGenerate("more elements")
        chosen = self._rng.integers(count, size=new - old) if new > old else np.arange(0)
        for key in names:
            kept = taken(edit.instance[key], np.arange(min(old, new)))
            edit.put({key: _joined(kept, taken(other[key], chosen)) if other is not None and new > old else kept})


def _joined(values: Any, more: Any) -> Any:
    both = isinstance(values, np.ndarray) and isinstance(more, np.ndarray)
    return np.concatenate((values, more)) if both else [*values, *more]


def _length_of(item: Any) -> Expr | None:
    return None if isinstance(item, Scalar | Cases) else extents_of(item)[0]
