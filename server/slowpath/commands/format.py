"""`slowpath format`: the inferred input format, and where each fact came from."""

from __future__ import annotations

import argparse

from slowpath import pipeline, wire
from slowpath.commands import arguments, console
from slowpath.errors import FormatUnknown
from slowpath.model.format import FormatReport


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "format", help="the inferred input format", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Infers what an input is, from the statement, the samples and the program's own reads.",
        epilog="examples:\n  slowpath format examples/quicksort/solution.cpp\n  slowpath format main.py --json")
    arguments.add_file(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: that of `FormatUnknown` when nothing fits."""
    solution = pipeline.read_solution(options.file)
    report = pipeline.infer_format(pipeline.read_problem(solution, options.problem), solution)
    if options.json:
        console.print_json({"event": "format", **wire.encode(report)})
    else:
        _print(report)
    return 0 if report.format is not None else FormatUnknown.exit_code


def _print(report: FormatReport) -> None:
    out = console.console()
    console.say(out, report.text.rstrip() if report.format else "The input format can't be inferred.", "bold")
    if report.evidence:
        out.print("\nwhere from:")
    for evidence in report.evidence:
        place = f" line {evidence.line}" if evidence.line else ""
        console.say(out, f"  {evidence.about}: {evidence.fact}  [{evidence.source}{place}] {evidence.quote}".rstrip())
    if report.assumed:
        console.say(out, f"\nassumed, no source gives them: bounds of {', '.join(report.assumed)}")
    if report.misfits:
        out.print("\nwhat doesn't fit:")
    for misfit in report.misfits:
        console.say(out, f"  {misfit.where}: {misfit.message} {misfit.decision}".rstrip())
