"""What a faster version of a program is held against before any search: inputs with what the original prints on them.

Samples, the inputs on which the program is slow, all tiny inputs of the format and those at its boundaries, and what
broke an earlier version. The original is right by definition, but first it must agree with the samples' answers and
with the references, where any are given: a version of a wrong program is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakSpec, Reference
from slowpath.model.campaign import Warned
from slowpath.model.execution import RunLimits, RunRequest
from slowpath.model.format import InputFormat
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.verdict import Verdict
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S, open_executor
from slowpath.settings import Settings

LIMITS = RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
QUICK = RunLimits(2.0, WALL_CAP_S, MEMORY_CAP_BYTES)
"""What an input of the format may take: where the original takes longer, the input says nothing here."""
MOST_TINY = 240
MOST_BOUNDARIES = 3
Answer = tuple[str, bytes, bytes]
"""The name of an input, its bytes, and what the original prints on it."""


@dataclass(frozen=True)
class Evidence:
    """`answers` are compared on the clean builds, `quick` (many small inputs) on the search builds. `slow` are the
    (name, bytes) by which speed is measured."""

    answers: tuple[Answer, ...]
    slow: tuple[tuple[str, bytes], ...]
    quick: tuple[Answer, ...] = ()

    @property
    def inputs(self) -> frozenset[bytes]:
        """All inputs with an answer."""
        return frozenset(data for _, data, _ in (*self.answers, *self.quick))


def gathered(original: Executor, spec: BreakSpec, slow: Sequence[tuple[str, bytes]], checker: AnswerChecker,
             settings: Settings) -> Evidence | Warned:
    """The evidence for versions of the spec's program, or why there can be none.

    `checker` is the problem's own, for the samples' answers and the references'.
    """
    answers: list[Answer] = []
    for sample in spec.samples:
        ran = original.confirm(sample.data, LIMITS, runs=1, keep_output=True)
        wrong = sample.answer is not None and (ran.output is None or checker.check(
            sample.data, ran.output, sample.answer).right is False)
        if ran.verdict is not Verdict.OK or wrong:
            return Warned("sample-failed", f"The program fails sample {sample.name}, so there is nothing that"
                          " a faster one could be held against.", "Correct it first.")
        answers.append((f"sample {sample.name}", sample.data, ran.output or b""))
    for name, data in slow:
        ran = original.confirm(data, LIMITS, runs=1, keep_output=True)
        if ran.verdict is Verdict.OK and ran.output is not None:
            answers.append((name, data, ran.output))
    quick = tuple(_answered(original, [*_tiny(spec.format, spec.seed), *_boundaries(spec.format, spec.seed)]))
    evidence = Evidence(tuple(answers), tuple(slow), quick)
    for reference in spec.references:
        against = _contradiction(reference, evidence, spec, checker, settings)
        if against is not None:
            return against
    return evidence


def with_answer(evidence: Evidence, original: Executor, name: str, data: bytes) -> Evidence:
    """The evidence with one input more, where the original answers on it."""
    if data in evidence.inputs:
        return evidence
    ran = original.confirm(data, LIMITS, runs=1, keep_output=True)
    if ran.verdict is not Verdict.OK or ran.output is None:
        return evidence
    return replace(evidence, answers=(*evidence.answers, (name, data, ran.output)))


def _tiny(fmt: InputFormat, seed: int) -> Iterator[tuple[str, bytes]]:
    from slowpath.inputs.exhaustive import small_instances
    from slowpath.inputs.printing import print_input

    for number, instance in enumerate(small_instances(fmt, MOST_TINY, seed), start=1):
        yield f"tiny input {number}", print_input(fmt, instance)


def _boundaries(fmt: InputFormat, seed: int) -> Iterator[tuple[str, bytes]]:
    """A random input at each of the first boundaries."""
    import numpy as np

    from slowpath.inputs.generate import CannotGenerate, generate
    from slowpath.inputs.plan import Plan
    from slowpath.inputs.printing import print_input
    from slowpath.inputs.saturate import boundaries

    for place, boundary in enumerate(boundaries(fmt)[:MOST_BOUNDARIES]):
        plan = Plan(sizes=dict(boundary.sizes), cases=boundary.cases)
        try:
            instance = generate(fmt, plan, np.random.default_rng([seed, place]))
        except CannotGenerate:
            continue
        yield f"an input at the boundary {boundary.label}", print_input(fmt, instance)


def _answered(original: Executor, inputs: Sequence[tuple[str, bytes]]) -> Iterator[Answer]:
    """The inputs with what the original prints; without those on which it fails or is cut."""
    runs = original.run_many([RunRequest(data, QUICK, True) for _, data in inputs], quick=True)
    for (name, data), ran in zip(inputs, runs, strict=True):
        if ran.verdict is Verdict.OK and ran.output is not None:
            yield name, data, ran.output


def _contradiction(reference: Reference, evidence: Evidence, spec: BreakSpec, checker: AnswerChecker,
                   settings: Settings) -> Warned | None:
    """What a reference says against the original. One that fails says nothing; nor does any where the statement allows
    several answers and nobody can judge them."""
    if spec.any_answer and spec.answer_checker is None:
        return None
    known = (*evidence.answers, *evidence.quick)
    try:
        with open_executor(reference.solution, settings) as executor:
            runs = executor.run_many([RunRequest(data, QUICK, True) for _, data, _ in known], quick=True)
            wrong = [name for (name, data, answer), ran in zip(known, runs, strict=True)
                     if ran.verdict is Verdict.OK and ran.output is not None
                     and checker.check(data, answer, ran.output).right is False]
    except SlowpathError as error:
        return Warned("reference-failed", f"The reference {reference.name} can't be run: {error.message}", error.remedy)
    if not wrong:
        return None
    return Warned("reference-disagrees", f"The program and the reference {reference.name} answer differently on"
                  f" {wrong[0]}, so there is nothing that a faster one could be held against.",
                  "Correct whichever is wrong: `slowpath break` shows the input.")
