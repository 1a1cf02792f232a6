"""Where a program fails: what the inputs have in common on which it does, and those haven't on which it doesn't; what
the right answer is may be such a thing as well.

Some hundreds of small inputs are drawn, tiny ones and larger ones, with small values and with any, one test case and
several, some like the breaking one. A trait that all failing inputs have and few others is what the bug is about. That
it is necessary is believed only as far as it is rare: the less likely it is by chance, the more it says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from slowpath.engine.space import rng_seed
from slowpath.faults.contest import Bout
from slowpath.faults.drawing import case_counts, drawn, palette_of, size_names
from slowpath.faults.minimised import Judging
from slowpath.faults.traits import Trait, traits_of
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.filling.redrawn import sizes_of
from slowpath.inputs.layout import normalised
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.model.breaking import BreakSpec, Failing

BATCH = 40
TINY, SMALL, SEVERAL = 3, 8, 4
SHORT_BYTES = 400
_TRIES = 3
MOST_BITS = 5.0
KEPT_FAILING = 24
FEWEST_ANSWERS = 4
"""Where there are fewer right answers, or fewer inputs fail, that one of them is right on all of these says nothing."""
EXPLAINS = 1.0
"""Bits from which a trait that all failing inputs have explains why they fail."""


@dataclass(frozen=True)
class Kind:
    """One kind of drawn input, with how much of a survey's runs it takes."""

    name: str
    share: float


KINDS = (Kind("tiny", 0.2), Kind("small", 0.25), Kind("any values", 0.2), Kind("like it", 0.2), Kind("cases", 0.15))


@dataclass(frozen=True)
class Seen:
    """One drawn input: its kind, its traits, and whether the program fails on it; `is_as_long` says that it gives a
    wrong answer with as many tokens as the right one has."""

    kind: str
    traits: frozenset[Trait]
    failed: bool
    is_as_long: bool = False


@dataclass(frozen=True)
class Survey:
    """What a survey showed. `breaking` are the traits of the breaking input itself, `failing` some inputs of all that
    were drawn on which the program fails, `answers` what it printed on failing ones with what is right, where both are
    single numbers."""

    seen: tuple[Seen, ...] = ()
    breaking: frozenset[Trait] = frozenset()
    failing: tuple[bytes, ...] = field(default=(), repr=False)
    answers: tuple[tuple[float, float], ...] = field(default=(), repr=False)

    @property
    def failed(self) -> int:
        """On how many of the drawn inputs the program fails."""
        return sum(seen.failed for seen in self.seen)

    def failed_of(self, kind: str) -> tuple[int, int]:
        """On how many inputs of a kind it fails, and how many there are."""
        kinds = [seen for seen in self.seen if seen.kind == kind]
        return sum(seen.failed for seen in kinds), len(kinds)

    def necessary(self) -> Iterator[tuple[Trait, float]]:
        """Traits that every failing input has, with how many bits that says: the surer, the rarer the trait is among
        the others, and never more than the number of failing inputs can tell."""
        for trait in sorted(self.breaking):
            if trait.kind == "answer" and self.failed < FEWEST_ANSWERS:
                continue  # There are many answers: few inputs agree in one by chance.
            if any(seen.failed and trait not in seen.traits for seen in self.seen):
                continue
            others = [seen for seen in self.seen if not seen.failed]
            having = sum(trait in seen.traits for seen in others)
            bits = math.log2((len(others) + 1) / (having + 1))
            yield trait, min(bits * _sureness(self.failed), MOST_BITS)


def _sureness(failed: int) -> float:
    """How far a rule that so many failing inputs follow is believed; the breaking one is always there."""
    return 1 - 0.5 ** (1 + failed)


def surveyed(
    spec: BreakSpec, judge: Judging, data: bytes, most: int, stop: Callable[[], bool], expected: bytes | None = None
) -> Survey:
    """A survey of at most `most` inputs around the breaking one, to which `expected` is the right answer. The same
    arguments give the same survey."""
    try:
        breaking = parse(spec.format, data)
    except ParseError:
        return Survey()
    if stop():
        return Survey(breaking=traits_of(spec.format, breaking))
    made: dict[bytes, tuple[str, Instance]] = {}
    for kind, instance in _inputs(spec, breaking, data, most):
        made.setdefault(print_input(spec.format, instance), (kind, instance))
    for known in (data, *(sample.data for sample in spec.samples)):
        made.pop(known, None)
    datas, seen = list(made), []
    failing: list[bytes] = []
    answers: list[tuple[float, float]] = []
    right: list[float | None] = []
    for begin in range(0, len(datas), BATCH):
        if stop():
            break
        for bout in judge.judge_many(datas[begin : begin + BATCH]):
            kind, instance = made[bout.data]
            if bout.failing is not None and len(failing) < KEPT_FAILING:
                failing.append(bout.data)
            right.append(number_of(bout.expected))
            if bout.failing is Failing.WRONG_ANSWER and right[-1] is not None:
                printed = number_of(bout.execution.output)
                answers += [(printed, right[-1])] if printed is not None else []
            seen.append(Seen(kind, traits_of(spec.format, instance), bout.failing is not None, _is_as_long(bout)))
    traits = traits_of(spec.format, breaking)
    if len({value for value in right if value is not None}) >= FEWEST_ANSWERS:
        seen = [replace(each, traits=each.traits | _of_answer(value)) for each, value in zip(seen, right, strict=True)]
        traits |= _of_answer(number_of(expected))
    return Survey(tuple(seen), traits, tuple(failing), tuple(answers))


def number_of(output: bytes | None) -> float | None:
    """The one number that an output is, None where it is anything else."""
    tokens = (output or b"").split()
    try:
        value = float(tokens[0]) if len(tokens) == 1 else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _of_answer(value: float | None) -> frozenset[Trait]:
    return frozenset() if value is None else frozenset({Trait("answer", f"{value:g}")})


def _is_as_long(bout: Bout) -> bool:
    output, expected = bout.execution.output, bout.expected
    return (
        bout.failing is Failing.WRONG_ANSWER
        and output is not None
        and expected is not None
        and len(output.split()) == len(expected.split())
    )


def _inputs(spec: BreakSpec, breaking: Instance, data: bytes, most: int) -> Iterator[tuple[str, Instance]]:
    fmt = normalised(spec.format)
    counts, like = case_counts(fmt), dict(sizes_of(fmt, breaking))
    for kind in KINDS:
        if (kind.name == "cases" and not counts) or (kind.name == "like it" and len(data) > SHORT_BYTES):
            continue
        rng = np.random.default_rng(rng_seed(spec.seed, "survey", kind.name))
        left = round(kind.share * most)
        for _ in range(_TRIES * left):
            if not left:
                break
            sizes = _sizes(kind.name, size_names(fmt), counts, like, rng)
            try:
                if kind.name == "any values":
                    yield kind.name, generate(fmt, Plan(sizes=sizes), rng)
                else:
                    palette = palette_of(data) if kind.name == "like it" else ()
                    yield kind.name, drawn(fmt, sizes, palette, rng, has_greatest=kind.name == "like it")
                left -= 1
            except CannotGenerate:
                continue


def _sizes(
    kind: str, names: Mapping[str, int], counts: tuple[str, ...], like: Mapping[str, int], rng: np.random.Generator
) -> dict[str, int]:
    most = {"tiny": TINY, "cases": SEVERAL}.get(kind, SMALL)
    sizes = {name: least + int(rng.integers(most)) for name, least in names.items()}
    if kind == "like it":
        sizes.update((name, value) for name, value in like.items() if rng.random() < 0.7)
    elif kind == "cases":
        sizes.update((name, 2 + int(rng.integers(SEVERAL - 1))) for name in counts)
    else:
        sizes.update((name, 1) for name in counts)
    return sizes
