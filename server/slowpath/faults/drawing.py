"""Draws small inputs with few different values: what is left to try once leaving out and simplifying end, and what a
survey of a program's failures is made of.

Elements come from a palette, a few numbers that are as likely as any to matter (those of an input that fails, and the
ends of the bounds), and each draw takes only some of it, so that equal elements are common.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import normalised, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Array, Cases, FloatType, InputFormat, IntType, Matrix, Scalar, TextType, WordType

LOWEST = 3
"""How far beyond the simplest number (0, or the bound that is nearest to it) every palette reaches."""
MOST_NUMBERS = 24
MOST_TAKEN = 4
_LARGEST = 2**63 - 1


def palette_of(data: bytes) -> tuple[int, ...]:
    """The different integers of an input with their neighbours, the first ones."""
    found: dict[int, None] = {}
    for token in data.split():
        digits = token.lstrip(b"-")
        if digits.isdigit() and len(digits) < 19:
            for number in (int(token), int(token) - 1, int(token) + 1):
                found[number] = None
        if len(found) >= MOST_NUMBERS:
            break
    return tuple(found)


@dataclass(frozen=True)
class FewNumbers:
    """Fills arrays with some numbers of a palette, the simplest ones that are allowed, and the greatest."""

    palette: Sequence[int]
    has_greatest: bool = True

    def chosen(self, lo: int, hi: int, rng: np.random.Generator) -> list[int]:
        """The numbers of one draw."""
        near = [number for number in self.palette if lo <= number <= hi]
        greatest = [min(hi, _LARGEST)] if self.has_greatest else []
        simple = sorted(range(max(lo, -LOWEST), min(hi, max(lo, 0) + LOWEST) + 1), key=abs)[: LOWEST + 1]
        known = list(dict.fromkeys([*near, *(simple or [hi]), *greatest]))
        taken = rng.permutation(len(known))[: 1 + int(rng.integers(MOST_TAKEN))]
        return [known[place] for place in taken.tolist()]

    def __call__(self, length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        values = np.array(self.chosen(lo, hi, rng), dtype=np.int64)
        return values[rng.integers(len(values), size=length)]


@dataclass(frozen=True)
class FewNumbersInRows:
    """`FewNumbers` as a filler of matrices."""

    numbers: FewNumbers

    def __call__(self, rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        return self.numbers(rows * columns, lo, hi, rng).reshape(rows, columns)


def few_letters(length: int, alphabet: str, rng: np.random.Generator) -> str:
    """A word of one to three letters of the alphabet, the first ones more often."""
    count = min(len(alphabet), 1 + int(rng.integers(3)))
    places_taken = range(count) if rng.random() < 0.5 else rng.permutation(len(alphabet))[:count].tolist()
    letters = [alphabet[place] for place in places_taken]
    return "".join(letters[place] for place in rng.integers(len(letters), size=length).tolist())


def drawn(
    fmt: InputFormat,
    sizes: Mapping[str, int],
    palette: Sequence[int],
    rng: np.random.Generator,
    *,
    has_greatest: bool = True,
) -> Instance:
    """A valid instance with the sizes as wishes and few different values. Raises `CannotGenerate` where none is found.

    The number of test cases is a size like any other. `has_greatest` lets values be at their upper bound.
    """
    fmt = normalised(fmt)
    numbers = FewNumbers(palette, has_greatest)
    arrays: dict[str, Any] = {}
    matrices: dict[str, Any] = {}
    words: dict[str, Any] = {}
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if isinstance(of, WordType | TextType) and not getattr(of, "form", ""):
            words[name] = few_letters
        if isinstance(place.item, Matrix):
            matrices[name] = FewNumbersInRows(numbers)
        elif isinstance(of, IntType | FloatType) and (isinstance(place.item, Array) or place.rows is not None):
            arrays[name] = numbers
    return generate(
        fmt,
        Plan(sizes=dict(sizes), arrays=arrays, words=words, matrices=matrices, scalars=_scalars(fmt, numbers, rng)),
        rng,
    )


def at_greatest(fmt: InputFormat, sizes: Mapping[str, int], rng: np.random.Generator) -> Instance:
    """A valid instance with the sizes as wishes and every number as large as it may be. Raises `CannotGenerate`."""
    fmt = normalised(fmt)
    numbers = {
        name: place
        for name, place in places(fmt).items()
        if isinstance(getattr(place.item, "type", None), IntType | FloatType)
    }
    arrays: dict[str, Any] = {
        name: _greatest for name, place in numbers.items() if isinstance(place.item, Array) or place.rows is not None
    }
    matrices: dict[str, Any] = {
        name: _greatest_in_rows for name, place in numbers.items() if isinstance(place.item, Matrix)
    }
    scalars: dict[str, Any] = {
        name: "max"
        for name, variable in size_model(fmt).variables.items()
        if not variable.is_size and not variable.in_rows
    }
    return generate(fmt, Plan(sizes=dict(sizes), arrays=arrays, matrices=matrices, scalars=scalars), rng)


def _greatest(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return np.full(length, min(hi, _LARGEST), dtype=np.int64)


def _greatest_in_rows(rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    return np.full((rows, columns), min(hi, _LARGEST), dtype=np.int64)


def _scalars(fmt: InputFormat, numbers: FewNumbers, rng: np.random.Generator) -> dict[str, int]:
    """Wishes for the integers that are no sizes; those whose bounds hang on other variables are left to chance."""
    wishes = {}
    for name, variable in size_model(fmt).variables.items():
        item = places(fmt)[name].item
        lo, hi = variable.lo.constant, variable.hi.constant
        if variable.is_size or variable.in_rows or not isinstance(item, Scalar) or hi is None or lo is None:
            continue
        wishes[name] = numbers.chosen(lo, hi, rng)[0]
    return wishes


def case_counts(fmt: InputFormat) -> tuple[str, ...]:
    """The variables that say how many test cases there are, the outermost first."""
    return tuple(
        place.item.count.text
        for place in places(fmt).values()
        if isinstance(place.item, Cases) and place.item.count.text.isidentifier()
    )


def size_names(fmt: InputFormat) -> dict[str, int]:
    """The sizes of a format that can be wished for, in its order, each with its least value (0 where that hangs on
    other variables)."""
    return {
        name: variable.lo.constant or 0
        for name, variable in size_model(normalised(fmt)).variables.items()
        if variable.is_size and not variable.in_rows and variable.lo.text != variable.hi.text
    }


__all__ = ["CannotGenerate", "at_greatest", "case_counts", "drawn", "few_letters", "palette_of", "size_names"]
