"""`slowpath bench constraints`: what rules say, how much of it holds, and what guidance by it is worth.

For every problem folder: a campaign with the built-in rules' constraints, and the same with the ablations of WEDGE
table 1, each over several seeds and with the same budget. Ratios of best counts compare them; nothing here is timed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath import settings as settings_module
from slowpath.bench.known_worst import examples_folder
from slowpath.errors import SlowpathError
from slowpath.model.campaign import ABLATIONS, Budget, CampaignView, Ended, fold
from slowpath.model.constraint import CONFIRMED, HYPOTHESIS, REFUTED, ConstraintState
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

GUIDED = "guided"
DEFAULT_EXECUTIONS = 1500


@dataclass(frozen=True)
class ConstraintRow:
    """One problem. `states` are those of the first guided campaign; `best` has the best count of every campaign, by
    ablation ("guided" for none) and in the order of the seeds; `failure` says why there is nothing."""

    problem: str
    language: str
    states: tuple[ConstraintState, ...] = ()
    best: tuple[tuple[str, tuple[int, ...]], ...] = ()
    failure: str = ""

    def ratio(self, ablation: str) -> float | None:
        """Median over the seeds of the guided campaign's best count over the ablated one's."""
        counts = dict(self.best)
        pairs = list(zip(counts.get(GUIDED, ()), counts.get(ablation, ()), strict=False))
        return statistics.median((guided + 1) / (other + 1) for guided, other in pairs) if pairs else None

    def of(self, status: str) -> list[ConstraintState]:
        """The constraints of a status."""
        return [state for state in self.states if state.status == status]

    @property
    def best_separation(self) -> float | None:
        """The largest cost ratio among the confirmed."""
        return max((state.evidence.cost_ratio or 0.0 for state in self.of(CONFIRMED)), default=None)


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
    budget.add_argument("--executions", metavar="N", type=int,
                        help=f"search each this many executions (default: {DEFAULT_EXECUTIONS})")
    made.add_argument("--compare", metavar="WHAT", choices=ABLATIONS, action="append", default=[],
                      help=f"also without this: {', '.join(ABLATIONS)}; repeatable")
    made.add_argument("--seeds", metavar="K", type=int, default=1, help="campaigns of each kind (default: 1)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    executions = None if options.seconds is not None else options.executions or DEFAULT_EXECUTIONS
    budget = Budget(options.seconds, executions)
    settings = settings_module.load()
    made = []
    for solution in solutions(options.data or [examples_folder()], options.only):
        if not options.json:
            sys.stderr.write(f"{solution.parent.name} ...\n")
        made.append(measured(solution, settings, budget, options.seeds, options.compare))
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


def measured(path: Path, settings: Settings, budget: Budget, seeds: int, ablations: Sequence[str]) -> ConstraintRow:
    """All campaigns of one problem."""
    solution = pipeline.read_solution(path)
    try:
        views = {kind: [_searched(path, settings, budget, seed, kind) for seed in range(seeds)]
                 for kind in (GUIDED, *ablations)}
    except SlowpathError as error:
        return ConstraintRow(path.parent.name, solution.language, failure=str(error))
    best = tuple((kind, tuple(_best(view) for view in made)) for kind, made in views.items())
    return ConstraintRow(path.parent.name, solution.language, views[GUIDED][0].constraints, best)


def _searched(path: Path, settings: Settings, budget: Budget, seed: int, kind: str) -> CampaignView:
    solution = pipeline.read_solution(path)
    problem = pipeline.read_problem(solution)
    spec = pipeline.campaign_spec(solution, problem, pipeline.infer_format(problem, solution, settings), settings,
                                  budget, seed, ablations=() if kind == GUIDED else (kind,))
    view, store = CampaignView(), MemoryStore()
    for event in pipeline.find(spec, settings, store, campaign_id=pipeline.campaign_id(spec, kind),
                               stop=lambda: False, clock=time.monotonic):
        view = fold(view, event)
        if isinstance(event, Ended) and event.outcome == "failed":
            raise SlowpathError(event.message, event.remedy)
    return view


def _best(view: CampaignView) -> int:
    baseline = view.baseline.cost.count if view.baseline else 0
    return max([baseline, *(slow.cost.count for slow in view.slow_inputs)])


def totals(rows: Sequence[ConstraintRow], ablations: Sequence[str]) -> dict[str, Any]:
    """What the whole says."""
    confirmed = [state for row in rows for state in row.of(CONFIRMED)]
    judged = [state.checker for row in rows for state in row.states if state.checker is not None]
    separations = [state.evidence.cost_ratio or 0.0 for state in confirmed]
    best = [row.best_separation for row in rows if row.best_separation is not None]
    ratios = {kind: [ratio for row in rows if (ratio := row.ratio(kind)) is not None] for kind in ablations}
    return {
        "problems": len(rows), "failed": sum(bool(row.failure) for row in rows),
        "with_confirmed": sum(bool(row.of(CONFIRMED)) for row in rows), "confirmed": len(confirmed),
        "median_separation": statistics.median(separations) if separations else None,
        "median_best_separation": statistics.median(best) if best else None,
        "judged": len(judged), "faithful": sum(verdict.is_faithful for verdict in judged),
        "compiled": sum(verdict.compiles for verdict in judged),
        "outputs_equal": sum(verdict.outputs_equal for verdict in judged),
        "guided_over": {kind: {"median": statistics.median(made), "worst": min(made)}
                        for kind, made in ratios.items() if made}}


def row_object(row: ConstraintRow, ablations: Sequence[str]) -> dict[str, Any]:
    """The JSON object of one problem."""
    return {"event": "problem", "problem": row.problem, "language": row.language, "failure": row.failure,
            "tested": len(row.states), "confirmed": len(row.of(CONFIRMED)), "hypotheses": len(row.of(HYPOTHESIS)),
            "refuted": len(row.of(REFUTED)), "best_separation": row.best_separation,
            "faithful": sum(s.checker is not None and s.checker.is_faithful for s in row.states),
            "best": {kind: list(counts) for kind, counts in row.best},
            "guided_over": {kind: row.ratio(kind) for kind in ablations},
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
    for header in ("tested", "confirmed", "hypotheses", "refuted", "faithful", "separates", *ablations):
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
    for kind, ratio in said["guided_over"].items():
        out.print(f"Guided over {kind}: median {ratio['median']:.3g}x, worst {ratio['worst']:.3g}x"
                  " (best count, same budget).")


def _cells(row: ConstraintRow, ablations: Sequence[str]) -> list[Text]:
    if row.failure:
        return [Text(row.problem), Text(row.failure, style="red")]
    best = max(row.of(CONFIRMED), key=lambda state: state.evidence.cost_ratio or 0.0, default=None)
    faithful = sum(state.checker is not None and state.checker.is_faithful for state in row.states)
    ratios = [_times(row.ratio(kind)) for kind in ablations]
    numbers = [len(row.states), len(row.of(CONFIRMED)), len(row.of(HYPOTHESIS)), len(row.of(REFUTED)), faithful]
    words = f"line {best.constraint.line}: {best.constraint.sentence}" if best is not None else "-"
    return [Text(row.problem), *(Text(str(number)) for number in numbers), Text(_times(row.best_separation)),
            *(Text(ratio) for ratio in ratios), Text(words)]


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
