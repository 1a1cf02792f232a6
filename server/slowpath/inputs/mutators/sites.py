"""Structure-aware mutation: one small change of a valid instance that gives another valid one.

A site (a variable or a node, in one scope) is chosen by weight, one of its steps is taken, and everything
that depends on it follows: an array when its length changes, endpoints when the number of vertices does, a
tree stays a tree. A step that can't be made valid is given up for another. 4,000 to 30,000 per CPU-second at n
of 30, printing included; at 1e5 elements the work is numpy's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling.draw import draw_plain
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import normalised
from slowpath.inputs.mutators.cases import changed_cases
from slowpath.inputs.mutators.change import Change
from slowpath.inputs.mutators.columns import changed_array, changed_column
from slowpath.inputs.mutators.matrices import changed_matrix
from slowpath.inputs.mutators.numbers import number
from slowpath.inputs.mutators.order import below
from slowpath.inputs.mutators.queries import changed_tagged
from slowpath.inputs.mutators.records import changed_records
from slowpath.inputs.mutators.scope_edit import ScopeEdit, anatomy
from slowpath.inputs.mutators.words import edited
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate, random_size
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Array, Cases, FloatType, InputFormat, IntType, Matrix, Records, Scalar, Tagged
from slowpath.model.nodes import Path

TRIES = 12
DRAWN_ANEW = "drawn anew"
_Step = Callable[[ScopeEdit, Any], str]


@dataclass(frozen=True)
class Site:
    """Something that can be changed: an item of the scope at `path`, and the step that changes it. A step
    returns what it did, "" for nothing."""

    path: Path
    item: Any
    step: _Step
    weight: float


@per_format
def sites(fmt: InputFormat) -> tuple[tuple[Site, ...], np.ndarray]:
    """All sites of a format, and their cumulative weights."""
    made = [
        site for path, parts in anatomy(fmt).parts.items() for part in parts for site in _sites(fmt, path, part.item)
    ]
    return tuple(made), np.cumsum([site.weight for site in made])


def change_plain(fmt: InputFormat, instance: Instance, rng: np.random.Generator) -> tuple[Instance, str]:
    """As `mutate`, for a format without checks."""
    fmt = normalised(fmt)
    known, weights = sites(fmt)
    for _ in range(TRIES if known else 0):
        site = known[int(np.searchsorted(weights, rng.random() * weights[-1], side="right"))]
        try:
            edit = ScopeEdit(fmt, instance, site.path, rng)
            label = site.step(edit, site.item)
        except CannotGenerate:
            continue
        if label and edit.changed and edit.settled():
            return edit.root, label
    return draw_plain(fmt, Plan(), rng), DRAWN_ANEW


def _sites(fmt: InputFormat, path: Path, item: Any) -> list[Site]:
    match item:
        case Scalar():
            return _scalar_sites(fmt, path, item)
        case Array():
            return [Site(path, item, _array_step, 4)]
        case Matrix():
            return [Site(path, item, _matrix_step, 4)]
        case Records():
            return [Site(path, item, _records_step, 5)]
        case Tagged():
            return [Site(path, item, _tagged_step, 5)]
        case Cases():
            return [Site(path, item, _cases_step, 2)]
    raise AssertionError(item)


def _scalar_sites(fmt: InputFormat, path: Path, item: Scalar) -> list[Site]:
    variable = size_model(fmt).variables.get(item.name)
    if isinstance(item.type, FloatType):
        return [Site(path, item, _float_step, 1)]
    varies = variable is not None and variable.lo.text != variable.hi.text
    if isinstance(item.type, IntType):
        sized = variable is not None and variable.is_size
        counts = item.name in frozenset().union(*(c.names for c in size_model(fmt).counts.values()), frozenset())
        # The number of cases changes by the steps of the cases themselves.
        return [Site(path, item, _size_step if sized else _int_step, 1.5)] if varies and not counts else []
    made = [Site(path, item, _word_step, 4)]
    return [*made, Site(path, item, _size_step, 1.5)] if varies else made


def _int_step(edit: ScopeEdit, item: Scalar) -> str:
    assert isinstance(item.type, IntType)
    old = edit.instance[item.name]
    lo, hi = item.type.lo.value(edit.scope), item.type.hi.value(edit.scope)
    wish = number(lo, hi, edit.rng) if edit.rng.random() < 0.6 else old + 1 - 2 * below(2, edit.rng)
    edit.reassigned({item.name: wish})
    return f"{item.name}: {old} -> {edit.instance[item.name]}"


def _size_step(edit: ScopeEdit, item: Scalar) -> str:
    variable = size_model(edit.fmt).variables[item.name]
    lo, hi = (bound.value(_lengths(edit.scope)) for bound in (variable.lo, variable.hi))
    value = edit.instance[item.name]
    old = len(value) if isinstance(value, str) else value
    wish = (
        old + 1,
        old - 1,
        2 * old,
        old // 2,
        random_size(lo, max(lo, hi), edit.rng),
        old + 1 + below(8, edit.rng),
        hi,
        max(lo, 1),
    )[below(8, edit.rng)]
    edit.reassigned({item.name: wish})
    new = edit.instance[item.name]
    return f"{item.name}: {old} -> {len(new) if isinstance(new, str) else new}"


def _lengths(scope: dict[str, Any]) -> dict[str, Any]:
    return {name: len(value) if isinstance(value, str) else value for name, value in scope.items()}


def _float_step(edit: ScopeEdit, item: Scalar) -> str:
    change = changed_column(item.type, [edit.instance[item.name]], edit.scope, edit.rng)
    edit.put({item.name: change.values[0]})
    return f"{item.name}: {change.label}"


def _word_step(edit: ScopeEdit, item: Scalar) -> str:
    word = edit.instance[item.name]
    if not word:
        return ""
    made, label = edited(word, item.type, edit.rng)  # type: ignore[arg-type]
    edit.put({item.name: made})
    return f"{item.name}: {label}"


def _array_step(edit: ScopeEdit, item: Array) -> str:
    values = edit.instance[item.name]
    if not len(values):
        return ""
    return _put(edit, item.name, changed_array(item, values, edit.scope, edit.rng))


def _matrix_step(edit: ScopeEdit, item: Matrix) -> str:
    values = edit.instance[item.name]
    if not len(values) or not len(values[0]):
        return ""
    return _put(edit, item.name, changed_matrix(item, values, edit.scope, edit.rng))


def _records_step(edit: ScopeEdit, item: Records) -> str:
    columns = {field.name: edit.instance[field.name] for field in item.fields}
    if not len(columns[item.fields[0].name]):
        return ""
    change = changed_records(item, columns, edit.scope, edit.rng)
    edit.put({name: values for name, values in change.values.items() if values is not columns[name]}, change.is_whole)
    return f"{item.fields[0].name}...: {change.label}"


def _tagged_step(edit: ScopeEdit, item: Tagged) -> str:
    rows = edit.instance[item.name]
    if not rows:
        return ""
    return _put(edit, item.name, changed_tagged(item, rows, edit.scope, edit.rng, edit.fresh))


def _put(edit: ScopeEdit, name: str, change: Change) -> str:
    edit.put({name: change.values}, change.is_whole, change.fresh)
    return f"{name}: {change.label}"


def _cases_step(edit: ScopeEdit, item: Cases) -> str:
    return changed_cases(edit, item)
