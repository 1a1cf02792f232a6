"""`slowpath bench packages DIR`: what Slowpath makes of real contest packages, judged by what their setters keep.

Of each package inference sees what a contestant sees: statement, samples, limits and one program. Secret inputs,
validators and all other submissions judge (`packages_formats`). Each package is measured in a process of its own.
Compiles and runs what is in the packages: only for folders that you trust.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from slowpath.bench.packages_found import LEARN, TEST, Package, packages_in
from slowpath.bench.packages_jobs import FormatJob, FormatOutcome
from slowpath.bench.packages_table import format_object, format_totals_object, print_formats, write_csv
from slowpath.bench.packages_totals import format_totals, groups_of
from slowpath.bench.separate import done_apart
from slowpath.errors import UsageError
from slowpath.wire import decode

DEFAULT_COUNT = 200
DEFAULT_BUDGET_S = 30.0
WALL_GRACE_S = 600.0
BOTH = "both"


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench packages", description="Infers the input format of every ICPC/Kattis package below DIR "
        "from what a contestant sees, and judges it by the package's secret inputs and validators, which are compiled "
        "and run.")
    made.add_argument("data", metavar="DIR", type=Path, help="a package, or a folder of packages")
    made.add_argument("--count", metavar="N", type=int, default=DEFAULT_COUNT,
                      help=f"inputs made from each format (default: {DEFAULT_COUNT})")
    made.add_argument("--budget", metavar="S", type=float, default=DEFAULT_BUDGET_S, help="at most so many seconds for "
                      f"a package's secret inputs, and so many for those made (default: {DEFAULT_BUDGET_S:.0f})")
    made.add_argument("--split", choices=(LEARN, TEST, BOTH), help="tell two halves apart, by a hash of the problem's "
                      "name: learn, which may be studied, and test, of which only totals are shown")
    made.add_argument("--only", metavar="A,B", default="", help="only these packages")
    made.add_argument("--jobs", metavar="N", type=int, default=1, help="packages measured at once (default: 1)")
    made.add_argument("--until", metavar="HH:MM", help="begin no package after this time of day")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--csv", metavar="FILE", type=Path, help="write a line for each package that is shown")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its tables. Returns 0; what fails is a row that says so."""
    options = parser().parse_args(argv)
    packages = chosen(options)
    found = [(package, made) for package, made in _measured(packages, options) if made is not None]
    if not found:
        raise UsageError("Nothing was measured.", "Give a later time with --until.")
    shown = [(package, made) for package, made in found if is_shown(package, options.split)]
    outcomes = {package.name: made for package, made in found}
    totals = [format_totals(group, [outcomes[name] for name in names])
              for group, names in groups_of([package for package, _ in found], options.split is not None)]
    if options.csv is not None:
        write_csv(options.csv, [format_object(package, made) for package, made in shown])
    if options.json:
        for total in totals:
            _print_json(format_totals_object(total))
    else:
        print_formats(shown, totals)
    return 0


def chosen(options: argparse.Namespace) -> list[Package]:
    """The packages that the options name. Raises `UsageError` where there are none, and where single packages of the
    test half would be told apart."""
    if not options.data.is_dir():
        raise UsageError(f"{options.data}: no such folder.", "Give a package, or a folder of packages.")
    only = set(filter(None, options.only.split(",")))
    if options.split in (TEST, BOTH) and (only or (options.csv is not None and options.split == TEST)):
        raise UsageError("Of the test half only totals are shown.", "Leave out --only and --csv, or --split.")
    found = [package for package in packages_in(options.data) if not only or package.name in only]
    missing = sorted(only - {package.name for package in found})
    if missing:
        raise UsageError(f"{', '.join(missing)}: no such package below {options.data}.", "A package is a folder with"
                         " data/sample and statement or problem_statement.")
    kept = [package for package in found if package.program is not None
            and options.split in (None, BOTH, package.half)]
    if not kept:
        raise UsageError(f"{options.data}: no packages in it with a C++ or Python program.", "A package is a folder"
                         " with data/sample, statement or problem_statement, and submissions/.")
    return kept


def is_shown(package: Package, split: str | None) -> bool:
    """Whether a package may have a row of its own: with halves told apart, those of the test half may not."""
    return split is None or package.half == LEARN


def _measured(packages: Sequence[Package],
              options: argparse.Namespace) -> Iterator[tuple[Package, FormatOutcome | None]]:
    """What each package comes to, in their order; None for those that weren't begun in time."""
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        started = [(package, pool.submit(_done, package, options)) for package in packages]
        for number, (package, future) in enumerate(started, 1):
            made = future.result()
            if is_shown(package, options.split) and made is not None:
                if options.json:
                    _print_json(format_object(package, made))
                else:
                    sys.stderr.write(f"{package.name}: {made.verdict}\n")
            elif not options.json:
                sys.stderr.write(f"{number} of {len(packages)}\n")
            yield package, made


def _done(package: Package, options: argparse.Namespace) -> FormatOutcome | None:
    """The package's job, done in a process of its own; how that failed is in the outcome."""
    assert package.program is not None
    if options.until is not None and time.strftime("%H:%M") >= options.until:
        return None
    job = FormatJob(package.folder.resolve(), package.folder.resolve() / package.program.relative_to(package.folder),
                    options.count, options.seed, options.budget)
    made = done_apart("slowpath.bench.packages_run", job, WALL_GRACE_S + 2 * options.budget)
    return decode(FormatOutcome, made) if isinstance(made, dict) else \
        FormatOutcome(package.name, failure=made, causes=("the bench's own process failed",))


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
