"""`slowpath find`: the inputs that make a program slow.

Theory of operation: the campaign runs in this process, over a store in memory. Each slow input is written
to its file the moment it is confirmed, so that nothing is lost when the process is killed; at the end the
files are named by rank. Ctrl-C and SIGTERM end the search and still print the result.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, failing, find_model, generators, json_objects
from slowpath.commands.live import LiveView
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE, Stopping, stopping, told_if_interrupted
from slowpath.model.campaign import CampaignEvent, CampaignSpec, Ended, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings
from slowpath.storage.memory import FollowedStore

DEFAULT_SECONDS = 30.0
LATE_S = 0.3
"""How late a search may end by itself before it is ended."""


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "find",
        help=SUMMARIES["find"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Finds valid inputs that make the program slow, confirms each on a clean build,"
        " and writes them to files.",
        epilog="examples:\n  slowpath find examples/quicksort/solution.cpp\n"
        "  slowpath find main.py --seconds 10 --save slow/\n"
        "  slowpath find main.cpp --executions 5000 --seed 7 --json",
    )
    arguments.add_file(parser)
    arguments.add_budget(parser, DEFAULT_SECONDS)
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=arguments.positive_float,
        help="the time limit in CPU seconds (default: the package's); no run goes far past it",
    )
    parser.add_argument(
        "--save",
        metavar="DIR",
        type=Path,
        help="write inputs and replay files here (default: a folder of its own in the state directory)",
    )
    parser.add_argument("--strategies", metavar="A,B", default="", help="only these search strategies (default: all)")
    parser.add_argument(
        "--generators",
        metavar="METHOD",
        choices=generators.METHODS,
        help="ask a language model for generators first: stab, tg, sas or plain (default: no model)",
    )
    parser.add_argument(
        "--no-model",
        action="store_true",
        help="don't ask the language model that is configured how it reads the statement",
    )
    arguments.add_ablations(parser)
    arguments.add_format(parser)
    arguments.add_model(parser)
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    began = options.began_s
    settings = arguments.load_settings(options)
    options.strategies = pipeline.strategy_names(options.strategies)
    with told_if_interrupted(partial(_say_stopped, options)):
        solution = pipeline.read_solution(options.file)
        problem = pipeline.with_time_limit(pipeline.read_problem(solution, options.problem), options.time_limit)
        ahead = partial(pipeline.build_ahead, solution, settings)
        report = arguments.format_report(options, problem, solution, settings, ahead=ahead)
        model = find_model.Reading(options, problem, solution, settings)
        report = model.before(report)
        specify = partial(_specified, options, problem, solution, settings)
        spec = model.specified(specify, report)
        if options.generators is not None:
            spec = generators.with_generators(spec, options, solution, problem, report, settings)
    identity = pipeline.campaign_id(spec, str(time.time_ns()))
    folder = options.save or settings.state_dir / "found" / f"{solution.path.stem}-{identity}"
    if spec.budget.seconds is not None:
        began = pipeline.search_began_s(began, spec.budget.seconds, time.monotonic())
    files = pipeline.SlowFiles(folder, spec)
    search = _Search(spec, identity, files, began)
    finding = model.finding(specify, report, files.use)
    with stopping(search.stop) as ending, LiveView(problem, report, spec.budget, as_json=options.json) as live:
        view = search.run(settings, live, finding, ending)
    return _finish(search, view, report.text, options.json)


def _say_stopped(options: argparse.Namespace) -> None:
    """That it was interrupted before the search began."""
    if options.json:
        view = CampaignView(path=str(options.file), state="stopped", elapsed_s=time.monotonic() - options.began_s)
        console.print_json(json_objects.finished_object(view, [], "", None))


def _specified(
    options: argparse.Namespace, problem: Problem, solution: Solution, settings: Settings, report: FormatReport
) -> CampaignSpec:
    """The search that the command asks for, under a format."""
    budget = arguments.budget(options)
    if not find_model.takes_kept(options):
        settings = replace(settings, llm_model="")
    return pipeline.campaign_spec(
        solution, problem, report, settings, budget, options.seed, options.strategies, ablations=tuple(options.ablate)
    )


class _Search:
    """One campaign in this process; `stop` may be called from a signal handler."""

    def __init__(self, spec: CampaignSpec, identity: str, files: pipeline.SlowFiles, began: float) -> None:
        self.interrupted = False
        self.files = files
        self.time_to_first_s: float | None = None
        self.failure: Ended | None = None
        self._spec = spec
        self._identity = identity
        self._began = began
        self._store = FollowedStore()

    def stop(self) -> None:
        self.interrupted = True

    def run(self, settings: Settings, live: LiveView, finding: find_model.Finding, ending: Stopping) -> CampaignView:
        view = CampaignView()
        events = finding(
            self._spec,
            settings,
            self._store,
            campaign_id=self._identity,
            stop=lambda: self.interrupted,
            clock=time.monotonic,
            began_s=self._began,
        )
        for event in ending.advance(events, pipeline.ends_s(self._spec.budget, self._began) + LATE_S):
            view = fold(view, event)
            self._keep(event)
            if isinstance(event, Ended) and event.outcome == "failed":
                self.failure = event
            live.show(event, view)
        return view

    def read(self, identity: str) -> bytes | None:
        """The bytes of an input that was found."""
        return self._store.input(identity)

    def _keep(self, event: CampaignEvent) -> None:
        self.files.keep(event, self.read)
        if isinstance(event, SlowInputFound):
            found = event.slow_input
            if self.time_to_first_s is None and found.ratio >= 10 and found.validity.is_sure:
                self.time_to_first_s = time.monotonic() - self._began


def _finish(search: _Search, view: CampaignView, format_text: str, as_json: bool) -> int:
    saved = search.files.name_by_rank(view.slow_inputs, search.read)
    faults = search.files.write_faults(view.faults, search.read)
    exit_code = 0
    if search.failure is not None:
        exit_code = failing.tell(pipeline.error_of(search.failure), as_json)
    if as_json and (search.failure is None or view.slow_inputs or view.faults):
        console.print_json(
            json_objects.finished_object(
                view, _rows(search, view, saved), format_text, search.time_to_first_s, _faults(view, faults)
            )
        )
    elif not as_json:
        _say_end(search, view, len(saved) + len(faults))
    return INTERRUPTED_EXIT_CODE if search.interrupted and not exit_code else exit_code


def _say_end(search: _Search, view: CampaignView, kept: int) -> None:
    """How sure it is that there is nothing worse, and where the `kept` inputs are."""
    if view.state == "finished" and view.message:
        console.note(f"\n{view.message}")
    if kept:
        told = "1 input with its replay file" if kept == 1 else f"{kept} inputs with their replay files"
        console.note(f"\n{told}: {search.files.folder}")


def _rows(search: _Search, view: CampaignView, saved: Mapping[str, pipeline.SavedInput]) -> list[dict]:
    rows = []
    for slow in view.slow_inputs:
        if slow.id in saved:
            files = {"path": str(saved[slow.id].path), "replay": str(saved[slow.id].replay_path)}
            twin = search.files.twins.get(slow.id)
            rows.append(json_objects.slow_input_object(slow, {**files, **({"minimised": str(twin)} if twin else {})}))
    return rows


def _faults(view: CampaignView, saved: Mapping[str, pipeline.SavedInput]) -> list[dict]:
    return [
        json_objects.fault_object(fault, str(saved[fault.id].path), str(saved[fault.id].replay_path))
        for fault in view.faults
        if fault.id in saved
    ]
