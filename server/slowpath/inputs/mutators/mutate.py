"""Mutation and crossover of valid instances, those of formats with checks among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from slowpath.inputs.filling.checked import is_checked, neighbour, without_checks
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import normalised, places
from slowpath.inputs.mutators.cases import put_cases, size_of
from slowpath.inputs.mutators.order import below
from slowpath.inputs.mutators.scope_edit import ScopeEdit
from slowpath.inputs.mutators.sites import DRAWN_ANEW, TRIES, Site, change_plain, sites
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.format import Cases, FloatType, InputFormat, IntType, Matrix, Records, Scalar
from slowpath.model.nodes import mentioned


def mutate(fmt: InputFormat, instance: Instance, rng: np.random.Generator) -> tuple[Instance, str]:
    """A valid neighbour of the valid `instance`, and what was changed. `instance` stays as it is.

    Where no step works (a format with one input only), a random instance, labelled "drawn anew".
    """
    if not is_checked(fmt):
        return change_plain(fmt, instance, rng)
    plain = without_checks(fmt)
    return neighbour(fmt, instance, lambda found: change_plain(plain, found, rng)) or (
        generate(fmt, Plan(), rng),
        DRAWN_ANEW,
    )


def crossover(fmt: InputFormat, a: Instance, b: Instance, rng: np.random.Generator) -> tuple[Instance, str]:
    """A valid instance with parts of both valid parents, and what was joined.

    Where nothing can be joined, a mutation of `a`.
    """
    if is_checked(fmt):
        plain = without_checks(fmt)
        return neighbour(fmt, a, lambda found: crossover(plain, found, b, rng)) or mutate(fmt, a, rng)
    fmt = normalised(fmt)
    known, _ = sites(fmt)
    steps = [_joined_cases, _joined_items, _joined_items, _sizes_of_other]
    for _ in range(TRIES if known else 0):
        site = known[below(len(known), rng)]
        try:
            mine = ScopeEdit(fmt, a, site.path, rng)
            theirs = ScopeEdit(fmt, b, site.path, rng)
            label = steps[below(len(steps), rng)](mine, theirs, site)
        except CannotGenerate:
            continue
        if label and mine.changed and mine.settled():
            return mine.root, label
    return mutate(fmt, a, rng)


def _joined_cases(mine: ScopeEdit, theirs: ScopeEdit, site: Site) -> str:
    item = site.item
    if not isinstance(item, Cases):
        return ""
    ours, others = mine.instance[item.name], theirs.instance[item.name]
    if not ours or not others:
        return ""
    cases = [*ours[: below(len(ours) + 1, mine.rng)], *others[below(len(others), mine.rng) :]]
    if not put_cases(mine, item, cases):
        return ""
    # Cases of another input obey that one's outer values: all that they mention counts as changed.
    mine.changed |= mentioned(item) | mine.related
    return f"{item.name}: cases of both"


def _joined_items(mine: ScopeEdit, theirs: ScopeEdit, site: Site) -> str:
    """Values of the other parent from some place on, fitted to this one's sizes."""
    item, rng = site.item, mine.rng
    if isinstance(item, Cases):
        return ""
    if isinstance(item, Scalar) and isinstance(item.type, IntType):
        mine.reassigned({item.name: theirs.instance[item.name]})
        return f"{item.name}: of the other"
    names = [field.name for field in item.fields] if isinstance(item, Records) else [item.name]
    if isinstance(item, Scalar) and isinstance(item.type, FloatType):
        mine.put({item.name: theirs.instance[item.name]})
        return f"{item.name}: of the other"
    length, other = len(mine.instance[names[0]]), len(theirs.instance[names[0]])
    if not length or not other:
        return ""
    cut = below(min(length, other) + 1, rng)
    if isinstance(item, Matrix) and len(mine.instance[names[0]][0]) != len(theirs.instance[names[0]][0]):
        mine.put({item.name: theirs.instance[item.name]})
        return f"{item.name}: of the other"
    mine.put({name: _spliced(mine.instance[name], theirs.instance[name], cut, length) for name in names})
    return f"{names[0]}: joined at {cut + 1}"


def _spliced(ours: Any, others: Any, cut: int, length: int) -> Any:
    """The first `cut` elements of the one and those after them of the other, at most `length`."""
    if isinstance(ours, np.ndarray) and isinstance(others, np.ndarray):
        return np.concatenate((ours[:cut], others[cut:length]))
    if isinstance(ours, str):
        joined = ours[:cut] + others[cut:length]
        return joined + ours[len(joined) :]
    return [*ours[:cut], *others[cut:length]]


def _sizes_of_other(mine: ScopeEdit, theirs: ScopeEdit, site: Site) -> str:
    variables = size_model(mine.fmt).variables
    wishes = {
        name: size_of(value)
        for name, value in theirs.instance.items()
        if name in variables
        and variables[name].path == mine.path
        and not variables[name].in_rows
        and isinstance(value, int | str)
        and places(mine.fmt)[name].path == site.path
        and name not in _counts(mine)
    }
    if not wishes:
        return ""
    mine.reassigned(wishes)
    return "sizes of the other"


def _counts(edit: ScopeEdit) -> frozenset[str]:
    counts = size_model(edit.fmt).counts.values()
    return frozenset().union(*(count.names for count in counts), frozenset())
