"""What makes a wrong program right on an input on which it fails: integers that are wider, decimals that are longer, or
the same values in order.

That says more of the kind of a bug than how the program looks, and as much where it doesn't help: who is wrong with
128 bits too is not wrong because of an overflow. Order is what the program takes for granted where the right answer is
the same for the sorted input, and the program gives it there, on all failing inputs that were tried.
"""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.contest import WIDER, Bout, Contest
from slowpath.faults.minimised import Judging
from slowpath.inputs.layout import places, scopes
from slowpath.inputs.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.tokens import ParseError
from slowpath.inputs.validate import is_valid
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.format import Array, Cases, InputFormat, IntType, Records
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict

LOOK_S = 0.05
LEAST_SORTED = 3
"""So many failing inputs have to become right: one may by chance."""


@dataclass(frozen=True)
class Repairs:
    """`wider`, `finer`: whether the program with wider integers, or longer decimals, is right on the breaking input;
    None where there is no such version, or nobody knows. `in_order` names what was sorted where that alone made it
    right on `sorted_inputs` failing inputs, "" where it didn't."""

    wider: bool | None = None
    finer: bool | None = None
    in_order: str = ""
    sorted_inputs: int = 0


class Versions:
    """Versions of the program, which are built while something else is done: what is made begins it. They can only be
    held against an answer that others gave."""

    def __init__(self, contest: Contest, bout: Bout) -> None:
        self._contest = contest
        self._bout = bout
        is_wanted = bout.failing is Failing.WRONG_ANSWER and bout.expected is not None and not bout.is_by_itself
        self._building = contest.versions() if is_wanted else None

    def are_right(self, spec: BreakSpec, stop: Callable[[], bool]) -> Mapping[str, bool]:
        """Which of them are right on the input, and which aren't."""
        if self._bout.failing is Failing.WRONG_ANSWER and self._bout.is_by_itself:
            return {WIDER: True}
        found = {kind: self._is_right(spec, executor) for kind, executor in self._built(stop).items()}
        return {kind: is_right for kind, is_right in found.items() if is_right is not None}

    def _built(self, stop: Callable[[], bool]) -> Mapping[str, Executor]:
        while self._building is not None and not stop():
            try:
                return self._building.result(LOOK_S)
            except concurrent.futures.TimeoutError:
                continue
        return {}

    def _is_right(self, spec: BreakSpec, executor: Executor) -> bool | None:
        try:
            run = executor.run(self._bout.data, limits.program_limits(spec), keep_output=True)
            if run.verdict is not Verdict.OK or run.output is None:
                return None
            return self._contest.checker.check(self._bout.data, run.output, self._bout.expected or b"").right
        except SlowpathError:
            return None


def helped_by_order(spec: BreakSpec, judge: Judging, failing: Sequence[bytes], stop: Callable[[], bool]) \
        -> tuple[str, int]:
    """What has to be sorted for the program to be right on these inputs, and on how many it then was; ("", 0) for
    nothing."""
    for name, in_order in _orders(spec.format):
        changed = [(data, made) for data in failing if (made := _sorted(spec.format, in_order, data)) is not None]
        if len(changed) < LEAST_SORTED or stop():
            continue
        before = {bout.data: bout for bout in judge.judge_many([data for data, _ in changed])}
        after = {bout.data: bout for bout in judge.judge_many([made for _, made in changed])}
        if all(_is_the_same(before[data], after[made]) for data, made in changed if data in before and made in after):
            return name, len(changed)
    return "", 0


def _is_the_same(wrong: Bout, right: Bout) -> bool:
    """Whether sorting left the right answer as it was, and made the program give it."""
    return wrong.failing is not None and right.failing is None and not right.undecided and wrong.expected is not None \
        and right.expected is not None and wrong.expected.split() == right.expected.split()


Sorting = Callable[[Any], bool]
"""Sorts something in a scope of an instance, in place; whether that changed anything."""


def _orders(fmt: InputFormat) -> Iterator[tuple[str, tuple[tuple[str, ...], Sorting]]]:
    """What may be sorted: lists of integers, and rows that mean nothing together, by their columns."""
    seen: set[int] = set()
    for name, place in places(fmt).items():
        if place.is_tagged or isinstance(place.item, Cases):
            continue
        if isinstance(place.rows, Records):
            if id(place.rows) not in seen and not place.rows.structure:
                seen.add(id(place.rows))
                names = [field.name for field in place.rows.fields]
                yield f"the rows of {', '.join(names)}", (place.path, _rows_sorted(names))
        elif isinstance(place.item, Array) and isinstance(place.item.type, IntType):
            yield name, (place.path, _list_sorted(name))


def _list_sorted(name: str) -> Sorting:
    def in_order(scope: Any) -> bool:
        values, before = scope[name], list(scope[name])
        values[:] = sorted(before)
        return list(values) != before
    return in_order


def _rows_sorted(names: Sequence[str]) -> Sorting:
    def in_order(scope: Any) -> bool:
        columns = [list(scope[name]) for name in names]
        rows = list(zip(*columns, strict=True))
        if any(not isinstance(value, int | np.integer | str) for row in rows for value in row):
            return False
        order = sorted(range(len(rows)), key=lambda row: rows[row])
        for name, column in zip(names, columns, strict=True):
            scope[name][:] = [column[row] for row in order]
        return order != sorted(order)
    return in_order


def _sorted(fmt: InputFormat, what: tuple[tuple[str, ...], Sorting], data: bytes) -> bytes | None:
    """The input with something sorted, None where it was already, or isn't valid then."""
    path, in_order = what
    try:
        instance = parse(fmt, data)
        changed = [in_order(scope) for _, scope in scopes(fmt, instance, path)]
    except (ParseError, KeyError, TypeError, ValueError):
        return None
    made = print_input(fmt, instance) if any(changed) else data
    return made if made != data and is_valid(fmt, made) else None
