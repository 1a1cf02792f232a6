"""`optimize_verified`: a faster version of a program, proven before it is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.reading import read_file
from slowpath.agents.telling import warnings_of
from slowpath.agents.tools import Tool
from slowpath.agents.work import Work
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite
from slowpath.storage.memory import MemoryStore

MOST_FILES = 8
LATEST, LATEST_S = 1.4, 15.0
"""When a proof is ended that doesn't end by itself: builds and single runs aren't broken off before."""


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """Of which program, and on what it is slow."""

    inputs: tuple[Path, ...] = described(
        "Inputs on which it is slow; left out, they are searched for.", (), max_length=MOST_FILES
    )
    references: tuple[Path, ...] = described(
        "Solutions that are right: the program must agree with them first.", (), max_length=MOST_FILES
    )
    seconds: float = seconds_up_to(600.0, 60.0)
    executions: int | None = described("Look at no more than so many runs.", None, gt=0, le=10_000_000)
    seed: int = described("Seed of all randomness.", 0, ge=0)


@dataclass(frozen=True)
class Version:
    """A faster program that printed the same on every input that could be found."""

    said: tuple[str, ...] = described("What was changed, how much faster it is, and on how many inputs it agreed.")
    path: str = described("The file with the whole program. The user's file isn't touched.")
    resource: str = described("The same as a resource of this server.")
    times_faster: float = described("In the geometric mean over the slow inputs.")
    low: float = described("The lower end of its 95% interval.")
    high: float = described("The upper end.")
    inputs_agreed: int = described("Different inputs on which both printed the same.")


@dataclass(frozen=True)
class Refused:
    """A version that isn't told, and why."""

    change: str = described("What it changed.")
    reason: str = described("Why it is refused.")
    input: str | None = described("The file of the input that spoke against it.")


@dataclass(frozen=True)
class Result:
    """What withstood the proof."""

    said: str = described("What it came to, in a sentence.")
    outcome: str = described("finished, stopped or failed.")
    versions: tuple[Version, ...] = described("Faster programs.")
    refused: tuple[Refused, ...] = described("Versions that were tried and aren't offered.")
    warnings: tuple[str, ...] = described("What else has to be known.")


def run(arguments: Arguments, work: Work) -> Result:
    """Proposes, proves, and writes what withstood."""
    program = work.read(arguments, arguments.seconds)
    given = [(path.name, read_file(path, "inputs")) for path in arguments.inputs]
    store, folder = MemoryStore(), pipeline.FasterFolder(work.new_folder("optimized", program.solution))
    versions: list[Version] = []
    refused: list[Refused] = []
    warned: list[Warned] = []
    ended = Ended("stopped")
    events = pipeline.optimize(
        program.solution,
        program.problem,
        program.report,
        work.settings,
        budget=Budget(arguments.seconds, arguments.executions),
        seed=arguments.seed,
        given=given,
        references=arguments.references,
        keep=store.put_input,
        stop=work.is_over,
        clock=work.clock,
    )
    for event in work.searched(events, work.clock() + LATEST * arguments.seconds + LATEST_S):
        match event:
            case PhaseEntered():
                work.tell(event.message, arguments.seconds, at_once=True)
            case Warned():
                warned.append(event)
            case ProvenRewrite():
                versions.append(_version(event, folder.write(program.solution.path.name, event.source), work))
            case RefusedRewrite():
                path = folder.write_against(store.input(event.input_id) if event.input_id else None)
                refused.append(Refused(pipeline.in_titles(event.origin), event.reason, str(path) if path else None))
            case Ended():
                ended = event
    if ended.outcome == "failed":
        raise pipeline.error_of(ended)
    found = f"{versions[0].said[-1]}." if versions else "No faster version withstood the proof."
    return Result(
        said=found,
        outcome=ended.outcome,
        versions=tuple(versions),
        refused=tuple(refused),
        warnings=warnings_of(warned),
    )


def _version(proven: ProvenRewrite, path: Path, work: Work) -> Version:
    speed = proven.speed
    told = pipeline.faster_sentences(proven)
    return Version(
        said=tuple(told),
        path=str(path),
        resource=work.found(path, told[-1]),
        times_faster=round(speed.geomean, 3),
        low=round(speed.low, 3),
        high=round(speed.high, 3),
        inputs_agreed=proven.inputs_agreed,
    )


TOOL = Tool(
    "optimize_verified",
    "Make it faster, verified",
    "Rewrites what is surely faster in another way, proves that the program prints the same on every input that can be"
    " found, and measures how much faster it is. Writes the faster program to a file of its own.",
    Arguments,
    Result,
    run,
)
