"""What a language model adds to a search for a breaking input: tests and generators as seeds, a brute force to judge
by, a validator, and afterwards an opinion on the kind of the bug.

Theory of operation. First the validator and the brute force, since both are needed to judge what comes next: tests and
generators are validated by the format and all validators, then tried on the program against the references, and what is
wrong with them goes back to the model, a bounded number of rounds. Where the model doesn't answer, what is there is
kept, and why there isn't more is a warning: the search itself needs no model.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from slowpath.errors import SlowpathError, UsageError
from slowpath.faults.contest import Contest
from slowpath.model.breaking import BreakingInput, BreakSpec, Classification, Idea
from slowpath.model.campaign import Warned
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorProgram
from slowpath.model.ports import InputValidator
from slowpath.model.problem import Problem, Solution
from slowpath.model.validity import Doubt
from slowpath.pipeline import programs
from slowpath.pipeline.answers import opened_checker
from slowpath.pipeline.asked import keep_conversations
from slowpath.pipeline.campaigns import with_toolchain
from slowpath.pipeline.contests import opened_contest
from slowpath.pipeline.generators import save_texts
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.hacks import CategoryReport, HackQuestion, HacksReport, Trial, Tried
    from slowpath.llm.client import ModelClient, Usage
    from slowpath.llm.rounds import Attempt

OnAttempt = Callable[["Attempt"], None]
MOST_BRUTE_FORCES = 2
SHOWN_OUTPUT = 200
OBJECTION = "objection"


@dataclass(frozen=True)
class HackAsking:
    """What is asked of a model. `kinds` are ways of asking (`hacks.KINDS`: "zero-shot", "few-shot", "cot",
    "generator"), each asked `samples` times with at most `rounds` rounds. `brute_force` None asks for one only where
    there is no reference; `validator` asks for a validator of inputs."""

    kinds: tuple[str, ...] = ("cot",)
    samples: int = 3
    rounds: int = 3
    brute_force: bool | None = None
    validator: bool = False


@dataclass(frozen=True)
class Hacked:
    """The specification with what the model gave, what that cost, and what didn't come. `asked` are the prompts that
    were used, `reports` what became of each way of asking."""

    spec: BreakSpec
    usage: Usage
    asked: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()
    reports: tuple[HacksReport, ...] = ()


@dataclass
class _Asked:
    """One run of asking."""

    problem: Problem
    report: FormatReport
    settings: Settings
    client: ModelClient
    asking: HackAsking
    on_attempt: OnAttempt
    cancelled: Callable[[], bool]
    spec: BreakSpec
    usage: list[Usage] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)
    reports: list[HacksReport] = field(default_factory=list)

    def question(self) -> HackQuestion:
        from slowpath.hacks import HackQuestion
        from slowpath.llm.objections import shown_grounds

        spec = self.spec
        return HackQuestion(
            self.problem.name,
            spec.statement,
            spec.language,
            spec.source,
            spec.format,
            spec.samples,
            spec.time_limit_s,
            spec.memory_limit_bytes,
            spec.any_answer,
            shown_grounds(self.report),
        )

    def validator(self) -> None:
        """A validator, tested on samples and damaged samples."""
        from slowpath.llm.transcript import conversations
        from slowpath.pipeline.models import write_validator

        with self._lenient("A validator"):
            found = write_validator(
                self.problem,
                self.report,
                self.client,
                rounds=self.asking.rounds,
                on_attempt=self.on_attempt,
                cancelled=self.cancelled,
            )
            self._note(found.prompt, found.usage, conversations(found.attempts), found.failure)
            self.spec = replace(self.spec, model_validator=found.program)

    def brute_force(self) -> None:
        """References that the model wrote, each jailed, after all that there are."""
        from slowpath.hacks import ask_brute_forces

        settings = with_toolchain(self.settings, self.spec)
        with self._lenient("A brute force"):
            if self.spec.any_answer and self.spec.answer_checker is None:
                raise UsageError(
                    "Several answers may be right, so a brute force can judge nothing.",
                    "Give the problem's checker: --checker FILE.",
                )
            checker = opened_checker(self.spec, settings)
            found = ask_brute_forces(
                self.question(),
                self.client,
                self._as_solution,
                lambda solution: programs.open_executor(solution, settings),
                checker,
                samples=min(self.asking.samples, MOST_BRUTE_FORCES),
                rounds=self.asking.rounds,
                on_attempt=self.on_attempt,
                cancelled=self.cancelled,
            )
            self._note(found.prompt, found.usage, found.conversations, found.failure)
            self._heed(found.attempts)
            for reference in found.references:
                path = reference.solution.path
                save_texts(path.parent, {path.name: reference.solution.source.decode("utf-8", "replace")})
            self.spec = replace(self.spec, references=(*self.spec.references, *found.references))
            self.warnings += _what_brute_forces_lack(len(found.references), self.spec)

    def hacks(self, kind: str, contest: Contest, trial: Trial) -> None:
        """Tests or generators by one way of asking."""
        from slowpath.hacks import KINDS, ask_hacks

        assert contest.runner is not None
        with self._lenient(f"What the model says ({kind})"):
            found = ask_hacks(
                self.question(),
                KINDS[kind],
                self.client,
                contest.runner,
                samples=self.asking.samples,
                rounds=self.asking.rounds,
                validators=_believed(contest.validators, self.spec),
                trial=trial,
                on_attempt=self.on_attempt,
                cancelled=self.cancelled,
            )
            self._note(found.prompt, found.usage, found.conversations, found.failure)
            self._heed(found.attempts)
            self.reports.append(found)
            self.spec = replace(
                self.spec,
                ideas=_distinct_ideas((*self.spec.ideas, *found.ideas)),
                generators=_distinct_programs((*self.spec.generators, *found.programs)),
            )

    def _as_solution(self, source: str, number: int) -> Solution:
        from slowpath.toolchain.jailed import jailed

        digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:12]
        path = self.settings.state_dir / "hacks" / digest / f"model_brute_{number}.py"
        return Solution(path, "python", jailed(source))

    def _note(self, prompt: str, usage: Usage, said: Mapping[str, str], failure: SlowpathError | None) -> None:
        self.prompts.append(prompt)
        self.usage.append(usage)
        self.warnings += keep_conversations(said, self.settings)
        if failure is not None:
            self.warnings.append(
                Warned(failure.code, f"Asking the model ended early: {failure.message}", failure.remedy)
            )

    def _heed(self, attempts: Sequence[Attempt]) -> None:
        """What the model says against the format."""
        doubts = objected(attempts, self.spec.doubts)
        if not self.report.is_settled:
            self.spec = replace(self.spec, doubts=(*self.spec.doubts, *doubts))
        self.warnings += [
            Warned(
                "format-objected",
                f'{doubt.text} ("{doubt.quote}")',
                'Look at the format: "Slowpath: Edit Input Format", or `slowpath format`.',
            )
            for doubt in doubts
        ]

    @contextlib.contextmanager
    def _lenient(self, what: str) -> Iterator[None]:
        """What fails inside is a warning."""
        try:
            yield
        except SlowpathError as error:
            self.warnings.append(Warned(error.code, f"{what} is left out: {error.message}", error.remedy))


def with_ideas(
    spec: BreakSpec,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    client: ModelClient,
    asking: HackAsking,
    *,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Hacked:
    """The specification with what a model thinks breaks the program, valid and tried.

    Raises as `open_executor` where the program can't be built. A model that doesn't answer is a warning.
    """
    from slowpath.llm.client import Usage

    asked = _Asked(problem, report, settings, client, asking, on_attempt, cancelled, spec)
    if asking.validator:
        asked.validator()
    if asking.brute_force or (asking.brute_force is None and not spec.others):
        asked.brute_force()
    if asking.kinds and not cancelled():
        with opened_contest(replace(asked.spec, sanitize=False), settings) as (contest, _):
            trial = trial_of(asked.spec, contest)
            for kind in asking.kinds:
                asked.hacks(kind, contest, trial)
    return Hacked(
        asked.spec, sum(asked.usage, Usage()), tuple(asked.prompts), tuple(asked.warnings), tuple(asked.reports)
    )


def objected(attempts: Sequence[Attempt], known: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """What a model says against the format, as doubts that aren't known yet: they make doubtful what no validator
    confirms. (Of a format that the user answers for it is only told.)"""
    from slowpath.llm.rounds import objections_of

    quotes = {doubt.quote for doubt in known if doubt.kind == OBJECTION}
    return tuple(
        Doubt(OBJECTION, f"The language model says that the format is wrong: {each.why}", each.line, each.quote)
        for each in objections_of(attempts)
        if each.quote not in quotes
    )


def trial_of(spec: BreakSpec, contest: Contest) -> Trial:
    """Runs tests on the program and the usable references of a contest, as the search judges them: that the program
    fails is believed once the clean builds confirm it, and a judge would see it."""
    from slowpath.faults.confirming import confirmed
    from slowpath.faults.judging import Judge
    from slowpath.faults.references import tried_references, usable_references
    from slowpath.hacks import Tried

    judge = Judge(spec, contest, usable_references(tried_references(spec, contest)))

    def tried(data: bytes) -> Tried:
        bout = judge.judge(data)
        if bout.failing is not None:
            found = confirmed(judge, bout)
            return Tried(True if found is not None and found.failing and found.failing.is_visible else None)
        if bout.undecided or bout.expected is None:
            return Tried(None)
        printed = " ".join((bout.execution.output or b"")[: 4 * SHOWN_OUTPUT].decode("utf-8", "replace").split())
        shown = printed if len(printed) <= SHOWN_OUTPUT else printed[:SHOWN_OUTPUT] + "..."
        return Tried(False, f"it prints {shown or 'nothing'}, which is right.")

    return tried


def model_category(
    spec: BreakSpec,
    breaking: BreakingInput,
    read: Callable[[str], bytes | None],
    client: ModelClient,
    settings: Settings,
    *,
    name: str = "",
    samples: int = 1,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Classification | None:
    """What kind of bug a model thinks it is that `breaking` shows; `read` gives bytes by their id, `name` is the
    problem's. None where its answer couldn't be used, or the input isn't there. The conversation is kept.

    Raises `ModelUnavailable` or `TokensSpent` where it didn't answer.
    """
    from slowpath.hacks import CategoryQuestion, ask_category

    data = read(breaking.id)
    if data is None:
        return None

    def output(identity: str) -> bytes | None:
        return read(identity) if identity else None

    name = name or spec.path.replace("\\", "/").rsplit("/", 1)[-1]
    question = CategoryQuestion(
        name,
        spec.statement,
        spec.language,
        spec.source,
        data,
        breaking.failing,
        breaking.reason,
        output(breaking.expected),
        output(breaking.actual),
        breaking.difference,
        breaking.complaint,
        breaking.divergence,
        spec.time_limit_s,
        spec.memory_limit_bytes,
    )
    found: CategoryReport = ask_category(question, client, samples=samples, on_attempt=on_attempt, cancelled=cancelled)
    keep_conversations(found.conversations, settings)
    return found.classification


def _what_brute_forces_lack(passed: int, spec: BreakSpec) -> list[Warned]:
    """What should be known where there is no brute force of the model, or only its word."""
    if not passed:
        return [
            Warned(
                "no-brute-force",
                "No brute force of the model agreed with all samples, so none is used.",
                "Name a --reference.",
            )
        ]
    if len(spec.others) == 1:
        return [
            Warned(
                "one-brute-force",
                "What is right is said by one brute force alone that a model wrote; all that"
                " is known of it is that it agrees with the samples.",
                "Look at its answer yourself, or name a --reference.",
            )
        ]
    return []


def joined_categories(seen: Classification | None, told: Classification) -> Classification:
    """What evidence says of a bug's kind and what a model says, as one."""
    from slowpath.hacks import joined_categories as joined

    return joined(seen, told)


def _believed(validators: Sequence[InputValidator], spec: BreakSpec) -> list[InputValidator]:
    """The validators that refuse no sample."""
    return [
        validator
        for validator in validators
        if all(validator.validate(sample.data).valid is not False for sample in spec.samples)
    ]


def _distinct_ideas(ideas: Sequence[Idea]) -> tuple[Idea, ...]:
    return tuple({idea.data: idea for idea in reversed(ideas)}.values())[::-1]


def _distinct_programs(made: Sequence[GeneratorProgram]) -> tuple[GeneratorProgram, ...]:
    return tuple({program.id: program for program in reversed(made)}.values())[::-1]
