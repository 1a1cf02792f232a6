"""`break_solution`: a small valid input on which a program fails."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.telling import shown, warnings_of
from slowpath.agents.tools import Tool
from slowpath.agents.work import Work
from slowpath.model.breaking import BreakEvent, BreakFound, BreakingInput, BreakView, fold_break
from slowpath.model.campaign import Budget, PhaseEntered, Progressed
from slowpath.storage.memory import MemoryStore

MOST_REFERENCES = 8


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """What to search, against what, and how long."""

    references: tuple[Path, ...] | None = described(
        "Solutions that are right, or simple and slow; left out, those that lie beside the file (brute.py, accepted/).",
        None,
        max_length=MOST_REFERENCES,
    )
    accepted: Path | None = described("A right version of this very program: shows the line where it goes wrong.", None)
    checker: Path | None = described("What judges outputs; left out, the problem's own, or tokens are compared.", None)
    seconds: float = seconds_up_to(300.0, 30.0)
    executions: int | None = described("End sooner, after so many runs of the program.", None, gt=0, le=10_000_000)
    seed: int = described("Seed of all randomness.", 0, ge=0)


@dataclass(frozen=True)
class Breaking:
    """The input and what speaks for it."""

    said: str = described("How it fails, on how large an input, and who judged that.")
    verdict: str = described("WA, TLE, MLE, RE, OLE, ND (answers differ from run to run) or UB (undefined).")
    reason: str = described("Why, in a sentence.")
    path: str = described("The file with the input.")
    resource: str = described("The same as a resource of this server.")
    input: str | None = described("The input, where it is short.")
    expected: str | None = described("The right output, where it is known and short.")
    actual: str | None = described("The program's output, where it is short.")
    first_difference: str = described("The first token that differs.")
    sanitizer: str = described("What a sanitizer says, or where a number overflows, with its line.")
    goes_wrong_at_line: int | None = described("The first line at which it goes another way than the accepted version.")
    kind_of_bug: str = described("Empty where nothing speaks clearly for one.")
    evidence: tuple[str, ...] = described("What speaks for that kind.")
    doubts: tuple[str, ...] = described("Why it may be no failure, or the input invalid.")


@dataclass(frozen=True)
class Result:
    """What the search came to."""

    said: str = described("What it came to, in a sentence.")
    found: bool = described("Whether an input was found on which the program surely fails.")
    outcome: str = described("finished, stopped or failed.")
    breaking: Breaking | None = described("The input; where `found` is false it isn't sure.")
    references: tuple[str, ...] = described("What the program was held against, and what couldn't be used.")
    compared: str = described("How outputs were compared.")
    format: str = described("The input format that the search went by.")
    warnings: tuple[str, ...] = described("What else has to be known.")
    executions: int = described("Runs of the program.")
    elapsed_s: float = described("Seconds.")


def run(arguments: Arguments, work: Work) -> Result:
    """Searches, and writes what it found."""
    named = (arguments.accepted,) if arguments.accepted else arguments.references
    program = work.read(arguments, arguments.seconds, named)
    spec = pipeline.break_spec(
        program.solution,
        program.problem,
        program.report,
        work.settings,
        Budget(arguments.seconds, arguments.executions),
        arguments.seed,
        references=arguments.references,
        accepted=arguments.accepted,
        checker=arguments.checker,
    )
    store, view = MemoryStore(), BreakView()
    folder = pipeline.BreakFolder(work.new_folder("broken", program.solution), spec)
    began_s = work.search_began_s(arguments.seconds)
    events = pipeline.find_break(
        spec, work.settings, keep=store.put_input, stop=work.is_over, clock=work.clock, began_s=began_s
    )
    for event in work.searched(events, pipeline.ends_s(Budget(arguments.seconds), began_s)):
        view = fold_break(view, event)
        if isinstance(event, BreakFound):
            folder.keep(event.breaking, store.input)
        _tell(event, view, arguments.seconds, work)
    if view.state == "failed" and view.breaking is None:
        raise pipeline.error_of(view)
    breaking = view.breaking
    return Result(
        said=_said(view),
        found=breaking is not None and breaking.is_break,
        outcome=view.state,
        breaking=_breaking(breaking, folder.written, store, work)
        if breaking is not None and folder.written is not None
        else None,
        references=tuple(f"{each.name} ({each.role.value}): {each.reason or 'usable'}" for each in view.references),
        compared=view.compared,
        format=program.report.text,
        warnings=warnings_of(view.warnings),
        executions=view.executions,
        elapsed_s=round(view.elapsed_s, 2),
    )


def _tell(event: BreakEvent, view: BreakView, whole_s: float, work: Work) -> None:
    if isinstance(event, PhaseEntered) and event.message:
        work.tell(event.message, whole_s, at_once=True)
    elif isinstance(event, Progressed):
        found = f", found: {pipeline.headline(view.breaking)}" if view.breaking is not None else ""
        work.tell(f"{event.executions:,} runs{found}.", whole_s)


def _said(view: BreakView) -> str:
    breaking = view.breaking
    if breaking is None:
        return f"No breaking input was found in {view.executions:,} runs."
    told = pipeline.headline(breaking)
    return f"{told}." if breaking.is_break else f"No sure breaking input was found. Perhaps this is one: {told}."


def _breaking(found: BreakingInput, files: pipeline.BreakFiles, store: MemoryStore, work: Work) -> Breaking:
    told, kind = pipeline.headline(found), found.classification
    there, complaint = found.difference, found.complaint
    beside = (
        (files.expected, "its right output"),
        (files.actual, "the program's output"),
        (files.other, "the input it was held against"),
    )
    for path, title in beside:
        if path is not None:
            work.found(path, title)
    return Breaking(
        said=told,
        verdict=found.failing.value,
        reason=found.why,
        path=str(files.input),
        resource=work.found(files.input, told),
        input=shown(store.input(found.id)),
        expected=shown(store.input(found.expected)) if found.expected else None,
        actual=shown(store.input(found.actual)) if found.actual else None,
        first_difference=f"token {there.token}, line {there.line}: expected {there.expected or 'nothing'}, got"
        f" {there.actual or 'nothing'}"
        if there is not None
        else "",
        sanitizer=""
        if complaint is None
        else f"line {complaint.line}: {complaint.message}"
        if complaint.line is not None
        else complaint.message,
        goes_wrong_at_line=found.divergence.line if found.divergence is not None else None,
        kind_of_bug=pipeline.CATEGORY_WORDS[kind.category] if kind is not None else "",
        evidence=kind.evidence if kind is not None else (),
        doubts=tuple(filter(None, (found.doubt, *map(pipeline.doubt_sentence, found.doubts)))),
    )


TOOL = Tool(
    "break_solution",
    "Break a solution",
    "Searches for a valid input on which a C++, Python or Java program gives a wrong answer, crashes, or is over its"
    " limits; makes it small and says what kind of bug it is. Give a brute force as a reference where you can: without"
    " one only crashes, limits, overflows and the samples show that a program is wrong.",
    Arguments,
    Result,
    run,
)
