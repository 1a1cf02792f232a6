"""The arguments of the bench of packages, and the packages that they name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from slowpath.bench.packages.found import LEARN, TEST, Package, hash_of, packages_in
from slowpath.errors import UsageError
from slowpath.llm.options import add_model_options, add_obtained, model_options, positive_int
from slowpath.model.languages import IDS, listed

DEFAULT_COUNT = 200
DEFAULT_BUDGET_S = 30.0
DEFAULT_SECONDS = 30.0
DEFAULT_TESTS = 100
DEFAULT_CAP_S = 20.0
READING_ROUNDS = 4
BOTH = "both"


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
        "--with-validators",
        action="store_true",
        help="show inference and searches the package's input validators, as a setter has them",
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
    made.add_argument(
        "--sample",
        metavar="N",
        type=positive_int,
        help="only N packages, those whose problems have the smallest SHA-256 of their names; with --tests of those"
        " with accepted programs and others",
    )
    made.add_argument(
        "--language",
        choices=IDS,
        action="append",
        help="search only programs in this language; may be given again (default: all)",
    )
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
    found = [
        package for package in packages_in(options.data, options.language or IDS) if not only or package.name in only
    ]
    missing = sorted(only - {package.name for package in found})
    if missing:
        raise UsageError(
            f"{', '.join(missing)}: no such package below {options.data}.",
            "A package is a folder with data/sample and statement or problem_statement.",
        )
    kept = [package for package in found if package.program is not None and options.split in (None, BOTH, package.half)]
    if not kept:
        raise UsageError(
            f"{options.data}: no packages in it with a {listed()} program.",
            "A package is a folder with data/sample, statement or problem_statement, and submissions/.",
        )
    return sampled(kept, options.sample, is_mixed=options.tests) if options.sample is not None else kept


def sampled(packages: Sequence[Package], count: int, *, is_mixed: bool) -> list[Package]:
    """So many of the packages, in their order: a choice that nobody made, and that stays as packages come and go.
    With `is_mixed` of those with accepted programs and others."""
    fitting = [each for each in packages if not is_mixed or (each.accepted and (each.slow or each.wrong))]
    taken = {each.folder for each in sorted(fitting, key=lambda each: (hash_of(each.name), each.name))[:count]}
    return [each for each in fitting if each.folder in taken]
