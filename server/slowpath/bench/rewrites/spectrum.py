"""The programs of one problem measured on the same inputs, as ECCO places an optimised one among them (sections 3.3.1,
3.3.2): whether each passes all tests, its run time and its peak memory.

Theory of operation. The tests are the samples, the problem's own tests and the inputs by which speed is measured; the
right answers are those of the program that is made faster, which agrees with the samples. Programs run on the clean
builds, each test a few times, of which the quickest run counts. The spectrum of a problem are the correct programs that
its package calls accepted (Kattis, Polygon, Library Checker), that lie in `accepted/` or `spectrum/` beside the
program, and the program itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.bench.rewrites.jobs import Ran
from slowpath.errors import SlowpathError
from slowpath.model.ports import AnswerChecker
from slowpath.model.problem import Problem, Solution
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.evidence import LIMITS
from slowpath.settings import Settings
from slowpath.toolchain import language_of

RUNS = 3
MOST_TESTS = 20
"""ECCO's problems have 20 private tests."""
MOST_PROGRAMS = 60
FOLDERS = ("accepted", "spectrum")
Test = tuple[bytes, bytes]
"""An input and the right answer to it."""


def accepted_programs(problem: Problem, program: Path) -> list[Path]:
    """The files of other correct programs of the problem, each once, at most `MOST_PROGRAMS`."""
    beside = (path for folder in FOLDERS for path in sorted((program.parent / folder).glob("*")))
    found = dict.fromkeys(path.absolute() for path in (*problem.solutions, *beside) if path.is_file())
    return [path for path in found if language_of(path) is not None and path != program.absolute()][:MOST_PROGRAMS]


def answered_tests(solution: Solution, problem: Problem, given: Sequence[bytes], settings: Settings) -> list[Test]:
    """The tests with the program's answers; those on which it fails or is cut say nothing."""
    inputs = [*given, *(sample.data for sample in problem.samples)]
    inputs += [path.read_bytes() for path in problem.tests[: max(0, MOST_TESTS - len(inputs))]]
    with pipeline.open_executor(solution, settings) as executor:
        runs = [(data, executor.confirm(data, LIMITS, runs=1, keep_output=True)) for data in dict.fromkeys(inputs)]
    return [(data, ran.output or b"") for data, ran in runs if ran.verdict is Verdict.OK]


def measured(
    solution: Solution, source: bytes, tests: Sequence[Test], checker: AnswerChecker | None, settings: Settings
) -> Ran:
    """A program's runs on the tests: CPU seconds of all together, and the largest peak of memory. One that doesn't
    build, fails or prints anything else isn't correct, and isn't measured further."""
    seconds, peak = 0.0, 0
    try:
        with pipeline.open_executor(replace(solution, source=source), settings) as executor:
            for data, answer in tests:
                ran = executor.confirm(data, LIMITS, runs=RUNS, keep_output=True)
                if ran.verdict is not Verdict.OK or not _is_right(data, ran.output or b"", answer, checker):
                    return Ran(False)
                seconds, peak = seconds + ran.cpu_s, max(peak, ran.peak_rss_bytes)
    except SlowpathError:
        return Ran(False)
    return Ran(bool(tests), seconds, peak)


def spectrum_of(
    programs: Sequence[Path], tests: Sequence[Test], checker: AnswerChecker | None, settings: Settings
) -> Iterator[Ran]:
    """The runs of those programs that pass all tests."""
    for path in programs:
        try:
            solution = pipeline.read_solution(path)
        except SlowpathError:
            continue
        ran = measured(solution, solution.source, tests, checker, settings)
        if ran.is_correct:
            yield ran


def _is_right(data: bytes, output: bytes, answer: bytes, checker: AnswerChecker | None) -> bool:
    return output.split() == answer.split() or (
        checker is not None and checker.check(data, output, answer).right is True
    )
