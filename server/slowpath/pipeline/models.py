"""What a language model is asked for beside generators: constraints, mutators, a validator. Each is tested here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.model.campaign import Budget
from slowpath.model.constraint import CheckerVerdict, Constraint
from slowpath.model.contrast import Contrast
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.model.relay import ModelQuestion, QuestionWithdrawn
from slowpath.pipeline.campaigns import without_format
from slowpath.pipeline.constraints import KnownConstraints, keep_conversation, rule_constraints
from slowpath.pipeline.gate import judge_checkers
from slowpath.pipeline.validity import open_validators
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.constraints import ConstraintsReport
    from slowpath.generators.mutators import MutatorsReport
    from slowpath.generators.validators import ValidatorReport
    from slowpath.llm.client import ModelClient
    from slowpath.llm.local import LocalEndpoint
    from slowpath.llm.providers.relayed import Relay
    from slowpath.llm.rounds import Attempt

OnAttempt = Callable[["Attempt"], None]
SHORTEST_PATIENCE_S = 120.0


def open_model(
    settings: Settings,
    *,
    record: Path | None = None,
    replay: Path | None = None,
    obtained: str = "",
    max_tokens: int | None = None,
    budget: Budget | None = None,
    relay: Relay | None = None,
) -> ModelClient:
    """The language model that is configured, or recorded replies in its place; `relay` is the way to the editor's own
    models. A work with a `budget` in seconds waits for the model as long again in all, or `SHORTEST_PATIENCE_S` where
    that is longer. Raises `UsageError` without any."""
    from slowpath.llm.endpoint import open_client

    return open_client(
        settings,
        record=record,
        replay=replay,
        obtained=obtained,
        max_tokens=max_tokens,
        patience_s=max(budget.seconds, SHORTEST_PATIENCE_S) if budget is not None and budget.seconds else None,
        relay=relay,
    )


def open_relay(send: Callable[[ModelQuestion | QuestionWithdrawn], None]) -> Relay:
    """A way to models that others reach: what is asked goes to `send`, what is said comes in by its `hear`."""
    from slowpath.llm.providers.relayed import Relay

    return Relay(send)


def local_endpoints() -> tuple[LocalEndpoint, ...]:
    """Endpoints of language models that answer on this machine at their usual ports. Blocks for some seconds."""
    from slowpath.llm.local import local_endpoints as look

    return look()


def write_constraints(
    problem: Problem,
    solution: Solution,
    report: FormatReport,
    contrast: Contrast,
    known: KnownConstraints,
    settings: Settings,
    client: ModelClient,
    *,
    samples: int,
    rounds: int,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ConstraintsReport:
    """Asks the model why the program is slow on the pair of `known` (whose inputs must be there), and tests what it
    answers by the fidelity gate. The conversations are kept in the state directory.

    Raises `ModelUnavailable` or `TokensSpent` where no question was answered, `StoreUnwritable`, else as the gate.
    """
    from slowpath.constraints import ConstraintQuestion, ask_constraints
    from slowpath.llm.objections import shown_grounds

    assert known.slow is not None and known.fast is not None
    inputs = tuple(sample.data for sample in problem.samples)

    def gate(
        constraints: Sequence[Constraint], slow: bytes | None, fast: bytes | None, others: Sequence[bytes]
    ) -> Sequence[CheckerVerdict]:
        return judge_checkers(solution, constraints, slow, fast, others, settings, stop=cancelled)

    question = ConstraintQuestion(
        problem.name,
        problem.statement,
        solution.language,
        solution.source,
        report.format,
        contrast,
        known.slow,
        known.fast,
        inputs=inputs,
        known=rule_constraints(solution, report.format),
        grounds=shown_grounds(report),
    )
    found = ask_constraints(
        question, client, gate, samples=samples, rounds=rounds, on_attempt=on_attempt, cancelled=cancelled
    )
    for name, text in found.conversations.items():
        keep_conversation(name, text, settings)
    return found


def write_mutators(
    problem: Problem,
    solution: Solution,
    report: FormatReport,
    settings: Settings,
    client: ModelClient,
    *,
    constraints: Sequence[Constraint] = (),
    contrast: Contrast | None = None,
    samples: int = 1,
    rounds: int = 10,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> MutatorsReport:
    """Asks the model for mutators that aim at `constraints` (WEDGE appendix A.2) and keeps those that passed a dry run.

    Raises as `write_generators`.
    """
    from slowpath.constraints.listing import annotated_listing
    from slowpath.generators.mutators import MutatorSpec, ask_mutators
    from slowpath.llm.objections import shown_grounds
    from slowpath.toolchain.generators import GeneratorSandbox

    if report.format is None:
        raise without_format(solution, report, settings)
    listing = annotated_listing(solution.source, solution.language, contrast) if contrast is not None else ""
    spec = MutatorSpec(
        problem.name,
        problem.statement,
        report.format,
        tuple(s.data for s in problem.samples),
        tuple(constraints),
        listing,
        shown_grounds(report),
    )
    with GeneratorSandbox() as runner:
        return ask_mutators(
            spec,
            client,
            runner,
            samples=samples,
            rounds=rounds,
            validators=open_validators(problem.validators, settings),
            on_attempt=on_attempt,
            cancelled=cancelled,
        )


def write_validator(
    problem: Problem,
    report: FormatReport,
    client: ModelClient,
    *,
    rounds: int = 5,
    on_attempt: OnAttempt = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ValidatorReport:
    """Asks the model for a validator of inputs (WEDGE appendix A.3), tested on samples and on damaged samples.

    Raises `SlowpathError` without samples, `ModelUnavailable` or `TokensSpent` where no question was answered.
    """
    from slowpath.generators.validators import ValidatorSpec, ask_validator
    from slowpath.toolchain.generators import GeneratorSandbox

    spec = ValidatorSpec(
        problem.name, problem.statement, report, tuple((sample.name, sample.data) for sample in problem.samples)
    )
    with GeneratorSandbox() as runner:
        return ask_validator(spec, client, runner, rounds=rounds, on_attempt=on_attempt, cancelled=cancelled)
