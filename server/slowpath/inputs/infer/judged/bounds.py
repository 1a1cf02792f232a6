"""Bounds of integers, and alphabets of words, as validators have them: found by halving, on inputs that they accept."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.judged.trials import Trials
from slowpath.inputs.infer.oracle.trials import NOTHING_SMALL, block_counts, case_counts
from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.sizes import size_variables
from slowpath.inputs.validating.validate import holds
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, IntType, Tagged, WordType
from slowpath.model.nodes import changed_nodes, with_types

_BASES = 4
_AGREEING = 2
"""So many inputs have to be refused from the same number on: what moves with the input is no bound but a relation."""
_SMALL = 5
_LARGEST_SIZE, _LARGEST_BLOCKS = 300_000, 5_000
_MOST_VALUES = 300_000
_FEW_VALUES = 2_000
_MADE_SMALL, _MADE_LARGE = 8, 2
_LARGEST_NUMBER = 10**18
_LEADS = (1, 2, 3, 4, 5, 6, 8)

_Judged = Callable[[int], list[bool]]
"""Of several inputs in which a variable has the value, whether each is accepted."""


def with_judged_bounds(fmt: InputFormat, trials: Trials, names: Container[str], assumed: Container[str]) -> InputFormat:
    """`fmt` with the bounds of the integers `names` as the validators have them: drawn in where these refuse the ends,
    and widened where nobody said them (`assumed`) and more is accepted. Raises `Asked`."""
    sizes, blocks = frozenset(size_variables(fmt)), case_counts(fmt) | block_counts(fmt)
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if isinstance(place.rows, Tagged) or not isinstance(of, IntType) or name not in names:
            continue
        lo, hi = of.lo.constant, of.hi.constant
        known = [value for one in trials.accepted for value in _integers(one, name, place)]
        if lo is None or hi is None or not known or not lo <= min(known) <= max(known) <= hi:
            continue
        if name in sizes:
            most = _LARGEST_BLOCKS if name in blocks else _LARGEST_SIZE
            judged, tried = _of_size(fmt, trials, name, most), min(hi, most)
        else:
            judged, tried = _of_value(fmt, trials, name, place), hi
        top = _end(judged, max(known), tried)
        top = hi if top == tried else top
        bottom = _end(judged, min(known), lo)
        if name in assumed:
            top = _further(judged, top, 1) if top == hi else top
            bottom = _further(judged, bottom, -1) if bottom == lo else bottom
        if (bottom, top) != (lo, hi):
            fmt = replace(fmt, nodes=with_types(fmt.nodes, {name}, lo=expr(bottom), hi=expr(top)))
    return fmt


def _further(judged: _Judged, end: int, away: int) -> int:
    """The last number beyond `end` that is accepted; `end` where none is refused, since then nobody looks at it."""
    near, step = end, 1
    while any(judged(end + away * step)):
        near, step = end + away * step, 2 * step
        if step > _LARGEST_NUMBER:
            return end
    found, is_sure = _halved(judged, near, end + away * step) if near != end else (end, True)
    return found if is_sure else end


def _end(judged: _Judged, inside: int, end: int) -> int:
    """The last number from `inside` on that is accepted; `end` where nothing speaks against it, or inputs disagree."""
    said = judged(end)
    if any(said) or not said:
        return end
    found, is_sure = _halved(judged, inside, end)
    return found if is_sure else end


def _halved(judged: _Judged, good: int, bad: int) -> tuple[int, bool]:
    """The last number before those with which all inputs are refused, and whether they agree on it. Round numbers
    are tried before all others."""
    fewest = len(judged(bad))
    if not all(judged(good)):
        return good, False
    is_round = True
    while abs(bad - good) > 1:
        between = _round_between(good, bad) if is_round else []
        middle = between[len(between) // 2] if between else (good + bad) // 2
        if not between and is_round:
            is_round = False
            middle = good + (1 if bad > good else -1)
        said = judged(middle)
        fewest = fewest if any(said) else min(fewest, len(said))
        if not said or any(said) != all(said):
            return good, False
        good, bad = (middle, bad) if all(said) else (good, middle)
    return good, fewest >= _AGREEING


def _round_between(one: int, other: int) -> list[int]:
    low, high = sorted((one, other))
    found = {0}
    power = 1
    while power <= max(abs(low), abs(high)):
        found.update(sign * lead * power for lead in _LEADS for sign in (1, -1))
        power *= 10
    return sorted(value for value in found if low < value < high)


def _of_value(fmt: InputFormat, trials: Trials, name: str, place: Place) -> _Judged:
    """How inputs are judged in which one value is another; only those that are of the format otherwise."""
    free = replace(fmt, nodes=with_types(fmt.nodes, {name}, lo=expr(-_LARGEST_NUMBER), hi=expr(_LARGEST_NUMBER)))
    return lambda value: _said_of(free, trials, name, place, lambda old, _: _with_number(old, value))


def _of_size(fmt: InputFormat, trials: Trials, name: str, most: int) -> _Judged:
    """How inputs are judged that are made with a size of at most `most`, all else small. That a size is too large shows
    where all of one size are accepted, and none of the next one: where only few are accepted anyway, fewer and fewer
    of larger ones are."""
    free = replace(fmt, nodes=with_types(fmt.nodes, {name}, hi=expr(_LARGEST_NUMBER)))
    small = dict.fromkeys(size_variables(fmt), _SMALL)

    def judged(value: int) -> list[bool]:
        said: list[bool] = []
        for seed in range(_MADE_SMALL if value <= _FEW_VALUES else _MADE_LARGE) if value <= most + 1 else ():
            plan = Plan({**small, name: value}, scalars={name: value}, cases="one", most_values=_MOST_VALUES)
            try:
                made = generate(free, plan, np.random.default_rng(seed))
            except NOTHING_SMALL:
                break
            if value in _integers(made, name, places(fmt)[name]):
                said += trials.ask(free, [made])
            if value > _FEW_VALUES and any(said):
                break  # Large ones take long.
        return said

    return judged


def _said_of(
    fmt: InputFormat, trials: Trials, name: str, place: Place, change: Callable[[Any, int], Any]
) -> list[bool]:
    """Whether accepted inputs still are with another value of a variable; `change` gets a value and a count."""
    made: list[Instance] = []
    for one in reversed(trials.accepted):
        changed = _changed(one, name, place.path, lambda old: change(old, len(made)))
        if changed is not None and holds(fmt, changed):
            made.append(changed)
        if len(made) == _BASES:
            break
    return trials.ask(fmt, made)


def _changed(instance: Instance, name: str, path: tuple[str, ...], change: Callable[[Any], Any]) -> Instance | None:
    """A copy with another value of the variable, in the first test case; None where there is none."""
    if path:
        if not instance[path[0]]:
            return None
        inner = _changed(instance[path[0]][0], name, path[1:], change)
        return None if inner is None else {**instance, path[0]: [inner, *instance[path[0]][1:]]}
    value = change(instance[name]) if name in instance else None
    return None if value is None else {**instance, name: value}


def _with_number(values: Any, value: int) -> Any:
    """The values with `value` for the one that comes nearest."""
    if not _is_list(values):
        return value
    if not len(values):
        return None
    if _is_list(values[0]):
        return _put(values, 0, _with_number(values[0], value))
    return _put(values, min(range(len(values)), key=lambda at: abs(int(values[at]) - value)), value)


def _with_letter(value: Any, letter: str, at: int) -> Any:
    """The words with `letter` somewhere, depending on `at`."""
    if not len(value):
        return None
    place = at % len(value)
    if isinstance(value, str):
        return value[:place] + letter + value[place + 1 :]
    return _put(value, place, _with_letter(value[place], letter, at))


def _put(values: Any, at: int, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(values, np.ndarray):
        made = values.copy()
        made[at] = value
        return made
    return type(values)([*values[:at], value, *values[at + 1 :]])


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray)


def _integers(instance: Instance, name: str, place: Place) -> list[int]:
    return [int(value) for value in _values(instance, name, place.path)]


def _values(instance: Instance, name: str, path: Iterable[str]) -> Iterator[Any]:
    for case in path:
        if not instance[case]:
            return
        instance = instance[case][0]
    yield from _flat(instance.get(name, ()))


def _flat(value: Any) -> Iterator[Any]:
    if _is_list(value):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def with_judged_letters(fmt: InputFormat, trials: Trials) -> InputFormat:
    """`fmt` without the letters that validators refuse wherever a word has them. Raises `Asked`."""
    for name, place in places(fmt).items():
        of = getattr(place.item, "type", None)
        if isinstance(place.rows, Tagged) or not isinstance(of, WordType) or of.form or of.pattern:
            continue
        seen = {letter for one in trials.accepted for word in _values(one, name, place.path) for letter in word}
        kept = "".join(
            letter
            for letter in of.alphabet
            if not seen or letter in seen or not _is_refused(fmt, trials, name, place, letter)
        )
        if kept != of.alphabet:

            def narrowed(item: Any, of: WordType = of, name: str = name, kept: str = kept) -> Any:
                return replace(item, type=replace(of, alphabet=kept)) if getattr(item, "name", "") == name else item

            fmt = replace(fmt, nodes=changed_nodes(fmt.nodes, narrowed))
    return fmt


def _is_refused(fmt: InputFormat, trials: Trials, name: str, place: Place, letter: str) -> bool:
    said = _said_of(fmt, trials, name, place, lambda old, at: _with_letter(old, letter, at))
    return len(said) >= _AGREEING and not any(said)
