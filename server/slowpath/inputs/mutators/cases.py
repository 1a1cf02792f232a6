"""Changes of whole test cases: doubled, dropped, swapped, copied over another, split in two, two made one."""

from __future__ import annotations

from typing import Any

import numpy as np

from slowpath.inputs.mutators.order import below
from slowpath.inputs.mutators.scope_edit import ScopeEdit
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Cases

_KINDS = ("doubled", "dropped", "split", "copied", "swapped", "merged")


def changed_cases(edit: ScopeEdit, item: Cases) -> str:
    """One step on the cases of a scope; what it did, "" for nothing. Raises `CannotGenerate` where it can't."""
    cases = list(edit.instance[item.name])
    if not cases:
        return ""
    a, b = below(len(cases), edit.rng), below(len(cases), edit.rng)
    kind = _KINDS[below(len(_KINDS), edit.rng)]
    match kind:
        case "doubled":
            cases.insert(b, cases[a])
        case "dropped":
            del cases[a]
        case "split":
            cases[a : a + 1] = _halves(edit, item, a)
        case "copied":
            cases[a] = cases[b]
        case "swapped":
            cases[a], cases[b] = cases[b], cases[a]
        case "merged":
            if a == b:
                return ""
            cases[a] = _merged(edit, item, a, b)
            del cases[b]
    label = "cases " if kind in ("swapped", "merged") else "a case "
    return f"{item.name}: {label}{kind}" if put_cases(edit, item, cases) else ""


def put_cases(edit: ScopeEdit, item: Cases, cases: list[Instance]) -> bool:
    """Gives the scope other cases and their number to its variable; whether that number is allowed."""
    old = len(edit.instance[item.name])
    if len(cases) != old:
        name = item.count.text
        if name not in edit.instance or not isinstance(edit.instance[name], int):
            return False
        edit.put({item.name: cases})
        edit.reassigned({name: len(cases)})
        return edit.instance[name] == len(cases)
    edit.put({item.name: cases})
    return True


def size_of(value: int | str) -> int:
    """A size variable's value: a number, or a word's length."""
    return len(value) if isinstance(value, str) else value


def _sizes(edit: ScopeEdit, inner: tuple[str, ...], case: Instance) -> dict[str, int]:
    variables = size_model(edit.fmt).variables
    return {
        name: size_of(value)
        for name, value in case.items()
        if name in variables
        and variables[name].is_size
        and variables[name].path == inner
        and isinstance(value, int | str)
    }


def _halves(edit: ScopeEdit, item: Cases, number: int) -> list[Instance]:
    """The case as two, each with its sizes about halved."""
    inner = (*edit.path, item.name)
    made = []
    for part in range(2):
        half = ScopeEdit(edit.fmt, edit.before, inner, edit.rng, (*edit.numbers, number))
        half.reassigned({name: (size + part) // 2 for name, size in _sizes(edit, inner, half.instance).items()})
        if not half.settled():
            raise CannotGenerate("half a case")
        made.append(half.instance)
    return made


def _merged(edit: ScopeEdit, item: Cases, first: int, second: int) -> Instance:
    """One case with the sizes and elements of two, as far as bounds allow."""
    inner = (*edit.path, item.name)
    whole = ScopeEdit(edit.fmt, edit.before, inner, edit.rng, (*edit.numbers, first))
    other = edit.instance[item.name][second]
    whole.put(
        {
            name: _joined(value, other[name])
            for name, value in whole.instance.items()
            if not isinstance(value, int | float)
        }
    )
    sizes, more = (_sizes(edit, inner, case) for case in (edit.instance[item.name][first], other))
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
