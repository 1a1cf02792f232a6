"""The search: from a program to a campaign's specification, and from that to its events.

Theory of operation of `find`: the executor is opened here and closed here, whatever happens; every event
is stored before it is yielded; a failure of ours becomes `Ended("failed", ...)`, so that a consumer sees
only events. What should survive a full disk is given a store that spills (`storage.spilling`).
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import math
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.engine.heap import give_back_freed
from slowpath.errors import FormatUnknown, SlowpathError, StoreUnwritable, UsageError
from slowpath.model.breaking import BreakSpec
from slowpath.model.campaign import (
    NO_CONSTRAINTS,
    Budget,
    CampaignEvent,
    CampaignSpec,
    CampaignStarted,
    FormatDoubted,
    PhaseEntered,
)
from slowpath.model.constraint import CheckerVerdict, Constraint
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.fuzzer import ByteFuzzer
from slowpath.model.generator import GeneratorRunner
from slowpath.model.languages import is_native
from slowpath.model.ports import Executor, InputValidator, Store
from slowpath.model.problem import Problem, Solution
from slowpath.model.validity import Doubt, unanswered
from slowpath.pipeline import programs
from slowpath.pipeline.consensus import NAME as CONSENSUS
from slowpath.pipeline.consensus import Consensus, references_of
from slowpath.pipeline.constraints import rule_constraints
from slowpath.pipeline.ending import ended_once
from slowpath.pipeline.format_trial import allowed_by, doubts_by_running
from slowpath.pipeline.formats import why_unknown
from slowpath.pipeline.gate import judge_checkers
from slowpath.pipeline.jailed_checks import opened_checks, opened_models
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S, compile_failure
from slowpath.pipeline.reading import kept_validator
from slowpath.pipeline.validity import opened_validator
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.engine.constraints.gate import Gate

log = logging.getLogger(__name__)
MOST_READING = 0.7
"""What reading may take of a search's time, as a share."""
OVER_SHARE, OVER_S = 0.2, 2.0
"""What reading, building and a closer look may take beyond the time that was asked for."""
CPU_CAP_FACTOR, LEAST_CPU_CAP_S = 3.0, 1.0
"""How many times the time limit a run of the search build, which is slower, may take, and the least that it may."""
COMPARED_SHARE, LEAST_COMPARED_S = 1 / 40, 0.35
"""The part of its time that a search may spend on one of many runs that it compares, and the least that it may."""
AFL = "afl"
"""The strategy that needs AFL++."""


def strategy_names(text: str) -> tuple[str, ...]:
    """The search strategies that a list with commas names, () for an empty one. Raises `UsageError` for one that there
    isn't."""
    from slowpath.engine.strategies import SHARES  # Not needed by what only reads a format.

    names = tuple(name for each in text.split(",") if (name := each.strip()))
    if unknown := [name for name in names if name not in SHARES]:
        raise UsageError(f"--strategies: there is no {unknown[0]!r}.", f"Name some of {', '.join(sorted(SHARES))}.")
    return names


def campaign_spec(
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    budget: Budget,
    seed: int = 0,
    strategies: tuple[str, ...] = (),
    *,
    constraints: Sequence[Constraint] = (),
    ablations: tuple[str, ...] = (),
    aimed: str = "",
    compares: bool = False,
) -> CampaignSpec:
    """Everything the campaign needs, as one serialisable value.

    What the built-in rules see is tested beside `constraints`, those of a model; `aimed` is the id of the one that the
    search should go for, "" for none. `compares` says that runs are for being held against one another, so that many
    short ones are worth more than one up to the time limit.

    Without a format raises `CompileFailed` where that explains it, else `FormatUnknown` with what didn't fit; also
    where the program reads nothing.
    """
    if report.format is None:
        raise without_format(solution, report, settings)
    if not report.format.nodes:
        raise compile_failure(solution, settings) or FormatUnknown(
            f"{solution.path.name} reads no input, so there is none that makes it slow.",
            "Give a program that reads standard input.",
        )
    time_limit_s = problem.limits.time_s
    limits = RunLimits(
        cpu_s=min(_cpu_cap_s(time_limit_s, budget), _compared_s(budget) if compares else math.inf),
        wall_s=max(WALL_CAP_S, 8 * (time_limit_s or 0)),
        memory_bytes=max(MEMORY_CAP_BYTES, problem.limits.memory_bytes or 0),
    )
    return CampaignSpec(
        path=str(solution.path),
        language=solution.language,
        source=solution.source,
        format=report.format,
        samples=tuple((sample.name, sample.data) for sample in problem.samples),
        budget=budget,
        seed=seed,
        strategies=strategies,
        limits=limits,
        time_limit_s=time_limit_s,
        statement=problem.statement,
        toolchain=settings.toolchain,
        assumed=report.assumed,
        validators=problem.validators,
        references=references_of(problem, solution),
        answer_checker=problem.answer_checker,
        ablations=ablations,
        aimed=aimed,
        doubts=report.doubts,
        is_format_given=report.is_settled,
        model_validator=kept_validator(problem, solution, settings),
        assumed_limit_s=None if time_limit_s else settings.time_limit_s,
        compares=compares,
        constraints=() if NO_CONSTRAINTS in ablations else _tested(solution, report, constraints),
    )


def _cpu_cap_s(time_limit_s: float | None, budget: Budget) -> float:
    """How long a run of the search may take: where the limit is known, until the clean build is surely over it. With a
    budget in executions, where nothing may hang on whether a run is cut, longer."""
    if time_limit_s is None:
        return CPU_CAP_S
    if budget.seconds is None and budget.executions is not None:
        return max(CPU_CAP_S, 2 * time_limit_s)
    return max(LEAST_CPU_CAP_S, CPU_CAP_FACTOR * time_limit_s)


def _compared_s(budget: Budget) -> float:
    """How long one of many runs that are compared may take; as long as any where executions are what is counted."""
    return max(LEAST_COMPARED_S, COMPARED_SHARE * budget.seconds) if budget.seconds is not None else math.inf


def _tested(solution: Solution, report: FormatReport, asked: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """A model's constraints first, then the rules'; of two with one id the first."""
    found = (*asked, *rule_constraints(solution, report.format))
    return tuple({each.id: each for each in reversed(found)}.values())[::-1]


def build_ahead(solution: Solution, settings: Settings, report: FormatReport, *, tests: bool = True) -> None:
    """Builds the program into the cache as a search under this format will want it, which `tests` constraints or not;
    nothing where no compiler is needed. Raises as `open_executor`."""
    if is_native(solution.language):
        constraints = _tested(solution, report, ()) if tests else ()
        programs.open_executor(solution, settings, constraints=constraints).close()


def without_format(solution: Solution, report: FormatReport, settings: Settings) -> SlowpathError:
    return compile_failure(solution, settings) or FormatUnknown(
        why_unknown(report),
        'Add a statement or samples beside the program, or write the format yourself: "Slowpath:'
        ' Edit Input Format" in the editor, `slowpath format FILE --write` on the command line.',
    )


def campaign_id(spec: CampaignSpec, serial: str) -> str:
    """A new campaign's id: the program and seed by content, made unique by `serial` (a time or a count)."""
    digest = hashlib.sha256(b"\0".join((spec.path.encode(), spec.source, str(spec.seed).encode(), serial.encode())))
    return digest.hexdigest()[:16]


def solution_of(spec: CampaignSpec | BreakSpec) -> Solution:
    """The program that the search is about."""
    return Solution(Path(spec.path), spec.language, spec.source)


def find(
    spec: CampaignSpec,
    settings: Settings,
    store: Store,
    *,
    campaign_id: str,
    stop: Callable[[], bool],
    clock: Callable[[], float],
    history: Sequence[CampaignEvent] = (),
    began_s: float | None = None,
    told: Callable[[CampaignEvent], CampaignEvent | None] = lambda event: event,
) -> Iterator[CampaignEvent]:
    """Runs the campaign and yields its events, each stored first; the last one is always `Ended`.

    `clock` gives seconds and stands still while paused; `history` holds the events of an earlier process
    of the same campaign, which is then resumed. `began_s` is when, by the clock, the user asked for it, if not now:
    from there on it is reckoned when it ends. `told` gives an event as it is stored and yielded, None for not at all.
    Never raises but for bugs outside the engine.
    """
    began = clock() if began_s is None else began_s
    give_back_freed()

    def kept() -> Iterator[CampaignEvent]:
        if not history:
            store.create(campaign_id, spec)
        for event in _events(spec, settings, store, campaign_id, stop, clock, history, ends_s(spec.budget, began)):
            if (said := told(event)) is not None:
                store.append(campaign_id, [said])
                yield said

    yield from ended_once(
        kept,
        lambda: clock() - began,
        f"campaign {campaign_id}",
        end=lambda ended: _last(store, campaign_id, told(ended)),
    )


def search_began_s(asked_s: float, seconds: float, now_s: float) -> float:
    """From when on the seconds of a search count that was asked for at `asked_s`: however long reading took since,
    there is time to find something."""
    return max(asked_s, now_s - MOST_READING * seconds)


def ends_s(budget: Budget, began_s: float) -> float:
    """When a search that began then must have ended, with all that comes before and after it."""
    if budget.seconds is None or budget.executions is not None:
        return math.inf
    return began_s + (1 + OVER_SHARE) * budget.seconds + OVER_S


def _last(store: Store, campaign_id: str, ended: CampaignEvent | None) -> Iterator[CampaignEvent]:
    """The event that ends a failed campaign, stored if the store still takes it."""
    if ended is not None:
        with contextlib.suppress(StoreUnwritable):
            store.append(campaign_id, [ended])
        yield ended


def _events(
    spec: CampaignSpec,
    settings: Settings,
    store: Store,
    campaign_id: str,
    stop: Callable[[], bool],
    clock: Callable[[], float],
    history: Sequence[CampaignEvent],
    until_s: float,
) -> Iterator[CampaignEvent]:
    from slowpath.engine.campaign import run_campaign
    from slowpath.toolchain.generators import GeneratorSandbox
    from slowpath.toolchain.validators.pending import Opening

    if not history:
        yield CampaignStarted(
            campaign_id,
            spec.path,
            spec.budget,
            spec.time_limit_s,
            assumed=spec.assumed,
            doubts=() if spec.validators else _open_doubts(spec),
            assumed_limit_s=spec.assumed_limit_s,
        )
    yield PhaseEntered(
        "building",
        "Building the program twice: to count, and with the judge's flags.",
        executions=max((event.executions for event in history), default=0),
    )
    chosen = with_toolchain(settings, spec)
    with (
        Consensus(spec, chosen) as consensus,
        Opening() as opening,
        GeneratorSandbox() as runner,
        opened_checks(spec.format, [data for _, data in spec.samples]) as checks,
    ):
        # They are compiled while the program is, since what is shown first must have passed them.
        validators: list[InputValidator] = [
            opening.start(source.name, partial(opened_validator, source, chosen)) for source in spec.validators
        ]
        opinions: list[InputValidator] = [*checks]
        if spec.references:
            opinions.append(opening.start(CONSENSUS, consensus.open))
        with (
            programs.open_executor(solution_of(spec), chosen, constraints=spec.constraints) as executor,
            _fuzzer(spec, chosen) as fuzzer,
        ):
            # The search's time begins when it can show something.
            opening.wait()
            if not history:
                yield from programs.build_remarks(solution_of(spec), chosen)
            if not history and not spec.validators and not spec.is_format_given:
                spec, told = _held_against(spec, executor, runner)
                yield from told
            yield from run_campaign(
                spec,
                executor,
                campaign_id=campaign_id,
                keep_input=store.put_input,
                clock=clock,
                stop=stop,
                history=history,
                read_input=store.input,
                probe=_library_probe(chosen),
                validators=validators,
                opinions=opinions,
                models=opened_models(spec.model_validator, runner),
                runner=runner,
                gate=_gate(spec, chosen, lambda: stop() or clock() > until_s),
                fuzzer=fuzzer,
                ends_s=until_s,
            )


def _held_against(
    spec: CampaignSpec, executor: Executor, runner: GeneratorRunner
) -> tuple[CampaignSpec, list[CampaignEvent]]:
    """The specification with what the program does on small inputs that speaks against the format, and the event."""
    try:
        found = doubts_by_running(spec, executor, allowed_by(spec.model_validator, runner))
    except SlowpathError:
        raise
    except Exception:
        log.error("the format of %s couldn't be held against the program\n%s", spec.path, traceback.format_exc())
        found = (Doubt("reading", "The format couldn't be held against the program; the log has the details."),)
    return replace(spec, doubts=(*spec.doubts, *found)), [FormatDoubted(found)] if found else []


def _open_doubts(spec: CampaignSpec) -> tuple[Doubt, ...]:
    """What speaks against inputs that the model's validator accepts, if there is one: the others aren't shown."""
    return unanswered(spec.doubts, is_calibrated=spec.model_validator is not None and spec.model_validator.calibrated)


def _fuzzer(spec: CampaignSpec, settings: Settings) -> contextlib.AbstractContextManager[ByteFuzzer | None]:
    """AFL++ where the search is to use it. Raises `ToolMissing` where it isn't installed."""
    from slowpath.toolchain.afl import Afl, build_for_afl

    if AFL not in spec.strategies:
        return contextlib.nullcontext()
    return Afl(build_for_afl(solution_of(spec), settings, with_mutator=True), spec.limits)


def _gate(spec: CampaignSpec, settings: Settings, stop: Callable[[], bool]) -> Gate:
    """Judges checkers of the campaign's program, each run under the campaign's limits."""

    def judge(
        constraints: Sequence[Constraint], slow: bytes | None, fast: bytes | None, inputs: Sequence[bytes]
    ) -> Sequence[CheckerVerdict]:
        return judge_checkers(
            solution_of(spec), constraints, slow, fast, inputs, settings, limits=spec.limits, stop=stop
        )

    return judge


def _library_probe(settings: Settings) -> Callable[[str], bytes]:
    from slowpath.toolchain.probe import probe

    return lambda source: probe(source, settings)


def with_toolchain(settings: Settings, spec: CampaignSpec | BreakSpec) -> Settings:
    """The settings with the compiler, flags and interpreter that the search was specified with."""
    return settings.with_toolchain(spec.toolchain)
