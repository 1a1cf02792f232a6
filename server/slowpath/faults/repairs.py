"""What makes a wrong program right on an input on which it fails: integers that are wider, decimals that are longer, or
the same values in order.

That says more of the kind of a bug than how the program looks, and as much where it doesn't help: who is wrong with
128 bits too is not wrong because of an overflow. Order is what the program takes for granted where the right answer is
the same for the sorted input, and the program gives it there, on all failing inputs that were tried, while it goes on
failing where they are shuffled: a program that seldom fails is right on most inputs, sorted or not.
"""

from __future__ import annotations

import concurrent.futures
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.engine.space import rng_seed
from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.contest import WIDER, Bout, Contest
from slowpath.faults.minimised import Judging
from slowpath.inputs.layout import places, scopes
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.format import Array, Cases, InputFormat, IntType, Records
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict

LOOK_S = 0.05
SHUFFLES = 2
LEAST_BITS = 5.0
"""How unlikely it has to be by chance that all sorted inputs become right, by how many shuffled ones do."""


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
        is_wanted = bout.failing is Failing.WRONG_ANSWER and bout.answer is not None and not bout.is_by_itself
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


def helped_by_order(
    spec: BreakSpec, judge: Judging, failing: Sequence[bytes], stop: Callable[[], bool]
) -> tuple[str, int]:
    """What has to be sorted for the program to be right on these inputs, and on how many it then was; ("", 0) for
    nothing."""
    rng = np.random.default_rng(rng_seed(spec.seed, "order"))
    for name, rearranging in _orders(spec.format):
        in_order = [
            (data, made) for data in failing if (made := _rearranged(spec.format, rearranging, data)) is not None
        ]
        if not in_order or stop():
            continue
        before = {bout.data: bout for bout in judge.judge_many([data for data, _ in in_order])}
        after = {bout.data: bout for bout in judge.judge_many([made for _, made in in_order])}
        if not all(_is_the_same(before[data], after[made]) for data, made in in_order):
            continue
        shuffled = [
            made
            for data, _ in in_order
            for _ in range(SHUFFLES)
            if (made := _rearranged(spec.format, rearranging, data, rng)) is not None
        ]
        if len(in_order) * _bits_each(judge, shuffled) >= LEAST_BITS:
            return name, len(in_order)
    return "", 0


def _bits_each(judge: Judging, shuffled: Sequence[bytes]) -> float:
    """How much it says that one input became right, by how few of the shuffled ones did."""
    failed = sum(bout.failing is not None for bout in judge.judge_many(shuffled))
    return -math.log2((len(shuffled) - failed + 1) / (len(shuffled) + 1))


def _is_the_same(wrong: Bout, right: Bout) -> bool:
    """Whether sorting left the right answer as it was, and made the program give it."""
    return (
        wrong.failing is not None
        and right.failing is None
        and not right.undecided
        and wrong.expected is not None
        and right.expected is not None
        and wrong.expected.split() == right.expected.split()
    )


Rearranging = tuple[tuple[str, ...], Sequence[str]]
"""Where something lies that may come in another order, and the columns that move together."""


def _orders(fmt: InputFormat) -> Iterator[tuple[str, Rearranging]]:
    """What may be sorted: lists of integers, and rows that mean nothing together, by their columns."""
    seen: set[int] = set()
    for name, place in places(fmt).items():
        if place.is_tagged or isinstance(place.item, Cases):
            continue
        if isinstance(place.rows, Records):
            if id(place.rows) not in seen and not place.rows.structure:
                seen.add(id(place.rows))
                names = [field.name for field in place.rows.fields]
                yield f"the rows of {', '.join(names)}", (place.path, names)
        elif isinstance(place.item, Array) and isinstance(place.item.type, IntType):
            yield name, (place.path, [name])


def _rearranged(
    fmt: InputFormat, rearranging: Rearranging, data: bytes, rng: np.random.Generator | None = None
) -> bytes | None:
    """The input with something sorted, or shuffled; None where that is the same input, or it isn't valid then."""
    path, names = rearranging
    try:
        instance = parse(fmt, data)
        for _, scope in scopes(fmt, instance, path):
            _rearrange(scope, names, rng)
        made = print_input(fmt, instance)
    except (ParseError, KeyError, TypeError, ValueError):
        return None
    return made if made != data and is_valid(fmt, made) else None


def _rearrange(scope: Mapping[str, Any], names: Sequence[str], rng: np.random.Generator | None) -> None:
    """Moves the rows of some columns, in place. Raises `TypeError` where they can't be compared."""
    columns = [list(scope[name]) for name in names]
    rows = list(zip(*columns, strict=True))
    order = sorted(range(len(rows)), key=rows.__getitem__) if rng is None else rng.permutation(len(rows))
    for name, column in zip(names, columns, strict=True):
        scope[name][:] = [column[row] for row in order]
