"""Validators that a model writes from the statement (WEDGE appendix A.3), believed only as far as they are tested.

The paper runs a validator on the given tests, which it must accept, and sends failures back, at most five rounds. Ours
must refuse damaged inputs too (`damages`), since a validator that accepts everything passes the paper's test. What a
validator does right doesn't prove it; it is one opinion more, beside the format's, and the search's jury stops
believing it when it refuses a sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.generators.damages import Damage, damages
from slowpath.generators.judge import told_failure
from slowpath.generators.rounds import labelled
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.shown import shown_input, shown_statement
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.origin import input_id
from slowpath.model.ports import InputVerdict

PROMPT = "input-validator"
ROUNDS = 5
MOST_SAMPLES = 20
SHOWN_SAMPLES = 3
DAMAGED_SAMPLES = 3
MOST_REASONS = 6
SHOWN_LINES = 6
BATCH_INPUTS, BATCH_BYTES = 512, 8 << 20
REFUSES, ACCEPTS, CRASHES = "refuses-valid", "accepts-damaged", "crash"


@dataclass(frozen=True)
class ValidatorSpec:
    """What a validator is to be written for. `samples` are (name, bytes) of inputs that are valid for certain,
    `invalid` of those that aren't."""

    problem: str
    statement: str
    report: FormatReport
    samples: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    invalid: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)

    def values(self) -> Mapping[str, str]:
        """The values of the prompt."""
        shown = "\n\n".join(shown_input(data) for _, data in self.samples[:SHOWN_SAMPLES])
        return {"statement": shown_statement(self.statement), "samples": shown or "(none is given)"}


@dataclass(frozen=True)
class ValidatorVerdict:
    """What the test found: how many of the valid inputs were accepted and of the damaged ones refused.

    `program` where all were; `kind` and `reasons` as in `Attempt`.
    """

    program: ValidatorProgram | None = None
    kind: str = ""
    reasons: tuple[str, ...] = ()
    accepted: int = 0
    valid: int = 0
    refused: int = 0
    damaged: int = 0


@dataclass(frozen=True)
class ValidatorReport:
    """What asking gave. `program` is None where no validator passed; `verdict` is the last one's."""

    prompt: str
    model: str
    program: ValidatorProgram | None
    verdict: ValidatorVerdict
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None


class ValidatorJudge:
    """Tests validators for one specification. Not thread-safe, as its runner."""

    def __init__(self, spec: ValidatorSpec, runner: GeneratorRunner) -> None:
        self._runner = runner
        self._valid = spec.samples[:MOST_SAMPLES]
        broken = [damage for _, data in spec.samples[:DAMAGED_SAMPLES] for damage in damages(spec.report, data)] + [
            Damage(f"the author says that {name} isn't valid", data) for name, data in spec.invalid
        ]
        self.damaged: tuple[Damage, ...] = tuple({damage.data: damage for damage in broken}.values())

    def judge(self, source: str, label: str) -> ValidatorVerdict:
        """The verdict on a validator."""
        run = self._runner.validate(source, [data for _, data in self._valid] + [each.data for each in self.damaged])
        if run.failure:
            return ValidatorVerdict(None, run.failure, (told_failure("validator", run.failure, run.detail),))
        said = list(zip(run.verdicts, run.notes, strict=True))
        on_valid, on_damaged = said[: len(self._valid)], said[len(self._valid) :]
        crashed = [
            f"It fails on the valid input {name}:\n{note}"
            for (name, _), (verdict, note) in zip(self._valid, on_valid, strict=True)
            if verdict is None
        ]
        crashed += [
            f"It fails, instead of raising ValueError, where {damage.what}:\n{note}"
            for damage, (verdict, note) in zip(self.damaged, on_damaged, strict=True)
            if verdict is None
        ]
        refuses = [
            f"It refuses the valid input {name}: {note}\n{shown_input(data, SHOWN_LINES)}"
            for (name, data), (verdict, note) in zip(self._valid, on_valid, strict=True)
            if verdict is False
        ]
        accepts = [
            f"It accepts an input that is damaged: {damage.what}\n{shown_input(damage.data, SHOWN_LINES)}"
            for damage, (verdict, _) in zip(self.damaged, on_damaged, strict=True)
            if verdict is True
        ]
        kind = CRASHES if crashed else REFUSES if refuses else ACCEPTS if accepts else ""
        reasons = tuple([*crashed, *refuses, *accepts][:MOST_REASONS])
        counts = (
            sum(verdict is True for verdict, _ in on_valid),
            len(on_valid),
            sum(verdict is False for verdict, _ in on_damaged),
            len(on_damaged),
        )
        program = None if kind else ValidatorProgram(input_id(source.encode("utf-8", "replace")), source, label)
        return ValidatorVerdict(program, kind, reasons, *counts)


@dataclass(frozen=True)
class ModelValidator:
    """Implements `model.ports.InputValidator` by a program that a model wrote, run in the sandbox of `runner`.

    A run of the sandbox costs about 5 ms, whatever it judges, so many small inputs go into one. A run that fails as a
    whole (an input on which the program never ends) is halved until the input that does it stands alone. `what` it is
    called in its failures.
    """

    program: ValidatorProgram
    runner: GeneratorRunner
    what: str = "validator"
    kind = "model"

    @property
    def name(self) -> str:
        """For people."""
        return self.program.label

    @property
    def calibrated(self) -> bool:
        """Whether other readings of the statement agree with it."""
        return self.program.calibrated

    def validate(self, data: bytes) -> InputVerdict:
        """See `InputValidator.validate`. One run of the sandbox."""
        return self.validate_many([data])[0]

    def validate_many(self, inputs: Sequence[bytes]) -> list[InputVerdict]:
        """A verdict on each input, in their order; as few runs of the sandbox as bytes allow."""
        return [verdict for batch in _batches(inputs) for verdict in self._judged(batch)]

    def _judged(self, batch: Sequence[bytes]) -> list[InputVerdict]:
        run = self.runner.validate(self.program.source, batch)
        if not run.failure and len(run.verdicts) == len(batch):
            return [InputVerdict(*said) for said in zip(run.verdicts, run.notes, strict=True)]
        if len(batch) > 1 and run.failure in ("time", "memory", "output", "broken"):
            half = len(batch) // 2
            return [*self._judged(batch[:half]), *self._judged(batch[half:])]
        words = told_failure(self.what, run.failure or "broken", run.detail)
        return [InputVerdict(None, words)] * len(batch)


def _batches(inputs: Sequence[bytes]) -> Iterator[list[bytes]]:
    """The inputs in runs of at most `BATCH_INPUTS` and about `BATCH_BYTES`."""
    batch: list[bytes] = []
    size = 0
    for data in inputs:
        if batch and (len(batch) == BATCH_INPUTS or size + len(data) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(data)
        size += len(data)
    if batch:
        yield batch


def ask_validator(
    spec: ValidatorSpec,
    client: ModelClient,
    runner: GeneratorRunner,
    *,
    rounds: int = ROUNDS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> ValidatorReport:
    """A validator for a problem, or none. Raises `ModelUnavailable` or `TokensSpent` where no question was answered,
    and `SlowpathError` where there is no sample to test it on."""
    if not spec.samples:
        raise SlowpathError(
            "A validator can't be tested without a valid input.", "Put samples beside the program (1.in and 1.out)."
        )
    judge, prompt = ValidatorJudge(spec, runner), load_prompt(PROMPT)
    verdicts = [ValidatorVerdict()]

    def judging(_: int, __: Attempt, value: dict[str, Any]) -> Judged:
        source, idea = str(value["validator"]), str(value["idea"])
        verdict = judge.judge(source, labelled("model validator", idea))
        verdicts.append(verdict)
        return Judged(verdict.kind, verdict.reasons, source, idea)

    asking = Rounds(
        client, prompt, judging, rounds=rounds, subject=spec.problem, on_attempt=on_attempt, cancelled=cancelled
    )
    attempts = asking.run([(1, asking.first(dict(spec.values()), 1))])
    return ValidatorReport(
        prompt.name, client.model, verdicts[-1].program, verdicts[-1], attempts, usage_of(attempts), asking.failure
    )
