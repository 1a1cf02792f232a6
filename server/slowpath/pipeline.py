"""The use cases, one function each. Joins the rooms through their Protocols; the CLI, the worker and the
language server call nothing below it.

Theory of operation of `find`: the executor is opened here and closed here, whatever happens; every event
is stored before it is yielded; a failure of ours becomes `Ended("failed", ...)`, so that a consumer sees
only events. What should survive a full disk is given a store that spills (`storage.spilling`).
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import shlex
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import (
    CompileFailed,
    CompileMessage,
    FormatUnknown,
    FormatUnreadable,
    SlowpathError,
    SourceUnreadable,
    StoreUnwritable,
    ToolMissing,
    UsageError,
)
from slowpath.model.campaign import Budget, CampaignEvent, CampaignSpec, CampaignStarted, Ended, PhaseEntered
from slowpath.model.constraint import Constraint
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.format import Evidence, FormatReport, InputFormat
from slowpath.model.format_text import FormatCompletion, FormatStudy
from slowpath.model.ports import Executor, InputValidator, InputVerdict, Store
from slowpath.model.problem import NamedBound, Problem, Solution
from slowpath.model.profile import Profile
from slowpath.model.slow_input import SlowInput
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.language import Finding

if TYPE_CHECKING:
    from slowpath.catalogue import Selection
    from slowpath.generators.rounds import Attempt, GeneratorsReport
    from slowpath.generators.specification import GenerationSpec
    from slowpath.inputs.plan import Boundary
    from slowpath.llm.client import ModelClient

log = logging.getLogger(__name__)

LARGEST_SOURCE_BYTES = 4 << 20
CPU_CAP_S = 10.0
WALL_CAP_S = 20.0
MEMORY_CAP_BYTES = 2 << 30
ORACLE_S = 1.2
SCALING_LIMIT_S = 5.0


def read_solution(path: Path, text: bytes | None = None) -> Solution:
    """The solution at `path`; `text` is the editor's unsaved buffer, if any.

    Raises `SourceUnreadable` for a missing, empty, binary or oversized file or an unknown language.
    """
    from slowpath.toolchain import LANGUAGES, language_of

    language = language_of(path)
    if language is None:
        known = ", ".join(f"{made.name} ({' '.join(made.suffixes)})" for made in LANGUAGES.values())
        raise SourceUnreadable(f"{path.name}: no known language ends in {path.suffix or 'nothing'!r}.",
                               f"Known are {known}.")
    source = _read_source(path) if text is None else text
    if not source.strip():
        raise SourceUnreadable(f"{path}: the file is empty.", "Write the program first, then search it.")
    if b"\0" in source:
        raise SourceUnreadable(f"{path}: this is a binary file, not source text.", "Give the program's source.")
    return Solution(path.absolute(), language.id, source)


def _read_source(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_SOURCE_BYTES:
            raise SourceUnreadable(f"{path}: larger than {LARGEST_SOURCE_BYTES >> 20} MiB.",
                                   "Give the program itself, not its data.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceUnreadable(f"{path}: no such file.", "Check the path.") from error
    except OSError as error:
        raise SourceUnreadable(f"{path}: can't be read ({error.strerror}).",
                               "Check its kind and permissions.") from error


def read_problem(solution: Solution, problem_dir: Path | None = None) -> Problem:
    """What is known of the problem around the solution; `problem_dir` says where to look instead.

    Raises `UsageError` when `problem_dir` is given and is no folder.
    """
    from slowpath import problems

    if problem_dir is not None and not problem_dir.is_dir():
        raise UsageError(f"--problem {problem_dir}: no such folder.", "Give the folder of the statement and samples.")
    return problems.read_problem(solution.path, problem_dir)


def infer_format(problem: Problem, solution: Solution, settings: Settings | None = None) -> FormatReport:
    """The input format with its grounds; `format` None where nothing fits, with the reasons.

    What the user wrote down wins; where that can't be read it raises `FormatUnreadable`. Without `settings` nothing
    is run, for a workspace that isn't trusted; with them the program is built and asked where the other sources
    leave a doubt, for at most `ORACLE_S` after the build. A validator of the package whose source can be read is exact
    and comes before inference where a format can say all that it says; what else is known of structures is kept.
    """
    if problem.format_text.strip():
        return format_from_text(problem.format_text, problem.format_path, problem)
    described = _described_by_validator(problem)
    if described is None and settings is not None:
        problem = replace(problem, bounds=(*problem.bounds, *_reported_bounds(problem, settings)))
    inferred = _inferred_format(problem, solution, settings if described is None else None)
    if described is None:
        return inferred
    from slowpath.inputs.checktestdata.report import completed

    return completed(described, inferred, problem.samples)


def _described_by_validator(problem: Problem) -> FormatReport | None:
    """The format that a validator of the package describes, read from its source, where all samples follow it."""
    from slowpath.inputs.checktestdata.report import validator_report

    found = []
    for source in problem.validators:
        with contextlib.suppress(OSError):
            if source.path.is_file() and source.path.stat().st_size <= LARGEST_SOURCE_BYTES:
                found.append(validator_report(source, source.path.read_bytes(), problem.samples))
    reports = [report for report in found if report is not None]
    return min(reports, key=lambda report: len(report.misfits), default=None)


def _reported_bounds(problem: Problem, settings: Settings) -> list[NamedBound]:
    """What validators that can't be read say of bounds when they judge the samples."""
    from slowpath.toolchain.validators.overview import reported_bounds

    made: list[NamedBound] = []
    for source in problem.validators:
        with contextlib.suppress(SlowpathError, OSError):
            made += reported_bounds(source, problem.samples, settings)
    return made


def _inferred_format(problem: Problem, solution: Solution, settings: Settings | None) -> FormatReport:
    from slowpath.inputs.infer import infer

    if settings is None:
        return infer(problem, solution)
    from slowpath.toolchain.oracle import ExecutorOracle

    with ExecutorOracle(lambda: open_executor(solution, settings)) as oracle:
        return infer(problem, solution, oracle, stop=lambda: oracle.age_s > ORACLE_S)


def open_validators(sources: Sequence[ValidatorSource], settings: Settings) -> list[InputValidator]:
    """The validators of a package, compiled where they have to be: only for a workspace that is trusted.

    One that can't be opened is there too, and answers that it failed and why.
    """
    return [_opened_validator(source, settings) for source in sources]


@dataclass(frozen=True)
class Judge:
    """Who may judge inputs. `kind` is the validator's, or "format"; `objection` says why it isn't believed, if so."""

    validator: InputValidator
    kind: str
    objection: str = ""


@dataclass(frozen=True)
class Opinion:
    """What one judge says of an input. The verdict of one that isn't believed has why in its reason."""

    name: str
    kind: str
    verdict: InputVerdict
    believed: bool


@dataclass(frozen=True)
class Judgement:
    """What all judges say of an input. `valid` is None where none that is believed has an opinion."""

    valid: bool | None
    opinions: tuple[Opinion, ...]


def judges_of(problem: Problem, report: FormatReport, settings: Settings, *,
              strict_layout: bool = False) -> list[Judge]:
    """The validators of the package, then the format. Those that refuse a sample are there and not believed.

    Compiles and runs the package's: only for a workspace that is trusted.
    """
    from slowpath.inputs.format_validator import FormatValidator

    found = [(validator, source.kind) for validator, source in
             zip(open_validators(problem.validators, settings), problem.validators, strict=True)]
    if report.format is not None:
        found.append((FormatValidator(report.format, strict_layout), "format"))
    return [Judge(validator, kind, _objection(validator, problem)) for validator, kind in found]


def _objection(validator: InputValidator, problem: Problem) -> str:
    for sample in problem.samples:
        verdict = validator.validate(sample.data)
        if not verdict.valid:
            return f"it {'fails on' if verdict.valid is None else 'refuses'} sample {sample.name}: {verdict.reason}"
    return ""


def judged(judges: Sequence[Judge], data: bytes) -> Judgement:
    """Whether `data` is valid. The package's validators win; the format decides where none of them can."""
    opinions = tuple(_opinion(judge, data) for judge in judges)
    believed = [opinion for opinion in opinions if opinion.believed and opinion.verdict.valid is not None]
    deciding = [opinion for opinion in believed if opinion.kind != "format"] or believed
    return Judgement(all(bool(opinion.verdict.valid) for opinion in deciding) if deciding else None, opinions)


def _opinion(judge: Judge, data: bytes) -> Opinion:
    verdict = judge.validator.validate(data)
    if judge.objection:
        verdict = InputVerdict(verdict.valid, "; ".join(filter(None, [verdict.reason, judge.objection])))
    return Opinion(judge.validator.name, judge.kind, verdict, not judge.objection)


def _opened_validator(source: ValidatorSource, settings: Settings) -> InputValidator:
    from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
    from slowpath.inputs.checktestdata.validator import script_validator
    from slowpath.toolchain.validators import open_validator
    from slowpath.toolchain.validators.pending import FailedValidator

    try:
        if source.kind == "checktestdata":
            return script_validator(source.name, source.path.read_bytes())
        return open_validator(source, settings)
    except SlowpathError as error:
        return FailedValidator(source.name, error.message)
    except ScriptSyntaxError as error:
        return FailedValidator(source.name, f"it can't be read: {error}")
    except OSError as error:
        return FailedValidator(source.name, f"it can't be read: {error.strerror or error}")


def format_from_text(text: str, path: Path | None, problem: Problem) -> FormatReport:
    """A format that the user wrote, with the samples that don't fit it as misfits; `path` is its file.

    Raises `FormatUnreadable` with file, line and column where it can't be read.
    """
    from slowpath.inputs.text import FormatSyntaxError
    from slowpath.inputs.written import written_report

    if path is not None and path.suffix.lower() == ".ctd":
        return _format_from_script(text, path, problem)
    try:
        return written_report(text, problem.samples)
    except FormatSyntaxError as error:
        place = f"{path}, line {error.line}, column {error.column}"
        raise FormatUnreadable(f"{place}: the input format can't be read: {error.reason}.",
                               "Correct it there (docs/format.md has the grammar), or delete the file to have the"
                               " format inferred.", error.line, error.column) from error


def _format_from_script(text: str, path: Path, problem: Problem) -> FormatReport:
    from slowpath.inputs.checktestdata.convert import CannotConvert
    from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
    from slowpath.inputs.checktestdata.report import script_report

    try:
        return script_report(text.encode(), path.name, problem.samples)
    except ScriptSyntaxError as error:
        raise FormatUnreadable(f"{path}, line {error.line}, column {error.column}: {error.message}.",
                               "Correct the script there.", error.line, error.column) from error
    except CannotConvert as error:
        raise FormatUnreadable(f"{path}: no input format has this layout: {error}.",
                               "Write the format in its text form (docs/format.md).", error.place.line,
                               error.place.column) from error


@dataclass(frozen=True)
class ScriptText:
    """A format as a script for another tool; `left_out` is what it can't say there."""

    text: str
    left_out: tuple[str, ...]


def format_as_script(report: FormatReport) -> ScriptText:
    """The format as a checktestdata script. Raises `UsageError` where that can't follow its layout."""
    from slowpath.inputs.checktestdata.write import CannotWrite, to_script

    assert report.format is not None
    try:
        written = to_script(report.format)
    except CannotWrite as error:
        raise UsageError(f"A checktestdata script can't follow this layout. {error}") from error
    return ScriptText(written.text, written.left_out)


@dataclass(frozen=True)
class EditableFormat:
    """The text in which a format is edited, and its file. `saved` is false while the file isn't there.

    `unknown` says in one sentence why there is nothing but a skeleton, "" where the format is known.
    """

    path: Path
    text: str
    saved: bool
    unknown: str = ""


def format_to_edit(problem: Problem, solution: Solution, settings: Settings | None = None) -> EditableFormat:
    """The saved format as it stands, else the inferred one."""
    if problem.format_text.strip() and problem.format_path is not None:
        return EditableFormat(problem.format_path, problem.format_text, True)
    return editable_format(problem, solution, infer_format(problem, solution, settings))


def editable_format(problem: Problem, solution: Solution, report: FormatReport) -> EditableFormat:
    """An inferred format with comments that say where its bounds came from; without one a skeleton."""
    from slowpath.inputs.provenance import annotated
    from slowpath.inputs.skeleton import skeleton

    path = problem.format_path or solution.path.with_suffix(".format")
    if report.format is None:
        return EditableFormat(path, skeleton(problem, solution, report), False, why_unknown(report))
    statement = problem.statement_path.name if problem.statement_path else "the statement"
    return EditableFormat(path, annotated(report, statement, solution.path.name), False)


def without_saved_format(problem: Problem) -> Problem:
    """The problem as if the user had written no format, to infer it anew."""
    return replace(problem, format_text="")


def why_unknown(report: FormatReport) -> str:
    """Why no format was inferred, in one sentence."""
    reasons = "; ".join(f"{misfit.where}: {misfit.message}" for misfit in report.misfits[:3])
    return f"The input format can't be inferred: {reasons or 'nothing reads input'}."


def write_format(path: Path, text: str, overwrite: bool = False) -> None:
    """Saves a format. Raises `UsageError` where a file is there already, `StoreUnwritable` where none can be."""
    try:
        with path.open("w" if overwrite else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageError(f"{path}: there is a format already.", "Edit it, or overwrite it with --force.") from error
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).",
                              "Make the folder writable, or save the format elsewhere and use --format.") from error


def study_format(text: str, problem: Problem, inferred: FormatReport | None) -> FormatStudy:
    """What an editor shows about a format's text: where things stand, what is wrong, where bounds came from.

    `inferred` is what inference finds without that text, None where there is no program. Never raises.
    """
    from slowpath.inputs.written import study

    return study(text, problem.samples, inferred)


def complete_format(text: str, line: int, column: int) -> tuple[FormatCompletion, ...]:
    """What may stand at a place (1-based) of a format's text."""
    from slowpath.inputs.text_completion import completions

    return completions(text, line, column)


def ground_of_bound(grounds: Sequence[Evidence], high: bool) -> Evidence | None:
    """Which of a variable's grounds speaks of its low, or its high bound."""
    from slowpath.inputs.provenance import ground_of_bound as ground

    return ground(grounds, high)


def with_bounds(text: str, name: str, bounds: str) -> str:
    """A format's text with other bounds of one variable."""
    from slowpath.inputs.provenance import with_bounds as changed

    return changed(text, name, bounds)


def resolved_boundaries(report: FormatReport) -> list[Boundary]:
    """The sizes as large as the format's constraints allow together (STAB section 3.1); empty without a format.

    Under a second for most formats; the first call with coupled sizes imports the solver.
    """
    from slowpath.inputs.saturate import boundaries

    return boundaries(report.format) if report.format is not None else []


def selections(problem: Problem, solution: Solution) -> tuple[Selection, ...]:
    """The scenarios of the catalogue that statement and source call for, best first, each with its reasons."""
    from slowpath.catalogue import select

    return select(problem.statement, solution.source, solution.language)


def campaign_spec(solution: Solution, problem: Problem, report: FormatReport, settings: Settings,
                  budget: Budget, seed: int = 0, strategies: tuple[str, ...] = ()) -> CampaignSpec:
    """Everything the campaign needs, as one serialisable value.

    Without a format raises `CompileFailed` where that explains it, else `FormatUnknown` with what didn't fit; also
    where the program reads nothing.
    """
    if report.format is None:
        raise _without_format(solution, report, settings)
    if not report.format.nodes:
        raise _compile_failure(solution, settings) or FormatUnknown(
            f"{solution.path.name} reads no input, so there is none that makes it slow.",
            "Give a program that reads standard input.")
    time_limit_s = problem.limits.time_s
    limits = RunLimits(cpu_s=max(CPU_CAP_S, 2 * (time_limit_s or 0)), wall_s=max(WALL_CAP_S, 8 * (time_limit_s or 0)),
                       memory_bytes=max(MEMORY_CAP_BYTES, problem.limits.memory_bytes or 0))
    return CampaignSpec(
        path=str(solution.path), language=solution.language, source=solution.source, format=report.format,
        samples=tuple((sample.name, sample.data) for sample in problem.samples),
        budget=budget, seed=seed, strategies=strategies, limits=limits, time_limit_s=time_limit_s,
        statement=problem.statement,
        toolchain={"cpp_compiler": settings.cpp_compiler, "cpp_flags": list(settings.cpp_flags),
                   "python_interpreter": settings.python_interpreter}, assumed=report.assumed,
        validators=problem.validators)


def _without_format(solution: Solution, report: FormatReport, settings: Settings) -> SlowpathError:
    return _compile_failure(solution, settings) or FormatUnknown(
        why_unknown(report), "Add a statement or samples beside the program, or write the format yourself: \"Slowpath:"
        " Edit Input Format\" in the editor, `slowpath format FILE --write` on the command line.")


def _compile_failure(solution: Solution, settings: Settings) -> CompileFailed | None:
    """The failure that a program which doesn't compile is, None where it does or there is nothing to compile with."""
    errors: list[CompileMessage] = []
    with contextlib.suppress(ToolMissing):
        errors = [message for message in check(solution, settings) if message.severity == "error"]
    if not errors:
        return None
    return CompileFailed(f"{solution.path.name} doesn't compile, line {errors[0].line}: {errors[0].message}.",
                         "Correct it and start again.", tuple(errors))


def campaign_id(spec: CampaignSpec, serial: str) -> str:
    """A new campaign's id: the program and seed by content, made unique by `serial` (a time or a count)."""
    digest = hashlib.sha256(b"\0".join((spec.path.encode(), spec.source, str(spec.seed).encode(), serial.encode())))
    return digest.hexdigest()[:16]


def solution_of(spec: CampaignSpec) -> Solution:
    """The program that the campaign is about."""
    return Solution(Path(spec.path), spec.language, spec.source)


def open_executor(solution: Solution, settings: Settings, on_progress: Callable[[str], None] | None = None,
                  constraints: Sequence[Constraint] = ()) -> Executor:
    """Builds the program (or takes the build from the cache) and starts it under the forkserver, with probes for
    `constraints` in its search build.

    Raises `ToolMissing`, `CompileFailed` or `TargetBroken`.
    """
    from slowpath import toolchain

    return toolchain.open_executor(solution, settings, on_progress, constraints)


def check(solution: Solution, settings: Settings) -> list[CompileMessage]:
    """The messages of a fast syntax check, empty when all is well. Raises `ToolMissing`, `SourceUnreadable`."""
    from slowpath import toolchain

    return toolchain.check(solution, settings)


def find(spec: CampaignSpec, settings: Settings, store: Store, *, campaign_id: str,
         stop: Callable[[], bool], clock: Callable[[], float],
         history: Sequence[CampaignEvent] = ()) -> Iterator[CampaignEvent]:
    """Runs the campaign and yields its events, each stored first; the last one is always `Ended`.

    `clock` gives seconds and stands still while paused; `history` holds the events of an earlier process
    of the same campaign, which is then resumed. Never raises but for bugs outside the engine.
    """
    began = clock()
    try:
        if not history:
            store.create(campaign_id, spec)
        for event in _events(spec, settings, store, campaign_id, stop, clock, history):
            store.append(campaign_id, [event])
            yield event
    except SlowpathError as error:
        yield _last(store, campaign_id, failure(error, clock() - began))
    except Exception as error:
        log.error("campaign %s crashed\n%s", campaign_id, traceback.format_exc())
        yield _last(store, campaign_id, Ended(
            "failed", "bug", f"The search crashed: {type(error).__name__}: {error}.",
            "This is a bug in Slowpath; the log has the details.", elapsed_s=clock() - began))


def _last(store: Store, campaign_id: str, ended: Ended) -> Ended:
    """The event that ends a failed campaign, stored if the store still takes it."""
    with contextlib.suppress(StoreUnwritable):
        store.append(campaign_id, [ended])
    return ended


def failure(error: SlowpathError, elapsed_s: float = 0.0) -> Ended:
    """The event that ends a campaign with our own failure."""
    return Ended("failed", error.code, error.message, error.remedy, elapsed_s=elapsed_s)


def _events(spec: CampaignSpec, settings: Settings, store: Store, campaign_id: str,
            stop: Callable[[], bool], clock: Callable[[], float],
            history: Sequence[CampaignEvent]) -> Iterator[CampaignEvent]:
    from slowpath.engine.campaign import run_campaign
    from slowpath.toolchain.generators import GeneratorSandbox
    from slowpath.toolchain.validators.pending import Opening

    if not history:
        yield CampaignStarted(campaign_id, spec.path, spec.budget, spec.time_limit_s, assumed=spec.assumed)
    yield PhaseEntered("building", "Building the program twice: to count, and with the judge's flags.",
                       executions=max((event.executions for event in history), default=0))
    chosen = with_toolchain(settings, spec)
    with Opening() as opening, GeneratorSandbox() as runner:
        # They are compiled while the program is, since what is shown first must have passed them.
        validators = [opening.start(source.name, partial(_opened_validator, source, chosen))
                      for source in spec.validators]
        with open_executor(solution_of(spec), chosen) as executor:
            # The search's time begins when it can show something.
            opening.wait()
            yield from run_campaign(spec, executor, campaign_id=campaign_id, keep_input=store.put_input,
                                    clock=clock, stop=stop, history=history, read_input=store.input,
                                    probe=_library_probe(spec, chosen), validators=validators, runner=runner)


def generation_spec(problem: Problem, solution: Solution, report: FormatReport, settings: Settings) -> GenerationSpec:
    """What a language model is told when it is asked for generators: STAB's structured specification.

    Raises as `campaign_spec` where there is no format.
    """
    from slowpath.catalogue import select
    from slowpath.generators.specification import CandidateScenario, GenerationSpec, Principle
    from slowpath.inputs.saturate import boundaries

    if report.format is None:
        raise _without_format(solution, report, settings)
    scenarios = tuple(
        CandidateScenario(chosen.scenario.title,
                          tuple(Principle(each.name, each.vulnerability, each.principle)
                                for each in chosen.implementations),
                          # Cues quote the program, which the model is not to be sent.
                          tuple(f"the program has {reason.text}" if reason.kind == "cue" else str(reason)
                                for reason in chosen.reasons))
        for chosen in select(problem.statement, solution.source, solution.language))
    return GenerationSpec(problem.name, problem.statement, report.format, tuple(boundaries(report.format)), scenarios,
                          solution.source.decode("utf-8", "replace"), solution.language, problem.limits.time_s)


def generators_prompt(problem: Problem, solution: Solution, report: FormatReport, settings: Settings,
                      method: str) -> list[tuple[str, str]]:
    """What `write_generators` would send first, as (role, text) of each message."""
    from slowpath.generators.methods import METHODS
    from slowpath.llm.prompts import load_prompt

    chosen = METHODS[method]
    request = load_prompt(chosen.prompt).request(chosen.values(generation_spec(problem, solution, report, settings)))
    return [(message.role, message.content) for message in request.messages]


def open_model(settings: Settings, *, record: Path | None = None, replay: Path | None = None, obtained: str = "",
               max_tokens: int | None = None) -> ModelClient:
    """The language model that is configured, or recorded replies in its place. Raises `UsageError` without either."""
    from slowpath.llm.endpoint import open_client

    return open_client(settings, record=record, replay=replay, obtained=obtained, max_tokens=max_tokens)


def write_generators(problem: Problem, solution: Solution, report: FormatReport, settings: Settings,
                     client: ModelClient, method: str, *, samples: int, rounds: int,
                     on_attempt: Callable[[Attempt], None] = lambda _: None,
                     cancelled: Callable[[], bool] = lambda: False) -> GeneratorsReport:
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
        return Rounds(spec, chosen, client, judge, samples=samples, rounds=rounds, passes_threshold=passes,
                      on_attempt=on_attempt, cancelled=cancelled).run()


def _threshold(stack: contextlib.ExitStack, solution: Solution, settings: Settings,
               time_limit_s: float | None) -> Callable[[bytes], bool]:
    """EvalPerf's threshold: whether the solution takes more time or memory than is allowed on an input."""
    most_s = time_limit_s or SCALING_LIMIT_S
    executor = stack.enter_context(open_executor(solution, settings))
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
    from slowpath.generators.transcript import transcript
    from slowpath.model.origin import Origin
    from slowpath.toolchain.generators import GeneratorSandbox

    texts = {f"{report.method}-{attempt.sample}.{attempt.round}.md": transcript(attempt) for attempt in report.attempts}
    texts |= {f"{report.method}-{number}.py": program.source for number, program in enumerate(report.programs, 1)}
    _save_texts(folder, texts)
    saved = []
    with GeneratorSandbox() as runner:
        for number, (program, inputs) in enumerate(zip(report.programs, report.inputs, strict=True), 1):
            named = []
            for made in inputs:
                origin = Origin("model-generator", program.label,
                                recipe=recipe_of(program, made.seed, made.size, made.index))
                tail = f"-{made.index + 1}" if len(inputs) > 1 else ""
                named.append((f"{report.method}-{number}{tail}", made.data, document(origin, fmt, made.data, runner)))
            saved.append(save_inputs(folder, named))
    return saved


def _save_texts(folder: Path, texts: Mapping[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise StoreUnwritable(f"{folder}: can't be written ({error.strerror}).",
                              "Choose another folder with --save, or free some disk.") from error


def _library_probe(spec: CampaignSpec, settings: Settings) -> Callable[[str], bytes] | None:
    from slowpath.toolchain.probe import probe

    return (lambda source: probe(source, settings)) if spec.language == "cpp" else None


def with_toolchain(settings: Settings, spec: CampaignSpec) -> Settings:
    """The settings with the compiler, flags and interpreter that the campaign was specified with."""
    chosen = spec.toolchain
    return replace(settings, cpp_compiler=chosen.get("cpp_compiler", settings.cpp_compiler),
                   cpp_flags=tuple(chosen.get("cpp_flags", settings.cpp_flags)),
                   python_interpreter=chosen.get("python_interpreter", settings.python_interpreter))


@dataclass(frozen=True)
class InputProfile:
    """One input's run on the search build (lines, deterministic count) and on the clean build (time)."""

    name: str
    size: int
    execution: Execution
    profile: Profile
    confirmation: Confirmation


def profile_inputs(solution: Solution, inputs: Sequence[tuple[str, bytes]], settings: Settings,
                   limits: RunLimits | None = None, runs: int = 3) -> list[InputProfile]:
    """Runs the program on each (name, bytes) and reads line hits and cost. Raises as `open_executor`."""
    limits = limits or RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
    with open_executor(solution, settings) as executor:
        return [_profiled(executor, name, data, limits, runs) for name, data in inputs]


def _profiled(executor: Executor, name: str, data: bytes, limits: RunLimits, runs: int) -> InputProfile:
    execution = executor.run(data, limits)
    return InputProfile(name, len(data), execution, executor.profile(execution),
                        executor.confirm(data, limits, runs=runs))


@dataclass(frozen=True)
class SavedInput:
    """Where an input and its replay file were written."""

    path: Path
    replay_path: Path


def save_inputs(folder: Path, named: Sequence[tuple[str, bytes, dict]]) -> list[SavedInput]:
    """Writes each (name, bytes, replay document) as `<name>.in` and `<name>.replay.json` into `folder`.

    Raises `StoreUnwritable` when the folder can't be written.
    """
    import json

    saved = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data, document in named:
            path, replay_path = folder / f"{name}.in", folder / f"{name}.replay.json"
            path.write_bytes(data)
            replay_path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
            saved.append(SavedInput(path, replay_path))
    except OSError as error:
        raise StoreUnwritable(f"{folder}: can't be written ({error.strerror}).",
                              "Choose another folder with --save, or free some disk.") from error
    return saved


def next_free_name(folder: Path, stem: str = "slow") -> str:
    """`slow-1`, or the first of `slow-2`, `slow-3`, ... that isn't taken in `folder`."""
    number = 1
    while (folder / f"{stem}-{number}.in").exists():
        number += 1
    return f"{stem}-{number}"


def replay_command(replay_path: Path) -> str:
    """A shell command that writes the same bytes again."""
    return f"slowpath replay {shlex.quote(str(replay_path))}"


def replay_document(slow_input: SlowInput, fmt: InputFormat, data: bytes) -> dict:
    """The JSON value that `replay` turns into the input's bytes again."""
    from slowpath.engine.replay import replay_document as document
    from slowpath.toolchain.generators import GeneratorSandbox

    with GeneratorSandbox() as runner:
        return document(slow_input.origin, fmt, data, runner)


def replay(path: Path) -> bytes:
    """The bytes that a replay file describes. Raises `UsageError` when it isn't one or doesn't reproduce."""
    import json

    from slowpath.engine.replay import replay_bytes
    from slowpath.toolchain.generators import GeneratorSandbox

    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: can't be read ({error.strerror}).", "Give a *.replay.json file.") from error
    except ValueError as error:
        raise UsageError(f"{path}: not JSON ({error}).", "Give a *.replay.json file that `find` wrote.") from error
    with GeneratorSandbox() as runner:
        return replay_bytes(document, runner)


@dataclass(frozen=True)
class DoctorReport:
    """Everything that was looked for; `ready` when at least one language can be searched."""

    findings: tuple[Finding, ...]
    ready: bool


def doctor(settings: Settings) -> DoctorReport:
    """What this machine has and what each missing thing costs. Starts compilers for their versions; ~1 s."""
    from slowpath import toolchain
    from slowpath.llm import endpoint

    model = Finding("model endpoint", *endpoint.described(settings),
                    "Only `slowpath generators` and `find --generators` ask a language model; all else works without.")
    ready = any(_first_found(language.findings(settings)) for language in toolchain.LANGUAGES.values())
    return DoctorReport((*toolchain.findings(settings), _storage_finding(settings), model), ready)


def _first_found(findings: Sequence[Finding]) -> bool:
    """A language's first finding is its compiler or interpreter, without which nothing runs."""
    return bool(findings) and findings[0].found


def _storage_finding(settings: Settings) -> Finding:
    try:
        settings.state_dir.mkdir(parents=True, exist_ok=True)
        probe = settings.state_dir / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return Finding("state directory", False, f"{settings.state_dir}: {error.strerror}.",
                       "Campaigns are held in memory only and don't survive a restart; set SLOWPATH_STATE_DIR.")
    return Finding("state directory", True, str(settings.state_dir), "")
