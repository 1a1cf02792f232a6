"""`infer_format`: what an input of a program is, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.tools import Tool
from slowpath.agents.work import Work

MOST_FACTS = 24
MOST_LARGEST = 4


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """Of which program."""

    seconds: float = seconds_up_to(120.0, 30.0)


@dataclass(frozen=True)
class Fact:
    """Where one fact of the format came from."""

    about: str = described("The variable or part.")
    fact: str = described("What holds of it.")
    source: str = described("statement, samples, reads (the program's text), oracle (its runs), package or user.")
    line: int = described("The line of the statement or the program, 0 for none.")


@dataclass(frozen=True)
class Result:
    """The format with its grounds."""

    said: str = described("How sure it is, in a sentence.")
    format: str | None = described("The format in its text form; null where nothing fits.")
    given: bool = described("Whether somebody wrote it down: the user, set_format, or a validator of the package.")
    sure: bool = described("Whether nothing is known that speaks against it.")
    doubts: tuple[str, ...] = described("Why inputs of it may be invalid.")
    misfits: tuple[str, ...] = described("What doesn't fit it.")
    facts: tuple[Fact, ...] = described(f"Where it came from, at most {MOST_FACTS}.")
    largest: tuple[dict[str, int], ...] = described("Sizes that are as large as they get together.")
    file: str = described("The file that set_format writes; what stands there wins over inference.")


def run(arguments: Arguments, work: Work) -> Result:
    """Infers it; where the sources leave a doubt the program is run."""
    program = work.read(arguments, arguments.seconds)
    report = program.report
    doubts = tuple(map(pipeline.doubt_sentence, report.doubts))
    boundaries = work.within(arguments.seconds, lambda: pipeline.resolved_boundaries(report))
    if report.format is None:
        told = pipeline.why_unknown(report)
    elif doubts:
        told = f"A format was found, with {len(doubts)} doubt{'' if len(doubts) == 1 else 's'}."
    else:
        told = "A format was found against which nothing speaks."
    return Result(
        said=told,
        format=report.text if report.format is not None else None,
        given=pipeline.is_format_given(program.problem),
        sure=report.format is not None and not doubts,
        doubts=doubts,
        misfits=tuple(map(pipeline.misfit_sentence, report.misfits)),
        facts=tuple(Fact(each.about, each.fact, each.source, each.line) for each in report.evidence[:MOST_FACTS]),
        largest=tuple(dict(each.sizes) for each in boundaries[:MOST_LARGEST] if each.sizes),
        file=str(pipeline.format_file(program.problem, program.solution)),
    )


TOOL = Tool(
    "infer_format",
    "Infer the input format",
    "Says what an input of the program is: from the statement, the samples, how the program reads and, where these"
    " leave a doubt, from running it. All other tools go by it, so look at its doubts first, and correct it with"
    " set_format.",
    Arguments,
    Result,
    run,
    measures=False,
)
