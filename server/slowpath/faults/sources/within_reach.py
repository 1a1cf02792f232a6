"""Numbers that stand alone brought to where the rest of the input decides: a capacity about as large as all weights
together, a limit about as high as the largest value, a distance about as long as the way.

Drawn by itself a number that may be 10^9 is beyond all that a small input adds up to, or below any of it, and then the
right answer is easy. Here it is drawn from what the values beside it come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from slowpath.faults.sources.styled import Parts
from slowpath.inputs.printing import Instance
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat

_NEAR = 2
_LARGEST_FACTOR = 4
_FLOAT = 1 << 53


def within_reach(fmt: InputFormat, parts: Parts, instance: Instance, rng: np.random.Generator) -> Instance:
    """The instance with one of its lone numbers drawn anew, near to what the other values of its scope come to or to a
    fraction of that; the same one where there is no such number or what comes of it isn't valid."""
    ranges = {name: (lo, hi) for name, lo, hi in parts.numbers if lo is not None and hi is not None and lo < hi}
    changed, names = _changed(instance, ranges, rng)
    return changed if names and holds(fmt, changed) else instance


def _changed(
    scope: Mapping[str, Any], ranges: Mapping[str, tuple[int, int]], rng: np.random.Generator
) -> tuple[Instance, list[str]]:
    """A scope with one number of it, and of each scope in it, drawn anew; and the names of these."""
    made, names = dict(scope), []
    for name, value in scope.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = [_changed(case, ranges, rng) for case in value]
            made[name] = [case for case, _ in inner]
            names += [each for _, some in inner for each in some]
    free = [name for name in scope if name in ranges]
    if free:
        name = free[int(rng.integers(len(free)))]
        sums = sorted({amount for other, value in scope.items() if other != name for amount in _amounts(value)})
        if sums:
            lo, hi = ranges[name]
            made[name] = min(hi, max(lo, _near(sums[int(rng.integers(len(sums)))], rng)))
            names.append(name)
    return made, names


def _near(amount: int, rng: np.random.Generator) -> int:
    """About the amount, about a whole fraction of it, or anything below."""
    kind = int(rng.integers(3))
    if kind == 0:
        return int(rng.integers(0, amount, endpoint=True))
    part = amount // int(rng.integers(1, _LARGEST_FACTOR, endpoint=True)) if kind == 1 else amount
    return part + int(rng.integers(-_NEAR, _NEAR, endpoint=True))


def _amounts(value: Any) -> Iterator[int]:
    """What a value comes to: itself, and of several their number, their sum and the largest."""
    if isinstance(value, dict):
        for column in value.values():
            yield from _amounts(column)
    elif isinstance(value, str):
        yield len(value)
    elif isinstance(value, int):
        yield abs(value)
    elif isinstance(value, np.ndarray) and value.size and value.dtype.kind in "iu":
        yield value.size
        total, largest = float(np.abs(value, dtype=np.float64).sum()), float(np.abs(value, dtype=np.float64).max())
        yield from (int(amount) for amount in (total, largest) if amount < _FLOAT)
