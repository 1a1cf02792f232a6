"""Small inputs made from a proposed format, for the program to judge.

Sizes are small and all different, so that one which stands in for another is found out; values are small and
positive where they may be, so that no program runs long on them or looks for what isn't there. The same format gives
the same trials.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.oracle.tokens import TokenText, token_text
from slowpath.inputs.printing import Instance, print_input
from slowpath.model.format import Array, Cases, InputFormat, IntType, Matrix, Node, Records, Scalar
from slowpath.model.nodes import all_items, counting_names, items_of, typed_parts

_SIZES = ((3, 4, 5, 2, 6), (4, 2, 3, 5, 7), (2, 3, 4, 6, 5), (5, 3, 2, 4, 6))
_SEED = 20
NOTHING_SMALL = (CannotGenerate, LookupError, ArithmeticError, ValueError, TypeError)
"""How generating fails for a format that contradicts itself, as a proposed one may."""
_WIDTHS = (8, 8, 1, 1)


@dataclass(frozen=True)
class Trial:
    """An input of the format, as value and as tokens."""

    instance: Instance
    text: TokenText


def trials(fmt: InputFormat, most: int = 4) -> Iterator[Trial]:
    """At most `most` different small inputs; none where the format has none that are small."""
    seen = set()
    for number in range(most):
        try:
            instance = generate(fmt, _plan(fmt, number), np.random.default_rng(_SEED + number))
        except NOTHING_SMALL:
            continue
        text = token_text(print_input(fmt, instance))
        if text is not None and text not in seen:
            seen.add(text)
            yield Trial(instance, text)


def largest_trial(fmt: InputFormat, name: str, value: int) -> bytes | None:
    """An input in which the integer `name` has `value` and everything else is small; None where there is none."""
    small = _plan(fmt, 0)
    plan = Plan(
        {**small.sizes, name: value},
        small.arrays,
        small.words,
        small.matrices,
        scalars={**small.scalars, name: value},
        cases="one",
    )
    try:
        return print_input(fmt, generate(fmt, plan, np.random.default_rng(_SEED)))
    except NOTHING_SMALL:
        return None


def _plan(fmt: InputFormat, number: int) -> Plan:
    """Wishes for every variable by its place in the format."""
    sizes: dict[str, int] = {}
    names = [part.name for part in typed_parts(fmt.nodes)]
    wanted = _SIZES[number % len(_SIZES)]
    for place, name in enumerate(names):
        sizes[name] = wanted[place % len(wanted)]
    small = _Small(_WIDTHS[number % len(_WIDTHS)])
    return Plan(sizes, dict.fromkeys(names, small), matrices=dict.fromkeys(names, small.matrix), scalars=dict(sizes))


@dataclass(frozen=True)
class _Small:
    """Integers from 1, or from the lower bound, to `width` above: with 1 and 2 alone, indices point at something."""

    width: int

    def __call__(self, length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        low = 1 if lo <= 1 <= hi else lo
        return rng.integers(low, min(hi, low + self.width), length, dtype=np.int64, endpoint=True)

    def matrix(self, rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        """The same as a matrix."""
        return self(rows * columns, lo, hi, rng).reshape(rows, columns)


def integers_alone(fmt: InputFormat) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """The integers that stand alone, at the top or in the first test case, with the names of the cases around."""
    yield from (
        (item, path)
        for path, item in all_items(fmt.nodes)
        if isinstance(item, Scalar) and isinstance(item.type, IntType) and not item.is_silent
    )


def token_index(fmt: InputFormat, instance: Instance, name: str) -> int | None:
    """The place of the scalar `name` among the tokens of the printed instance: that of its last test case, after
    which nothing can make up for a token too few."""
    count = 0
    nodes, values = fmt.nodes, dict(instance)
    while True:
        for node in nodes:
            if isinstance(node, Cases) and name in {part.name for part in typed_parts(node.body)}:
                if not values[node.name]:
                    return None
                last = {**values, **values[node.name][-1]}
                count += _width((node,), values) - _width(node.body, last)
                nodes, values = node.body, last
                break
            for item in items_of((node,)):
                if isinstance(item, Scalar) and item.name == name:
                    return count
                count += _width((item,), values)
        else:
            return None


def _width(nodes: tuple[Node, ...], values: Instance) -> int:
    return len(print_input(InputFormat(nodes), values).split())


def case_counts(fmt: InputFormat) -> frozenset[str]:
    """The names that count test cases."""
    return frozenset(name for _, item in all_items(fmt.nodes) if isinstance(item, Cases) for name in item.count.names)


def block_counts(fmt: InputFormat) -> frozenset[str]:
    """The names that count rows which hold lists, and grids."""
    made: set[str] = set()
    for _, item in all_items(fmt.nodes):
        if isinstance(item, Records) and any(isinstance(field, Array) for field in item.fields):
            made |= item.count.names
        elif isinstance(item, Matrix):
            made |= item.rows.names | item.columns.names
    return frozenset(made)


def sizes_of(fmt: InputFormat) -> frozenset[str]:
    """The names that a large input needs large: those in counts and lengths, and the numbers of vertices."""
    return counting_names(fmt.nodes).union(
        *(
            item.vertices.names
            for _, item in all_items(fmt.nodes)
            if isinstance(item, Records) and item.vertices is not None
        )
    )
