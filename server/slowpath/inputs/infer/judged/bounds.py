"""Bounds of integers, and alphabets of words, as validators have them: found by halving, on inputs that they accept."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.judged.trials import Trials
from slowpath.inputs.infer.oracle.trials import NOTHING_SMALL, block_counts, case_counts
from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance, print_input
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
_MADE_SMALL = 8
_NEAR_BEYOND = (2, 3, 4, 5)
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
            changed: _Judged = _any_value
        else:
            judged, tried = _of_value(fmt, trials, name, place), hi
            changed = _of_value(fmt, trials, name, place, is_other=True)
        top = _end(judged, changed, max(known), tried)
        top = hi if top == tried else top
        bottom = _end(judged, changed, min(known), lo)
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


def _end(judged: _Judged, changed: _Judged, inside: int, end: int) -> int:
    """The last number from `inside` on that is accepted; `end` where nothing speaks against it, or inputs disagree.
    Where nothing new is accepted, values that are `changed` to what is known have to be: else any change is refused."""
    said = judged(end)
    if any(said) or not said:
        return end
    found, is_sure = _halved(judged, inside, end)
    is_sure = is_sure and (found != inside or any(changed(inside)))
    return found if is_sure and not any(any(judged(value)) for value in _beyond(found, end)) else end


def _any_value(_: int) -> list[bool]:
    return [True]


def _beyond(found: int, end: int) -> Iterator[int]:
    """Numbers that are accepted as well where the one behind `found` isn't refused for being beyond a bound, but for
    being odd, no prime, no power of two or no multiple of some number."""
    decade = 1
    while found and found % (10 * decade) == 0:
        decade *= 10
    for step in dict.fromkeys((abs(found), decade, *_NEAR_BEYOND)):
        value = found + (step if end > found else -step)
        if step > 1 and min(found, end) < value < max(found, end):
            yield value


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


def _of_value(fmt: InputFormat, trials: Trials, name: str, place: Place, *, is_other: bool = False) -> _Judged:
    """How inputs are judged in which one value, or all that are equal, is another; only those that are of the format
    otherwise. With `is_other` it wasn't that value before."""
    free = replace(fmt, nodes=with_types(fmt.nodes, {name}, lo=expr(-_LARGEST_NUMBER), hi=expr(_LARGEST_NUMBER)))

    def judged(value: int) -> list[bool]:
        def change(one: Instance, at: int) -> Instance | None:
            near = [old for old in _integers(one, name, place) if old != value or not is_other]
            if not near:
                return None
            old = min(near, key=lambda number: abs(number - value))
            return _changed(one, name, place.path, lambda values: _with_number(values, old, value, is_all=at % 2 == 1))

        return _said_of(free, trials, change)

    return judged


def _of_size(fmt: InputFormat, trials: Trials, name: str, most: int) -> _Judged:
    """How inputs are judged that are made with a size of at most `most`; the others are least, as large, and small:
    else what bounds several together, or compares them, looks like a bound of one. That a size is too large shows
    where all of one size are accepted, and none of the next one: where only few are accepted anyway, fewer and fewer
    of larger ones are."""
    free = replace(fmt, nodes=with_types(fmt.nodes, {name}, hi=expr(_LARGEST_NUMBER)))
    sizes = size_variables(fmt)

    def judged(value: int) -> list[bool]:
        said: list[bool] = []
        others = (0, value, _SMALL) if len(sizes) > 1 else (0, 0)
        made = _MADE_SMALL if value <= _FEW_VALUES else len(others)
        for seed in range(made) if value <= most + 1 else ():
            wanted = {**dict.fromkeys(sizes, others[seed % len(others)]), name: value}
            plan = Plan(wanted, scalars={name: value}, cases="one", most_values=_MOST_VALUES)
            try:
                one = generate(free, plan, np.random.default_rng(seed))
            except NOTHING_SMALL:
                continue
            if value in _integers(one, name, places(fmt)[name]):
                said += trials.ask(free, [one])
            if value > _FEW_VALUES and any(said):
                break  # Large ones take long.
        return said

    return judged


def _said_of(fmt: InputFormat, trials: Trials, change: Callable[[Instance, int], Instance | None]) -> list[bool]:
    """Whether accepted inputs still are when they are changed, new ones and old ones, which differ in more; `change`
    gets one and a count."""
    made: list[Instance] = []
    known = [one for pair in zip(reversed(trials.accepted), trials.accepted, strict=True) for one in pair]
    for one in known[: len(trials.accepted)]:
        changed = change(one, len(made))
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


def _with_number(values: Any, old: int, value: int, *, is_all: bool) -> Any:
    """The values with `value` for the first that is `old`, or for all that are."""
    if not _is_list(values):
        return value if int(values) == old else values
    for at, each in enumerate(values):
        if old in _flat(each):
            values = _put(values, at, _with_number(each, old, value, is_all=is_all))
            if not is_all:
                break
    return values


def _with_letter(value: Any, letter: str, at: int) -> Any:
    """The words with `letter` somewhere, depending on `at`."""
    if not len(value):
        return None
    place = at % len(value)
    if isinstance(value, str):
        return value[:place] + letter + value[place + 1 :]
    return _put(value, place, _with_letter(value[place], letter, at))


def _renamed(value: Any, old: str, letter: str) -> Any:
    """The words with `letter` wherever `old` stands."""
    if isinstance(value, str):
        return value.replace(old, letter)
    return type(value)([_renamed(each, old, letter) for each in value])


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
    words = {
        name: place
        for name, place in places(fmt).items()
        if not isinstance(place.rows, Tagged) and isinstance(getattr(place.item, "type", None), WordType)
    }
    for name, place in words.items():
        of: Any = getattr(place.item, "type", None)
        if of.form or of.pattern:
            continue
        seen = {letter for one in trials.accepted for word in _values(one, name, place.path) for letter in word}
        if not seen or seen >= set(of.alphabet) or not _takes_others(fmt, trials, name, place, seen):
            continue
        kept = "".join(
            letter for letter in of.alphabet if letter in seen or not _is_refused(fmt, trials, name, words, letter)
        )
        if kept != of.alphabet:

            def narrowed(item: Any, of: WordType = of, name: str = name, kept: str = kept) -> Any:
                return replace(item, type=replace(of, alphabet=kept)) if getattr(item, "name", "") == name else item

            fmt = replace(fmt, nodes=changed_nodes(fmt.nodes, narrowed))
    return fmt


def _takes_others(fmt: InputFormat, trials: Trials, name: str, place: Place, seen: set[str]) -> bool:
    """Whether words are accepted in which one letter is another that is known: else those that aren't known are refused
    for being other letters."""
    letters = sorted(seen)

    def change(one: Instance, at: int) -> Instance | None:
        changed = _changed(one, name, place.path, lambda old: _with_letter(old, letters[at % len(letters)], at))
        return changed if changed is not None and print_input(fmt, changed) != print_input(fmt, one) else None

    return sum(_said_of(fmt, trials, change)) >= _AGREEING


def _is_refused(fmt: InputFormat, trials: Trials, name: str, words: Mapping[str, Place], letter: str) -> bool:
    """Whether nothing is accepted with a letter, neither somewhere nor wherever another one stands."""
    path = words[name].path

    def change(one: Instance, at: int) -> Instance | None:
        if at % 2 == 0:
            return _changed(one, name, path, lambda old: _with_letter(old, letter, at))
        known = sorted({known for word in _values(one, name, path) for known in word})
        changed: Instance | None = one if known else None
        for each in words:
            if changed is not None and words[each].path == path:
                old = known[at // 2 % len(known)]
                changed = _changed(changed, each, path, partial(_renamed, old=old, letter=letter))
        return changed

    said = _said_of(fmt, trials, change)
    return len(said) >= _AGREEING and not any(said)
