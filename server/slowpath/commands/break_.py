"""`slowpath break`: a valid input on which a program fails, small and explained.

Theory of operation: the search runs in this process; bytes are kept in memory. What was found is written to its files
with every event that betters it, so that nothing is lost when the process is killed. Ctrl-C and SIGTERM end the search
and still print the result.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, break_json, break_model, console, failing
from slowpath.commands.break_view import BreakLiveView
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE, Stopping, stopping, told_if_interrupted
from slowpath.model.breaking import BreakEvent, BreakFound, BreakSpec, BreakView, fold_break
from slowpath.model.campaign import Ended
from slowpath.pipeline.opponents import known_inputs
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

DEFAULT_SECONDS = 60.0
FOUND_EXIT_CODE = 11


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "break",
        help=SUMMARIES["break"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Finds a valid input on which the program gives a wrong answer, crashes, or is over its limits;"
        " makes it small,\nsays what kind of bug it is, and writes it to a file with its answer.",
        epilog="examples:\n  slowpath break main.cpp                          (references beside it: brute.cpp,"
        " accepted/, ...)\n  slowpath break main.cpp --reference slow.py --seconds 10\n"
        "  slowpath break wrong.cpp --accepted right.cpp --json",
    )
    arguments.add_file(parser)
    parser.add_argument(
        "--reference",
        metavar="REF",
        type=Path,
        action="append",
        dest="references",
        help="a solution that is right, or simple and slow; repeatable (default: those beside FILE)",
    )
    parser.add_argument(
        "--no-references",
        action="store_const",
        const=[],
        dest="references",
        help="use no reference, also where one lies beside FILE",
    )
    parser.add_argument(
        "--accepted",
        metavar="FILE",
        type=Path,
        help="a right version of this very program: shows where it goes wrong, and is a reference",
    )
    parser.add_argument(
        "--checker",
        metavar="FILE",
        type=Path,
        help="what judges outputs: a testlib checker, a Kattis output validator or a Python checker"
        " (default: the problem's own, else tokens are compared)",
    )
    parser.add_argument(
        "--compare",
        metavar="FLAGS",
        default="",
        help="how outputs are compared without a checker: flags of the ICPC judge, such as"
        " 'case_sensitive float_tolerance 1e-6' (default: as the package or statement says)",
    )
    parser.add_argument(
        "--known",
        metavar="FILE|DIR",
        type=Path,
        action="append",
        default=[],
        help="an input on which the program is known to fail, or a folder of such (*.in): look for"
        " another failure; repeatable",
    )
    arguments.add_budget(parser, DEFAULT_SECONDS)
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--save",
        metavar="DIR",
        type=Path,
        help="write the input, its answer and its replay file here (default: a folder of its own in the"
        " state directory)",
    )
    where.add_argument("--save-test", action="store_true", help="write them where this problem's tests lie")
    parser.add_argument("--no-sanitizers", action="store_true", help="don't build the program under sanitizers")
    parser.add_argument(
        "--fail-on-found",
        action="store_true",
        help=f"end with exit code {FOUND_EXIT_CODE} when a breaking input was found",
    )
    arguments.add_format(parser)
    break_model.add(parser)
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    began = options.began_s
    settings = arguments.load_settings(options)
    with told_if_interrupted(partial(_say_stopped, options)):
        solution = pipeline.read_solution(options.file)
        problem = pipeline.read_problem(solution, options.problem)
        right = pipeline.right_programs(options.references, options.accepted)
        ahead = partial(pipeline.build_ahead, solution, settings, tests=False)
        report = arguments.format_report(options, problem, solution, settings, right, ahead)
        budget = arguments.budget(options)
        spec = pipeline.break_spec(
            solution,
            problem,
            report,
            settings,
            budget,
            options.seed,
            references=options.references,
            accepted=options.accepted,
            checker=options.checker,
            compare=options.compare,
            sanitize=not options.no_sanitizers,
            known=known_inputs(options.known),
        )
        model = break_model.BreakModel(options, settings)
        spec = model.with_ideas(spec, problem, report)
    folder = settings.state_dir / "broken" / f"{solution.path.stem}-{time.time_ns():x}"
    if options.save_test and problem.save_dir is not None:
        folder = problem.save_dir
    search = _Search(spec, options.save or folder, began)
    with stopping(search.stop) as ending, BreakLiveView(problem, report, as_json=options.json) as live:
        view = search.run(settings, live, ending)
    view = model.with_category(spec, problem, view, search.read)
    return _finish(search, view, live, report.text, options)


def _say_stopped(options: argparse.Namespace) -> None:
    """That it was interrupted before the search began."""
    if options.json:
        view = BreakView(path=str(options.file), state="stopped", elapsed_s=time.monotonic() - options.began_s)
        console.print_json(break_json.finished_object(view, None, lambda _: None, "", None))


class _Search:
    """One search in this process; `stop` may be called from a signal handler."""

    def __init__(self, spec: BreakSpec, folder: Path, began: float) -> None:
        self.interrupted = False
        self.failure: Ended | None = None
        self.time_s: float | None = None
        self._spec = spec
        self._files = pipeline.BreakFolder(folder, spec)
        self._began = began
        self._store = MemoryStore()

    def stop(self) -> None:
        self.interrupted = True

    def run(self, settings: Settings, live: BreakLiveView, ending: Stopping) -> BreakView:
        view = BreakView()
        events = pipeline.find_break(
            self._spec,
            settings,
            keep=self._store.put_input,
            stop=lambda: self.interrupted,
            clock=time.monotonic,
            began_s=self._began,
        )
        for event in ending.advance(events, pipeline.ends_s(self._spec.budget, self._began)):
            view = fold_break(view, event)
            self._take(event)
            live.show(event, view)
        return view

    @property
    def files(self) -> pipeline.BreakFiles | None:
        """What was written of the input that is told."""
        return self._files.written

    def read(self, identity: str) -> bytes | None:
        """The bytes of an input or an output."""
        return self._store.input(identity)

    def _take(self, event: BreakEvent) -> None:
        if isinstance(event, Ended) and event.outcome == "failed":
            self.failure = event
        if isinstance(event, BreakFound):
            if self.time_s is None and event.breaking.is_break:
                self.time_s = time.monotonic() - self._began
            self._files.keep(event.breaking, self.read)


def _finish(
    search: _Search, view: BreakView, live: BreakLiveView, format_text: str, options: argparse.Namespace
) -> int:
    exit_code = 0
    if search.failure is not None:
        exit_code = failing.tell(pipeline.error_of(search.failure), options.json)
    if search.failure is None or view.breaking is not None:
        if options.json:
            console.print_json(break_json.finished_object(view, search.files, search.read, format_text, search.time_s))
        live.result(
            view,
            search.files,
            search.read,
            pipeline.replay_command(search.files.replay) if search.files is not None else "",
        )
    if search.interrupted and not exit_code:
        return INTERRUPTED_EXIT_CODE
    is_found = view.breaking is not None and view.breaking.is_break
    return exit_code or (FOUND_EXIT_CODE if options.fail_on_found and is_found else 0)
