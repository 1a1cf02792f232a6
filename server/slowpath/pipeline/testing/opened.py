"""Right programs, opened and tried on the samples; others that are built while the ones before them run."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.references import tried_references
from slowpath.model.breaking import Reference, Role
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.problem import Solution
from slowpath.model.testset import Against, Opponent
from slowpath.pipeline.programs import build_versions, open_clean, open_executor
from slowpath.pipeline.testing.problem import TestSetSpec, unique_names
from slowpath.settings import Settings
from slowpath.toolchain.tool_threads import ToolThreads

BUILDERS = 2
FEWEST_AT_ONCE = 4
"""So many mutants of a program are built at once: that takes longer than to build one of them."""


@dataclass(frozen=True)
class Turn:
    """An opponent's: `take` opens it, its part of the work ends at `until_s`, and `rest` wait, itself among them."""

    take: Callable[[], Executor]
    until_s: float
    rest: int


def opened_programs(
    solutions: Sequence[Solution], settings: Settings, opened: contextlib.ExitStack
) -> tuple[list[tuple[str, Executor]], list[tuple[str, str]]]:
    """Those that can be run, by `unique_names`, and of the others why not; `opened` closes them."""
    found, unused = [], []
    names = unique_names([each.path for each in solutions])
    with ToolThreads(BUILDERS, thread_name_prefix="builds") as pool:
        for name, building in zip(
            names, [pool.submit(open_executor, each, settings) for each in solutions], strict=True
        ):
            try:
                found.append((name, opened.enter_context(building.result())))
            except SlowpathError as error:
                unused.append((name, error.message))
    return found, unused


def right_on_samples(
    programs: Sequence[tuple[str, Executor]], spec: TestSetSpec, checker: AnswerChecker
) -> tuple[list[tuple[str, Executor]], list[tuple[str, str]]]:
    """Those that are right on all samples, and of the others why not."""
    solutions = dict(zip(unique_names([each.path for each in spec.accepted]), spec.accepted, strict=True))
    contenders = [Contender(Reference(solutions[name], Role.ACCEPTED), executor) for name, executor in programs]
    found, wrong = [], []
    if contenders:
        contest = Contest(programs[0][1], contenders, checker)
        for (name, executor), tried in zip(programs, tried_references(spec.breaking, contest), strict=True):
            if tried.judged.usable:
                found.append((name, executor))
            else:
                wrong.append((name, tried.judged.reason))
    return found, wrong


class BuiltTogether:
    """Opponents as they are built, begun as soon as they are known: first those that are `given`, one after the other,
    then the mutants of one of the `right` programs (by name) all in one build, where that can be. A context manager:
    a build that is under way is waited for."""

    def __init__(self, right: Mapping[str, Solution], settings: Settings) -> None:
        self._right = right
        self._settings = settings
        self._pool = ToolThreads(1, thread_name_prefix="versions")
        self._given: dict[str, Future[None]] = {}
        self._begun: dict[str, Future[dict[str, Callable[[], Executor]]]] = {}

    def __enter__(self) -> BuiltTogether:
        return self

    def begin(self, opponents: Sequence[Opponent], given: Sequence[Opponent] = ()) -> None:
        """Hears which mutants there are and which programs are given, before any of them is opened."""
        for each in given:
            self._given[each.name] = self._pool.submit(self._build, each.solution)
        for name in self._right:
            some = [each for each in opponents if each.against is Against.MUTANT and each.of == name]
            if len(some) >= FEWEST_AT_ONCE:
                self._begun[name] = self._pool.submit(self._built, self._right[name], some)

    def _build(self, solution: Solution) -> None:
        """Builds a program that is opened later: what it was built to is kept."""
        with contextlib.suppress(SlowpathError):
            open_executor(solution, self._settings).close()

    def _built(self, right: Solution, some: Sequence[Opponent]) -> dict[str, Callable[[], Executor]]:
        built = build_versions(right, [each.solution.source for each in some], self._settings)
        return {some[place].name: opener for place, opener in built.items()}

    def opened(self, opponent: Opponent) -> Executor:
        """The program, without counters where it is a mutant, of which there are many. Raises as `open_executor`."""
        given = self._given.pop(opponent.name, None)
        if given is not None and not given.cancel():
            given.result()
        if opponent.against is not Against.MUTANT:
            return open_executor(opponent.solution, self._settings)
        # Nobody waits for programs that aren't asked for yet: who opens one builds it then.
        for each in list(self._given.values()):
            each.cancel()
        begun = self._begun.get(opponent.of)
        opener = begun.result().get(opponent.name) if begun is not None else None
        return opener() if opener is not None else open_clean(opponent.solution, self._settings)

    def __exit__(self, *exception: object) -> None:
        waiting: list[Future[Any]] = [*self._given.values(), *self._begun.values()]
        for begun in waiting:
            begun.cancel()
        self._pool.shutdown(wait=True)


class Ahead:
    """Opens opponents in their order by `opened`, one ahead of who takes them, unless that would take longer than
    `left_s()`. A context manager: what nobody took is closed."""

    def __init__(
        self,
        opponents: Sequence[Opponent],
        opened: Callable[[Opponent], Executor],
        left_s: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._open = opened
        self._left_s = left_s
        self._longest_s = 0.0
        self._waiting = list(opponents)
        self._pool = ToolThreads(1, thread_name_prefix="builds")
        self._begun: dict[str, Future[Executor]] = {}

    def __enter__(self) -> Ahead:
        self._begin()
        return self

    def take(self, opponent: Opponent) -> Executor:
        """The program, opened; who takes it closes it. The next one is begun. Raises as `open_executor`."""
        building = self._begun.pop(opponent.name, None)
        if building is None:
            self._waiting = [each for each in self._waiting if each.name != opponent.name]
            building = self._pool.submit(self._opened, opponent)
        self._begin()
        return building.result()

    def _begin(self) -> None:
        # Whoever ends waits for what is begun.
        if self._waiting and self._left_s() > self._longest_s:
            opponent = self._waiting.pop(0)
            self._begun[opponent.name] = self._pool.submit(self._opened, opponent)

    def _opened(self, opponent: Opponent) -> Executor:
        began_s = time.monotonic()
        try:
            return self._open(opponent)
        finally:
            self._longest_s = max(self._longest_s, time.monotonic() - began_s)

    def __exit__(self, *exception: object) -> None:
        self._waiting.clear()
        for building in self._begun.values():
            if not building.cancel():
                with contextlib.suppress(SlowpathError):
                    building.result().close()
        self._pool.shutdown(wait=True)
