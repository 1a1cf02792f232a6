"""Inputs that are searched for with one program in view: on which it is slow, or on which it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from slowpath.model.breaking import BreakFound
from slowpath.model.campaign import Budget
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.origin import input_id
from slowpath.model.problem import Solution
from slowpath.model.testset import Group, ProposedTest
from slowpath.pipeline.breaking import find_break
from slowpath.pipeline.campaigns import campaign_id, campaign_spec, find
from slowpath.pipeline.testing.problem import TestSetSpec, against
from slowpath.settings import Settings

MOST_SLOW = 4


@dataclass(frozen=True)
class Searched:
    """What a search came to, and what it cost."""

    proposed: tuple[ProposedTest, ...] = ()
    executions: int = 0
    took_s: float = 0.0


def slow_inputs(
    solution: Solution, name: str, spec: TestSetSpec, settings: Settings, seconds: float, stop: Callable[[], bool]
) -> Searched:
    """The slowest inputs of a program that a search of so many seconds finds, those that are merely large too. Never
    raises but for bugs: a program that can't be searched has none."""
    from slowpath.storage.memory import MemoryStore

    began, store, view = time.monotonic(), MemoryStore(), CampaignView()
    problem = replace(spec.problem, solutions=())
    campaign = campaign_spec(solution, problem, spec.report, settings, Budget(seconds), spec.seed)
    for event in find(
        campaign, settings, store, campaign_id=campaign_id(campaign, name), stop=stop, clock=time.monotonic
    ):
        view = fold(view, event)
    made = []
    for slow in view.slow_inputs[:MOST_SLOW]:
        data = store.input(slow.id)
        if data is not None:
            label = f"slow for {name}: {slow.shape or slow.origin.label}"
            made.append(ProposedTest(Group.SLOW, label, f"slow for {name}: {slow.origin.label}", slow.origin, data))
    return Searched(tuple(made), view.executions, time.monotonic() - began)


def breaking_inputs(
    solution: Solution, name: str, spec: TestSetSpec, settings: Settings, seconds: float, stop: Callable[[], bool]
) -> Searched:
    """The input that a search of so many seconds finds on which the program fails, found and made small: the larger one
    fails in the same way and may do more. Never raises but for bugs."""
    began, kept = time.monotonic(), dict[str, bytes]()

    def keep(data: bytes) -> str:
        kept[input_id(data)] = data
        return input_id(data)

    found: dict[str, ProposedTest] = {}
    executions = 0
    for event in find_break(against(spec, solution, seconds), settings, keep=keep, stop=stop, clock=time.monotonic):
        executions = max(executions, event.executions)
        if isinstance(event, BreakFound) and event.breaking.is_break and event.breaking.id in kept:
            breaking = event.breaking
            found[breaking.id] = ProposedTest(
                Group.BREAKING,
                f"breaks {name}: {breaking.origin.label}",
                f"breaks {name}",
                breaking.origin,
                kept[breaking.id],
            )
    return Searched(tuple(found.values()), executions, time.monotonic() - began)
