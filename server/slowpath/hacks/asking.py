"""Asks a model for what breaks a program, by one of the ways of asking, and keeps what is valid.

How samples and rounds go is `llm.rounds`. A test that isn't valid goes back with the reason; where the program can be
run, so does one on which it is right, which is kept all the same: near a flaw is where the search should look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.generators.rounds import labelled
from slowpath.hacks.generators_judged import GeneratorsJudge
from slowpath.hacks.kinds import HackKind
from slowpath.hacks.question import HackQuestion
from slowpath.hacks.tests_judged import TestsJudge
from slowpath.hacks.trial import Trial, untried
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import REPEATED, Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.transcript import conversations
from slowpath.model.breaking import Idea
from slowpath.model.generator import GeneratorProgram, GeneratorRunner
from slowpath.model.ports import InputValidator

SAMPLES = 3
ROUNDS = 3


@dataclass(frozen=True)
class HacksReport:
    """What asking by one way gave: valid tests, generators of valid tests, every attempt, and what it cost.

    Those that are known to break the program come first. `broken_by` counts them; `failure` says why asking ended
    early, where it did.
    """

    kind: str
    prompt: str
    model: str
    ideas: tuple[Idea, ...]
    programs: tuple[GeneratorProgram, ...]
    broken_by: int
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None

    @property
    def conversations(self) -> dict[str, str]:
        """The exact prompts and replies in Markdown, by the ids that ideas name them by."""
        return conversations(self.attempts)


class _Asking:
    """One run of asking by one way."""

    def __init__(
        self,
        question: HackQuestion,
        kind: HackKind,
        runner: GeneratorRunner,
        validators: Sequence[InputValidator],
        trial: Trial,
    ) -> None:
        self._kind = kind
        self._tests = TestsJudge(question, validators, trial)
        self._generators = GeneratorsJudge(question, runner, self._tests, trial)
        self._sources: set[str] = set()
        self.ideas: list[tuple[bool, Idea]] = []
        self.programs: list[tuple[bool, GeneratorProgram]] = []

    def judged(self, sample: int, attempt: Attempt, value: dict[str, Any]) -> Judged:
        """What is to be thought of a reply; keeps what is valid in it."""
        thought = self._kind.thought(value)
        label = labelled(f"model {self._kind.id} {sample}", thought)
        if self._kind.writes_program:
            return self._judged_generator(str(value["generator"]), label, thought)
        test = self._tests.judge(str(value["test"]))
        if test.data is not None:
            self.ideas.append((test.breaks is True, Idea(test.data, label, attempt.id)))
        return Judged(test.kind, test.reasons, str(value["test"]), thought)

    def _judged_generator(self, source: str, label: str, thought: str) -> Judged:
        if source in self._sources:
            return Judged(REPEATED, ("This program was tried already.",), source, thought)
        self._sources.add(source)
        found = self._generators.judge(source, label)
        if found.program is not None:
            self.programs.append((found.breaks is True, found.program))
        return Judged(found.kind, found.reasons, source, thought)


def ask_hacks(
    question: HackQuestion,
    kind: HackKind,
    client: ModelClient,
    runner: GeneratorRunner,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    validators: Sequence[InputValidator] = (),
    trial: Trial = untried,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> HacksReport:
    """What a model thinks breaks the program. `trial` says whether a valid test does.

    Raises `ModelUnavailable` or `TokensSpent` where no question was answered; what fails later is in the report.
    """
    prompt = load_prompt(kind.prompt)
    asking = _Asking(question, kind, runner, validators, trial)
    rounds_of = Rounds(
        client,
        prompt,
        asking.judged,
        rounds=rounds,
        subject=question.problem,
        statement=question.statement,
        on_attempt=on_attempt,
        cancelled=cancelled,
    )
    values = dict(kind.values(question))
    attempts = rounds_of.run([(number, rounds_of.first(values, number)) for number in range(1, samples + 1)])
    ideas = sorted(asking.ideas, key=lambda each: not each[0])
    programs = sorted(asking.programs, key=lambda each: not each[0])
    broken_by = sum(breaks for breaks, _ in (*ideas, *programs))
    return HacksReport(
        kind.id,
        prompt.name,
        client.model,
        tuple(idea for _, idea in ideas),
        tuple(program for _, program in programs),
        broken_by,
        attempts,
        usage_of(attempts),
        rounds_of.failure,
    )
