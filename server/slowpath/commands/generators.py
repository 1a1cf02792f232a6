"""`slowpath generators`: input generators that a language model writes, and what became of each."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath import pipeline
from slowpath.commands import SUMMARIES, arguments, console, json_objects, model_json
from slowpath.errors import ModelUnavailable, SlowpathError, TokensSpent
from slowpath.llm.options import add_obtained
from slowpath.model.campaign import Budget, CampaignSpec, Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.generators.rounds import Attempt, GeneratorsReport

METHODS = ("stab", "tg", "sas", "plain")
SHOWN_REASON = 300


def add(subparsers: argparse._SubParsersAction) -> None:
    """Declares the command."""
    parser = subparsers.add_parser(
        "generators",
        help=SUMMARIES["generators"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Asks a language model for generators of slow inputs, runs them in a sandbox, keeps those whose"
        " inputs are valid,\nand says why the others were rejected. The statement and the input format are"
        " sent to the model; with\n--method sas the program is too.",
        epilog="examples:\n  slowpath generators main.cpp --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1\n"
        "  slowpath generators main.cpp --method tg --record replies/ --json\n"
        "  slowpath generators main.cpp --show-prompt        (sends nothing)",
    )
    arguments.add_file(parser)
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="stab",
        help="stab: problem, resolved boundary and scenarios (default); tg: TG-prompt; sas: EvalPerf's"
        " scale parameter; plain: the statement alone",
    )
    parser.add_argument(
        "--save",
        metavar="DIR",
        type=Path,
        help="write generators, inputs and conversations here (default: a folder of its own in the state directory)",
    )
    parser.add_argument("--show-prompt", action="store_true", help="print what would be sent, and send nothing")
    add_obtained(parser)
    arguments.add_format(parser)
    arguments.add_model(parser)
    arguments.add_toolchain(parser)
    arguments.add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Does it. Returns the exit code: 0 also when no generator passed, which is a result."""
    settings = arguments.load_settings(options)
    solution = pipeline.read_solution(options.file)
    problem = pipeline.read_problem(solution, options.problem)
    report = arguments.format_report(options, problem, solution, settings)
    if options.show_prompt:
        return _show_prompt(options, pipeline.generators_prompt(problem, solution, report, settings, options.method))
    found = _asked(options, solution, problem, report, settings, options.method)
    folder = options.save or settings.state_dir / "generators" / f"{solution.path.stem}-{time.time_ns():x}"
    assert report.format is not None
    saved = pipeline.save_generators(folder, found, report.format)
    if options.json:
        for place, program in enumerate(found.programs):
            console.print_json(
                model_json.generator_object(program, found.inputs[place], saved[place], folder, place + 1)
            )
        console.print_json(model_json.generators_object(found, folder))
    else:
        _print(found, saved, folder)
    return 0


def _asked(
    options: argparse.Namespace,
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    method: str,
    budget: Budget | None = None,
) -> GeneratorsReport:
    client = pipeline.open_model(
        settings,
        record=options.record,
        replay=options.replay,
        obtained=getattr(options, "obtained", ""),
        max_tokens=options.max_tokens,
        budget=budget,
    )

    def tell(attempt: Attempt) -> None:
        if options.json:
            console.print_json(model_json.attempt_object(attempt))
        else:
            console.note(attempt_line(attempt))

    if not options.json:
        console.note(f"asking {console.plain(client.model)} for {options.samples} generators ({method}) ...")
    return pipeline.write_generators(
        problem,
        solution,
        report,
        settings,
        client,
        method,
        samples=options.samples,
        rounds=options.rounds,
        on_attempt=tell,
    )


def with_generators(
    spec: CampaignSpec,
    options: argparse.Namespace,
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
) -> CampaignSpec:
    """The campaign with the model's generators, for `find --generators`. A model that doesn't answer is a warning:
    the search goes on without."""
    try:
        found = _asked(options, solution, problem, report, settings, options.generators, arguments.budget(options))
    except (ModelUnavailable, TokensSpent) as error:
        _warn(options, error)
        return spec
    if options.json:
        console.print_json(model_json.asked_by(found.attempts, found.model))
    if found.failure is not None:
        _warn(options, found.failure)
    doubts = pipeline.objected(found.attempts, spec.doubts)
    for doubt in doubts:
        _tell(
            options,
            Warned(
                "format-objected",
                f'{doubt.text} ("{doubt.quote}")',
                'Look at the format: "Slowpath: Edit Input Format", or `slowpath format`.',
            ),
        )
    return replace(spec, generators=found.programs, doubts=(*spec.doubts, *(() if report.is_settled else doubts)))


def _warn(options: argparse.Namespace, error: SlowpathError) -> None:
    _tell(options, Warned(error.code, f"Generators of the model are left out: {error.message}", error.remedy))


def _tell(options: argparse.Namespace, warned: Warned) -> None:
    if options.json:
        console.print_json(json_objects.event_object(warned))
    else:
        console.note(f"warning: {console.plain(warned.message)} {warned.remedy}")


def attempt_line(attempt: Attempt) -> str:
    """What became of one reply, for people."""
    state = f"{attempt.kind} (kept)" if attempt.kind == "small" else attempt.kind or "passed"
    idea = console.plain(attempt.idea)[:SHOWN_REASON]
    lines = [f"sample {attempt.sample}, round {attempt.round}: {state}" + (f": {idea}" if idea else "")]
    lines += [f"    {console.plain(reason)[:SHOWN_REASON]}" for reason in attempt.reasons]
    return "\n".join(lines)


def _show_prompt(options: argparse.Namespace, messages: list[tuple[str, str]]) -> int:
    if options.json:
        console.print_json(
            {
                "event": "prompt",
                "method": options.method,
                "messages": [{"role": role, "content": content} for role, content in messages],
            }
        )
        return 0
    out = console.console()
    for role, content in messages:
        console.say(out, f"=== {role} ===", "bold")
        console.say(out, f"{content}\n")
    return 0


def _print(found: GeneratorsReport, saved: list[list[pipeline.SavedInput]], folder: Path) -> None:
    out = console.console()
    for number, (program, inputs) in enumerate(zip(found.programs, found.inputs, strict=True), 1):
        sizes = ", ".join(
            f"{saved[number - 1][place].path.name} ({console.human_bytes(len(made.data))})"
            for place, made in enumerate(inputs)
        )
        console.say(out, f"{found.method}-{number}.py  {console.plain(program.label)}: {sizes}")
    usage = found.usage
    about = "about " if usage.estimated else ""
    asked = sum(attempt.kind != "unasked" for attempt in found.attempts)
    console.say(
        out,
        f"{len(found.programs)} generators from {asked} replies of {console.plain(found.model)}"
        f" ({found.prompt}); {about}{usage.prompt_tokens:,} tokens sent,"
        f" {usage.completion_tokens:,} received",
        "dim",
    )
    if found.failure is not None:
        console.note(f"asking ended early: {found.failure}")
    console.note(f"generators, inputs, replay files and conversations: {folder}")
