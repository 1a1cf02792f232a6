"""What happens while a faster version of a program is looked for, and what is shown of it: the fold of its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite


@dataclass(frozen=True)
class SlowEvidence:
    """An input that is known to be slow, and how it is made again (None for one that was given). `hits` says how often
    the program's lines ran on it, by their numbers, where a search counted that."""

    name: str
    data: bytes = field(repr=False)
    recipe: Mapping[str, Any] | None = None
    hits: Mapping[int, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class OptimizeStarted:
    """The first event: which program, with what budget."""

    path: str
    budget: Budget


OptimizeEvent = OptimizeStarted | PhaseEntered | Warned | ProvenRewrite | RefusedRewrite | Ended


@dataclass(frozen=True)
class OptimizeView:
    """What is shown. `state` is preparing, running, finished, stopped or failed; `shown` are the faster versions, the
    latest last, `refused` what isn't offered. `code`, `message` and `remedy` are those of the end, `phase` says what it
    does before that."""

    path: str = ""
    state: str = "preparing"
    phase: str = ""
    message: str = ""
    remedy: str = ""
    code: str = ""
    budget: Budget = Budget()
    elapsed_s: float = 0.0
    shown: tuple[ProvenRewrite, ...] = ()
    refused: tuple[RefusedRewrite, ...] = ()
    warnings: tuple[Warned, ...] = ()


def fold_optimize(view: OptimizeView, event: OptimizeEvent) -> OptimizeView:
    """The view after `event`. Pure; events that come twice change nothing."""
    match event:
        case OptimizeStarted():
            return replace(view, path=event.path, budget=event.budget, state="running")
        case PhaseEntered():
            return replace(view, phase=event.message or event.phase)
        case Warned():
            return view if event in view.warnings else replace(view, warnings=(*view.warnings, event))
        case ProvenRewrite():
            return view if event in view.shown else replace(view, shown=(*view.shown, event))
        case RefusedRewrite():
            return view if event in view.refused else replace(view, refused=(*view.refused, event))
        case Ended():
            return replace(
                view,
                state=event.outcome,
                code=event.code,
                message=event.message,
                remedy=event.remedy,
                elapsed_s=event.elapsed_s,
            )
    raise AssertionError(event)
