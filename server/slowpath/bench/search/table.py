"""How the search bench's result reads: tables for people, objects for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath.bench.search.jobs import OURS
from slowpath.bench.search.summary import (
    AHEAD,
    BEHIND,
    REACHED,
    ROOM,
    Against,
    Standing,
    TargetRow,
    against_all,
    moments,
    reached,
)

SHOWN_FIRST, SHOWN_EVERY = 4, 4
STYLES = {AHEAD: "green", BEHIND: "red"}


def target_object(row: TargetRow, cpu_seconds: float) -> dict[str, Any]:
    """The JSON object of one target; schema `bench_search.json`."""
    ground = row.ground
    return {
        "event": "target",
        "problem": ground.problem,
        "language": ground.language,
        "measure": "cpu" if ground.by_time else "count",
        "known_worst": ground.known_worst,
        "floor": ground.floor,
        "reference": row.reference,
        "reached": row.reached,
        "best_baseline": row.best_baseline,
        "at_s": [round(at_s, 3) for at_s in moments(cpu_seconds)],
        "searchers": [
            {
                "searcher": made.searcher,
                "best": made.best,
                "ratio": made.ratio,
                "area": made.area,
                "curve": list(made.curve),
                "seeds": made.seeds,
                "refused": made.refused,
                "failure": made.failure,
            }
            for made in row.standings
        ],
        "duels": [
            {
                "baseline": made.baseline,
                "times": made.times,
                "p": made.p,
                "outcome": made.outcome,
                "sooner": made.sooner,
            }
            for made in row.duels
        ],
        "failure": ground.failure,
    }


def summary_object(rows: Sequence[TargetRow], cpu_seconds: float, seeds: int) -> dict[str, Any]:
    """The JSON object of the whole."""
    count, known = reached(rows)
    return {
        "event": "summary",
        "targets": len(rows),
        "cpu_seconds": cpu_seconds,
        "seeds": seeds,
        "reached": count,
        "with_known_worst": known,
        "against": [
            {
                "baseline": made.baseline,
                "targets": made.targets,
                "ahead": made.ahead,
                "level": made.level,
                "behind": made.behind,
                "level_but_sooner": made.level_but_sooner,
                "win_rate": made.win_rate,
                "median_times": made.times,
                "p": made.p,
                "with_room": made.with_room,
                "ahead_with_room": made.ahead_with_room,
                "median_times_with_room": made.times_with_room,
            }
            for made in against_all(rows)
        ],
    }


def print_tables(rows: Sequence[TargetRow], cpu_seconds: float) -> None:
    """A row for each target, the curves, a row for each baseline, then a sentence."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 190)
    names = list(dict.fromkeys(made.searcher for row in rows for made in row.standings))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("target", no_wrap=True)
    for header in (*names, "over the best", "p", "area", "its area"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("best baseline", no_wrap=True)
    for row in rows:
        table.add_row(*_cells(row, names))
    out.print(table)
    for row in rows:
        for failure in filter(None, (row.ground.failure, *(made.failure for made in row.standings))):
            out.print(Text(f"{row.ground.problem}: {failure}", style="red"))
    out.print()
    out.print(_curves(rows, cpu_seconds))
    out.print()
    out.print(_whole(against_all(rows)))
    count, known = reached(rows)
    out.print(
        f"{OURS} reaches {REACHED:.0%} of the known worst on {count} of {known} targets within {cpu_seconds:g}"
        " CPU-s. Cells: best cost over the known worst (~ over the best of all where none is known), medians."
    )


def _cells(row: TargetRow, names: Sequence[str]) -> list[Text]:
    best = row.standing(row.best_baseline)
    ours, duel = row.standing(OURS), row.duel(row.best_baseline)
    style = STYLES.get(duel.outcome, "") if duel is not None else ""
    return [
        Text(row.ground.problem),
        *(_ratio(row, row.standing(name)) for name in names),
        Text(_times(duel.times) if duel is not None else "-", style=style),
        Text(f"{duel.p:.3f}" if duel is not None else "-"),
        Text(_area(ours)),
        Text(_area(best)),
        Text(row.best_baseline or "-"),
    ]


def _ratio(row: TargetRow, made: Standing | None) -> Text:
    if made is None:
        return Text("-")
    if made.failure:
        return Text("failed", style="red")
    if made.ratio is None:
        return Text(f"~{made.best / max(1, row.reference):.3f}")
    return Text(f"{made.ratio:.3f}", style="green" if made.ratio >= REACHED else "")


def _area(made: Standing | None) -> str:
    return f"{made.area:.2f}" if made is not None and not made.failure else "-"


def _curves(rows: Sequence[TargetRow], cpu_seconds: float) -> Table:
    """Best cost against time, ours and the best baseline's, over the largest cost known."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("best cost after", no_wrap=True)
    shown = moments(cpu_seconds)[SHOWN_FIRST::SHOWN_EVERY]
    for at_s in shown:
        table.add_column(f"{at_s:.2g} s", justify="right", no_wrap=True)
    for row in rows:
        for name in (OURS, row.best_baseline):
            made = row.standing(name)
            if made is not None and not made.failure:
                costs = made.curve[SHOWN_FIRST::SHOWN_EVERY]
                table.add_row(
                    f"{row.ground.problem}: {name}", *(f"{cost / max(1, row.reference):.3f}" for cost in costs)
                )
    return table


def _whole(whole: Sequence[Against]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("against", no_wrap=True)
    for header in (
        "targets",
        "ahead",
        "level",
        "of these sooner",
        "behind",
        "win rate",
        "median",
        "p (signed rank)",
        f"room for {ROOM:g}x",
        "ahead there",
        "median there",
    ):
        table.add_column(header, justify="right", no_wrap=True)
    for made in whole:
        there = made.times_with_room
        table.add_row(
            made.baseline,
            str(made.targets),
            str(made.ahead),
            str(made.level),
            str(made.level_but_sooner),
            str(made.behind),
            f"{made.win_rate:.0%}",
            _times(made.times),
            f"{made.p:.2g}",
            str(made.with_room),
            str(made.ahead_with_room),
            "-" if there is None else _times(there),
        )
    return table


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
