"""`slowpath optimize`: a faster version of a program, proven before it is shown.

Theory of operation: all runs in this process; bytes are kept in memory. The faster program is written to a file of its
own; the user's file is changed only with `--apply`. Slow inputs are kept where the problem's tests lie once the user
keeps anything of the result, else beside the faster program. Ctrl-C ends the work and still prints the result.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, failing, json_objects, optimize_model
from slowpath.commands.stopping import INTERRUPTED_EXIT_CODE, stopping
from slowpath.errors import StoreUnwritable, UsageError
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.growth import Growth
from slowpath.model.problem import Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite, Speed
from slowpath.storage.memory import MemoryStore
from slowpath.storage.whole import write_whole

DEFAULT_SECONDS = 60.0


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "optimize",
        help=SUMMARIES["optimize"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Rewrites slow idioms, shows that the program still prints the same on every input that can be"
        " found,\nand measures how much faster it is on slow inputs.",
        epilog="examples:\n  slowpath optimize main.py\n"
        "  slowpath optimize main.cpp --input slow.in --apply --save-test",
    )
    arguments.add_file(parser)
    arguments.add_budget(
        parser, DEFAULT_SECONDS, seconds="about how long the whole takes", executions="look at this many runs instead"
    )
    parser.add_argument(
        "--input",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        dest="inputs",
        help="an input on which the program is slow; repeatable (default: they are searched for)",
    )
    parser.add_argument(
        "--reference",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        dest="references",
        help="a solution that is right: the program must agree with it first; repeatable",
    )
    parser.add_argument("--seed", metavar="K", type=int, default=0, help="seed of all randomness (default: 0)")
    parser.add_argument(
        "--save",
        metavar="DIR",
        type=Path,
        help="write the faster program here, and the slow inputs with their answers (default: a folder"
        " of its own in the state directory)",
    )
    parser.add_argument(
        "--save-test",
        action="store_true",
        help="write the slow inputs with their answers where this problem's tests lie",
    )
    parser.add_argument("--apply", action="store_true", help="put the faster program in FILE's place")
    arguments.add_format(parser)
    arguments.add_toolchain(parser)
    optimize_model.add(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    settings = arguments.load_settings(options)
    solution = pipeline.read_solution(options.file)
    problem = pipeline.read_problem(solution, options.problem)
    report = arguments.format_report(options, problem, solution, settings)
    folder = options.save or settings.state_dir / "optimized" / f"{solution.path.stem}-{time.time_ns():x}"
    budget = arguments.budget(options)
    model = optimize_model.OptimizeModel(options, settings, solution, problem)
    tests = problem.save_dir if options.save_test and problem.save_dir is not None else folder
    work = _Work(solution, folder, tests, options)
    given = [(path.name, arguments.read_input(path)) for path in options.inputs]
    with stopping(work.stop) as ending:
        for event in ending.advance(
            model.events(
                report,
                budget=budget,
                seed=options.seed,
                given=given,
                references=options.references,
                keep=work.store.put_input,
                stop=lambda: work.interrupted,
                clock=time.monotonic,
            )
        ):
            work.take(event)
            if isinstance(event, ProvenRewrite):
                model.export(event)
    model.finish()
    return work.finish()


class _Work:
    """What is shown and refused; `stop` may be called from a signal handler."""

    def __init__(self, solution: Solution, folder: Path, tests: Path, options: argparse.Namespace) -> None:
        self.interrupted = False
        self.store = MemoryStore()
        self._solution, self._folder, self._tests, self._options = solution, folder, tests, options
        self._files = pipeline.FasterFolder(folder)
        self._shown: list[tuple[ProvenRewrite, Path, list[Path]]] = []
        self._refused: list[tuple[RefusedRewrite, Path | None]] = []
        self._failure: Ended | None = None

    def stop(self) -> None:
        self.interrupted = True

    def take(self, event: pipeline.Optimizing) -> None:
        """Keeps what an event says, and says it."""
        if isinstance(event, ProvenRewrite):
            path = self._files.write(self._solution.path.name, event.source)
            self._shown.append((event, path, self._kept_tests(event)))
            if self._options.apply:
                self._put_in_place(event)
        elif isinstance(event, RefusedRewrite):
            against = self._files.write_against(self.store.input(event.input_id) if event.input_id else None)
            self._refused.append((event, against))
        elif isinstance(event, Ended):
            self._failure = event if event.outcome == "failed" else None
        if not self._options.json:
            self._say(event)
        elif isinstance(event, PhaseEntered | Warned):
            console.print_json(json_objects.event_object(event))

    def finish(self) -> int:
        """Prints the result. Returns the exit code."""
        if self._failure is not None:
            return failing.tell(pipeline.error_of(self._failure), self._options.json)
        if self._options.json:
            console.print_json(
                {
                    "event": "finished",
                    "shown": [shown_object(*entry) for entry in self._shown],
                    "refused": [refused_object(*entry) for entry in self._refused],
                }
            )
        elif not self._shown:
            console.note("No faster version is shown.")
        return INTERRUPTED_EXIT_CODE if self.interrupted else 0

    def _say(self, event: pipeline.Optimizing) -> None:
        if isinstance(event, PhaseEntered):
            console.note(event.message)
        elif isinstance(event, Warned):
            console.note(" ".join(part for part in (event.message, event.remedy) if part))
        elif isinstance(event, RefusedRewrite):
            _, against = self._refused[-1]
            console.note(
                f"refused: {pipeline.in_titles(event.origin)}: {event.reason}"
                f"{f' ({against})' if against is not None else ''}"
            )
        elif isinstance(event, ProvenRewrite):
            out = console.console()
            _, path, tests = self._shown[-1]
            for line in [*pipeline.faster_sentences(event), str(path)]:
                console.say(out, line)
            if tests and self._tests != self._folder:
                console.say(out, f"kept as tests: {', '.join(map(str, tests))}")

    def _kept_tests(self, proven: ProvenRewrite) -> list[Path]:
        """Writes the slow inputs with their right answers, to hold later versions against."""
        pairs = [(self.store.input(test.input_id), self.store.input(test.answer_id)) for test in proven.tests]
        return pipeline.save_slow_tests(
            self._tests, [(data, answer) for data, answer in pairs if data is not None and answer is not None]
        )

    def _put_in_place(self, proven: ProvenRewrite) -> None:
        path = self._solution.path
        try:
            if path.read_bytes() != self._solution.source:
                raise UsageError(f"{path} was changed meanwhile, so it is left as it is.", "Start again.")
            write_whole(path, proven.source)
        except OSError as error:
            raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Check its permissions.") from error


def refused_object(refused: RefusedRewrite, against: Path | None) -> dict[str, Any]:
    """A version that isn't shown, and the file of the input that spoke against it."""
    return {
        "origin": refused.origin,
        "title": pipeline.in_titles(refused.origin),
        "reason": refused.reason,
        "input": str(against) if against is not None else None,
    }


def shown_object(proven: ProvenRewrite, path: Path, tests: Sequence[Path] = ()) -> dict[str, Any]:
    """A faster program that is shown; its slow inputs were written to `tests`."""
    return {
        "path": str(path),
        "tests": [str(test) for test in tests],
        "origin": proven.origin,
        "changes": [
            {"rule": step.rule, "line": step.line, "title": step.title, "reason": step.reason} for step in proven.steps
        ],
        "inputs_agreed": proven.inputs_agreed,
        "inputs_left_out": proven.inputs_left_out,
        "speedup": _speed_object(proven.speed),
        "memory_reduction": proven.speed.memory_reduction,
        "growth_before": _formula(proven.growth_before),
        "growth_after": _formula(proven.growth_after),
    }


def _formula(growth: Growth | None) -> str | None:
    return growth.formula if growth is not None else None


def _speed_object(speed: Speed) -> dict[str, Any]:
    return {
        "per_input": [
            {
                "name": each.name,
                "size": each.size,
                "before_s": each.before_s,
                "after_s": each.after_s,
                "ratio": each.ratio,
                "low": each.low,
                "high": each.high,
                "at_least": each.at_least,
                "both_cut": each.both_cut,
                "of": each.of,
                "within_limit": each.within_limit,
            }
            for each in speed.per_input
        ],
        "geomean": speed.geomean,
        "spread": [speed.low, speed.high],
        "time_limit_s": speed.time_limit_s,
    }
