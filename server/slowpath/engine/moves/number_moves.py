"""Steps of a local search over the integers of an instance: where they stand, and values worth trying there.

For inputs of few numbers values matter more than structure. What makes a number special to a program is a bound, a
constant of its text, a power of two, or how it relates to another number of the input: equal, next to, a multiple, the
sum or the difference of two (McMinn 2004 surveys such moves for test generation; the rest is by hand).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.filling.fill import ints
from slowpath.inputs.layout import places
from slowpath.inputs.mutators.order import below
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import InputFormat, IntType

MOST_BITS = 62
LARGEST_FACTOR = 1000


@dataclass(frozen=True)
class Number:
    """Where an integer stands: the cases around it as (name, number), its variable, and its index there (flat, of a
    matrix too), None for a scalar."""

    cases: tuple[tuple[str, int], ...]
    name: str
    index: int | None


def numbers_of(fmt: InputFormat, instance: Mapping[str, Any], most: int) -> list[Number]:
    """Where the integers stand that may change alone, sizes left out; empty where they are more than `most`."""
    variables = size_model(fmt).variables
    sizes = frozenset(name for name, variable in variables.items() if variable.is_size)
    found = []
    for number in _numbers(instance, (), sizes):
        found.append(number)
        if len(found) > most:
            return []
    return found


def _numbers(scope: Mapping[str, Any], cases: tuple[tuple[str, int], ...], sizes: frozenset[str]) -> Iterator[Number]:
    for name, value in scope.items():
        if isinstance(value, int):
            if name not in sizes:
                yield Number(cases, name, None)
        elif isinstance(value, np.ndarray) and value.dtype.kind in "iu":
            yield from (Number(cases, name, index) for index in range(value.size))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for place, case in enumerate(value):
                yield from _numbers(case, (*cases, (name, place)), sizes)


def value_at(instance: Mapping[str, Any], number: Number) -> int:
    """The integer that stands there."""
    value = _scope(instance, number)[number.name]
    return int(value) if number.index is None else int(value.flat[number.index])


def with_value(instance: Mapping[str, Any], number: Number, value: int) -> dict[str, Any]:
    """A copy with another integer there; shares what didn't change."""
    return _with_value(instance, number.cases, number, value)


def _with_value(
    scope: Mapping[str, Any], cases: tuple[tuple[str, int], ...], number: Number, value: int
) -> dict[str, Any]:
    made = dict(scope)
    if cases:
        (name, place), *rest = cases
        made[name] = list(made[name])
        made[name][place] = _with_value(made[name][place], tuple(rest), number, value)
    elif number.index is None:
        made[number.name] = value
    else:
        made[number.name] = made[number.name].copy()
        made[number.name].flat[number.index] = value
    return made


def _scope(instance: Mapping[str, Any], number: Number) -> Mapping[str, Any]:
    for name, place in number.cases:
        instance = instance[name][place]
    return instance


def bounds_at(fmt: InputFormat, instance: Mapping[str, Any], number: Number) -> tuple[int, int]:
    """The bounds of what may stand there; where these hang on the row, what the variable's values span."""
    visible: dict[str, Any] = dict(instance)
    scope: Mapping[str, Any] = instance
    for name, place in number.cases:
        scope = scope[name][place]
        visible.update(scope)
    of = places(fmt)[number.name].item.type  # type: ignore[union-attr]
    try:
        assert isinstance(of, IntType)
        return int(of.lo.value(visible)), int(of.hi.value(visible))
    except (KeyError, TypeError, ValueError, ArithmeticError, AssertionError):
        values = np.asarray(scope[number.name])
        return int(values.min()), int(values.max())


def wish(now: int, lo: int, hi: int, others: Sequence[int], constants: Sequence[int], rng: np.random.Generator) -> int:
    """Another value within `lo..hi` to try in place of `now`; `others` are numbers of the same input."""
    other, another = (others[below(len(others), rng)] if others else now for _ in range(2))
    constant = constants[below(len(constants), rng)] if constants else other
    sign = 1 - 2 * below(2, rng)
    match below(12, rng):
        case 0 | 1:
            made = now + sign * (1 << below(max(1, min(MOST_BITS, (hi - lo).bit_length())), rng))
        case 2:
            made = now ^ (1 << below(max(1, min(MOST_BITS, hi.bit_length())), rng)) if now >= 0 else -now
        case 3:
            made = (2 * now, now // 2, 2 * now + 1)[below(3, rng)]
        case 4:
            made = other + below(3, rng) - 1
        case 5:
            made = (other + another, other - another, abs(now - other), now + sign * other)[below(4, rng)]
        case 6:
            made = (2 * other, other // 2, now * other if abs(other) < 1 << 31 > abs(now) else other)[below(3, rng)]
        case 7:
            made = (lo, hi, lo + 1, hi - 1, (lo + hi) // 2)[below(5, rng)]
        case 8:
            made = (constant, constant - 1, constant + 1, now + sign * constant)[below(4, rng)]
        case 9:
            # Of the size of the value, whatever its range.
            made = lo + (1 << below(max(1, min(MOST_BITS, (hi - lo).bit_length())), rng)) + below(16, rng)
        case 10:
            made = now + sign * (1 + below(12, rng))
        case _:
            made = lo + below(hi - lo + 1, rng) if hi - lo < 1 << 52 else int(ints(1, lo, hi, None, rng, "a number")[0])
    return min(max(made, lo), hi)


def product_wish(now: int, lo: int, hi: int, constants: Sequence[int], rng: np.random.Generator) -> int:
    """Another value within `lo..hi`, from `now` by a multiplication, a division or both, and a little more or less.

    What a program does to a number step by step leads from some value to this one, or from this one to another; by
    small factors or the program's own, since nothing says which.
    """
    few = [constant for constant in constants if constant <= LARGEST_FACTOR]

    def factor() -> int:
        return few[below(len(few), rng)] if few and below(2, rng) else 2 + below(4, rng)

    match below(4, rng):
        case 0:
            made = now * factor() + below(5, rng) - 2
        case 1:
            made = (now + below(5, rng) - 2) // factor()
        case 2:
            made = (now * factor() + below(5, rng) - 2) // factor()
        case _:
            made = (now * factor() ** (1 + below(3, rng)) + below(5, rng) - 2) // factor() ** (1 + below(3, rng))
    return min(max(made, lo), hi)
