"""How searches of the packages bench read: totals over groups, tables for people, objects for programs."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from slowpath.bench.packages.found import Package
from slowpath.bench.packages.jobs import CONFIRMED, LIKELY, VALIDITIES, BreakOutcome, FindOutcome
from slowpath.bench.packages.table import percent, print_tables
from slowpath.wire import encode

NEARLY, LEAST_RATIO = 0.95, 0.9
LATE_SHARE, LATE_S = 1.2, 3.0
SMALLEST_RATIO = 1e-3
"""What counts as the ratio of nothing, so that a geometric mean can be had."""


@dataclass(frozen=True)
class Moment:
    """What `searches` of a group had come to after so many seconds: how many were `exposed` by then, and their best
    count over the one that they ended with (geometric mean; nothing counts as `SMALLEST_RATIO`)."""

    at_s: float
    searches: int
    exposed: int
    share: float


@dataclass(frozen=True)
class FindTotals:
    """Searches over a group. `shown` and `refused` count inputs by validity.

    `exposed` are programs shown to be too slow, `exposed_there` those of them that the setters' data exposes too, which
    are `exposable`; of `compared` programs with secret inputs `at_limit` are nearly as slow, cut at the limit, and
    `uncut` nearly as slow at all. Times are medians in seconds of wall time; `late` searches ran over their seconds by
    more than a fifth and three seconds.
    """

    group: str
    programs: int
    shown: dict[str, int]
    refused: dict[str, int]
    sure_refused_share: float | None
    exposed: int
    exposable: int
    exposed_there: int
    compared: int
    at_limit: int
    uncut: int
    geometric_mean: float | None
    exposed_at_s: float | None
    wall_s: float
    late: int
    causes: tuple[tuple[str, int], ...]
    over_time: tuple[Moment, ...] = ()


def find_totals(group: str, outcomes: Sequence[FindOutcome]) -> FindTotals:
    """The totals of some searches, at least one."""
    counts = {kind: [made.count(kind) for made in outcomes] for kind in VALIDITIES}
    shown = {kind: sum(some for some, _ in counts[kind]) for kind in VALIDITIES}
    refused = {kind: sum(some for _, some in counts[kind]) for kind in VALIDITIES}
    sure = shown[CONFIRMED] + shown[LIKELY]
    exposable = [made for made in outcomes if made.setters_expose]
    at_limit = [made.at_limit for made in outcomes if made.at_limit is not None]
    ratios = [made.ratio for made in outcomes if made.ratio is not None]
    moments = [made.exposed_at_s for made in outcomes if made.exposed_at_s is not None]
    return FindTotals(
        group,
        len(outcomes),
        shown,
        refused,
        (refused[CONFIRMED] + refused[LIKELY]) / sure if sure else None,
        sum(made.is_exposed for made in outcomes),
        len(exposable),
        sum(made.is_exposed for made in exposable),
        len(ratios),
        sum(ratio >= NEARLY for ratio in at_limit),
        sum(ratio >= LEAST_RATIO for ratio in ratios),
        _geometric_mean(ratios) if ratios else None,
        statistics.median(moments) if moments else None,
        statistics.median(made.wall_s for made in outcomes),
        sum(is_late(made) for made in outcomes),
        tuple(Counter(made.cause for made in outcomes if made.cause).most_common()),
        _over_time(outcomes),
    )


def _over_time(outcomes: Sequence[FindOutcome]) -> tuple[Moment, ...]:
    """The moments that searches which found something sure went past."""
    shares = defaultdict[float, list[tuple[FindOutcome, float]]](list)
    for made in outcomes:
        for at_s, share in made.over_time:
            shares[at_s].append((made, share))
    return tuple(
        Moment(
            at_s,
            len(pairs),
            sum(made.exposed_at_s is not None and made.exposed_at_s <= at_s for made, _ in pairs),
            _geometric_mean([share for _, share in pairs]),
        )
        for at_s, pairs in sorted(shares.items())
    )


def _geometric_mean(ratios: Sequence[float]) -> float:
    return math.exp(statistics.fmean(math.log(max(ratio, SMALLEST_RATIO)) for ratio in ratios))


def is_late(made: FindOutcome | BreakOutcome) -> bool:
    """Whether the search took more than its seconds, a fifth of them and three more."""
    return made.wall_s > LATE_SHARE * made.seconds + LATE_S


def find_object(package: Package, made: FindOutcome) -> dict[str, Any]:
    """The JSON object of one search, of which a row of the CSV is the flat one."""
    by_validity = {kind: made.count(kind) for kind in VALIDITIES}
    reasons = Counter(one.reason for one in made.shown if one.accepted is False)
    return {
        "event": "find",
        "package": package.name,
        "half": package.half,
        "language": package.language,
        "program": made.program,
        "given_format": made.given_format,
        "seconds": made.seconds,
        "limit_s": made.limit_s,
        "limit_source": made.limit_source,
        "exposed": made.is_exposed,
        "setters_expose": made.setters_expose,
        "at_limit": _rounded(made.at_limit),
        "ratio": _rounded(made.ratio),
        "found_s": round(made.found_s, 3),
        "setters_s": _rounded(made.setters_s),
        "setters_file": made.setters_file,
        "setters_measured": made.setters_measured,
        "setters_total": made.setters_total,
        "exposed_at_s": _rounded(made.exposed_at_s),
        "wall_s": round(made.wall_s, 1),
        "late": is_late(made),
        "over_time": [{"at_s": at_s, "share": _rounded(share)} for at_s, share in made.over_time],
        "shown": {kind: some for kind, (some, _) in by_validity.items()},
        "refused": {kind: some for kind, (_, some) in by_validity.items()},
        "refusals": [{"reason": reason, "count": count} for reason, count in reasons.most_common(3)],
        "judges": list(made.judges),
        "remarks": list(made.remarks),
        "cause": made.cause,
        "executions": made.executions,
        "error": made.error,
        "failure": made.failure,
    }


def find_totals_object(totals: FindTotals) -> dict[str, Any]:
    """The JSON object of a group's searches."""
    return {
        "event": "find-totals",
        "group": totals.group,
        "programs": totals.programs,
        "shown": totals.shown,
        "refused": totals.refused,
        "sure_refused_share": totals.sure_refused_share,
        "exposed": totals.exposed,
        "exposable": totals.exposable,
        "exposed_there": totals.exposed_there,
        "compared": totals.compared,
        "at_limit": totals.at_limit,
        "uncut": totals.uncut,
        "geometric_mean": _rounded(totals.geometric_mean),
        "exposed_at_s": _rounded(totals.exposed_at_s),
        "wall_s": round(totals.wall_s, 1),
        "late": totals.late,
        "over_time": [encode(moment) for moment in totals.over_time],
        "causes": [{"cause": cause, "count": count} for cause, count in totals.causes],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def print_searches(rows: Sequence[tuple[Package, FindOutcome]], totals: Sequence[FindTotals]) -> None:
    """A row for each program that may be shown, the totals, and the causes of each group."""
    print_tables(
        _rows_table(rows) if rows else None,
        [_totals_table(totals), *([_over_time_table(totals)] if any(made.over_time for made in totals) else [])],
        "why not exposed",
        totals,
        "Shown: inputs by validity, and how many of them the setters' validators refuse. Exposed: one that they "
        "don't refuse is over the time limit. At limit, ratio: over the setters' slowest, cut at the limit and "
        "not. Found over time: of the searches that show something sure and took longer, how many had shown an input "
        "over the limit by then, and their best count over the one at their end (geometric mean).",
    )


def _rows_table(rows: Sequence[tuple[Package, FindOutcome]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("package", no_wrap=True)
    table.add_column("program")
    for header in (*VALIDITIES, "exposed", "setters", "at limit", "ratio", "after", "wall"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("remark")
    for package, made in rows:
        table.add_row(
            Text(package.name),
            Text(made.program.partition("/")[2]),
            *(_shown_cell(*made.count(kind)) for kind in VALIDITIES),
            Text("yes" if made.is_exposed else "no", style="green" if made.is_exposed else "red"),
            {True: "yes", False: "no", None: "-"}[made.setters_expose],
            _ratio_cell(made.at_limit),
            _ratio_cell(made.ratio),
            "-" if made.exposed_at_s is None else f"{made.exposed_at_s:.1f} s",
            Text(f"{made.wall_s:.0f} s", style="red" if is_late(made) else ""),
            Text("; ".join(filter(None, (made.failure, made.error or made.cause, *made.remarks)))),
        )
    return table


def _shown_cell(shown: int, refused: int) -> Text:
    return Text(f"{shown} -{refused}" if refused else str(shown), style="red" if refused else "")


def _ratio_cell(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f}"


def _over_time_table(totals: Sequence[FindTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("found over time", no_wrap=True)
    for header in ("after", "searches", "exposed", "best count"):
        table.add_column(header, justify="right", no_wrap=True)
    for made in totals:
        for moment in made.over_time:
            table.add_row(
                made.group, f"{moment.at_s:g} s", str(moment.searches), str(moment.exposed), _ratio_cell(moment.share)
            )
    return table


def _totals_table(totals: Sequence[FindTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("programs", no_wrap=True)
    for header in (
        "count",
        *VALIDITIES,
        "sure refused",
        "exposed",
        "of setters'",
        f"at limit {NEARLY:g}",
        f"ratio {LEAST_RATIO:g}",
        "mean ratio",
        "after",
        "wall",
        "late",
    ):
        table.add_column(header, justify="right", no_wrap=True)
    for made in totals:
        table.add_row(
            made.group,
            str(made.programs),
            *(_shown_cell(made.shown[kind], made.refused[kind]) for kind in VALIDITIES),
            percent(made.sure_refused_share),
            str(made.exposed),
            f"{made.exposed_there}/{made.exposable}",
            f"{made.at_limit}/{made.compared}",
            f"{made.uncut}/{made.compared}",
            _ratio_cell(made.geometric_mean),
            "-" if made.exposed_at_s is None else f"{made.exposed_at_s:.1f} s",
            f"{made.wall_s:.0f} s",
            str(made.late),
        )
    return table
