"""A brute force that a model writes, to judge by where nobody gave a reference.

Its answers decide what is called wrong, so it is believed only after it agreed with every sample that has an answer,
came to an end on the smallest inputs of the format, and said the same twice. That proves nothing: where two passed,
both are references, and what they disagree on is undecided. It is asked for from the statement alone. A model that
sees the program may repeat its mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.analysis.failures import failure_of
from slowpath.errors import CompileFailed, SlowpathError
from slowpath.generators.rounds import labelled
from slowpath.hacks.question import HackQuestion
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.llm.client import Cancelled, ModelClient, Usage, never
from slowpath.llm.prompts import load_prompt
from slowpath.llm.rounds import REPEATED, Attempt, Judged, OnAttempt, Rounds, usage_of
from slowpath.llm.shown import shown_input, shown_statement
from slowpath.llm.transcript import conversations
from slowpath.model.breaking import Reference, Role
from slowpath.model.execution import Execution, RunLimits
from slowpath.model.patterns import late_regex
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.problem import Sample, Solution
from slowpath.model.verdict import Verdict

PROMPT = "brute-force"
SAMPLES = 2
ROUNDS = 4
LIMITS = RunLimits(cpu_s=4.0, wall_s=20.0, memory_bytes=1 << 30, output_bytes=1 << 20)
TINY_SIZES = (1, 2, 3, 4)
TINY_DRAWS = 5
MOST_REASONS = 3
WRONG, FAILS, DEAR, UNSTEADY = "wrong", "crash", "time", "unrepeatable"

AsSolution = Callable[[str, int], Solution]
"""From the text of a program and its number to a solution that is safe to run: jailed, with a place for it. The text
stands behind one line that it adds."""
Opening = Callable[[Solution], Executor]
LINES_ADDED = 1
_FOLDER = late_regex(r'(?<=File ")[^"\n]*[/\\](?=[^"/\\\n]*")')
_LINE = late_regex(r'(?<!"jail\.py", )(?P<before>\bline |\.py:)(?P<line>\d+)')


@dataclass(frozen=True)
class JudgedBruteForce:
    """`kind` is "" for one that may be believed, else why not, with `reasons` for the model."""

    kind: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class BruteForcesReport:
    """What asking gave: the brute forces that passed, as references, every attempt, and what it cost."""

    prompt: str
    model: str
    references: tuple[Reference, ...]
    labels: tuple[str, ...]
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None

    @property
    def conversations(self) -> dict[str, str]:
        """The exact prompts and replies in Markdown, by their ids."""
        return conversations(self.attempts)


class BruteForceJudge:
    """Judges brute forces for one question. `checker` compares outputs with the samples' answers."""

    def __init__(
        self, question: HackQuestion, opening: Opening, checker: AnswerChecker, limits: RunLimits = LIMITS
    ) -> None:
        self._samples = [sample for sample in question.samples if sample.answer is not None]
        self._opening = opening
        self._checker = checker
        self._limits = limits
        self.tiny: tuple[bytes, ...] = tiny_inputs(question)

    def judge(self, solution: Solution) -> JudgedBruteForce:
        """The verdict. Some dozens of runs."""
        try:
            executor = self._opening(solution)
        except CompileFailed as error:
            return JudgedBruteForce("syntax", (_own_lines(f"The code doesn't compile: {error.message}"),))
        with executor:
            name = solution.path.name
            return self._on_samples(executor, name) or self._on_tiny(executor, name) or JudgedBruteForce()

    def _on_samples(self, executor: Executor, name: str) -> JudgedBruteForce | None:
        found: list[tuple[str, str]] = []
        for sample in self._samples:
            run = executor.run(sample.data, self._limits, keep_output=True, keep_counters=False)
            kind, reason = self._against(sample, run, name)
            if kind:
                found.append((kind, f"On sample {sample.name} {reason}\n{_shown(sample, run)}"))
        return JudgedBruteForce(found[0][0], tuple(reason for _, reason in found[:MOST_REASONS])) if found else None

    def _against(self, sample: Sample, run: Execution, name: str) -> tuple[str, str]:
        """How a run differs from what the sample's answer asks for; ("", "") where it doesn't."""
        if run.verdict is not Verdict.OK:
            return _ended(run, name, self._limits)
        assert sample.answer is not None
        verdict = self._checker.check(sample.data, run.output or b"", sample.answer)
        return ("", "") if verdict.right else (WRONG, f"it answers wrongly: {verdict.reason}.")

    def _on_tiny(self, executor: Executor, name: str) -> JudgedBruteForce | None:
        """Whether it ends, and says the same twice, on small inputs that nobody knows the answers of."""
        for data in self.tiny:
            run = executor.run(data, self._limits, keep_output=True, keep_counters=False)
            if run.verdict is not Verdict.OK:
                kind, reason = _ended(run, name, self._limits)
                return JudgedBruteForce(kind, (f"On this valid input {reason}\n{shown_input(data)}",))
        for data in [sample.data for sample in self._samples] + list(self.tiny[-1:]):
            once = executor.run(data, self._limits, keep_output=True, keep_counters=False)
            again = executor.repeat(data, self._limits, keep_output=True)
            if not self._checker.check(data, again.output or b"", once.output or b"").right:
                return JudgedBruteForce(
                    UNSTEADY, (f"Two runs on one input print different answers:\n{shown_input(data)}",)
                )
        return None


def tiny_inputs(question: HackQuestion) -> tuple[bytes, ...]:
    """Valid inputs of a few elements, the smallest first. The same for every call."""
    found, rng = boundaries(question.format)[:1], np.random.default_rng(0)
    made: list[bytes] = []
    for size in TINY_SIZES:
        sizes = {name: min(value, size) for boundary in found for name, value in boundary.sizes.items()}
        for _ in range(TINY_DRAWS):
            try:
                made.append(print_input(question.format, generate(question.format, Plan(sizes=sizes), rng)))
            except CannotGenerate:
                break
    return tuple(dict.fromkeys(made))


def _values(question: HackQuestion) -> Mapping[str, str]:
    return {
        "statement": shown_statement(question.statement),
        "format": question.format_text(),
        "grounds": question.grounds,
        "samples": question.samples_text(),
    }


def ask_brute_forces(
    question: HackQuestion,
    client: ModelClient,
    as_solution: AsSolution,
    opening: Opening,
    checker: AnswerChecker,
    *,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    limits: RunLimits = LIMITS,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Cancelled = never,
) -> BruteForcesReport:
    """Brute forces for a problem. Raises `SlowpathError` where there is no statement to write them from or no sample
    with an answer to test them on, and `ModelUnavailable` or `TokensSpent` where no question was answered."""
    if not question.statement.strip():
        raise SlowpathError(
            "Without a statement a brute force could only be guessed.",
            "Put the statement beside the program (statement.md), or name a --reference.",
        )
    if not any(sample.answer is not None for sample in question.samples):
        raise SlowpathError(
            "A brute force can't be believed without a sample that has an answer.",
            "Put samples with answers beside the program (1.in and 1.out), or name a --reference.",
        )
    judge, prompt = BruteForceJudge(question, opening, checker, limits), load_prompt(PROMPT)
    passed: dict[int, tuple[Reference, str]] = {}
    known: set[str] = set()

    def judging(sample: int, _: Attempt, value: dict[str, Any]) -> Judged:
        source, idea = str(value["program"]), str(value["idea"])
        if source in known:
            return Judged(REPEATED, ("This program was tried already.",), source, idea)
        known.add(source)
        solution = as_solution(source, sample)
        verdict = judge.judge(solution)
        if not verdict.kind:
            passed[sample] = Reference(solution, Role.MODEL), labelled(f"model brute force {sample}", idea)
        return Judged(verdict.kind, verdict.reasons, source, idea)

    asking = Rounds(
        client,
        prompt,
        judging,
        rounds=rounds,
        subject=question.problem,
        statement=question.statement,
        on_attempt=on_attempt,
        cancelled=cancelled,
    )
    values = dict(_values(question))
    attempts = asking.run([(number, asking.first(values, number)) for number in range(1, samples + 1)])
    kept = [passed[number] for number in sorted(passed)]
    return BruteForcesReport(
        prompt.name,
        client.model,
        tuple(reference for reference, _ in kept),
        tuple(label for _, label in kept),
        attempts,
        usage_of(attempts),
        asking.failure,
    )


def _ended(run: Execution, name: str, limits: RunLimits) -> tuple[str, str]:
    """How a run failed: the class of rejection and a clause."""
    if run.verdict.is_out_of_time:
        return DEAR, f"it takes more than {limits.cpu_s:g} s."
    failure = failure_of(
        run.verdict, run.exit_code, run.signal, run.stderr_tail, name, (limits.memory_bytes, limits.output_bytes)
    )
    return FAILS, _own_lines(f"it fails: {failure.reason}. {failure.detail}".rstrip())


def _own_lines(told: str) -> str:
    """What is told of lines, by the numbers that they have in what the model wrote, and of files without the folders
    of this machine."""
    return _LINE.sub(
        lambda match: f"{match['before']}{max(1, int(match['line']) - LINES_ADDED)}", _FOLDER.sub("", told)
    )


def _shown(sample: Sample, run: Execution) -> str:
    answer = shown_input(sample.answer or b"")
    printed = shown_input(run.output or b"") if run.verdict is Verdict.OK else ""
    told = f"Input:\n{shown_input(sample.data)}\nRight answer:\n{answer}"
    return f"{told}\nIt prints:\n{printed}" if printed else told
