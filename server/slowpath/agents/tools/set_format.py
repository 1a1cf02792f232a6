"""`set_format`: writes down what an input is, so that it needn't be inferred."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.found import FORMAT_URI
from slowpath.agents.places import allowed
from slowpath.agents.tools import Tool
from slowpath.agents.work import Work
from slowpath.errors import FormatUnreadable, UsageError

LONGEST = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """Of which program, and what."""

    format: str = described("The input format in its text form, as infer_format shows it.", max_length=LONGEST)
    overwrite: bool = described("Write it also where a format stands already: perhaps one that the user wrote.", False)
    seconds: float = seconds_up_to(120.0, 30.0)


@dataclass(frozen=True)
class Result:
    """Where it stands now."""

    said: str = described("What was done, in a sentence.")
    file: str = described("The file with the format; it wins over inference, for people and agents.")


def run(arguments: Arguments, work: Work) -> Result:
    """Writes it, where it can be read and every sample follows it."""
    solution = pipeline.read_solution(arguments.file)
    problem = pipeline.read_problem(solution, arguments.problem)
    path = allowed(pipeline.format_file(problem, solution), work.folders)
    try:
        report = work.within(
            arguments.seconds, lambda: pipeline.format_from_text(arguments.format, Path("the format"), problem)
        )
    except FormatUnreadable as error:
        raise UsageError(
            error.message, f"Correct it; the resource {FORMAT_URI} says how formats are written."
        ) from error
    if report.misfits:
        raise UsageError(
            f"Not written: {'; '.join(map(pipeline.misfit_sentence, report.misfits[:3]))}.",
            "Correct the format so that the samples follow it.",
        )
    if path.exists() and not arguments.overwrite:
        raise UsageError(
            f"{path}: there is a format already.",
            "Read it first, it may be the user's; then call again with overwrite true.",
        )
    pipeline.write_format(path, arguments.format.rstrip("\n") + "\n", overwrite=True)
    return Result(said=f"Written; {len(problem.samples)} samples follow it.", file=str(path))


TOOL = Tool(
    "set_format",
    "Set the input format",
    "Writes the input format of a program to its file beside the problem, from where it wins over inference. Refused"
    " where it can't be read (line and column are said) or a sample doesn't follow it. No other tool writes into"
    " the user's folders.",
    Arguments,
    Result,
    run,
    measures=False,
    writes=True,
)
