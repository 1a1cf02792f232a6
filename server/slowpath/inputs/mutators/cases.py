"""Changes of whole test cases: doubled, dropped, swapped, copied over another, split in two, two made one."""

from __future__ import annotations

from typing import Any

import numpy as np

from slowpath.inputs.mutators.order import below
from slowpath.inputs.mutators.spot import Spot
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Cases

_KINDS = ("doubled", "dropped", "split", "copied", "swapped", "merged")


def changed_cases(spot: Spot, item: Cases) -> str:
    """One step on the cases of a scope; what it did, "" for nothing. Raises `CannotGenerate` where it can't."""
    cases = list(spot.instance[item.name])
    if not cases:
        return ""
    a, b = below(len(cases), spot.rng), below(len(cases), spot.rng)
    kind = _KINDS[below(len(_KINDS), spot.rng)]
    match kind:
        case "doubled":
            cases.insert(b, cases[a])
        case "dropped":
            del cases[a]
        case "split":
            cases[a : a + 1] = _halves(spot, item, a)
        case "copied":
            cases[a] = cases[b]
        case "swapped":
            cases[a], cases[b] = cases[b], cases[a]
        case "merged":
            if a == b:
                return ""
            cases[a] = _merged(spot, item, a, b)
            del cases[b]
    label = "cases " if kind in ("swapped", "merged") else "a case "
    return f"{item.name}: {label}{kind}" if put_cases(spot, item, cases) else ""


def put_cases(spot: Spot, item: Cases, cases: list[Instance]) -> bool:
    """Gives the scope other cases and their number to its variable; whether that number is allowed."""
    old = len(spot.instance[item.name])
    if len(cases) != old:
        name = item.count.text
        if name not in spot.instance or not isinstance(spot.instance[name], int):
            return False
        spot.put({item.name: cases})
        spot.reassigned({name: len(cases)})
        return spot.instance[name] == len(cases)
    spot.put({item.name: cases})
    return True


def size_of(value: int | str) -> int:
    """A size variable's value: a number, or a word's length."""
    return len(value) if isinstance(value, str) else value


def _sizes(spot: Spot, inner: tuple[str, ...], case: Instance) -> dict[str, int]:
    variables = size_model(spot.fmt).variables
    return {
        name: size_of(value)
        for name, value in case.items()
        if name in variables
        and variables[name].is_size
        and variables[name].path == inner
        and isinstance(value, int | str)
    }


def _halves(spot: Spot, item: Cases, number: int) -> list[Instance]:
    """The case as two, each with its sizes about halved."""
    inner = (*spot.path, item.name)
    made = []
    for part in range(2):
        half = Spot(spot.fmt, spot.before, inner, spot.rng, (*spot.numbers, number))
        half.reassigned({name: (size + part) // 2 for name, size in _sizes(spot, inner, half.instance).items()})
        if not half.settled():
            raise CannotGenerate("half a case")
        made.append(half.instance)
    return made


def _merged(spot: Spot, item: Cases, first: int, second: int) -> Instance:
    """One case with the sizes and elements of two, as far as bounds allow."""
    inner = (*spot.path, item.name)
    whole = Spot(spot.fmt, spot.before, inner, spot.rng, (*spot.numbers, first))
    other = spot.instance[item.name][second]
    whole.put(
        {
            name: _joined(value, other[name])
            for name, value in whole.instance.items()
            if not isinstance(value, int | float)
        }
    )
    sizes, more = (_sizes(spot, inner, case) for case in (spot.instance[item.name][first], other))
    whole.reassigned({name: size + more.get(name, 0) for name, size in sizes.items()})
    if not whole.settled():
        raise CannotGenerate("two cases in one")
    return whole.instance


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.concatenate((one, other)) if one.ndim == other.ndim == 1 else one
    if isinstance(one, str):
        return one + other
    return [*one, *other]
