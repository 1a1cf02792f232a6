"""What a faster version of a program is held against before any search: inputs with what the original prints on them.

Samples, the inputs on which the program is slow, all tiny inputs of the format and those at its boundaries, and what
broke an earlier version. The original is right by definition, but first it must agree with the samples' answers and
with the references, where any are given: a version of a wrong program is worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakSpec, Reference
from slowpath.model.campaign import Warned
from slowpath.model.execution import Confirmation, RunLimits, RunRequest
from slowpath.model.format import InputFormat
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.verdict import Verdict
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S, open_executor
from slowpath.settings import Settings

LIMITS = RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
QUICK = RunLimits(2.0, WALL_CAP_S, MEMORY_CAP_BYTES)
"""What an input of the format may take at first: where the original takes longer, it is asked once more on its clean
build, of which it is given more time."""
MOST_TINY = 240
MOST_BOUNDARIES = 3
DEAR = 0.5
MOST_LONG = 4
"""Inputs on which the original may take long to answer, beside the slow ones."""
TOGETHER = 32
Answer = tuple[str, bytes, bytes]
"""The name of an input, its bytes, and what the original prints on it."""


@dataclass(frozen=True)
class Evidence:
    """`answers` are compared on the clean builds, `quick` (many small inputs) on the search builds. `slow` are the
    (name, bytes) by which speed is measured. `dear` are the inputs on which the original took so long that a version
    must be given more than the usual limit. `left_out` counts the inputs on which the original didn't answer in the
    time that could be given it, so that no version is compared there; `unanswered` are those of them that are slow.
    `first` holds the original's run on each slow input on which it was run."""

    answers: tuple[Answer, ...]
    slow: tuple[tuple[str, bytes], ...]
    quick: tuple[Answer, ...] = ()
    left_out: int = 0
    dear: frozenset[bytes] = frozenset()
    unanswered: tuple[tuple[str, bytes], ...] = ()
    first: Mapping[bytes, Confirmation] = field(default_factory=dict)

    @property
    def inputs(self) -> frozenset[bytes]:
        """All inputs with an answer."""
        return frozenset(data for _, data, _ in (*self.answers, *self.quick))


def gathered(
    original: Executor,
    spec: BreakSpec,
    slow: Sequence[tuple[str, bytes]],
    checker: AnswerChecker,
    settings: Settings,
    *,
    limits: RunLimits = LIMITS,
    is_over: Callable[[], bool] = lambda: False,
) -> Evidence | Warned:
    """The evidence for versions of the spec's program, or why there can be none.

    `checker` is the problem's own, for the samples' answers and the references'. `limits` are those of the original on
    slow inputs; once it `is_over` no further inputs are run but the samples, the slowest one and the tiniest.
    """
    answers: list[Answer] = []
    for sample in spec.samples:
        ran = original.confirm(sample.data, LIMITS, runs=1, keep_output=True)
        wrong = sample.answer is not None and (
            ran.output is None or checker.check(sample.data, ran.output, sample.answer).right is False
        )
        if ran.verdict is not Verdict.OK or wrong:
            return Warned(
                "sample-failed",
                f"The program fails sample {sample.name}, so there is nothing that a faster one could be held against.",
                "Correct it first.",
            )
        answers.append((f"sample {sample.name}", sample.data, ran.output or b""))
    long = _Long(original, limits, is_over)
    answers += long.answered(slow[:1], is_first=True)
    quick = tuple(_answered(original, [*_tiny(spec.format, spec.seed), *_boundaries(spec.format, spec.seed)], long))
    answers += long.answered(slow[1:])
    answers += long.answered(long.waiting[:MOST_LONG])
    long.left_out += long.waiting[MOST_LONG:]
    evidence = Evidence(
        tuple(answers),
        tuple(slow),
        quick,
        len(long.left_out),
        frozenset(long.dear),
        tuple(each for each in slow if each in long.left_out),
        {data: long.first[data] for _, data in slow if data in long.first},
    )
    for reference in spec.others:
        against = _contradiction(reference, evidence, spec, checker, settings)
        if against is not None:
            return against
    return evidence


def extended(
    evidence: Evidence,
    original: Executor,
    others: Sequence[tuple[str, bytes]],
    *,
    limits: RunLimits = LIMITS,
    is_over: Callable[[], bool] = lambda: False,
) -> Evidence:
    """The evidence with further inputs, those on which the original answers. No reference is asked about them."""
    known = {*evidence.inputs, *(data for _, data in evidence.unanswered)}
    fresh = {data: name for name, data in reversed(others) if data not in known}
    long = _Long(original, limits, is_over)
    answers = tuple(long.answered([(name, data) for data, name in reversed(fresh.items())]))
    return replace(
        evidence,
        answers=(*evidence.answers, *answers),
        dear=evidence.dear | long.dear,
        left_out=evidence.left_out + len(long.left_out),
    )


class _Long:
    """The inputs on which the original may take long. `waiting` are those on which its search build was cut, `dear`
    those on which its answer took long; `left_out` are those on which it was given up. `first` are its runs."""

    def __init__(self, original: Executor, limits: RunLimits, is_over: Callable[[], bool]) -> None:
        self._original, self._limits, self.is_over = original, limits, is_over
        self.waiting: list[tuple[str, bytes]] = []
        self.dear: set[bytes] = set()
        self.left_out: list[tuple[str, bytes]] = []
        self.first: dict[bytes, Confirmation] = {}

    def answered(self, inputs: Sequence[tuple[str, bytes]], *, is_first: bool = False) -> Iterator[Answer]:
        """The inputs with what the original's clean build prints, those on which it ends; one on which it fails says
        nothing. The first one is tried in any case."""
        for name, data in inputs:
            if self.is_over() and not is_first:
                self.left_out.append((name, data))
                continue
            ran = self._original.confirm(data, self._limits, runs=1, keep_output=True)
            self.first[data] = replace(ran, output=None)
            if ran.verdict is Verdict.OK and ran.output is not None:
                if ran.cpu_s > DEAR * LIMITS.cpu_s:
                    self.dear.add(data)
                yield name, data, ran.output
            elif ran.cut or ran.verdict.is_out_of_time:
                self.left_out.append((name, data))


def with_answer(evidence: Evidence, original: Executor, name: str, data: bytes) -> Evidence:
    """The evidence with one input more, where the original answers on it."""
    if data in evidence.inputs or any(data == unanswered for _, unanswered in evidence.unanswered):
        return evidence
    ran = original.confirm(data, LIMITS, runs=1, keep_output=True)
    if ran.verdict is not Verdict.OK or ran.output is None:
        return evidence
    return replace(evidence, answers=(*evidence.answers, (name, data, ran.output)))


def _tiny(fmt: InputFormat, seed: int) -> Iterator[tuple[str, bytes]]:
    from slowpath.inputs.printing import print_input
    from slowpath.inputs.tiny.exhaustive import small_instances

    for number, instance in enumerate(small_instances(fmt, MOST_TINY, seed), start=1):
        yield f"tiny input {number}", print_input(fmt, instance)


def _boundaries(fmt: InputFormat, seed: int) -> Iterator[tuple[str, bytes]]:
    """A random input at each of the first boundaries."""
    import numpy as np

    from slowpath.inputs.filling.generate import CannotGenerate, generate
    from slowpath.inputs.filling.plan import Plan
    from slowpath.inputs.printing import print_input
    from slowpath.inputs.sizes.saturate import boundaries

    for place, boundary in enumerate(boundaries(fmt)[:MOST_BOUNDARIES]):
        plan = Plan(sizes=dict(boundary.sizes), cases=boundary.cases)
        try:
            instance = generate(fmt, plan, np.random.default_rng([seed, place]))
        except CannotGenerate:
            continue
        yield f"an input at the boundary {boundary.label}", print_input(fmt, instance)


def _answered(original: Executor, inputs: Sequence[tuple[str, bytes]], long: _Long) -> Iterator[Answer]:
    """The inputs with what the original prints; without those on which it fails. Those on which it is cut wait for a
    longer run."""
    for begin in range(0, len(inputs), TOGETHER):
        batch = inputs[begin : begin + TOGETHER]
        if begin and long.is_over():
            long.left_out += batch
            continue
        runs = original.run_many([RunRequest(data, QUICK, True) for _, data in batch], quick=True)
        for (name, data), ran in zip(batch, runs, strict=True):
            if ran.verdict is Verdict.OK and ran.output is not None:
                yield name, data, ran.output
            elif ran.cut or ran.verdict.is_out_of_time:
                long.waiting.append((name, data))


def _contradiction(
    reference: Reference, evidence: Evidence, spec: BreakSpec, checker: AnswerChecker, settings: Settings
) -> Warned | None:
    """What a reference says against the original. One that fails says nothing; nor does any where the statement allows
    several answers and nobody can judge them."""
    if spec.any_answer and spec.answer_checker is None:
        return None
    known = (*evidence.answers, *evidence.quick)
    try:
        with open_executor(reference.solution, settings) as executor:
            runs = executor.run_many([RunRequest(data, QUICK, True) for _, data, _ in known], quick=True)
            wrong = [
                name
                for (name, data, answer), ran in zip(known, runs, strict=True)
                if ran.verdict is Verdict.OK
                and ran.output is not None
                and checker.check(data, answer, ran.output).right is False
            ]
    except SlowpathError as error:
        return Warned("reference-failed", f"The reference {reference.name} can't be run: {error.message}", error.remedy)
    if not wrong:
        return None
    return Warned(
        "reference-disagrees",
        f"The program and the reference {reference.name} answer differently on"
        f" {wrong[0]}, so there is nothing that a faster one could be held against.",
        "Correct whichever is wrong: `slowpath break` shows the input.",
    )


def slow_evidence(given: Sequence[tuple[str, bytes] | SlowEvidence]) -> tuple[SlowEvidence, ...]:
    """What is given, all of one kind."""
    return tuple(each if isinstance(each, SlowEvidence) else SlowEvidence(*each) for each in given)
