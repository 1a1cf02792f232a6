"""The jobs of the bench of packages: what each runs, how long it may, and what stands for it where it fails."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from slowpath.bench.kinds import program_kinds
from slowpath.bench.packages.found import Package
from slowpath.bench.packages.jobs import (
    BreakJob,
    BreakOutcome,
    FindJob,
    FindOutcome,
    FormatJob,
    FormatOutcome,
    Outcome,
    Work,
)
from slowpath.bench.packages.tests_jobs import TestsJob, TestsOutcome
from slowpath.llm.options import ModelOptions, model_options

WALL_GRACE_S = 600.0
WALL_PER_SECOND = 20.0
WALL_READING_S = 4 * 3600.0
"""Answers may take long; nobody's time is spent but theirs."""


@dataclass(frozen=True)
class Job:
    """One piece of work on one package; `failed` is what it came to where its process fails, but for why."""

    package: Package
    work: Work
    failed: Outcome
    wall_s: float


def format_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
    model = _model(options)
    for package in packages:
        assert package.program is not None
        work = FormatJob(
            package.folder,
            package.program,
            options.count,
            options.seed,
            options.budget,
            model,
            options.rounds,
            options.with_validators,
        )
        yield Job(
            package,
            Work(format=work),
            FormatOutcome(package.name, causes=("the bench's own process failed",)),
            WALL_GRACE_S + 4 * options.budget + (WALL_READING_S if model is not None else 0.0),
        )


def _model(options: argparse.Namespace) -> ModelOptions | None:
    given = model_options(options).absolute()
    return given if given.is_given else None


def _given_format(package: Package, options: argparse.Namespace) -> Path | None:
    written = options.given_formats / f"{package.name}.format" if options.given_formats is not None else None
    return written.resolve() if written is not None and written.is_file() else None


def find_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
    for package in packages:
        given = _given_format(package, options)
        for program in package.slow[: options.most]:
            work = FindJob(
                package.folder,
                program,
                package.accepted,
                options.seconds,
                options.seed,
                given,
                options.limit_factor,
                options.cap,
                options.budget,
                _model(options),
                options.with_validators,
            )
            failed = FindOutcome(
                package.name, program.relative_to(package.folder).as_posix(), given is not None, options.seconds
            )
            yield Job(
                package, Work(find=work), failed, WALL_GRACE_S + 10 * options.budget + WALL_PER_SECOND * options.seconds
            )


def break_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
    for package in packages:
        wrong = (
            package.wrong
            if not options.kinds
            else [
                program
                for program in package.wrong
                if program_kinds(package.name, program.relative_to(package.folder).as_posix())
            ]
        )
        references = dict.fromkeys((*package.accepted[:1], *(() if options.kinds else (None,))))
        for program, reference in product(wrong[: options.most], references):
            work = BreakJob(
                package.folder,
                program,
                reference,
                package.accepted,
                options.seconds,
                options.seed,
                options.budget,
                _model(options),
                _given_format(package, options),
                options.with_validators,
            )
            failed = BreakOutcome(
                package.name, program.relative_to(package.folder).as_posix(), reference is not None, options.seconds
            )
            yield Job(
                package,
                Work(breaking=work),
                failed,
                WALL_GRACE_S + 10 * options.budget + WALL_PER_SECOND * options.seconds,
            )


def test_set_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
    for package in packages:
        if not package.accepted:
            continue
        slow = tuple(path for path in package.slow if path.parent.name == "time_limit_exceeded")
        work = TestsJob(
            package.folder,
            package.accepted,
            package.wrong[: options.most],
            slow[: options.most],
            options.seconds,
            options.seed,
            options.most_tests,
            options.budget,
            not options.no_validators,
            _given_format(package, options),
        )
        programs = len(package.accepted) + len(work.wrong) + len(work.slow)
        yield Job(
            package,
            Work(tests=work),
            TestsOutcome(package.name, seconds=options.seconds),
            WALL_GRACE_S + 4 * options.budget * programs + WALL_PER_SECOND * options.seconds,
        )
