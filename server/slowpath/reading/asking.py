"""Asks for the three parts of a reading, and asks again with what speaks against each, until they agree.

Theory of operation. The three questions are asked at once. A reply that doesn't stand on its own (doesn't parse or run,
refuses a sample) goes back with the reasons. Parts that stand are held against each other after every wave, and what
they disagree on goes back to those concerned, at most `ROUNDS` times; a part that insists (its next version is the
same) isn't told the same again. A conversation is the first question, the last reply and what speaks against it. What
stays between validator and the others after that is put to two further validators, written anew: where all three say
the same, that is how it is; else the difference stays open, and nobody is believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.generators.rounds import labelled
from slowpath.generators.validators import ModelValidator, ValidatorJudge, ValidatorSpec
from slowpath.llm.client import Cancelled, Message, ModelClient, ModelRequest, Usage, never
from slowpath.llm.parallel import ask_all
from slowpath.llm.prompts import Prompt, load_prompt
from slowpath.llm.rounds import UNASKED, Attempt, Judged, OnAttempt, attempt_of, next_request, usage_of, with_judgement
from slowpath.llm.structured import Answer, ask
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.reading import FORMAT, GENERATOR, PARTS, VALIDATOR, Difference, ModelReading
from slowpath.reading.calibration import (
    MOST_TOLD,
    Comparison,
    Parts,
    compared,
    concerned,
    key_of,
    told_to,
    without_opinion,
)
from slowpath.reading.format_part import judged_format
from slowpath.reading.generator_part import judged_generator
from slowpath.reading.question import PROMPTS, ReadingQuestion

ROUNDS = 4
"""How often a part is asked again."""
FURTHER_VALIDATORS = 2
LEAST_KEPT = 0.5
"""A generator of which less is kept by the other parts isn't worth its runs."""
THREE_AGREE = "three validators, written apart, agree"


@dataclass(frozen=True)
class ReadingReport:
    """What asking gave: the reading, every attempt with its conversation, what it cost. `failure` says why asking ended
    early, where it did."""

    reading: ModelReading
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None


@dataclass
class _Part:
    """One part on its way: what stands (`best`, of the source `stands`), and the next question, None where there is
    none."""

    kind: str
    prompt: Prompt
    first: ModelRequest
    request: ModelRequest | None
    best: Any = None
    stands: str = ""
    latest: Message | None = None
    reasons: tuple[str, ...] = ()
    told: set[tuple] = field(default_factory=set)
    round: int = 0


class _Asking:
    """One run of asking."""

    def __init__(
        self,
        question: ReadingQuestion,
        client: ModelClient,
        runner: GeneratorRunner,
        rounds: int,
        on_attempt: OnAttempt,
        cancelled: Cancelled,
    ) -> None:
        self._question = question
        self._client = client
        self._runner = runner
        self._rounds = rounds
        self._on_attempt = on_attempt
        self._cancelled = cancelled
        self._tests = ValidatorJudge(
            ValidatorSpec(
                question.problem,
                question.statement,
                FormatReport(None),
                tuple((sample.name, sample.data) for sample in question.samples),
                tuple((each.name, each.data) for each in question.invalid),
            ),
            runner,
        )
        self._parts = {kind: self._part(kind, 0) for kind in PARTS}
        self.attempts: list[Attempt] = []
        self.failure: SlowpathError | None = None

    def run(self) -> ReadingReport:
        comparison = Comparison()
        for _ in range(1 + self._rounds):
            waiting = [part for part in self._parts.values() if part.request is not None]
            if not waiting or self._cancelled():
                break
            self._wave(waiting)
            comparison = compared(self._standing(), self._question.samples)
            self._tell(comparison.differences)
        if self.failure is not None and all(attempt.kind == UNASKED for attempt in self.attempts):
            raise self.failure
        settled = self._settled(comparison.differences)
        reading = self._outcome(replace(comparison, differences=settled))
        return ReadingReport(reading, tuple(self.attempts), usage_of(self.attempts), self.failure)

    def _part(self, kind: str, sample: int) -> _Part:
        prompt = load_prompt(PROMPTS[kind])
        first = prompt.request(self._question.values(kind), sample=sample, purpose=self._purpose(prompt, sample, 1))
        return _Part(kind, prompt, first, first)

    def _purpose(self, prompt: Prompt, sample: int, number: int) -> str:
        return f"{prompt.id} reading {self._question.problem} {sample + 1}.{number}"

    def _wave(self, waiting: Sequence[_Part]) -> None:
        """Asks all that wait at once, then judges each on its own."""
        answers = ask_all(
            lambda part: ask(self._client, part.request or part.first, part.prompt, cancelled=self._cancelled), waiting
        )
        for part, answer in zip(waiting, answers, strict=True):
            self._take(part, answer)

    def _take(self, part: _Part, answer: Answer | SlowpathError) -> None:
        part.round += 1
        part.request, part.reasons = None, ()
        attempt = attempt_of(answer, part.prompt, part.first.sample + 1, part.round)
        if isinstance(answer, SlowpathError):
            self.failure = self.failure or answer
        else:
            part.latest = answer.conversation[-1]
            part.reasons = answer.rejected
            if answer.value is not None:
                attempt = with_judgement(attempt, self._judged(part, answer.value))
                part.reasons = attempt.reasons
        self.attempts.append(attempt)
        self._on_attempt(attempt)

    def _judged(self, part: _Part, value: dict[str, Any]) -> Judged:
        """The reply by itself; what stands takes the place of what stood before."""
        made: Any
        if part.kind == FORMAT:
            made, judged = judged_format(value, self._question)
        elif part.kind == GENERATOR:
            made, judged = judged_generator(value, self._runner)
        else:
            made, judged = self._judged_validator(value)
        if made is not None:
            part.best, part.stands = made, judged.source
        return judged

    def _judged_validator(self, value: dict[str, Any]) -> tuple[ModelValidator | None, Judged]:
        source, idea = str(value["validator"]), str(value["idea"])
        verdict = self._tests.judge(source, labelled("model validator", idea))
        made = ModelValidator(verdict.program, self._runner) if verdict.program is not None else None
        return made, Judged(verdict.kind, verdict.reasons, source, idea)

    def _standing(self) -> Parts:
        return Parts(*(self._parts[kind].best for kind in (FORMAT, VALIDATOR, GENERATOR)))

    def _tell(self, differences: Sequence[Difference]) -> None:
        """Prepares the next question of every part against which something speaks: its own flaws first."""
        standing = self._standing()
        for part in self._parts.values():
            reasons = list(part.reasons)
            if not reasons:
                for each in differences:
                    key = (part.stands, key_of(each))
                    if part.kind in concerned(each) and not each.settled and key not in part.told:
                        part.told.add(key)
                        reasons.append(told_to(part.kind, each, standing))
            if reasons and part.latest is not None:
                part.request = next_request(
                    part.first,
                    part.latest,
                    part.prompt,
                    reasons[:MOST_TOLD],
                    self._purpose(part.prompt, part.first.sample, part.round + 1),
                )

    # What stays

    def _settled(self, differences: tuple[Difference, ...]) -> tuple[Difference, ...]:
        """Puts what the validator disagrees on to further validators."""
        differences = tuple(map(without_opinion, differences))
        own = self._parts[VALIDATOR].best
        contested = [
            each
            for each in differences
            if not each.settled
            and (VALIDATOR in each.accepted_by or VALIDATOR in {refusal.part for refusal in each.refused})
        ]
        if own is None or not contested or self._cancelled() or self.failure is not None:
            return differences
        further = [self._part(VALIDATOR, sample) for sample in range(1, 1 + FURTHER_VALIDATORS)]
        self._wave(further)
        judges = [each.best for each in further if each.best is not None]
        if len(judges) < FURTHER_VALIDATORS:
            return differences
        said = [judge.validate_many([each.data for each in contested]) for judge in (own, *judges)]
        agreed = {
            id(each): len({verdict.valid for verdict in verdicts}) == 1
            for each, verdicts in zip(contested, zip(*said, strict=True), strict=True)
        }
        return tuple(replace(each, settled=THREE_AGREE) if agreed.get(id(each)) else each for each in differences)

    def _outcome(self, comparison: Comparison) -> ModelReading:
        parts = self._standing()
        refuted = any(
            each.settled == THREE_AGREE and FORMAT in {refusal.part for refusal in each.refused}
            for each in comparison.differences
        )
        generator = parts.generator.program if parts.generator is not None else None
        if comparison.made and comparison.kept < LEAST_KEPT * comparison.made:
            generator = None
        return ModelReading(
            self._client.model,
            None if refuted else parts.format,
            self._calibrated(parts, comparison),
            generator,
            comparison.differences,
            comparison.judged,
            comparison.accepted,
            max((part.round for part in self._parts.values()), default=0),
            tuple(dict.fromkeys(attempt.prompt for attempt in self.attempts)),
        )

    def _calibrated(self, parts: Parts, comparison: Comparison) -> ValidatorProgram | None:
        """The validator; calibrated where another part was there to compare, and nothing between them is open."""
        if parts.validator is None:
            return None
        contested = Counter(
            VALIDATOR in (*each.accepted_by, *(refusal.part for refusal in each.refused))
            for each in comparison.differences
            if not each.settled
        )
        return replace(
            parts.validator.program, calibrated=bool(comparison.judged + comparison.made) and not contested[True]
        )


def ask_reading(
    question: ReadingQuestion,
    client: ModelClient,
    runner: GeneratorRunner,
    *,
    rounds: int = ROUNDS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> ReadingReport:
    """A reading of a problem. Runs what the model wrote in the jail of `runner`.

    Raises `ModelUnavailable` or `TokensSpent` where no question was answered.
    """
    return _Asking(question, client, runner, rounds, on_attempt, cancelled).run()
