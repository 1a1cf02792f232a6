"""From a specification to generators that passed: several samples, each with a bounded number of rounds.

How samples and rounds go is `llm.rounds`; here replies become programs, and programs are judged. A sample whose last
round was sound but small counts as passed. The same program from two samples counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.generators.judge import Judge, JudgedInput, Judgement, scaled
from slowpath.generators.methods import Method
from slowpath.generators.specification import GenerationSpec
from slowpath.llm import rounds as asking
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import REPEATED, Attempt, Judged, OnAttempt, usage_of
from slowpath.llm.shown import one_line
from slowpath.model.generator import GeneratorProgram
from slowpath.model.origin import input_id

__all__ = ["Attempt", "GeneratorsReport", "Rounds"]

SAMPLES = 5
ROUNDS = 3
LONGEST_LABEL = 48


@dataclass(frozen=True)
class GeneratorsReport:
    """What asking gave: the generators that passed with their inputs, every attempt, and what it cost.

    `programs` and `inputs` are parallel to each other. `failure` says why asking ended early, where it did.
    """

    method: str
    prompt: str
    model: str
    programs: tuple[GeneratorProgram, ...]
    inputs: tuple[tuple[JudgedInput, ...], ...]
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None


class Rounds:
    """Asks for generators by one method. `passes_threshold` ends the scaling of methods that scale."""

    def __init__(
        self,
        spec: GenerationSpec,
        method: Method,
        client: ModelClient,
        judge: Judge,
        *,
        samples: int = SAMPLES,
        rounds: int = ROUNDS,
        passes_threshold: Callable[[bytes], bool] = lambda _: False,
        on_attempt: OnAttempt = lambda _: None,
        cancelled: Cancelled = never,
    ) -> None:
        self._spec = spec
        self._method = method
        self._client = client
        self._judge = judge
        self._samples = samples
        self._passes_threshold = passes_threshold
        self._prompt = load_prompt(method.prompt)
        self._asking = asking.Rounds(
            client,
            self._prompt,
            self._judged,
            rounds=rounds if method.feedback else 1,
            subject=spec.problem,
            statement=spec.statement,
            on_attempt=on_attempt,
            cancelled=cancelled,
        )
        self._known: set[str] = set()
        self._judgements: dict[int, Judgement] = {}

    def run(self) -> GeneratorsReport:
        """All waves. Raises the endpoint's failure where not a single question was answered."""
        values = dict(self._method.values(self._spec))
        attempts = self._asking.run(
            [(number, self._asking.first(values, number)) for number in range(1, self._samples + 1)]
        )
        passed = [self._judgements[number] for number in sorted(self._judgements)]
        return GeneratorsReport(
            self._method.id,
            self._prompt.name,
            self._client.model,
            tuple(each.program for each in passed if each.program is not None),
            tuple(each.inputs for each in passed),
            attempts,
            usage_of(attempts),
            self._asking.failure,
        )

    def _judged(self, sample: int, _: Attempt, value: dict[str, Any]) -> Judged:
        source, idea = str(value.get("generator", "")), str(value.get("idea", ""))
        program_id = input_id(source.encode("utf-8", "replace"))
        if program_id in self._known:
            return Judged(REPEATED, ("This program was tried already.",), source, idea)
        self._known.add(program_id)
        label = labelled(f"model {self._method.id} {sample}", idea)
        judgement = (
            self._scaled(source, label)
            if self._method.scales
            else self._judge.judge(source, self._method.id, label, many=self._method.many)
        )
        if judgement.program is not None:
            self._judgements[sample] = judgement
        return Judged(judgement.kind, judgement.reasons, source, idea)

    def _scaled(self, source: str, label: str) -> Judgement:
        """The largest input that scaling comes to; a generator that ignores its size is judged as it is."""
        full = self._judge.judge(source, self._method.id, label)
        if full.program is not None and not full.program.takes_size:
            return full
        best, trail = scaled(self._judge, source, self._spec.full_size, self._passes_threshold)
        if best is None:
            return full if full.reasons else Judgement(kind="invalid", reasons=(trail[-1][1],))
        program = GeneratorProgram(
            input_id(source.encode("utf-8", "replace")),
            source,
            self._method.id,
            label,
            best.size,
            full.program.takes_seed if full.program else False,
            True,
        )
        return Judgement(program, (best,), "", tuple(f"scale {size}: {what}" for size, what in trail[-2:]))


def labelled(name: str, idea: str) -> str:
    """What the user reads of a program: the method, the sample, and how the model calls its idea."""
    short = one_line(idea, LONGEST_LABEL)
    return f"{name}: {short}" if short else name
