"""A random input of the same sizes as another: what that one is compared with, to say how slow it is for its size.

Sizes stay as they are, those within rows and the number of test cases among them as far as they stand in scalars, and
so does about how large a lone number is: what grows with a number takes as long for any of its magnitude.
Everything else is drawn anew. Without test cases that is a generated input with these sizes as wishes; with them each
case is redrawn in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from slowpath.inputs.filling import fill
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan, ScalarWish
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.scope_edit import ScopeEdit, anatomy
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Cases, InputFormat, IntType, Scalar, TextType, WordType
from slowpath.model.nodes import Path

MOST_CASES = 64
NEAR = 3, 4
"""The least share of a lone number that another of about its size has."""
_BITS = 53
Numbers = tuple[int, ...]


def sizes_of(fmt: InputFormat, instance: Instance) -> tuple[tuple[str, int], ...]:
    """The sizes in an instance, in the input's order; those within test cases where there is only one."""
    found: dict[str, int] = {}
    for name, variable in size_model(normalised(fmt)).variables.items():
        scope: Any = instance
        for step in variable.path:
            cases: Any = scope.get(step, ()) if isinstance(scope, dict) else ()
            scope = cases[0] if len(cases) == 1 else None
        value = scope.get(name) if isinstance(scope, dict) and not variable.in_rows else None
        if variable.is_size and isinstance(value, int | str) and variable.lo.text != variable.hi.text:
            found[name] = len(value) if isinstance(value, str) else value
    return tuple(found.items())


def redrawn(fmt: InputFormat, instance: Instance, rng: np.random.Generator) -> Instance:
    """A random valid instance with the sizes of `instance`. Raises `CannotGenerate` where none is found.

    Of more than 64 test cases the others stay as they are.
    """
    fmt = normalised(fmt)
    if not any(isinstance(part.item, Cases) for parts in anatomy(fmt).parts.values() for part in parts):
        return generate(fmt, Plan(sizes=dict(sizes_of(fmt, instance)), scalars=_near_numbers(fmt, instance, rng)), rng)
    for path, numbers in list(_scopes(fmt, instance)):
        instance = _redrawn_scope(fmt, instance, path, numbers, rng)
    return instance


def _near_numbers(fmt: InputFormat, instance: Instance, rng: np.random.Generator) -> dict[str, ScalarWish]:
    """For each number of the whole input that is no size one of about its magnitude."""
    variables = size_model(fmt).variables
    return {
        name: near(value, rng)
        for name, value in instance.items()
        if isinstance(value, int) and name in variables and not variables[name].is_size
    }


def near(value: int, rng: np.random.Generator) -> int:
    """A number between three quarters of `value` and `value`, of however many digits."""
    least = abs(value) * NEAR[0] // NEAR[1]
    drawn = least + (int(rng.integers(1 << _BITS)) * (abs(value) - least + 1) >> _BITS)
    return drawn if value >= 0 else -drawn


def _scopes(fmt: InputFormat, instance: Instance) -> Iterator[tuple[Path, Numbers]]:
    for path in anatomy(fmt).parts:
        yield from ((path, numbers) for numbers in _numbers(instance, path)[:MOST_CASES])


def _numbers(scope: Instance, path: Path) -> list[Numbers]:
    if not path:
        return [()]
    return [
        (number, *rest) for number, case in enumerate(scope[path[0]][:MOST_CASES]) for rest in _numbers(case, path[1:])
    ]


def _redrawn_scope(
    fmt: InputFormat, instance: Instance, path: Path, numbers: Numbers, rng: np.random.Generator
) -> Instance:
    edit = ScopeEdit(fmt, instance, path, rng, numbers)
    edit.reassigned(dict(_scalars(edit)))
    for part in anatomy(fmt).parts[path]:
        item = part.item
        if isinstance(item, Scalar) and isinstance(item.type, WordType | TextType):
            edit.put({item.name: fill.random_word(len(edit.instance[item.name]), item.type.alphabet, rng)})
        elif not isinstance(item, Scalar | Cases):
            edit.put(edit.fresh(item, edit.scope))
    if not edit.settled():
        raise CannotGenerate("a random input of these sizes")
    return edit.root


def _scalars(edit: ScopeEdit) -> Iterator[tuple[str, int]]:
    """The integers of a scope that are no sizes, each with a random value of about its magnitude."""
    variables = size_model(edit.fmt).variables
    scope = {name: len(value) if isinstance(value, str) else value for name, value in edit.scope.items()}
    for part in anatomy(edit.fmt).parts[edit.path]:
        item = part.item
        if (
            not isinstance(item, Scalar)
            or not isinstance(item.type, IntType)
            or item.name not in variables
            or variables[item.name].is_size
        ):
            continue
        lo, hi = int(item.type.lo.value(scope)), int(item.type.hi.value(scope))
        yield item.name, max(lo, min(hi, near(scope[item.name], edit.rng)))
