"""One job of the faults bench, in a process of its own: `python -m slowpath.bench.faults.run`, a job as JSON in, an
exposure as JSON out. What one search leaves behind (caches, memory, a crash) then never touches another.

The budget begins once the programs are built, as it does for the user.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.faults.jobs import Exposure, Job
from slowpath.bench.faults.judging import changed_lines, objection_to_pair, rejudged
from slowpath.bench.faults.problem import LaidOut, laid_out
from slowpath.errors import SlowpathError
from slowpath.faults.comparing import FixedPartChecker
from slowpath.model.breaking import BreakFound, BreakingInput, BreakSpec, BreakView, Failing, fold_break
from slowpath.model.campaign import Budget
from slowpath.model.ports import AnswerChecker, Executor, InputValidator
from slowpath.pipeline.answers import opened_checker
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore
from slowpath.wire import decode, encode

SHOWN_INPUT_BYTES = 1000


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the result."""
    job: Job = decode(Job, json.load(sys.stdin))
    sys.stdout.write(json.dumps(encode(run(job))))
    return 0


def run(job: Job) -> Exposure:
    """Curates the pair, searches, and judges anew what was found."""
    pair = job.pair
    smallest = pair.smallest.stat().st_size if pair.smallest is not None else None
    made = Exposure(
        pair.problem,
        pair.name,
        pair.label,
        seconds=job.seconds,
        by_cpu=job.by_cpu,
        seed=job.seed,
        only_first=job.only_first,
        changed=changed_lines(pair.buggy.read_bytes(), pair.accepted.read_bytes()),
        smallest=smallest,
    )
    with tempfile.TemporaryDirectory(prefix="slowpath-faults-") as scratch:
        try:
            return _exposed(job, laid_out(pair, Path(scratch) / pair.problem, job.formats), made)
        except SlowpathError as error:
            return replace(made, failure=str(error))


@dataclass(frozen=True)
class _Court:
    """What judges a pair apart from the search. `checker` None: outputs can't be compared."""

    wrong: Executor
    right: Executor
    checker: AnswerChecker | None
    validators: tuple[InputValidator, ...]


def _exposed(job: Job, place: LaidOut, made: Exposure) -> Exposure:
    settings = settings_module.load({"cpp_flags": job.flags})
    solution = pipeline.read_solution(place.buggy)
    problem = pipeline.read_problem(solution)
    report = pipeline.infer_format(problem, solution, settings)
    spec = pipeline.break_spec(
        solution,
        problem,
        report,
        settings,
        Budget(job.seconds),
        job.seed,
        references=[place.accepted],
        accepted=place.accepted,
        checker=place.by_hand.checker,
        sanitize=job.sanitize,
    )
    made = replace(
        made,
        language=solution.language,
        any_answer=spec.any_answer,
        has_checker=spec.answer_checker is not None,
        format_by_hand=place.by_hand.format is not None,
    )
    with ExitStack() as opened:
        court = _court(spec, place, settings, opened)
        refused = objection_to_pair(spec.samples, court.wrong, court.right, spec, court.checker)
    if refused:
        return replace(made, left_out=refused)
    view, store = _searched(job, spec, settings)
    made = replace(
        made,
        elapsed_s=view.elapsed_s,
        executions=view.executions,
        warnings=tuple(warned.message for warned in view.warnings),
        failure=view.message if view.state == "failed" else "",
    )
    if view.breaking is None:
        return made
    made = _told(made, view.breaking, view, store.input)
    if not made.found:
        return made
    data = store.input(view.breaking.id) or b""
    if job.save is not None:
        _saved(job.save, made, data, view.breaking, store.input)
    with ExitStack() as opened:
        court = _court(spec, place, settings, opened)
        said = rejudged(data, made.verdict, court.wrong, court.right, spec, court.checker, court.validators)
    return replace(made, valid=said.valid, fails=said.fails, objection=said.objection)


def _court(spec: BreakSpec, place: LaidOut, settings: Settings, opened: ExitStack) -> _Court:
    sources = [*spec.validators, *filter(None, [place.by_hand.validator])]
    is_compared = spec.answer_checker is not None or not spec.any_answer
    fixed = FixedPartChecker(spec.no_answer, bool(spec.first_value)) if spec.no_answer or spec.first_value else None
    return _Court(
        opened.enter_context(pipeline.open_executor(pipeline.solution_of(spec), settings)),
        opened.enter_context(pipeline.open_executor(pipeline.read_solution(place.accepted), settings)),
        opened_checker(spec, settings) if is_compared else fixed,
        tuple(pipeline.open_validators(sources, settings)),
    )


def _searched(job: Job, spec: BreakSpec, settings: Settings) -> tuple[BreakView, MemoryStore]:
    view, store = BreakView(), MemoryStore()
    seen: list[BreakFound] = []
    clock: Callable[[], float] = CpuClock() if job.by_cpu else time.monotonic
    for event in pipeline.find_break(
        spec, settings, keep=store.put_input, clock=clock, stop=lambda: job.only_first and bool(seen)
    ):
        view = fold_break(view, event)
        if isinstance(event, BreakFound) and event.breaking.failing.is_visible:
            seen.append(event)
    return view, store


def _told(made: Exposure, breaking: BreakingInput, view: BreakView, read: Callable[[str], Any]) -> Exposure:
    data, kind = read(breaking.id) or b"", breaking.classification
    complaint = f"{breaking.complaint.kind}: {breaking.complaint.message}" if breaking.complaint is not None else ""
    if breaking.failing is Failing.UNDEFINED:
        return replace(made, complaint=complaint or breaking.reason)
    return replace(
        made,
        found=True,
        verdict=breaking.failing.value,
        reason=breaking.reason,
        strategy=breaking.origin.strategy,
        origin=breaking.origin.label,
        size=breaking.size,
        sizes=breaking.sizes,
        time_s=view.first_found_s,
        category=kind.category.value if kind is not None else "",
        confidence=kind.confidence if kind else 0.0,
        has_divergence=breaking.divergence is not None,
        complaint=complaint,
        input=data.decode("utf-8", "replace") if len(data) <= SHOWN_INPUT_BYTES else "",
    )


def _saved(folder: Path, made: Exposure, data: bytes, breaking: BreakingInput, read: Callable[[str], Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{made.problem}-{made.name}.in").write_bytes(data)
    for identity, ending in ((breaking.expected, "ans"), (breaking.actual, "actual")):
        output = read(identity) if identity else None
        if output is not None:
            (folder / f"{made.problem}-{made.name}.{ending}").write_bytes(output)


if __name__ == "__main__":
    sys.exit(main())
