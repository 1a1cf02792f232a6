"""How searches for breaking inputs of the packages bench read: totals, tables for people, objects for programs."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from slowpath.bench.kinds import KindScore, is_right, kind_score, program_kinds
from slowpath.bench.packages.find_table import is_late
from slowpath.bench.packages.found import Package
from slowpath.bench.packages.jobs import SURE, UNSURE, BreakOutcome
from slowpath.bench.packages.table import print_tables
from slowpath.wire import encode


@dataclass(frozen=True)
class BreakTotals:
    """Searches over a group. `sure` are programs of which an input was shown as a sure one; of these the setters'
    validators refuse `invalid`, the package's judge sees no failure on `unreal`, `false` is either, and `exposed` are
    real and not refused. `exposable` are programs that the setters' data exposes. Medians of exposed ones: bytes and
    wall seconds. `kinds` is what was said of exposed programs whose kind of bug is known."""

    group: str
    programs: int
    sure: int
    invalid: int
    unreal: int
    false: int
    exposed: int
    unsure: int
    unsure_false: int
    exposable: int
    exposed_there: int
    size: float | None
    found_s: float | None
    late: int
    causes: tuple[tuple[str, int], ...]
    kinds: KindScore = KindScore(0, 0, 0)


def break_totals(group: str, outcomes: Sequence[BreakOutcome]) -> BreakTotals:
    """The totals of some searches, at least one."""
    sure, exposed = [one for one in outcomes if one.shown == SURE], [one for one in outcomes if one.is_exposed]
    unsure = [one for one in outcomes if one.shown == UNSURE]
    exposable = [one for one in outcomes if one.setters_expose]
    moments = [one.found_s for one in exposed if one.found_s is not None]
    return BreakTotals(
        group,
        len(outcomes),
        len(sure),
        sum(one.valid is False for one in sure),
        sum(one.real is False for one in sure),
        sum(one.is_false for one in sure),
        len(exposed),
        len(unsure),
        sum(one.valid is False or one.real is False for one in unsure),
        len(exposable),
        sum(one.is_exposed for one in exposable),
        statistics.median(one.size for one in exposed) if exposed else None,
        statistics.median(moments) if moments else None,
        sum(is_late(one) for one in outcomes),
        tuple(Counter(one.cause for one in outcomes if one.cause).most_common()),
        kind_score((program_kinds(one.package, one.program), one.category) for one in exposed),
    )


def sides_of(outcomes: Sequence[BreakOutcome]) -> list[tuple[str, list[BreakOutcome]]]:
    """Searches with an accepted reference and those without, apart; empty ones are left out."""
    sides = ((", with a reference", True), (", alone", False))
    return [(title, some) for title, has in sides if (some := [one for one in outcomes if one.with_reference is has])]


def break_object(package: Package, made: BreakOutcome) -> dict[str, Any]:
    """The JSON object of one search, of which a row of the CSV is the flat one."""
    return {
        "event": "break",
        "half": package.half,
        "language": package.language,
        **encode(made),
        "exposed": made.is_exposed,
        "false": made.is_false,
        "late": is_late(made),
        "cause": made.cause,
        "kinds": [kind.value for kind in program_kinds(made.package, made.program)],
    }


def break_totals_object(totals: BreakTotals) -> dict[str, Any]:
    """The JSON object of a group's searches."""
    return {
        "event": "break-totals",
        **encode(totals),
        "causes": [{"cause": cause, "count": count} for cause, count in totals.causes],
    }


def print_breaks(rows: Sequence[tuple[Package, BreakOutcome]], totals: Sequence[BreakTotals]) -> None:
    """A row for each search that may be shown, the totals, and the causes of each group."""
    print_tables(
        _rows_table(rows) if rows else None,
        [_totals_table(totals)],
        "why not exposed",
        totals,
        "Sure: a breaking input was shown as sure. False: the setters' validators refuse it, or their judge sees "
        "no failure. Of setters': exposed, of the programs that the setters' own data exposes. Kind: of the exposed "
        "programs whose kind of bug is known.",
    )


def _rows_table(rows: Sequence[tuple[Package, BreakOutcome]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in tuple(
        "package program reference shown fails valid real setters bytes after wall kind remark".split()
    ):
        table.add_column(header, no_wrap=header != "remark")
    for package, made in rows:
        style = "red" if made.is_false else "green" if made.is_exposed else ""
        table.add_row(
            package.name,
            made.program.partition("/")[2],
            "yes" if made.with_reference else "-",
            Text(made.shown or "-", style=style),
            made.verdict or "-",
            _said(made.valid),
            _said(made.real),
            _said(made.setters_expose),
            str(made.size or "-"),
            "-" if made.found_s is None else f"{made.found_s:.1f} s",
            Text(f"{made.wall_s:.0f} s", style="red" if is_late(made) else ""),
            _kind(made),
            Text("; ".join(filter(None, (made.failure, made.error or made.cause, made.objection, made.doubt)))),
        )
    return table


def _kind(made: BreakOutcome) -> Text:
    """The kind that was said, and what it is where that is known and another."""
    kinds = program_kinds(made.package, made.program)
    if not kinds or is_right(kinds, made.category):
        return Text(made.category or "-", style="green" if kinds else "")
    known = "/".join(kind.value for kind in kinds)
    return Text(f"{made.category or '-'} ({known})", style="red" if made.category and made.is_exposed else "")


def _said(value: bool | None) -> str:
    return {True: "yes", False: "NO", None: "-"}[value]


def _totals_table(totals: Sequence[BreakTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in (
        "programs",
        "count",
        "sure",
        "false",
        "invalid",
        "no failure",
        "exposed",
        "of setters'",
        "unsure",
        "false of them",
        "bytes",
        "after",
        "late",
        "kind said",
        "right",
    ):
        table.add_column(header, no_wrap=True, justify="left" if header == "programs" else "right")
    for made in totals:
        table.add_row(
            made.group,
            str(made.programs),
            str(made.sure),
            Text(str(made.false), style="red" if made.false else "green"),
            str(made.invalid),
            str(made.unreal),
            str(made.exposed),
            f"{made.exposed_there}/{made.exposable}",
            str(made.unsure),
            str(made.unsure_false),
            "-" if made.size is None else f"{made.size:.0f}",
            "-" if made.found_s is None else f"{made.found_s:.1f} s",
            str(made.late),
            f"{made.kinds.said}/{made.kinds.known}",
            f"{made.kinds.right}/{made.kinds.said}",
        )
    return table
