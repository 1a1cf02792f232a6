"""Opens all that takes part in a search for a breaking input, and closes it.

Theory of operation. The program and its references are built side by side, since nothing can be judged before the last
is there, and the package's validators beside them; then the sanitizers' builds are begun in a thread, and the program
with wider integers in another, where it takes part, while the search already runs. Behind that one the builds that
measure value distances wait for somebody to ask for them. A reference that can't be built is a contender without an
executor, which is said before the search; the program itself not compiling ends it.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from slowpath.errors import SlowpathError
from slowpath.faults.contest import FINER, WIDER, Contender, Contest
from slowpath.model.breaking import BreakSpec, Reference, Role
from slowpath.model.campaign import Warned
from slowpath.model.generator import GeneratorRunner
from slowpath.model.ports import AnswerChecker, AnswerVerdict, Executor, InputValidator, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.model.validity import Doubt
from slowpath.pipeline import programs
from slowpath.pipeline.answers import tried_checker
from slowpath.pipeline.campaigns import solution_of, with_toolchain
from slowpath.pipeline.format_trial import allowed_by, doubts_by_reading, doubts_by_running
from slowpath.pipeline.jailed_checks import opened_checks, opened_models
from slowpath.pipeline.validity import opened_validator
from slowpath.settings import Settings
from slowpath.toolchain.tool_threads import ToolThreads

log = logging.getLogger(__name__)
BUILDERS = 2
"""Programs that are built at once; each already takes two compilers."""
_MEASURED = (Role.ACCEPTED, Role.GIVEN, Role.BRUTE)
"""The reference of which distances are measured is one of the first of these kinds."""


@contextlib.contextmanager
def opened_contest(spec: BreakSpec, settings: Settings) -> Iterator[tuple[Contest, tuple[Warned, ...]]]:
    """The contest of a search, with what should be known of those that couldn't be opened.

    Raises as `open_executor` where the program itself can't be built or driven.
    """
    from slowpath.toolchain.generators import GeneratorSandbox
    from slowpath.toolchain.validators.pending import Opening

    chosen = with_toolchain(settings, spec)
    with (
        contextlib.ExitStack() as opened,
        Opening() as opening,
        GeneratorSandbox() as runner,
        opened_checks(spec.format, [sample.data for sample in spec.samples]) as checks,
        ToolThreads(BUILDERS, thread_name_prefix="behind") as behind,
    ):
        validators: list[InputValidator] = [
            opening.start(source.name, partial(opened_validator, source, chosen)) for source in spec.validators
        ]
        # A judge that was named and can't be used ends it all before anything is built.
        checker, warnings = _opened_checker(spec, chosen)
        program, contenders = _opened_programs(spec, chosen, opened)
        opening.wait()
        itself = [each for each in spec.references if each.is_itself]
        wider = behind.submit(_wider, itself, chosen, opened) if itself else None
        building = behind.submit(_sanitizer, spec, chosen, opened) if spec.sanitize else None
        try:
            yield (
                Contest(
                    program,
                    contenders,
                    checker,
                    validators,
                    checks,
                    opened_models(spec.model_validator, runner),
                    sanitizer=building,
                    accepted=_accepted(spec, contenders),
                    values=partial(_values, chosen, opened),
                    gauges=_once(lambda: behind.submit(_gauges, spec, chosen, opened)),
                    runner=runner,
                    versions=_once(lambda: behind.submit(_versions, spec, chosen, opened)),
                    doubts=partial(_doubts, spec, bool(validators), runner),
                    wider=wider,
                    again=partial(_again, spec, chosen, opened),
                ),
                warnings,
            )
        finally:
            # Nobody waits any more for what wasn't begun to be built.
            behind.shutdown(wait=False, cancel_futures=True)


def _opened_programs(
    spec: BreakSpec, settings: Settings, opened: contextlib.ExitStack
) -> tuple[Executor, list[Contender]]:
    """The program and its references, built side by side; the program's own failure is raised, in any case."""
    with ToolThreads(BUILDERS, thread_name_prefix="builds") as pool:
        program = pool.submit(programs.open_executor, solution_of(spec), settings)
        others = [pool.submit(_contender, reference, settings) for reference in spec.others]
        contenders = [each.result() for each in others]
        for contender in contenders:
            if contender.executor is not None:
                opened.enter_context(contender.executor)
        return opened.enter_context(program.result()), contenders


def _contender(reference: Reference, settings: Settings) -> Contender:
    try:
        return Contender(reference, programs.open_executor(reference.solution, settings))
    except SlowpathError as error:
        return Contender(reference, None, error.message)


def _again(spec: BreakSpec, settings: Settings, opened: contextlib.ExitStack) -> Executor | None:
    """Another process of the program, which is built already; None where it can't be driven a second time."""
    try:
        return opened.enter_context(programs.open_executor(solution_of(spec), settings))
    except SlowpathError as error:
        log.warning("no second process of the program: %s", error.message)
        return None


def _wider(versions: Sequence[Reference], settings: Settings, opened: contextlib.ExitStack) -> Contender | None:
    """The first of some versions of the program that compiles; None where none does."""
    for version in versions:
        made = _contender(version, settings)
        if made.executor is not None:
            opened.enter_context(made.executor)
            return made
    return None


def _accepted(spec: BreakSpec, contenders: list[Contender]) -> Executor | None:
    """The executor of the accepted version, which is one of the references."""
    return next((each.executor for each in contenders if each.reference.solution == spec.accepted), None)


def _doubts(
    spec: BreakSpec, is_validated: bool, runner: GeneratorRunner, program: Executor, trusted: Contender | None
) -> Sequence[Doubt]:
    """What runs say against the format. A program that fails on small inputs is what is looked for, a reference that
    does is evidence on the format; nothing has to be asked where validators judge."""
    if is_validated or spec.budget.seconds is None:
        return ()
    allowed = allowed_by(spec.model_validator, runner)
    with contextlib.suppress(SlowpathError):
        if trusted is not None and trusted.executor is not None:
            return doubts_by_running(spec, trusted.executor, allowed)
        return tuple(doubts_by_reading(spec, program, allowed))
    return ()


@dataclass(frozen=True)
class _NoChecker:
    """Stands for a checker that can't be opened: nothing is said of outputs, rather than something wrong."""

    name: str
    reason: str

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """That it failed, whatever the output."""
        return AnswerVerdict(None, self.reason)


def _opened_checker(spec: BreakSpec, settings: Settings) -> tuple[AnswerChecker, tuple[Warned, ...]]:
    try:
        return tried_checker(spec, settings), ()
    except SlowpathError as error:
        if spec.is_checker_named:
            raise
        name = spec.answer_checker.name if spec.answer_checker is not None else ""
        warned = Warned(
            "checker-failed",
            f"The checker {name} can't be used, so outputs aren't compared: {error.message}",
            error.remedy,
        )
        return _NoChecker(name, error.message), (warned,)


def _sanitizer(spec: BreakSpec, settings: Settings, opened: contextlib.ExitStack) -> Sanitizer | None:
    from slowpath import toolchain

    try:
        made = toolchain.open_sanitizer(solution_of(spec), settings)
    except SlowpathError as error:
        log.warning("no build under sanitizers: %s", error.message)
        return None
    return opened.enter_context(made) if made is not None else None


def _versions(spec: BreakSpec, settings: Settings, opened: contextlib.ExitStack) -> dict[str, Executor]:
    """The versions of the program that compile, by their kind."""
    from slowpath.instrument.languages import finer, widened

    longer = finer(spec.source, spec.language)
    texts = {WIDER: widened(spec.source, spec.language), FINER: () if longer is None else (longer,)}
    made = {}
    for kind, versions in texts.items():
        path = Path(spec.path).with_name(f"{Path(spec.path).stem} {kind}{Path(spec.path).suffix}")
        references = [Reference(Solution(path, spec.language, text), Role.WIDER) for text in versions]
        found = _wider(references, settings, opened)
        if found is not None and found.executor is not None:
            made[kind] = found.executor
    return made


Opened = TypeVar("Opened")


def _once(begin: Callable[[], Future[Opened]]) -> Callable[[], Future[Opened]]:
    """What begins with the first call, and is the same with all others."""
    begun: list[Future[Opened]] = []

    def get() -> Future[Opened]:
        if not begun:
            begun.append(begin())
        return begun[0]

    return get


def _gauges(spec: BreakSpec, settings: Settings, opened: contextlib.ExitStack) -> Sequence[Executor]:
    """The program and its most trusted reference with probes for value distances, without those that can't be built:
    the search goes on without them."""
    from slowpath.instrument.distances import distances

    trusted = sorted(
        (each for each in spec.references if each.role in _MEASURED), key=lambda each: _MEASURED.index(each.role)
    )
    made: list[Executor] = []
    for solution in (solution_of(spec), *(each.solution for each in trusted[:1])):
        measured = distances(solution.source, solution.language)
        if not measured:
            continue
        try:
            made.append(opened.enter_context(programs.open_executor(solution, settings, constraints=measured)))
        except SlowpathError as error:
            log.warning("no build that measures distances: %s", error.message)
    return made


def _values(settings: Settings, opened: contextlib.ExitStack, solution: Solution) -> ValueReader | None:
    """A reader of the solution's variables, closed with the contest."""
    from slowpath import toolchain

    try:
        made = toolchain.open_value_reader(solution, settings)
    except SlowpathError as error:
        log.warning("no values of variables: %s", error.message)
        return None
    return opened.enter_context(made) if made is not None else None
