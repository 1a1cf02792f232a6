"""One wrong program of a package: searched for a breaking input as a user would, judged by what the setters keep.

The search sees statement, samples, limits and the program, with or without one accepted submission; without one a
language model, where there is one, is asked for a brute force. What it shows is
valid where the setters' validators accept it, and real where the package's judge (its output validator, or its default
comparison with the answers of accepted submissions) sees the program fail, on one of two inputs where it's held against
itself.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath.bench.packages.find import FOUND, KEPT, said_of
from slowpath.bench.packages.formats import refusal, secret_inputs, setters_judges
from slowpath.bench.packages.found import lay_out
from slowpath.bench.packages.jobs import DOUBTFUL, SURE, UNSURE, BreakJob, BreakOutcome
from slowpath.bench.packages.search import Search, asking, searched
from slowpath.errors import SlowpathError
from slowpath.model.answers import NUMBERS, REALS
from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.problem import Problem
from slowpath.model.verdict import Verdict
from slowpath.pipeline.answers import answer_rules
from slowpath.settings import Settings
from slowpath.toolchain.answers import open_answer_checker

MOST_ACCEPTED = 3
ASSUMED_LIMIT_S = 10.0
RUNS = 3
UNSTEADY_RUNS = 5
MEMORY_BYTES = 4 << 30
WALL_FACTOR = 4.0
LARGEST_SECRET = 4 << 20


def break_outcome(job: BreakJob, settings: Settings) -> BreakOutcome:
    """Searches and judges. Never raises for what a package holds: a failure is in the outcome."""
    made = BreakOutcome(
        job.folder.name, job.program.relative_to(job.folder).as_posix(), job.reference is not None, job.seconds
    )
    try:
        return _outcome(job, settings, made)
    except (SlowpathError, OSError) as error:
        return replace(made, failure=f"{type(error).__name__}: {error}")


def _outcome(job: BreakJob, settings: Settings, made: BreakOutcome) -> BreakOutcome:
    solution = pipeline.read_solution(job.program)
    whole = pipeline.read_problem(solution, job.folder)
    secrets = secret_inputs(job.folder)
    judges, _ = setters_judges(whole, secrets, settings)
    with tempfile.TemporaryDirectory(prefix="slowpath-search-") as folder, _bench_judge(job, whole, settings) as judge:
        place = Path(folder) / job.folder.name
        search = _searched(job, place)
        made = _said(search, made)
        finished = search.last("finished")
        if finished is not None and finished["input"] is not None and made.shown:
            data = Path(finished["input"]).read_bytes()
            reason = refusal(judges, data) if judges else None
            real, objection = judge.judged(data, made.verdict)
            if real is False and finished.get("other_path") is not None:
                real, objection = judge.judged(Path(finished["other_path"]).read_bytes(), made.verdict)
            made = replace(made, valid=None if reason is None else not reason, real=real, objection=reason or objection)
        return replace(made, setters_expose=_setters_expose(secrets, judge, job.budget_s))


def _searched(job: BreakJob, place: Path) -> Search:
    solution = lay_out(job.folder, job.program, place, with_validators=job.with_validators)
    against: list[str | Path] = ["--no-references", *(["--brute-force"] if job.model is not None else [])]
    if job.reference is not None:
        copy = place / f"right{job.reference.suffix.lower()}"
        copy.write_bytes(job.reference.read_bytes())
        against = ["--reference", copy]
    if job.format_file is not None:
        against += ["--format", job.format_file]
    return searched(
        [
            solution,
            "--problem",
            place,
            *against,
            "--seconds",
            f"{job.seconds:g}",
            "--seed",
            str(job.seed),
            *asking(job.model),
        ],
        job.seconds,
        place / FOUND,
        place / KEPT,
        "break",
    )


def _said(search: Search, made: BreakOutcome) -> BreakOutcome:
    finished: dict[str, Any] = search.last("finished") or {}
    visible = finished.get("verdict") not in (None, "UB")
    is_sure = not finished.get("doubt") and finished.get("validity") != DOUBTFUL
    doubts = [finished.get("doubt", ""), *(doubt.get("text", "") for doubt in finished.get("doubts", ()))]
    return replace(
        made,
        wall_s=search.wall_s,
        error=said_of(search),
        executions=finished.get("executions", 0),
        shown="" if not visible else SURE if is_sure else UNSURE,
        verdict=finished.get("verdict") or "",
        category=finished.get("category") or "",
        doubt="; ".join(filter(None, doubts)),
        size=finished.get("size") or 0,
        found_s=finished.get("time_s"),
    )


@dataclass(frozen=True)
class _Judge:
    """Judges runs as the package does. `right` are accepted submissions, the first of which answers."""

    program: Executor
    right: Sequence[Executor]
    checker: AnswerChecker
    limit_s: float | None
    memory_bytes: int | None

    def judged(self, data: bytes, verdict: str = "") -> tuple[bool | None, str]:
        """Whether the program fails on the input and accepted submissions don't; None where these can't say."""
        answers = [
            run.output
            for run in (self._run(executor, data) for executor in self.right)
            if run.verdict is Verdict.OK and run.output is not None
        ]
        fails = self._fails(self._run(self.program, data))
        if fails:
            return (True, "") if answers else (None, "no accepted submission answers it")
        if not answers:
            return None, "no accepted submission answers it"
        if not all(self.checker.check(data, answer, answers[0]).right for answer in answers):
            return None, "accepted submissions differ on it"
        runs = UNSTEADY_RUNS if verdict == "ND" else 1
        said = [
            self.checker.check(data, run.output or b"", answers[0])
            for run in (self._run(self.program, data) for _ in range(runs))
        ]
        wrong = next((one for one in said if one.right is False), None)
        if wrong is not None:
            return True, ""
        return (None, said[0].reason) if said[0].right is None else (False, "the package's judge accepts the output")

    def _fails(self, run: Confirmation) -> bool:
        return (
            run.verdict is not Verdict.OK
            or (self.limit_s is not None and run.cpu_s > self.limit_s)
            or (self.memory_bytes is not None and run.peak_rss_bytes > self.memory_bytes)
        )

    def _run(self, executor: Executor, data: bytes) -> Confirmation:
        cap_s = 1.5 * (self.limit_s or ASSUMED_LIMIT_S)
        return executor.confirm(data, RunLimits(cap_s, WALL_FACTOR * cap_s, MEMORY_BYTES), runs=RUNS, keep_output=True)


@contextmanager
def _bench_judge(job: BreakJob, whole: Problem, settings: Settings) -> Iterator[_Judge]:
    rules = answer_rules(whole)
    if rules.numbers in (NUMBERS, REALS):
        rules = replace(rules, absolute=2 * rules.absolute, relative=2 * rules.relative)
    with ExitStack() as opened:
        right: list[Executor] = []
        for path in job.accepted:
            if len(right) < MOST_ACCEPTED:
                with suppress(SlowpathError):
                    right.append(opened.enter_context(pipeline.open_executor(pipeline.read_solution(path), settings)))
        program = opened.enter_context(pipeline.open_executor(pipeline.read_solution(job.program), settings))
        yield _Judge(
            program,
            right,
            open_answer_checker(whole.answer_checker, settings, rules),
            whole.limits.time_s,
            whole.limits.memory_bytes,
        )


def _setters_expose(secrets: Sequence[Path], judge: _Judge, budget_s: float) -> bool | None:
    """Whether the program fails on one of the setters' own inputs, None where no time was left to know."""
    began = time.monotonic()
    for path in secrets:
        if time.monotonic() - began > budget_s:
            return None
        if path.stat().st_size <= LARGEST_SECRET and judge.judged(path.read_bytes())[0]:
            return True
    return False if secrets else None
