"""`slowpath bench constraints`: what rules say, how much of it holds, and what guidance by it is worth.

For every problem folder: a campaign with the built-in rules' constraints, and the same with the ablations of WEDGE
table 1, each over several seeds and with the same budget: in executions, or in CPU seconds of all processes, so that
what probes cost is paid by the search that has them. `reached` compares them: by best counts, by what the best was
over the whole budget, and by how soon it was there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline, toolchain
from slowpath import settings as settings_module
from slowpath.bench.cpu_clock import CpuClock
from slowpath.bench.known_worst import examples_folder
from slowpath.bench.reached import CleanCounts, Curve, Race, curve
from slowpath.errors import SlowpathError
from slowpath.model.campaign import ABLATIONS, NO_CATALOGUE, Budget, CampaignEvent, CampaignView, Ended, fold
from slowpath.model.constraint import CONFIRMED, HYPOTHESIS, REFUTED, ConstraintState
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

GUIDED = "guided"
DEFAULT_EXECUTIONS = 1500


@dataclass(frozen=True)
class ConstraintRow:
    """One problem. `states` are those of the first guided campaign; `curves` has what every campaign reached when, by
    ablation ("guided" for none) and in the order of the seeds; `failure` says why there is nothing."""

    problem: str
    language: str
    states: tuple[ConstraintState, ...] = ()
    curves: tuple[tuple[str, tuple[Curve, ...]], ...] = ()
    failure: str = ""

    def races(self, ablation: str) -> list[Race]:
        """The guided campaigns against the ablated ones, seed by seed."""
        made = dict(self.curves)
        return [Race(*pair) for pair in zip(made.get(GUIDED, ()), made.get(ablation, ()), strict=False)]

    def ratio(self, ablation: str) -> float | None:
        """Median over the seeds of the guided campaign's best count over the ablated one's."""
        return _median(race.best_ratio for race in self.races(ablation))

    def speed(self, ablation: str) -> float | None:
        """Median over the seeds of how many times sooner the guided campaign is where both come to."""
        return _median(race.speed for race in self.races(ablation))

    def area(self, ablation: str) -> float | None:
        """Median over the seeds of the ratio of both areas under the curve."""
        return _median(race.area_ratio for race in self.races(ablation))

    def arrival(self, ablation: str) -> float | None:
        """Median over the seeds of the share of the budget after which the guided campaign is where the ablated one
        ends."""
        return _median(race.arrival for race in self.races(ablation))

    def of(self, status: str) -> list[ConstraintState]:
        """The constraints of a status."""
        return [state for state in self.states if state.status == status]

    @property
    def best_separation(self) -> float | None:
        """The largest cost ratio among the confirmed."""
        return max((state.evidence.cost_ratio or 0.0 for state in self.of(CONFIRMED)), default=None)


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return statistics.median(found) if found else None


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench constraints",
        description="Searches problems with the built-in rules' constraints: what is confirmed, refuted, faithful; and"
                    " with --compare what guidance is worth against the ablations of WEDGE table 1.")
    made.add_argument("data", metavar="DIR", type=Path, nargs="*",
                      help="folders of problem folders (default: the clone's examples)")
    budget = made.add_mutually_exclusive_group()
    budget.add_argument("--seconds", metavar="S", type=float, help="search each this long")
    budget.add_argument("--cpu-seconds", metavar="S", type=float,
                        help="search each for as many CPU seconds of all processes")
    budget.add_argument("--executions", metavar="N", type=int,
                        help=f"search each this many executions (default: {DEFAULT_EXECUTIONS})")
    made.add_argument("--compare", metavar="WHAT", choices=ABLATIONS, action="append", default=[],
                      help=f"also without this: {', '.join(ABLATIONS)}; repeatable")
    made.add_argument("--without-catalogue", action="store_true", help="search all without known patterns")
    made.add_argument("--seeds", metavar="K", type=int, default=1, help="campaigns of each kind (default: 1)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    seconds = options.seconds if options.cpu_seconds is None else options.cpu_seconds
    executions = None if seconds is not None else options.executions or DEFAULT_EXECUTIONS
    how = _How(Budget(seconds, executions), options.cpu_seconds is not None,
               (NO_CATALOGUE,) if options.without_catalogue else ())
    settings = settings_module.load()
    made = []
    for solution in solutions(options.data or [examples_folder()], options.only):
        if not options.json:
            sys.stderr.write(f"{solution.parent.name} ...\n")
        made.append(measured(solution, settings, how, options.seeds, options.compare))
        if options.json:
            _print_json(row_object(made[-1], options.compare))
    if options.json:
        _print_json({"event": "summary", **totals(made, options.compare)})
    else:
        _print_table(made, options.compare)
    return 0


def solutions(folders: Sequence[Path], only: Sequence[str]) -> Iterator[Path]:
    """The `solution.*` of each problem folder, by name."""
    for folder in folders:
        for problem in sorted(folder.iterdir()):
            if not only or problem.name in only:
                yield from sorted(path for path in problem.glob("solution.*") if path.suffix in (".cpp", ".py"))


@dataclass(frozen=True)
class _How:
    """The budget of every campaign, whether its seconds are those of a `CpuClock`, and ablations that all have."""

    budget: Budget
    by_cpu: bool
    ablations: tuple[str, ...]


def measured(path: Path, settings: Settings, how: _How, seeds: int, ablations: Sequence[str]) -> ConstraintRow:
    """All campaigns of one problem."""
    solution = pipeline.read_solution(path)
    states: tuple[ConstraintState, ...] = ()
    curves: dict[str, list[Curve]] = {kind: [] for kind in (GUIDED, *ablations)}
    try:
        with toolchain.open_executor(solution, settings) as executor:
            counts = CleanCounts(executor)
            for seed in range(seeds):
                for kind, made in curves.items():
                    view, reached = _searched(path, settings, how, seed, kind, counts)
                    made.append(reached)
                    states = states or (view.constraints if kind == GUIDED else ())
    except SlowpathError as error:
        return ConstraintRow(path.parent.name, solution.language, failure=str(error))
    return ConstraintRow(path.parent.name, solution.language, states,
                         tuple((kind, tuple(made)) for kind, made in curves.items()))


def _searched(path: Path, settings: Settings, how: _How, seed: int, kind: str,
              counts: CleanCounts) -> tuple[CampaignView, Curve]:
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    ablations = how.ablations if kind == GUIDED else tuple(dict.fromkeys((*how.ablations, kind)))
    spec = pipeline.campaign_spec(solution, problem, pipeline.infer_format(problem, solution, settings), settings,
                                  how.budget, seed, ablations=ablations)
    store, events = MemoryStore(), list[CampaignEvent]()
    clock = CpuClock() if how.by_cpu else time.monotonic
    for event in pipeline.find(spec, settings, store, campaign_id=pipeline.campaign_id(spec, kind),
                               stop=lambda: False, clock=clock):
        events.append(event)
        if isinstance(event, Ended) and event.outcome == "failed":
            raise SlowpathError(event.message, event.remedy)
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    start = view.baseline.cost.count if view.baseline else 0
    return view, curve(events, how.budget, start, lambda name: counts.count(name, store.input(name) or b""))


def totals(rows: Sequence[ConstraintRow], ablations: Sequence[str]) -> dict[str, Any]:
    """What the whole says."""
    confirmed = [state for row in rows for state in row.of(CONFIRMED)]
    judged = [state.checker for row in rows for state in row.states if state.checker is not None]
    separations = [state.evidence.cost_ratio or 0.0 for state in confirmed]
    best = [row.best_separation for row in rows if row.best_separation is not None]
    return {
        "problems": len(rows), "failed": sum(bool(row.failure) for row in rows),
        "with_confirmed": sum(bool(row.of(CONFIRMED)) for row in rows), "confirmed": len(confirmed),
        "median_separation": statistics.median(separations) if separations else None,
        "median_best_separation": statistics.median(best) if best else None,
        "judged": len(judged), "faithful": sum(verdict.is_faithful for verdict in judged),
        "compiled": sum(verdict.compiles for verdict in judged),
        "outputs_equal": sum(verdict.outputs_equal for verdict in judged),
        "guided_over": {kind: _compared([row for row in rows if row.races(kind)], kind) for kind in ablations
                        if any(row.races(kind) for row in rows)}}


def _compared(rows: Sequence[ConstraintRow], kind: str) -> dict[str, Any]:
    """What guidance is worth over all problems: the median and the worst of each measure. `arrival` is the share of
    the budget after which the guided search is where the other ends, its worst the largest."""
    made: dict[str, Any] = {"problems": len(rows)}
    for name, value in (("best", ConstraintRow.ratio), ("area", ConstraintRow.area), ("speed", ConstraintRow.speed)):
        found = [value(row, kind) or 0.0 for row in rows]
        made[name] = {"median": statistics.median(found), "worst": min(found)}
    arrivals = [row.arrival(kind) or 0.0 for row in rows]
    return {**made, "arrival": {"median": statistics.median(arrivals), "worst": max(arrivals)}}


def row_object(row: ConstraintRow, ablations: Sequence[str]) -> dict[str, Any]:
    """The JSON object of one problem."""
    return {"event": "problem", "problem": row.problem, "language": row.language, "failure": row.failure,
            "tested": len(row.states), "confirmed": len(row.of(CONFIRMED)), "hypotheses": len(row.of(HYPOTHESIS)),
            "refuted": len(row.of(REFUTED)), "best_separation": row.best_separation,
            "faithful": sum(s.checker is not None and s.checker.is_faithful for s in row.states),
            "best": {kind: [each.best for each in made] for kind, made in row.curves},
            "guided_over": {kind: {"best": row.ratio(kind), "area": row.area(kind), "speed": row.speed(kind),
                                   "arrival": row.arrival(kind)} for kind in ablations},
            "constraints": [{"line": s.constraint.line, "origin": s.constraint.proposer, "status": s.status,
                             "sentence": s.constraint.sentence, "predicate": s.constraint.predicate,
                             "cost_ratio": s.evidence.cost_ratio, "p": s.evidence.p,
                             "checker": s.checker.sentence if s.checker else None} for s in row.states]}


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _print_table(rows: Sequence[ConstraintRow], ablations: Sequence[str]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 170)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("problem", no_wrap=True)
    over = [f"over {kind} (sooner)" for kind in ablations]
    for header in ("tested", "confirmed", "hypotheses", "refuted", "faithful", "separates", *over):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("the best confirmed", overflow="ellipsis", no_wrap=True)
    for row in rows:
        table.add_row(*_cells(row, ablations))
    out.print(table)
    said = totals(rows, ablations)
    out.print(f"{said['with_confirmed']} of {said['problems']} problems have a confirmed constraint;"
              f" {said['confirmed']} confirmed, median separation {_times(said['median_separation'])}"
              f" (the best of each problem: {_times(said['median_best_separation'])})."
              f" {said['faithful']} of {said['judged']} judged checkers are faithful.")
    for kind, worth in said["guided_over"].items():
        best, speed, area, arrival = (worth[name] for name in ("best", "speed", "area", "arrival"))
        out.print(f"Guided over {kind}, same budget, counted without probes: best count median {best['median']:.3g}x,"
                  f" worst {best['worst']:.3g}x; area under the curve {area['median']:.3g}x,"
                  f" worst {area['worst']:.3g}x; where both come to it is {speed['median']:.3g}x sooner, worst"
                  f" {speed['worst']:.3g}x; at the other's end after {arrival['median']:.0%} of the budget.")


def _cells(row: ConstraintRow, ablations: Sequence[str]) -> list[Text]:
    if row.failure:
        return [Text(row.problem), Text(row.failure, style="red")]
    best = max(row.of(CONFIRMED), key=lambda state: state.evidence.cost_ratio or 0.0, default=None)
    faithful = sum(state.checker is not None and state.checker.is_faithful for state in row.states)
    ratios = [f"{_times(row.ratio(kind))} ({_times(row.speed(kind))})" for kind in ablations]
    numbers = [len(row.states), len(row.of(CONFIRMED)), len(row.of(HYPOTHESIS)), len(row.of(REFUTED)), faithful]
    words = f"line {best.constraint.line}: {best.constraint.sentence}" if best is not None else "-"
    return [Text(row.problem), *(Text(str(number)) for number in numbers), Text(_times(row.best_separation)),
            *(Text(ratio) for ratio in ratios), Text(words)]


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
