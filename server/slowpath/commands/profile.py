"""`slowpath profile`: per-line hit counts and cost of one or more inputs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, json_objects

_Row = tuple[int, list[int]]
"""A line and its hits under each input."""


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "profile",
        help=SUMMARIES["profile"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the program on each input and prints how often every line ran, also of files of your own "
        "that it includes, and what the run cost.",
        epilog="examples:\n  slowpath profile main.cpp --input samples/1.in\n"
        "  slowpath profile main.cpp --input fast.in --input slow.in --json",
    )
    arguments.add_program(parser)
    parser.add_argument(
        "--input",
        metavar="A",
        type=Path,
        action="append",
        required=True,
        dest="inputs",
        help="an input file; give several to compare them",
    )
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    solution = pipeline.read_solution(options.file)
    inputs = [(str(path), arguments.read_input(path)) for path in options.inputs]
    profiles = pipeline.profile_inputs(solution, inputs, arguments.load_settings(options))
    rows = _rows([made.profile.hits for made in profiles])
    included = {
        path: _rows([made.profile.elsewhere.get(path, {}) for made in profiles])
        for path in sorted(set().union(*(made.profile.elsewhere for made in profiles)))
    }
    if options.json:
        for line, hits in rows:
            console.print_json({"line": line, "hits": hits})
        for path, others in included.items():
            for line, hits in others:
                console.print_json({"file": path, "line": line, "hits": hits})
        console.print_json({"event": "totals", "inputs": [_totals(made) for made in profiles]})
    else:
        _print(solution.source.decode("utf-8", "replace").split("\n"), rows, profiles, included)
    return 0


def _rows(hits: Sequence[Mapping[int, int]]) -> list[_Row]:
    return [(line, [each.get(line, 0) for each in hits]) for line in sorted(set().union(*hits))]


def _totals(made: pipeline.InputProfile) -> dict[str, Any]:
    return {
        "path": made.name,
        "size": made.size,
        "total_hits": made.profile.total,
        "cost": json_objects.cost_object(made.cost),
        "verdict": made.confirmation.verdict.value,
        "approximate": made.profile.approximate,
    }


def _print(
    source: list[str], rows: list[_Row], profiles: list[pipeline.InputProfile], included: Mapping[str, list[_Row]]
) -> None:
    out = console.console()
    out.print(_table(source, rows, profiles))
    for path, others in included.items():
        console.say(out, f"in {path}:")
        out.print(_table(_lines_of(Path(path)), others, profiles))
    for made in profiles:
        cost = made.cost
        console.say(
            out,
            f"{made.name}: {made.confirmation.verdict.value}, cost {console.human_count(cost.count)}, "
            f"{console.human_seconds(cost.cpu_s)} ± {console.human_seconds(cost.cpu_s_spread)}, "
            f"{console.human_bytes(cost.peak_rss_bytes)} peak",
        )
        for line in made.last_words.splitlines():
            console.say(out, f"  | {line.strip()}")
        if made.profile.approximate:
            console.say(out, f"  counts are approximate: {made.profile.approximate}")


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").split("\n")
    except OSError:
        return []


def _table(source: list[str], rows: list[_Row], profiles: list[pipeline.InputProfile]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("line", justify="right")
    for made in profiles:
        table.add_column(Path(made.name).name, justify="right", no_wrap=True)
    table.add_column("source", overflow="ellipsis", no_wrap=True)
    for line, hits in rows:
        text = source[line - 1] if line <= len(source) else ""
        table.add_row(str(line), *(console.human_count(hit) for hit in hits), Text(text))
    return table
