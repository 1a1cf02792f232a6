"""Holds a format against the running program: does it read what the format writes, and stand it?

A dozen small inputs are run. A program that fails on them, or doesn't end, while it answers all samples, is evidence on
the format first; so is one that waits for more, or leaves tokens unread. These runs are no executions of the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from slowpath.model.breaking import BreakSpec
from slowpath.model.campaign import CampaignSpec
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.ports import Executor
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict

LIMITS = RunLimits(cpu_s=1.0, wall_s=6.0)
"""What a small input may take: no program of a contest needs a second for a dozen numbers."""
MOST_SAMPLES = 4
LARGEST_SAMPLE = 20_000
FEW = 2
"""So many failing inputs, at least, speak against the format; one may be an odd one."""
MOST_UNENDED = 3
"""After so many that don't end no further one is run: each takes a second. Where they wait each takes several: then a
few are enough."""
UNENDED = "doesn't end within a second"
_GROWING_LIMITS = RunLimits(cpu_s=0.25, wall_s=2.0)
_GROWING_CUT, _GROWING_S = 6, 2.0
_GROWING_STEP, _GROWING_DRAWS, _LARGEST_NUMBER = 1.3, 3, 10**9
_GROWN, _OF_A_CUT_RUN = 8, 50
"""An input between costs so many times what the cheapest does, and at least one part in so many of what was counted
of a small input that was cut. It is looked for until so many runs were cut, or for `_GROWING_S` CPU seconds."""
READING_S = 1.0
"""CPU seconds in which the program is watched while it reads."""
_FAILING = frozenset(Verdict) - {Verdict.OK, Verdict.WRONG_ANSWER}


Allowed = Callable[[Sequence[bytes]], Sequence[bool]]
"""Which of some inputs nobody refuses."""


def allowed_by(validator: ValidatorProgram | None, runner: GeneratorRunner) -> Allowed | None:
    """What the validator of a reading lets pass where it is calibrated: the format beside it doesn't say all."""
    if validator is None or not validator.calibrated:
        return None
    from slowpath.generators.validators import ModelValidator

    judge = ModelValidator(validator, runner)
    return lambda inputs: [verdict.valid is not False for verdict in judge.validate_many(inputs)]


def doubts_by_running(
    spec: CampaignSpec | BreakSpec, executor: Executor, allowed: Allowed | None = None
) -> tuple[Doubt, ...]:
    """What the program does on small inputs of the format that speaks against it. A second of CPU time or two.

    Where the format is known not to say all, `allowed` tells which of them are valid: failing on others is no evidence.
    """
    failing = tuple(_failing(spec.format, _samples(spec), executor, allowed))
    if any(UNENDED in doubt.text for doubt in failing):
        return failing  # Watched while it reads, it takes as long, and shows no more.
    return (*failing, *doubts_by_reading(spec, executor, allowed))


def _samples(spec: CampaignSpec | BreakSpec) -> list[bytes]:
    given = [sample[1] if isinstance(sample, tuple) else sample.data for sample in spec.samples]
    return [data for data in given if len(data) <= LARGEST_SAMPLE][:MOST_SAMPLES]


def _failing(
    fmt: InputFormat, samples: Sequence[bytes], executor: Executor, allowed: Allowed | None = None
) -> Iterator[Doubt]:
    """That the program fails on small inputs, unless it fails on samples too."""
    from slowpath.inputs.infer.accounts.comparisons import small_inputs
    from slowpath.inputs.printing import print_input

    made = {print_input(fmt, instance): instance for instance in small_inputs(fmt)}
    if not made:
        yield Doubt("reading", "No small input of the format can be made.")
        return
    if allowed is not None:
        made = {data: made[data] for data, is_valid in zip(made, allowed([*made]), strict=True) if is_valid}
    if any(executor.run(data, LIMITS).verdict in _FAILING for data in samples):
        return
    verdicts: dict[bytes, Verdict] = {}
    unended_s = 0.0
    counts: list[int] = []
    for data in made:
        execution = executor.run(data, LIMITS)
        verdicts[data] = execution.verdict
        if execution.verdict.is_out_of_time and execution.cpu_ns > 0.9e9 * LIMITS.cpu_s:
            counts.append(execution.count)
        unended_s += execution.wall_ns / 1e9 if execution.verdict.is_out_of_time else 0
        unended = sum(verdict.is_out_of_time for verdict in verdicts.values())
        if unended == MOST_UNENDED or (unended >= FEW and unended_s > LIMITS.wall_s):
            break
    failed = [data for data in verdicts if verdicts[data] in _FAILING]
    if len(failed) < FEW:
        return
    is_cut = any(verdicts[data].is_out_of_time for data in failed)
    if len(counts) == len(failed) and _takes_ever_longer(fmt, executor, min(counts), allowed):
        return
    how = UNENDED if is_cut else f"fails ({verdicts[failed[0]].value})"
    no_sample = ", and on no sample" if samples else ""
    where = _what_they_share(fmt, [made[data] for data in failed], [made[one] for one in verdicts if one not in failed])
    share = f"on {len(failed)} of {len(verdicts)} small inputs of the format"
    yield Doubt("failing", f"The program {how} {share}{no_sample}{where}.")


def _takes_ever_longer(fmt: InputFormat, executor: Executor, cut: int, allowed: Allowed | None) -> bool:
    """Whether there are inputs between those that end at once and those that don't end, as numbers grow: then it's slow
    on such numbers, which is no sign of a wrong format. `cut` is what was counted of one that was cut. Two seconds of
    CPU time at most."""
    from slowpath.inputs.filling.generate import CannotGenerate, generate
    from slowpath.inputs.filling.plan import Plan
    from slowpath.inputs.infer.accounts.comparisons import LARGEST_SMALL, MOST_VALUES
    from slowpath.inputs.printing import print_input
    from slowpath.inputs.sizes.sizes import scaled

    fmt = scaled(fmt, LARGEST_SMALL)
    rng = np.random.default_rng(0)
    cheapest, unended, limit, spent_s = cut, 0, 1.0, 0.0
    while unended < _GROWING_CUT and limit <= _LARGEST_NUMBER and spent_s < _GROWING_S:
        small = scaled(fmt, int(limit), numbers=True)
        limit *= _GROWING_STEP
        for _ in range(_GROWING_DRAWS):
            try:
                data = print_input(fmt, generate(small, Plan(most_values=MOST_VALUES), rng))
            except (CannotGenerate, LookupError):
                break
            if allowed is not None and not allowed([data])[0]:
                continue
            execution = executor.run(data, _GROWING_LIMITS)
            spent_s += execution.cpu_ns / 1e9
            if execution.verdict.is_out_of_time:
                unended += 1
                limit /= _GROWING_STEP**2
                break
            if execution.verdict is Verdict.OK:
                cheapest = min(cheapest, execution.count)
                if execution.count > max(_GROWN * cheapest, cut // _OF_A_CUT_RUN):
                    return True
    return False


def _what_they_share(fmt: InputFormat, failed: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]]) -> str:
    """What is special about all failing inputs and about none of the others, in words behind those that say how many
    fail; "" where nothing is, or no other tells."""
    from slowpath.faults.traits import traits_of

    shared = frozenset.intersection(*(traits_of(fmt, instance) for instance in failed))
    left = shared.difference(*(traits_of(fmt, instance) for instance in others)) if others else frozenset()
    return f": on just those where {min(left).sentence}" if left else ""


def doubts_by_reading(
    spec: CampaignSpec | BreakSpec, executor: Executor, allowed: Allowed | None = None
) -> Iterator[Doubt]:
    """That the program reads more, or less, than the format writes; `allowed` as for `doubts_by_running`."""
    from slowpath.inputs.infer.oracle.asking import Asker, Spent
    from slowpath.inputs.infer.oracle.confirm import Answer, judged
    from slowpath.toolchain.oracle import ExecutorOracle

    oracle = ExecutorOracle(lambda: executor)
    try:
        judgement = judged(
            Asker(oracle, stop=lambda: oracle.spent_s > READING_S),
            spec.format,
            is_valid=lambda data: allowed is None or allowed([data])[0],
        )
    except Spent:
        return
    if judgement.answer is Answer.REFUTED:
        yield Doubt("reading", f"It doesn't read what the format writes: {judgement.quote}.")
