"""`slowpath bench packages DIR`: what Slowpath makes of real contest packages, judged by what their setters keep.

Of each package inference and search see what a contestant sees: statement, samples, limits and one program. Secret
inputs, validators and all other submissions judge (`packages_formats`, `packages_find`). Each job is done in a process
of its own. Compiles and runs what is in the packages: only for folders that you trust.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from slowpath.bench.kinds import program_kinds
from slowpath.bench.packages.breaks_table import break_object, break_totals, break_totals_object, print_breaks, sides_of
from slowpath.bench.packages.find_table import find_object, find_totals, find_totals_object, print_searches
from slowpath.bench.packages.found import LEARN, TEST, Package, packages_in
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
from slowpath.bench.packages.table import format_object, format_totals_object, print_formats, write_csv
from slowpath.bench.packages.tests_jobs import TestsJob, TestsOutcome
from slowpath.bench.packages.tests_table import print_tests, tests_object, tests_totals, tests_totals_object
from slowpath.bench.packages.totals import format_totals, groups_of
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.llm.options import ModelOptions, add_model_options, add_obtained, model_options, positive_int
from slowpath.wire import decode

DEFAULT_COUNT = 200
DEFAULT_BUDGET_S = 30.0
DEFAULT_SECONDS = 30.0
DEFAULT_TESTS = 100
DEFAULT_CAP_S = 20.0
WALL_GRACE_S = 600.0
WALL_PER_SECOND = 20.0
WALL_READING_S = 4 * 3600.0
"""Answers may take long; nobody's time is spent but theirs."""
READING_ROUNDS = 4
BOTH = "both"


@dataclass(frozen=True)
class Job:
    """One piece of work on one package; `failed` is what it came to where its process fails, but for why."""

    package: Package
    work: Work
    failed: Outcome
    wall_s: float


Result = tuple[Package, Outcome]


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench packages",
        description="Infers the input format of every ICPC/Kattis package below DIR "
        "from what a contestant sees, searches its too slow programs, and judges both by the package's secret inputs "
        "and validators. What the packages hold is compiled and run.",
    )
    made.add_argument("data", metavar="DIR", type=Path, help="a package, or a folder of packages")
    made.add_argument(
        "--formats", action="store_true", help="measure inferred formats (the default without --find and --break)"
    )
    made.add_argument("--find", action="store_true", help="search the programs that the setters call too slow")
    made.add_argument(
        "--break",
        action="store_true",
        dest="breaks",
        help="search the programs that the setters call "
        "wrong for breaking inputs, with an accepted reference and without",
    )
    made.add_argument(
        "--kinds",
        action="store_true",
        help="with --break: only programs whose kind of bug is known, with an accepted reference each",
    )
    made.add_argument(
        "--tests",
        action="store_true",
        help="make a test set from accepted submissions alone, and hold the others against it",
    )
    made.add_argument(
        "--no-validators",
        action="store_true",
        help="with --tests: don't show the run the package's input validators either",
    )
    made.add_argument(
        "--most-tests",
        metavar="N",
        type=int,
        default=DEFAULT_TESTS,
        help=f"with --tests: so many tests at most (default: {DEFAULT_TESTS})",
    )
    made.add_argument(
        "--count",
        metavar="N",
        type=int,
        default=DEFAULT_COUNT,
        help=f"inputs made from each format (default: {DEFAULT_COUNT})",
    )
    made.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=DEFAULT_SECONDS,
        help=f"search each program this long (default: {DEFAULT_SECONDS:.0f})",
    )
    made.add_argument(
        "--given-formats",
        metavar="DIR",
        type=Path,
        help="search with PACKAGE.format from DIR, where it is there, so that searching is told apart from reading",
    )
    made.add_argument(
        "--limit-factor",
        metavar="F",
        type=float,
        default=1.0,
        help="tell the search a time limit so many times the package's: how far past it does it get? (default: 1)",
    )
    made.add_argument("--most", metavar="N", type=int, help="at most so many programs of a package")
    made.add_argument(
        "--cap",
        metavar="S",
        type=float,
        default=DEFAULT_CAP_S,
        help=f"end runs that are measured after so many CPU seconds (default: {DEFAULT_CAP_S:.0f})",
    )
    made.add_argument(
        "--budget",
        metavar="S",
        type=float,
        default=DEFAULT_BUDGET_S,
        help="at most so many seconds for "
        f"each group of inputs of a package that is judged or measured (default: {DEFAULT_BUDGET_S:.0f})",
    )
    made.add_argument(
        "--split",
        choices=(LEARN, TEST, BOTH),
        help="tell two halves apart, by a hash of the problem's "
        "name: learn, which may be studied, and test, of which only totals are shown",
    )
    made.add_argument("--only", metavar="A,B", default="", help="only these packages")
    made.add_argument("--jobs", metavar="N", type=int, default=1, help="packages measured at once (default: 1)")
    made.add_argument("--until", metavar="HH:MM", help="begin nothing after this time of day")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument(
        "--csv", metavar="FILE", type=Path, help="write a line for each package, or program searched, that is shown"
    )
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    model = made.add_argument_group(
        "language model",
        "With one, formats are measured, and programs searched, as it "
        "reads the statement, from what a contestant sees.",
    )
    add_model_options(model)
    add_obtained(model)
    model.add_argument(
        "--rounds",
        metavar="N",
        type=positive_int,
        default=READING_ROUNDS,
        help=f"how often each part of its reading may be corrected (default: {READING_ROUNDS})",
    )
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its tables. Returns 0; what fails is a row that says so."""
    options = parser().parse_args(argv)
    packages = chosen(options)
    searches = options.find or options.breaks or options.tests
    jobs = [
        *(_format_jobs(packages, options) if options.formats or not searches else ()),
        *(_find_jobs(packages, options) if options.find else ()),
        *(_break_jobs(packages, options) if options.breaks else ()),
        *(_tests_jobs(packages, options) if options.tests else ()),
    ]
    results = list(_results(jobs, options))
    if not results:
        raise UsageError(
            "Nothing was measured.",
            "Give a later time with --until; --find needs packages with programs "
            "in submissions/time_limit_exceeded or partially_accepted, --break in wrong_answer or "
            "run_time_error.",
        )
    shown = [(package, made) for package, made in results if is_shown(package, options.split)]
    if options.csv is not None:
        write_csv(options.csv, [object_of(package, made) for package, made in shown])
    for kind in KINDS:
        _print(kind, results, options)
    return 0


def chosen(options: argparse.Namespace) -> list[Package]:
    """The packages that the options name. Raises `UsageError` where there are none, and where single packages of the
    test half would be told apart."""
    if not options.data.is_dir():
        raise UsageError(f"{options.data}: no such folder.", "Give a package, or a folder of packages.")
    only = set(filter(None, options.only.split(",")))
    if options.split in (TEST, BOTH) and (only or (options.csv is not None and options.split == TEST)):
        raise UsageError("Of the test half only totals are shown.", "Leave out --only and --csv, or --split.")
    if model_options(options).is_given and options.tests:
        raise UsageError("Test sets aren't measured with a model.", "Leave out --model and --replay, or --tests.")
    if options.csv is not None and options.formats + options.find + options.breaks + options.tests > 1:
        raise UsageError(
            "One CSV file holds formats or searches.",
            "Leave out --csv, or all but one of --formats, --find and --break.",
        )
    found = [package for package in packages_in(options.data) if not only or package.name in only]
    missing = sorted(only - {package.name for package in found})
    if missing:
        raise UsageError(
            f"{', '.join(missing)}: no such package below {options.data}.",
            "A package is a folder with data/sample and statement or problem_statement.",
        )
    kept = [package for package in found if package.program is not None and options.split in (None, BOTH, package.half)]
    if not kept:
        raise UsageError(
            f"{options.data}: no packages in it with a C++ or Python program.",
            "A package is a folder with data/sample, statement or problem_statement, and submissions/.",
        )
    return kept


def is_shown(package: Package, split: str | None) -> bool:
    """Whether a package may have a row of its own: with halves told apart, those of the test half may not."""
    return split is None or package.half == LEARN


def _format_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
    model = _model(options)
    for package in packages:
        assert package.program is not None
        work = FormatJob(
            package.folder, package.program, options.count, options.seed, options.budget, model, options.rounds
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


def _find_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
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
            )
            failed = FindOutcome(
                package.name, program.relative_to(package.folder).as_posix(), given is not None, options.seconds
            )
            yield Job(
                package, Work(find=work), failed, WALL_GRACE_S + 10 * options.budget + WALL_PER_SECOND * options.seconds
            )


def _break_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
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


def _tests_jobs(packages: Sequence[Package], options: argparse.Namespace) -> Iterator[Job]:
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
        )
        programs = len(package.accepted) + len(work.wrong) + len(work.slow)
        yield Job(
            package,
            Work(tests=work),
            TestsOutcome(package.name, seconds=options.seconds),
            WALL_GRACE_S + 4 * options.budget * programs + WALL_PER_SECOND * options.seconds,
        )


def _results(jobs: Sequence[Job], options: argparse.Namespace) -> Iterator[Result]:
    """What each job comes to, in their order, said as it comes; those that weren't begun in time are left out."""
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        started = [(job, pool.submit(_done, job, options.until)) for job in jobs]
        try:
            for number, (job, future) in enumerate(started, 1):
                made = future.result()
                if made is None:
                    continue
                if not is_shown(job.package, options.split):
                    _say(f"{number} of {len(jobs)}", options.json)
                elif options.json:
                    _print_json(object_of(job.package, made))
                else:
                    _say(f"{job.package.name}, {made.program}: {_word(made)}", options.json)
                yield job.package, made
        finally:
            # Who ends the bench waits for what is under way, not for all that would have come.
            pool.shutdown(wait=False, cancel_futures=True)


def _word(made: Outcome) -> str:
    return (
        made.verdict
        if isinstance(made, FormatOutcome)
        else made.cause or ("exposed" if not isinstance(made, TestsOutcome) else "all are told apart")
    )


def _done(job: Job, until: str | None) -> Outcome | None:
    """The job, done in a process of its own; how that failed is in the outcome. None where it is too late."""
    if until is not None and time.strftime("%H:%M") >= until:
        return None
    made = done_apart("slowpath.bench.packages.run", job.work, job.wall_s)
    if isinstance(made, str):
        return replace(job.failed, failure=made)
    return decode(type(job.failed), made)


@dataclass(frozen=True)
class Kind:
    """One kind of measurement: its outcome, and how results and their totals read. `sides` tells apart what isn't
    added up."""

    outcome: type
    object_of: Callable[[Package, Any], dict[str, Any]]
    totals: Callable[[str, list[Any]], Any]
    totals_object: Callable[[Any], dict[str, Any]]
    print_all: Callable[[Sequence[tuple[Package, Any]], Sequence[Any]], None]
    sides: Callable[[Sequence[Any]], list[tuple[str, list[Any]]]] = lambda outcomes: [("", list(outcomes))]


KINDS = (
    Kind(FormatOutcome, format_object, format_totals, format_totals_object, print_formats),
    Kind(FindOutcome, find_object, find_totals, find_totals_object, print_searches),
    Kind(BreakOutcome, break_object, break_totals, break_totals_object, print_breaks, sides_of),
    Kind(TestsOutcome, tests_object, tests_totals, tests_totals_object, print_tests),
)


def object_of(package: Package, made: Outcome) -> dict[str, Any]:
    """The JSON object of one result."""
    return next(kind.object_of(package, made) for kind in KINDS if isinstance(made, kind.outcome))


def _print(kind: Kind, results: Sequence[Result], options: argparse.Namespace) -> None:
    """The results of one kind: rows where they may be shown, totals of all groups."""
    some = [(package, made) for package, made in results if isinstance(made, kind.outcome)]
    totals = [
        kind.totals(group + side, outcomes)
        for group, names in groups_of([package for package, _ in some], options.split is not None)
        for side, outcomes in kind.sides([made for package, made in some if package.name in names])
    ]
    if options.json:
        for total in totals:
            _print_json(kind.totals_object(total))
    elif some:
        kind.print_all([row for row in some if is_shown(row[0], options.split)], totals)


def _say(text: str, as_json: bool) -> None:
    if not as_json:
        sys.stderr.write(text + "\n")


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
