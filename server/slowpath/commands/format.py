"""`slowpath format`: the inferred input format, and where each fact came from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console
from slowpath.errors import FormatUnknown
from slowpath.llm.options import add_obtained
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import ModelReading
from slowpath.pipeline.remarks import doubt_sentence, misfit_sentence
from slowpath.settings import Settings

LIKE = 0.25
"""The similarity to a scenario's problems from which it is worth a person's look; the search tries the others too."""
MOST_SELECTIONS = 3
MOST_BOUNDARIES = 8
READING_ROUNDS = 4
_SIGNS = {"used": ("+", ""), "unclear": ("?", "yellow"), "other": ("-", "dim")}


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "format",
        help=SUMMARIES["format"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Infers what an input is, from the statement, the samples, how the program's text reads, and,"
        " where these leave a doubt, from running the program.",
        epilog="examples:\n  slowpath format examples/quicksort/solution.cpp\n  slowpath format main.py --json\n"
        "  slowpath format main.py --write     (a file to edit, which wins from then on)\n"
        "  slowpath format main.py --model M   (a language model reads the statement too)\n"
        "  slowpath format main.py --invalid odd.in   (you know that this input isn't valid)",
    )
    arguments.add_file(parser)
    parser.add_argument(
        "--no-run", action="store_true", help="never build or run the program, not even where there is doubt"
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="save the inferred format beside the problem, with comments that say where it came from",
    )
    parser.add_argument(
        "--sentences",
        action="store_true",
        help="show every sentence of the statement, also those that say nothing of the input",
    )
    parser.add_argument("--force", action="store_true", help="with --write: overwrite the format that is there")
    for verdict, what in (("valid", "a valid input"), ("invalid", "an input that isn't valid")):
        parser.add_argument(
            f"--{verdict}",
            metavar="INPUT",
            type=Path,
            action="append",
            default=[],
            help=f"keep this file beside the problem as {what}: everything goes by that from then on; repeatable",
        )
    arguments.add_toolchain(parser)
    parser.add_argument(
        "--as",
        choices=("checktestdata",),
        dest="script",
        help="print the format as a script of this kind, for other tools",
    )
    add_obtained(parser)
    arguments.add_model(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run, rounds=READING_ROUNDS)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: that of `FormatUnknown` when nothing fits."""
    solution = pipeline.read_solution(options.file)
    problem = pipeline.read_problem(solution, options.problem)
    settings = arguments.load_settings(options)
    given = [(arguments.read_input(path, "--valid"), True) for path in options.valid]
    given += [(arguments.read_input(path, "--invalid"), False) for path in options.invalid]
    problem = _judged(problem, solution, options, given)
    report, reading = _read(problem, solution, options, settings)
    while reading is not None and (verdicts := _format_model().verdicts_of_user(reading, options.json)):
        problem = _judged(problem, solution, options, verdicts)
        report, reading = _read(problem, solution, options, settings)
    if options.script and report.format is not None:
        return _print_script(report, options.json)
    written = _write(problem, solution, report, options.force) if options.write else None
    if options.json:
        place: dict[str, Any] = {"written": str(written)} if written else {}
        place |= {"reading": _format_model().reading_object(reading)} if reading is not None else {}
        console.print_json(
            {
                "event": "format",
                **_encoded(report),
                **place,
                "boundaries": [vars(boundary) for boundary in pipeline.resolved_boundaries(report)],
                "selections": _selections(problem, solution),
            }
        )
    else:
        for remark in problem.notes:
            console.note(remark)
        _print(report, every_sentence=options.sentences, is_judged=bool(problem.validators))
        if reading is not None:
            _format_model().show(reading)
        _print_boundaries(report)
        _print_selections(problem, solution)
        if written:
            what = "written to" if report.format else "a skeleton to complete was written to"
            console.note(f"{what} {written}; what stands there wins over inference from now on")
    return 0 if report.format is not None else FormatUnknown.exit_code


def _format_model() -> ModuleType:
    """What is needed only where a model is asked, or recordings of one."""
    from slowpath.commands import format_model

    return format_model


def _encoded(report: FormatReport) -> dict[str, Any]:
    from slowpath import wire

    return wire.encode(report)


def _judged(
    problem: Problem, solution: Solution, options: argparse.Namespace, verdicts: Sequence[tuple[bytes, bool]]
) -> Problem:
    """The problem once the verdicts on inputs are kept, each with whether it is valid."""
    for data, is_valid in verdicts:
        path = pipeline.keep_verdict(problem, data, valid=is_valid)
        console.note(f"kept as {'valid' if is_valid else 'not valid'}: {path}")
    if verdicts:
        problem = pipeline.read_problem(solution, options.problem)
    return pipeline.without_saved_format(problem) if options.write else problem


def _read(
    problem: Problem, solution: Solution, options: argparse.Namespace, settings: Settings
) -> tuple[FormatReport, ModelReading | None]:
    """The format with its grounds, and what a language model makes of the statement, where one is asked."""
    report = pipeline.infer_format(problem, solution, None if options.no_run else settings)
    report = pipeline.with_proposals(report, problem)
    if options.model is None and options.replay is None:
        return report, None
    reading = _format_model().ask(options, problem, solution, settings)
    return pipeline.report_with(reading, report), reading


def _print_script(report: FormatReport, as_json: bool) -> int:
    """Prints the format as a script, and what it can't say as remarks."""
    script = pipeline.format_as_script(report)
    if as_json:
        console.print_json(
            {"event": "format", **_encoded(report), "script": script.text, "left_out": list(script.left_out)}
        )
        return 0
    sys.stdout.write(script.text)
    for what in script.left_out:
        console.note(what)
    return 0


def _write(problem: Problem, solution: Solution, report: FormatReport, overwrite: bool) -> Path:
    """Saves the format, or a skeleton of one. Returns where."""
    editable = pipeline.editable_format(problem, solution, report)
    pipeline.write_format(editable.path, editable.text, overwrite)
    return editable.path


def _print(report: FormatReport, every_sentence: bool, is_judged: bool) -> None:
    out = console.console()
    console.say(out, _heading(report), "bold")
    if report.evidence:
        out.print("\nwhere from:")
    for evidence in report.evidence:
        place = f" line {evidence.line}" if evidence.line else ""
        console.say(out, f"  {evidence.about}: {evidence.fact}  [{evidence.source}{place}] {evidence.quote}".rstrip())
    _print_sentences(report, every_sentence)
    if report.doubts:
        judged = " (a search also asks the problem's validator about each)" if is_judged else ""
        out.print(f"\nwhy inputs of this format may be invalid{judged}:")
    for doubt in report.doubts:
        console.say(out, f"  {doubt_sentence(doubt)}", "yellow")
        for line in doubt.proposal.splitlines():
            console.say(out, f"    perhaps: {line}")
    if report.misfits:
        out.print("\nwhat doesn't fit:")
    for misfit in report.misfits:
        console.say(out, f"  {misfit_sentence(misfit)}")


def _print_sentences(report: FormatReport, every: bool) -> None:
    """The statement, each sentence with what became of it. What says nothing of the input is left out unless `every`
    sentence is asked for."""
    out = console.console()
    told = [mark for mark in report.sentences if every or mark.mark != "other"]
    if told:
        others = ", - not about the input" if every else ""
        out.print(f"\nthe statement, sentence by sentence (+ the format says it, ? not understood{others}):")
    for mark in told:
        facts = f"  -> {', '.join(mark.facts)}" if mark.facts else ""
        sign, style = _SIGNS[mark.mark]
        console.say(out, f"  {sign} line {mark.line}: {' '.join(mark.quote.split())}{facts}", style)


def _heading(report: FormatReport) -> str:
    if report.format is None:
        return "The input format can't be inferred."
    return report.text.rstrip() or "The program reads no input."


def _print_boundaries(report: FormatReport) -> None:
    out = console.console()
    boundaries = [boundary for boundary in pipeline.resolved_boundaries(report) if boundary.sizes]
    if boundaries:
        out.print("\nlargest sizes:")
    for boundary in boundaries[:MOST_BOUNDARIES]:
        sizes = ", ".join(f"{name} = {size}" for name, size in boundary.sizes.items())
        console.say(out, f"  {boundary.label}: {sizes}  [{boundary.proof}]")


def _selections(problem: Problem, solution: Solution) -> list[dict]:
    """What the catalogue takes the program for, as JSON."""
    return [
        {
            "scenario": selection.scenario.id,
            "title": selection.scenario.title,
            "implementations": [one.name for one in selection.implementations],
            "principles": list(selection.principles),
            "why": [str(reason) for reason in selection.reasons],
        }
        for selection in pipeline.selections(problem, solution)
    ]


def _print_selections(problem: Problem, solution: Solution) -> None:
    """The likeliest scenarios, each with its first reason; a faint likeness to other statements alone is none."""
    out = console.console()
    selections = [
        selection
        for selection in pipeline.selections(problem, solution)[:MOST_SELECTIONS]
        if selection.reasons[0].kind != "neighbour" or selection.reasons[0].similarity >= LIKE
    ]
    if selections:
        out.print("\nwhat may be slow:")
    for selection in selections:
        names = ", ".join(one.name for one in selection.implementations[:MOST_SELECTIONS])
        likely = names if selection.is_cued else "any"
        console.say(out, f"  {selection.scenario.title}: {likely}  [{selection.reasons[0]}]")
