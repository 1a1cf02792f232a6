"""`find_slow_inputs`: the inputs that make a program slow, in files."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.telling import HotLine, hot_lines, shown, warnings_of
from slowpath.agents.tools import Tool
from slowpath.agents.work import Work
from slowpath.model.campaign import Budget
from slowpath.model.campaign_view import CampaignView
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.storage.memory import FollowedStore

MOST_ROWS = 5
MOST_FAULTS = 3


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """What to search, and how long."""

    seconds: float = seconds_up_to(300.0, 20.0)
    executions: int | None = described("End sooner, after so many runs of the program.", None, gt=0, le=10_000_000)
    time_limit_s: float | None = described("The time limit in seconds; left out, the problem's.", None, gt=0, le=100)
    seed: int = described("Seed of all randomness.", 0, ge=0)


@dataclass(frozen=True)
class SlowRow:
    """A valid input that makes the program slow."""

    said: str = described("Its time against the limit, how many times a typical input of its size, how the cost grows.")
    path: str = described("The file with the input.")
    resource: str = described("The same as a resource of this server.")
    size: int = described("Bytes.")
    sizes: dict[str, int] = described("The input's named sizes.")
    cpu_s: float = described("CPU seconds on the build with the judge's flags.")
    at_least: bool = described("Whether the run was cut, so that it takes longer.")
    times_typical: float | None = described("How many times a random valid input of its size it costs.")
    only_large: bool = described("Whether it is no slower than others of its size.")
    shape: str = described("What it looks like.")
    validity: str = described("confirmed (a validator accepted it), likely, or doubtful: it may be invalid.")
    doubts: tuple[str, ...] = described("Why it may be invalid.")
    small: str | None = described("A small input that is slow for the same reason, where it is short.")


@dataclass(frozen=True)
class FailingRow:
    """A valid input on which the program fails."""

    said: str = described("How it fails.")
    path: str = described("The file with the input.")
    resource: str = described("The same as a resource of this server.")


@dataclass(frozen=True)
class Result:
    """What the search came to."""

    said: str = described("What it came to, in a sentence or two.")
    found: str = described(
        "slow (inputs slower than others of their size), large (all inputs of a size take as long),"
        " none, or empty where nobody knows."
    )
    outcome: str = described("finished, stopped or failed.")
    limit_s: float | None = described("The time limit in seconds.")
    limit_assumed: bool = described("Whether nobody states the limit.")
    slow_inputs: tuple[SlowRow, ...] = described(f"The slowest first, at most {MOST_ROWS}, doubtful ones last.")
    failing: tuple[FailingRow, ...] = described("Valid inputs on which the program fails.")
    hot_lines: tuple[HotLine, ...] = described("Where a slow run differs from a fast one.")
    format: str = described("The input format that the search went by.")
    doubts: tuple[str, ...] = described("Why inputs of that format may be invalid: correct it with set_format.")
    warnings: tuple[str, ...] = described("What else has to be known.")
    executions: int = described("Runs of the program.")
    elapsed_s: float = described("Seconds.")


def run(arguments: Arguments, work: Work) -> Result:
    """Searches, and writes what it found."""
    program = work.read(arguments, arguments.seconds)
    problem = pipeline.with_time_limit(program.problem, arguments.time_limit_s)
    spec = pipeline.campaign_spec(
        program.solution,
        problem,
        program.report,
        work.settings,
        Budget(arguments.seconds, arguments.executions),
        arguments.seed,
    )
    store = FollowedStore()
    files = pipeline.SlowFiles(work.new_folder("found", program.solution), spec)
    view = work.campaign(spec, arguments.seconds, store, lambda event: files.keep(event, store.input))
    rows = view.slow_inputs[:MOST_ROWS]
    saved = files.name_by_rank(rows, store.input)
    faults = files.write_faults(view.faults[:MOST_FAULTS], store.input)
    told = pipeline.told(view)
    return Result(
        said=" ".join(filter(None, (told.text, view.message if view.state == "finished" else ""))),
        found=told.kind,
        outcome=view.state,
        limit_s=view.limit_s,
        limit_assumed=view.time_limit_s is None,
        slow_inputs=tuple(_row(slow, view, saved[slow.id], store, work) for slow in rows if slow.id in saved),
        failing=tuple(_failing(fault, faults[fault.id], work) for fault in view.faults if fault.id in faults),
        hot_lines=hot_lines(view.contrast.lines, program.solution) if view.contrast is not None else (),
        format=program.report.text,
        doubts=tuple(map(pipeline.doubt_sentence, view.doubts)),
        warnings=warnings_of(view.warnings),
        executions=view.executions,
        elapsed_s=round(view.elapsed_s, 2),
    )


def _row(slow: SlowInput, view: CampaignView, saved: pipeline.SavedInput, store: FollowedStore, work: Work) -> SlowRow:
    told = pipeline.summary(slow, view.limit_s)
    small = store.input(slow.minimised.id) if slow.minimised is not None else None
    return SlowRow(
        said=told,
        path=str(saved.path),
        resource=work.found(saved.path, told),
        size=slow.size,
        sizes=dict(slow.sizes),
        cpu_s=slow.cost.cpu_s,
        at_least=slow.cost.at_least,
        times_typical=slow.times_typical,
        only_large=slow.is_only_large,
        shape=slow.shape or slow.origin.label,
        validity=slow.validity.value,
        doubts=tuple(map(pipeline.doubt_sentence, slow.doubts)),
        small=shown(small),
    )


def _failing(fault: Fault, saved: pipeline.SavedInput, work: Work) -> FailingRow:
    told = " ".join(filter(None, (fault.verdict.value, fault.reason, fault.detail)))
    return FailingRow(said=told, path=str(saved.path), resource=work.found(saved.path, told))


TOOL = Tool(
    "find_slow_inputs",
    "Find slow inputs",
    "Searches for valid inputs that make a C++, Python or Java program slow, confirms each with the judge's flags,"
    " and writes them to files. Says how sure it is where there are none. The program runs in a jail. Use it to learn"
    " whether a solution is fast enough.",
    Arguments,
    Result,
    run,
)
