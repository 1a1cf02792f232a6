"""`slowpath bench examples`: best found over known worst, for every example."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import settings as settings_module
from slowpath.bench.known_worst import REACHED_RATIO, Comparison, compare, examples_folder, find_examples
from slowpath.model.campaign import Budget
from slowpath.model.cost import Cost

DEFAULT_SECONDS = 30.0


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench examples",
        description="Searches every example and holds the best input found against the known worst.",
        epilog="A ratio marked with * compares CPU time, since the work hides in a library call; the others "
        f"compare the deterministic count. {REACHED_RATIO:.0%} of the known worst counts as reached.",
    )
    budget = made.add_mutually_exclusive_group()
    budget.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=None,
        help=f"search each this long (default: {DEFAULT_SECONDS:.0f})",
    )
    budget.add_argument("--executions", metavar="N", type=int, help="search each this many executions")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this example; repeatable")
    made.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    made.add_argument("--examples", metavar="DIR", type=Path, help="the folder of the examples (default: the clone's)")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    seconds = options.seconds if options.executions is None else None
    if options.executions is None and seconds is None:
        seconds = DEFAULT_SECONDS
    budget = Budget(seconds, options.executions)
    chosen = find_examples(options.examples or examples_folder(), options.only)
    settings = settings_module.load()
    made: list[Comparison] = []
    for example in chosen:
        if not options.json:
            sys.stderr.write(f"{example.name} ({len(made) + 1}/{len(chosen)}) ...\n")
        made.append(compare(example, settings, budget, options.seed))
        if options.json:
            _print_json(example_object(made[-1]))
    if options.json:
        _print_json(
            {
                "event": "summary",
                "reached": sum(row.reached for row in made),
                "examples": len(made),
                "seconds": seconds,
                "executions": options.executions,
            }
        )
    else:
        _print_table(made)
    return 0


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def example_object(row: Comparison) -> dict[str, Any]:
    """The JSON object of one example; schema `bench_examples.json`."""
    view = row.view
    return {
        "event": "example",
        "example": row.example.name,
        "count_ratio": row.count_ratio,
        "cpu_ratio": row.cpu_ratio,
        "measure": "cpu" if row.example.by_time else "count",
        "reached": row.reached,
        "best": _cost_object(row.best),
        "known_worst": _cost_object(row.known_worst),
        "strategy": row.strategy,
        "origin": row.origin,
        "time_to_first_s": view.time_to_first_s,
        "executions": view.executions,
        "executions_per_s": view.executions_per_s,
        "format_share": view.format_share,
        "shown": row.shown,
        "breaking_the_rules": len(row.breaking),
        "failure": row.failure,
    }


def _cost_object(cost: Cost | None) -> dict[str, Any] | None:
    if cost is None:
        return None
    return {
        "count": cost.count,
        "cpu_s": cost.cpu_s,
        "cpu_s_spread": cost.cpu_s_spread,
        "peak_rss_bytes": cost.peak_rss_bytes,
        "at_least": cost.at_least,
    }


def _print_table(made: Sequence[Comparison]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("example", no_wrap=True, min_width=max(len(row.example.name) for row in made))
    for header in ("count", "CPU time", "first 10x", "executions", "per s", "valid", "keep rules"):
        table.add_column(header, justify="right", no_wrap=True, min_width=len(header))
    table.add_column("found by", overflow="ellipsis", no_wrap=True)
    for row in made:
        table.add_row(*_cells(row))
    out.print(table)
    for row in made:
        if row.failure:
            out.print(Text(f"{row.example.name}: {row.failure}", style="red"))
    reached = sum(row.reached for row in made)
    out.print(
        f"{reached} of {len(made)} reach {REACHED_RATIO} of the known worst "
        "(* by CPU time: the work hides in a library call; else by count)."
    )


def _cells(row: Comparison) -> list[Text]:
    view = row.view
    if row.failure:
        return [Text(row.example.name), *(Text("-") for _ in range(7)), Text("failed", style="red")]
    by_time = row.example.by_time
    style = "green" if row.reached else "yellow"
    first = "-" if view.time_to_first_s is None else f"{view.time_to_first_s:.1f} s"
    return [
        Text(row.example.name),
        Text(f"{row.count_ratio:.3f}", style="" if by_time else style),
        Text(f"{row.cpu_ratio:.3f}" + ("*" if by_time else ""), style=style if by_time else ""),
        Text(first),
        Text(f"{view.executions:,}"),
        Text(f"{view.executions_per_s:,.0f}"),
        Text(f"{view.format_share:.0%}"),
        Text(f"{row.shown - len(row.breaking)}/{row.shown}"),
        Text(row.origin or "nothing found"),
    ]
