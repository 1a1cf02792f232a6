"""How the test sets of the packages bench read: totals, tables for people, objects for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from slowpath.bench.packages.found import Package
from slowpath.bench.packages.table import percent, print_tables
from slowpath.bench.packages.tests_jobs import ProgramVerdict, TestsOutcome
from slowpath.wire import encode

SIDES = ("ours", "setters", "random")


@dataclass(frozen=True)
class TestsTotals:
    """Test sets over a group: `tests` with those that the setters' validators `refused`; by side (ours, the setters'
    own data, random valid inputs of the same number) the accepted programs that pass, and the others that fail, as (how
    many, of how many known). Of the accepted ones those that the run was shown are apart, in `passing_shown`: on their
    answers all tests were made. `everywhere` are the others on which all sides are known."""

    __test__ = False

    group: str
    packages: int
    without: int
    tests: int
    refused: int
    judged: int
    passing: dict[str, tuple[int, int]]
    passing_shown: tuple[int, int]
    failing: dict[str, tuple[int, int]]
    everywhere: dict[str, tuple[int, int]]
    mutants: tuple[int, int]
    causes: tuple[tuple[str, int], ...]


def tests_totals(group: str, outcomes: Sequence[TestsOutcome]) -> TestsTotals:
    """The totals of some test sets, at least one."""
    programs = [each for one in outcomes for each in one.programs]
    right = [each for each in programs if each.kind == "accepted" and not each.shown]
    others = [each for each in programs if each.kind != "accepted"]
    known = [each for each in others if all(each.fails(side) is not None for side in SIDES)]
    causes = Counter(cause for one in outcomes for cause in one.causes)
    return TestsTotals(
        group,
        len(outcomes),
        sum(not one.tests for one in outcomes),
        sum(one.tests for one in outcomes),
        sum(one.refused or 0 for one in outcomes),
        sum(one.tests for one in outcomes if one.refused is not None),
        {side: _share(right, side, False) for side in SIDES},
        _share([each for each in programs if each.shown], "ours", False),
        {side: _share(others, side, True) for side in SIDES},
        {side: _share(known, side, True) for side in SIDES},
        (sum(one.mutants[0] for one in outcomes), sum(one.mutants[1] for one in outcomes)),
        tuple(causes.most_common()),
    )


def _share(programs: Sequence[ProgramVerdict], side: str, wanted: bool) -> tuple[int, int]:
    said = [each.fails(side) for each in programs]
    return sum(each is wanted for each in said), sum(each is not None for each in said)


def tests_object(package: Package, made: TestsOutcome) -> dict[str, Any]:
    """The JSON object of one test set; the CSV has a row for it."""
    return {
        "event": "tests",
        "half": package.half,
        "language": package.language,
        **encode(made),
        "programs": [encode(each) for each in made.programs],
    }


def tests_totals_object(totals: TestsTotals) -> dict[str, Any]:
    """The JSON object of a group's test sets."""
    return {
        "event": "tests-totals",
        **encode(totals),
        "causes": [{"cause": cause, "count": count} for cause, count in totals.causes],
    }


def print_tests(rows: Sequence[tuple[Package, TestsOutcome]], totals: Sequence[TestsTotals]) -> None:
    """A row for each package that may be shown, the totals, and why programs aren't told apart."""
    print_tables(
        _rows_table(rows) if rows else None,
        [_totals_table(totals)],
        "what goes wrong",
        totals,
        "Pass: accepted submissions that pass all tests (true positives); those that the run was shown are apart. Fail:"
        " wrong and slow ones that fail on one (true negatives). In brackets: on the setters' own secret data, and on"
        " as many random valid inputs. Refused: by the setters' validators. No wrong or slow submission was shown to"
        " the run.",
    )


def _rows_table(rows: Sequence[tuple[Package, TestsOutcome]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in (
        "package",
        "tests",
        "KiB",
        "refused",
        "pass",
        "shown",
        "fail",
        "setters",
        "random",
        "mutants",
        "wall",
        "not told apart",
    ):
        table.add_column(header, no_wrap=header != "not told apart")
    for package, made in rows:
        totals = tests_totals("", [made])
        missed = [f"{each.name} passes" for each in made.programs if each.kind != "accepted" and each.ours is False]
        missed += [f"{each.name} fails ({each.how})" for each in made.programs if each.kind == "accepted" and each.ours]
        table.add_row(
            package.name,
            str(made.tests),
            str(made.size >> 10),
            Text("-" if made.refused is None else str(made.refused), style="red" if made.refused else ""),
            *(
                _of(share)
                for share in (
                    totals.passing["ours"],
                    totals.passing_shown,
                    totals.failing["ours"],
                    totals.failing["setters"],
                    totals.failing["random"],
                    made.mutants,
                )
            ),
            f"{made.wall_s:.0f} s",
            Text("; ".join(filter(None, (made.failure or made.error, *missed)))),
        )
    return table


def _of(share: tuple[int, int]) -> str:
    return f"{share[0]}/{share[1]}" if share[1] else "-"


def _totals_table(totals: Sequence[TestsTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in (
        "packages",
        "count",
        "none made",
        "tests",
        "refused",
        "pass (setters, random)",
        "pass, shown",
        "fail (setters, random)",
        "fail, of those known everywhere",
        "mutants killed",
    ):
        table.add_column(header, justify="left" if header == "packages" else "right")
    for made in totals:
        table.add_row(
            made.group,
            str(made.packages),
            str(made.without),
            str(made.tests),
            f"{made.refused}/{made.judged}",
            _sides(made.passing),
            _of(made.passing_shown),
            *(_sides(each) for each in (made.failing, made.everywhere)),
            _of(made.mutants),
        )
    return table


def _sides(shares: dict[str, tuple[int, int]]) -> str:
    ours, setters, random = (
        percent(share[0] / share[1] if share[1] else None) for share in (shares[side] for side in SIDES)
    )
    return f"{_of(shares['ours'])} {ours} ({setters}, {random})"
