"""The kind of a bug by a model (AlgoBugs section III-A), from the program and what was seen on a breaking input.

One opinion beside that of the evidence. How sure the model says it is counts for what it says alone; where it is asked
several times, the votes count too, since how sure models say they are tells little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.shown import one_line, shown_input, shown_limits, shown_program, shown_statement
from slowpath.llm.transcript import conversations
from slowpath.model.breaking import Classification, Complaint, Difference, Divergence, Failing, FaultCategory
from slowpath.model.languages import name_of

PROMPT = "fault-category"
SAMPLES = 1
ROUNDS = 2
SHOWN_LINES = 30
LONGEST_EVIDENCE = 200
MOST_EVIDENCE = 4
SECOND_SHARE = 0.5
"""How much of the doubt goes to the category that the model names second."""
CONTRADICTED = "contradicted"
OF_LIMITS = {FaultCategory.TIME: Failing.TIME_LIMIT, FaultCategory.MEMORY: Failing.MEMORY_LIMIT}
FAILINGS = {
    Failing.WRONG_ANSWER: "It prints a wrong answer.",
    Failing.TIME_LIMIT: "It needs more time than is allowed.",
    Failing.MEMORY_LIMIT: "It needs more memory than is allowed.",
    Failing.RUNTIME_ERROR: "It ends with an error.",
    Failing.OUTPUT_LIMIT: "It prints without end.",
    Failing.UNSTEADY: "Its answer changes from run to run.",
    Failing.UNDEFINED: "Its behaviour is undefined there, though the answer happens to be right.",
}


@dataclass(frozen=True)
class CategoryQuestion:
    """A program with an input on which it fails, and what was seen there. `problem` names it in recordings.

    `expected` and `actual` are outputs, None where there is none; `reason` is what was said of the failure.
    """

    problem: str
    statement: str
    language: str
    source: bytes = field(repr=False)
    data: bytes = field(repr=False)
    failing: Failing
    reason: str = ""
    expected: bytes | None = field(default=None, repr=False)
    actual: bytes | None = field(default=None, repr=False)
    difference: Difference | None = None
    complaint: Complaint | None = None
    divergence: Divergence | None = None
    time_limit_s: float | None = None
    memory_limit_bytes: int | None = None

    def values(self) -> Mapping[str, str]:
        """The values of the prompt."""
        return {
            "statement": shown_statement(self.statement),
            "limits": shown_limits(self.time_limit_s, self.memory_limit_bytes),
            "language": name_of(self.language),
            "program": shown_program(self.source),
            "input": shown_input(self.data, SHOWN_LINES),
            "failure": FAILINGS[self.failing],
            "seen": self.seen_text(),
        }

    def seen_text(self) -> str:
        """Everything that was observed on the input, a paragraph each."""
        said = [self.reason] if self.reason else []
        if self.expected is not None:
            said.append(f"Right answer:\n{shown_input(self.expected, SHOWN_LINES)}")
        if self.actual is not None:
            said.append(f"The program prints:\n{shown_input(self.actual, SHOWN_LINES)}")
        if self.difference is not None:
            said.append(
                f"The first token that differs is number {self.difference.token}:"
                f" {self.difference.actual or 'nothing'} where {self.difference.expected or 'nothing'} is"
                f" right."
            )
        if self.complaint is not None:
            where = f", line {self.complaint.line}" if self.complaint.line else ""
            said.append(f"A sanitizer says{where}: {self.complaint.message}.")
        if self.divergence is not None:
            said.append(
                f"The corrected program goes another way from line {self.divergence.line} on, which runs"
                f" {self.divergence.hits} times here and {self.divergence.accepted_hits} times there."
            )
        return "\n\n".join(said) or "(nothing more is known)"


@dataclass(frozen=True)
class CategoryReport:
    """What asking gave; `classification` is None where no reply could be used."""

    prompt: str
    model: str
    classification: Classification | None
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None

    @property
    def conversations(self) -> dict[str, str]:
        """The exact prompts and replies in Markdown, by their ids."""
        return conversations(self.attempts)


@dataclass(frozen=True)
class _Vote:
    """One sample's answer."""

    category: FaultCategory
    second: FaultCategory
    confidence: float
    evidence: tuple[str, ...]


def ask_category(
    question: CategoryQuestion,
    client: ModelClient,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> CategoryReport:
    """What kind of bug a model thinks it is. Raises `ModelUnavailable` or `TokensSpent` where no question was
    answered."""
    prompt = load_prompt(PROMPT)
    votes: dict[int, _Vote] = {}

    def judging(sample: int, _: Attempt, value: dict[str, Any]) -> Judged:
        vote = _vote(value)
        wanted = OF_LIMITS.get(vote.category)
        if wanted is not None and question.failing is not wanted:
            return Judged(
                CONTRADICTED,
                (
                    f"`{vote.category.value}` can't be the cause: {FAILINGS[question.failing]}"
                    " No limit was passed on this input.",
                ),
                idea=vote.category.value,
            )
        votes[sample] = vote
        return Judged(idea=vote.category.value)

    asking = Rounds(
        client, prompt, judging, rounds=rounds, subject=question.problem, on_attempt=on_attempt, cancelled=cancelled
    )
    values = dict(question.values())
    attempts = asking.run([(number, asking.first(values, number)) for number in range(1, samples + 1)])
    return CategoryReport(
        prompt.name,
        client.model,
        _classification([votes[number] for number in sorted(votes)]),
        attempts,
        usage_of(attempts),
        asking.failure,
    )


def joined_categories(seen: Classification | None, told: Classification) -> Classification:
    """What evidence says (None: nothing) and what a model says, as one: the surer of the two with the other behind it.
    Where both say the same, what neither of them doubts is left of the doubt."""
    if seen is None:
        return told
    first, second = (seen, told) if seen.confidence >= told.confidence else (told, seen)
    weights = dict(second.others) | {second.category: second.confidence} | dict(first.others)
    weights.pop(first.category, None)
    others = tuple(sorted(weights.items(), key=lambda item: -item[1]))
    if first.category is not second.category:
        return replace(first, others=others)
    sure = 1 - (1 - first.confidence) * (1 - second.confidence)
    return Classification(first.category, round(sure, 3), (*first.evidence, *second.evidence), first.origin, others)


def _vote(value: Mapping[str, Any]) -> _Vote:
    evidence = tuple(one_line(str(each), LONGEST_EVIDENCE) for each in value["evidence"][:MOST_EVIDENCE])
    return _Vote(FaultCategory(value["category"]), FaultCategory(value["second"]), float(value["confidence"]), evidence)


def _classification(votes: list[_Vote]) -> Classification | None:
    """The category with the most weight: each vote gives its confidence to its first choice, and half of its doubt to
    its second. Of equals the one named first."""
    if not votes:
        return None
    weights: Counter[FaultCategory] = Counter()
    for vote in votes:
        weights[vote.category] += vote.confidence / len(votes)  # type: ignore[assignment]
        if vote.second is not vote.category:
            weights[vote.second] += SECOND_SHARE * (1 - vote.confidence) / len(votes)  # type: ignore[assignment]
    ranked = weights.most_common()
    chosen = ranked[0][0]
    evidence = next((vote.evidence for vote in votes if vote.category is chosen), votes[0].evidence)
    return Classification(
        chosen,
        round(ranked[0][1], 3),
        evidence,
        "model",
        tuple((category, round(weight, 3)) for category, weight in ranked[1:] if weight > 0),
    )
