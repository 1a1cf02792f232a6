"""`validate_input`: is an input valid, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.reading import read_file
from slowpath.agents.tools import Tool
from slowpath.agents.work import Program, Work
from slowpath.errors import UsageError

LONGEST = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """Which input of which program's problem."""

    input: Path | None = described("The file with the input. Give this or text.", None)
    text: str | None = described("The input itself, where it is short.", None, max_length=LONGEST)
    strict: bool = described("Whether blanks and line ends must be exactly as the format prints them.", False)
    seconds: float = seconds_up_to(120.0, 30.0)


@dataclass(frozen=True)
class Opinion:
    """What one judge says."""

    judge: str = described("A validator of the problem's package, or the input format.")
    valid: bool | None = described("null where it can't tell.")
    reason: str = described("Why.")
    believed: bool = described("False where it refuses a sample.")


@dataclass(frozen=True)
class Result:
    """The judgement."""

    said: str = described("The same in a sentence.")
    valid: bool | None = described("Whether it is valid; null where nobody can tell.")
    judges: tuple[Opinion, ...] = described("Who says what. Validators of the package win over the format.")


def run(arguments: Arguments, work: Work) -> Result:
    """Judges it by the package's validators, which are compiled and run, and by the format."""
    if (arguments.input is None) == (arguments.text is None):
        raise UsageError("Exactly one of input and text is wanted.", "Name a file, or give the input itself.")
    data = arguments.text.encode() if arguments.text is not None else read_file(arguments.input or Path(), "input")
    program = work.read(arguments, arguments.seconds)
    judgement = work.within(arguments.seconds, lambda: _judged(program, data, arguments.strict, work))
    word = {True: "valid", False: "not valid", None: "perhaps valid: nobody can tell"}[judgement.valid]
    return Result(
        said=f"The input is {word}.",
        valid=judgement.valid,
        judges=tuple(
            Opinion(each.name, each.verdict.valid, each.verdict.reason, each.believed) for each in judgement.opinions
        ),
    )


def _judged(program: Program, data: bytes, strict: bool, work: Work) -> pipeline.Judgement:
    judges = pipeline.judges_of(program.problem, program.report, work.settings, strict_layout=strict)
    return pipeline.judged(judges, data)


TOOL = Tool(
    "validate_input",
    "Validate an input",
    "Says whether an input keeps to everything that the problem says of its input: by the validators of its package, in"
    " a jail, and by the input format.",
    Arguments,
    Result,
    run,
    measures=False,
)
