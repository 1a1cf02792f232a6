"""Programs that a test set tells apart: Python functions, so that nothing is built."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget, Ended
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, ProblemLimits, Sample, Solution
from slowpath.model.profile import Profile
from slowpath.model.testset import Against, Opponent, TestSet, TestSetMade
from slowpath.model.verdict import Verdict
from slowpath.pipeline.testing import making as testing
from slowpath.pipeline.testing.problem import TestSetSpec
from slowpath.settings import Settings

FORMAT = from_text("n: int 1..6\na: int[n] 0..9")
Does = Callable[[list[int]], object]


def numbers(data: bytes) -> list[int]:
    return [int(token) for token in data.split()[1:]]


class Program:
    """An `Executor` of a function: "slow" takes three seconds, an exception is a crash, anything else is printed."""

    counters = 1
    probed = unprobed = ()

    def __init__(self, does: Does) -> None:
        self._does = does
        self.ran: list[bytes] = []

    def _outcome(self, data: bytes) -> tuple[Verdict, bytes, float]:
        self.ran.append(data)
        try:
            said = self._does(numbers(data))
        except ArithmeticError:
            return Verdict.RUNTIME_ERROR, b"", 0.0
        return (Verdict.TIME_LIMIT, b"", 3.0) if said == "slow" else (Verdict.OK, f"{said}\n".encode(), 0.01)

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        for request in requests:
            verdict, output, cpu_s = self._outcome(request.data)
            yield Execution(
                verdict,
                300_000,
                int(cpu_s * 1e9),
                0,
                1 << 20,
                output=output,
                cut=cpu_s > 1,
                counters=array("Q", [len(numbers(request.data))]),
            )

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        return next(self.run_many([RunRequest(data, limits)]))

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        verdict, output, cpu_s = self._outcome(data)
        return Confirmation(verdict, cpu_s, 0.0, 1 << 20, runs, output=output, cut=cpu_s > 1)

    def profile(self, execution: Execution) -> Profile:
        return Profile({1: 1})

    def close(self) -> None: ...

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *exception: object) -> None: ...


RIGHT: Does = max
PROGRAMS: dict[bytes, Does] = {
    b"right": RIGHT,
    b"right too": lambda a: sorted(a)[-1],
    b"first": lambda a: a[0],
    b"no nines": lambda a: min(max(a), 8),
    b"crashes on zeros": lambda a: max(a) // len(set(a) - {0}) * len(set(a) - {0}) if set(a) == {0} else max(a),
    b"slow on six": lambda a: "slow" if len(a) == 6 else max(a),
    b"differs on 7": lambda a: max(a) - (a[0] == 7),
}


def solution(text: bytes) -> Solution:
    return Solution(Path(f"/p/{text.decode().replace(' ', '-')}.py"), "python", text)


def spec(*texts: bytes, given: Sequence[tuple[bytes, Against]] = (), **changes: object) -> TestSetSpec:
    accepted = tuple(map(solution, texts))
    sample = Sample("1", b"2\n3 5\n", b"5\n")
    problem = Problem("greatest", "plain", Path("/p"), samples=(sample,), limits=ProblemLimits(1.0))
    report = FormatReport(FORMAT, "n: int 1..6\na: int[n] 0..9\n")
    breaking = BreakSpec(
        "/p/right.py", "python", texts[0], FORMAT, problem.samples, Budget(60.0), sanitize=False, time_limit_s=1.0
    )
    opponents = tuple(Opponent(text.decode(), kind, solution(text)) for text, kind in given)
    made = TestSetSpec(Path("/p"), problem, report, accepted, opponents, breaking, 1.0, 60.0, 30, 1 << 20, mutants=1)
    return replace(made, **changes)  # type: ignore[arg-type]


def steady_clock() -> Callable[[], float]:
    """A clock that goes on by being looked at, so that no machine is too slow."""
    ticks = count()
    return lambda: next(ticks) / 40


def made(wanted: TestSetSpec, tmp_path: Path) -> list:
    return list(testing.make_test_set(wanted, Settings(state_dir=tmp_path), stop=lambda: False, clock=steady_clock()))


def the_set(events: list) -> TestSet:
    assert isinstance(events[-1], Ended), events
    return next(event.made for event in events if isinstance(event, TestSetMade))


def failings(done: TestSet) -> dict[str, set[Failing]]:
    return {outcome.opponent: {kill.failing for kill in outcome.kills} for outcome in done.outcomes}
