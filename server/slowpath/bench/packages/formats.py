"""One package's format: inferred from what a contestant sees, judged by what the setters keep.

*Right* is a format that accepts every secret input, and of whose own inputs the setters' validators accept 99 %. Time
is bounded everywhere: what takes longer is cut by an alarm in the middle of whatever runs, so this belongs into a
process of its own (`packages_run`). Secret inputs are tried the smallest first; what no time was left for is counted.
"""

from __future__ import annotations

import contextlib
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType

from slowpath import pipeline
from slowpath.bench.formats import believed_judges, general_reason, generated_inputs
from slowpath.bench.packages import reading as packages_reading
from slowpath.bench.packages.found import lay_out
from slowpath.bench.packages.jobs import LEAST_VALID, FormatJob, FormatOutcome, Tried
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.sizes.cp_sat import cp_model
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport, InputFormat
from slowpath.model.ports import InputValidator
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import ModelReading
from slowpath.settings import Settings

ROUNDS = 10
LONGEST_INFERENCE_S = 120.0
NEEDS_BUILDING_S = 3.0
"""An inference that takes longer may have waited for a compiler, so it is timed again with what that built."""
MOST_REASONS = 4
MOST_REFUSED = 50
"""So many refused inputs settle the matter; asking on would only take time, a run for each test group of each."""
TRIED_SECRETS = 5
SIZES = ("small", "medium", "full")


class TimeIsUp(BaseException):
    """No time is left. Not an `Exception`, so that nothing on the way takes it for a failure of its own."""


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TimeIsUp` in its body once so many seconds have passed. For the main thread only."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def format_outcome(job: FormatJob, settings: Settings) -> FormatOutcome:
    """Infers and judges. Never raises for what a package holds: an exception of ours is in the outcome."""
    began = time.perf_counter()
    made = FormatOutcome(job.folder.name, job.program.relative_to(job.folder).as_posix())
    doing = "the format is inferred"
    try:
        report, reading, made = _inferred(job, settings, made)
        doing = "inputs are made and judged"
        if report is not None:
            made = _judged(job, report, reading, settings, made)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        kind = type(error).__name__
        made = replace(
            made,
            failure=f"{kind}: {error} ({Path(place.filename).name}, line {place.lineno})",
            causes=(f"{kind} while {doing}",),
        )
    return replace(made, elapsed_s=time.perf_counter() - began)


def _inferred(
    job: FormatJob, settings: Settings, made: FormatOutcome
) -> tuple[FormatReport | None, ModelReading | None, FormatOutcome]:
    with tempfile.TemporaryDirectory(prefix="slowpath-package-") as folder:
        place = Path(folder) / job.folder.name
        program = lay_out(job.folder, job.program, place, with_validators=job.with_validators)
        solution = pipeline.read_solution(program)
        problem = pipeline.read_problem(solution, place)
        if problem.special:
            return None, None, replace(made, special=problem.special, causes=("no file of input alone drives it",))
        try:
            with at_most(LONGEST_INFERENCE_S):
                report, infer_s = _timed_inference(problem, solution, settings)
                if infer_s > NEEDS_BUILDING_S:
                    report, infer_s = _timed_inference(problem, solution, settings)
        except TimeIsUp:
            return (
                None,
                None,
                replace(
                    made,
                    infer_s=LONGEST_INFERENCE_S,
                    causes=("inference takes too long",),
                    failure=f"inference took more than {LONGEST_INFERENCE_S:.0f} s",
                ),
            )
        reading = None
        if job.model is not None:
            reading, told = packages_reading.asked(job, problem, solution, settings)
            report, made = pipeline.report_with(reading, report), replace(made, reading=told)
    made = replace(made, infer_s=infer_s, format_text=report.text, doubts=len(report.doubts))
    if report.format is None:
        why = "; ".join(f"{misfit.where}: {misfit.message}" for misfit in report.misfits[:2]) or "nothing reads input"
        return None, reading, replace(made, why_none=why, causes=("no format",))
    return report, reading, made


def _timed_inference(problem: Problem, solution: Solution, settings: Settings) -> tuple[FormatReport, float]:
    began = time.perf_counter()
    return pipeline.infer_format(problem, solution, settings), time.perf_counter() - began


def _judged(
    job: FormatJob, report: FormatReport, reading: ModelReading | None, settings: Settings, made: FormatOutcome
) -> FormatOutcome:
    assert report.format is not None
    whole = pipeline.read_problem(pipeline.read_solution(job.program), job.folder)
    secrets = secret_inputs(job.folder)
    cp_model()  # Loaded now: an alarm in the middle of loading it would be an error of the import.
    secret, kinds = accepted_secrets(report.format, secrets, job.budget_s)
    judges, remarks = setters_judges(whole, secrets, settings)
    made = replace(made, secret=secret, judges=tuple(judge.name for judge in judges), remarks=tuple(remarks))
    generated, sizes = accepted_generated(report.format, judges, job) if judges else (Tried(), {})
    causes = [*kinds, *_causes(generated, sizes), *(("no validator of the setters' works",) if not judges else ())]
    if made.reading is not None:
        told = packages_reading.judged(job, reading or ModelReading(""), report, secrets, judges, made.reading)
        made = replace(made, reading=told)
        causes += packages_reading.causes(told)
    return replace(made, generated=generated, causes=tuple(causes))


def secret_inputs(folder: Path) -> list[Path]:
    """The package's secret inputs, the smallest first."""
    found = [path for path in (folder / "data" / "secret").rglob("*.in") if path.is_file()]
    return sorted(found, key=lambda path: (path.stat().st_size, path))


def setters_judges(
    problem: Problem, secrets: Sequence[Path], settings: Settings
) -> tuple[list[InputValidator], list[str]]:
    """The package's validators that accept its samples and its smallest secret inputs, and what is to say of others."""
    given = [(sample.name, sample.data) for sample in problem.samples]
    given += [(path.name, path.read_bytes()) for path in secrets[:TRIED_SECRETS]]
    return believed_judges(problem, settings, given)


def accepted_secrets(fmt: InputFormat, secrets: Sequence[Path], budget_s: float) -> tuple[Tried, list[str]]:
    """What the format says of each secret input within the time, and the kinds of what it says against some."""
    reasons, kinds, tried = Counter[str](), Counter[str](), 0
    with contextlib.suppress(TimeIsUp), at_most(budget_s):
        for path in secrets:
            reason, kind = _refused(fmt, path.read_bytes())
            tried += 1
            if reason:
                reasons[f"{path.name}: {reason}"] += 1
                kinds[f"a secret input {kind}"] += 1
    return Tried(tried, tried - reasons.total(), len(secrets) - tried, tuple(reasons.most_common(1))), list(kinds)


def _refused(fmt: InputFormat, data: bytes) -> tuple[str, str]:
    """Why the format refuses an input and of what kind that is, both "" where it accepts it."""
    try:
        wrong = violations(fmt, parse(fmt, data), 1)
    except ParseError as error:
        return str(error), "isn't laid out so"
    return (str(wrong[0]), "has a value that isn't allowed") if wrong else ("", "")


def accepted_generated(
    fmt: InputFormat, judges: Sequence[InputValidator], job: FormatJob
) -> tuple[Tried, dict[str, tuple[int, int]]]:
    """What the validators say of inputs made from the format, in rounds of all sizes with a seed each, until it's plain
    that they are refused; and how many of each size were tried and refused."""
    reasons, tried, refused = Counter[str](), Counter[str](), Counter[str]()
    with contextlib.suppress(TimeIsUp), at_most(job.budget_s):
        for size, data in rounds_of_inputs(fmt, job.count, job.seed):
            reason = refusal(judges, data)
            if reason is None:
                continue
            tried[size] += 1
            if reason:
                refused[size] += 1
                reasons[general_reason(reason)] += 1
            if refused.total() >= MOST_REFUSED:
                break
    total = tried.total()
    return (
        Tried(total, total - refused.total(), job.count - total, tuple(reasons.most_common(MOST_REASONS))),
        {size: (tried[size], refused[size]) for size in SIZES},
    )


def refusal(judges: Sequence[InputValidator], data: bytes) -> str | None:
    """Why the setters would refuse the input, "" where they don't, None where a validator is cut or crashes on it."""
    if data.startswith(b"\0"):
        return data[1:].decode()
    for judge in judges:
        verdict = judge.validate(data)
        if not verdict.valid:
            return None if verdict.valid is None else f"{judge.name}: {verdict.reason}"
    return ""


def rounds_of_inputs(fmt: InputFormat, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """`count` inputs with their sizes, several seeds; whoever stops early has seen all sizes."""
    resolved = boundaries(fmt)
    rounds = min(ROUNDS, max(1, count // ROUNDS))
    for number in range(rounds):
        part = count // rounds + (number < count % rounds)
        yield from generated_inputs(fmt, resolved, part, seed * ROUNDS + number, number * part)


def _causes(generated: Tried, sizes: dict[str, tuple[int, int]]) -> list[str]:
    """In what general way generated inputs are refused."""
    if generated.share is None or generated.share >= LEAST_VALID:
        return []
    hit = [size for size, (_, refused) in sizes.items() if refused]
    where = "at every size" if len(hit) == len(SIZES) else f"at {' and '.join(hit)} sizes only"
    extent = "most" if generated.share < 0.5 else "some" if generated.share < 0.9 else "few"
    return [f"{extent} generated inputs are refused, {where}"]
