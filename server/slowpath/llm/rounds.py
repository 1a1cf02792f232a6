"""Several samples of one question, each with a bounded number of rounds: what is wrong with a reply goes back.

Theory of operation. Samples go in waves: all questions of a wave are asked at once (an endpoint's answers take
seconds), then judged one after the other; those that were rejected are asked again with the reasons in the next wave.
The order of the results is that of the samples, and nothing depends on who answers first. A conversation doesn't grow
with its rounds: it is the first question, the last reply and the reasons against that, which is all that a model
needs and keeps the tokens of ten rounds in proportion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.llm.client import Cancelled, Message, ModelClient, ModelRequest, Usage, never
from slowpath.llm.objections import FIELD, Objection, objection_in
from slowpath.llm.parallel import ask_all
from slowpath.llm.prompts import Prompt
from slowpath.llm.structured import Answer, ask

PASSED, REPEATED, UNASKED, UNUSABLE = "", "repeated", "unasked", "reply"
_DONE = (PASSED, REPEATED, UNASKED)

OnAttempt = Callable[["Attempt"], None]


@dataclass(frozen=True)
class Attempt:
    """One round of one sample: what came back and what became of it.

    `kind` is "" when it passed, else a class of rejection: that of who judged it, "reply" (nothing usable came),
    "repeated" (another sample gave the same), or "unasked" (the cap of tokens, no answer). `source` is the code in
    the reply, where that is one program, and `idea` the model's word for it. `objection` is what it says against the
    format.
    """

    sample: int
    round: int
    kind: str
    reasons: tuple[str, ...]
    source: str = field(default="", repr=False)
    idea: str = ""
    usage: Usage = Usage()
    finish: str = ""
    obtained: str = ""
    stale: bool = False
    conversation: tuple[Message, ...] = field(default=(), repr=False)
    prompt: str = ""
    objection: Objection | None = None

    @property
    def id(self) -> str:
        """The content id of the conversation, reply included: 12 hex digits; "" where nothing was said."""
        return conversation_id(self.conversation)


@dataclass(frozen=True)
class Judged:
    """What became of a reply that fits its schema; the fields are `Attempt`'s."""

    kind: str = PASSED
    reasons: tuple[str, ...] = ()
    source: str = field(default="", repr=False)
    idea: str = ""


Judging = Callable[[int, Attempt, dict[str, Any]], Judged]
"""From a sample (from 1), its attempt so far and the reply's value to what is to be thought of it."""


@dataclass
class _Sample:
    """One sample on its way: its first question, the one that stands, and what came of it."""

    index: int
    first: ModelRequest
    request: ModelRequest
    attempts: list[Attempt] = field(default_factory=list)


class Rounds:
    """Asks `requests`, one a sample, until `judging` is content or the rounds are over.

    `attempts` holds all attempts so far, in the order in which they were judged, also where `run` ended by an
    exception. `statement` is what objections to the format have to quote.
    """

    def __init__(
        self,
        client: ModelClient,
        prompt: Prompt,
        judging: Judging,
        *,
        rounds: int,
        subject: str,
        statement: str = "",
        on_attempt: OnAttempt = lambda _: None,
        cancelled: Cancelled = never,
    ) -> None:
        self._client = client
        self._prompt = prompt
        self._judging = judging
        self._rounds = rounds
        self._subject = subject
        self._statement = statement
        self._on_attempt = on_attempt
        self._cancelled = cancelled
        self.failure: SlowpathError | None = None
        self.attempts: list[Attempt] = []

    def first(self, values: dict[str, str], sample: int, before: Sequence[Message] = ()) -> ModelRequest:
        """The first question of a sample (from 1); `before` is a conversation that it goes on with, without
        its system message: the prompt's own stands in its place."""
        made = self._prompt.request(values, sample=sample - 1, purpose=self._purpose(sample, 1))
        return replace(made, messages=(made.messages[0], *before, made.messages[-1])) if before else made

    def run(self, requests: Sequence[tuple[int, ModelRequest]]) -> tuple[Attempt, ...]:
        """All waves; what was tried, by sample and round. Raises the endpoint's failure where not a single question
        was answered; a failure after that is in `failure`."""
        samples = [_Sample(number, request, request) for number, request in requests]
        waiting = samples
        for number in range(1, self._rounds + 1):
            if not waiting or self._cancelled():
                break
            answers = ask_all(
                lambda sample: ask(self._client, sample.request, self._prompt, cancelled=self._cancelled), waiting
            )
            for sample, answer in zip(waiting, answers, strict=True):
                self._take(sample, number, answer)
            waiting = [sample for sample in waiting if sample.attempts[-1].kind not in _DONE]
        attempts = tuple(attempt for sample in samples for attempt in sample.attempts)
        if attempts and self.failure is not None and all(attempt.kind == UNASKED for attempt in attempts):
            raise self.failure
        return attempts

    def _purpose(self, sample: int, number: int) -> str:
        return f"{self._prompt.id} {self._subject} {sample}.{number}"

    def _take(self, sample: _Sample, number: int, answer: Answer | SlowpathError) -> None:
        """Judges one answer and prepares the next question."""
        if isinstance(answer, SlowpathError):
            self.failure = self.failure or answer
            self._add(sample, attempt_of(answer, self._prompt, sample.index, number))
            return
        attempt = attempt_of(answer, self._prompt, sample.index, number)
        if answer.value is not None:
            objection, told = objection_in(answer.value, self._statement)
            value = {name: each for name, each in answer.value.items() if name != FIELD}
            attempt = with_judgement(attempt, self._judging(sample.index, attempt, value))
            attempt = replace(attempt, objection=objection, reasons=(*attempt.reasons, *([told] if told else ())))
        self._add(sample, attempt)
        if self._prompt.feedback and attempt.kind not in _DONE:
            sample.request = next_request(
                sample.first,
                answer.conversation[-1],
                self._prompt,
                attempt.reasons,
                self._purpose(sample.index, number + 1),
            )

    def _add(self, sample: _Sample, attempt: Attempt) -> None:
        sample.attempts.append(attempt)
        self.attempts.append(attempt)
        self._on_attempt(attempt)


def attempt_of(answer: Answer | SlowpathError, prompt: Prompt, sample: int, number: int) -> Attempt:
    """An answer before it is judged, as an attempt: unusable where nothing fits, unasked where nobody answered."""
    if isinstance(answer, SlowpathError):
        return Attempt(sample, number, UNASKED, (answer.message,), prompt=prompt.name)
    return Attempt(
        sample,
        number,
        UNUSABLE,
        answer.rejected,
        usage=answer.usage,
        finish=answer.finish,
        obtained=answer.obtained,
        stale=answer.stale,
        prompt=prompt.name,
        conversation=(*answer.conversation[:-1], Message("assistant", answer.text)),
    )


def with_judgement(attempt: Attempt, judged: Judged) -> Attempt:
    """The attempt with what became of it."""
    return replace(attempt, kind=judged.kind, reasons=judged.reasons, source=judged.source, idea=judged.idea)


def next_request(
    first: ModelRequest, reply: Message, prompt: Prompt, reasons: Sequence[str], purpose: str
) -> ModelRequest:
    """The question of the next round: the first question, the last reply, and what speaks against it."""
    feedback = prompt.feedback_message({"reasons": "\n".join(f"- {reason}" for reason in reasons)})
    return replace(first, messages=(*first.messages, reply, feedback), purpose=purpose)


def conversation_id(conversation: Sequence[Message]) -> str:
    """The content id that names a conversation in origins and files."""
    if not conversation:
        return ""
    digest = hashlib.sha256()
    for message in conversation:
        digest.update(f"{message.role}\0{message.content}\0".encode("utf-8", "replace"))
    return digest.hexdigest()[:12]


def usage_of(attempts: Sequence[Attempt]) -> Usage:
    """What all attempts cost together."""
    usage = Usage()
    for attempt in attempts:
        usage += attempt.usage
    return usage


def objections_of(attempts: Sequence[Attempt]) -> tuple[Objection, ...]:
    """What was said against the format, each sentence once."""
    return tuple(
        {each.objection.quote: each.objection for each in reversed(attempts) if each.objection is not None}.values()
    )[::-1]
