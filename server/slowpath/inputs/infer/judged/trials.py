"""Instances that validators were asked about, apart by what they said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.oracle.trials import NOTHING_SMALL
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat

Allows = Callable[[bytes], bool]
"""Whether no validator refuses an input."""

MOST_QUESTIONS = 1_000
SMALL_BYTES = 4_096
"""What is kept to learn from: a line is held against every such input."""
LARGEST_BYTES = 8 << 20
_SIZES = (2, 4, 6, 9)
_MOST_VALUES = 2_000
_MOST_FAILED = 3
_MOST_OF_A_KIND = SMALL_BYTES // 2
"""Elements, rows, letters: an input of more of them isn't kept to learn from."""


class Asked(Exception):
    """No further question may be asked."""


class Trials:
    """Asks `allows` about instances, at most `MOST_QUESTIONS` times and not after `stop` said so. `accepted` and
    `refused` are the small ones, each once; the samples are accepted from the start. `near` are the refused ones that
    were one step from an accepted one, `steps` is how many such there were in all."""

    def __init__(self, allows: Allows, samples: Sequence[Instance], stop: Callable[[], bool]) -> None:
        self.accepted: list[Instance] = list(samples)
        self.refused: list[Instance] = []
        self.near: list[Instance] = []
        self.steps = 0
        self._allows, self._stop = allows, stop
        self._left = MOST_QUESTIONS
        self._said: dict[bytes, bool] = {}

    def ask(self, fmt: InputFormat, instances: Iterable[Instance], *, are_near: bool = False) -> list[bool]:
        """Whether each is accepted; one that is too large to be asked about is. `are_near` where each was made of an
        accepted one in one step. Raises `Asked`."""
        given = []
        for instance in instances:
            given.append((print_input(fmt, instance), instance))
            self.check()
        fresh = {data: one for data, one in given if data not in self._said and len(data) <= LARGEST_BYTES}
        self._left -= len(fresh)
        self.check(self._left < 0)
        for data, instance in fresh.items():
            is_accepted = self._said[data] = self._allows(data)
            self.check()
            if len(data) <= SMALL_BYTES:
                (self.accepted if is_accepted else self.refused).append(instance)
                self.steps += are_near
                if are_near and not is_accepted:
                    self.near.append(instance)
        return [self._said.get(data, True) for data, _ in given]

    def check(self, is_over: bool = False) -> None:
        """Raises `Asked` where it is over, or somebody says so."""
        if is_over or self._stop():
            raise Asked

    def unexplained(self, fmt: InputFormat) -> list[Instance]:
        """What is refused though it is one of the format."""
        return [one for one in self.refused if holds(fmt, one)]


def small_instances(fmt: InputFormat, count: int, rng: np.random.Generator) -> Iterator[Instance]:
    """So many small instances of the format, fewer where some can't be made; numbers are small in every other one, so
    that what is wrong with them isn't only that they are large."""
    made = failed = 0
    for turn in range(2 * count):
        small = scaled(fmt, _SIZES[turn % len(_SIZES)], numbers=bool(turn & 1))
        try:
            yield generate(small, Plan(most_values=_MOST_VALUES), rng)
        except NOTHING_SMALL:
            failed += 1
        else:
            made += 1
        if made == count or failed == _MOST_FAILED:
            return


def neighbours(
    fmt: InputFormat, parents: Sequence[Instance], count: int, rng: np.random.Generator
) -> Iterator[dict[str, Any]]:
    """So many instances of the format that differ from one of the parents in one step. Where the parent
    is small enough to be kept to learn from they are too."""
    small = scaled(fmt, _MOST_OF_A_KIND)
    sound = [(small if holds(small, one) else fmt, one) for one in parents if holds(fmt, one)]
    for turn in range(count if sound else 0):
        try:
            yield mutate(*sound[-1 - turn % len(sound)], rng)[0]
        except NOTHING_SMALL:
            continue
