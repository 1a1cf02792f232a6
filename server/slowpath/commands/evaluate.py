"""`slowpath evaluate`: strategies measured over a whole data set, on this machine or on a Ray cluster.

Theory of operation: units are done in processes of their own, and each comes to a row that is written at once. The same
command goes on where one before was ended, however it was. Ctrl-C ends the units at work, and the report is made of the
rows that there are. What the data set holds is compiled and run.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from slowpath.commands import SUMMARIES, arguments, console
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE
from slowpath.errors import StoreUnwritable, UsageError
from slowpath.evaluation import parquet
from slowpath.evaluation.data import READERS, DataSet, read_data
from slowpath.evaluation.evaluating import Plan, evaluate
from slowpath.evaluation.export import export, must_write_parquet
from slowpath.evaluation.journal import NAME, Journal, must_have_rows
from slowpath.evaluation.reporting import write_comparison, write_report
from slowpath.evaluation.rows import FAILED, Row
from slowpath.evaluation.running import LOCAL, RAY, opened_runner
from slowpath.evaluation.running.runner import Place
from slowpath.evaluation.strategies import DEFAULT, FUZZER, STRATEGIES, TRANSFER, chosen
from slowpath.llm.options import add_model_options, add_obtained, model_options, positive_int
from slowpath.model.campaign import Budget

DEFAULT_SECONDS = 60.0


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "evaluate",
        help=SUMMARIES["evaluate"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures strategies on every program of a data set: each program, strategy and seed is a unit,"
        " which comes to one row.\nThe same command goes on where one before was ended. What the data set"
        " holds is compiled and run.",
        epilog="strategies:\n"
        + "\n".join(f"  {name:18} {each.what}" for name, each in STRATEGIES.items())
        + "\n\nexamples:\n  slowpath evaluate packages/ --list\n"
        "  slowpath evaluate packages/ --to out/ --seconds 60 --strategies existing,default,random-valid\n"
        "  slowpath evaluate codecontests.parquet --to out/ --on ray --most 1000",
    )
    parser.add_argument("data", metavar="DATA", type=Path, help="the data set: a folder, or a Parquet file")
    parser.add_argument("--to", metavar="OUT", type=Path, help="write rows and report here")
    parser.add_argument("--list", action="store_true", help="only say what the data set holds, and what is left out")
    parser.add_argument("--layout", choices=READERS, help="how DATA is laid out (default: the first layout that fits)")
    parser.add_argument("--strategies", metavar="A,B", default="", help=f"these (default: {','.join(DEFAULT)})")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--seconds",
        metavar="S",
        type=arguments.positive_float,
        help=f"search each unit for so many CPU seconds, of all that it starts (default: {DEFAULT_SECONDS:.0f})",
    )
    budget.add_argument("--executions", metavar="N", type=positive_int, help="search each unit by so many executions")
    parser.add_argument(
        "--existing-seconds",
        metavar="S",
        type=arguments.positive_float,
        default=DEFAULT_SECONDS,
        help=f"measure a program's existing tests for at most so many CPU seconds (default: {DEFAULT_SECONDS:.0f})",
    )
    parser.add_argument("--seeds", metavar="K", type=positive_int, default=1, help="units of each kind (default: 1)")
    parser.add_argument("--most", metavar="N", type=positive_int, help="only N programs, spread over the listing")
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="only this problem or program, as --list names it; repeatable",
    )
    parser.add_argument(
        "--keep-failed",
        action="store_true",
        help="don't do units anew whose rows say that Slowpath's own part failed (a missing tool, a killed process)",
    )
    parser.add_argument(
        "--on",
        choices=(LOCAL, RAY),
        default=LOCAL,
        help="processes of this machine (default), or a Ray cluster (needs slowpath[scale])",
    )
    parser.add_argument(
        "--address",
        metavar="HOST:PORT",
        default="",
        help="with --on ray: the cluster's address, or auto (default: one of this machine alone)",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=positive_int, help="at most N units at once (default: as many as there are cores)"
    )
    parser.add_argument("--shared-cores", action="store_true", help="don't give each unit a core of its own")
    parser.add_argument(
        "--compare",
        metavar="OTHER",
        type=Path,
        help="also write the tables beside those of another evaluation, the folder that it wrote to",
    )
    parser.add_argument(
        "--export",
        action="store_true",
        help="also write a performance-stressing set and training pairs, in Parquet (needs slowpath[scale])",
    )
    model = parser.add_argument_group("language model", "For the strategies that ask one.")
    add_model_options(model)
    add_obtained(model)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    data = read_data(options.data, options.layout or "")
    if options.list:
        _say_listing(data, options.json)
        return 0
    if options.to is None:
        raise UsageError("Nothing says where the rows go.", "Give --to OUT, or --list.")
    plan = _plan(options)
    place = Place(options.on, options.jobs, options.address)
    _refuse_early(options, plan, data)
    with Journal(options.to) as journal:
        work = _Work(options, data, plan, journal)
        interrupted = False
        try:
            with opened_runner(place) as runner:
                for row in evaluate(data, plan, runner, journal):
                    work.take(row)
        except KeyboardInterrupt:
            interrupted = True
        return work.finish(INTERRUPTED_EXIT_CODE if interrupted else 0)


def _refuse_early(options: argparse.Namespace, plan: Plan, data: DataSet) -> None:
    """What can't be done, or could only fail once all units are done, fails before a row is written."""
    plan.programs(data)
    if options.to.is_dir() and any(options.to.iterdir()) and not (options.to / NAME).is_file():
        raise UsageError(
            f"--to {options.to}: there is something in it already.",
            "Choose an empty folder, or one that an evaluation was written to before.",
        )
    fuzzers = [name for name, strategy in plan.strategies.items() if strategy.kind == FUZZER]
    if fuzzers and plan.budget.seconds is None:
        raise UsageError(
            f"{', '.join(fuzzers)}: there is no budget in executions.",
            "Give --seconds, or leave it out of --strategies.",
        )
    if options.compare is not None:
        must_have_rows(options.compare)
    if options.export:
        must_write_parquet()


def _plan(options: argparse.Namespace) -> Plan:
    model = model_options(options)
    names = [name for name in options.strategies.split(",") if name]
    seconds = None if options.executions is not None else options.seconds or DEFAULT_SECONDS
    return Plan(
        chosen(names, has_model=model.is_given),
        Budget(seconds, options.executions),
        options.seeds,
        options.most,
        tuple(options.only),
        model,
        options.existing_seconds,
        not options.shared_cores,
        not options.keep_failed,
    )


def listing_object(data: DataSet) -> dict[str, Any]:
    """What a data set holds, as JSON."""
    return {
        "event": "listing",
        "layout": data.layout,
        "counts": data.counts,
        "license": data.license_note,
        "programs": [
            {
                "id": each.id,
                "problem": each.problem,
                "language": each.language,
                "kind": each.kind,
                "category": each.category,
            }
            for each in data.programs
        ],
        "left_out": [{"name": each.name, "reason": each.reason} for each in data.left_out],
    }


def _say_listing(data: DataSet, as_json: bool) -> None:
    if as_json:
        console.print_json(listing_object(data))
        return
    out = console.console()
    console.say(out, f"{data.layout}: " + ", ".join(f"{count:,} {name}" for name, count in data.counts.items()))
    for program in data.programs:
        console.say(
            out,
            f"  {program.id}  ({program.language}, {program.kind}"
            f"{f', {program.category}' if program.category else ''})",
        )
    if data.left_out:
        console.say(out, f"left out: {len(data.left_out):,}")
    for each in data.left_out:
        console.say(out, f"  {each.name}: {each.reason}")


class _Work:
    """What has come; says it."""

    def __init__(self, options: argparse.Namespace, data: DataSet, plan: Plan, journal: Journal) -> None:
        self._options = options
        self._journal = journal
        self._data = data
        self._plan = plan
        self._new = 0
        self._failed = 0
        if not options.json:
            there = f"; rows that are there already: {len(journal):,}" if len(journal) else ""
            failed = f", of which failed: {journal.failed:,}" if journal.failed else ""
            again = " (done anew)" if failed and not options.keep_failed else ""
            units = sum(1 for _ in plan.units(data))
            more = " (those of transfer are known when searches are over)" if TRANSFER in plan.strategies else ""
            console.note(f"units: {units:,}{more}{there}{failed}{again}")

    def take(self, row: Row) -> None:
        """Says what a unit came to."""
        self._new += 1
        self._failed += row.outcome == FAILED
        if self._options.json:
            console.print_json(unit_object(row))
        else:
            unit = row.unit
            of = f" of {unit.found_by} for {unit.found_for}" if unit.found_by else ""
            console.note(f"{self._new:>6}  {unit.program.id}  {unit.strategy}{of}, seed {unit.seed}: {told_of(row)}")

    def finish(self, exit_code: int) -> int:
        """Writes and says what the rows come to, and how many units have none. Returns the exit code."""
        units = [unit.id in self._journal for unit in self._plan.all_units(self._data, self._journal.path.parent)]
        missing = units.count(False)
        try:
            made = self._written(self._options.to)
        except OSError as error:
            raise StoreUnwritable(
                f"{self._options.to}: can't be written ({error.strerror}).",
                "Free some disk; the same command then writes the report.",
            ) from error
        if self._options.json:
            console.print_json(
                {
                    "event": "finished",
                    "units": len(units),
                    "new_rows": self._new,
                    "failed": self._failed,
                    "failed_rows": self._journal.failed,
                    "without_row": missing,
                    "paths": {name: str(path) for name, path in made.items()},
                }
            )
            return exit_code
        console.note(f"new rows: {self._new:,}" + (f", of which failed: {self._failed:,}" if self._failed else ""))
        if self._journal.failed:
            console.note(f"rows that failed in all: {self._journal.failed:,}; the same command does their units anew")
        if TRANSFER in self._plan.strategies and not any(self._plan.transfers(self._data, self._options.to)):
            console.note(
                "transfer had nothing to measure: of no problem two accepted programs have measured existing tests, and"
                " one of those that are chosen found inputs"
            )
        if missing:
            console.note(f"units without a row: {missing:,}; the same command does them")
        for name, path in made.items():
            console.note(f"{name}: {path}")
        if not parquet.is_there():
            console.note("rows.parquet, intervals and plots need the extra: pip install 'slowpath[scale]'")
        return exit_code

    def _written(self, folder: Path) -> dict[str, Path]:
        made = {"rows": folder / NAME, "report": write_report(folder)}
        if parquet.is_there():
            made["parquet"] = folder / parquet.WHOLE
        if self._options.compare is not None:
            made["comparison"] = write_comparison(folder, self._options.compare)
        if self._options.export:
            made |= {path.stem: path for path in export(folder, self._data.license_note)}
        return made


def told_of(row: Row) -> str:
    """What a unit came to, for a line: the slowest input's count, the verdict on a breaking input, or the reason."""
    if row.is_done and row.inputs:
        return f"{row.inputs[0].count:,}"
    if row.exposure is not None and row.exposure.verdict:
        return f"a breaking input ({row.exposure.verdict})"
    if row.optimised is not None and row.optimised.proven:
        return "a faster version"
    return row.reason


def unit_object(row: Row) -> dict[str, Any]:
    """What a unit came to, as JSON: the row in short."""
    unit = row.unit
    return {
        "event": "unit",
        "id": unit.id,
        "program": unit.program.id,
        "strategy": unit.strategy,
        "seed": unit.seed,
        "found_by": unit.found_by,
        "found_for": unit.found_for,
        "outcome": row.outcome,
        "code": row.code,
        "reason": row.reason,
        "inputs": len(row.inputs),
        "count": row.inputs[0].count if row.inputs else None,
        "search_s": row.search_s,
        "wall_s": row.wall_s,
        "own_core": row.own_core,
        "node": row.node,
    }
