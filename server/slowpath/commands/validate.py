"""`slowpath validate`: is an input valid, and who says so: the package's validators and the input format."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console
from slowpath.errors import InputInvalid, UsageError
from slowpath.model.format import FormatReport
from slowpath.model.origin import input_id
from slowpath.model.problem import Problem, Solution

_MARKS = {True: ("valid", "green"), False: ("INVALID", "red"), None: ("unknown", "yellow")}


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "validate",
        help=SUMMARIES["validate"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Judges inputs by the validators of the problem's package, which are compiled and run, and by the"
        " input format. The package's validators win.",
        epilog="examples:\n  slowpath validate main.cpp --input slow-1.in\n"
        "  slowpath validate main.py --input a.in --input b.in --strict --json",
    )
    arguments.add_file(parser)
    parser.add_argument(
        "--input",
        metavar="X",
        type=Path,
        action="append",
        required=True,
        dest="inputs",
        help="an input to judge; repeatable",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="for the input format, blanks and line ends must be exactly as it prints them",
    )
    arguments.add_format(parser)
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: that of `InputInvalid` when some input isn't valid."""
    inputs = [(path, arguments.read_input(path)) for path in options.inputs]
    solution = pipeline.read_solution(options.file)
    problem = pipeline.read_problem(solution, options.problem)
    report = _report(options, problem, solution)
    judges = pipeline.judges_of(problem, report, arguments.load_settings(options), strict_layout=options.strict)
    judged = [(path, data, pipeline.judged(judges, data)) for path, data in inputs]
    for path, data, result in judged:
        if options.json:
            console.print_json(_object(path, data, result))
        else:
            _print(path, result)
    if options.json:
        console.print_json(
            {"event": "summary", "inputs": len(judged), "valid": sum(result.valid is True for _, _, result in judged)}
        )
    return 0 if all(result.valid for _, _, result in judged) else InputInvalid.exit_code


def _report(options: argparse.Namespace, problem: Problem, solution: Solution) -> FormatReport:
    if options.format_file is None:
        return pipeline.infer_format(problem, solution)
    try:
        text = options.format_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--format {options.format_file}: can't be read ({error}).", "Give a text file.") from error
    return pipeline.format_from_text(text, options.format_file, problem)


def _object(path: Path, data: bytes, result: pipeline.Judgement) -> dict[str, Any]:
    return {
        "event": "validated",
        "path": str(path),
        "size": len(data),
        "id": input_id(data),
        "valid": result.valid,
        "judges": [
            {
                "name": opinion.name,
                "kind": opinion.kind,
                "valid": opinion.verdict.valid,
                "reason": opinion.verdict.reason,
                "believed": opinion.believed,
            }
            for opinion in result.opinions
        ],
    }


def _print(path: Path, result: pipeline.Judgement) -> None:
    out = console.console()
    mark, style = _MARKS[result.valid]
    console.say(out, f"{path}: {mark}", style)
    for opinion in result.opinions:
        said = _MARKS[opinion.verdict.valid][0].lower()
        aside = "" if opinion.believed else " (not believed)"
        console.say(
            out, f"  {opinion.name}{aside}: {said}{', ' if opinion.verdict.reason else ''}{opinion.verdict.reason}"
        )
