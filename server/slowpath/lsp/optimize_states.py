"""From the model's view of a search for a faster version to the state that crosses the wire. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from slowpath import pipeline
from slowpath.lsp.asked_states import asked_state, in_words
from slowpath.lsp.protocol import ChangeRow, ErrorState, FasterState, InputSpeedRow, OptimizeState, RefusedRow
from slowpath.model.asking import AskedRound
from slowpath.model.optimizing import OptimizeView
from slowpath.model.origin import input_id
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite

REMEDIES = {
    "no-slow-input": "Find slow inputs first, or give it more time.",
    "not-measured": "Give it more time: slowpath.budgetSeconds.",
    "tokens-spent": "Raise slowpath.llm.maxTokens.",
}
"""What the editor's user can do about a warning whose own remedy is an option of the command line."""
PROMPTS = "optimise-"
"""What the names of the prompts begin with that ask for a version."""
NO_VERSION = ("repeated", "unasked")
"""What became of replies (`AskedRound.outcome`) that brought no version of their own."""


def optimize_state(
    view: OptimizeView,
    optimize_id: str,
    uri: str,
    path: Path,
    best: ProvenRewrite | None,
    stale: bool,
    asked: Sequence[AskedRound] = (),
) -> OptimizeState:
    """The whole state of a search, ready to draw. `asked` are the rounds of a language model so far."""
    error = ErrorState(view.code, view.message, view.remedy) if view.state == "failed" else None
    return OptimizeState(
        optimize_id=optimize_id,
        uri=uri,
        file_name=path.name,
        state=view.state,
        phase=doing(view, asked),
        faster=faster_state(best, asked) if best is not None else None,
        refused=refused_rows(view.refused, asked),
        warnings=[f"{each.message} {REMEDIES.get(each.code, each.remedy)}".strip() for each in view.warnings],
        stale=stale,
        asked=asked_state(asked),
        error=error,
    )


def doing(view: OptimizeView, asked: Sequence[AskedRound]) -> str:
    """What it does now, with how much a model was asked so far."""
    return " ".join(part for part in (view.phase.rstrip("."), f"({in_words(asked)})") if part) if asked else view.phase


def faster_state(proven: ProvenRewrite, asked: Sequence[AskedRound] = ()) -> FasterState:
    """A version that agreed with the program on all that was tried."""
    speed, before, after = proven.speed, proven.growth_before, proven.growth_after
    return FasterState(
        source_id=input_id(proven.source),
        origin=proven.origin,
        changes=[
            ChangeRow(
                step.rule,
                step.line,
                step.title,
                step.reason,
                next(
                    (
                        each.conversation
                        for each in reversed(asked)
                        if not each.outcome and named(each) == step.rule and each.idea == step.title
                    ),
                    "",
                ),
            )
            for step in proven.steps
        ],
        inputs_agreed=proven.inputs_agreed,
        inputs_left_out=proven.inputs_left_out,
        per_input=[
            InputSpeedRow(
                each.name,
                each.size,
                each.before_s,
                each.after_s,
                each.ratio,
                each.low,
                each.high,
                each.at_least,
                each.both_cut,
                each.of,
                each.within_limit,
            )
            for each in speed.per_input
        ],
        geomean=speed.geomean,
        low=speed.low,
        high=speed.high,
        at_least=speed.at_least,
        memory_reduction=speed.memory_reduction,
        growth_before=before.formula if before is not None else "",
        growth_after=after.formula if after is not None else "",
        tests=len(proven.tests),
        time_limit_s=speed.time_limit_s or 0.0,
    )


def refused_rows(refused: Sequence[RefusedRewrite], asked: Sequence[AskedRound]) -> list[RefusedRow]:
    """What isn't offered: what the proof refused, each with the reply that it came from, then the replies that came to
    nothing before any proof."""
    waiting = [each for each in asked if each.outcome and each.outcome not in NO_VERSION]
    rows = []
    for each in refused:
        reply = next(
            (
                one
                for one in waiting
                if named(one) == each.origin and one.reasons and one.reasons[0].startswith(each.reason)
            ),
            None,
        )
        if reply is not None:
            waiting.remove(reply)
        rows.append(
            RefusedRow(
                each.origin,
                pipeline.in_titles(each.origin),
                each.reason,
                each.input_id,
                reply.conversation if reply else "",
            )
        )
    return rows + [RefusedRow(named(each), named(each), _first_line(each), "", each.conversation) for each in waiting]


def named(asked: AskedRound) -> str:
    """What a version of that reply is called: "model profile 1"."""
    return f"model {asked.prompt.partition('/')[0].removeprefix(PROMPTS)} {asked.sample}"


def _first_line(asked: AskedRound) -> str:
    return asked.reasons[0].strip().split("\n")[0] if asked.reasons else asked.outcome
