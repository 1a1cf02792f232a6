"""A part of the input on which the right answer hangs, and what the program prints doesn't.

Inputs on which it fails are changed in one variable, which gets the values that it has in another input of the same
sizes. Who prints the same each time, where the right answers differ, doesn't heed the variable: something that the
statement says of it was overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from slowpath.engine.space import rng_seed
from slowpath.faults.drawing import CannotGenerate, drawn, palette_of
from slowpath.faults.minimised import Judging
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.size_model import size_model
from slowpath.inputs.validating.validate import holds
from slowpath.model.breaking import BreakSpec
from slowpath.model.format import Cases, InputFormat
from slowpath.model.verdict import Verdict

MOST_NAMES, MOST_INPUTS, WAYS = 8, 8, 3
LONGEST_BYTES = 400
FEWEST_CHANGED, FEWEST_INPUTS = 4, 2
"""So many right answers have to change, on so many inputs, before anything is said."""
_TRIES = 4
Answers = Mapping[bytes, tuple[list[bytes], list[bytes]]]
"""What is printed and what is right, by input, as tokens."""


def ignored(spec: BreakSpec, judge: Judging, failing: Sequence[bytes], stop: Callable[[], bool]) -> tuple[str, int]:
    """The variable that the program doesn't heed, with how many right answers changed with it; ("", 0) for none."""
    bases = [data for data in failing if len(data) <= LONGEST_BYTES][:MOST_INPUTS]
    before = _answers(judge, bases) if len(bases) >= FEWEST_INPUTS and not stop() else {}
    if len({tuple(printed) for printed, _ in before.values()}) < FEWEST_INPUTS:
        return "", 0
    rng = np.random.default_rng(rng_seed(spec.seed, "ignored"))
    for name in islice(_names(spec.format), MOST_NAMES):
        if stop():
            break
        made = [(data, each) for data in before for each in _otherwise(spec.format, data, name, rng)]
        after = _answers(judge, [each for _, each in made])
        told = [(data, before[data], after[each]) for data, each in made if each in after]
        if any(first[0] != second[0] for _, first, second in told):
            continue
        changed = [data for data, first, second in told if first[1] != second[1]]
        if len(changed) >= FEWEST_CHANGED and len(set(changed)) >= FEWEST_INPUTS:
            return name, len(changed)
    return "", 0


def _answers(judge: Judging, datas: Sequence[bytes]) -> Answers:
    return {
        bout.data: (bout.execution.output.split(), bout.expected.split())
        for bout in judge.judge_many(datas)
        if bout.execution.verdict is Verdict.OK and bout.execution.output is not None and bout.expected is not None
    }


def _names(fmt: InputFormat) -> Iterator[str]:
    """The variables that say how large nothing is."""
    sizes = size_model(fmt).variables
    for name, place in places(fmt).items():
        is_size = name in sizes and sizes[name].is_size and not place.is_column
        if not is_size and not place.is_tagged and not isinstance(place.item, Cases):
            yield name


def _otherwise(fmt: InputFormat, data: bytes, name: str, rng: np.random.Generator) -> Iterator[bytes]:
    """The input with other values of a variable, a few times, always valid."""
    try:
        instance = parse(fmt, data)
    except ParseError:
        return
    left = WAYS
    for _ in range(_TRIES * WAYS):
        try:
            donor = drawn(fmt, dict(sizes_of(fmt, instance)), palette_of(data), rng, has_greatest=False)
        except CannotGenerate:
            continue
        made = _grafted(instance, donor, (*places(fmt)[name].path, name))
        printed = print_input(fmt, made) if made is not None and holds(fmt, made) else data
        if printed != data:
            yield printed
            left -= 1
        if not left:
            return


def _grafted(instance: Instance, donor: Instance, path: tuple[str, ...]) -> Instance | None:
    """An instance with a variable's values of another; None where that one has fewer of them."""
    first, *rest = path
    if not rest:
        return {**instance, first: donor[first]} if _are_as_long(donor[first], instance[first]) else None
    if len(donor[first]) < len(instance[first]):
        return None
    cases = [_grafted(case, other, tuple(rest)) for case, other in zip(instance[first], donor[first], strict=False)]
    return None if None in cases else {**instance, first: cases}


def _are_as_long(one: Any, other: Any) -> bool:
    """Whether two values are lists of the same length, whose rows are as well, or none are."""
    if not all(isinstance(each, list | tuple | np.ndarray) for each in (one, other)):
        return not any(isinstance(each, list | tuple | np.ndarray) for each in (one, other))
    return len(one) == len(other) and all(map(_are_as_long, one, other))
