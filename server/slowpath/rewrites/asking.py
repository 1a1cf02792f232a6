"""Asks a model for faster versions of a program, by one of the ways of asking, and keeps those that agree.

Theory of operation. A version is tried as soon as it is there (`RewriteTrial`): built, compared with the original,
measured. Ways without feedback are asked in rounds (`llm.rounds`): what is refused goes back with the reason and the
input, until a version is taken. Ways that refine go on from their last version whether it was taken or not, an
iteration at a time: feedback is gathered (words of the model, results of the runs, or words on these), then the next
version is asked for (ECCO section 4.2). What was taken on the way stays a candidate, so that no iteration loses what
an earlier one had.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import REPEATED, UNASKED, Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.shown import one_line, shown_program, shown_statement
from slowpath.llm.transcript import conversations
from slowpath.rewrites.harmless import why_not_run
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.trial import FAILS, UNSAFE, RewriteTrial, TriedRewrite
from slowpath.rewrites.ways import RewriteWay
from slowpath.rewrites.ways.way import ALONE, RESULTS, WORDS

SAMPLES = 2
ROUNDS = 3
MOST_ITERATIONS = 4
REFINE, FEEDBACK, REFLECT = "optimise-refine", "optimise-feedback", "optimise-reflect"
LONGEST_IDEA = 300


@dataclass(frozen=True)
class Candidate:
    """A version that a model wrote, and what became of it. `conversation` is the content id of where it came from."""

    source: bytes = field(repr=False)
    label: str
    idea: str
    conversation: str
    tried: TriedRewrite


@dataclass(frozen=True)
class RewritesReport:
    """What asking by one way gave: every version that was tried in the order of trial, every attempt, and what it cost.

    `failure` says why asking ended early, where it did.
    """

    way: str
    model: str
    candidates: tuple[Candidate, ...]
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None

    @property
    def taken(self) -> tuple[Candidate, ...]:
        """Those that agreed and are faster, the fastest first."""
        return tuple(
            sorted((each for each in self.candidates if not each.tried.kind), key=lambda each: -each.tried.gain)
        )

    @property
    def conversations(self) -> dict[str, str]:
        """The exact prompts and replies in Markdown, by their ids."""
        return conversations(self.attempts)


class _Asking:
    """One run of asking by one way."""

    def __init__(
        self,
        question: RewriteQuestion,
        way: RewriteWay,
        client: ModelClient,
        trial: RewriteTrial,
        on_attempt: OnAttempt,
        cancelled: Cancelled,
    ) -> None:
        self._question, self._way, self._client = question, way, client
        self._trial, self._on_attempt, self._cancelled = trial, on_attempt, cancelled
        self._known: dict[bytes, TriedRewrite] = {}
        self.last: dict[int, Candidate] = {}
        self.words: dict[int, str] = {}
        self.candidates: list[Candidate] = []
        self.attempts: list[Attempt] = []
        self.failure: SlowpathError | None = None

    def rounds(self, samples: int, rounds: int) -> None:
        """Versions in rounds: what is refused goes back with its reason."""
        self._run(
            self._way.prompt,
            {number: dict(self._way.values(self._question)) for number in range(1, samples + 1)},
            self._judged,
            rounds,
            "",
        )

    def refined(self, iteration: int) -> None:
        """The next version of every sample that has one."""
        words = self._feedback(iteration)
        values = {
            sample: {**self._question.values(), "candidate": _text(last.source), "feedback": words[sample]}
            for sample, last in self.last.items()
            if sample in words
        }
        self._run(REFINE, values, self._judged, 1, f".{iteration}")

    def _feedback(self, iteration: int) -> dict[int, str]:
        """By sample what its last version is refined by."""
        if self._way.feedback == RESULTS:
            return {sample: last.tried.results for sample, last in self.last.items()}
        prompt = FEEDBACK if self._way.feedback == WORDS else REFLECT
        shown = self._question.values()
        values = {}
        for sample, last in self.last.items():
            values[sample] = {
                "statement": shown_statement(self._question.statement),
                "language": shown["language"],
                "program": shown["program"],
                "candidate": _text(last.source),
            }
            if prompt == REFLECT:
                values[sample]["results"] = last.tried.results
        self.words.clear()
        self._run(prompt, values, self._heard, 1, f".{iteration}")
        return dict(self.words)

    def _run(self, prompt_id: str, values: dict[int, dict[str, str]], judging: Any, rounds: int, tail: str) -> None:
        if not values or self._cancelled() or self.failure is not None:
            return
        asking = Rounds(
            self._client,
            load_prompt(prompt_id),
            judging,
            rounds=rounds,
            subject=f"{self._question.problem}{tail}",
            statement=self._question.statement,
            on_attempt=self._on_attempt,
            cancelled=self._cancelled,
        )
        try:
            asking.run([(sample, asking.first(given, sample)) for sample, given in values.items()])
        except SlowpathError:
            if not self.attempts:
                raise
        finally:
            self.attempts += asking.attempts
            self.failure = asking.failure

    def _heard(self, sample: int, _: Attempt, value: dict[str, Any]) -> Judged:
        self.words[sample] = str(value["feedback"])
        return Judged(idea=self.words[sample])

    def _judged(self, sample: int, attempt: Attempt, value: dict[str, Any]) -> Judged:
        text, idea = str(value["program"]), one_line(str(value["idea"]), LONGEST_IDEA)
        source = _as_bytes(text, self._question.source)
        if source in self._known and self._way.feedback == ALONE:
            return Judged(REPEATED, ("This program was tried already.",), text, idea)
        label = f"model {self._way.id} {sample}"
        tried = self._known.get(source) or self._tried(source, label)
        if source not in self._known:
            self.candidates.append(Candidate(source, label, idea, attempt.id, tried))
        self._known[source] = tried
        self.last[sample] = Candidate(source, label, idea, attempt.id, tried)
        return Judged(tried.kind, tried.reasons, text, idea)

    def _tried(self, source: bytes, label: str) -> TriedRewrite:
        if source.split() == self._question.source.split():
            return TriedRewrite(FAILS, ("This is the program itself.",), "It is the program itself, unchanged.")
        unsafe = why_not_run(source, self._question.language, self._question.source)
        if unsafe:
            return TriedRewrite(UNSAFE, (unsafe,), f"Not run: {unsafe}")
        return self._trial(source, label)


def ask_rewrites(
    question: RewriteQuestion,
    way: RewriteWay,
    client: ModelClient,
    trial: RewriteTrial,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> RewritesReport:
    """Versions by one way of asking; `rounds` is how often each sample may be corrected or, for ways that refine, one
    more than their iterations (at most four, ECCO section 4.2).

    Raises `SlowpathError` where the question lacks what the way needs, and `ModelUnavailable` or `TokensSpent` where
    no question was answered.
    """
    lacking = way.lacks(question)
    if lacking:
        raise SlowpathError(lacking, "Ask in another way.")
    asking = _Asking(question, way, client, trial, on_attempt, cancelled)
    if way.feedback == ALONE:
        asking.rounds(samples, rounds)
    else:
        asking.rounds(samples, 1)
        for iteration in range(1, min(rounds - 1, MOST_ITERATIONS) + 1):
            asking.refined(iteration)
    if asking.attempts and asking.failure is not None and all(each.kind == UNASKED for each in asking.attempts):
        raise asking.failure
    return RewritesReport(
        way.id,
        client.model,
        tuple(asking.candidates),
        tuple(asking.attempts),
        usage_of(asking.attempts),
        asking.failure,
    )


def _text(source: bytes) -> str:
    return shown_program(source)


def _as_bytes(text: str, original: bytes) -> bytes:
    """The reply's program as the file would hold it: its line ends, and one at the end."""
    end = b"\r\n" if b"\r\n" in original else b"\n"
    lines = text.encode("utf-8", "replace").replace(b"\r\n", b"\n").strip(b"\n").split(b"\n")
    return end.join(lines) + end
