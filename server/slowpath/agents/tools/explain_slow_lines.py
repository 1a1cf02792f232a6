"""`explain_slow_lines`: where a program spends a slow input, and under which conditions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath import pipeline
from slowpath.agents.fields import OfProgram, described, seconds_up_to
from slowpath.agents.reading import read_file
from slowpath.agents.telling import HotLine, hot_lines, warnings_of
from slowpath.agents.tools import Tool
from slowpath.agents.work import Program, Work
from slowpath.errors import UsageError
from slowpath.model.campaign import Budget
from slowpath.model.campaign_view import CampaignView
from slowpath.model.constraint import CANDIDATE, ConstraintState
from slowpath.storage.memory import MemoryStore

MOST_REASONS = 6
BESIDE = "the smallest sample"


@dataclass(frozen=True, kw_only=True)
class Arguments(OfProgram):
    """Of which program, on which input."""

    input: Path | None = described("A slow input; left out, a search finds one and tests the reasons too.", None)
    compare_with: Path | None = described(f"A fast input to hold it against; left out, {BESIDE}.", None)
    seconds: float = seconds_up_to(300.0, 20.0)


@dataclass(frozen=True)
class Reason:
    """A condition on the program's data under which it is slow."""

    line: int = described("Counted from 1.")
    sentence: str = described("What holds of the data there.")
    predicate: str = described("The same in the program's language; empty where it can't be said so.")
    why: str = described("Why that is slow.")
    status: str = described("confirmed, hypothesis, or untested: a rule that read the text.")
    evidence: str = described("What runs say of it.")


@dataclass(frozen=True)
class Result:
    """Lines and reasons."""

    said: str = described("What was compared, in a sentence.")
    lines: tuple[HotLine, ...] = described("The lines that explain the difference.")
    reasons: tuple[Reason, ...] = described("Conditions that make it slow, those with evidence first.")
    warnings: tuple[str, ...] = described("What else has to be known.")


def run(arguments: Arguments, work: Work) -> Result:
    """Measures the input that is named, or searches for one."""
    if arguments.input is None and arguments.compare_with is not None:
        raise UsageError("compare_with is given without input.", "Name the slow input too.")
    program = work.read(arguments, arguments.seconds)
    return (
        _searched(program, arguments, work)
        if arguments.input is None
        else _measured(program, arguments, arguments.input, work)
    )


def _searched(program: Program, arguments: Arguments, work: Work) -> Result:
    spec = pipeline.campaign_spec(
        program.solution, program.problem, program.report, work.settings, Budget(arguments.seconds), compares=True
    )
    store = MemoryStore()
    view = work.campaign(spec, arguments.seconds, store)
    pipeline.keep_known(program.solution, pipeline.known_of(view, store), work.settings)
    return Result(
        said=_compared(view),
        lines=hot_lines(view.contrast.lines, program.solution) if view.contrast is not None else (),
        reasons=_reasons(view.shown_constraints),
        warnings=warnings_of(view.warnings),
    )


def _compared(view: CampaignView) -> str:
    pair = view.contrast
    if pair is None:
        return "No two inputs were found that differ in cost. Give it more seconds."
    return (
        f"Compared: {pair.fast_label} ({pair.fast_count:,} steps) with {pair.slow_label} ({pair.slow_count:,}"
        f" steps). {' '.join(pair.weaknesses)}"
    ).rstrip()


def _measured(program: Program, arguments: Arguments, slow: Path, work: Work) -> Result:
    inputs = [(slow.name, read_file(slow, "input"))]
    if arguments.compare_with is not None:
        inputs.append((arguments.compare_with.name, read_file(arguments.compare_with, "compare_with")))
    elif program.problem.samples:
        sample = min(program.problem.samples, key=lambda each: len(each.data))
        inputs.append((f"sample {sample.name}", sample.data))
    work.tell("Running the program on the inputs.", arguments.seconds, at_once=True)
    made = work.within(arguments.seconds, lambda: pipeline.profile_inputs(program.solution, inputs, work.settings))
    lines = pipeline.compared_profiles(made[1] if len(made) > 1 else None, made[0])
    hot = hot_lines(lines, program.solution)
    known = pipeline.known_constraints(program.solution, work.settings, program.report.format)
    at = {line.line for line in hot}
    states = [
        state
        for state in known.states
        if state.is_shown or (state.status == CANDIDATE and at & {state.constraint.line, *state.constraint.lines})
    ]
    runs = [
        f"{each.name}: {each.execution.count:,} steps, {each.confirmation.cpu_s:.3g} s, "
        f"{each.confirmation.verdict.value}"
        for each in made
    ]
    return Result(
        said=f"Compared: {'; '.join(runs)}.",
        lines=hot,
        reasons=_reasons(states),
        warnings=tuple(
            f"{each.name}: counts are approximate: {each.profile.approximate}"
            for each in made
            if each.profile.approximate
        ),
    )


def _reasons(states: list[ConstraintState] | tuple[ConstraintState, ...]) -> tuple[Reason, ...]:
    by_status = sorted(states, key=lambda state: (state.status == CANDIDATE, state.constraint.line))
    return tuple(
        Reason(
            line=state.constraint.line,
            sentence=state.constraint.sentence,
            predicate=state.constraint.predicate,
            why=state.constraint.why,
            status="untested" if state.status == CANDIDATE else state.status,
            evidence="" if state.status == CANDIDATE else state.evidence.sentence,
        )
        for state in by_status[:MOST_REASONS]
    )


TOOL = Tool(
    "explain_slow_lines",
    "Explain slow lines",
    "Says which lines of a program make an input slow, with how often each runs, and the conditions on the program's"
    " data that speak for it. Give a slow input that find_slow_inputs wrote; without one a search comes first.",
    Arguments,
    Result,
    run,
)
