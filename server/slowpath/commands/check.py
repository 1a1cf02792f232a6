"""`slowpath check`: puts checkers into a copy of a program, or into the program, and takes them out again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console
from slowpath.errors import CheckerRefused, StoreUnwritable, UsageError
from slowpath.model.constraint import ConstraintState, InstrumentedText, RejectedCondition
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings
from slowpath.storage.whole import write_whole

MODES = ("count", "stderr", "abort")


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "check",
        help=SUMMARIES["check"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Writes a copy of the program with checkers for constraints that `slowpath constraints` found, or"
        " without them.\nA checker counts how often its condition held; it changes no output. With"
        " SLOWPATH_CHECKERS=1 in its environment\nthe program says the counts on standard error when it"
        " ends.",
        epilog="examples:\n  slowpath constraints main.cpp && slowpath check main.cpp --insert all\n"
        "  slowpath check main.cpp --insert 3f2a --in-place\n  slowpath check main.cpp --remove --in-place",
    )
    arguments.add_file(parser)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument(
        "--insert",
        metavar="ID|all",
        action="append",
        help="a constraint's id (its beginning will do), or all that are faithful; repeatable",
    )
    action.add_argument("--remove", action="store_true", help="take every checker out: the file as it was before")
    parser.add_argument(
        "--mode",
        choices=MODES,
        default="count",
        help="count: count only (default); stderr: always say the counts at the end; abort: end the"
        " program when a condition holds, for external fuzzers",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--in-place", action="store_true", help="change FILE itself")
    where.add_argument(
        "--output",
        metavar="COPY",
        type=Path,
        help="where the copy goes (default: FILE.checked.cpp, or without checkers FILE.plain.cpp)",
    )
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code."""
    settings = arguments.load_settings(options)
    solution = pipeline.read_solution(options.file)
    before = pipeline.checker_ids(solution)
    text = (
        InstrumentedText(pipeline.without_checkers(solution))
        if options.remove
        else _inserted(options, solution, settings)
    )
    path = _destination(options)
    _write(path, text.source)
    removed = before if options.remove else ()
    if options.json:
        console.print_json(
            {
                "event": "checked",
                "path": str(path),
                "inserted": list(text.inserted),
                "removed": list(removed),
                "refused": [{"id": each.constraint_id, "reason": each.reason} for each in text.rejected],
            }
        )
        return 0
    for each in text.rejected:
        console.note(f"left out {each.constraint_id}: {console.plain(each.reason)}")
    done = f"{len(removed)} checkers taken out" if options.remove else f"{len(text.inserted)} checkers in it"
    console.say(console.console(), f"{path}: {done}")
    return 0


def _inserted(options: argparse.Namespace, solution: Solution, settings: Settings) -> InstrumentedText:
    """The text with what was asked for; what isn't faithful is left out of "all" and refused by name."""
    problem = pipeline.read_problem(solution, options.problem)
    known = pipeline.known_constraints(solution, settings)
    everything = "all" in options.insert
    wanted = _faithful_or_unjudged(known.states) if everything else _named(options.insert, known)
    judged = _judged(wanted, known, solution, problem, settings)
    refused = tuple(
        RejectedCondition(state.constraint.id, state.checker.reason or "it isn't faithful")
        for state in judged
        if state.checker is not None and not state.checker.is_faithful
    )
    if refused and not everything:
        raise CheckerRefused(
            f"The checker of {refused[0].constraint_id} isn't inserted: {refused[0].reason}.",
            "Choose another constraint; `slowpath constraints FILE` lists them.",
        )
    faithful = [state.constraint for state in judged if state.checker is not None and state.checker.is_faithful]
    if not faithful:
        raise CheckerRefused(
            "There is no faithful checker to insert.",
            "Run `slowpath constraints FILE` first, longer if need be: it finds and tests them.",
        )
    text = pipeline.with_checkers(solution, faithful, options.mode)
    return replace(text, rejected=(*refused, *text.rejected))


def _faithful_or_unjudged(states: Sequence[ConstraintState]) -> list[ConstraintState]:
    return [state for state in states if state.is_shown and (state.checker is None or state.checker.is_faithful)]


def _named(names: Sequence[str], known: pipeline.KnownConstraints) -> list[ConstraintState]:
    found = []
    for name in names:
        state = known.find(name)
        if state is None:
            raise UsageError(
                f"--insert {name}: no such constraint of this text, or more than one.",
                "`slowpath constraints FILE` lists the ids; run it again after an edit.",
            )
        found.append(state)
    return found


def _judged(
    states: Sequence[ConstraintState],
    known: pipeline.KnownConstraints,
    solution: Solution,
    problem: Problem,
    settings: Settings,
) -> list[ConstraintState]:
    """The states with a verdict each; those without are judged now, on the pair and the samples."""
    waiting = [state.constraint for state in states if state.checker is None]
    if not waiting:
        return list(states)
    plain = replace(solution, source=pipeline.without_checkers(solution))
    samples = [sample.data for sample in problem.samples]
    verdicts = dict(
        zip(
            [each.id for each in waiting],
            pipeline.judge_checkers(plain, waiting, known.slow, known.fast, samples, settings),
            strict=True,
        )
    )
    return [replace(state, checker=verdicts.get(state.constraint.id, state.checker)) for state in states]


def _destination(options: argparse.Namespace) -> Path:
    if options.in_place:
        return options.file
    word = "plain" if options.remove else "checked"
    return options.output or options.file.with_name(f"{options.file.stem}.{word}{options.file.suffix}")


def _write(path: Path, source: bytes) -> None:
    try:
        write_whole(path, source)
    except OSError as error:
        raise StoreUnwritable(
            f"{path}: can't be written ({error.strerror}).", "Choose another place with --output."
        ) from error
