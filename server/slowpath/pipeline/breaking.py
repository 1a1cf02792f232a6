"""The search for a breaking input: from a program to its specification, and from that to its events.

Theory of operation of `find_break`: all that takes part is opened by `contests.opened_contest` and closed when the
search is over, whatever happens; a failure of ours becomes `Ended("failed", ...)`, so that a consumer sees only events.
Nothing is stored: bytes go to `keep`, which gives their content id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from slowpath.engine.heap import give_back_freed
from slowpath.errors import FormatUnknown
from slowpath.faults.comparing import what_is_not_compared
from slowpath.faults.contest import Bout
from slowpath.model.breaking import BreakEvent, BreakSpec, BreakStarted, Reference, Role
from slowpath.model.campaign import Budget, PhaseEntered, Warned
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.pipeline.answers import answer_rules, any_answer_of, compared_how
from slowpath.pipeline.campaigns import ends_s, solution_of, without_format
from slowpath.pipeline.contests import opened_contest
from slowpath.pipeline.ending import ended_once
from slowpath.pipeline.opponents import given_reference, read_checker, references_beside
from slowpath.pipeline.programs import MEMORY_CAP_BYTES, build_remarks, compile_failure, read_solution
from slowpath.pipeline.reading import kept_reading, report_with
from slowpath.settings import Settings

CPU_CAP_S = 4.0
"""A run of the search build is cut after this long, or twice the problem's limit where that is more: the counters make
it up to twice as slow as the clean build, which alone says whether it's over the limit."""
WALL_PER_CPU = 4.0
CLOSING_S = 0.7
"""What ending all that takes part may take, a build in the middle among it."""
MOST_OUTPUT_BYTES = 16 << 20
"""Two hundred thousand numbers of twenty digits take a quarter of this; who prints more doesn't end."""


def break_spec(
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    budget: Budget,
    seed: int = 0,
    *,
    references: Sequence[Path] | None = None,
    accepted: Path | None = None,
    checker: Path | None = None,
    compare: str = "",
    sanitize: bool = True,
    strategies: tuple[str, ...] = (),
    known: Sequence[bytes] = (),
) -> BreakSpec:
    """Everything that a search for a breaking input of `solution` needs, as one serialisable value. Where a language
    model has read the statement before, and its reading stands, that is what the search goes by.

    `references` None takes those that lie beside it under the usual names, () none. `accepted` is a right version of
    the very program; it's a reference as well. `checker` judges outputs instead of the problem's own; `compare` says
    how they are compared, as flags of the ICPC judge. `known` are inputs on which it is known to fail: another
    failure is looked for. Raises `CompileFailed` where that explains why there is no format, else `FormatUnknown`;
    `SourceUnreadable` and `UsageError` for what was named and can't be read.
    """
    from slowpath.statement.answers.first_value import first_value
    from slowpath.statement.answers.no_answer import no_answer

    kept = kept_reading(problem, solution, settings)
    report = report if report.is_given else report_with(kept, report)
    if report.format is None:
        raise without_format(solution, report, settings)
    if not report.format.nodes:
        raise compile_failure(solution, settings) or FormatUnknown(
            f"{solution.path.name} reads no input, so there is none that breaks it.",
            "Give a program that reads standard input.",
        )
    chosen = references_beside(problem, solution) if references is None else tuple(map(given_reference, references))
    right = read_solution(accepted) if accepted is not None else None
    time_limit_s, cpu_s = problem.limits.time_s, max(CPU_CAP_S, 2 * (problem.limits.time_s or 0))
    return BreakSpec(
        path=str(solution.path),
        language=solution.language,
        source=solution.source,
        format=report.format,
        samples=problem.samples,
        budget=budget,
        seed=seed,
        accepted=right,
        references=_with_accepted(chosen, right) or _itself(solution),
        answer_checker=problem.answer_checker if checker is None else read_checker(checker),
        is_checker_named=checker is not None,
        rules=answer_rules(problem, compare),
        any_answer=any_answer_of(problem),
        no_answer=no_answer(problem.statement),
        first_value=first_value(
            problem.statement, [each.answer for each in problem.samples if each.answer is not None]
        ),
        validators=problem.validators,
        statement=problem.statement,
        limits=RunLimits(
            cpu_s, WALL_PER_CPU * cpu_s, max(MEMORY_CAP_BYTES, problem.limits.memory_bytes or 0), MOST_OUTPUT_BYTES
        ),
        time_limit_s=time_limit_s,
        memory_limit_bytes=problem.limits.memory_bytes,
        assumed=report.assumed,
        toolchain=settings.toolchain,
        sanitize=sanitize,
        strategies=strategies,
        known=tuple(dict.fromkeys(known)),
        model_validator=kept.validator if kept is not None else None,
        generators=(kept.generator,) if kept is not None and kept.generator is not None else (),
        promised=tuple(promise.sentence for promise in report.promises),
        doubts=report.doubts,
    )


def _with_accepted(references: Sequence[Reference], accepted: Solution | None) -> tuple[Reference, ...]:
    """The references with the accepted version among them, once."""
    if accepted is None:
        return tuple(references)
    others = tuple(each for each in references if each.solution.path != accepted.path)
    return (Reference(accepted, Role.ACCEPTED), *others)


def _itself(solution: Solution) -> tuple[Reference, ...]:
    """The program with wider integers, the widest first; one that answers otherwise shows an overflow."""
    from slowpath.instrument.languages import widened

    path = solution.path.with_name(f"{solution.path.stem} with wider integers{solution.path.suffix}")
    return tuple(
        Reference(Solution(path, solution.language, wider), Role.WIDER)
        for wider in widened(solution.source, solution.language)
    )


def find_break(
    spec: BreakSpec,
    settings: Settings,
    *,
    keep: Callable[[bytes], str],
    stop: Callable[[], bool],
    clock: Callable[[], float],
    hear: Callable[[Bout], None] = lambda bout: None,
    began_s: float | None = None,
) -> Iterator[BreakEvent]:
    """Runs the search and yields its events; the last one is always `Ended`.

    `keep` stores bytes and returns their content id, `clock` gives seconds; `hear` hears what each input showed on the
    search builds. `began_s` is when, by the clock, the user asked for it, if not now. Never raises but for bugs outside
    the search.
    """
    began = clock() if began_s is None else began_s
    give_back_freed()
    yield from ended_once(
        lambda: _events(spec, settings, keep, stop, clock, hear, ends_s(spec.budget, began) - CLOSING_S),
        lambda: clock() - began,
        f"the search for a breaking input of {spec.path}",
    )


def _events(
    spec: BreakSpec,
    settings: Settings,
    keep: Callable[[bytes], str],
    stop: Callable[[], bool],
    clock: Callable[[], float],
    hear: Callable[[Bout], None],
    until_s: float,
) -> Iterator[BreakEvent]:
    from slowpath.faults.search import run_break

    yield BreakStarted(
        spec.path, spec.budget, tuple(each.name for each in spec.others), spec.assumed, compared=compared_how(spec)
    )
    yield PhaseEntered("building", "Building the program and what it is compared with.")
    with opened_contest(spec, settings) as (contest, warnings):
        yield from warnings
        yield from build_remarks(solution_of(spec), settings)
        yield from _what_is_not_judged(spec)
        yield from run_break(spec, replace(contest, hear=hear), keep=keep, clock=clock, stop=stop, ends_s=until_s)


def _what_is_not_judged(spec: BreakSpec) -> Iterator[Warned]:
    """What the user should know before any search: what is assumed, and what can't be found with what there is."""
    from slowpath.faults.limits import memory_limit_bytes, time_limit_s

    limits = [f"a time limit of {time_limit_s(spec):g} s"] if spec.time_limit_s is None else []
    limits += [f"a memory limit of {memory_limit_bytes(spec) >> 20} MB"] if spec.memory_limit_bytes is None else []
    if limits:
        yield Warned("limits-assumed", f"The problem doesn't say its limits, so {' and '.join(limits)} is assumed.")
    if not spec.others:
        yield Warned(
            "no-reference",
            "There is no reference: only crashes, limits, undefined behaviour, overflows,"
            " answers that change from run to run or where the same is asked in another way, test cases that"
            " disturb one another and the samples can show that the program is wrong.",
            "Give a solution that is right, or simple and slow: --reference FILE.",
        )
    if spec.promised and not spec.validators:
        yield Warned(
            "promises-unchecked",
            "The statement promises what the input format can't say, so an input that is"
            f" found may be invalid: {' '.join(spec.promised)}",
            "Give the problem's validator, or look at what is found.",
        )
    yield from what_is_not_compared(spec)
