"""One job of the rewrites bench, in a process of its own: `python -m slowpath.bench.rewrites_run`, a job as JSON in, an
outcome as JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.mutants import mutants
from slowpath.bench.rewrites_jobs import AGREED, FAILED, NOT_BUILT, TOLD_APART, Job, Outcome, name_of
from slowpath.errors import SlowpathError
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.ports import Executor
from slowpath.model.problem import Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore
from slowpath.wire import decode, encode

WORST_TIMEOUT_S = 60.0
SHOWN = 60


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the outcome."""
    job: Job = decode(Job, json.load(sys.stdin))
    sys.stdout.write(json.dumps(encode(run(job))))
    return 0


def run(job: Job) -> Outcome:
    """Does it."""
    made = Outcome(name_of(job.program), job.mutant, job.seconds, job.by_cpu, job.seed)
    clock: Callable[[], float] = CpuClock() if job.by_cpu else time.monotonic
    began = clock()
    try:
        solution = pipeline.read_solution(job.program)
        made = replace(made, language=solution.language)
        done = _planted(job, solution, made, clock) if job.mutant is not None else _faster(job, solution, made, clock)
    except SlowpathError as error:
        done = replace(made, verdict=FAILED, failure=str(error))
    return replace(done, elapsed_s=clock() - began)


def _planted(job: Job, solution: Solution, made: Outcome, clock: Callable[[], float]) -> Outcome:
    """Hands a wrong version to the proof: on the evidence, then to the search, then to a longer one."""
    mutant = mutants(solution.source, solution.language)[job.mutant or 0]
    was = solution.source[mutant.begin:mutant.end]
    made = replace(made, label=mutant.label, category=mutant.category.value, change=f"{_shown(was)} ->"
                   f" {_shown(mutant.text)}")
    with pipeline.open_executor(solution, _settings()) as original:
        for attempt in (1.0, job.again):
            is_first = attempt == 1.0
            proof = _proof(job, solution, original, attempt, clock, job.seed if is_first else job.seed + 1)
            warned = proof.gather(())
            if warned is not None:
                return replace(made, verdict=FAILED, failure=warned.message)
            refused = proof.agrees(mutant.source, mutant.label)
            if refused is not None:
                verdict = TOLD_APART if refused.input_id else NOT_BUILT
                return replace(made, verdict=verdict, by="evidence", reason=refused.reason, agreed_then=not is_first)
            outcome = proof.searched(mutant.source, mutant.label)
            if isinstance(outcome, RefusedRewrite):
                verdict = TOLD_APART if outcome.input_id else FAILED
                return replace(made, verdict=verdict, by="search" if is_first else "second search",
                               reason=outcome.reason, agreed_then=not is_first)
            made = replace(made, inputs_agreed=made.inputs_agreed + outcome.inputs)
    return replace(made, verdict=AGREED)


def _proof(job: Job, solution: Solution, original: Executor, share: float, clock: Callable[[], float],
           seed: int) -> pipeline.Proof:
    problem = pipeline.read_problem(solution)
    report = pipeline.infer_format(problem, solution, _settings())
    return pipeline.Proof(solution, problem, report, _settings(), original, budget=Budget(share * job.seconds),
                          seed=seed, keep=MemoryStore().put_input, stop=lambda: False, clock=clock)


def _faster(job: Job, solution: Solution, made: Outcome, clock: Callable[[], float]) -> Outcome:
    """Makes the program faster."""
    problem = pipeline.read_problem(solution)
    report = pipeline.infer_format(problem, solution, _settings())
    with tempfile.TemporaryDirectory(prefix="slowpath-worst-") as scratch:
        given = list(_known_worst(job, Path(scratch)))
    for event in pipeline.optimize(solution, problem, report, _settings(), budget=Budget(job.seconds), seed=job.seed,
                                   given=given, keep=MemoryStore().put_input, stop=lambda: False, clock=clock):
        if isinstance(event, RefusedRewrite):
            made = replace(made, reason=f"{event.origin}: {event.reason}")
        elif isinstance(event, Warned):
            made = replace(made, reason=event.message)
        elif isinstance(event, Ended) and event.outcome == "failed":
            made = replace(made, verdict=FAILED, failure=event.message)
        elif isinstance(event, ProvenRewrite):
            made = _told(made, event)
    return made


def _told(made: Outcome, proven: ProvenRewrite) -> Outcome:
    speed = proven.speed
    return replace(made, verdict=AGREED, origin=proven.origin, inputs_agreed=proven.inputs_agreed,
                   geomean=speed.geomean, low=speed.low, high=speed.high, memory_reduction=speed.memory_reduction,
                   growth_before=proven.growth_before.formula if proven.growth_before else "",
                   growth_after=proven.growth_after.formula if proven.growth_after else "")


def _known_worst(job: Job, scratch: Path) -> Iterator[tuple[str, bytes]]:
    """What `worst.py` beside the program prints, where it is asked for and there."""
    script = job.program.absolute().with_name("worst.py")
    if job.known_worst and script.exists():
        yield "the known worst input", subprocess.run([sys.executable, str(script)], cwd=scratch, check=True,
                                                      stdout=subprocess.PIPE, timeout=WORST_TIMEOUT_S).stdout


def _settings() -> Settings:
    return settings_module.load()


def _shown(text: bytes) -> str:
    said = " ".join(text.decode("utf-8", "replace").split())
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}..."


if __name__ == "__main__":
    sys.exit(main())
