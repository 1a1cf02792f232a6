"""What the samples say about each variable of a format: whether they fit it, and which values they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import Instance, parse
from slowpath.inputs.parsing.tokens import ParseError, Tokens
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Cases, InputFormat, Node, Tagged, Variant
from slowpath.model.nodes import items_of, names_of
from slowpath.model.problem import Sample

LARGEST_SAMPLE_BYTES = 1 << 20
MOST_SAMPLES = 24
_MOST_FLAWS = 3


@dataclass(frozen=True)
class SampleFlaw:
    """What is wrong with a sample. `place` is "line 2, token 3" in its text, where a rule is broken followed by the
    variable's place ("line 2, token 3, a[3]"), or that alone where no single token breaks it. `variable` is the
    innermost one, "" where none is named."""

    sample: str
    place: str
    message: str
    variable: str

    def __str__(self) -> str:
        return f"sample {self.sample}, {self.place}: {self.message}"


def checked_samples(fmt: InputFormat, samples: Sequence[Sample]) -> tuple[list[Instance], list[SampleFlaw]]:
    """The instances of the samples that parse, and what is wrong with those that don't, or break a rule."""
    instances: list[Instance] = []
    flaws: list[SampleFlaw] = []
    names = sorted(places(fmt), key=len, reverse=True)
    for sample in [sample for sample in samples if len(sample.data) <= LARGEST_SAMPLE_BYTES][:MOST_SAMPLES]:
        try:
            instance = parse(fmt, sample.data)
        except ParseError as error:
            flaws.append(
                SampleFlaw(
                    sample.name, f"line {error.line}, token {error.token}", error.reason, _named_in(error.reason, names)
                )
            )
            continue
        instances.append(instance)
        for flaw in violations(fmt, instance, _MOST_FLAWS):
            token = token_place(fmt, instance, flaw.where, sample.data)
            place = f"{token}, {flaw.where}" if token else flaw.where
            flaws.append(SampleFlaw(sample.name, place, flaw.message, _named_in(flaw.where, names)))
    return instances, flaws


def broken_lines(fmt: InputFormat, samples: Sequence[Sample]) -> Iterator[SampleFlaw]:
    """Where samples that fit break their lines otherwise than the format writes them, the first place of each. A
    program that reads token by token takes both; a validator may not. Blank lines don't count."""
    for sample in samples[:MOST_SAMPLES]:
        if len(sample.data) > LARGEST_SAMPLE_BYTES:
            continue
        try:
            printed = print_input(fmt, parse(fmt, sample.data))
        except (ParseError, KeyError, ValueError, TypeError, IndexError):
            continue
        if printed.split() != sample.data.split():
            continue
        theirs = [(number, line.split()) for number, line in enumerate(sample.data.splitlines(), 1) if line.split()]
        ours = [line.split() for line in printed.splitlines() if line.split()]
        number, has, writes = next(
            ((number, line, mine) for (number, line), mine in zip(theirs, ours, strict=False) if line != mine),
            (0, [], []),
        )
        if number:
            told = f"the sample has {len(has)} token{'s' * (len(has) != 1)} on this line, and the format writes "
            told += f"{len(writes)} (what stands on one line is declared in one line, with ; between)"
            yield SampleFlaw(sample.name, f"line {number}", told, "")


def token_place(fmt: InputFormat, instance: Instance, where: str, data: bytes) -> str:
    """Which token of `data` the value at `where` ("tests[2].a[7]") was: "line 4, token 7", "" where it isn't one.

    Found by printing the instance with another value there: the first token that differs is the one.
    """
    changed = _with_other_value(instance, where.split("."))
    if changed is None:
        return ""
    try:
        printed, other = print_input(fmt, instance).split(), print_input(fmt, changed).split()
    except (KeyError, ValueError, TypeError, IndexError):
        return ""
    if printed != data.split():
        return ""
    index = next((at for at, pair in enumerate(zip(printed, other, strict=False)) if pair[0] != pair[1]), None)
    if index is None:
        return ""
    error = Tokens(data).error("", index)
    return f"line {error.line}, token {error.token}"


def _with_other_value(instance: Instance, path: Sequence[str]) -> Instance | None:
    """A copy with another value at the place, None where that is no single number or word."""
    name, *indexes = path[0].replace("]", "").split("[")
    if name not in instance or not all(index.isdecimal() for index in indexes):
        return None
    made = _replaced(instance[name], [int(index) - 1 for index in indexes], path[1:])
    return None if made is None else {**instance, name: made}


def _replaced(value: Any, indexes: Sequence[int], path: Sequence[str]) -> Any:
    if not indexes:
        if path:
            return _with_other_value(value, path) if isinstance(value, dict) else None
        if isinstance(value, str):
            return "x" if value != "x" else "y"
        return value + 1 if isinstance(value, int | float | np.integer) else None
    if not isinstance(value, list | np.ndarray) or not 0 <= indexes[0] < len(value):
        return None
    inner = _replaced(value[indexes[0]], indexes[1:], path)
    if inner is None:
        return None
    copied = value.copy()
    copied[indexes[0]] = inner
    return copied


def _named_in(text: str, names: Sequence[str]) -> str:
    """The last variable that a message names: places lead from the outside in."""
    words = "".join(character if character.isalnum() or character == "_" else " " for character in text).split()
    return next((word for word in reversed(words) if word in names), "")


def seen_values(fmt: InputFormat, instances: Sequence[Instance]) -> dict[str, str]:
    """Variable -> its least and greatest value in the samples in words; of words and lines their lengths."""
    ranges: dict[str, list[float]] = {}
    worded: set[str] = set()
    for instance in instances:
        for name, value in _values(fmt.nodes, instance):
            for part in _numbers(value):
                number = len(part) if isinstance(part, str) else part
                if isinstance(part, str):
                    worded.add(name)
                low, high = ranges.setdefault(name, [number, number])
                ranges[name] = [min(low, number), max(high, number)]
    return {name: _in_words(low, high, "length " if name in worded else "") for name, (low, high) in ranges.items()}


def _in_words(low: float, high: float, what: str) -> str:
    return f"{what}{low}" if low == high else f"{what}{low}..{high}"


def _values(nodes: Sequence[Node], instance: Instance) -> Iterator[tuple[str, Any]]:
    """Every variable's values, case by case."""
    for item in items_of(nodes):
        match item:
            case Cases():
                for case in instance[item.name]:
                    yield from _values(item.body, case)
            case Tagged():
                yield from _tagged_values(item, instance[item.name])
            case _:
                yield from ((name, instance[name]) for name in names_of(item))


def _tagged_values(item: Tagged, rows: Sequence[tuple]) -> Iterator[tuple[str, Any]]:
    variants: dict[str, Variant] = {variant.tag: variant for variant in item.variants}
    for tag, *values in rows:
        fields = (*item.lead, *variants[tag].fields)
        yield from ((inner.name, value) for inner, value in zip(fields, values, strict=False))


def _numbers(value: Any) -> Iterator[float | str]:
    """The numbers and words in a value, of an array of integers only the extremes."""
    if isinstance(value, np.ndarray):
        if value.size:
            yield int(value.min())
            yield int(value.max())
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)
    else:
        yield value
