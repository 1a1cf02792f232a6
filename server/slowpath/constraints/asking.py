"""Asks a model for constraints: two questions in one conversation, and the gate's reasons sent back.

Theory of operation. Each sample is a conversation: the program with both runs' hit counts is answered by constraints in
words (phases 1 and 2, WEDGE appendix E.1), these by conditions at places (phases 3 and 4, E.2). A condition that can
be read goes to the gate, which is handed in: it builds the program with the checkers and says of each whether it
compiles, leaves outputs as they were, and fires on the slow input and not on the fast one. What fails goes back with
its reason, a bounded number of rounds; what still fails stays a hypothesis in words. Nothing that a model says is
believed: a constraint with a condition has passed the gate, always.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.constraints.question import CHECKERS, REASONING, ConstraintQuestion
from slowpath.constraints.reading import Worded, normal, read_conditions, read_sentences
from slowpath.errors import SlowpathError
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.transcript import conversations
from slowpath.model.constraint import CheckerVerdict, Condition, Constraint, ConstraintOrigin, constraint_id

SAMPLES = 2
ROUNDS = 3
REASONING_ROUNDS = 2
INVALID, UNFAITHFUL = "invalid", "unfaithful"

Gate = Callable[[Sequence[Constraint], bytes | None, bytes | None, Sequence[bytes]], Sequence[CheckerVerdict]]
"""Judges the checkers of constraints on the slow, the fast and further inputs; a verdict for each."""


@dataclass(frozen=True)
class ConstraintsReport:
    """What asking gave. `constraints` are those that passed the gate, then those that stayed words (no condition).

    `verdicts` are the gate's of those with a condition, `reasons` says of the others why they have none, both by id.
    `refuted` are the ids of those whose last checker fired on the wrong inputs. `merged` counts what was said again.
    `failure` says why asking ended early, where it did.
    """

    prompts: tuple[str, ...]
    model: str
    constraints: tuple[Constraint, ...]
    verdicts: Mapping[str, CheckerVerdict] = field(hash=False)
    reasons: Mapping[str, str] = field(hash=False)
    attempts: tuple[Attempt, ...]
    usage: Usage
    merged: int = 0
    failure: SlowpathError | None = None
    refuted: frozenset[str] = frozenset()

    @property
    def aims(self) -> tuple[Constraint, ...]:
        """Those that a search may aim at: all that measuring doesn't speak against."""
        return tuple(each for each in self.constraints if each.id not in self.refuted)

    @property
    def faithful(self) -> tuple[Constraint, ...]:
        """Those whose checkers passed the gate."""
        return tuple(each for each in self.constraints if each.condition is not None)

    @property
    def conversations(self) -> dict[str, str]:
        """The exact prompts and replies in Markdown, by the ids that origins name them by."""
        return conversations(self.attempts)


@dataclass
class _Sample:
    """One conversation on its way: what it said in words, which of it are waited for, and what became of
    each by number; `refuted` are those whose last checker fired on the wrong inputs."""

    words: dict[int, Worded]
    open: set[int]
    said_in: str = ""
    passed: dict[int, Constraint] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    refuted: set[int] = field(default_factory=set)


class _Asking:
    """One run of asking."""

    def __init__(
        self,
        question: ConstraintQuestion,
        client: ModelClient,
        gate: Gate,
        rounds: int,
        on_attempt: OnAttempt,
        cancelled: Cancelled,
    ) -> None:
        self._question = question
        self._client = client
        self._gate = gate
        self._samples: dict[int, _Sample] = {}
        self._verdicts: dict[str, CheckerVerdict] = {}
        self._merged = 0
        self._seen = {_meaning(each.condition) for each in question.known if each.condition is not None}
        self._reasoning_prompt, self._checkers_prompt = load_prompt(REASONING), load_prompt(CHECKERS)
        self._reasoning = Rounds(
            client,
            self._reasoning_prompt,
            self._take_words,
            rounds=min(rounds, REASONING_ROUNDS),
            subject=question.problem,
            statement=question.statement,
            on_attempt=on_attempt,
            cancelled=cancelled,
        )
        self._checking = Rounds(
            client,
            self._checkers_prompt,
            self._take_code,
            rounds=rounds,
            subject=question.problem,
            on_attempt=on_attempt,
            cancelled=cancelled,
        )

    def run(self, samples: int) -> ConstraintsReport:
        values = dict(self._question.values())
        said = self._reasoning.run(
            [(number, self._reasoning.first(values, number)) for number in range(1, samples + 1)]
        )
        follow_ups = []
        for attempt in said:
            sample = self._samples.get(attempt.sample)
            if sample is not None and sample.words and not attempt.kind:
                sample.said_in = attempt.id
                request = self._checking.first(self._code_values(sample), attempt.sample, attempt.conversation[1:])
                follow_ups.append((attempt.sample, request))
        failure = self._reasoning.failure
        try:
            self._checking.run(follow_ups)
        except SlowpathError as error:
            # What passed so far has passed, whoever failed: the endpoint, or the gate on a later reply.
            failure = failure or error
        return self._report((*said, *self._checking.attempts), failure or self._checking.failure)

    # Phases 1 and 2.

    def _take_words(self, number: int, attempt: Attempt, value: dict[str, Any]) -> Judged:
        good, rejected = read_sentences(value, self._question)
        idea = good[0].sentence if good else ""
        if not good:
            return Judged(INVALID, tuple(rejected) or ("There is no constraint in the reply.",), idea=idea)
        self._samples[number] = _Sample({each.number: each for each in good}, {each.number for each in good})
        return Judged(reasons=tuple(rejected), idea=idea)

    def _code_values(self, sample: _Sample) -> dict[str, str]:
        dialect = self._question.dialect
        listed = "\n".join(f"{each.number}. (line {each.line}) {each.sentence}" for each in sample.words.values())
        return {
            "language": dialect.name,
            "constraints": listed,
            "rules": dialect.words(CHECKERS, "rules"),
            "examples": dialect.words(CHECKERS, "examples"),
        }

    # Phases 3 and 4.

    def _take_code(self, number: int, attempt: Attempt, value: dict[str, Any]) -> Judged:
        sample = self._samples[number]
        waiting = {place: each for place, each in sample.words.items() if place in sample.open}
        read = read_conditions(value, waiting, self._question)
        sample.open = set(read.rejected)
        sample.reasons.update(read.rejected)
        sample.words.update(read.reworded)
        waiting |= read.reworded
        for place in waiting.keys() - read.good.keys() - read.rejected.keys():
            sample.reasons.setdefault(place, "the model gave no checker for it")
        known = {place for place, condition in read.good.items() if self._is_known(sample, place, condition)}
        made = {
            place: self._constraint(waiting[place], condition, attempt)
            for place, condition in read.good.items()
            if place not in known
        }
        self._judge(sample, made)
        reasons = tuple(f"Constraint {place}: {sample.reasons[place]}." for place in sorted(sample.open))
        kind = (INVALID if read.rejected else UNFAITHFUL) if reasons else ""
        reasons += tuple(f"Constraint {place}: it is known already." for place in sorted(known))
        return Judged(kind, reasons, idea="; ".join(each.predicate for each in sample.passed.values()))

    def _is_known(self, sample: _Sample, place: int, condition: Condition) -> bool:
        """Whether somebody proposed the same condition before; then the constraint is left out altogether."""
        known = _meaning(condition) in self._seen
        if known:
            self._merged += 1
            sample.words.pop(place)
        return known

    def _constraint(
        self, worded: Worded, condition: Condition | None, attempt: Attempt | None, said_in: str = "", unsaid: str = ""
    ) -> Constraint:
        prompt = self._checkers_prompt if attempt is not None else self._reasoning_prompt
        origin = ConstraintOrigin("model", prompt.name, attempt.id if attempt is not None else said_in)
        return Constraint(
            constraint_id(origin, worded.line, worded.sentence, condition),
            worded.line,
            worded.sentence,
            condition,
            origin,
            worded.why,
            worded.lines,
            unsaid=unsaid,
        )

    def _judge(self, sample: _Sample, made: Mapping[int, Constraint]) -> None:
        """The gate's verdict on each; what failed stays open."""
        if not made:
            return
        verdicts = self._gate(tuple(made.values()), self._question.slow, self._question.fast, self._question.inputs)
        for (place, constraint), verdict in zip(made.items(), verdicts, strict=True):
            (sample.refuted.add if verdict.fires_wrongly else sample.refuted.discard)(place)
            if verdict.is_faithful:
                assert constraint.condition is not None
                self._seen.add(_meaning(constraint.condition))
                self._verdicts[constraint.id] = verdict
                sample.passed[place] = constraint
                sample.reasons.pop(place, None)
            else:
                sample.open.add(place)
                sample.reasons[place] = _why_not(verdict)

    def _report(self, attempts: tuple[Attempt, ...], failure: SlowpathError | None) -> ConstraintsReport:
        faithful = [each for sample in self._samples.values() for each in sample.passed.values()]
        said = {normal(each.sentence) for each in (*faithful, *self._question.known)}
        words, reasons, refuted = [], {}, set()
        for sample in self._samples.values():
            for place, worded in sample.words.items():
                if place in sample.passed:
                    continue
                if normal(worded.sentence) in said:
                    self._merged += 1
                    continue
                said.add(normal(worded.sentence))
                reason = sample.reasons.get(place, "no checker was asked for")
                constraint = self._constraint(worded, None, None, sample.said_in, reason)
                words.append(constraint)
                reasons[constraint.id] = reason
                if place in sample.refuted:
                    refuted.add(constraint.id)
        return ConstraintsReport(
            (self._reasoning_prompt.name, self._checkers_prompt.name),
            self._client.model,
            (*faithful, *words),
            self._verdicts,
            reasons,
            attempts,
            usage_of(attempts),
            self._merged,
            failure,
            frozenset(refuted),
        )


def ask_constraints(
    question: ConstraintQuestion,
    client: ModelClient,
    gate: Gate,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> ConstraintsReport:
    """Constraints of a program, from a model. Raises `ModelUnavailable` or `TokensSpent` where no question was
    answered at all; what fails later is in the report."""
    return _Asking(question, client, gate, rounds, on_attempt, cancelled).run(samples)


def _meaning(condition: Condition) -> str:
    """Two conditions that say the same at the same place have the same meaning; thresholds are calibrated anyway."""
    without = replace(condition, left="", right="", factor=1.0, setup="")
    setup = normal(condition.setup)
    return f"{normal(condition.left)}|{normal(condition.right)}|{setup}|{without!r}"


def _why_not(verdict: CheckerVerdict) -> str:
    """What goes back to the model."""
    if verdict.reason:
        return verdict.reason.rstrip(".")
    if not verdict.compiles:
        return "with the checker the program doesn't compile"
    if not verdict.outputs_equal:
        return "with the checker the program prints something else"
    if verdict.fires_on_slow is None or verdict.fires_on_fast is None:
        return "it can't be said whether it fires on the pair"
    if not verdict.fires_on_slow:
        return "it doesn't fire on the slow input"
    return "it fires on the fast input too"
