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
from typing import Any

from slowpath.bench.packages.breaks_table import break_object, break_totals, break_totals_object, print_breaks, sides_of
from slowpath.bench.packages.find_table import find_object, find_totals, find_totals_object, print_searches
from slowpath.bench.packages.found import LEARN, Package
from slowpath.bench.packages.jobs import BreakOutcome, FindOutcome, FormatOutcome, Outcome
from slowpath.bench.packages.options import chosen, parser
from slowpath.bench.packages.planned import Job, break_jobs, find_jobs, format_jobs, test_set_jobs
from slowpath.bench.packages.table import format_object, format_totals_object, print_formats, write_csv
from slowpath.bench.packages.tests_jobs import TestsOutcome
from slowpath.bench.packages.tests_table import print_tests, tests_object, tests_totals, tests_totals_object
from slowpath.bench.packages.totals import format_totals, groups_of
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.wire import decode

Result = tuple[Package, Outcome]


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its tables. Returns 0; what fails is a row that says so."""
    options = parser().parse_args(argv)
    packages = chosen(options)
    searches = options.find or options.breaks or options.tests
    jobs = [
        *(format_jobs(packages, options) if options.formats or not searches else ()),
        *(find_jobs(packages, options) if options.find else ()),
        *(break_jobs(packages, options) if options.breaks else ()),
        *(test_set_jobs(packages, options) if options.tests else ()),
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
    for kind in KINDS:
        _print(kind, results, options)
    if options.csv is not None:
        write_csv(options.csv, [object_of(package, made) for package, made in shown])
    return 0


def is_shown(package: Package, split: str | None) -> bool:
    """Whether a package may have a row of its own: with halves told apart, those of the test half may not."""
    return split is None or package.half == LEARN


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
