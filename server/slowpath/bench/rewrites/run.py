"""One job of the rewrites bench, in a process of its own: `python -m slowpath.bench.rewrites.run`, a job as JSON in, an
outcome as JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.rewrites.jobs import (
    AGREED,
    FAILED,
    NOT_BUILT,
    NOT_FASTER,
    TOLD_APART,
    TOO_EASY,
    Job,
    Outcome,
    Ran,
    name_of,
    outcome_of,
)
from slowpath.bench.rewrites.spectrum import Test, accepted_programs, answered_tests, measured, spectrum_of
from slowpath.errors import SlowpathError
from slowpath.model.breaking import FaultCategory
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.format import FormatReport
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite, Speed
from slowpath.model.verdict import Verdict
from slowpath.mutants import mutants
from slowpath.pipeline.answers import opened_checker
from slowpath.pipeline.faster.evidence import LIMITS
from slowpath.pipeline.faster.speed import compared
from slowpath.rewrites.trial import UNSAFE
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore
from slowpath.toolchain import walled
from slowpath.wire import decode, encode

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WORST_TIMEOUT_S = 60.0
SHOWN = 60
SLOWEST = 2


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the outcome."""
    job: Job = decode(Job, json.load(sys.stdin))
    sys.stdout.write(json.dumps(encode(run(job))))
    return 0


def run(job: Job) -> Outcome:
    """Does it."""
    made = outcome_of(job)
    clock: Callable[[], float] = CpuClock() if job.by_cpu else time.monotonic
    began = clock()
    try:
        solution = pipeline.read_solution(job.program)
        made = replace(made, language=solution.language)
        is_planted = job.mutant is not None or job.planted
        done = _planted(job, solution, made, clock) if is_planted else _faster(job, solution, made, clock)
    except SlowpathError as error:
        done = replace(made, verdict=FAILED, failure=str(error))
    return replace(done, elapsed_s=clock() - began)


@dataclass(frozen=True)
class _Wrong:
    """A planted version: its text, for people what was changed, and what kind of bug that is."""

    source: bytes
    label: str
    category: FaultCategory
    change: str


def _wrong(job: Job, solution: Solution) -> _Wrong:
    """The version that the job names."""
    if job.planted:
        path = job.program.with_name(job.planted)
        about = tomllib.loads(path.with_name("bug.toml").read_text("utf-8"))
        return _Wrong(path.read_bytes(), job.planted, FaultCategory(about["category"]), about["sentence"])
    mutant = mutants(solution.source, solution.language)[job.mutant or 0]
    was = solution.source[mutant.begin : mutant.end]
    return _Wrong(mutant.source, mutant.label, mutant.category, f"{_shown(was)} -> {_shown(mutant.text)}")


def _planted(job: Job, solution: Solution, made: Outcome, clock: Callable[[], float]) -> Outcome:
    """Hands a wrong version to the proof: on the evidence, then to the search, then to a longer one. What is to waste
    time or memory and prints the same isn't searched longer: that it isn't faster speaks against it."""
    wrong = _wrong(job, solution)
    made = replace(made, label=wrong.label, category=wrong.category.value, change=wrong.change)
    with pipeline.open_executor(solution, _settings()) as original:
        if (verdict := _on_samples(job, solution, original, wrong.source)) is not None:
            return replace(made, verdict=verdict)
        for is_first in (True, False) if job.again else (True,):
            attempt = 1.0 if is_first else job.again
            proof = _proof(job, solution, original, attempt, clock, job.seed if is_first else job.seed + 1)
            warned = proof.gather(())
            if warned is not None:
                return replace(made, verdict=FAILED, failure=warned.message)
            refused = proof.agrees(wrong.source, wrong.label, is_exact=False)
            if refused is not None:
                verdict = TOLD_APART if refused.input_id else NOT_BUILT
                return replace(made, verdict=verdict, by="evidence", reason=refused.reason, agreed_then=not is_first)
            outcome = proof.searched(wrong.source, wrong.label, is_exact=False)
            if isinstance(outcome, RefusedRewrite):
                if not outcome.input_id:
                    return replace(made, verdict=FAILED, failure=outcome.reason)
                return replace(
                    made,
                    verdict=TOLD_APART,
                    by="search" if is_first else "second search",
                    reason=outcome.reason,
                    agreed_then=not is_first,
                )
            made = replace(made, inputs_agreed=made.inputs_agreed + outcome.inputs)
            if wrong.category in (FaultCategory.TIME, FaultCategory.MEMORY):
                speed = _speed(solution, original, wrong.source, proof)
                if speed is None or not speed.is_real:
                    said = f"{speed.geomean:.3g} times faster" if speed is not None else "nothing to measure"
                    return replace(made, verdict=TOLD_APART, by=NOT_FASTER, reason=said)
    return replace(made, verdict=AGREED)


def _on_samples(job: Job, solution: Solution, original: Executor, source: bytes) -> str | None:
    """Why a version is none to be counted: it doesn't compile, or prints something else on a sample."""
    samples = pipeline.read_problem(solution).samples
    try:
        with pipeline.open_executor(replace(solution, source=source), _settings()) as version:
            runs = [
                (
                    original.confirm(sample.data, LIMITS, runs=1, keep_output=True),
                    version.confirm(sample.data, LIMITS, runs=1, keep_output=True),
                )
                for sample in samples
            ]
    except SlowpathError:
        return NOT_BUILT
    is_right = all(
        one.verdict is other.verdict is Verdict.OK and (one.output or b"").split() == (other.output or b"").split()
        for one, other in runs
    )
    return None if is_right else TOO_EASY


def _speed(solution: Solution, original: Executor, source: bytes, proof: pipeline.Proof) -> Speed | None:
    """The speed of a version on the inputs of the evidence on which the original takes longest."""
    runs = [(original.run(data, LIMITS).cpu_ns, name, data) for name, data, _ in proof.evidence.quick]
    largest = [(name, data) for _, name, data in sorted(runs, reverse=True)[:SLOWEST]]
    with pipeline.open_executor(replace(solution, source=source), _settings()) as version:
        return compared(original, version, largest, LIMITS)


def _proof(
    job: Job, solution: Solution, original: Executor, share: float, clock: Callable[[], float], seed: int
) -> pipeline.Proof:
    problem = pipeline.read_problem(solution)
    report = pipeline.infer_format(problem, solution, _settings())
    return pipeline.Proof(
        solution,
        problem,
        report,
        _settings(),
        original,
        budget=Budget(share * job.seconds),
        seed=seed,
        keep=MemoryStore().put_input,
        stop=lambda: False,
        clock=clock,
    )


def _faster(job: Job, solution: Solution, made: Outcome, clock: Callable[[], float]) -> Outcome:
    """Makes the program faster, by the rules or by asking a model, and measures it beside what it was."""
    problem = replace(pipeline.read_problem(solution), name=name_of(job.program))
    report = pipeline.infer_format(problem, solution, _settings())
    with tempfile.TemporaryDirectory(prefix="slowpath-worst-") as scratch:
        given = list(_known_worst(job, Path(scratch)))
    heard, proven, store = pipeline.HeardRewrites(), None, MemoryStore()
    for event in _events(job, solution, problem, report, given, clock, heard, store):
        if isinstance(event, RefusedRewrite):
            made = replace(made, reason=f"{event.origin}: {event.reason}")
        elif isinstance(event, Warned):
            made = replace(made, reason=event.message)
        elif isinstance(event, Ended) and event.outcome == "failed":
            made = replace(made, verdict=FAILED, failure=event.message)
        elif isinstance(event, ProvenRewrite):
            made, proven = _told(made, event), event
    if made.failure:
        return made
    inputs = [data for _, data in given] or _slow_inputs(proven, store)
    spec = pipeline.break_spec(solution, problem, report, _settings(), Budget(job.seconds), references=())
    checker = opened_checker(spec, _settings()) if spec.answer_checker is not None or not spec.any_answer else None
    return _beside(
        job, solution, problem, answered_tests(solution, problem, inputs, _settings()), checker, made, heard, proven
    )


def _slow_inputs(proven: ProvenRewrite | None, store: MemoryStore) -> list[bytes]:
    """The inputs on which what is shown was measured."""
    found = [store.input(test.input_id) for test in proven.tests] if proven is not None else []
    return [data for data in found if data is not None]


def _events(
    job: Job,
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    given: Sequence[tuple[str, bytes]],
    clock: Callable[[], float],
    heard: pipeline.HeardRewrites,
    store: MemoryStore,
) -> Iterator[pipeline.Optimizing]:
    budget, keep = Budget(job.seconds), store.put_input
    if not job.way:
        return pipeline.optimize(
            solution,
            problem,
            report,
            _settings(),
            budget=budget,
            seed=job.seed,
            given=given,
            keep=keep,
            stop=lambda: False,
            clock=clock,
        )
    client = pipeline.open_model(_settings(), replay=Path(job.replay))
    asking = pipeline.RewriteAsking((job.way,), samples=1)
    return pipeline.optimize_with_model(
        solution,
        problem,
        report,
        _settings(),
        client,
        asking,
        budget=budget,
        seed=job.seed,
        given=given,
        keep=keep,
        stop=lambda: False,
        clock=clock,
        heard=heard,
    )


def _beside(
    job: Job,
    solution: Solution,
    problem: Problem,
    tests: Sequence[Test],
    checker: AnswerChecker | None,
    made: Outcome,
    heard: pipeline.HeardRewrites,
    proven: ProvenRewrite | None,
) -> Outcome:
    """With the runs of the program, of what a model wrote first and of what is shown, on the same tests; and those of
    the problem's other programs. What a model wrote is run as it is safe to, and the original beside it alike."""
    programs = accepted_programs(problem, solution.path)

    def runs(source: bytes, *, is_models: bool) -> Ran:
        text = walled(solution, source) if is_models else source
        return measured(solution, text, tests, checker, _settings())

    candidates = [each for report in heard.reports for each in report.candidates[:1]]
    written = next(
        (runs(each.source, is_models=True) if each.tried.kind != UNSAFE else Ran(False) for each in candidates), None
    )
    original = runs(solution.source, is_models=bool(job.way))
    spectrum = (
        (runs(solution.source, is_models=False), *spectrum_of(programs, tests, checker, _settings()))
        if programs
        else ()
    )
    return replace(
        made,
        original=original,
        written=written,
        spectrum=spectrum,
        shown=runs(proven.source, is_models=bool(job.way)) if proven is not None else None,
    )


def _told(made: Outcome, proven: ProvenRewrite) -> Outcome:
    speed = proven.speed
    return replace(
        made,
        verdict=AGREED,
        origin=proven.origin,
        inputs_agreed=proven.inputs_agreed,
        geomean=speed.geomean,
        low=speed.low,
        high=speed.high,
        memory_reduction=speed.memory_reduction,
        growth_before=proven.growth_before.formula if proven.growth_before else "",
        growth_after=proven.growth_after.formula if proven.growth_after else "",
    )


def _known_worst(job: Job, scratch: Path) -> Iterator[tuple[str, bytes]]:
    """What `worst.py` beside the program prints, where it is asked for and there."""
    script = job.program.absolute().with_name("worst.py")
    if job.known_worst and script.exists():
        yield (
            "the known worst input",
            subprocess.run(
                [sys.executable, str(script)], cwd=scratch, check=True, stdout=subprocess.PIPE, timeout=WORST_TIMEOUT_S
            ).stdout,
        )


def _settings() -> Settings:
    return settings_module.load()


def _shown(text: bytes) -> str:
    said = " ".join(text.decode("utf-8", "replace").split())
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}..."


if __name__ == "__main__":
    sys.exit(main())
