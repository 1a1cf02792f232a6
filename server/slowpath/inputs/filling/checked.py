"""Inputs that pass the checks of their format: drawn, put together from cases that pass, changed one value at a time.

A check is a predicate: it says whether, not how far. So whole batches are judged at once, those are kept that pass or
fail in the fewest cases, and these are changed a little, again and again. What passed is remembered as a seed for
later. All else (sizes, bounds, relations) is left to the format without its checks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.filling.refit import stretched, taken
from slowpath.inputs.layout import places, relation_path
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.validating.checks import CHECK, checks_of, how_many_fail, judged_inputs, passing
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat

Draw = Callable[[], Instance]
Change = Callable[[Instance], tuple[Instance, str]]
Grow = Callable[[Sequence[Instance]], Instance | None]

_DRAWN = 16
_CHANGED = 24
_ROUNDS = 24
_POOL = 6
_NEIGHBOURS = 8
_NEIGHBOUR_ROUNDS = 4
_SEEDS = 16
_LARGE_BYTES = 100_000
_LARGE_BATCH = 3
_MOST_SOUGHT = 8
_seeds: dict[InputFormat, list[Instance]] = {}
_sought: dict[InputFormat, int] = {}
"""How often inputs of a format were looked for with some effort."""


@per_format
def without_checks(fmt: InputFormat) -> InputFormat:
    """The format that says all but its checks."""
    return replace(fmt, relations=tuple(relation for relation in fmt.relations if relation.kind != CHECK))


def is_checked(fmt: InputFormat) -> bool:
    """Whether there are checks that can be run."""
    return bool(checks_of(fmt))


def remember(fmt: InputFormat, instance: Instance) -> None:
    """Keeps an instance that passes as a seed (a sample, say). Some of a format are kept, and of few formats."""
    if fmt not in _seeds and len(_seeds) >= _SEEDS:
        oldest = next(iter(_seeds))
        del _seeds[oldest]
        _sought.pop(oldest, None)
    kept = _seeds.setdefault(fmt, [])
    kept.append(instance)
    del kept[:-_SEEDS]


def forget(fmt: InputFormat) -> None:
    """Forgets what was found for a format, so that a search begins as if it were the first."""
    _seeds.pop(fmt, None)
    _sought.pop(fmt, None)


def satisfied(fmt: InputFormat, draw: Draw, change: Change, grow: Grow, rng: np.random.Generator) -> Instance:
    """An instance that passes. `draw` makes one of the format without its checks, `change` a valid neighbour of one,
    and `grow` one that passes from the first parts of some.

    What is hard to find is looked for a few times; then what was found is changed. Raises `CannotGenerate`, which names
    the check, where nothing was found.
    """
    drawn = _drawn(draw)
    found = _first_passing(fmt, drawn) or _of_passing_cases(fmt, drawn, rng)
    if found is None and _sought.get(fmt, 0) < _MOST_SOUGHT:
        _sought[fmt] = _sought.get(fmt, 0) + 1
        found = max(filter(None, (grow(drawn), _changed(fmt, drawn, change))), key=_size, default=None)
    if found is not None:
        remember(fmt, found)
        return found
    seeds = _seeds.get(fmt, [])
    if not seeds:
        raise CannotGenerate(_complaint(fmt, drawn))
    near = sorted(seeds, key=lambda seed: abs(_size(seed) - _size(drawn[0])))[:_POOL]
    seed = near[int(rng.integers(len(near)))]
    return _first_passing(fmt, [change(seed)[0] for _ in range(_NEIGHBOURS)]) or seed


def _drawn(draw: Draw) -> list[Instance]:
    """Some instances of the format without its checks, at least one. Raises as `draw` where it is the first."""
    made = [draw()]
    for _ in range(_batch(made[0], _DRAWN) - 1):
        with contextlib.suppress(CannotGenerate):
            made.append(draw())
    return made


def _batch(instance: Instance, most: int) -> int:
    """How many are judged at once: few large ones."""
    return most if _size(instance) < _LARGE_BYTES else _LARGE_BATCH


def _size(value: Any) -> int:
    """About how many values there are, of which each is some bytes."""
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    if isinstance(value, np.ndarray):
        return value.size
    if isinstance(value, list):
        return len(value) * (_size(value[0]) if value else 1)
    return len(value) if isinstance(value, str) else 1


def _first_passing(fmt: InputFormat, instances: Sequence[Instance]) -> Instance | None:
    return next((instance for instance, passed in zip(instances, passing(fmt, instances), strict=True) if passed), None)


def _of_passing_cases(fmt: InputFormat, drawn: Sequence[Instance], rng: np.random.Generator) -> Instance | None:
    """An instance whose cases all pass, the others left out; as many as before where that is valid."""
    paths = {relation_path(fmt, relation)[:1] for relation in checks_of(fmt)}
    if len(paths) != 1 or not (path := next(iter(paths))):
        return None
    plain, (name,) = without_checks(fmt), path
    for instance in drawn:
        kept = _passing_cases(fmt, instance, name)
        if not len(kept):
            continue
        several = taken(instance[name], kept[stretched(len(kept), len(instance[name]), rng)])
        for cases in (several, taken(instance[name], kept)):
            made = {**instance, name: cases, **_counted(fmt, name, len(cases))}
            if holds(plain, made):
                return made
    return None


def _passing_cases(fmt: InputFormat, instance: Instance, name: str) -> np.ndarray:
    """The places of the outermost cases in which no check fails."""
    failing: set[int] = set()
    for relation in checks_of(fmt):
        for title, verdict in judged_inputs(fmt, relation, [instance])[0]:
            if not verdict.valid:
                failing.add(int(title.removeprefix(f"{name}[").partition("]")[0]) - 1)
    return np.array([place for place in range(len(instance[name])) if place not in failing], dtype=np.int64)


def _counted(fmt: InputFormat, name: str, count: int) -> dict[str, int]:
    """The variable that says how many cases there are, where one alone does."""
    text = places(fmt)[name].item.count.text  # type: ignore[union-attr]
    return {text: count} if text.isidentifier() else {}


def _changed(fmt: InputFormat, drawn: Sequence[Instance], change: Change) -> Instance | None:
    """A walk from what fails least: a round of neighbours, the best of which are gone on from."""
    pool = list(drawn)
    for _ in range(_ROUNDS):
        made = []
        for number in range(_batch(pool[0], _CHANGED)):
            instance = pool[number % len(pool)]
            made.append(change(instance)[0])
        failing = how_many_fail(fmt, made)
        best = min(failing)
        if best == 0:
            return made[failing.index(0)]
        pool = [made[place] for place in sorted(range(len(made)), key=failing.__getitem__)[:_POOL]]
    return None


def _complaint(fmt: InputFormat, drawn: Sequence[Instance]) -> str:
    """The check that fails, with what it says of an input that was drawn."""
    for relation in checks_of(fmt):
        for _, verdict in judged_inputs(fmt, relation, drawn[:1])[0]:
            if not verdict.valid:
                return f"{relation} ({verdict.reason})" if verdict.reason else str(relation)
    return "a check"


def neighbour(fmt: InputFormat, instance: Instance, change: Change) -> tuple[Instance, str] | None:
    """A neighbour of `instance` that passes, with what was changed; None where none of some dozen does."""
    for _ in range(_NEIGHBOUR_ROUNDS):
        made = [change(instance) for _ in range(_batch(instance, _NEIGHBOURS))]
        passed = passing(fmt, [changed for changed, _ in made])
        for found, is_passed in zip(made, passed, strict=True):
            if is_passed and print_input(fmt, found[0]) != print_input(fmt, instance):
                return found
    return None
