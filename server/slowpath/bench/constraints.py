"""`slowpath bench constraints`: what rules say, how much of it holds, and what guidance by it is worth.

For every problem folder, or package (one of its too slow programs): a campaign with the built-in rules' constraints, on
request one that a language model (or recorded replies of one) guides beside the rules, and the same with the ablations
of WEDGE table 1, each over several seeds and with the same budget: in executions, or in CPU seconds of all processes,
so that what probes cost is paid by the search that has them. `guidance` makes them; `reached` compares them: by best
counts, by what the best was over the whole budget, and by how soon it was there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath import pipeline, toolchain
from slowpath import settings as settings_module
from slowpath.bench.guidance import BY_MODEL, GUIDED, How, Searches, Told
from slowpath.bench.known_worst import examples_folder
from slowpath.bench.packages.found import lay_out, packages_in
from slowpath.bench.reached import CleanCounts, Curve, Race
from slowpath.errors import SlowpathError
from slowpath.llm.client import ModelClient
from slowpath.llm.options import add_obtained
from slowpath.model.campaign import ABLATIONS, NO_CATALOGUE, Budget
from slowpath.model.constraint import CONFIRMED, HYPOTHESIS, REFUTED, ConstraintState
from slowpath.model.languages import facts_of
from slowpath.settings import Settings

DEFAULT_EXECUTIONS = 1500
_SEARCHED = ("cpp", "python", "java")


@dataclass(frozen=True)
class ConstraintRow:
    """One problem. `states` are those of the first campaign that the rules guided; `curves` has what every campaign
    reached when, by kind and in the order of the seeds; `told` is what a model said, where one was asked; `failure`
    says why there is nothing."""

    problem: str
    language: str
    states: tuple[ConstraintState, ...] = ()
    curves: tuple[tuple[str, tuple[Curve, ...]], ...] = ()
    failure: str = ""
    told: Told | None = None

    def races(self, ablation: str, guided: str = GUIDED) -> list[Race]:
        """The guided campaigns against the ablated ones, seed by seed."""
        made = dict(self.curves)
        return [Race(*pair) for pair in zip(made.get(guided, ()), made.get(ablation, ()), strict=False)]

    def ratio(self, ablation: str, guided: str = GUIDED) -> float | None:
        """Median over the seeds of the guided campaign's best count over the ablated one's."""
        return _median(race.best_ratio for race in self.races(ablation, guided))

    def speed(self, ablation: str, guided: str = GUIDED) -> float | None:
        """Median over the seeds of how many times sooner the guided campaign is where both come to."""
        return _median(race.speed for race in self.races(ablation, guided))

    def area(self, ablation: str, guided: str = GUIDED) -> float | None:
        """Median over the seeds of the ratio of both areas under the curve."""
        return _median(race.area_ratio for race in self.races(ablation, guided))

    def arrival(self, ablation: str, guided: str = GUIDED) -> float | None:
        """Median over the seeds of the share of the budget after which the guided campaign is where the ablated one
        ends."""
        return _median(race.arrival for race in self.races(ablation, guided))

    @property
    def guides(self) -> tuple[str, ...]:
        """The kinds of guided campaigns that were made."""
        return tuple(kind for kind, _ in self.curves if kind in (GUIDED, BY_MODEL))

    def of(self, status: str) -> list[ConstraintState]:
        """The constraints of a status."""
        return [state for state in self.states if state.status == status]

    @property
    def best_separation(self) -> float | None:
        """The largest cost ratio among the confirmed."""
        return max((state.evidence.ratio or 0.0 for state in self.of(CONFIRMED)), default=None)


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return statistics.median(found) if found else None


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(
        prog="slowpath bench constraints",
        description="Searches problems with the built-in rules' constraints: what is confirmed, refuted, faithful; and"
        " with --compare what guidance is worth against the ablations of WEDGE table 1.",
    )
    made.add_argument(
        "data",
        metavar="DIR",
        type=Path,
        nargs="*",
        help="folders of problem folders, or of packages (default: the clone's examples)",
    )
    budget = made.add_mutually_exclusive_group()
    budget.add_argument("--seconds", metavar="S", type=float, help="search each this long")
    budget.add_argument(
        "--cpu-seconds", metavar="S", type=float, help="search each for as many CPU seconds of all processes"
    )
    budget.add_argument(
        "--executions", metavar="N", type=int, help=f"search each this many executions (default: {DEFAULT_EXECUTIONS})"
    )
    made.add_argument(
        "--compare",
        metavar="WHAT",
        choices=ABLATIONS,
        action="append",
        default=[],
        help=f"also without this: {', '.join(ABLATIONS)}; repeatable",
    )
    made.add_argument("--without-catalogue", action="store_true", help="search all without known patterns")
    made.add_argument("--seeds", metavar="K", type=int, default=1, help="campaigns of each kind (default: 1)")
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this problem; repeatable")
    model = made.add_argument_group("language model", "what it guides beside the rules has columns of its own")
    model.add_argument("--model", metavar="M", help="the model to ask for constraints and mutators")
    model.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible endpoint, with /v1")
    recordings = model.add_mutually_exclusive_group()
    recordings.add_argument("--record", metavar="DIR", type=Path, help="keep every reply there")
    recordings.add_argument("--replay", metavar="DIR", type=Path, help="answer from recordings; nothing is sent")
    add_obtained(model)
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0; a search that fails is a row that says so."""
    options = parser().parse_args(argv)
    seconds = options.seconds if options.cpu_seconds is None else options.cpu_seconds
    executions = None if seconds is not None else options.executions or DEFAULT_EXECUTIONS
    how = How(
        Budget(seconds, executions),
        options.cpu_seconds is not None,
        (NO_CATALOGUE,) if options.without_catalogue else (),
    )
    settings = settings_module.load({"llm_model": options.model, "llm_base_url": options.base_url})
    client = (
        pipeline.open_model(settings, record=options.record, replay=options.replay, obtained=options.obtained)
        if options.model or options.replay
        else None
    )
    made = []
    with tempfile.TemporaryDirectory(prefix="slowpath-bench-") as workspace:
        folders = options.data or [examples_folder()]
        packed = of_packages(folders, options.only, Path(workspace))
        for solution in chain(solutions(folders, options.only), packed):
            if not options.json:
                sys.stderr.write(f"{solution.parent.name} ...\n")
            made.append(measured(solution, settings, how, options.seeds, options.compare, client))
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
                yield from sorted(path for path in problem.glob("solution.*") if facts_of(path) is not None)


def of_packages(folders: Sequence[Path], only: Sequence[str], workspace: Path) -> Iterator[Path]:
    """Of each package a program that its setters call too slow, in a folder of its name in `workspace`, with what a
    contestant sees of the package."""
    for package in chain.from_iterable(packages_in(folder, _SEARCHED) for folder in folders):
        if package.slow and (not only or package.name in only):
            yield lay_out(package.folder, package.slow[0], workspace / package.name)


def measured(
    path: Path, settings: Settings, how: How, seeds: int, ablations: Sequence[str], client: ModelClient | None = None
) -> ConstraintRow:
    """All campaigns of one problem; with `client` those that it guides too."""
    solution = pipeline.read_solution(path)
    states: dict[str, tuple[ConstraintState, ...]] = {}
    curves: dict[str, list[Curve]] = {
        kind: [] for kind in (GUIDED, BY_MODEL, *ablations) if kind != BY_MODEL or client is not None
    }
    told = None
    try:
        with toolchain.open_executor(solution, settings) as executor:
            searches = Searches(path, settings, how, CleanCounts(executor))
            if client is not None:
                told = searches.ask(client)
                if told.has_nothing:
                    del curves[BY_MODEL]
            for seed in range(seeds):
                for kind, made in curves.items():
                    known, reached = searches.search(kind, seed, told, is_whole=kind == GUIDED and seed == 0)
                    made.append(reached)
                    states.setdefault(kind, known)
    except SlowpathError as error:
        return ConstraintRow(path.parent.name, solution.language, failure=str(error))
    return ConstraintRow(
        path.parent.name,
        solution.language,
        states[GUIDED],
        tuple((kind, tuple(made)) for kind, made in curves.items()),
        told=told,
    )


def totals(rows: Sequence[ConstraintRow], ablations: Sequence[str]) -> dict[str, Any]:
    """What the whole says."""
    confirmed = [state for row in rows for state in row.of(CONFIRMED)]
    judged = [state.checker for row in rows for state in row.states if state.checker is not None]
    separations = [state.evidence.ratio or 0.0 for state in confirmed]
    best = [row.best_separation for row in rows if row.best_separation is not None]
    return {
        "problems": len(rows),
        "failed": sum(bool(row.failure) for row in rows),
        "with_confirmed": sum(bool(row.of(CONFIRMED)) for row in rows),
        "confirmed": len(confirmed),
        "median_separation": statistics.median(separations) if separations else None,
        "median_best_separation": statistics.median(best) if best else None,
        "judged": len(judged),
        "faithful": sum(verdict.is_faithful for verdict in judged),
        "compiled": sum(verdict.compiles for verdict in judged),
        "outputs_equal": sum(verdict.outputs_equal for verdict in judged),
        **{
            _over(guided): {
                kind: _compared([row for row in rows if row.races(kind, guided)], kind, guided)
                for kind in ablations
                if any(row.races(kind, guided) for row in rows)
            }
            for guided in _guides(rows)
        },
    }


def _guides(rows: Sequence[ConstraintRow]) -> list[str]:
    """The kinds of guided campaigns that any problem has."""
    return list(dict.fromkeys((GUIDED, *(guided for row in rows for guided in row.guides))))


def _over(guided: str) -> str:
    """The name in JSON of what is said of a kind of guided campaigns."""
    return f"{guided.replace('-', '_')}_over"


def _compared(rows: Sequence[ConstraintRow], kind: str, guided: str) -> dict[str, Any]:
    """What guidance is worth over all problems: the median and the worst of each measure. `arrival` is the share of
    the budget after which the guided search is where the other ends, its worst the largest."""
    made: dict[str, Any] = {"problems": len(rows)}
    for name, value in (("best", ConstraintRow.ratio), ("area", ConstraintRow.area), ("speed", ConstraintRow.speed)):
        found = [value(row, kind, guided) or 0.0 for row in rows]
        made[name] = {"median": statistics.median(found), "worst": min(found)}
    arrivals = [row.arrival(kind, guided) or 0.0 for row in rows]
    return {**made, "arrival": {"median": statistics.median(arrivals), "worst": max(arrivals)}}


def row_object(row: ConstraintRow, ablations: Sequence[str]) -> dict[str, Any]:
    """The JSON object of one problem."""
    return {
        "event": "problem",
        "problem": row.problem,
        "language": row.language,
        "failure": row.failure,
        "tested": len(row.states),
        "confirmed": len(row.of(CONFIRMED)),
        "hypotheses": len(row.of(HYPOTHESIS)),
        "refuted": len(row.of(REFUTED)),
        "best_separation": row.best_separation,
        "faithful": sum(s.checker is not None and s.checker.is_faithful for s in row.states),
        "best": {kind: [each.best for each in made] for kind, made in row.curves},
        "curves": {kind: [each.steps for each in made] for kind, made in row.curves},
        **{
            _over(guided): {
                kind: {
                    "best": row.ratio(kind, guided),
                    "area": row.area(kind, guided),
                    "speed": row.speed(kind, guided),
                    "arrival": row.arrival(kind, guided),
                }
                for kind in ablations
            }
            for guided in row.guides
        },
        **({"told": _told_object(row.told)} if row.told is not None else {}),
        "constraints": [
            {
                "line": s.constraint.line,
                "origin": s.constraint.proposer,
                "status": s.status,
                "sentence": s.constraint.sentence,
                "predicate": s.constraint.predicate,
                "ratio": s.evidence.ratio,
                "p": s.evidence.p,
                "checker": s.checker.sentence if s.checker else None,
            }
            for s in row.states
        ],
    }


def _told_object(told: Told) -> dict[str, Any]:
    """What a model said of a problem, in numbers."""
    return {
        "pair_executions": told.executions,
        "constraints": len(told.constraints),
        "faithful": told.faithful,
        "mutators": len(told.mutators),
        "failure": told.failure,
    }


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _print_table(rows: Sequence[ConstraintRow], ablations: Sequence[str]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 170)
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    table.add_column("problem", no_wrap=True)
    guides = _guides(rows)
    over = [f"{guided} over {kind} (sooner)" for kind in ablations for guided in guides]
    for header in ("tested", "confirmed", "hypotheses", "refuted", "faithful", "separates"):
        table.add_column(header, justify="right", no_wrap=True)
    for header in over:
        table.add_column(header, justify="right", overflow="fold", min_width=16)
    table.add_column("the best confirmed", overflow="ellipsis", no_wrap=True, ratio=1)
    for row in rows:
        table.add_row(*_cells(row, ablations, guides))
    out.print(table)
    said = totals(rows, ablations)
    out.print(
        f"{said['with_confirmed']} of {said['problems']} problems have a confirmed constraint;"
        f" {said['confirmed']} confirmed, median separation {_times(said['median_separation'])}"
        f" (the best of each problem: {_times(said['median_best_separation'])})."
        f" {said['faithful']} of {said['judged']} judged checkers are faithful."
    )
    for guided, kind in product(guides, ablations):
        worth = said[_over(guided)].get(kind)
        if worth is None:
            continue
        best, speed, area, arrival = (worth[name] for name in ("best", "speed", "area", "arrival"))
        out.print(
            f"{guided.replace('-', ' ').capitalize()} over {kind}, same budget, counted without probes: best"
            f" count median {best['median']:.3g}x, worst {best['worst']:.3g}x; area under the curve"
            f" {area['median']:.3g}x, worst {area['worst']:.3g}x; where both come to it is"
            f" {speed['median']:.3g}x sooner, worst {speed['worst']:.3g}x; at the other's end after"
            f" {arrival['median']:.0%} of the budget."
        )


def _cells(row: ConstraintRow, ablations: Sequence[str], guides: Sequence[str]) -> list[Text]:
    if row.failure:
        return [Text(row.problem), *[Text()] * (6 + len(ablations) * len(guides)), Text(row.failure, style="red")]
    best = max(row.of(CONFIRMED), key=lambda state: state.evidence.ratio or 0.0, default=None)
    faithful = sum(state.checker is not None and state.checker.is_faithful for state in row.states)
    ratios = [
        f"{_times(row.ratio(kind, guided))} ({_times(row.speed(kind, guided))})"
        for kind in ablations
        for guided in guides
    ]
    numbers = [len(row.states), len(row.of(CONFIRMED)), len(row.of(HYPOTHESIS)), len(row.of(REFUTED)), faithful]
    words = f"line {best.constraint.line}: {best.constraint.sentence}" if best is not None else "-"
    return [
        Text(row.problem),
        *(Text(str(number)) for number in numbers),
        Text(_times(row.best_separation)),
        *(Text(ratio) for ratio in ratios),
        Text(words),
    ]


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
