"""Generators that a language model writes: asked for, judged, saved."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import StoreUnwritable
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport, InputFormat
from slowpath.model.problem import Problem, Solution
from slowpath.pipeline import programs
from slowpath.pipeline.campaigns import without_format
from slowpath.pipeline.programs import MEMORY_CAP_BYTES
from slowpath.pipeline.saving import SavedInput, save_inputs
from slowpath.pipeline.validity import open_validators
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.catalogue import Reason
    from slowpath.generators.rounds import Attempt, GeneratorsReport
    from slowpath.generators.specification import GenerationSpec
    from slowpath.llm.client import ModelClient

SCALING_LIMIT_S = 5.0


def generation_spec(problem: Problem, solution: Solution, report: FormatReport, settings: Settings) -> GenerationSpec:
    """What a language model is told when it is asked for generators: STAB's structured specification.

    Raises as `campaign_spec` where there is no format.
    """
    from slowpath.catalogue import select, worth_telling
    from slowpath.catalogue.selection import NEAR
    from slowpath.generators.specification import CandidateScenario, GenerationSpec, Principle
    from slowpath.inputs.sizes.saturate import boundaries
    from slowpath.llm.objections import shown_grounds

    if report.format is None:
        raise without_format(solution, report, settings)
    scenarios = tuple(
        CandidateScenario(
            chosen.scenario.title,
            tuple(Principle(each.name, each.vulnerability, each.principle) for each in chosen.implementations),
            # Cues quote the program, which the model is not to be sent.
            tuple(
                _told(reason) for reason in chosen.reasons if reason.kind != "neighbour" or reason.similarity >= NEAR
            ),
        )
        for chosen in worth_telling(select(problem.statement, solution.source, solution.language), report.format)
    )
    return GenerationSpec(
        problem.name,
        problem.statement,
        report.format,
        tuple(boundaries(report.format)),
        scenarios,
        solution.source.decode("utf-8", "replace"),
        solution.language,
        problem.limits.time_s,
        shown_grounds(report),
    )


def _told(reason: Reason) -> str:
    """Why a scenario was selected, for a model."""
    if reason.kind == "cue":
        return f"the program has {reason.text}"
    return f'the problem resembles "{reason.text}"' if reason.kind == "neighbour" else str(reason)


def generators_prompt(
    problem: Problem, solution: Solution, report: FormatReport, settings: Settings, method: str
) -> list[tuple[str, str]]:
    """What `write_generators` would send first, as (role, text) of each message."""
    from slowpath.generators.methods import METHODS
    from slowpath.llm.prompts import load_prompt

    chosen = METHODS[method]
    request = load_prompt(chosen.prompt).request(chosen.values(generation_spec(problem, solution, report, settings)))
    return [(message.role, message.content) for message in request.messages]


def write_generators(
    problem: Problem,
    solution: Solution,
    report: FormatReport,
    settings: Settings,
    client: ModelClient,
    method: str,
    *,
    samples: int,
    rounds: int,
    on_attempt: Callable[[Attempt], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> GeneratorsReport:
    """Asks the model for generators and keeps those whose inputs are valid. Runs what it wrote in the sandbox.

    Raises `ModelUnavailable` or `TokensSpent` where no question was answered, else as `campaign_spec`.
    """
    from slowpath.generators.judge import Judge
    from slowpath.generators.methods import METHODS
    from slowpath.generators.rounds import Rounds
    from slowpath.toolchain.generators import GeneratorSandbox

    spec = generation_spec(problem, solution, report, settings)
    chosen = METHODS[method]
    with GeneratorSandbox() as runner, contextlib.ExitStack() as stack:
        judge = Judge(spec, runner, open_validators(problem.validators, settings))
        passes = _threshold(stack, solution, settings, spec.time_limit_s) if chosen.scales else (lambda _: False)
        return Rounds(
            spec,
            chosen,
            client,
            judge,
            samples=samples,
            rounds=rounds,
            passes_threshold=passes,
            on_attempt=on_attempt,
            cancelled=cancelled,
        ).run()


def _threshold(
    stack: contextlib.ExitStack, solution: Solution, settings: Settings, time_limit_s: float | None
) -> Callable[[bytes], bool]:
    """EvalPerf's threshold: whether the solution takes more time or memory than is allowed on an input."""
    most_s = time_limit_s or SCALING_LIMIT_S
    executor = stack.enter_context(programs.open_executor(solution, settings))
    limits = RunLimits(2 * most_s, 4 * most_s, MEMORY_CAP_BYTES)

    def passes(data: bytes) -> bool:
        execution = executor.run(data, limits, keep_counters=False)
        return execution.cut or execution.cpu_ns > most_s * 1e9

    return passes


def save_generators(folder: Path, report: GeneratorsReport, fmt: InputFormat) -> list[list[SavedInput]]:
    """Writes each generator (`<method>-<n>.py`), its inputs and their replay files, and every conversation
    (`<method>-<sample>.<round>.md`). Returns the inputs' files per generator. Raises `StoreUnwritable`."""
    from slowpath.engine.generated import recipe_of
    from slowpath.engine.replay import replay_document as document
    from slowpath.llm.transcript import transcript
    from slowpath.model.origin import Origin
    from slowpath.toolchain.generators import GeneratorSandbox

    texts = {f"{report.method}-{attempt.sample}.{attempt.round}.md": transcript(attempt) for attempt in report.attempts}
    texts |= {f"{report.method}-{number}.py": program.source for number, program in enumerate(report.programs, 1)}
    save_texts(folder, texts)
    saved = []
    with GeneratorSandbox() as runner:
        for number, (program, inputs) in enumerate(zip(report.programs, report.inputs, strict=True), 1):
            named = []
            for made in inputs:
                origin = Origin(
                    "model-generator", program.label, recipe=recipe_of(program, made.seed, made.size, made.index)
                )
                tail = f"-{made.index + 1}" if len(inputs) > 1 else ""
                named.append((f"{report.method}-{number}{tail}", made.data, document(origin, fmt, made.data, runner)))
            saved.append(save_inputs(folder, named))
    return saved


def save_texts(folder: Path, texts: Mapping[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise StoreUnwritable(
            f"{folder}: can't be written ({error.strerror}).", "Choose another folder with --save, or free some disk."
        ) from error
