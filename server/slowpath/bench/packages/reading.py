"""What a language model's reading of one package is worth, judged by what the setters keep.

The model is told what a contestant sees and nothing else. Of its reading three things are measured: whether it stands,
whether its validator accepts all secret inputs, and how many *sure* inputs the setters' validators refuse: those that a
search would show as likely to be valid, the generator's and the format's where format and validator both accept them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from slowpath import pipeline
from slowpath.bench.formats import MEDIUM_SIZE, SMALL_SIZES, general_reason, generated_inputs
from slowpath.bench.packages.jobs import FormatJob, ReadingOutcome, Tried
from slowpath.errors import ModelUnavailable, TokensSpent
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport, InputFormat
from slowpath.model.ports import InputValidator
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import PARTS, Difference, ModelReading
from slowpath.pipeline.reading import ReadingAtWork
from slowpath.settings import Settings

FULL_SIZE = 10**9
MOST_REFUSED = 50
MOST_REASONS = 4
SIZES = (*SMALL_SIZES, *SMALL_SIZES, MEDIUM_SIZE, MEDIUM_SIZE, MEDIUM_SIZE, FULL_SIZE)
"""The sizes that a generator is asked for, in about the shares in which inputs are made from a format."""


def asked(
    job: FormatJob, problem: Problem, solution: Solution, settings: Settings
) -> tuple[ModelReading | None, ReadingOutcome]:
    """The model's reading of a package as a contestant sees it, None where nobody answers, and what it came to."""
    assert job.model is not None
    began = time.perf_counter()
    try:
        client = pipeline.open_model(
            settings,
            record=job.model.record,
            replay=job.model.replay,
            max_tokens=job.model.max_tokens,
            obtained=job.model.obtained,
        )
        found = pipeline.read_with_model(problem, solution, settings, client, rounds=job.rounds, keep=job.model.keeps)
    except (ModelUnavailable, TokensSpent) as error:
        return None, ReadingOutcome(failure=error.message, asked_s=time.perf_counter() - began)
    reading = found.reading
    parts = {"format": reading.format, "validator": reading.validator, "generator": reading.generator}
    return reading, ReadingOutcome(
        reading.model,
        reading.stands,
        tuple(name for name, part in parts.items() if part is not None),
        len(found.attempts),
        reading.rounds,
        tuple(dict.fromkeys(map(_kind_of, reading.open))),
        reading.doubts,
        (reading.accepted, reading.judged),
        asked_s=time.perf_counter() - began,
        failure=found.failure.message if found.failure is not None else "",
    )


def _kind_of(difference: Difference) -> str:
    """A difference in general words, without anything of the package."""
    made = {"format": "the format's input", "damage": "a damaged input"}.get(difference.made, "the generator's input")
    said = [f"the {one.part} {'fails on' if one.fails else 'refuses'} {made}" for one in difference.refused]
    takes = [f"the {part} takes it" for part in difference.accepted_by if part != difference.made]
    return ", ".join([*said, *takes])


def judged(
    job: FormatJob,
    reading: ModelReading,
    report: FormatReport,
    secrets: Sequence[Path],
    judges: Sequence[InputValidator],
    made: ReadingOutcome,
) -> ReadingOutcome:
    """The outcome with what the validator says of the secret inputs, and the setters of what would be shown as sure."""
    with pipeline.at_work(reading) as work:
        if reading.validator is not None:
            made = replace(made, secret=_accepted_secrets(work, secrets, job.budget_s))
        if report.format is None or report.doubts:
            return made
        return _with_sure(job, work, report.format, judges, made)


def _accepted_secrets(work: ReadingAtWork, secrets: Sequence[Path], budget_s: float) -> Tried:
    """What the validator says of each secret input within the time."""
    reasons, tried, ends_s = Counter[str](), 0, time.monotonic() + budget_s
    for path in secrets:
        if time.monotonic() > ends_s:
            break
        (verdict,) = work.judged([path.read_bytes()])
        tried += 1
        if not verdict.valid:
            reasons[f"{path.name}: {verdict.reason}"] += 1
    return Tried(tried, tried - reasons.total(), len(secrets) - tried, tuple(reasons.most_common(1)))


def _with_sure(
    job: FormatJob, work: ReadingAtWork, fmt: InputFormat, judges: Sequence[InputValidator], made: ReadingOutcome
) -> ReadingOutcome:
    reasons, tried, shown, ends_s = Counter[str](), 0, 0, time.monotonic() + job.budget_s
    for data in sure_inputs(work, fmt, job.count, job.seed, lambda: time.monotonic() > ends_s):
        shown += 1
        reason = _refusal(judges, data)
        if reason is not None:
            tried += 1
            reasons[general_reason(reason)] += bool(reason)
        if reasons.total() >= MOST_REFUSED:
            break
    refused = tuple((reason, count) for reason, count in reasons.most_common(MOST_REASONS + 1) if reason)
    return replace(made, shown=shown, sure=Tried(tried, tried - reasons.total(), 0, refused[:MOST_REASONS]))


def _refusal(judges: Sequence[InputValidator], data: bytes) -> str | None:
    """Why the setters would refuse the input, "" where they don't, None where nobody can say."""
    for judge in judges:
        verdict = judge.validate(data)
        if not verdict.valid:
            return None if verdict.valid is None else f"{judge.name}: {verdict.reason}"
    return "" if judges else None


def sure_inputs(
    work: ReadingAtWork, fmt: InputFormat, count: int, seed: int, is_late: Callable[[], bool] = lambda: False
) -> Iterator[bytes]:
    """About `count` inputs that a search would show as likely, fewer where the validator refuses some or no time is
    left: the generator's and the format's by turns, in rounds of all sizes."""
    resolved = boundaries(fmt)
    for number in range(max(1, count // (2 * len(SIZES)))):
        more = len(SIZES) if work.reading.generator is not None else 2 * len(SIZES)
        own = (data for _, data in generated_inputs(fmt, resolved, more, seed * len(SIZES) + number, number * more))
        for pair in zip_longest(_generators(work, fmt, number), own):
            for data in pair:
                if is_late():
                    return
                if data and not data.startswith(b"\0") and work.judged([data])[0].valid:
                    yield data


def _generators(work: ReadingAtWork, fmt: InputFormat, number: int) -> Iterator[bytes | None]:
    """The generator's inputs of one round."""
    for place, size in enumerate(SIZES):
        yield from (_laid_out(fmt, data) for data in work.made(number * len(SIZES) + place, size))


def _laid_out(fmt: InputFormat, data: bytes) -> bytes | None:
    """A generator's input as the search takes it up, in the format's own layout; None where the format refuses it."""
    try:
        instance = parse(fmt, data)
    except ParseError:
        return None
    return None if violations(fmt, instance, 1) else print_input(fmt, instance)


def causes(made: ReadingOutcome) -> list[str]:
    """In what general way a reading falls short."""
    missing = [f"the reading has no {part}" for part in PARTS if part not in made.parts]
    refuses = made.secret.accepted < made.secret.tried
    invalid = made.sure.accepted < made.sure.tried
    return [
        *missing,
        *(f"open: {kind}" for kind in made.open),
        *(["the program fails on what the reading allows"] if made.doubts else []),
        *(["the reading's validator refuses a secret input"] if refuses else []),
        *(["a sure input is refused"] if invalid else []),
        *(["nothing sure is shown"] if not made.shown else []),
    ]
