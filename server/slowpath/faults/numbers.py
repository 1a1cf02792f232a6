"""The single numbers and letters of an input that can be changed on their own, and the input with one of them changed.

Numbers that say how long something is are left out: with them all that follows them would have to change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import InputFormat

Path = tuple[str | int, ...]
"""Names of variables, and 0-based numbers of cases, elements and letters."""


@dataclass(frozen=True)
class Number:
    """A number or a letter by where it stands. `name` is the variable's."""

    path: Path
    name: str

    def value(self, instance: Instance) -> int:
        """The number there; a letter's code."""
        found: Any = instance
        for step in self.path:
            found = found[step]
        return ord(found) if isinstance(found, str) else int(found)

    def changed(self, instance: Instance, value: int) -> Instance | None:
        """A copy with another number there; None where it can't be held."""
        try:
            return _with(instance, self.path, value)
        except (OverflowError, ValueError):
            return None


def numbers_of(fmt: InputFormat, instance: Instance) -> list[Number]:
    """All of them, in the instance's order."""
    return list(_numbers(instance, (), _sizes(fmt)[0]))


@per_format
def _sizes(fmt: InputFormat) -> tuple[frozenset[str]]:
    model = size_model(fmt)
    counts: frozenset[str] = frozenset().union(*(count.names for count in model.counts.values()), frozenset())
    return (counts | {name for name, each in model.variables.items() if each.is_size and not each.is_word},)


def _numbers(scope: Mapping[str, Any], path: Path, sizes: frozenset[str]) -> Iterator[Number]:
    for name, value in scope.items():
        if name not in sizes:
            yield from _within(value, (*path, name), name, sizes)


def _within(value: Any, path: Path, name: str, sizes: frozenset[str]) -> Iterator[Number]:
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        yield Number(path, name)
    elif isinstance(value, str | bytes):
        yield from (Number((*path, at), name) for at in range(len(value)))
    elif isinstance(value, Mapping):
        yield from _numbers(value, path, sizes)
    elif isinstance(value, np.ndarray | list | tuple):
        for at, element in enumerate(value):
            yield from _within(element, (*path, at), name, sizes)


def _with(value: Any, path: Path, number: int) -> Any:
    if not path:
        return number
    step, rest = path[0], path[1:]
    if isinstance(value, str | bytes):
        assert isinstance(step, int)
        letter: Any = chr(number) if isinstance(value, str) else bytes([number])
        return value[:step] + letter + value[step + 1 :]
    if isinstance(value, Mapping):
        return {**value, step: _with(value[step], rest, number)}
    changed: Any = value.copy() if isinstance(value, np.ndarray) else list(value)
    changed[step] = _with(value[step], rest, number)
    return changed
