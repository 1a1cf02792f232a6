"""A test set for a package, made as a setter would who has right programs and nothing else, judged by the package's
programs.

The run sees statement, samples, limits, the first accepted submissions, the checker and, unless it is told apart, the
input validators; neither secret data nor any wrong or slow program. Then every submission of the package is run on what
it made, on the setters' own secret data, and on as many random valid inputs: accepted ones must pass all of it, the
others fail somewhere. Inputs that the setters' validators refuse are counted in any case.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.bench.packages.find import KEPT, said_of
from slowpath.bench.packages.formats import refusal, rounds_of_inputs, secret_inputs, setters_judges
from slowpath.bench.packages.found import VALIDATOR_FOLDERS, lay_out_validators
from slowpath.bench.packages.limits import limit_of
from slowpath.bench.packages.search import Search, searched
from slowpath.bench.packages.tests_jobs import ProgramVerdict, TestsJob, TestsOutcome
from slowpath.errors import SlowpathError
from slowpath.model.answers import NUMBERS, REALS
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.verdict import Verdict
from slowpath.pipeline.answers import answer_rules
from slowpath.pipeline.testing.judging import JudgeLimits, Trial
from slowpath.settings import Settings
from slowpath.toolchain.answers import open_answer_checker

SHOWN_ACCEPTED = 3
HIDDEN = tuple(
    (
        "submissions generators solution solutions secret invalid_input invalid_output invalid_answers valid_output "
        "__pycache__"
    ).split()
)
LARGEST_INPUT = 32 << 20
COMPUTING_CAP_S = 20.0
Test = tuple[bytes, bytes]


def tests_outcome(job: TestsJob, settings: Settings) -> TestsOutcome:
    """Makes the tests and judges them. Never raises for what a package holds: a failure is in the outcome."""
    made = TestsOutcome(job.folder.name, seconds=job.seconds)
    try:
        return _outcome(job, settings, made)
    except (SlowpathError, OSError) as error:
        return replace(made, failure=f"{type(error).__name__}: {error}")


def _outcome(job: TestsJob, settings: Settings, made: TestsOutcome) -> TestsOutcome:
    whole = pipeline.read_problem(pipeline.read_solution(job.accepted[0]), job.folder)
    if whole.special:
        return replace(made, error=f"special: {whole.special}")
    secrets = secret_inputs(job.folder)
    limit_s, _ = limit_of(job.folder, whole, job.accepted, secrets, settings, COMPUTING_CAP_S, job.budget_s)
    judges, _ = setters_judges(whole, secrets, settings)
    with tempfile.TemporaryDirectory(prefix="slowpath-tests-") as folder:
        place, out = Path(folder) / job.folder.name, Path(folder) / "made"
        _lay_out(job, place)
        search = _made(job, place, out, limit_s)
        ours = list(_pairs(sorted((out / "tests").glob("*.in"))))
        refused = sum(bool(refusal(judges, data)) for data, _ in ours) if judges else None
        finished = search.last("finished") or {}
        left_out = [entry for entry in finished.get("left_out", ()) if "answer differently" in entry["reason"]]
        made = replace(
            made,
            wall_s=search.wall_s,
            error=said_of(search),
            tests=len(ours),
            refused=refused,
            size=sum(len(data) for data, _ in ours),
            limit_s=limit_s,
            disagreements=len(left_out),
            mutants=_killed(finished, "mutant"),
            slow_ways=_killed(finished, "slow way"),
        )
        with ExitStack() as opened:
            random = _random(job, place, settings, limit_s, len(ours), opened)
            sides = {"ours": ours, "setters": list(_pairs(secrets)), "random": random}
            return replace(made, programs=tuple(_verdicts(job, whole, sides, limit_s, settings)))


def _killed(finished: dict, kind: str) -> tuple[int, int]:
    """How many programs of a kind fail on a test, and how many were run."""
    some = [each for each in finished.get("programs", ()) if each["kind"] == kind and not each["failure"]]
    return sum(not each["survives"] for each in some), len(some)


def _lay_out(job: TestsJob, to: Path) -> None:
    """What the run may see: the package without secret data and without submissions but the first accepted ones."""
    hidden = shutil.ignore_patterns(*HIDDEN, *VALIDATOR_FOLDERS)
    shutil.copytree(job.folder, to, ignore=hidden, ignore_dangling_symlinks=True)
    if job.with_validators:
        lay_out_validators(job.folder, to)
    accepted = to / "submissions" / "accepted"
    accepted.mkdir(parents=True)
    for path in job.accepted[:SHOWN_ACCEPTED]:
        shutil.copyfile(path, accepted / path.name)


def _made(job: TestsJob, place: Path, out: Path, limit_s: float) -> Search:
    return searched(
        [
            place,
            "--layout",
            "plain",
            "--seconds",
            f"{job.seconds:g}",
            "--seed",
            str(job.seed),
            "--most",
            str(job.most),
            "--time-limit",
            f"{limit_s:g}",
            "--leave-out-disagreements",
            *(["--format", str(job.format_file)] if job.format_file is not None else []),
        ],
        job.seconds,
        out,
        place.parent / KEPT,
        "tests",
        to="--to",
    )


def _pairs(inputs: Sequence[Path]) -> Iterator[Test]:
    """The inputs with their answers, those that have one."""
    for path in inputs:
        answer = path.with_suffix(".ans")
        if answer.is_file() and path.stat().st_size <= LARGEST_INPUT:
            yield path.read_bytes(), answer.read_bytes()


def _random(
    job: TestsJob, place: Path, settings: Settings, limit_s: float, count: int, opened: ExitStack
) -> list[Test]:
    """As many random inputs of the format, answered by the first accepted submission that can be built; none without a
    format."""
    solution, executor = _first_opened(job.accepted, settings, opened)
    report = pipeline.infer_format(pipeline.read_problem(solution, place), solution, settings)
    if report.format is None or not count:
        return []
    limits, made = RunLimits(limit_s, 4 * limit_s + 2, None), []
    for _, data in rounds_of_inputs(report.format, count, job.seed):
        if not data.startswith(b"\0"):
            ran = executor.confirm(data, limits, runs=1, keep_output=True)
            if ran.verdict is Verdict.OK and ran.output is not None:
                made.append((data, ran.output))
    return made


def _first_opened(programs: Sequence[Path], settings: Settings, opened: ExitStack) -> tuple[Solution, Executor]:
    """The first program that can be built. Raises as `open_executor` does for the last one."""
    for path in programs[:-1]:
        with suppress(SlowpathError):
            solution = pipeline.read_solution(path)
            return solution, opened.enter_context(pipeline.open_executor(solution, settings))
    solution = pipeline.read_solution(programs[-1])
    return solution, opened.enter_context(pipeline.open_executor(solution, settings))


def _verdicts(
    job: TestsJob, whole: Problem, sides: dict[str, list[Test]], limit_s: float, settings: Settings
) -> Iterator[ProgramVerdict]:
    rules = answer_rules(whole)
    if rules.numbers in (NUMBERS, REALS):
        rules = replace(rules, absolute=2 * rules.absolute, relative=2 * rules.relative)
    checker = open_answer_checker(whole.answer_checker, settings, rules)
    trial = Trial(checker, JudgeLimits(limit_s, whole.limits.memory_bytes))
    for kind, programs in (("accepted", job.accepted), ("wrong", job.wrong), ("slow", job.slow)):
        for path in programs:
            with suppress(SlowpathError), pipeline.open_executor(pipeline.read_solution(path), settings) as executor:
                fails = {side: _fails(executor, tests, trial, job.budget_s) for side, tests in sides.items()}
                yield ProgramVerdict(
                    path.relative_to(job.folder).as_posix(),
                    kind,
                    fails["ours"][0],
                    fails["setters"][0],
                    fails["random"][0],
                    fails["ours"][1],
                    kind == "accepted" and path in job.accepted[:SHOWN_ACCEPTED],
                )


def _fails(executor: Executor, tests: Sequence[Test], trial: Trial, budget_s: float) -> tuple[bool | None, str]:
    """Whether the program fails on one of the tests, and how; None where no time was left to know, or there are
    none."""
    began = time.monotonic()
    for data, answer in tests:
        if time.monotonic() - began > budget_s:
            return None, ""
        failing = trial.failing(executor, data, answer)
        if failing is not None:
            return True, failing.value
    return (False, "") if tests else (None, "")
