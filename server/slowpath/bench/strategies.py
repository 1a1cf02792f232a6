"""`slowpath bench strategies`: what each strategy of the search brings: in the whole search, alone, and left out.

Each problem is searched whole, and for each strategy twice more: by it alone, from samples and saturated inputs, and by
all others. The budget is in executions, so that the same seed gives the same rows; that a strategy thinks long is not
seen. What the whole search owes a strategy are the doublings of the best cost by its inputs; what others would have
found as well is what leaving it out tells. The whole searches alone tell at a fiftieth of the cost who is worth that.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, log, log2
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.constraints import solutions
from slowpath.bench.guidance import searched
from slowpath.bench.known_worst import examples_folder
from slowpath.bench.reached import THERE
from slowpath.engine.strategies import ON_REQUEST, SHARES
from slowpath.errors import SlowpathError, UsageError
from slowpath.model.campaign import BaselineMeasured, Budget, CampaignEvent, SlowInputFound
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

DEFAULT_EXECUTIONS = 600
WITHOUT_MODEL = tuple(name for name in SHARES if name not in ON_REQUEST and not name.startswith("model-"))
"""The strategies that take part in a search without a model."""
NOTICED = 0.01
"""Doublings that count as help."""
FIRST = "saturation"
"""What every search begins with, that of one strategy alone too."""


@dataclass(frozen=True)
class Reached:
    """What one search came to: the best count, and by the name of a strategy (`Strategy.id`) the doublings of the best
    count so far that its inputs brought."""

    best: int
    brought: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ProblemRow:
    """One problem with one seed: the whole search, and by strategy the search of it alone and of all others. `failure`
    says why there is nothing."""

    problem: str
    seed: int
    whole: Reached = Reached(0)
    alone: Mapping[str, Reached] = field(default_factory=dict)
    left_out: Mapping[str, Reached] = field(default_factory=dict)
    failure: str = ""


@dataclass(frozen=True)
class StrategyRow:
    """What one strategy brings over all problems. `brought` are doublings in the whole searches, on `helped` of the
    problems; `alone` and `left_out` are geometric means of the best cost over that of the whole search, None where only
    whole ones were made, `missed` and `better` on how many problems the others come to clearly less, or more, without
    it."""

    strategy: str
    brought: float
    helped: int
    alone: float | None
    left_out: float | None
    missed: int
    better: int


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench strategies",
        description="Searches each problem by all strategies, by each alone, and by all but each: what does it bring?",
    )
    made.add_argument(
        "data", metavar="DIR", type=Path, nargs="*", help="folders of problem folders (default: the clone's examples)"
    )
    made.add_argument(
        "--executions",
        metavar="N",
        type=int,
        default=DEFAULT_EXECUTIONS,
        help=f"search each this many executions (default: {DEFAULT_EXECUTIONS})",
    )
    made.add_argument(
        "--strategies",
        metavar="A,B",
        default=",".join(WITHOUT_MODEL),
        help="only these (default: all but those that need a model or are run on request)",
    )
    made.add_argument("--whole", action="store_true", help="only the whole searches: what each strategy brought there")
    made.add_argument("--seeds", metavar="K", type=int, default=1, help="searches of each kind (default: 1)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    names = tuple(filter(None, options.strategies.split(",")))
    unknown = sorted(set(names) - set(WITHOUT_MODEL))
    if unknown:
        raise UsageError(f"no such strategy: {', '.join(unknown)}.", f"There are {', '.join(WITHOUT_MODEL)}.")
    rows, settings, compared = [], settings_module.load(), () if options.whole else names
    for seed in range(options.seeds):
        for path in solutions(options.data or [examples_folder()], options.only):
            if not options.json:
                sys.stderr.write(f"{path.parent.name}, seed {seed} ...\n")
            rows.append(measured(path, settings, Budget(executions=options.executions), seed, compared))
            if options.json:
                _print_json({"event": "problem", **_problem_object(rows[-1])})
    table = contributions(rows, names)
    if options.json:
        _print_json({"event": "summary", "problems": len(rows), "strategies": [row.__dict__ for row in table]})
    else:
        _print(table, rows)
    return 0


def measured(path: Path, settings: Settings, budget: Budget, seed: int, names: Sequence[str]) -> ProblemRow:
    """All searches of one problem: the whole one, and alone and without each of `names`."""
    solution = pipeline.read_solution(path)
    try:
        problem = pipeline.read_problem(solution)
        report = pipeline.infer_format(problem, solution, settings)

        def reached_by(strategies: Sequence[str], kind: str) -> Reached:
            spec = pipeline.campaign_spec(solution, problem, report, settings, budget, seed, tuple(strategies))
            return reached(searched(spec, settings, MemoryStore(), kind, time.monotonic, is_whole=False))

        return ProblemRow(
            path.parent.name,
            seed,
            reached_by(WITHOUT_MODEL, "whole"),
            {name: reached_by((FIRST, name), f"{name} alone") for name in names},
            {
                name: reached_by([other for other in WITHOUT_MODEL if other != name], f"without {name}")
                for name in names
            },
        )
    except SlowpathError as error:
        return ProblemRow(path.parent.name, seed, failure=str(error))


def reached(events: Sequence[CampaignEvent]) -> Reached:
    """What a search came to; nothing found is as good as the baseline."""
    best, brought = 1, defaultdict[str, float](float)
    for event in events:
        if isinstance(event, BaselineMeasured):
            best = max(best, event.cost.count)
        elif isinstance(event, SlowInputFound) and event.slow_input.cost.count > best:
            brought[event.slow_input.origin.strategy] += log2(event.slow_input.cost.count / best)
            best = event.slow_input.cost.count
    return Reached(best, dict(brought))


def contributions(rows: Sequence[ProblemRow], names: Sequence[str]) -> list[StrategyRow]:
    """By strategy what it brings, those first without whom least is found. Strategies that propose under one name
    (`Strategy.id`) share what that brought."""
    good = [row for row in rows if not row.failure]
    made = []
    for name in names if good else ():
        left_out = [row.left_out[name].best / row.whole.best for row in good if name in row.left_out]
        alone = [row.alone[name].best / row.whole.best for row in good if name in row.alone]
        brought = [row.whole.brought.get(_id_of(name), 0.0) for row in good]
        made.append(
            StrategyRow(
                name,
                fsum(brought),
                sum(one >= NOTICED for one in brought),
                _mean(alone),
                _mean(left_out),
                sum(one < THERE for one in left_out),
                sum(one > 1 / THERE for one in left_out),
            )
        )
    return sorted(made, key=lambda row: (row.left_out or 0.0, -row.brought))


def _id_of(name: str) -> str:
    return str(getattr(SHARES[name][0], "id", name))


def _mean(ratios: Sequence[float]) -> float | None:
    return exp(fsum(map(log, ratios)) / len(ratios)) if ratios else None


def _problem_object(row: ProblemRow) -> dict[str, Any]:
    return {
        "problem": row.problem,
        "seed": row.seed,
        "failure": row.failure,
        "best": row.whole.best,
        "brought": dict(row.whole.brought),
        "alone": {name: one.best for name, one in row.alone.items()},
        "left_out": {name: one.best for name, one in row.left_out.items()},
    }


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _print(table: Sequence[StrategyRow], rows: Sequence[ProblemRow]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("strategy", no_wrap=True)
    for header in ("brought", "helped", "alone", "left out", "missed", "better"):
        shown.add_column(header, justify="right", no_wrap=True)
    for row in table:
        shown.add_row(row.strategy, *_cells(row))
    out.print(shown)
    out.print(
        f"{sum(not row.failure for row in rows)} of {len(rows)} searched. Brought: doublings of the best cost in"
        " the whole searches; helped: on how many; alone and left out: best cost over the whole search's, geometric"
        " mean; missed and better: on how many the others come to less, or more, without it."
    )
    for failed in rows:
        if failed.failure:
            out.print(f"{failed.problem}: {failed.failure}", style="red")


def _cells(row: StrategyRow) -> Iterator[str]:
    yield f"{row.brought:.1f}"
    yield str(row.helped)
    if row.alone is None or row.left_out is None:
        yield from "----"
        return
    yield f"{row.alone:.2f}"
    yield f"{row.left_out:.2f}"
    yield str(row.missed)
    yield str(row.better)
